import type { ValuesBatch, ValuesRequest } from '#src/plugin-api/data-source.ts';
import { orNothing } from '#src/sql/server/lenient.ts';
import { type ColumnStats, columnFacts } from './column-facts.ts';
import type { ReadOptions } from './connections.ts';
import { type Extent, Extents, type Measuring } from './extent.ts';
import type { Texts } from './flight.ts';
import { columnOf } from './names.ts';

const VALUES_IN_BATCH = 1_000;

type Values = ValuesBatch['values'];

/**
 * Distinct values of text columns with their row counts, most frequent first: exact for tables of at most `exact_rows`
 * rows; of larger ones those of a sample and of the server's statistics, with estimated counts. A relation of which a
 * column takes longer than it may gives no more.
 */
export async function* valuesOf(
  measuring: Measuring,
  requests: readonly ValuesRequest[],
  signal: AbortSignal,
): AsyncGenerator<ValuesBatch> {
  const extents = new Extents(measuring, signal);
  const slow = new Set<Extent>();
  for (const request of requests) {
    const { physical, column } = request;
    const extent = await extents.of(physical).catch(orNothing(extents.bounds, null));
    if (extent === null || slow.has(extent)) continue;
    const values = await listed(measuring, extent, request, extents.bounds).catch(
      orNothing<Values | null>(extents.bounds, null),
    );
    if (values === null) {
      slow.add(extent);
      continue;
    }
    for (let from = 0; from < values.length; from += VALUES_IN_BATCH)
      yield { physical, column, values: values.slice(from, from + VALUES_IN_BATCH) };
  }
}

async function listed(
  { connections }: Measuring,
  extent: Extent,
  request: ValuesRequest,
  options: ReadOptions,
): Promise<Values> {
  const { column, maxLength, maxValues } = request;
  if (extent.isWhole) {
    const rows = await connections.rows<Texts<3>>({ sql: counted(extent, request) }, options);
    return rows.map(([value, count]) => ({ value, rowCount: Number(count) }));
  }
  const facts = await columnFacts(connections, extent.relation, [column], options);
  const stats = facts.get(column)?.stats ?? null;
  const found = new Map(known(stats, extent));
  if (stats === null || stats.distinct < 0 || stats.distinct > found.size) {
    const rows = await connections.rows<Texts<3>>({ sql: counted(extent, request) }, options);
    for (const { value, rowCount } of scaled(rows, extent))
      if (!found.has(value)) found.set(value, rowCount);
  }
  return [...found]
    .filter(([value]) => [...value].length <= maxLength)
    .map(([value, rowCount]) => ({ value, rowCount }))
    .sort((a, b) => b.rowCount - a.rowCount || (a.value < b.value ? -1 : 1))
    .slice(0, maxValues);
}

/** The last column: how many rows were read. */
function counted(extent: Extent, { column, maxLength, maxValues }: ValuesRequest): string {
  const text = `${columnOf(column)}::text`;
  return `WITH "s" AS MATERIALIZED (SELECT ${text} COLLATE "C" AS "v" FROM ${extent.from([column])})
    SELECT "s"."v", count(*), (SELECT count(*) FROM "s") FROM "s"
    WHERE "s"."v" IS NOT NULL AND length("s"."v") <= ${Math.trunc(maxLength)}
    GROUP BY "s"."v" ORDER BY count(*) DESC, "s"."v" LIMIT ${Math.trunc(maxValues)}`;
}

function scaled(rows: readonly Texts<3>[], { rowCount }: Extent): Values {
  return rows.map(([value, count, read]) => ({
    value,
    rowCount: Math.max(1, Math.round((Number(count) * rowCount) / Number(read))),
  }));
}

function known(stats: ColumnStats | null, { rowCount }: Extent): [string, number][] {
  const { frequent, shares } = stats ?? { frequent: [], shares: [] };
  return frequent.map((value, index) => [
    value,
    Math.max(1, Math.round((shares[index] ?? 0) * rowCount)),
  ]);
}
