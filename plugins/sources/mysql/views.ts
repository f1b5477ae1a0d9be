import type { CellValue, PhysicalName, ViewReads } from '#src/plugin-api/catalog.ts';
import { type KnownView, relationKey, ViewLineage } from '#src/sql/select/view-lineage.ts';
import { type MysqlView, readView, viewProblem } from './dialect/index.ts';
import { literal, tableName } from './names.ts';
import type { Session } from './session.ts';

/** Definitions by the view's full name, quoted as the server quotes it in other definitions; '' where not shown. */
type Definitions = Map<string, string>;

/** Engines whose tables stand for files or other servers: reading them reaches out of the database. */
export const FOREIGN_ENGINES = ['FEDERATED', 'CONNECT', 'SPIDER', 'S3'];

/**
 * Views of some databases that may be shown, by full name as `tableName` writes it: their definitions hold nothing that
 * a statement could not hold (functions with effects, variables, locks) and name no table of another server, nor do
 * those of the views that they read. A view whose definition the user may not see (privilege SHOW VIEW) is not among
 * them, nor one of which cannot be told what its columns are made of: it could show hidden ones.
 */
export async function harmlessViews(
  session: Session,
  schemas: readonly string[],
): Promise<HarmlessViews> {
  const views = await definitionsFrom(session, schemas);
  const harmful = new Set<string>();
  const read = new Map<string, MysqlView>();
  for (const [name, sql] of views) {
    const isReadable = sql !== '' && !READS_SYSTEM.test(sql) && (await viewProblem(sql)) === null;
    const view = isReadable ? await readView(sql) : null;
    if (view) read.set(name, view);
    else harmful.add(name);
  }
  for (let grown = true; grown; ) {
    grown = false;
    for (const [name, sql] of views)
      if (!harmful.has(name) && [...harmful].some((other) => sql.includes(other))) {
        harmful.add(name);
        grown = true;
      }
  }
  const known = [...read].map(([name, view]) => [name, knownView(view)] as const);
  const lineage = new ViewLineage(new Map(known.map(([name, view]) => [keyOf(name), view])));
  return {
    has: (physical) => views.has(tableName(physical)) && !harmful.has(tableName(physical)),
    reads: ({ schema, table }, columns) => lineage.reads(relationKey(schema, table), columns),
  };
}

export interface HarmlessViews {
  has(view: PhysicalName): boolean;
  /** What a view with these columns shows of other tables. */
  reads(view: PhysicalName, columns: readonly string[]): ViewReads;
}

function knownView({ reading, tables }: MysqlView): KnownView {
  const relations = tables.map(([schema, table]) => relationKey(schema, table));
  return { reading, relations, below: reading.all };
}

/** `relationKey` of a full name as `tableName` writes it. */
function keyOf(name: string): string {
  const [schema, table] = [...name.matchAll(/`((?:[^`]|``)+)`/g)].map(([, part]) =>
    part!.replaceAll('``', '`'),
  );
  return relationKey(schema ?? null, table ?? '');
}

/** How many views a user may read but not see the definition of. */
export async function unseenViews(session: Session, schemas: readonly string[]): Promise<number> {
  const views = await definitionsIn(session, schemas);
  return [...views.values()].filter((sql) => sql === '').length;
}

/** The views of some databases, and of those that their definitions name, and so on. */
async function definitionsFrom(session: Session, schemas: readonly string[]): Promise<Definitions> {
  const views: Definitions = new Map();
  const seen = new Set<string>();
  for (let next = [...schemas]; next.length > 0; ) {
    for (const name of next) seen.add(name);
    const found = await definitionsIn(session, next);
    for (const name of await foreignTablesIn(session, next)) views.set(name, '');
    for (const [name, sql] of found) views.set(name, sql);
    next = [...new Set([...found.values()].flatMap(qualifiers))].filter((name) => !seen.has(name));
  }
  return views;
}

async function definitionsIn(session: Session, schemas: readonly string[]): Promise<Definitions> {
  const rows = await session.rows(
    `SELECT TABLE_SCHEMA, TABLE_NAME, VIEW_DEFINITION FROM information_schema.VIEWS
     WHERE TABLE_SCHEMA IN (${list(schemas)})`,
  );
  return new Map(rows.map(([schema, view, sql]) => [nameOf(schema, view), String(sql ?? '')]));
}

async function foreignTablesIn(session: Session, schemas: readonly string[]): Promise<string[]> {
  const rows = await session.rows(
    `SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES
     WHERE TABLE_SCHEMA IN (${list(schemas)}) AND ENGINE IN (${list(FOREIGN_ENGINES)})`,
  );
  return rows.map(([schema, table]) => nameOf(schema, table));
}

const list = (names: readonly string[]) => names.map(literal).join(', ');

const nameOf = (schema: CellValue | undefined, table: CellValue | undefined) =>
  tableName({ database: null, schema: String(schema), table: String(table) });

/** What stands before a point: databases, and aliases, which name none. */
function qualifiers(sql: string): string[] {
  return [...sql.matchAll(/`((?:[^`]|``)+)`\.`/g)].map(([, name]) => name!.replaceAll('``', '`'));
}

const READS_SYSTEM = /`?\b(mysql|information_schema|performance_schema|sys)`?\s*\./i;
