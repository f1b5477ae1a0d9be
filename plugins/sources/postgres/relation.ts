import type { PhysicalName } from '#src/plugin-api/catalog.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';
import { RELATIONS } from './catalog-sql.ts';
import type { Connections, ReadOptions } from './connections.ts';

/** What kind of relation it is: `pg_class.relkind`. */
type RelationKind = 'table' | 'partitioned' | 'view' | 'materialized';

export interface Relation {
  readonly oid: string;
  readonly physical: PhysicalName;
  readonly kind: RelationKind;
  /** As the server last counted them; null: it never did. */
  readonly counted: number | null;
  readonly comment: string | null;
}

const KINDS: Readonly<Record<string, RelationKind>> = lookupTable({
  r: 'table',
  p: 'partitioned',
  v: 'view',
  m: 'materialized',
});

/** The relations that the user may read; `schemas` null: of all schemas but the system's. */
export async function relationsOf(
  connections: Connections,
  schemas: readonly string[] | null,
  options: ReadOptions,
): Promise<Relation[]> {
  const rows = await connections.rows(
    { sql: RELATIONS, values: [JSON.stringify(schemas)] },
    options,
  );
  return rows.map(([oid, schema, table, relkind, counted, comment]) => ({
    oid: oid!,
    physical: { database: null, schema: schema!, table: table! },
    kind: KINDS[relkind!]!,
    counted: Number(counted ?? -1) < 0 ? null : Math.round(Number(counted)),
    comment: comment ?? null,
  }));
}
