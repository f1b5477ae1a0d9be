import { z } from 'zod';
import { count, section } from '../units.ts';

export const evals = section({
  max_questions: count(200, 1, 10_000, 'Maximum golden questions per workspace'),
  max_rows: count(
    1_000,
    1,
    10_000,
    'Maximum rows to compare; a longer answer or expected result fails',
  ),
  max_cost_usd: z
    .number()
    .min(0)
    .max(10_000)
    .default(1)
    .describe('Cost limit that stops a run of golden questions (US dollars)'),
  kept_runs: count(
    100,
    2,
    10_000,
    'Runs kept per workspace, newest first; the same number is kept for runs that compare examples',
  ),
});
