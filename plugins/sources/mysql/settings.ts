import { z } from 'zod';

const whole = z.number().int().positive();

/** The `mysql` part of the configuration; defaults, units and bounds stand in `config/schema.ts`. */
export const mysqlSettings = z.object({
  max_connections: whole,
  idle_ms: whole,
  connect_timeout_ms: whole,
  cancel_wait_ms: whole,
  inspect_timeout_ms: whole,
  profile_timeout_ms: whole,
  exact_rows: whole,
  sample_rows: whole,
});

export type MysqlSettings = z.infer<typeof mysqlSettings>;
