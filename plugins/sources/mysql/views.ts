import type { CellValue } from '#src/plugin-api/catalog.ts';
import { viewProblem } from './dialect/index.ts';
import { tableName } from './names.ts';
import type { Session } from './session.ts';

/**
 * Views that may be shown, as `database.view` quoted in full: their definitions hold nothing that a statement could not
 * hold (functions with effects, variables, locks), nor do those of the views that they read. A view whose definition
 * the user may not see (privilege SHOW VIEW) is not among them.
 */
export async function harmlessViews(session: Session): Promise<ReadonlySet<string>> {
  const rows = await session.rows(DEFINITIONS);
  const views = new Map(
    rows.map(([schema, view, sql]) => [nameOf(schema, view), String(sql ?? '')]),
  );
  const harmful = new Set<string>();
  for (const [name, sql] of views)
    if (sql === '' || READS_SYSTEM.test(sql) || (await viewProblem(sql)) !== null)
      harmful.add(name);
  for (let grown = true; grown; ) {
    grown = false;
    for (const [name, sql] of views)
      if (!harmful.has(name) && [...harmful].some((other) => sql.includes(other))) {
        harmful.add(name);
        grown = true;
      }
  }
  return new Set([...views.keys()].filter((name) => !harmful.has(name)));
}

/** How many views a user may read but not see the definition of. */
export async function unseenViews(session: Session, schemas: readonly string[]): Promise<number> {
  const rows = await session.rows(DEFINITIONS);
  return rows.filter(([schema, , sql]) => schemas.includes(String(schema)) && !sql).length;
}

/** The server writes names in definitions in full and quoted. */
function nameOf(schema: CellValue | undefined, view: CellValue | undefined): string {
  return tableName({ database: null, schema: String(schema), table: String(view) });
}

const READS_SYSTEM = /`?\b(mysql|information_schema|performance_schema|sys)`?\s*\./i;

const DEFINITIONS = `SELECT TABLE_SCHEMA, TABLE_NAME, VIEW_DEFINITION FROM information_schema.VIEWS
  WHERE TABLE_SCHEMA NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')`;
