import {
  type CellValue,
  type ColumnProfile,
  type ColumnType,
  MOST_SAMPLES,
} from '#src/plugin-api/catalog.ts';
import type { ProfileRequest, TableProfile } from '#src/plugin-api/data-source.ts';
import { estimateDistinct } from '#src/sql/server/distinct-estimate.ts';
import { orNothing } from '#src/sql/server/lenient.ts';
import { cellOfType } from './cells.ts';
import { type ColumnFacts, type ColumnStats, columnFacts } from './column-facts.ts';
import type { Connections, ReadOptions } from './connections.ts';
import { type Extent, Extents, type Measuring, readable } from './extent.ts';
import { MAX_TEXT, type Measured, type MeasuredColumn, measureColumns } from './measured.ts';
import { columnOf, relationName, SOURCE } from './names.ts';
import type { SafeRelation } from './views.ts';

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
    const found =
      extent === null
        ? { columns: new Map<string, ColumnProfile>() }
        : await profileColumns(measuring.connections, extent, request, extents.bounds);
    profiles.push({ physical: request.physical, rowCount, ...found });
  }
  return profiles;
}

type Column = MeasuredColumn & { readonly facts: ColumnFacts };

async function profileColumns(
  connections: Connections,
  extent: Extent,
  request: ProfileRequest,
  options: ReadOptions,
): Promise<Pick<TableProfile, 'columns' | 'values'>> {
  const columns = request.columns.filter(({ sensitive, type }) => !sensitive && MEASURED.has(type));
  if (!extent.isWhole)
    return { columns: await estimateColumns(connections, extent, columns, options) };
  const measured = await measureAll(connections, extent, columns, options);
  const known = columns.flatMap((column) => {
    const rows = measured.get(column.name);
    return rows ? [{ column, rows }] : [];
  });
  return {
    columns: new Map(known.map(({ column, rows }) => [column.name, exactly(column, rows)])),
    values: new Map(
      known.flatMap(({ column: { name, type }, rows }) =>
        type === 'text' && isListed(rows) ? [[name, rows.samples] as const] : [],
      ),
    ),
  };
}

/** Whether the frequent values are all there are, in full. */
const isListed = ({ distinct, samples }: Measured) =>
  samples.length === distinct && samples.every(({ value }) => value.length < MAX_TEXT);

/** By the server's statistics, and by a sample where it has none. */
async function estimateColumns(
  connections: Connections,
  extent: Extent,
  wanted: readonly MeasuredColumn[],
  options: ReadOptions,
): Promise<Map<string, ColumnProfile>> {
  const names = wanted.map(({ name }) => name);
  const facts = await columnFacts(connections, extent.relation, names, options).catch(
    orNothing(options, new Map<string, ColumnFacts>()),
  );
  const columns = wanted.flatMap(({ name, type }): Column[] => {
    const known = facts.get(name);
    return known ? [{ name, type, facts: known }] : [];
  });
  const unknown = columns.filter((column) => column.facts.stats === null);
  const measured = await measureAll(connections, extent, unknown, options);
  const profiles = new Map<string, ColumnProfile>();
  for (const column of columns) {
    const { stats } = column.facts;
    const rows = measured.get(column.name);
    if (rows) profiles.set(column.name, bySample(column, rows, extent));
    else if (stats) {
      const ends = await endsOf(connections, extent.relation, column, options);
      profiles.set(column.name, fromStats(column, stats, ends, extent));
    }
  }
  return profiles;
}

/** What the rows say, by column; none of those that could not be measured in time. */
async function measureAll(
  connections: Connections,
  extent: Extent,
  columns: readonly MeasuredColumn[],
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

function exactly({ type }: MeasuredColumn, measured: Measured): ColumnProfile {
  const { rows, filled, distinct } = measured;
  return {
    distinctCount: distinct,
    nullCount: rows - filled,
    ...shown(type, measured),
    unique: distinct === filled,
  };
}

function bySample({ facts, type }: Column, measured: Measured, extent: Extent): ColumnProfile {
  const { rows, filled, distinct, single } = measured;
  const nullShare = rows === 0 ? 0 : (rows - filled) / rows;
  const nullCount = estimatedNulls(facts, nullShare, extent.rowCount);
  const all = extent.rowCount - nullCount;
  return {
    distinctCount: facts.isUnique
      ? all
      : estimateDistinct({ rows: filled, distinct, single, of: all }),
    nullCount,
    ...shown(type, measured),
    unique: facts.isUnique,
  };
}

function shown(type: ColumnType, { min, max, samples }: Measured) {
  return {
    min: textOf(type, min),
    max: textOf(type, max),
    samples: cells(
      type,
      samples.map(({ value }) => value),
    ),
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
    min: textOf(type, ends[0] ?? sorted[0] ?? null),
    max: textOf(type, ends[1] ?? sorted.at(-1) ?? null),
    samples: cells(
      type,
      (stats.frequent.length > 0 ? stats.frequent : stats.bounds).slice(0, MOST_SAMPLES),
    ),
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
  relation: SafeRelation,
  { name, type, facts }: Column,
  options: ReadOptions,
): Promise<readonly (string | null)[]> {
  if (!facts.isIndexed || type === 'text' || type === 'boolean') return [];
  const column = columnOf(name);
  const one = `(SELECT ${readable(relation, name)} FROM ${relationName(relation.physical)}) AS ${SOURCE}`;
  const sql = `SELECT left(min(${column})::text, ${MAX_TEXT}), left(max(${column})::text, ${MAX_TEXT}) FROM ${one}`;
  const rows = await connections.rows({ sql }, options).catch(orNothing(options, []));
  return rows[0] ?? [];
}

function cells(type: ColumnType, texts: readonly string[]): CellValue[] {
  const toCell = cellOfType(type);
  return texts.map((text) => toCell(text, () => {})).filter((cell) => cell !== null);
}

function textOf(type: ColumnType, text: string | null): string | null {
  if (text === null) return null;
  const [cell] = cells(type, [text]);
  return cell === undefined ? null : String(cell);
}
