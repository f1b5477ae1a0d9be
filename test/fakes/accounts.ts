import { createKey } from '#src/accounts/keys.ts';
import type { AccountsService, ResolvedWorkspace, WorkspaceRecord } from '#src/accounts/types.ts';
import { AppError } from '#src/errors.ts';
import { NO_ROW_POLICY, type Principal } from '#src/principal.ts';

const AT = '2026-11-01T00:00:00.000';

/** The callers of the fake accounts: whose key it is, and what it may. */
export const CALLERS = [
  'full',
  'wholeTenant',
  'wholeAccount',
  'askOnly',
  'website',
  'sample',
  'otherTenant',
  'otherAccount',
  'direct',
  'free',
] as const;
export type Caller = (typeof CALLERS)[number];

/** Tenant `cli_1` has the workspaces `ws_1` (with data) and `ws_empty`; `cli_2` is another tenant of the account. */
const WORKSPACES: readonly (WorkspaceRecord & { readonly client_id: string })[] = [
  workspaceRow('cli_1', 'ws_1', 'General'),
  workspaceRow('cli_1', 'ws_empty', 'Empty'),
  workspaceRow('cli_2', 'ws_2', 'General'),
  workspaceRow('cli_3', 'ws_3', 'General'),
];
const TENANTS = [
  { client_id: 'cli_1', account: 'acc_1' },
  { client_id: 'cli_2', account: 'acc_1' },
  { client_id: 'cli_3', account: 'acc_2' },
];

const PRINCIPALS: Readonly<Record<Caller, Principal>> = {
  full: caller('full', {}),
  wholeTenant: caller('wholeTenant', { workspaceId: null }),
  wholeAccount: caller('wholeAccount', { clientId: null, workspaceId: null }),
  askOnly: caller('askOnly', {}, { scope: 'query' }),
  website: caller(
    'website',
    {},
    { scope: 'query', allowedOrigins: ['https://shop.example', 'http://localhost:3000'] },
  ),
  sample: caller('sample', { accountType: 'sample', plan: 'sample' }, { sample: true }),
  otherTenant: caller('otherTenant', { clientId: 'cli_2', workspaceId: 'ws_2' }),
  otherAccount: caller('otherAccount', {
    accountId: 'acc_2',
    clientId: null,
    workspaceId: null,
  }),
  direct: caller('direct', { accountType: 'direct' }),
  free: caller('free', { plan: 'free' }),
};

export interface FakeAccounts extends AccountsService {
  readonly keys: Readonly<Record<Caller, string>>;
  /** How often a key was looked up. */
  readonly reads: () => number;
}

