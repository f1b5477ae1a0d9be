import type { Transaction } from 'kysely';
import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { newId, slugOf } from '#src/ids.ts';
import type { Principal } from '#src/principal.ts';
import { closingsOf } from '#src/store/closings.ts';
import { readPage } from '#src/store/page.ts';
import { refuseTooMany } from '#src/store/refuse-too-many.ts';
import type { Store, StoreSchema, TenantRow } from '#src/store/schema.ts';
import { takeTurn } from '#src/store/take-turn.ts';
import { auditedBy, recordAudit } from './audit.ts';
import { wrongTenant } from './key-binding.ts';
import type { RemoveTenant } from './remove.ts';
import { freeSlug } from './slugs.ts';
import type { Actor, TenantRecord, Tenants } from './types.ts';

export interface TenantsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Config['accounts'];
  readonly remove: RemoveTenant;
}

/** The tenants of an account. Only a key of the whole account makes and removes them. */
export function createTenants(deps: TenantsDeps): Tenants {
  const { store, clock } = deps;
  return {
    async list({ accountId, clientId }, page) {
      const about = { table: 'tenants', newestFirst: false };
      const { items, nextCursor } = await readPage(page, about, ({ after, limit }) => {
        let query = store
          .selectFrom('tenants')
          .selectAll()
          .where('account_id', '=', accountId)
          .where(after);
        if (clientId !== null) query = query.where('id', '=', clientId);
        return query.orderBy('created_at').orderBy('id').limit(limit).execute();
      });
      return { items: items.map(tenantRecord), nextCursor };
    },

    async create(by, { name }, settle) {
      const { accountId } = by.principal;
      demandAccount(by.principal, 'make');
      return store.transaction().execute(async (trx) => {
        await takeTurn(trx, accountId);
        await refuseTooMany(
          trx,
          {
            table: 'tenants',
            column: 'account_id',
            value: accountId,
            most: deps.config.max_tenants,
          },
          (count) => `The account has ${count} tenants, the maximum. Delete one first.`,
        );
        const row: TenantRow = {
          id: newId('cl'),
          account_id: accountId,
          name,
          slug: await freeSlug(trx, { accountId }, slugOf(name)),
          created_at: timestamp(clock.now()),
        };
        await trx.insertInto('tenants').values(row).execute();
        await audit(trx, deps, by, 'tenant.created', row);
        const made = tenantRecord(row);
        await settle?.(trx, made);
        return made;
      });
    },

    async change(by, clientId, { name }) {
      if (by.principal.workspaceId !== null)
        throw new AppError(
          'forbidden',
          'This key is limited to one workspace. Use a tenant-level key to change the tenant.',
        );
      return store.transaction().execute(async (trx) => {
        await takeTurn(trx, by.principal.accountId);
        const row = await find(trx, by.principal, clientId);
        await trx.updateTable('tenants').set({ name }).where('id', '=', clientId).execute();
        await audit(trx, deps, by, 'tenant.changed', { ...row, name });
        return tenantRecord({ ...row, name });
      });
    },

    async remove(by, clientId) {
      demandAccount(by.principal, 'remove');
      const removed = await store.transaction().execute(async (trx) => {
        await takeTurn(trx, by.principal.accountId);
        const row = await find(trx, by.principal, clientId);
        await audit(trx, deps, by, 'tenant.deleted', row);
        return deps.remove(trx, row);
      });
      await closingsOf(store).close(removed);
    },
  };
}

function demandAccount({ clientId }: Principal, what: string): void {
  if (clientId !== null)
    throw new AppError(
      'forbidden',
      `This key is limited to one tenant. Use an account-level key to ${what} tenants.`,
    );
}

async function find(
  trx: Transaction<StoreSchema>,
  principal: Principal,
  clientId: string,
): Promise<TenantRow> {
  const row = await trx
    .selectFrom('tenants')
    .selectAll()
    .where('id', '=', clientId)
    .where('account_id', '=', principal.accountId)
    .executeTakeFirst();
  if (!row || (principal.clientId !== null && principal.clientId !== clientId)) throw wrongTenant();
  return row;
}

const audit = (
  trx: Transaction<StoreSchema>,
  { clock }: TenantsDeps,
  by: Actor,
  action: string,
  { id, name }: TenantRow,
) =>
  recordAudit(trx, clock, {
    ...auditedBy(by),
    clientId: id,
    workspaceId: null,
    action,
    target: { name },
  });

export const tenantRecord = (row: TenantRow): TenantRecord => ({
  client_id: row.id,
  name: row.name,
  slug: row.slug,
  created_at: row.created_at,
});
