import { z } from 'zod';
import { MIB } from '../units.ts';

/** Limits of an account, by the name of its plan; null: none. */
export const planSchema = z.strictObject({
  requests_per_minute: z.number().int().min(1).max(1_000_000).nullable().default(null),
  questions_per_minute: z.number().int().min(1).max(1_000_000).nullable().default(null),
  uploads_per_minute: z.number().int().min(1).max(1_000_000).nullable().default(null),
  spend_cap_usd: z.number().min(0).max(1_000_000).nullable().default(null),
  questions_per_month: z.number().int().min(1).nullable().default(null),
  max_file_bytes: z.number().int().min(1).nullable().default(null),
  max_files: z.number().int().min(1).nullable().default(null),
  max_rows_per_workspace: z.number().int().min(1).nullable().default(null),
  /** Whether `/whoami` shows these limits. */
  show_limits: z.boolean().default(false),
});

export const plans = z
  .record(z.string().regex(/^[a-z][a-z0-9_]*$/), planSchema)
  .default({
    self_hosted: planSchema.parse({}),
    sample: planSchema.parse({}),
    free: planSchema.parse({
      requests_per_minute: 30,
      spend_cap_usd: 10,
      questions_per_month: 1_000,
      max_file_bytes: 50 * MIB,
      max_files: 20,
      max_rows_per_workspace: 5_000_000,
      show_limits: true,
    }),
  })
  .describe(
    'Plans by name: requests_per_minute, questions_per_minute, uploads_per_minute (per key), spend_cap_usd, questions_per_month, max_file_bytes, max_files, max_rows_per_workspace (null: no limit), show_limits',
  );
