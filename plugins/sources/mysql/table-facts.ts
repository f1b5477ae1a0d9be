import type { CellValue, ColumnType, PhysicalName } from '#src/plugin-api/catalog.ts';
import { declaredType } from './column-types.ts';
import { literal } from './names.ts';
import type { Session } from './session.ts';

/** What the server's catalog tells of a table, to measure it without reading all of it. */
export interface TableFacts {
  /** The server's estimate. */
  readonly rowCount: number;
  readonly types: ReadonlyMap<string, ColumnType>;
  readonly indexes: readonly Index[];
}

interface Index {
  readonly columns: readonly string[];
  readonly unique: boolean;
  readonly primary: boolean;
  /** Values stand in it in their order; not so in one for texts, shapes or by hash. */
  readonly ordered: boolean;
}

export type FactsOf = (physical: PhysicalName) => TableFacts | undefined;

/** Tables that are named one by one; for more, all of their databases are read. */
const MOST_NAMED = 200;

const nameOf = ({ schema, table }: PhysicalName) => `${schema}\0${table}`;

/** Looks some tables up: three statements. */
export async function readTableFacts(
  session: Session,
  tables: readonly PhysicalName[],
): Promise<FactsOf> {
  const where = condition(tables);
  const read = async (what: string) => {
    const rows = await session.rows(what.replace('(?)', () => where));
    return Map.groupBy(rows, ([schema, table]) => `${schema}\0${table}`);
  };
  const found = await read(
    'SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_ROWS FROM information_schema.TABLES WHERE (?)',
  );
  const columns = await read(
    'SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, DATA_TYPE, COLUMN_TYPE FROM information_schema.COLUMNS WHERE (?)',
  );
  const indexes = await read(
    `SELECT TABLE_SCHEMA, TABLE_NAME, INDEX_NAME, COLUMN_NAME, NON_UNIQUE, INDEX_TYPE
     FROM information_schema.STATISTICS WHERE (?) ORDER BY INDEX_NAME, SEQ_IN_INDEX`,
  );
  return (physical) => {
    const name = nameOf(physical);
    const [table] = found.get(name) ?? [];
    if (!table) return undefined;
    return {
      rowCount: Number(table[2] ?? 0),
      types: new Map(
        (columns.get(name) ?? []).map(([, , column, dataType, columnType]) => [
          String(column),
          declaredType(String(dataType), String(columnType)),
        ]),
      ),
      indexes: indexesOf(indexes.get(name) ?? []),
    };
  };
}

function condition(tables: readonly PhysicalName[]): string {
  const list = (names: readonly (string | null)[]) =>
    [...new Set(names)].map((name) => literal(name ?? '')).join(', ');
  const schemas = `TABLE_SCHEMA IN (${list(tables.map(({ schema }) => schema))})`;
  return tables.length > MOST_NAMED
    ? schemas
    : `${schemas} AND TABLE_NAME IN (${list(tables.map(({ table }) => table))})`;
}

function indexesOf(rows: readonly (readonly CellValue[])[]): Index[] {
  return (
    [...Map.groupBy(rows, ([, , index]) => index)]
      // An index over an expression has parts without a name: it says nothing of columns.
      .filter(([, parts]) => parts.every(([, , , column]) => column !== null))
      .map(([name, parts]) => ({
        columns: parts.map(([, , , column]) => String(column)),
        unique: Number(parts[0]![4]) === 0,
        primary: name === 'PRIMARY',
        ordered: parts[0]![5] === 'BTREE',
      }))
  );
}

/** Whether an index says that no two rows have the same value in a column. */
export function isProvenUnique({ indexes }: TableFacts, column: string): boolean {
  return indexes.some(
    ({ unique, columns }) => unique && columns.length === 1 && columns[0] === column,
  );
}

/** Whether an index starts with just these columns, in any order. */
export function isIndexed({ indexes }: TableFacts, columns: readonly string[]): boolean {
  return indexes.some(({ columns: indexed, ordered }) => {
    if (!ordered) return false;
    const leading = new Set(indexed.slice(0, columns.length));
    return columns.every((column) => leading.has(column));
  });
}
