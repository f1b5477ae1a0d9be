import { z } from 'zod';
import { count, section } from '../units.ts';

export const evals = section({
  max_questions: count(200, 1, 10_000, 'Golden questions of a workspace'),
  max_rows: count(
    1_000,
    1,
    10_000,
    'Rows that an answer is compared by; a longer one, or a longer expected one, counts as failed',
  ),
  max_cost_usd: z
    .number()
    .min(0)
    .max(10_000)
    .default(1)
    .describe('Most that one run of golden questions may cost (US dollars); then it is stopped'),
  kept_runs: count(100, 2, 10_000, 'Runs of a workspace that are kept, the newest ones'),
});
