import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#src/errors.ts';

/** A page that a caller asks for. */
export interface PageRequest {
  readonly limit: number;
  /** That of an earlier page; null: from the start. */
  readonly cursor: string | null;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** What rows are listed by: when they were made, then by id. */
interface Listed {
  readonly created_at: string;
  readonly id: string;
}

/** Bounds of a query that reads one page of a table. */
export interface PageBounds {
  /** The rows behind the cursor, as a condition. */
  readonly after: RawBuilder<boolean>;
  readonly limit: number;
}

/**
 * Reads a page of a table by keyset, so that rows that come or go meanwhile shift no other. `read` gives rows in
 * order, within the bounds. Fails with `bad_request` for a cursor that no list gave.
 */
export async function readPage<Row extends Listed>(
  { limit, cursor }: PageRequest,
  { table, newestFirst }: { readonly table: string; readonly newestFirst: boolean },
  read: (bounds: PageBounds) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  const last = cursor === null ? null : readCursor(cursor);
  const [at, id] = [sql.ref(`${table}.created_at`), sql.ref(`${table}.id`)];
  const after =
    last === null
      ? sql<boolean>`1 = 1`
      : sql<boolean>`(${at}, ${id}) ${sql.raw(newestFirst ? '<' : '>')} (${last.created_at}, ${last.id})`;
  // One more than is shown tells whether there is a next page.
  const rows = await read({ after, limit: limit + 1 });
  const items = rows.slice(0, limit);
  const end = items.at(-1);
  return { items, nextCursor: rows.length > limit && end ? writeCursor(end) : null };
}

const writeCursor = ({ created_at, id }: Listed) =>
  Buffer.from(JSON.stringify([created_at, id])).toString('base64url');

function readCursor(cursor: string): Listed {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (
      Array.isArray(parsed) &&
      parsed.length === 2 &&
      parsed.every((one) => typeof one === 'string')
    )
      return { created_at: parsed[0] as string, id: parsed[1] as string };
  } catch {
    // Told below.
  }
  throw new AppError(
    'bad_request',
    "This cursor isn't valid. Send the next_cursor of the previous page, or start without a cursor.",
  );
}