/** Accounts in memory, with the errors of the real ones. */
export function createFakeAccounts(options: { readonly signup?: boolean } = {}): FakeAccounts {
  const keys = Object.fromEntries(CALLERS.map((name) => [name, createKey('live')])) as Record<
    Caller,
    string
  >;
  const byKey = new Map(CALLERS.map((name) => [keys[name], PRINCIPALS[name]]));
  let reads = 0;

  const reach = (principal: Principal, clientId: string) => {
    const tenant = TENANTS.find((candidate) => candidate.client_id === clientId);
    const bound = principal.clientId !== null && principal.clientId !== clientId;
    if (bound || tenant?.account !== principal.accountId)
      throw new AppError('wrong_tenant', 'API key is scoped to a different tenant');
  };
  const listed = (principal: Principal, clientId: string) =>
    WORKSPACES.filter(
      (row) =>
        row.client_id === clientId &&
        (principal.workspaceId === null || row.workspace_id === principal.workspaceId),
    );

  return {
    keys,
    reads: () => reads,
    async authenticate(apiKey) {
      reads += 1;
      return byKey.get(apiKey) ?? null;
    },
    async whoami(principal) {
      const { prefix, name, environment } = principal.key;
      const bound = WORKSPACES.find((row) => row.workspace_id === principal.workspaceId);
      return {
        key: { prefix, name, environment },
        account: { type: principal.accountType, plan: principal.plan },
        client_id: principal.clientId,
        workspace_id: principal.workspaceId,
        ...(bound ? { workspace: summary(bound) } : {}),
        ...(principal.clientId !== null && !bound
          ? { workspaces: listed(principal, principal.clientId).map(shown) }
          : {}),
        ...(principal.clientId === null
          ? { clients: [{ client_id: 'cli_1', name: 'One', slug: 'one', created_at: AT }] }
          : {}),
        plan_limits: principal.plan === 'free' ? { requests_per_minute: 30 } : null,
        sample: principal.key.sample,
      };
    },
    async signup() {
      if (!options.signup) throw new AppError('not_found', 'Not found');
      return {
        account: { id: 'acc_new', type: 'standard', plan: 'free' },
        client_id: 'cli_new',
        workspace_id: 'ws_new',
        workspace: { workspace_id: 'ws_new', name: 'General', slug: 'general' },
        api_key: createKey('live'),
      };
    },
    async tenant(principal, clientId) {
      reach(principal, clientId);
      return { client_id: clientId, name: 'One', slug: 'one', created_at: AT };
    },
    async workspace(principal, address) {
      const clientId = address.clientId ?? principal.clientId;
      if (clientId === null)
        throw new AppError('unprocessable', 'Name the tenant in the header X-Tenant-ID.');
      reach(principal, clientId);
      const wanted = address.workspaceId ?? principal.workspaceId;
      if (principal.workspaceId !== null && wanted !== principal.workspaceId)
        throw new AppError('wrong_workspace', 'API key is scoped to a different workspace');
      const rows = listed(principal, clientId);
      const row = wanted === null ? rows[0] : rows.find((one) => one.workspace_id === wanted);
      if (!row) throw new AppError('workspace_not_found', `There is no workspace ${wanted} here.`);
      return resolved(principal, row);
    },
    async workspaces(principal, clientId) {
      reach(principal, clientId);
      return listed(principal, clientId).map(shown);
    },
    async createWorkspace(principal, clientId, { name }) {
      reach(principal, clientId);
      return shown(workspaceRow(clientId, 'ws_new', name));
    },
    async sample() {
      return {
        api_key: keys.sample,
        client_id: 'cli_1',
        workspace_id: 'ws_1',
        workspace: summary(WORKSPACES[0]!),
        questions: ['total revenue by region'],
        tables: [{ table_name: 'orders', row_count: 20_000 }],
        limits: { requests_per_minute: 5, questions_per_hour: 30 },
        end_user_header: 'X-End-User-Id',
      };
    },
  };
}

function caller(
  name: string,
  over: Partial<Principal>,
  key: Partial<Principal['key']> = {},
): Principal {
  return {
    accountId: 'acc_1',
    accountType: 'standard',
    plan: 'self_hosted',
    clientId: 'cli_1',
    workspaceId: 'ws_1',
    endUserId: null,
    policy: NO_ROW_POLICY,
    ...over,
    key: {
      id: `key_${name}`,
      name,
      prefix: 'plumb_live_abcde',
      environment: 'live',
      scope: 'full',
      sample: false,
      allowedOrigins: [],
      ...key,
    },
  };
}

function workspaceRow(clientId: string, id: string, name: string) {
  const source = id === 'ws_empty' ? 'none' : 'files';
  return {
    client_id: clientId,
    workspace_id: id,
    name,
    slug: name.toLowerCase(),
    source,
    created_at: AT,
  } as const;
}

const summary = ({ workspace_id, name, slug }: WorkspaceRecord) => ({ workspace_id, name, slug });
const shown = ({ workspace_id, name, slug, source, created_at }: WorkspaceRecord) => ({
  workspace_id,
  name,
  slug,
  source,
  created_at,
});

const resolved = (
  principal: Principal,
  row: WorkspaceRecord & { readonly client_id: string },
): ResolvedWorkspace => ({
  accountId: principal.accountId,
  clientId: row.client_id,
  workspaceId: row.workspace_id,
  source: row.source,
  databaseId: null,
  schemaStatus: row.source === 'none' ? 'not_started' : 'ready',
  schemaError: null,
  generationId: row.source === 'none' ? null : 'gen_1',
  timezone: 'UTC',
  asOf: null,
});
