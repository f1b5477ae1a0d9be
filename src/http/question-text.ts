import { z } from 'zod';

/** A question of at most so many characters (code points), the white space around it counted. */
export const questionText = (max: number) =>
  z
    .string()
    .max(2 * max)
    .refine((text) => text.length <= max || characters(text) <= max, {
      message: `Use at most ${max} characters.`,
    })
    .trim()
    .min(1, 'Enter a question.')
    .meta({ override: { maxLength: max } });

const characters = (text: string) => [...text].length;
