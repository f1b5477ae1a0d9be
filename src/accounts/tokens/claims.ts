import { z } from 'zod';
import { END_USER_ID } from '../end-user.ts';

/** Values that columns must have, `{column: value}`. */
export const rowFilter = z
  .record(
    z.string().trim().min(1).max(200),
    z.union([z.string().max(500), z.number().refine(Number.isFinite)]),
  )
  .refine(
    (filter) => Object.keys(filter).length <= 10,
    'A row filter can have up to 10 columns. Use fewer.',
  );

export const scope = z.enum(['full', 'query']).meta({ id: 'KeyScope' });
export const endUserId = z
  .string()
  .regex(END_USER_ID, 'Use 1 to 128 characters: letters, digits and . _ : @ + -');

/** What stands in a token of ours. */
export const ownClaims = z.object({
  key_id: z.string().min(1),
  client_id: z.string().min(1),
  workspace_id: z.string().min(1).nullable(),
  sub: endUserId.optional(),
  scope,
  row_filter: rowFilter,
  iat: z.number(),
  exp: z.number(),
});
export type OwnClaims = z.output<typeof ownClaims>;
