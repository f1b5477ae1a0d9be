import { z } from 'zod';
import { count, MINUTE, milliseconds, section } from '../units.ts';

export const learning = section({
  draft_questions: count(
    200,
    0,
    5_000,
    'Number of recent failed questions used to draft definitions; 0: none',
  ),
  rephrased_ms: milliseconds(
    10 * MINUTE,
    1,
    24 * 60 * MINUTE,
    'Longest time between a failed question and its rephrasing',
  ),
  check_examples: z
    .boolean()
    .default(true)
    .describe('Whether approving an answer runs the golden questions with and without it'),
});
