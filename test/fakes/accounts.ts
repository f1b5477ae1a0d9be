import { randomBytes, scryptSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Logger, pino } from 'pino';
import type { Config } from '#config/schema.ts';
import { createApiKeys } from '#src/accounts/api-keys.ts';
import { createAuditTrail } from '#src/accounts/audit.ts';
import { createAuthenticator } from '#src/accounts/authenticate.ts';
import { emptyWorkspace, type NewKey, newKey } from '#src/accounts/create.ts';
import { createMembers } from '#src/accounts/members/members.ts';
import { createPasswords } from '#src/accounts/members/passwords.ts';
import { memberPrincipal } from '#src/accounts/members/principal.ts';
import type { Members } from '#src/accounts/members/types.ts';
import { openModelSettings } from '#src/accounts/model-settings.ts';
import { createOidc } from '#src/accounts/oidc/oidc.ts';
import type { Oidc } from '#src/accounts/oidc/types.ts';
import { createRemove } from '#src/accounts/remove.ts';
import { readSample } from '#src/accounts/sample-account.ts';
import { createAccountsService } from '#src/accounts/service.ts';
import { createSignIns } from '#src/accounts/sign-ins/sign-ins.ts';
import type { SignIns } from '#src/accounts/sign-ins/types.ts';
import { createTenants } from '#src/accounts/tenants.ts';
import { openTokens } from '#src/accounts/tokens/service.ts';
import type { TokenRequest, TokensService } from '#src/accounts/tokens/types.ts';
import type {
  AccountsService,
  ApiKeys,
  AuditTrail,
  ModelSettings,
  Tenants,
  Workspaces,
} from '#src/accounts/types.ts';
import { createWorkspaces } from '#src/accounts/workspaces.ts';
import type { Clock } from '#src/clock.ts';
import type { PublishEvent, ServiceEvent } from '#src/events/types.ts';
import type { NewJob } from '#src/jobs/types.ts';
import { waitingLimits } from '#src/places.ts';
import type { Principal } from '#src/principal.ts';
import { createSecretBox } from '#src/secrets/secret-box.ts';
import { openStore } from '#src/store/open.ts';
import type { ApiKeyRow, Store, WorkspaceRow } from '#src/store/schema.ts';
import type { TestStore } from './stores.ts';

const AT = '2026-11-01T00:00:00.000';
/** The present of the test accounts. */
export const NOW = new Date(`${AT}Z`);

/**
 * The callers of the test accounts: whose key it is, and what it may. Tenant `cli_1` has the workspaces `ws_1` (with
 * data) and `ws_empty`, `cli_2` is another tenant of the account, `cli_3` is one of another account.
 */
const KEYS = {
  full: key({}),
  wholeTenant: key({ workspaceId: null }),
  wholeAccount: key({ clientId: null, workspaceId: null }),
  otherWorkspace: key({ workspaceId: 'ws_empty' }),
  askOnly: key({ scope: 'query' }),
  website: key({ scope: 'query' }),
  sample: key({ scope: 'query', sample: true }),
  revoked: key({}),
  otherTenant: key({ clientId: 'cli_2', workspaceId: 'ws_2' }),
  otherAccount: key({ accountId: 'acc_2', clientId: null, workspaceId: null }),
  direct: key({ accountId: 'acc_direct', clientId: null, workspaceId: null }),
  free: key({ accountId: 'acc_free', clientId: null, workspaceId: null }),
} as const;
export type Caller = keyof typeof KEYS;
const CALLERS = Object.keys(KEYS) as readonly Caller[];

const ACCOUNTS = [
  { id: 'acc_1', type: 'standard', plan: 'self_hosted' },
  { id: 'acc_2', type: 'standard', plan: 'self_hosted' },
  { id: 'acc_direct', type: 'direct', plan: 'self_hosted' },
  { id: 'acc_free', type: 'standard', plan: 'free' },
] as const;
const TENANTS = [
  { id: 'cli_1', account_id: 'acc_1' },
  { id: 'cli_2', account_id: 'acc_1' },
  { id: 'cli_3', account_id: 'acc_2' },
];
const WORKSPACES = [
  { id: 'ws_1', client_id: 'cli_1', name: 'General', hasData: true },
  { id: 'ws_empty', client_id: 'cli_1', name: 'Empty', hasData: false },
  { id: 'ws_2', client_id: 'cli_2', name: 'General', hasData: true },
  { id: 'ws_3', client_id: 'cli_3', name: 'General', hasData: true },
];

