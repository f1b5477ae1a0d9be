import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { SourceColumn, SourceTable } from '#src/plugin-api/data-source.ts';
import { declaredType } from './column-types.ts';
import { literal } from './names.ts';
import type { Session } from './session.ts';
import { FOREIGN_ENGINES, harmlessViews } from './views.ts';

/** Never shown, whatever the settings name. */
const SYSTEM_SCHEMAS = new Set(['information_schema', 'mysql', 'performance_schema', 'sys']);
/** Longest native type that is kept (characters): an ENUM lists its values in it. */
const LONGEST_TYPE = 300;

interface Row {
  readonly schema: string;
  readonly table: string;
  readonly cells: readonly CellValue[];
}

type ByTable = ReadonlyMap<string, readonly Row[]>;

/**
 * Tables and views of some databases with columns, keys and comments: a few statements, however many tables there are.
 * Row counts are the server's estimates. Left out: tables that stand for files or other servers, views that read
 * those or do more than read, and invisible columns (`*` does not give them).
 */
export async function introspect(
  session: Session,
  schemas: readonly string[],
): Promise<SourceTable[]> {
  const shown = schemas.filter((name) => !SYSTEM_SCHEMAS.has(name.toLowerCase()));
  if (shown.length === 0) return [];
  const reader = new Reader(session, shown);
  const tables = await reader.rows(TABLES);
  const columns = byTable(await reader.rows(COLUMNS));
  const keys = byTable(await reader.rows(KEYS));
  const json = await jsonColumns(reader);
  const views = tables.some(isView) ? await harmlessViews(session, shown) : null;
  return tables
    .filter(({ cells: [, engine] }) => !FOREIGN_ENGINES.includes(String(engine).toUpperCase()))
    .map((row) => tableOf(row, columns, keys, json))
    .filter(({ physical, isView }) => !isView || views?.has(physical))
    .map((table) =>
      table.isView && views
        ? {
            ...table,
            reads: views.reads(
              table.physical,
              table.columns.map(({ name }) => name),
            ),
          }
        : table,
    );
}

const TABLES = `SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE, ENGINE, TABLE_ROWS, TABLE_COMMENT
  FROM information_schema.TABLES
  WHERE TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED', 'VIEW') AND TABLE_SCHEMA IN (?)
  ORDER BY TABLE_SCHEMA, TABLE_NAME`;
const COLUMNS = `SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, DATA_TYPE, COLUMN_TYPE, IS_NULLABLE,
    COLUMN_COMMENT
  FROM information_schema.COLUMNS
  WHERE TABLE_SCHEMA IN (?) AND EXTRA NOT LIKE '%INVISIBLE%'
  ORDER BY TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION`;
const KEYS = `SELECT TABLE_SCHEMA, TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA,
    REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME
  FROM information_schema.KEY_COLUMN_USAGE
  WHERE TABLE_SCHEMA IN (?)
    AND (CONSTRAINT_NAME = 'PRIMARY' OR REFERENCED_TABLE_NAME IS NOT NULL)
  ORDER BY TABLE_SCHEMA, TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`;
/** MariaDB knows JSON only as a text with this check, which it makes itself. */
const JSON_CHECKS = `SELECT CONSTRAINT_SCHEMA, TABLE_NAME, CONSTRAINT_NAME
  FROM information_schema.CHECK_CONSTRAINTS
  WHERE CONSTRAINT_SCHEMA IN (?) AND CHECK_CLAUSE LIKE 'json\\_valid(%'`;

/** Runs statements over `information_schema` for the wanted databases. */
class Reader {
  readonly session: Session;
  readonly #schemas: readonly string[];

  constructor(session: Session, schemas: readonly string[]) {
    this.session = session;
    this.#schemas = schemas;
  }

  /** The first two columns of `sql` are database and table; `(?)` stands for the databases. */
  async rows(sql: string): Promise<Row[]> {
    const list = this.#schemas.map(literal).join(', ');
    const rows = await this.session.rows(sql.replace('(?)', () => `(${list})`));
    return rows
      .map(([schema, table, ...cells]) => ({
        schema: String(schema),
        table: String(table),
        cells,
      }))
      .filter(({ schema }) => this.#isWanted(schema));
  }

  /** The server compares the names in its catalog without case, also where they differ by it. */
  #isWanted(schema: string): boolean {
    const fold = (name: string) => (this.session.identity.foldsNames ? name.toLowerCase() : name);
    return this.#schemas.some((name) => fold(name) === fold(schema));
  }
}

function byTable(rows: readonly Row[]): ByTable {
  return Map.groupBy(rows, nameOf);
}

const nameOf = ({ schema, table }: Pick<Row, 'schema' | 'table'>) => `${schema}\0${table}`;

async function jsonColumns(reader: Reader): Promise<ReadonlySet<string>> {
  if (reader.session.identity.flavour.product !== 'MariaDB') return new Set();
  const rows = await reader.rows(JSON_CHECKS);
  return new Set(rows.map((row) => `${nameOf(row)}\0${row.cells[0]}`));
}

function tableOf(
  row: Row,
  columns: ByTable,
  keys: ByTable,
  json: ReadonlySet<string>,
): SourceTable {
  const name = nameOf(row);
  const [, , rowCount, comment] = row.cells;
  const constraints = Map.groupBy(keys.get(name) ?? [], ({ cells: [constraint] }) => constraint);
  const primary = constraints.get('PRIMARY')?.map(({ cells: [, column] }) => String(column));
  return {
    physical: { database: null, schema: row.schema, table: row.table },
    columns: (columns.get(name) ?? []).map((column) => columnOf(column, json)),
    rowCount: Number(rowCount ?? 0),
    primaryKey: primary ?? null,
    foreignKeys: [...constraints.values()].flatMap(foreignKeyOf),
    // The server says VIEW of every view.
    comment: isView(row) ? null : textOf(comment),
    isView: isView(row),
  };
}

const isView = ({ cells: [type] }: Row) => type === 'VIEW';

function columnOf({ schema, table, cells }: Row, json: ReadonlySet<string>): SourceColumn {
  const [name, dataType, columnType, nullable, comment] = cells.map((cell) => String(cell ?? ''));
  const isJson = json.has(`${nameOf({ schema, table })}\0${name}`) && dataType === 'longtext';
  return {
    name: name!,
    type: isJson ? 'json' : declaredType(dataType!, columnType!),
    nativeType: isJson ? 'json' : columnType!.slice(0, LONGEST_TYPE),
    nullable: nullable === 'YES',
    comment: textOf(comment),
  };
}

/** The key of one constraint; none for the primary key. */
function foreignKeyOf(parts: readonly Row[]): SourceTable['foreignKeys'] {
  const [first] = parts;
  const [, , schema, table] = first!.cells;
  if (table === null) return [];
  return [
    {
      columns: parts.map(({ cells: [, column] }) => String(column)),
      to: {
        table: String(table),
        columns: parts.map(({ cells: [, , , , column] }) => String(column)),
        ...(schema !== first!.schema && { schema: String(schema) }),
      },
    },
  ];
}

function textOf(comment: CellValue | undefined): string | null {
  return typeof comment === 'string' && comment !== '' ? comment : null;
}
