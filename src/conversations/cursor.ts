import { AppError } from '#src/errors.ts';

interface Kinds {
  readonly string: string;
  readonly number: number;
}
type Values<T extends readonly (keyof Kinds)[]> = { readonly [I in keyof T]: Kinds[T[I]] };

/** Where a page ended, as an opaque text. */
export const writeCursor = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

/** The values of a cursor; fails with `bad_request` where they are not of these kinds. */
export function readCursor<const T extends readonly (keyof Kinds)[]>(
  cursor: string,
  kinds: T,
): Values<T> {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parsed) && kinds.every((kind, at) => typeof parsed[at] === kind))
      return parsed as unknown as Values<T>;
  } catch {
    // Falls to the refusal below: the text is no JSON.
  }
  throw new AppError(
    'bad_request',
    "This cursor isn't valid. Send the next_cursor of the previous page, or start without a cursor.",
  );
}