/** Members of `cli_1`, and an admin of `cli_2`. None has a password. */
const MEMBERS = [
  { id: 'mem_admin', client_id: 'cli_1', role: 'admin' },
  { id: 'mem_analyst', client_id: 'cli_1', role: 'analyst' },
  { id: 'mem_reader', client_id: 'cli_1', role: 'reader' },
  { id: 'mem_stranger', client_id: 'cli_2', role: 'admin' },
] as const;
export type MemberId = (typeof MEMBERS)[number]['id'];

const TOKEN: TokenRequest = {
  clientId: 'cli_1',
  workspaceId: null,
  endUserId: null,
  scope: null,
  ttlSeconds: null,
  rowFilter: {},
};

export interface TestAccounts extends AccountsService {
  readonly apiKeys: ApiKeys;
  readonly audit: AuditTrail;
  readonly tenants: Tenants;
  readonly workspaces: Workspaces;
  /** What was left to be done. */
  readonly jobs: readonly NewJob[];
  /** What was told of keys. */
  readonly events: readonly ServiceEvent[];
  readonly keys: Readonly<Record<Caller, string>>;
  readonly store: Store;
  /** Writes last-used times. */
  flush(): Promise<void>;
  /** Moves the clock on. */
  advance(milliseconds: number): void;
  readonly modelSettings: ModelSettings;
  readonly tokens: TokensService;
  readonly signIns: SignIns;
  readonly members: Members;
  readonly oidc: Oidc;
  /** The token of a new session, as the cookie has it. */
  signIn(whose: Caller | MemberId): Promise<string>;
  /** A token that is made at an instant. */
  mint(principal: Principal, request: Partial<TokenRequest>, at?: Date): Promise<string>;
  /** How often the store was asked for a key. */
  readonly reads: () => number;
  /** Passwords hashed so far: each takes as long. */
  readonly comparedPasswords: () => number;
  close(): Promise<void>;
}

/** The accounts feature over a store of its own that holds the callers. */
export async function openTestAccounts(
  config: Config,
  given?: FilledStore,
  log: Logger = pino({ level: 'silent' }),
): Promise<TestAccounts> {
  const opened = given ?? (await copyOfTemplate());
  const { keys } = opened;
  let now = NOW.getTime();
  const clock: Clock = { now: () => new Date(now) };
  const events: ServiceEvent[] = [];
  const jobs: NewJob[] = [];
  const publishEvent: PublishEvent = async (_trx, event) => void events.push(event);
  let reads = 0;
  const store = opened.db;
  const counted = opened.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      reads += 1;
      return result;
    },
  });
  const authenticator = createAuthenticator(counted, clock);
  const sample = () => readSample(store, config.sample);
  const accounts = createAccountsService({ store, clock, config, authenticator, sample });
  const box = createSecretBox([{ id: 'test', key: randomBytes(32) }]);
  const shared = { store, config, accounts, authenticator, log, box };
  const tokens = await openTokens({ ...shared, clock });
  const modelSettings = await openModelSettings({
    ...{ ...shared, clock },
    checkHost: async () => ['192.0.2.1'],
  });
  const signIns = createSignIns({ store, clock, config, authenticator });
  let compared = 0;
  const passwords = createPasswords({
    limits: waitingLimits(config),
    places: 2,
    storeId: 'sto_test',
    logCost: 10,
    derive: async (password, salt, bytes, cost) => {
      compared += 1;
      return scryptSync(password, salt, bytes, cost);
    },
  });
  const members = createMembers({ store, clock, config, accounts, passwords });
  const oidc = createOidc({ store, clock, config, log, members });
  const owning = { store, clock, config: config.accounts };
  const remove = createRemove({
    enqueue: async (_trx, job) => jobs.push(job),
    publishEvent,
    lingerMs: 60_000,
  });
  return {
    ...accounts,
    modelSettings,
    tokens,
    signIns,
    members,
    oidc,
    async signIn(whose) {
      const member = await memberPrincipal(store, whose);
      const principal = member ?? (await accounts.authenticate(keys[whose as Caller]));
      if (!principal) throw new Error(`${whose} cannot sign in`);
      const about = { endUserId: null, isLasting: false, userAgent: 'test' };
      return (await signIns.open({ principal, requestId: 'req' }, about)).cookie.token;
    },
    async mint(principal, request, at = clock.now()) {
      const then = await openTokens({ ...shared, clock: { now: () => at } });
      return (await then.mint(principal, { ...TOKEN, ...request })).token;
    },
    apiKeys: createApiKeys({ ...owning, publishEvent }),
    audit: createAuditTrail(store, clock),
    tenants: createTenants({ ...owning, remove: remove.tenant }),
    workspaces: createWorkspaces({ ...owning, remove: remove.workspace }),
    jobs,
    events,
    flush: () => authenticator.flush(),
    advance: (milliseconds) => {
      now += milliseconds;
    },
    keys,
    store,
    reads: () => reads,
    comparedPasswords: () => compared,
    async close() {
      await authenticator.close();
      await opened.dispose();
    },
  };
}

