import type { PhysicalName } from '#src/plugin-api/catalog.ts';
import { columnOf, rowsFrom } from './names.ts';
import type { Session } from './session.ts';
import type { MysqlSettings } from './settings.ts';
import type { TableFacts } from './table-facts.ts';

/** How much of a table is read to measure it. */
export interface Extent {
  /** All rows are read; else `rowCount` is an estimate and the rows are a sample. */
  readonly exact: boolean;
  readonly rowCount: number;
  /** A SELECT of some expressions over the rows that are read; `columnOf` names their columns. */
  rows(list: string): string;
}

/** Stretches of the primary key that a sample is taken from, spread evenly. */
const STRETCHES = 20;

/**
 * All of a table of at most `exact_rows` rows (counted, but no further than that); of a larger one about `sample_rows`
 * rows: from stretches along an integer primary key, else those that come first.
 */
export async function extentOf(
  session: Session,
  physical: PhysicalName,
  facts: TableFacts,
  { exact_rows, sample_rows }: Pick<MysqlSettings, 'exact_rows' | 'sample_rows'>,
): Promise<Extent> {
  const table = rowsFrom(physical);
  const [[count]] = (await session.rows(
    `SELECT COUNT(*) FROM (SELECT 1 FROM ${table} LIMIT ${exact_rows + 1}) AS \`s\``,
  )) as [[number]];
  if (count <= exact_rows)
    return { exact: true, rowCount: count, rows: (list) => `SELECT ${list} FROM ${table}` };
  const rowCount = Math.max(facts.rowCount, count);
  const key = integerKey(facts);
  if (key === null)
    return {
      exact: false,
      rowCount,
      rows: (list) => `SELECT ${list} FROM ${table} LIMIT ${sample_rows}`,
    };
  const stretches = await stretchesOf(session, table, key);
  const each = Math.max(1, Math.ceil(sample_rows / stretches.length));
  return {
    exact: false,
    rowCount,
    rows: (list) =>
      stretches
        .map(
          (where) => `(SELECT ${list} FROM ${table} WHERE ${where} ORDER BY ${key} LIMIT ${each})`,
        )
        .join(' UNION ALL '),
  };
}

function integerKey({ indexes, types }: TableFacts): string | null {
  const column = indexes.find(({ primary }) => primary)?.columns[0];
  return column !== undefined && types.get(column) === 'integer' ? columnOf(column) : null;
}

/** Conditions that part the key; its ends are found in its index without reading rows. */
async function stretchesOf(session: Session, table: string, key: string): Promise<string[]> {
  const [[low, high]] = (await session.rows(`SELECT MIN(${key}), MAX(${key}) FROM ${table}`)) as [
    [number | string, number | string],
  ];
  const first = BigInt(low);
  const width = BigInt(high) - first;
  const starts = Array.from(
    { length: STRETCHES },
    (_, index) => first + (width * BigInt(index)) / BigInt(STRETCHES),
  );
  return [...new Set(starts)].map((start, index, all) =>
    index + 1 < all.length
      ? `${key} >= ${start} AND ${key} < ${all[index + 1]}`
      : `${key} >= ${start}`,
  );
}
