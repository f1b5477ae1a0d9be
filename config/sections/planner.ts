import { z } from 'zod';
import { section } from '../units.ts';

export const planner = section({
  answer_at: z
    .number()
    .min(0.5)
    .max(1)
    .default(0.75)
    .describe(
      'Minimum confidence for an answer learned from example questions; 1 turns these answers off (docs/planner.md)',
    ),
});
