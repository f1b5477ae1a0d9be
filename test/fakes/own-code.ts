import { randomBytes } from 'node:crypto';
import { createPostgresDialect } from '#plugins/sources/postgres/dialect/index.ts';
import { assembleCatalog } from '#src/catalog/assemble.ts';
import { type ProfileVersionInput, profileVersion } from '#src/catalog/profile-version.ts';
import { catalogNames } from '#src/databases/table-choice.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { DataSource } from '#src/plugin-api/data-source.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { createGuard } from '#src/sql/guard.ts';

const LIMITS = {
  maxIndexedValues: 1_000,
  maxIndexedLength: 100,
  maxKeyChecks: 20,
  maxContainmentChecks: 200,
};
const { signal } = new AbortController();
const guard = createGuard({
  maxSqlBytes: 65_536,
  maxDepth: 100,
  maxWeight: 100_000,
  keptVerdicts: 0,
});

/** Discovers a source as the service does: tables, profiles, values, keys and relationships. */
export async function discovered(
  source: DataSource,
  valueIndexPath: string,
  marked?: NonNullable<ProfileVersionInput['marked']>,
): Promise<Catalog> {
  const scope = { workspaceId: 'wrk_1', attachments: [] };
  const found = await source.introspect(scope, signal);
  const version = await profileVersion({
    source,
    scope,
    tables: catalogNames(
      found.map(({ physical }) => physical),
      new Map(),
    ),
    valueIndexPath,
    ...(marked && { marked }),
    limits: LIMITS,
    signal,
  });
  return assembleCatalog({
    workspace: { clientId: 'cli_1', workspaceId: 'wrk_1', timezone: 'UTC', asOf: null },
    generationId: `gen_${randomBytes(4).toString('hex')}`,
    dialect: source.dialect.name,
    versions: [version],
    source,
    scope,
    limits: LIMITS,
    signal,
  });
}

/** Puts a statement through the guard and, where it passes, through the source. Gives what became of it. */
export async function tried(
  sql: string,
  {
    source,
    catalog,
    dialect = createPostgresDialect(),
  }: {
    readonly source: Pick<DataSource, 'query'>;
    readonly catalog: Catalog;
    readonly dialect?: Dialect;
  },
): Promise<'ran' | 'failed' | 'refused'> {
  const policy = { filter: {}, hash: 'all' };
  const result = await guard({ sql, catalog, policy, dialect, maxRows: 50, signal });
  if (!result.ok) return 'refused';
  try {
    const options = { maxRows: 50, maxBytes: 1_000_000, timeoutMs: 5_000, signal };
    for await (const _ of source.query(result.guarded, options));
    return 'ran';
  } catch (error) {
    if (error instanceof SourceError) return 'failed';
    throw error;
  }
}