/** A store that holds the callers. */
export interface FilledStore extends Pick<TestStore, 'db' | 'dispose'> {
  readonly keys: Template['keys'];
  /** Another gateway works on it, too. */
  readonly isShared?: boolean;
}

async function copyOfTemplate(): Promise<FilledStore> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-accounts-'));
  template ??= makeTemplate();
  const { bytes, keys } = await template;
  const file = path.join(folder, 'plumbline.db');
  await writeFile(file, bytes);
  const { db, close } = await open(file);
  return {
    db,
    keys,
    async dispose() {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Fills a new store with the callers. */
export async function filled(store: TestStore): Promise<FilledStore> {
  return { db: store.db, keys: await fill(store.db), dispose: () => store.dispose() };
}

/** The same for a second gateway, which connects by itself. */
export async function shared(store: TestStore, { keys }: FilledStore): Promise<FilledStore> {
  const { db, close } = await store.reopen();
  return { db, keys, dispose: close, isShared: true };
}

interface Template {
  readonly bytes: Buffer;
  readonly keys: Readonly<Record<Caller, string>>;
}

/** Filled once a process: most tests want a store of their own, and filling one takes its time. */
let template: Promise<Template> | null = null;

async function makeTemplate(): Promise<Template> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-accounts-'));
  const file = path.join(folder, 'plumbline.db');
  const store = await open(file);
  const keys = await fill(store.db);
  await store.close();
  const bytes = await readFile(file);
  await rm(folder, { recursive: true, force: true });
  return { bytes, keys };
}

const open = (file: string) =>
  openStore({ url: null, path: file, pool: 1, log: pino({ level: 'silent' }) });

async function fill(store: Store): Promise<Template['keys']> {
  const accounts = ACCOUNTS.map((row) => ({ ...row, name: row.id, email: null, created_at: AT }));
  await store.insertInto('accounts').values(accounts).execute();
  const tenants = TENANTS.map((row) => ({ ...row, name: row.id, slug: row.id, created_at: AT }));
  await store.insertInto('tenants').values(tenants).execute();
  await store.insertInto('workspaces').values(WORKSPACES.map(workspaceRow)).execute();
  const members = MEMBERS.map((row) => ({
    ...row,
    ...{ name: row.id, email: `${row.id}@example.com`, password: null, link_hash: null },
    ...{ link_until: null, created_at: AT, joined_at: AT, last_seen_at: null },
  }));
  await store.insertInto('members').values(members).execute();
  const made = CALLERS.map((name) => [name, newKey({ ...KEYS[name], name })] as const);
  const changes: Partial<Record<Caller, Partial<ApiKeyRow>>> = {
    website: { allowed_origins: '["https://shop.example","http://localhost:3000"]' },
    revoked: { revoked_at: AT },
  };
  await store
    .insertInto('api_keys')
    .values(made.map(([name, { row }]) => ({ ...row, id: `key_${name}`, ...changes[name] })))
    .execute();
  const keys = Object.fromEntries(made.map(([name, { apiKey }]) => [name, apiKey]));
  await store
    .insertInto('public_keys')
    .values({ key_id: 'key_sample', api_key: keys['sample']! })
    .execute();
  return keys as Template['keys'];
}

function workspaceRow({ hasData, ...row }: (typeof WORKSPACES)[number]): WorkspaceRow {
  const data = { source: 'files', generation_id: 'gen_1', schema_status: 'ready' } as const;
  const slug = row.name.toLowerCase();
  return { ...emptyWorkspace, ...(hasData ? data : {}), ...row, slug, created_at: AT };
}

function key(over: Partial<NewKey>): NewKey {
  return {
    accountId: 'acc_1',
    clientId: 'cli_1',
    workspaceId: 'ws_1',
    name: '',
    scope: 'full',
    created_at: AT,
    ...over,
  };
}
