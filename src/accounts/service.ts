import type { Config, PlanLimits } from '#config/schema.ts';
import type { Clock } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import type { Principal } from '#src/principal.ts';
import { prepared } from '#src/store/prepared.ts';
import type { Store, TenantRow } from '#src/store/schema.ts';
import {
  listedWorkspaces,
  type ShownWorkspace,
  shownWorkspace,
  shownWorkspacesOf,
} from '#src/store/shown-workspaces.ts';
import { recordAudit } from './audit.ts';
import type { Authenticator } from './authenticate.ts';
import { createAccount } from './create.ts';
import { wrongTenant } from './key-binding.ts';
import { tenantRecord } from './tenants.ts';
import type {
  AccountsService,
  ResolvedWorkspace,
  SampleRecord,
  TenantRecord,
  WhoamiRecord,
} from './types.ts';
import { workspaceRecord } from './workspaces.ts';

export interface AccountsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Pick<Config, 'plans' | 'signup_plan'>;
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  readonly sample: () => Promise<SampleRecord | null>;
}

export function createAccountsService(deps: AccountsDeps): AccountsService {
  const { store, clock, config } = deps;

  const tenant = async (principal: Principal, clientId: string): Promise<TenantRow> => {
    if (principal.clientId !== null && principal.clientId !== clientId) throw wrongTenant();
    const [row] = await tenantById(store, clientId);
    // Another account's tenant answers as one that does not exist, so that ids cannot be probed.
    if (row?.account_id !== principal.accountId) throw wrongTenant();
    return row;
  };

  const reachable = async (principal: Principal, clientId: string): Promise<ShownWorkspace[]> => {
    const { workspaceId } = principal;
    const shown = await shownWorkspacesOf(store, clientId);
    return workspaceId === null ? shown : shown.filter(({ id }) => id === workspaceId);
  };

  const chooseTenant = async (principal: Principal, clientId: string | null): Promise<string> => {
    if (clientId !== null) return (await tenant(principal, clientId)).id;
    if (principal.clientId !== null) return principal.clientId;
    const tenants = await tenantsOfAccount(store, principal.accountId);
    if (tenants.length === 1) return tenants[0]!.id;
    throw new AppError(
      'unprocessable',
      'This key can access several tenants. Choose one with the header X-Tenant-ID (GET /whoami lists them).',
    );
  };

  return {
    authenticate: (apiKey) => deps.authenticator.authenticate(apiKey),

    async whoami(principal) {
      const { clientId, workspaceId } = principal;
      const listed = clientId === null ? [] : await listedWorkspaces(store, clientId);
      const bound = workspaceId === null ? undefined : listed.find(({ id }) => id === workspaceId);
      const plan = config.plans[principal.plan];
      return {
        key: {
          prefix: principal.key.prefix,
          name: principal.key.name,
          environment: principal.key.environment,
          scope: principal.key.scope,
        },
        account: { type: principal.accountType, plan: principal.plan },
        client_id: principal.clientId,
        workspace_id: principal.workspaceId,
        ...(bound
          ? { workspace: { workspace_id: bound.id, name: bound.name, slug: bound.slug } }
          : {}),
        ...(principal.clientId !== null && !bound
          ? { workspaces: listed.map(workspaceRecord) }
          : {}),
        ...(principal.clientId === null
          ? { clients: await tenantsOf(store, principal.accountId) }
          : {}),
        plan_limits: plan?.show_limits ? planLimits(plan, clock.now()) : null,
        sample: principal.key.sample,
      } satisfies WhoamiRecord;
    },

    async signup({ email, projectName }) {
      const created = await store.transaction().execute(async (trx) => {
        const made = await createAccount(trx, clock, {
          type: 'standard',
          plan: config.signup_plan,
          name: projectName,
          email,
          key: { name: 'Signup key', bindTo: 'workspace' },
        });
        await recordAudit(trx, clock, {
          accountId: made.accountId,
          clientId: made.clientId,
          workspaceId: made.workspace.workspace_id,
          action: 'account.created',
          by: 'signup',
          target: { name: projectName },
        });
        return made;
      });
      return {
        account: { id: created.accountId, type: 'standard', plan: config.signup_plan },
        client_id: created.clientId,
        workspace_id: created.workspace.workspace_id,
        workspace: created.workspace,
        api_key: created.apiKey!,
      };
    },

    tenant: async (principal, clientId) => tenantRecord(await tenant(principal, clientId)),

    async workspace(principal, address) {
      const clientId = await chooseTenant(principal, address.clientId);
      const wanted = address.workspaceId ?? principal.workspaceId;
      if (principal.workspaceId !== null && wanted !== principal.workspaceId)
        throw new AppError('wrong_workspace', 'API key is scoped to a different workspace');
      if (wanted !== null) {
        const row = await shownWorkspace(store, wanted);
        if (row?.client_id !== clientId)
          throw new AppError(
            'workspace_not_found',
            `Workspace ${wanted} doesn't exist or isn't accessible. GET /whoami lists the workspaces of this key.`,
          );
        return resolved(principal, row);
      }
      const rows = await reachable(principal, clientId);
      if (rows.length === 1) return resolved(principal, rows[0]!);
      if (rows.length === 0)
        throw new AppError(
          'workspace_not_found',
          'This tenant has no workspace yet. Create one with POST /clients/{client_id}/workspaces.',
        );
      throw new AppError(
        'unprocessable',
        `This tenant has ${rows.length} workspaces. Choose one with workspace_id (GET /whoami lists them).`,
      );
    },

    async workspaceIds(principal, clientId) {
      const chosen = await chooseTenant(principal, clientId);
      return (await reachable(principal, chosen)).map(({ id }) => id);
    },

    sample: deps.sample,
  };
}

function resolved(principal: Principal, row: ShownWorkspace): ResolvedWorkspace {
  return {
    accountId: principal.accountId,
    clientId: row.client_id,
    workspaceId: row.id,
    source: row.source,
    databaseId: row.database_id,
    generationId: row.generation_id,
    schemaStatus: row.schema_status,
    schemaError: principal.key.scope === 'full' ? row.schema_error : null,
    timezone: row.timezone,
    asOf: row.as_of,
  };
}

const tenantById = prepared((db) => db.selectFrom('tenants').selectAll().where('id', '=', ''));

const tenantsOfAccount = prepared((db) =>
  db
    .selectFrom('tenants')
    .selectAll()
    .where('account_id', '=', '')
    .orderBy('created_at')
    .orderBy('id'),
);

async function tenantsOf(store: Store, accountId: string): Promise<TenantRecord[]> {
  return (await tenantsOfAccount(store, accountId)).map(tenantRecord);
}

/** The limits of a plan as `/whoami` shows them; spending starts anew on the first of the next month. */
function planLimits(plan: PlanLimits, now: Date): Record<string, unknown> {
  const resets = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  return {
    requests_per_minute: plan.requests_per_minute,
    spend_cap_usd: plan.spend_cap_usd,
    spend_resets_on: resets.toISOString().slice(0, 10),
    questions_per_month: plan.questions_per_month,
    max_file_bytes: plan.max_file_bytes,
    max_files: plan.max_files,
    max_rows_per_workspace: plan.max_rows_per_workspace,
  };
}
