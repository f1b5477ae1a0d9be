import type { Transaction } from 'kysely';
import { nanoDollars } from '#src/dollars.ts';
import { newId } from '#src/ids.ts';
import type { SpendRow, SpendTotalRow, Store, StoreSchema } from '#src/store/schema.ts';
import { addSpend, type SpendOwner } from './spend-totals.ts';

/** What is done in the transaction of a settlement, with the totals after it. */
export type Settled = (
  trx: Transaction<StoreSchema>,
  settled: { readonly askedAt: string; readonly totals: readonly SpendTotalRow[] },
) => Promise<void>;

/** Writes a reservation (US dollars) that its totals hold already. */
export async function insertReservation(
  trx: Store,
  owner: SpendOwner,
  reservation: { readonly id: string; readonly usd: number; readonly at: string },
): Promise<void> {
  const { id, usd, at } = reservation;
  const row = { ...rowOf(owner), id, reserved_usd: usd, created_at: at };
  await trx
    .insertInto('spend')
    .values({ ...row, settled_usd: null, settled_at: null })
    .execute();
}

/** Writes a cost (US dollars) for which nothing was set aside. */
export async function recordCost(
  store: Store,
  owner: SpendOwner,
  { usd, at }: { readonly usd: number; readonly at: string },
  settled?: Settled,
): Promise<void> {
  const row = { ...rowOf(owner), id: newId('sp'), reserved_usd: 0, created_at: at };
  await store.transaction().execute(async (trx) => {
    const amounts = { reserved_nano: 0, settled_nano: nanoDollars(usd) };
    const totals = await addSpend(trx, owner, at, amounts);
    await trx
      .insertInto('spend')
      .values({ ...row, settled_usd: usd, settled_at: at })
      .execute();
    await settled?.(trx, { askedAt: at, totals });
  });
}

/** Ends the transaction of a raise that may not be. */
class RaiseRefusal extends Error {}

/**
 * Sets `usd` (US dollars) aside in all for a question that runs; `mayHold` judges the totals with it. False, and nothing
 * changed, where it may not, or where the question was settled meanwhile.
 */
export async function raiseReservation(
  store: Store,
  id: string,
  usd: number,
  mayHold: (totals: readonly SpendTotalRow[]) => boolean,
): Promise<boolean> {
  try {
    return await store.transaction().execute(async (trx) => {
      const before = await trx
        .selectFrom('spend')
        .selectAll()
        .where('id', '=', id)
        .where('settled_usd', 'is', null)
        .executeTakeFirst();
      if (!before) return false;
      const { numUpdatedRows } = await trx
        .updateTable('spend')
        .set({ reserved_usd: usd })
        .where('id', '=', id)
        .where('settled_usd', 'is', null)
        .where('reserved_usd', '=', before.reserved_usd)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      const totals = await addSpend(trx, ownerOf(before), before.created_at, {
        reserved_nano: nanoDollars(usd) - nanoDollars(before.reserved_usd),
        settled_nano: 0,
      });
      if (!mayHold(totals)) throw new RaiseRefusal();
      return true;
    });
  } catch (error) {
    if (error instanceof RaiseRefusal) return false;
    throw error;
  }
}

/** Turns a reservation into what it cost (US dollars), once; also one that was released meanwhile. */
export async function settleReservation(
  store: Store,
  id: string,
  { usd, at }: { readonly usd: number; readonly at: string },
  settled?: Settled,
): Promise<void> {
  await store.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('spend')
      .set({ settled_usd: usd, settled_at: at })
      .where('id', '=', id)
      .where('settled_usd', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!row) return;
    const totals = await addSpend(trx, ownerOf(row), row.created_at, {
      reserved_nano: -nanoDollars(row.reserved_usd),
      settled_nano: nanoDollars(usd),
    });
    await settled?.(trx, { askedAt: row.created_at, totals });
  });
}

/** Gives back what the account's questions from before `before` still hold; says how many held something. */
export async function releaseAbandoned(
  store: Store,
  accountId: string,
  before: string,
): Promise<number> {
  const abandoned = await store
    .selectFrom('spend')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('settled_usd', 'is', null)
    .where('created_at', '<', before)
    .where('reserved_usd', '>', 0)
    .execute();
  for (const row of abandoned) await release(store, row);
  return abandoned.length;
}

/** Two nodes may find the same one: only who empties it takes it from the totals. */
async function release(store: Store, row: SpendRow): Promise<void> {
  await store.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('spend')
      .set({ reserved_usd: 0 })
      .where('id', '=', row.id)
      .where('settled_usd', 'is', null)
      .where('reserved_usd', '>', 0)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    const reserved_nano = -nanoDollars(row.reserved_usd);
    await addSpend(trx, ownerOf(row), row.created_at, { reserved_nano, settled_nano: 0 });
  });
}

const rowOf = (owner: SpendOwner) => ({
  account_id: owner.accountId,
  client_id: owner.clientId,
  workspace_id: owner.workspaceId,
  end_user_id: owner.endUserId,
});

const ownerOf = (row: SpendRow): SpendOwner => ({
  accountId: row.account_id,
  clientId: row.client_id,
  workspaceId: row.workspace_id,
  endUserId: row.end_user_id,
});
