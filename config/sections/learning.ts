import { z } from 'zod';
import { count, MINUTE, milliseconds, section } from '../units.ts';

export const learning = section({
  draft_questions: count(
    200,
    0,
    5_000,
    'Newest failed questions that drafts of definitions are made from; 0 makes none',
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
    .describe('Whether approving an answer asks the golden questions with and without it'),
});
