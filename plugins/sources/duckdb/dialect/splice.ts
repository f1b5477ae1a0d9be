import type { RewriteOptions } from '#src/plugin-api/dialect.ts';
import type { Context } from '#src/sql/select/context.ts';
import { spliceTables } from '#src/sql/select/rewrite.ts';
import { isLimit } from './rewrite.ts';
import type { SelectStatement } from './tree.ts';

/**
 * The text as it is to run, with a subquery over the physical table in the place of each table name and everything
 * else as it was written: it is what was read, so it need not be proven by reading it again. Null where that is not
 * enough: a cap that cannot be appended, a name that does not stand where the parser says. The tree is written out
 * then.
 */
export function splice(
  sql: string,
  statement: SelectStatement,
  context: Context,
  { rowFilters, maxRows }: RewriteOptions,
): string | null {
  const cap = capOf(statement, maxRows);
  if (cap === null || !standApart(context)) return null;
  // A ; that ends the text ends the statement, or stands in a comment behind it.
  const last = Math.max(0, ...context.bound.map(({ ref }) => ref.span?.end ?? 0));
  const text = withoutEnd(sql);
  if (cap !== '' && text.slice(last).includes(';')) return null;
  return `${spliceTables(text, context, rowFilters)}${cap}`;
}

/** Whether it is known where each table stands, and no two stand at one place. */
function standApart({ bound }: Context): boolean {
  const starts = new Set(bound.map(({ ref }) => ref.span?.start));
  return starts.size === bound.length && !starts.has(undefined);
}

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ';' || text[end - 1]?.trim() === '')) end--;
  return text.slice(0, end);
}

/** The clause that lowers the row count, empty where the statement's own does; null where it has another one. */
function capOf({ node }: SelectStatement, maxRows: number): string | null {
  const own = node.modifiers.find(isLimit);
  if (!own) return `\nLIMIT ${maxRows}`;
  const value = own.limit?.class === 'CONSTANT' ? own.limit.value.value : null;
  const isEnough =
    own.type === 'LIMIT_MODIFIER' && typeof value === 'number' && value >= 0 && value <= maxRows;
  return isEnough ? '' : null;
}
