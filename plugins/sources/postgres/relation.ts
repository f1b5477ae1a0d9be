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
  type Row = readonly [
    ...[oid: string, schema: string, table: string, relkind: string],
    ...[counted: string | null, comment: string | null],
  ];
  const rows = await connections.rows<Row>(
    { sql: RELATIONS, values: [JSON.stringify(schemas)] },
    options,
  );
  return rows.flatMap(([oid, schema, table, relkind, counted, comment]) => {
    const kind = KINDS[relkind];
    const rowCount = Number(counted ?? -1) < 0 ? null : Math.round(Number(counted));
    const physical = { database: null, schema, table };
    return kind ? [{ oid, physical, kind, counted: rowCount, comment }] : [];
  });
}
