import { z } from 'zod';

const whole = z.number().int().min(1);

/** The section `duckdb` of the configuration; defaults, units and bounds stand in `config/schema.ts`. */
export const duckdbSettings = z.object({
  processes: whole,
  threads: whole,
  memory_mb: whole,
  wide_memory_mb: whole,
  process_memory_mb: whole,
  max_open_files: whole,
  concurrent_queries: whole,
  concurrent_parses: whole,
  give_way_ms: whole,
  kill_grace_ms: whole,
  load_timeout_ms: whole,
  inspect_timeout_ms: whole,
  parse_timeout_ms: whole,
});

export type DuckdbSettings = z.infer<typeof duckdbSettings>;
