import { z } from 'zod';
import { section } from '../units.ts';

export const planner = section({
  answer_at: z
    .number()
    .min(0.5)
    .max(1)
    .default(0.75)
    .describe(
      'How probable it must be that the built-in planner understood a question that its rules do not read and that it answers after an example question; 1 answers none of these. docs/planner.md shows what it trades',
    ),
});
