import {
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import { prepared } from './prepared.ts';
import type { DatabaseRow, Store, StoreSchema, WorkspaceRow } from './schema.ts';

/**
 * A workspace as questions see it: where a database serves it (its own, or the tenant's where it has neither files nor
 * one of its own), source, generation and discovery are those of the database.
 */
export interface ShownWorkspace extends Selectable<WorkspaceRow> {
  /** Null: it shows its files, or nothing. */
  readonly database_id: string | null;
  /** Tables of the database; null for files. */
  readonly database_tables: number | null;
  readonly schema_error: string | null;
}

type Of<Row, Prefix extends string> = { [K in keyof Row as `${Prefix}${K & string}`]: Row[K] };
type Joined = Selectable<WorkspaceRow> &
  Of<{ [K in (typeof TAKEN)[number]]: DatabaseRow[K] | null }, 'db_'>;

/** Columns that come from the database where one serves the workspace. */
const TAKEN = [
  'id',
  'generation_id',
  'table_count',
  'schema_status',
  'schema_error',
  'discovered_at',
  'enrichment_completed_at',
  'schema_updated_at',
  'suggestions',
] as const satisfies readonly (keyof DatabaseRow)[];

/** Joins the database that serves a workspace. */
const onItsDatabase = <B extends { on(condition: RawBuilder<boolean>): B }>(join: B): B =>
  join.on(
    sql<boolean>`databases.scope_id = case workspaces.source
      when 'database' then workspaces.id when 'none' then workspaces.client_id end`,
  );

/** Reads workspaces with what they show; narrow it on `workspaces`, then give its rows to `shownOf`. */
export function shownWorkspaces(
  db: Kysely<StoreSchema>,
): SelectQueryBuilder<StoreSchema, 'workspaces', Joined> {
  return db
    .selectFrom('workspaces')
    .leftJoin('databases', onItsDatabase)
    .selectAll('workspaces')
    .select(
      TAKEN.map((name) => `databases.${name} as db_${name}` as const),
    ) as unknown as SelectQueryBuilder<StoreSchema, 'workspaces', Joined>;
}

export function shownOf(row: Joined): ShownWorkspace {
  const { id, client_id, name, slug, source, timezone, as_of, created_at } = row;
  const workspace = { id, client_id, name, slug, source, timezone, as_of, created_at };
  if (row.db_id === null) {
    const { generation_id, schema_status, discovered_at, enrichment_completed_at } = row;
    const { schema_updated_at, suggestions } = row;
    const discovery = { generation_id, schema_status, discovered_at, enrichment_completed_at };
    const nothing = { database_id: null, database_tables: null, schema_error: null };
    return { ...workspace, ...discovery, schema_updated_at, suggestions, ...nothing };
  }
  return {
    ...workspace,
    source: 'database',
    generation_id: row.db_generation_id,
    schema_status: row.db_schema_status!,
    discovered_at: row.db_discovered_at,
    enrichment_completed_at: row.db_enrichment_completed_at,
    schema_updated_at: row.db_schema_updated_at,
    suggestions: row.db_suggestions!,
    database_id: row.db_id,
    database_tables: row.db_table_count,
    schema_error: row.db_schema_error,
  };
}

const byId = prepared((db) => shownWorkspaces(db).where('workspaces.id', '=', ''));

/** One workspace with what it shows; null where it is gone. */
export async function shownWorkspace(
  db: Store,
  workspaceId: string,
): Promise<ShownWorkspace | null> {
  const [row] = await byId(db, workspaceId);
  return row ? shownOf(row) : null;
}

const byTenant = prepared((db) =>
  shownWorkspaces(db)
    .where('workspaces.client_id', '=', '')
    .orderBy('workspaces.created_at')
    .orderBy('workspaces.id'),
);

/** The workspaces of a tenant, the oldest first, with what they show. */
export async function shownWorkspacesOf(db: Store, clientId: string): Promise<ShownWorkspace[]> {
  return (await byTenant(db, clientId)).map(shownOf);
}

/** The workspaces of a tenant, the oldest first, with what `/whoami` says of them. */
export const listedWorkspaces = prepared((db) =>
  db
    .selectFrom('workspaces')
    .leftJoin('databases', onItsDatabase)
    .select(['workspaces.id', 'workspaces.name', 'workspaces.slug', 'workspaces.created_at'])
    .select((e) =>
      e
        .case()
        .when('databases.id', 'is', null)
        .then(e.ref('workspaces.source'))
        .else(sql.lit('database' as const))
        .end()
        .as('source'),
    )
    .where('workspaces.client_id', '=', '')
    .orderBy('workspaces.created_at')
    .orderBy('workspaces.id'),
);
