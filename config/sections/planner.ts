import { z } from 'zod';
import { section } from '../units.ts';

export const planner = section({
  answer_at: z
    .number()
    .min(0.5)
    .max(1)
    .default(0.75)
    .describe(
      'How probable it must be that a question was understood after an example question; 1 answers none of these (docs/planner.md)',
    ),
});
