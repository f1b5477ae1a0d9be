import type { Transaction } from 'kysely';
import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { newId, slugOf } from '#src/ids.ts';
import { closingsOf } from '#src/store/closings.ts';
import { readPage } from '#src/store/page.ts';
import { refuseTooMany } from '#src/store/refuse-too-many.ts';
import type { Store, StoreSchema, WorkspaceRow } from '#src/store/schema.ts';
import { shownOf, shownWorkspaces } from '#src/store/shown-workspaces.ts';
import { takeTurn } from '#src/store/take-turn.ts';
import { auditedBy, recordAudit } from './audit.ts';
import { emptyWorkspace } from './create.ts';
import { ownsTenant, wrongTenant } from './key-binding.ts';
import type { RemoveWorkspace } from './remove.ts';
import { freeSlug } from './slugs.ts';
import type { Actor, WorkspaceChange, WorkspaceRecord, Workspaces } from './types.ts';

export interface WorkspacesDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Config['accounts'];
  readonly remove: RemoveWorkspace;
}

type Trx = Transaction<StoreSchema>;

/** The workspaces of a tenant that the caller reaches; whether it reaches the tenant is judged before. */
export function createWorkspaces(deps: WorkspacesDeps): Workspaces {
  const { store, clock } = deps;
  return {
    async list({ workspaceId }, clientId, page) {
      const about = { table: 'workspaces', newestFirst: false };
      const { items, nextCursor } = await readPage(page, about, ({ after, limit }) => {
        let query = shownWorkspaces(store)
          .where('workspaces.client_id', '=', clientId)
          .where(after);
        if (workspaceId !== null) query = query.where('workspaces.id', '=', workspaceId);
        return query
          .orderBy('workspaces.created_at')
          .orderBy('workspaces.id')
          .limit(limit)
          .execute();
      });
      return { items: items.map((row) => workspaceRecord(shownOf(row))), nextCursor };
    },

    async create(by, clientId, request, settle) {
      demandTenant(by, 'create');
      return store.transaction().execute(async (trx) => {
        const { accountId } = by.principal;
        await takeTurn(trx, accountId);
        if (!(await ownsTenant(trx, accountId, clientId))) throw wrongTenant();
        await refuseTooMany(
          trx,
          {
            table: 'workspaces',
            column: 'client_id',
            value: clientId,
            most: deps.config.max_workspaces,
          },
          (count) => `The tenant has ${count} workspaces, the maximum. Delete one first.`,
        );
        const row: WorkspaceRow = {
          ...emptyWorkspace,
          id: newId('ws'),
          client_id: clientId,
          name: request.name,
          slug: await freeSlug(trx, { clientId }, slugOf(request.name)),
          timezone: request.timezone ?? 'UTC',
          as_of: request.asOf ?? null,
          created_at: timestamp(clock.now()),
        };
        await trx.insertInto('workspaces').values(row).execute();
        await audit(trx, deps, by, 'workspace.created', row, {});
        const made = workspaceRecord(row);
        await settle?.(trx, made);
        return made;
      });
    },

    change: (by, clientId, workspaceId, change) =>
      store.transaction().execute(async (trx) => {
        await takeTurn(trx, by.principal.accountId);
        const row = await find(trx, by, clientId, workspaceId);
        const set = setOf(change);
        await trx.updateTable('workspaces').set(set).where('id', '=', workspaceId).execute();
        await audit(trx, deps, by, 'workspace.changed', { ...row, ...set }, set);
        const shown = await shownWorkspaces(trx)
          .where('workspaces.id', '=', workspaceId)
          .executeTakeFirstOrThrow();
        return workspaceRecord(shownOf(shown));
      }),

    async remove(by, clientId, workspaceId) {
      const removed = await store.transaction().execute(async (trx) => {
        await takeTurn(trx, by.principal.accountId);
        const row = await find(trx, by, clientId, workspaceId);
        demandTenant(by, 'remove');
        await audit(trx, deps, by, 'workspace.deleted', row, {});
        return deps.remove(trx, by.principal.accountId, row);
      });
      await closingsOf(store).close(removed);
    },
  };
}

function demandTenant({ principal }: Actor, what: string): void {
  if (principal.workspaceId !== null)
    throw new AppError(
      'forbidden',
      `This key is limited to one workspace. Use a tenant-level key to ${what} workspaces.`,
    );
}

async function find(
  trx: Trx,
  { principal }: Actor,
  clientId: string,
  workspaceId: string,
): Promise<WorkspaceRow> {
  if (principal.workspaceId !== null && principal.workspaceId !== workspaceId)
    throw new AppError('wrong_workspace', 'API key is scoped to a different workspace');
  const row = await trx
    .selectFrom('workspaces')
    .selectAll()
    .where('id', '=', workspaceId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (row) return row;
  throw new AppError(
    'workspace_not_found',
    `Workspace ${workspaceId} doesn't exist. Check its ID.`,
  );
}

const setOf = ({ name, timezone, asOf }: WorkspaceChange) => ({
  ...(name === undefined ? {} : { name }),
  ...(timezone === undefined ? {} : { timezone }),
  ...(asOf === undefined ? {} : { as_of: asOf }),
});

const audit = (
  trx: Trx,
  { clock }: WorkspacesDeps,
  by: Actor,
  action: string,
  row: WorkspaceRow,
  about: Readonly<Record<string, unknown>>,
) =>
  recordAudit(trx, clock, {
    ...auditedBy(by),
    clientId: row.client_id,
    workspaceId: row.id,
    action,
    target: { name: row.name, ...about },
  });

export const workspaceRecord = (
  row: Pick<WorkspaceRow, 'id' | 'name' | 'slug' | 'source' | 'created_at'>,
): WorkspaceRecord => ({
  workspace_id: row.id,
  name: row.name,
  slug: row.slug,
  source: row.source,
  created_at: row.created_at,
});
