import { hash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Config } from '#config/schema.ts';
import type { Actor, AuditTrail } from '#src/accounts/types.ts';
import { readsOf } from '#src/boards/fingerprint.ts';
import type { RunDeps } from '#src/boards/run.ts';
import type {
  BoardReader,
  NewSnapshot,
  SnapshotCard,
  SnapshotRecord,
  Snapshots,
} from '#src/boards/types.ts';
import {
  columnIn,
  type SharedRead,
  showsAll,
  tableIn,
} from '#src/catalog/generations/end-snapshots.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { newId } from '#src/ids.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { isFiltered, setsFilters } from '#src/principal.ts';
import { readPage } from '#src/store/page.ts';
import type { SnapshotRow, Store, StoreSchema } from '#src/store/schema.ts';
import { takeTurn } from '#src/store/take-turn.ts';

export interface SnapshotsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Pick<Config, 'shares'>;
  readonly audit: Pick<AuditTrail, 'record'>;
  readonly judge: RunDeps['judge'];
  /** The catalog that a workspace shows now, and the database that serves it; null where it shows nothing. */
  readonly catalogOf: (workspaceId: string) => Promise<ShownCatalog | null>;
}

interface ShownCatalog {
  readonly catalog: Catalog;
  readonly databaseId: string | null;
}

type Trx = Transaction<StoreSchema>;

const DAY_MS = 86_400_000;
const TOKEN_BYTES = 24;
/** Snapshots in the metadata store; of their links only hashes are kept. */
export function createSnapshots(deps: SnapshotsDeps): Snapshots {
  const { store, clock, config } = deps;
  const now = () => timestamp(clock.now());
  return {
    async create(reader, request, { by, signal, settle }) {
      const { principal, workspace } = reader;
      const shown = await deps.catalogOf(workspace.workspaceId);
      if (!shown) throw unshareable('The workspace has no data right now. Add data first.');
      refuseFiltered(reader, shown.catalog, request);
      const reads = await readsOfAll(deps, reader, shown.catalog, request, signal);
      const content = JSON.stringify(request.cards);
      if (Buffer.byteLength(content) > config.shares.max_bytes)
        throw unshareable('There are too many rows for a snapshot. Limit them, then share again.');
      const token = `plumb_share_${randomBytes(TOKEN_BYTES).toString('hex')}`;
      const row: SnapshotRow = {
        id: newId('snp'),
        client_id: workspace.clientId,
        workspace_id: workspace.workspaceId,
        end_user_id: principal.endUserId,
        maker: principal.person?.name ?? principal.key.name,
        source: request.source,
        source_id: request.sourceId,
        title: request.title,
        content,
        reads: JSON.stringify(reads),
        file_ids: JSON.stringify(await filesOf(store, workspace.workspaceId, reads)),
        database_id: shown.databaseId,
        token_hash: hash('sha256', token),
        created_at: now(),
        expires_at: timestamp(new Date(clock.now().getTime() + request.days * DAY_MS)),
      };
      const made = { ...recordOf(row), token };
      await store.transaction().execute(async (trx) => {
        await takeTurn(trx, workspace.accountId);
        await refuseTooMany(trx, deps, row);
        await trx.insertInto('snapshots').values(row).execute();
        await deps.audit.record(entryOf(by, 'snapshot.created', row), trx);
        await settle(trx, made);
      });
      return made;
    },

    async list(reader, sourceId, page) {
      const about = { table: 'snapshots', newestFirst: true };
      const { items, nextCursor } = await readPage(page, about, ({ after, limit }) => {
        const query = mine(store, reader).selectAll().where('expires_at', '>', now()).where(after);
        return (sourceId === null ? query : query.where('source_id', '=', sourceId))
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute();
      });
      return { items: items.map(recordOf), nextCursor };
    },

    revoke: (reader, id, by) =>
      store.transaction().execute(async (trx) => {
        const row = await mine(trx, reader).selectAll().where('id', '=', id).executeTakeFirst();
        if (!row) throw new AppError('not_found', "This snapshot doesn't exist. Check its ID.");
        await trx.deleteFrom('snapshots').where('id', '=', id).execute();
        await deps.audit.record(entryOf(by, 'snapshot.revoked', row), trx);
      }),

    async read(token) {
      const row = await store
        .selectFrom('snapshots')
        .selectAll()
        .where('token_hash', '=', hash('sha256', token))
        .where('expires_at', '>', now())
        .executeTakeFirst();
      if (!row || !config.shares.public_links) throw ended();
      if (!(await isShown(deps, row))) {
        // What was deleted or hidden stays so for the link, even if it comes back.
        await store.deleteFrom('snapshots').where('id', '=', row.id).execute();
        throw ended();
      }
      return { ...recordOf(row), cards: JSON.parse(row.content) as readonly SnapshotCard[] };
    },
  };
}

