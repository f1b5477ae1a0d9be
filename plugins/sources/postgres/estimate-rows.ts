import { orNothing } from '#src/sql/server/lenient.ts';
import type { Connections, ReadOptions } from './connections.ts';
import type { RawRow, Texts } from './flight.ts';
import { relationName } from './names.ts';
import type { Relation } from './relation.ts';

/**
 * Rows of each relation (by its oid) without reading it: as the server last counted them, else as its planner
 * estimates them (`EXPLAIN`).
 */
export async function estimateRows(
  connections: Connections,
  relations: readonly Relation[],
  options: ReadOptions,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const unknown = relations.filter(({ oid, counted }) => {
    if (counted !== null) found.set(oid, counted);
    return counted === null;
  });
  for (const oid of await emptyOnes(connections, unknown, options)) found.set(oid, 0);
  const asked = unknown.filter(({ oid }) => !found.has(oid));
  await Promise.all(
    asked.map(async (relation) => {
      found.set(relation.oid, await planned(connections, relation, options));
    }),
  );
  return found;
}

/** Tables without any pages, of their own or of those that inherit them: the planner takes them for small ones. */
async function emptyOnes(
  connections: Connections,
  relations: readonly Relation[],
  options: ReadOptions,
): Promise<string[]> {
  const oids = relations.filter(({ kind }) => kind === 'table' || kind === 'materialized');
  if (oids.length === 0) return [];
  const rows = await connections
    .rows<Texts<1>>(
      {
        sql: `SELECT v FROM json_array_elements_text($1) AS j(v) JOIN pg_class c ON c.oid = v::oid
          WHERE pg_relation_size(c.oid) = 0 AND NOT c.relhassubclass`,
        values: [JSON.stringify(oids.map(({ oid }) => oid))],
      },
      options,
    )
    .catch(orNothing<Texts<1>[]>(options, []));
  return rows.map(([oid]) => oid);
}

async function planned(
  connections: Connections,
  { physical }: Relation,
  options: ReadOptions,
): Promise<number> {
  const rows = await connections
    .rows({ sql: `EXPLAIN (FORMAT JSON) SELECT FROM ${relationName(physical)}` }, options)
    .catch(orNothing<RawRow[]>(options, []));
  const plan = JSON.parse(rows[0]?.[0] ?? '[]') as [{ Plan?: { 'Plan Rows'?: number } }?];
  return plan[0]?.Plan?.['Plan Rows'] ?? 0;
}
