import type { Kysely } from 'kysely';

interface Tables {
  readonly generations: { readonly id: string; readonly catalog: string };
}

/** Row filters of workspaces are kept as clauses, each a choice of equalities, where they were one value a column. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = db as unknown as Kysely<Tables>;
  const rows = await tables
    .selectFrom('generations')
    .select(['id', 'catalog'])
    .where('catalog', 'like', '%"rowFilter":{%')
    .execute();
  for (const { id, catalog } of rows)
    await tables
      .updateTable('generations')
      .set({ catalog: withClauses(catalog) })
      .where('id', '=', id)
      .execute();
}

function withClauses(text: string): string {
  const catalog = JSON.parse(text) as { readonly rowFilter?: object };
  const { rowFilter } = catalog;
  if (!rowFilter || Array.isArray(rowFilter)) return text;
  const clauses = Object.entries(rowFilter).map(([column, value]) => [{ column, value }]);
  return JSON.stringify({ ...catalog, rowFilter: clauses });
}