/** Who changes settings sees all of a workspace, others their own. */
const mine = (db: Store, { principal, workspace }: BoardReader) => {
  const query = db.selectFrom('snapshots').where('workspace_id', '=', workspace.workspaceId);
  return setsFilters(principal) ? query : query.where('end_user_id', '=', principal.endUserId);
};

/** Rows under a filter are shown to everybody only where somebody says so who sees all of them. */
function refuseFiltered(
  { principal }: BoardReader,
  catalog: Catalog,
  { allowRowFilter }: NewSnapshot,
): void {
  if (!isFiltered(principal.policy, catalog)) return;
  if (allowRowFilter && setsFilters(principal)) return;
  throw new AppError(
    'forbidden',
    "A row filter hides rows here, so the answer isn't shared publicly. An admin can allow it with allow_row_filter.",
  );
}

/** What the statements of all cards read; of an answer of several statements, all of the tables that it names. */
async function readsOfAll(
  { judge }: SnapshotsDeps,
  reader: BoardReader,
  catalog: Catalog,
  { statements, tables }: NewSnapshot,
  signal: AbortSignal,
): Promise<readonly SharedRead[]> {
  const reads: SharedRead[] = tables.flatMap((name) => columnsOf(catalog, name));
  for (const sql of statements) {
    const judged = await judge(reader, catalog, sql, signal);
    if (!judged.ok) throw unshareable(`The SQL can no longer run: ${judged.refusal.text}`);
    for (const read of readsOf(judged.facts, catalog)) {
      const { sensitive = false } = columnIn(tableIn(catalog, read), read) ?? {};
      reads.push(sensitive ? { ...read, isOnlyCounted: true } : read);
    }
  }
  const known = new Map(reads.map((read) => [JSON.stringify(read), read]));
  return [...known.values()];
}

/** All columns of a table. It isn't known which of them the answer shows, so none may be sensitive. */
function columnsOf(catalog: Catalog, name: string): readonly SharedRead[] {
  const columns = tableIn(catalog, { table: name })?.columns.filter(({ hidden }) => !hidden) ?? [];
  if (columns.some(({ sensitive }) => sensitive))
    throw unshareable(
      `The table ${name} has sensitive columns, so this answer can't be shared publicly. Share a question that doesn't show them.`,
    );
  return columns.map((column) => ({ table: name, column: column.name }));
}

/** The files that tables come from; none of a database. */
async function filesOf(
  store: Store,
  workspaceId: string,
  reads: readonly SharedRead[],
): Promise<readonly number[]> {
  const names = [...new Set(reads.map(({ table }) => table.toLowerCase()))];
  if (names.length === 0) return [];
  const rows = await store
    .selectFrom('tables')
    .innerJoin('files', 'files.current_version_id', 'tables.version_id')
    .select('files.id')
    .distinct()
    .where('tables.workspace_id', '=', workspaceId)
    .where('tables.table_key', 'in', names)
    .execute();
  return rows.map(({ id }) => Number(id));
}

/** Whether all that a snapshot was made of can still be read. */
async function isShown({ store, catalogOf }: SnapshotsDeps, row: SnapshotRow): Promise<boolean> {
  const shown = await catalogOf(row.workspace_id);
  if (!shown || shown.databaseId !== row.database_id) return false;
  const reads = JSON.parse(row.reads) as readonly SharedRead[];
  if (!showsAll(shown.catalog, reads)) return false;
  const fileIds = JSON.parse(row.file_ids) as readonly number[];
  if (fileIds.length === 0) return true;
  const files = await store.selectFrom('files').select('id').where('id', 'in', fileIds).execute();
  return files.length === fileIds.length;
}

async function refuseTooMany(
  trx: Trx,
  { config }: SnapshotsDeps,
  { workspace_id, created_at }: SnapshotRow,
): Promise<void> {
  const { count } = await trx
    .selectFrom('snapshots')
    .select((e) => e.fn.countAll<number | string>().as('count'))
    .where('workspace_id', '=', workspace_id)
    .where('expires_at', '>', created_at)
    .executeTakeFirstOrThrow();
  if (Number(count) >= config.shares.max_snapshots)
    throw new AppError(
      'conflict',
      `The workspace has ${count} snapshots, the maximum. Revoke one first.`,
    );
}

const entryOf = (by: Actor, action: string, row: SnapshotRow) => ({
  accountId: by.principal.accountId,
  by,
  clientId: row.client_id,
  workspaceId: row.workspace_id,
  action,
  target: {
    snapshot_id: row.id,
    source: row.source,
    source_id: row.source_id,
    title: row.title,
    expires_at: row.expires_at,
  },
});

const recordOf = (row: SnapshotRow): SnapshotRecord => ({
  snapshot_id: row.id,
  source: row.source,
  source_id: row.source_id,
  title: row.title,
  maker: row.maker,
  created_at: row.created_at,
  expires_at: row.expires_at,
});

const unshareable = (msg: string) => new AppError('unprocessable', msg);
const ended = () =>
  new AppError(
    'link_not_found',
    'This link no longer works. Ask the person who shared it for a new one.',
  );
