import type { PhysicalName, ReadThrough } from '#src/plugin-api/catalog.ts';
import type { DeclaredKey, SourceColumn, SourceTable } from '#src/plugin-api/data-source.ts';
import { COLUMNS, CONSTRAINTS, UNIQUE_INDEXES } from './catalog-sql.ts';
import { columnType } from './column-types.ts';
import type { Connections, ReadOptions } from './connections.ts';
import { estimateRows } from './estimate-rows.ts';
import type { RawRow } from './flight.ts';
import { safeRelations } from './views.ts';

/** Labels of an enum that its type is described with (characters of all together). */
const MAX_LABELS = 500;

/**
 * Tables, partitioned tables (without their partitions), views and materialized views with their columns and keys, in a
 * fixed number of questions to the catalog and one more for each relation that the server has never counted. Left out
 * are views that the guard would not let through as a query, and what reads another server or a file.
 */
export async function introspect(
  connections: Connections,
  schemas: readonly string[] | null,
  options: ReadOptions,
): Promise<SourceTable[]> {
  const values = [JSON.stringify(schemas)];
  const relations = await safeRelations(connections, schemas, options);
  const columns = byRelation(
    await connections.rows<OfRelation<ColumnRow>>({ sql: COLUMNS, values }, options),
  );
  const constraints = byRelation(
    await connections.rows<OfRelation<RawRow>>({ sql: CONSTRAINTS, values }, options),
  );
  const unique = byRelation(
    await connections.rows<OfRelation<RawRow>>({ sql: UNIQUE_INDEXES, values }, options),
  );
  const counts = await estimateRows(connections, relations, options);
  return relations.map((relation): SourceTable => {
    const { oid, physical, kind, comment, through, leftOut, reads } = relation;
    const unread = new Set(leftOut.map(({ name }) => name));
    const own = constraints.get(oid) ?? [];
    return {
      physical,
      columns: (columns.get(oid) ?? [])
        .filter(([name]) => !unread.has(name))
        .map((row) => columnOf(row, through)),
      rowCount: counts.get(oid) ?? 0,
      primaryKey: primaryKey(own, unique.get(oid) ?? []),
      foreignKeys: own.flatMap((row) => foreignKey(row, physical)),
      comment,
      isView: kind === 'view',
      ...(leftOut.length > 0 && { leftOut }),
      ...(reads && { reads }),
    };
  });
}

/** Rows by their first column, without it. */
function byRelation<Rest extends RawRow>(
  rows: readonly (readonly [oid: string, ...Rest])[],
): Map<string, Rest[]> {
  const found = new Map<string, Rest[]>();
  for (const [oid, ...rest] of rows) {
    const known = found.get(oid);
    if (known) known.push(rest);
    else found.set(oid, [rest]);
  }
  return found;
}

type ColumnRow = readonly [
  ...[name: string, declared: string, oid: string, typtype: string, category: string],
  ...[notNull: string | null, comment: string | null, labels: string | null],
];
type OfRelation<Row extends RawRow> = readonly [oid: string, ...Row];

function columnOf(row: ColumnRow, through: ReadonlyMap<string, ReadThrough>): SourceColumn {
  const [name, declared, oid, typtype, category, notNull, comment, labels] = row;
  const readThrough = through.get(name);
  return {
    name,
    type: columnType(Number(oid), typtype, category),
    nativeType: labels ? enumType(JSON.parse(labels) as string[]) : declared,
    nullable: notNull !== 't',
    comment,
    ...(readThrough && { readThrough }),
  };
}

/** `enum('sad','ok')`; of very many labels the first. */
function enumType(labels: readonly string[]): string {
  let text = '';
  for (const label of labels) {
    const next = `${text === '' ? '' : ','}'${label.replaceAll("'", "''")}'`;
    if (text.length + next.length > MAX_LABELS) return `enum(${text},…)`;
    text += next;
  }
  return `enum(${text})`;
}

/** The declared key, else the smallest unique index whose columns are never NULL. */
function primaryKey(constraints: readonly RawRow[], unique: readonly RawRow[]): string[] | null {
  const declared = constraints.find(([kind]) => kind === 'p')?.[1];
  const names = declared ?? unique.find(([, isNotNull]) => isNotNull === 't')?.[0];
  return names ? (JSON.parse(names) as string[]) : null;
}

function foreignKey(row: RawRow, { schema: near }: PhysicalName): DeclaredKey[] {
  const [kind, columns, schema, table, keys] = row;
  if (kind !== 'f' || !columns || !schema || !table || !keys) return [];
  return [
    {
      columns: JSON.parse(columns) as string[],
      to: {
        table,
        columns: JSON.parse(keys) as string[],
        ...(schema === near ? {} : { schema }),
      },
    },
  ];
}
