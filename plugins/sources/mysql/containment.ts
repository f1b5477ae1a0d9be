import type { ContainmentRequest } from '#src/plugin-api/data-source.ts';
import { comparisonFamily } from './column-types.ts';
import { asDriverError } from './driver-errors.ts';
import { type Extent, extentOf } from './extent.ts';
import { columnOf, identifier, tableName } from './names.ts';
import type { Session } from './session.ts';
import type { MysqlSettings } from './settings.ts';
import { type FactsOf, isIndexed, type TableFacts } from './table-facts.ts';

type Columns = ContainmentRequest['from'];

/** ER_CANT_AGGREGATE_2COLLATIONS: these texts cannot be compared, and no join of them would run. */
const UNLIKE_COLLATIONS = 1267;

/**
 * The share (0 to 1) of distinct combinations without nulls of `from` that occur in `to`; 0 where `from` has none,
 * where the types differ in kind, and where `to` is a large table without an index to look them up in. Of a large
 * `from` a sample is looked up.
 */
export async function contained(
  session: Session,
  { from, to }: ContainmentRequest,
  factsOf: FactsOf,
  settings: MysqlSettings,
): Promise<number> {
  const [source, target] = [factsOf(from.physical), factsOf(to.physical)];
  if (!source || !target || !areComparable(from, source, to, target)) return 0;
  const left = await extentOf(session, from.physical, source, settings);
  const right = await extentOf(session, to.physical, target, settings);
  const looked = lookUp(to, target, right);
  if (looked === null) return 0;
  const values = distinct(from, left);
  const count = `SELECT (SELECT COUNT(*) FROM (${values}) AS \`f\`), (SELECT COUNT(*) FROM (${values}) AS \`f\` ${looked})`;
  const rows = await session.rows(count).catch((error: unknown) => {
    if (asDriverError(error).errno === UNLIKE_COLLATIONS) return [[0, 0]];
    throw error;
  });
  const [total, found] = rows[0]!.map(Number);
  return total === 0 ? 0 : found! / total!;
}

/** How many different combinations without nulls a set of columns holds; of a large table at least so many. */
export async function countDistinct(
  session: Session,
  set: Columns,
  facts: TableFacts,
  settings: MysqlSettings,
): Promise<number> {
  const extent = await extentOf(session, set.physical, facts, settings);
  const [row] = await session.rows(`SELECT COUNT(*) FROM (${distinct(set, extent)}) AS \`d\``);
  return Number(row![0]);
}

/** Joins to the distinct values of a small table, or looks into the index of a large one. */
function lookUp(to: Columns, facts: TableFacts, extent: Extent): string | null {
  const equal = (other: (column: string, index: number) => string) =>
    to.columns
      .map((column, index) => `\`f\`.\`c${index}\` = ${other(column, index)}`)
      .join(' AND ');
  if (extent.exact)
    return `JOIN (${distinct(to, extent)}) AS \`t\` ON ${equal((_, index) => `\`t\`.\`c${index}\``)}`;
  if (!isIndexed(facts, to.columns)) return null;
  const condition = equal((column) => `\`t\`.${identifier(column)}`);
  return `WHERE EXISTS (SELECT 1 FROM ${tableName(to.physical)} AS \`t\` WHERE ${condition})`;
}

function distinct({ columns }: Columns, extent: Extent): string {
  const list = columns.map((column, index) => `${columnOf(column)} AS \`c${index}\``).join(', ');
  const names = columns.map((_, index) => `\`r\`.\`c${index}\``);
  return `SELECT DISTINCT ${names.join(', ')} FROM (${extent.rows(list)}) AS \`r\`
    WHERE ${names.map((name) => `${name} IS NOT NULL`).join(' AND ')}`;
}

/** MySQL would compare `abc` with 0 and find them equal. */
function areComparable(
  from: Columns,
  source: TableFacts,
  to: Columns,
  target: TableFacts,
): boolean {
  return from.columns.every((column, index) => {
    const a = source.types.get(column);
    const b = target.types.get(to.columns[index]!);
    return a !== undefined && b !== undefined && comparisonFamily(a) === comparisonFamily(b);
  });
}
