import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import type { Principal } from '#src/principal.ts';
import type { Store } from '#src/store/schema.ts';
import type { Budget } from './budget.ts';
import { type CapSources, type DeploymentCap, deploymentCaps } from './caps.ts';
import { reachOf } from './reach.ts';
import { type BudgetUse, useOf } from './use.ts';

/** Which questions are meant; null: all that the key may ask. */
export interface CapFilter {
  readonly clientId: string | null;
  readonly workspaceId: string | null;
}

/** A cap of the deployment with what its present period comes to. */
export interface CapRecord extends Budget, BudgetUse {
  /** `plan`, or the name of the policy. */
  readonly source: string;
}

export interface HeldCaps {
  readonly caps: readonly CapRecord[];
  /** False where the key reaches more workspaces than were looked at: a filter shows those of the others. */
  readonly complete: boolean;
}

export interface HeldCapsDeps extends CapSources {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Pick<Config, 'plans' | 'budgets'>;
}

/** End users, where none is named: what caps each by itself. */
const EACH = '*';

/** The caps of plans and policies that hold for questions of a key, in the workspaces that it reaches. */
export async function heldCaps(
  deps: HeldCapsDeps,
  principal: Principal,
  filter: CapFilter,
): Promise<HeldCaps> {
  const { store, clock, config } = deps;
  const most = config.budgets.listed_workspaces;
  const rows = await workspacesOf(store, principal, filter, most + 1);
  const reach = await reachOf(store, principal);
  const asked = { principal, reach, at: timestamp(clock.now()) };
  const caps = await Promise.all(
    (await capsOf(deps, principal, rows.slice(0, most))).map(async ({ budget, source }) => ({
      ...{ source, ...budget },
      ...(await useOf(store, asked, budget)),
    })),
  );
  return { caps, complete: rows.length <= most };
}

interface WorkspaceRef {
  readonly id: string;
  readonly client_id: string;
}

function workspacesOf(
  store: Store,
  { accountId, clientId, workspaceId }: Principal,
  filter: CapFilter,
  limit: number,
): Promise<readonly WorkspaceRef[]> {
  let query = store
    .selectFrom('workspaces')
    .innerJoin('tenants', 'tenants.id', 'workspaces.client_id')
    .select(['workspaces.id', 'workspaces.client_id'])
    .where('tenants.account_id', '=', accountId);
  for (const one of [clientId, filter.clientId])
    if (one !== null) query = query.where('workspaces.client_id', '=', one);
  for (const one of [workspaceId, filter.workspaceId])
    if (one !== null) query = query.where('workspaces.id', '=', one);
  return query.orderBy('workspaces.created_at').orderBy('workspaces.id').limit(limit).execute();
}

/** Each cap once: an account is capped for questions in all of its workspaces. */
async function capsOf(
  sources: CapSources,
  { accountId, endUserId, plan }: Principal,
  workspaces: readonly WorkspaceRef[],
): Promise<readonly DeploymentCap[]> {
  const found = new Map<string, DeploymentCap>();
  for (const { id: workspaceId, client_id: clientId } of workspaces) {
    const scope = { accountId, clientId, workspaceId, endUserId: endUserId ?? EACH, plan };
    for (const cap of await deploymentCaps(sources, scope)) {
      const key = JSON.stringify([cap.source, cap.budget]);
      if (!found.has(key)) found.set(key, cap);
    }
  }
  return [...found.values()];
}
