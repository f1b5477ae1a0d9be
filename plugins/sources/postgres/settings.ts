import { z } from 'zod';

const whole = z.number().int().min(1);

/** The section `postgres` of the configuration; defaults, units and bounds stand in `config/schema.ts`. */
export const postgresSettings = z.object({
  max_connections: whole,
  idle_ms: whole,
  connect_timeout_ms: whole,
  keepalive_ms: whole,
  cancel_wait_ms: whole,
  lock_timeout_ms: whole,
  inspect_timeout_ms: whole,
  profile_timeout_ms: whole,
  exact_rows: whole,
  sample_rows: whole,
  temp_file_mb: whole,
});

export type PostgresSettings = z.infer<typeof postgresSettings>;
