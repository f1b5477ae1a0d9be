import { lemma } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/names.ts';
import { Declined } from '#src/planner/frame.ts';
import { inEachBlock } from '#src/planner/select-blocks.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Aggregate, Expr, Predicate, SelectQuery } from '#src/plugin-api/query.ts';

type Tables = ReadonlyMap<string, CatalogTable>;

/** What may follow the name of a thing in the column that tells it from others: `school`, `school_id`, `school name`. */
const NAMING: ReadonlySet<string> = new Set('id key code no nr number name'.split(' '));

/** Of them those that may count within something else. */
const NUMBERING: ReadonlySet<string> = new Set('no nr number'.split(' '));

export interface CountedThings {
  readonly query: SelectQuery;
  readonly assumptions: readonly string[];
}

/**
 * The query with things counted once where several rows are of one of them: a table `schools` with a row for each school
 * and year has as many schools as the column `school` has values. Throws `Declined` where rows are held to a number that
 * differs from row to row, so that which of them counts is open.
 */
export function countThingsOnce(query: SelectQuery, tables: Tables): CountedThings {
  const assumptions = new Set<string>();
  const inSelect = (select: SelectQuery): SelectQuery => {
    const table = tables.get(select.from.table);
    const column = table && repeatedThing(table);
    if (!column || !countsRows([select.select, select.having, select.orderBy])) return select;
    refuseVarying(select, table);
    assumptions.add(
      `Rows of ${table.label} can share the same ${column.label}. Each one counts once if any of its rows match.`,
    );
    const arg: Expr = { kind: 'column', alias: select.from.alias, column: column.name };
    const once = { fn: 'count', arg, distinct: true } as const;
    return {
      ...select,
      select: withCounts(select.select, once),
      having: withCounts(select.having, once),
      orderBy: withCounts(select.orderBy, once),
    };
  };
  return { query: inEachBlock(query, inSelect), assumptions: [...assumptions] };
}

/** The column that is named as the rows are, where it takes others to tell the rows apart. */
export function repeatedThing({ name, primaryKey, columns }: CatalogTable): CatalogColumn | null {
  if (!primaryKey || primaryKey.length < 2) return null;
  const thing = wordsOf(name).map(lemma).join(' ');
  const keys = columns.filter(({ name: own }) => primaryKey.includes(own));
  // `leg_no` beside the carrier: legs are numbered anew for each, so that one number is not one leg.
  const isNumbered = (column: CatalogColumn) =>
    NUMBERING.has(wordsOf(column.name).at(-1) ?? '') &&
    keys.some((other) => other !== column && other.kind === 'identifier');
  const found = keys.find(
    (column) =>
      !isNumbered(column) &&
      !column.hidden &&
      !column.sensitive &&
      column.kind !== 'time' &&
      isNamed(column, thing),
  );
  return found ?? null;
}

function isNamed({ name }: CatalogColumn, thing: string): boolean {
  const words = wordsOf(name);
  const bare = NAMING.has(words.at(-1) ?? '') ? words.slice(0, -1) : words;
  return bare.map(lemma).join(' ') === thing;
}

const isRowCount = (part: object): part is Aggregate =>
  'kind' in part &&
  part.kind === 'aggregate' &&
  'fn' in part &&
  part.fn === 'count' &&
  'arg' in part &&
  part.arg === null;

/** Whether rows are counted in a part of a SELECT, outside SELECTs nested in it. */
export function countsRows(part: unknown): boolean {
  if (part === null || typeof part !== 'object') return false;
  if (isRowCount(part)) return true;
  if ('kind' in part && part.kind === 'select') return false;
  return Object.values(part).some(countsRows);
}

/** A part of a SELECT with something else computed where its rows are counted. */
export function withCounts<Part>(
  part: Part,
  made: Pick<Aggregate, 'fn' | 'arg' | 'distinct'>,
): Part {
  if (part === null || typeof part !== 'object') return part;
  if (Array.isArray(part)) return part.map((one) => withCounts(one, made)) as Part;
  if (isRowCount(part)) return { ...part, ...made };
  if ('kind' in part && part.kind === 'select') return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, withCounts(value, made)]),
  ) as Part & object;
}

/** A number of each row is one of its period: without the period, several of one thing differ. */
function refuseVarying({ from, where }: SelectQuery, table: CatalogTable): void {
  const own = (expr: Expr) =>
    expr.kind === 'column' && expr.alias === from.alias
      ? (table.columns.find(({ name }) => name === expr.column) ?? null)
      : null;
  const measured = where
    .flatMap(comparedIn)
    .map(own)
    .find((column) => column?.kind === 'measure');
  if (!measured || where.some((one) => fixesKey(one, own, table))) return;
  throw new Declined(
    'ambiguous',
    `${table.label} can have several rows for the same thing, and their ${measured.label} may differ. Say which rows you mean.`,
    measured.label,
  );
}

function comparedIn(condition: Predicate): readonly Expr[] {
  switch (condition.kind) {
    case 'compare':
      return [condition.left];
    case 'range':
    case 'in':
      return [condition.expr];
    case 'and':
    case 'or':
      return condition.parts.flatMap(comparedIn);
    case 'not':
      return comparedIn(condition.part);
    default:
      return [];
  }
}

/** Whether a condition holds the other part of a key of two to one value. */
function fixesKey(
  condition: Predicate,
  own: (expr: Expr) => CatalogColumn | null,
  { primaryKey }: CatalogTable,
): boolean {
  if (condition.kind !== 'compare' || condition.op !== '=' || primaryKey?.length !== 2)
    return false;
  return primaryKey.includes(own(condition.left)?.name ?? '');
}
