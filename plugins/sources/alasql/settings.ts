import { z } from 'zod';

const whole = z.number().int().min(1);

/** The section `alasql` of the configuration; defaults, units and bounds stand in `config/schema.ts`. */
export const alasqlSettings = z.object({
  threads: whole,
  heap_mb: whole,
  cache_mb: whole,
  load_timeout_ms: whole,
  inspect_timeout_ms: whole,
});

export type AlasqlSettings = z.infer<typeof alasqlSettings>;
