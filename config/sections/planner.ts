import { z } from 'zod';
import { section } from '../units.ts';

export const planner = section({
  answer_at: z
    .number()
    .min(0.5)
    .max(1)
    .default(0.75)
    .describe(
      'Minimum probability of an answer that was learned from example questions; 1: none (docs/planner.md)',
    ),
});
