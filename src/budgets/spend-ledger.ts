import { type Clock, timestamp } from '#src/clock.ts';
import { newId } from '#src/ids.ts';
import type { BudgetPolicy } from '#src/plugin-api/budget-policy.ts';
import type { Store } from '#src/store/schema.ts';

/**
 * Records what questions cost and lets every one pass. A question that is estimated at nothing (the built-in planner)
 * reserves nothing and is not written; its cost, should it have one after all, is.
 */
export function createSpendLedger(store: Store, clock: Clock): BudgetPolicy {
  const unreserved = new Map<string, Parameters<BudgetPolicy['reserve']>[0]>();
  const row = (id: string, scope: Parameters<BudgetPolicy['reserve']>[0], reserved: number) => ({
    id,
    account_id: scope.accountId,
    client_id: scope.clientId,
    workspace_id: scope.workspaceId,
    end_user_id: scope.endUserId,
    reserved_usd: reserved,
    settled_usd: null,
    created_at: timestamp(clock.now()),
    settled_at: null,
  });
  return {
    async reserve(scope, estimate) {
      const reservationId = newId('sp');
      if (estimate > 0)
        await store
          .insertInto('spend')
          .values(row(reservationId, scope, estimate))
          .execute();
      else unreserved.set(reservationId, scope);
      return { allowed: true, reservationId, alerts: [] };
    },
    async settle(reservationId, cost) {
      const scope = unreserved.get(reservationId);
      unreserved.delete(reservationId);
      const settled = { settled_usd: cost, settled_at: timestamp(clock.now()) };
      if (!scope) {
        await store
          .updateTable('spend')
          .set(settled)
          .where('id', '=', reservationId)
          .where('settled_usd', 'is', null)
          .execute();
      } else if (cost > 0) {
        await store
          .insertInto('spend')
          .values({ ...row(reservationId, scope, 0), ...settled })
          .execute();
      }
    },
    close: () => Promise.resolve(),
  };
}
