import type { CellValue, ColumnProfile } from '#src/plugin-api/catalog.ts';
import type { ProfileRequest, TableProfile } from '#src/plugin-api/data-source.ts';
import { estimateDistinct } from '#src/sql/server/distinct-estimate.ts';
import { cellOf } from './cells.ts';
import { type ColumnFacts, type ColumnStats, columnFacts } from './column-facts.ts';
import type { Connections, ReadOptions } from './connections.ts';
import { orNothing } from './estimate-rows.ts';
import { type Extent, Extents, type Measuring } from './extent.ts';
import { type Measured, type MeasuredColumn, measureColumns } from './measured.ts';
import { identifier, relationName } from './names.ts';

/** Columns that one statement measures: bounds its memory. */
const COLUMNS_AT_ONCE = 32;
/** Types whose values are counted; of the others nothing is known. */
const MEASURED = new Set([
  'integer',
  'decimal',
  'float',
  'text',
  'date',
  'timestamp',
  'time',
  'boolean',
]);

/**
 * Counts, ranges and frequent values of columns at a bounded cost: exact for tables of at most `exact_rows` rows, from
 * the server's statistics or a sample for larger ones. A table that takes longer than it may keeps its columns
 * unmeasured. Sensitive columns are not read, nor what the server's statistics hold of them.
 */
export async function profileTables(
  measuring: Measuring,
  requests: readonly ProfileRequest[],
  signal: AbortSignal,
): Promise<TableProfile[]> {
  const extents = new Extents(measuring, signal);
  const profiles: TableProfile[] = [];
  for (const request of requests) {
    const extent = await extents.of(request.physical).catch(orNothing(extents.bounds, null));
    const rowCount = extent?.rowCount ?? 0;
    const columns =
      extent === null
        ? new Map<string, ColumnProfile>()
        : await profileColumns(measuring.connections, extent, request, extents.bounds);
    profiles.push({ physical: request.physical, rowCount, columns });
  }
  return profiles;
}

type Column = MeasuredColumn & { readonly facts: ColumnFacts };

async function profileColumns(
  connections: Connections,
  extent: Extent,
  request: ProfileRequest,
  options: ReadOptions,
): Promise<Map<string, ColumnProfile>> {
  const wanted = request.columns.filter(({ sensitive, type }) => !sensitive && MEASURED.has(type));
  const names = wanted.map(({ name }) => name);
  const facts = await columnFacts(connections, extent.relation, names, options);
  const columns = wanted.flatMap(({ name, type }): Column[] => {
    const known = facts.get(name);
    return known ? [{ name, type, facts: known }] : [];
  });
  const measured = await measureAll(
    connections,
    extent,
    columns.filter(({ facts: { stats } }) => extent.isWhole || stats === null),
    options,
  );
  const profiles = new Map<string, ColumnProfile>();
  for (const column of columns) {
    const { stats } = column.facts;
    const rows = measured.get(column.name);
    if (rows) profiles.set(column.name, fromRows(column, rows, extent));
    else if (stats && !extent.isWhole) {
      const ends = await endsOf(connections, extent, column, options);
      profiles.set(column.name, fromStats(column, stats, ends, extent));
    }
  }
  return profiles;
}

/** What the rows say, by column; none of those that could not be measured in time. */
async function measureAll(
  connections: Connections,
  extent: Extent,
  columns: readonly Column[],
  options: ReadOptions,
): Promise<Map<string, Measured>> {
  const found = new Map<string, Measured>();
  for (let from = 0; from < columns.length; from += COLUMNS_AT_ONCE) {
    const some = columns.slice(from, from + COLUMNS_AT_ONCE);
    const measured = await measureColumns(connections, extent, some, options).catch(
      orNothing<Measured[]>(options, []),
    );
    for (const [index, one] of measured.entries()) found.set(some[index]!.name, one);
  }
  return found;
}

function fromRows({ facts }: Column, measured: Measured, extent: Extent): ColumnProfile {
  const { rows, filled, distinct, single } = measured;
  const nullShare = rows === 0 ? 0 : (rows - filled) / rows;
  const nullCount = extent.isWhole
    ? rows - filled
    : estimatedNulls(facts, nullShare, extent.rowCount);
  const unique = extent.isWhole ? distinct === filled : facts.isUnique;
  const all = extent.rowCount - nullCount;
  return {
    distinctCount: extent.isWhole
      ? distinct
      : facts.isUnique
        ? all
        : estimateDistinct({ rows: filled, distinct, single, of: all }),
    nullCount,
    min: textOf(facts, measured.min),
    max: textOf(facts, measured.max),
    samples: cells(facts, measured.samples),
    unique,
  };
}

function fromStats(
  { facts, type }: Column,
  stats: ColumnStats,
  ends: readonly (string | null)[],
  { rowCount }: Extent,
): ColumnProfile {
  const nullCount = estimatedNulls(facts, stats.nullShare, rowCount);
  const all = rowCount - nullCount;
  const distinct = stats.distinct < 0 ? -stats.distinct * rowCount : stats.distinct;
  const known = [...stats.bounds, ...stats.frequent];
  const sorted = known.toSorted(
    type === 'integer' || type === 'decimal' || type === 'float'
      ? (a, b) => Number(a) - Number(b)
      : (a, b) => (a < b ? -1 : 1),
  );
  return {
    distinctCount: facts.isUnique ? all : Math.min(all, Math.round(distinct)),
    nullCount,
    min: textOf(facts, ends[0] ?? sorted[0] ?? null),
    max: textOf(facts, ends[1] ?? sorted.at(-1) ?? null),
    samples: cells(facts, (stats.frequent.length > 0 ? stats.frequent : stats.bounds).slice(0, 20)),
    unique: facts.isUnique,
  };
}

/** No NULL in a sample proves nothing: only a constraint does. */
function estimatedNulls({ isNotNull }: ColumnFacts, share: number, rowCount: number): number {
  return isNotNull ? 0 : Math.max(1, Math.round(share * rowCount));
}

/** The ends of a column that an ordered index gives at once. */
async function endsOf(
  connections: Connections,
  { relation }: Extent,
  { name, type, facts }: Column,
  options: ReadOptions,
): Promise<readonly (string | null)[]> {
  if (!facts.isIndexed || type === 'text' || type === 'boolean') return [];
  const column = identifier(name);
  const sql = `SELECT min(${column})::text, max(${column})::text FROM ${relationName(relation.physical)}`;
  const rows = await connections.rows({ sql }, options).catch(orNothing(options, []));
  return rows[0] ?? [];
}

function cells({ oid }: ColumnFacts, texts: readonly string[]): CellValue[] {
  const toCell = cellOf(oid);
  return texts.map((text) => toCell(text, () => {})).filter((cell) => cell !== null);
}

function textOf(facts: ColumnFacts, text: string | null): string | null {
  if (text === null) return null;
  const [cell] = cells(facts, [text]);
  return cell === undefined ? null : String(cell);
}
