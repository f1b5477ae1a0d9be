import type { RewriteOptions } from '#src/plugin-api/dialect.ts';
import { FENCE_ROWS, shownColumns } from './rewrite.ts';
import { type RowCondition, rowConditions } from './row-filter.ts';
import type { BoundTable } from './scope.ts';
import type { SelectStatement } from './tree.ts';

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** What may stand before a table name; behind anything else (`TABLE orders`) a subquery would not fit. */
const BEFORE = /(?:\bfrom|\bjoin|,|\()\s*$/i;

/**
 * The text as it is to run, with a subquery over the physical table in the place of each table name and everything
 * else as it was written: it is what was read, so it need not be proven by reading it again. Null where that is not
 * enough: a cap that cannot be appended, a name that does not stand where the parser says. The tree is written out
 * then.
 */
export function splice(
  sql: string,
  statement: SelectStatement,
  bound: readonly BoundTable[],
  { rowFilters, maxRows }: RewriteOptions,
): string | null {
  const cap = capOf(statement, maxRows);
  const text = Buffer.from(sql);
  const parts: string[] = [];
  let done = 0;
  for (const table of bound.toSorted((a, b) => at(a) - at(b))) {
    const start = at(table);
    const length = start < done ? null : nameLength(text, start, table.ref.table_name);
    const before = text.toString('utf8', done, start);
    if (cap === null || length === null || !BEFORE.test(before)) return null;
    parts.push(before, subquery(table, rowFilters));
    done = start + length;
  }
  // A ; that ends the text ends the statement, or stands in a comment behind it.
  const rest = withoutEnd(text.toString('utf8', done));
  if (cap !== '' && rest.includes(';')) return null;
  return `${parts.join('')}${rest}${cap}`;
}

const at = ({ ref }: BoundTable) => Number(ref.query_location);

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ';' || text[end - 1]!.trim() === '')) end--;
  return text.slice(0, end);
}

/** The clause that lowers the row count, empty where the statement's own does; null where it has another one. */
function capOf({ node }: SelectStatement, maxRows: number): string | null {
  const own = node.modifiers.find((each) => 'limit' in each);
  if (!own) return `\nLIMIT ${maxRows}`;
  const value = own.limit?.class === 'CONSTANT' ? own.limit.value.value : null;
  const isEnough =
    own.type === 'LIMIT_MODIFIER' && typeof value === 'number' && value >= 0 && value <= maxRows;
  return isEnough ? '' : null;
}

/** Bytes of the name at `start`, quotes included; null where another name or none stands there. */
function nameLength(text: Buffer, start: number, name: string): number | null {
  for (const written of [name, quoted(name)]) {
    const bytes = Buffer.from(written);
    const end = start + bytes.length;
    if (text.subarray(start, end).equals(bytes) && !continues(text, end)) return bytes.length;
  }
  return null;
}

/** Whether a name goes on at `at`: letters, digits, `_`, `$`, all beyond ASCII, quotes, and a point behind it. */
function continues(text: Buffer, at: number): boolean {
  const byte = text[at];
  return byte !== undefined && (byte > 127 || /[\w$".]/.test(String.fromCharCode(byte)));
}

function subquery(bound: BoundTable, rowFilters: RewriteOptions['rowFilters']): string {
  const { table, ref } = bound;
  const items = shownColumns(bound).map((column) => quoted(column.name));
  const { database, schema, table: name } = table.physical;
  const physical = [database, schema, name].filter((part) => part !== null).map(quoted);
  const alias = ref.alias === '' ? ` AS ${quoted(ref.table_name)}` : '';
  const conditions = rowConditions(bound, rowFilters).map(anyOf);
  const filter =
    conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')} LIMIT ${FENCE_ROWS}` : '';
  return `(SELECT ${items.length > 0 ? items.join(', ') : '1'} FROM ${physical.join('.')}${filter})${alias}`;
}

const anyOf = (choices: readonly RowCondition[]) =>
  choices.length === 1 ? equality(choices[0]!) : `(${choices.map(equality).join(' OR ')})`;

const equality = ({ column, text, type }: RowCondition) =>
  `${quoted(column)} = ${type === null ? literal(text) : `CAST(${literal(text)} AS ${type})`}`;
