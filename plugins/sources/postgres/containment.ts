import type { PhysicalName } from '#src/plugin-api/catalog.ts';
import type { ContainmentRequest } from '#src/plugin-api/data-source.ts';
import { orNothing } from '#src/sql/server/lenient.ts';
import { CONSTRAINTS } from './catalog-sql.ts';
import type { ReadOptions } from './connections.ts';
import { type Extent, Extents, type Measuring } from './extent.ts';
import type { RawRow, Texts } from './flight.ts';
import { columnOf, identifier, relationName } from './names.ts';

/** Distinct values that are looked up in a large table's index, one by one. */
const LOOKED_UP = 1_000;

type Columns = ContainmentRequest['from'];

/** An ordered index whose first columns are exactly these, in any order. */
const INDEXED = `SELECT EXISTS (SELECT FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    JOIN pg_am m ON m.oid = c.relam
  WHERE i.indrelid = $1::oid AND i.indisvalid AND i.indpred IS NULL AND m.amname = 'btree'
    AND (SELECT count(*) FROM json_array_elements_text($2::json) AS w(name)
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attname = w.name
      WHERE a.attnum = ANY ((i.indkey::int2[])[0:json_array_length($2::json) - 1]))
      = json_array_length($2::json))`;

/**
 * For each pair the share (0 to 1) of distinct values of `from`, all or a sample of a large table, that occur in `to`.
 * Declared foreign keys are 1 unread. 0 where it cannot be found out at a bounded cost: a large `to` without an index,
 * values that cannot be compared, too much time.
 */
export async function containedShares(
  measuring: Measuring,
  pairs: readonly ContainmentRequest[],
  signal: AbortSignal,
): Promise<number[]> {
  const extents = new Extents(measuring, signal);
  const declared = pairs.length === 0 ? new Set() : await declaredKeys(measuring, extents.bounds);
  const shares: number[] = [];
  for (const pair of pairs) {
    const isDeclared = declared.has(keyOf(pair));
    const share = isDeclared ? 1 : await contained(measuring, extents, pair);
    shares.push(share);
  }
  return shares;
}

/**
 * How many different combinations of non-null values each set of columns holds. 0 for a large table: an estimate would
 * say that a combination is a key, or that it is not.
 */
export async function distinctCounts(
  measuring: Measuring,
  sets: readonly Columns[],
  signal: AbortSignal,
): Promise<number[]> {
  const extents = new Extents(measuring, signal);
  const counts: number[] = [];
  for (const set of sets) {
    const extent = await extents.of(set.physical).catch(orNothing(extents.bounds, null));
    const sql = extent?.isWhole ? `SELECT count(*) FROM (${distinct(set, extent)}) AS "d"` : null;
    const rows =
      sql === null
        ? []
        : await measuring.connections
            .rows({ sql }, extents.bounds)
            .catch(orNothing<RawRow[]>(extents.bounds, []));
    counts.push(Number(rows[0]?.[0] ?? 0));
  }
  return counts;
}

async function contained(
  { connections }: Measuring,
  extents: Extents,
  pair: ContainmentRequest,
): Promise<number> {
  const { bounds } = extents;
  const { from, to } = pair;
  const share = async () => {
    const source = await extents.of(from.physical);
    const target = await extents.of(to.physical);
    if (source === null || target === null) return 0;
    if (!target.isWhole) {
      // Its index is of the type that is not read.
      if (to.columns.some((name) => target.relation.through.has(name))) return 0;
      const values = [target.relation.oid, JSON.stringify(to.columns)];
      const [row] = await connections.rows({ sql: INDEXED, values }, bounds);
      if (row?.[0] !== 't') return 0;
    }
    const counted = await connections.rows<Texts<2>>({ sql: shared(pair, source, target) }, bounds);
    const [total, found] = counted[0] ?? ['0', '0'];
    return Number(total) === 0 ? 0 : Number(found) / Number(total);
  };
  return share().catch(orNothing(bounds, 0));
}

/**
 * Counts the values of `from` and those of them that occur in `to`: a small `to` is read once, in a large one each of
 * a few values is looked up by its index.
 */
function shared({ from, to }: ContainmentRequest, source: Extent, target: Extent): string {
  const values = distinct(from, source);
  if (target.isWhole) {
    const equal = to.columns.map((_, index) => `"t"."c${index}" = "f"."c${index}"`).join(' AND ');
    return `SELECT count(*), count("t"."c0") FROM (${values}) AS "f"
      LEFT JOIN (${distinct(to, target)}) AS "t" ON ${equal}`;
  }
  const equal = to.columns.map((name, index) => `"t".${identifier(name)} = "f"."c${index}"`);
  return `SELECT count(*), count("t"."hit") FROM (${values} LIMIT ${LOOKED_UP}) AS "f"
    LEFT JOIN LATERAL (SELECT 1 AS "hit" FROM ${relationName(to.physical)} AS "t"
      WHERE ${equal.join(' AND ')} LIMIT 1) AS "t" ON true`;
}

function distinct({ columns }: Columns, extent: Extent): string {
  const list = columns.map((name, index) => `${columnOf(name)} AS "c${index}"`);
  const filled = columns.map((name) => `${columnOf(name)} IS NOT NULL`);
  return `SELECT DISTINCT ${list.join(', ')} FROM ${extent.from(columns)} WHERE ${filled.join(' AND ')}`;
}

/** Foreign keys that the server itself keeps, as `keyOf` names them. */
async function declaredKeys(
  { connections, schemas }: Measuring,
  options: ReadOptions,
): Promise<Set<string>> {
  const rows = await connections.rows(
    { sql: CONSTRAINTS, values: [JSON.stringify(schemas)] },
    options,
  );
  const found = new Set<string>();
  for (const [, kind, columns, schema, table, keys, fromSchema, fromTable] of rows) {
    if (kind !== 'f' || !columns || !keys || !schema || !table || !fromSchema || !fromTable)
      continue;
    const side = (name: PhysicalName, list: string) => ({
      physical: name,
      columns: JSON.parse(list) as string[],
    });
    const from = { database: null, schema: fromSchema, table: fromTable };
    const to = { database: null, schema, table };
    found.add(keyOf({ from: side(from, columns), to: side(to, keys) }));
  }
  return found;
}

/** Names a pair whatever the order of its columns. */
function keyOf({ from, to }: ContainmentRequest): string {
  const pairs = from.columns.map((name, index) => [name, to.columns[index]] as const);
  return JSON.stringify([
    relationName(from.physical),
    relationName(to.physical),
    pairs.sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
}
