import type { TokenRequest } from '#src/accounts/tokens/types.ts';
import type { Capability, Route } from '#src/http/route.ts';
import type { Caller, MemberId } from '../fakes/accounts.ts';

/** Who calls, and how: `caller` is whose key is sent (none: no key), `key` another text in its place. */
interface Situation {
  readonly caller?: Caller;
  readonly key?: string;
  readonly endUser?: string;
  /** A bearer token in the place of the key. */
  readonly token?: TokenName;
  /** The cookie of a session: of whom, or one that has ended. Beside it a key is sent only where `caller` or `key` names one. */
  readonly session?: Caller | MemberId | 'ended';
  /** Where the browser says that the call comes from; the page itself where absent. */
  readonly site?: 'cross-site' | 'same-site';
}

export interface TokenSpec {
  readonly by: Caller;
  readonly request?: Partial<TokenRequest>;
  readonly ageMs?: number;
  readonly keyId?: string;
}
/** What tokens are asked for; `by` has the key that makes them. */
export const TOKENS = {
  full: { by: 'full' },
  asking: { by: 'full', request: { endUserId: 'ann@example.com' } },
  askingForAnyone: { by: 'full', request: { scope: 'query' } },
  otherTenant: { by: 'wholeAccount', request: { clientId: 'cli_2' } },
  expired: { by: 'full', ageMs: 7_200_000 },
  revoked: { by: 'full', keyId: 'key_revoked' },
} as const satisfies Readonly<Record<string, TokenSpec>>;
export type TokenName = keyof typeof TOKENS;

export const SITUATIONS = {
  'no key': {},
  'malformed key': { key: 'plumb_live_x' },
  'key with a typo': { key: `plumb_live_${'a'.repeat(38)}` },
  'unknown key': { key: 'plumb_live_00000000000000000000000000000000443rkj' },
  'revoked key': { caller: 'revoked' },
  'direct account': { caller: 'direct' },
  full: { caller: 'full' },
  'full, invalid end user': { caller: 'full', endUser: 'not a valid id' },
  'whole tenant': { caller: 'wholeTenant' },
  'account-level': { caller: 'wholeAccount' },
  'ask-only': { caller: 'askOnly', endUser: 'ann@example.com' },
  'ask-only without end user': { caller: 'askOnly' },
  sample: { caller: 'sample', endUser: 'ann@example.com' },
  'sample without end user': { caller: 'sample' },
  'other workspace': { caller: 'otherWorkspace' },
  'other tenant': { caller: 'otherTenant' },
  'other account': { caller: 'otherAccount' },
  'bearer, full': { token: 'full' },
  'bearer, ask-only': { token: 'asking' },
  'bearer, ask-only, own end user': { token: 'asking', endUser: 'ann@example.com' },
  'bearer, ask-only, other end user': { token: 'asking', endUser: 'ben@example.com' },
  'bearer, ask-only without end user': { token: 'askingForAnyone' },
  'bearer, wrong path': { token: 'otherTenant' },
  'bearer, expired': { token: 'expired' },
  'bearer, revoked key': { token: 'revoked' },
  'session, full key': { session: 'full' },
  'session, ask-only key': { session: 'askOnly' },
  'session, admin': { session: 'mem_admin' },
  'session, analyst': { session: 'mem_analyst' },
  'session, reader': { session: 'mem_reader' },
  'session, other end user': { session: 'mem_reader', endUser: 'ben@example.com' },
  'session, admin of another tenant': { session: 'mem_stranger' },
  'session, ended': { session: 'ended' },
  'session, from another website': { session: 'full', site: 'cross-site' },
  'session, from a sibling website': { session: 'full', site: 'same-site' },
  'session beside a key': { session: 'mem_stranger', caller: 'full' },
  'session beside a revoked key': { session: 'full', caller: 'revoked' },
  'session beside a bearer token': { session: 'mem_stranger', token: 'asking' },
} as const satisfies Readonly<Record<string, Situation>>;
export type SituationName = keyof typeof SITUATIONS;
export const SITUATION_NAMES = Object.keys(SITUATIONS) as readonly SituationName[];

/** What a route answers: to those whom it lets in, and to those for whom that is something else. */
interface Row {
  readonly capability: Capability;
  /** Status for callers who may. */
  readonly status: number;
  readonly body?: object;
  /** Callers to whom the rules of capability, tenant and workspace alone do not say it. */
  readonly except?: Readonly<Partial<Record<SituationName, number>>>;
  /** The call changes what the next caller would find. */
  readonly changes?: boolean;
}

const ownModel = { provider: 'openai', model: 'gpt-5-mini', api_key: 'sk-1' };
const FROM_URL = { url: 'https://data.example.com/sales.csv', refresh: 'daily' };
const question = { query: 'revenue by region' };
const analyse = (status: number, row: Partial<Row> = {}): Row => ({
  capability: 'analyse',
  status,
  ...row,
});
const manage = (status: number, row: Partial<Row> = {}): Row => ({
  capability: 'manage',
  status,
  ...row,
});
const open = (status = 200, row: Partial<Row> = {}): Row => ({
  capability: 'public',
  status,
  ...row,
});
const bound = (status: number) => ({
  full: status,
  'other workspace': status,
  'bearer, full': status,
});

/** To whom the thing in the path is not there. */
const strange = { 'other workspace': 404, 'other tenant': 404, 'other account': 404 };
const workspace = '/clients/{client_id}/workspaces/{workspace_id}';
const table = '/clients/{client_id}/schema/tables/{table}';
const members = '/clients/{client_id}/members';
const webhook = '/accounts/webhooks/{webhook_id}';
const database = '/accounts/clients/{client_id}/database';

const otherSites = {
  'session, from another website': 403,
  'session, from a sibling website': 403,
};
/** A chat of somebody else. */
const foreignChat = {
  'other workspace': 404,
  'session, ask-only key': 404,
  'session, admin': 404,
  'session, analyst': 404,
  'session, reader': 404,
};

/** Of a tenant with several workspaces one has to be named by keys that are bound to none. */
const unnamed = { 'whole tenant': 422, 'account-level': 422 };
const ask: Row = { capability: 'ask', status: 200, except: unnamed };
/** The workspace of that key has no data. */
const askable = { ...unnamed, 'other workspace': 422 };

/** Every route of the service. */
export const ROWS: Readonly<Record<string, Row>> = {
  'POST /query': {
    capability: 'query',
    status: 200,
    body: { q: 'revenue by region' },
    except: askable,
  },
  'POST /clients/{client_id}/ask': { ...ask, except: askable, body: question },
  'POST /clients/{client_id}/ask/stream': { ...ask, except: askable, body: question },
  'POST /clients/{client_id}/select': analyse(200, { body: { sql: 'SELECT 1' }, except: askable }),
  'POST /clients/{client_id}/values': analyse(200, { body: { text: 'North' }, except: unnamed }),
  'POST /clients/{client_id}/readings': {
    capability: 'query',
    status: 200,
    body: { q: 'revenue by region' },
    except: unnamed,
  },
  'GET /whoami': { capability: 'identify', status: 200 },
  'POST /clients/{client_id}/tokens': manage(201, {
    body: {},
    except: { 'bearer, full': 403, 'session, admin': 403 },
  }),
  'POST /clients/{client_id}/tokens/revoke': manage(200, { body: { end_user_id: 'nobody' } }),
  'GET /sample': open(),
  'POST /accounts/signup': open(201, {
    body: { email: 'ann@example.com', project_name: 'Shop' },
    changes: true,
  }),
  'GET /session': open(200, { except: otherSites }),
  'POST /session': open(401, { body: { api_key: 'plumb_live_x' }, except: otherSites }),
  'DELETE /session': open(200, { except: otherSites, changes: true }),
  'POST /session/link': open(404, { body: { token: 'x' } }),
  'POST /session/password': open(404, {
    body: { token: 'x', password: 'correct horse battery' },
    except: otherSites,
  }),
  'POST /session/oidc': open(404, { body: { provider: 'nobody' }, except: otherSites }),
  'POST /session/oidc/finish': open(401, { body: { query: '?code=x' }, except: otherSites }),
  'GET /accounts/sessions': manage(200),
  'DELETE /accounts/sessions/{session_id}': manage(404),
  [`GET ${members}`]: manage(200, { except: bound(403) }),
  [`POST ${members}`]: manage(201, {
    body: { name: 'Ann', email: 'ann@example.com', role: 'reader' },
    except: bound(403),
    changes: true,
  }),
  [`PATCH ${members}/{member_id}`]: manage(200, { body: { name: 'Renamed' }, except: bound(403) }),
  [`POST ${members}/{member_id}/link`]: manage(201, { except: bound(403) }),
  [`DELETE ${members}/{member_id}`]: manage(200, { except: bound(403), changes: true }),
  'POST /accounts/api-keys': manage(201, { body: { name: 'Another' } }),
  'GET /accounts/api-keys': manage(200),
  'PATCH /accounts/api-keys/{key_id}': manage(200, { body: { name: 'Renamed' }, except: strange }),
  'DELETE /accounts/api-keys/{key_id}': manage(200, { except: strange, changes: true }),
  'POST /accounts/api-keys/{key_id}/rotate': manage(201, {
    body: { grace_seconds: 0 },
    except: strange,
    changes: true,
  }),
  'GET /accounts/clients': manage(200),
  'POST /accounts/clients': manage(201, {
    body: { name: 'Another' },
    except: { ...bound(403), 'whole tenant': 403, 'other tenant': 403 },
  }),
  'GET /accounts/clients/{client_id}': manage(200),
  'PATCH /accounts/clients/{client_id}': manage(200, {
    body: { name: 'Renamed' },
    except: bound(403),
  }),
  'DELETE /accounts/clients/{client_id}': manage(200, {
    except: { ...bound(403), 'whole tenant': 403 },
    changes: true,
  }),
  'GET /clients/{client_id}/workspaces': manage(200),
  [`PATCH ${workspace}`]: manage(200, { body: { name: 'Renamed' } }),
  [`DELETE ${workspace}`]: manage(200, { except: bound(403), changes: true }),
  'POST /clients/{client_id}/workspaces': manage(201, {
    body: { name: 'Another' },
    except: bound(403),
  }),
  'GET /clients/{client_id}/model': manage(200),
  'PUT /clients/{client_id}/model': manage(200, { body: ownModel, except: bound(403) }),
  'DELETE /clients/{client_id}/model': manage(200, { except: bound(403) }),
  [`GET ${workspace}/model`]: manage(200),
  [`GET ${workspace}/translations/{language}`]: manage(200),
  [`PUT ${workspace}/model`]: manage(200, { body: ownModel }),
  [`DELETE ${workspace}/model`]: manage(200),
  [`GET ${workspace}/files`]: manage(200),
  [`POST ${workspace}/files`]: manage(200),
  [`POST ${workspace}/files/async`]: manage(202),
  [`GET ${workspace}/files/jobs/{job_id}`]: manage(200),
  [`DELETE ${workspace}/files/jobs/{job_id}`]: manage(200),
  [`GET ${workspace}/files/{file_id}`]: manage(200),
  [`GET ${workspace}/files/{file_id}/preview`]: manage(200),
  [`POST ${workspace}/files/{file_id}/read`]: manage(200, { body: { mapping: {} } }),
  [`POST ${workspace}/files/uploads/{upload_id}/preview`]: manage(200, { body: {} }),
  [`POST ${workspace}/files/uploads/{upload_id}`]: manage(202, { body: {} }),
  [`POST ${workspace}/files/from-url`]: manage(202, { body: FROM_URL }),
  [`POST ${workspace}/files/from-url/preview`]: manage(200, { body: { url: FROM_URL.url } }),
  [`PUT ${workspace}/files/{file_id}/source`]: manage(200, { body: FROM_URL }),
  [`DELETE ${workspace}/files/{file_id}/source`]: manage(200),
  [`POST ${workspace}/files/{file_id}/source/refresh`]: manage(202),
  [`DELETE ${workspace}/files/{file_id}`]: manage(404, { changes: true }),
  [`PUT ${database}`]: manage(200, { body: { url: 'postgres://ann:secret@db.example.com/shop' } }),
  [`GET ${database}`]: manage(200),
  [`DELETE ${database}`]: manage(200),
  [`POST ${database}/test`]: manage(200, { body: {} }),
  'POST /clients/{client_id}/schema/refresh': manage(202, { body: {}, except: unnamed }),
  'GET /clients/{client_id}/schema/status': { capability: 'ask', status: 200 },
  'GET /clients/{client_id}/schema': analyse(200, { except: unnamed }),
  [`PATCH ${table}`]: manage(200, { body: { description: 'What was sold' }, except: unnamed }),
  [`PATCH ${table}/columns/{column}`]: manage(200, { body: { sensitive: true }, except: unnamed }),
  [`GET ${workspace}/semantics`]: manage(200),
  [`GET ${workspace}/semantics/drafts`]: manage(200),
  [`POST ${workspace}/semantics/drafts/{draft_id}/certify`]: manage(200, { body: {} }),
  [`DELETE ${workspace}/semantics/drafts/{draft_id}`]: manage(200),
  [`POST ${workspace}/semantics/check`]: manage(200, { body: { document: {} } }),
  [`PUT ${workspace}/semantics`]: manage(200, { body: { rules: ['A year is a calendar year.'] } }),
  'GET /clients/{client_id}/suggestions': {
    capability: 'ask',
    status: 200,
    except: unnamed,
  },
  'GET /clients/{client_id}/answers/{trace_id}': { capability: 'ask', status: 200 },
  'GET /clients/{client_id}/answers/{trace_id}/chart.svg': { capability: 'ask', status: 200 },
  'GET /clients/{client_id}/answers/{trace_id}/drill': { capability: 'ask', status: 200 },
  'POST /clients/{client_id}/answers/{trace_id}/drill': {
    capability: 'ask',
    status: 200,
    body: { show: 'rows' },
    except: { 'other workspace': 403 },
  },
  'GET /clients/{client_id}/answers/{trace_id}/metrics': manage(200),
  'POST /clients/{client_id}/answers/{trace_id}/feedback': {
    capability: 'read',
    status: 200,
    body: { rating: 'up' },
  },
  'GET /clients/{client_id}/results/{result_token}': { capability: 'ask', status: 200 },
  'POST /clients/{client_id}/results/{result_token}/view': {
    capability: 'ask',
    status: 200,
    body: { sort: [{ column: 'region' }] },
  },
  'GET /clients/{client_id}/results/{result_token}/export': { capability: 'read', status: 200 },
  'GET /clients/{client_id}/chats': { capability: 'read', status: 200 },
  'GET /clients/{client_id}/chats/{session_id}': {
    capability: 'read',
    status: 200,
    except: foreignChat,
  },
  'PATCH /clients/{client_id}/chats/{session_id}': {
    capability: 'read',
    status: 200,
    body: { title: 'Revenue' },
    except: foreignChat,
  },
  'DELETE /clients/{client_id}/chats/{session_id}': {
    capability: 'read',
    status: 200,
    except: foreignChat,
    changes: true,
  },
  [`GET ${workspace}/saved`]: { capability: 'read', status: 200 },
  [`POST ${workspace}/saved`]: { capability: 'read', status: 201, body: { trace_id: 'tr_1' } },
  [`GET ${workspace}/saved/{saved_id}`]: { capability: 'read', status: 200 },
  [`PATCH ${workspace}/saved/{saved_id}`]: {
    capability: 'read',
    status: 200,
    body: { name: 'Sales' },
  },
  [`DELETE ${workspace}/saved/{saved_id}`]: { capability: 'read', status: 200 },
  [`POST ${workspace}/saved/{saved_id}/refresh`]: { capability: 'read', status: 200 },
  [`GET ${workspace}/boards`]: { capability: 'read', status: 200 },
  [`POST ${workspace}/boards`]: { capability: 'read', status: 201, body: { name: 'Sales' } },
  [`GET ${workspace}/boards/{board_id}`]: { capability: 'read', status: 200 },
  [`PATCH ${workspace}/boards/{board_id}`]: {
    capability: 'read',
    status: 200,
    body: { shared: true },
  },
  [`DELETE ${workspace}/boards/{board_id}`]: { capability: 'read', status: 200 },
  [`POST ${workspace}/boards/{board_id}/refresh`]: {
    capability: 'read',
    status: 200,
    body: { filters: {} },
  },
  [`GET ${workspace}/boards/{board_id}/filters`]: { capability: 'read', status: 200 },
  [`GET ${workspace}/boards/{board_id}/filters/{filter_id}/values`]: {
    capability: 'read',
    status: 200,
  },
  ['GET /clients/{client_id}/schedules']: manage(200),
  [`GET ${workspace}/schedules`]: manage(200),
  [`POST ${workspace}/schedules`]: manage(201, {
    body: {
      board_id: 'brd_1',
      when: { type: 'daily', at: '08:00' },
      to: { type: 'email', to: ['ann@example.com'] },
    },
  }),
  [`GET ${workspace}/schedules/{schedule_id}`]: manage(200),
  [`PATCH ${workspace}/schedules/{schedule_id}`]: manage(200, { body: { enabled: false } }),
  [`DELETE ${workspace}/schedules/{schedule_id}`]: manage(200),
  [`POST ${workspace}/schedules/{schedule_id}/test`]: manage(202),
  [`GET ${workspace}/schedules/{schedule_id}/runs`]: manage(200),
  [`GET ${workspace}/snapshots`]: analyse(200),
  [`POST ${workspace}/snapshots`]: analyse(201, { body: { trace_id: 'tr_1' } }),
  [`DELETE ${workspace}/snapshots/{snapshot_id}`]: analyse(404),
  'GET /snapshots/{share_token}': open(404),
  'GET /pictures/{picture_token}': open(200),
  [`GET ${workspace}/evals`]: manage(200),
  [`PUT ${workspace}/evals`]: manage(200, { body: { questions: [] } }),
  [`POST ${workspace}/evals/runs`]: manage(202, { body: {} }),
  [`GET ${workspace}/evals/examples`]: manage(200),
  [`GET ${workspace}/evals/runs`]: manage(200),
  [`GET ${workspace}/evals/runs/{run_id}`]: manage(200),
  'GET /accounts/budgets': manage(200),
  'PUT /accounts/budgets': manage(200, { body: { budgets: [] } }),
  'GET /accounts/usage': manage(200),
  'GET /accounts/audit': manage(200),
  'GET /accounts/webhooks': manage(200),
  'POST /accounts/webhooks': manage(201, { body: { url: 'https://hooks.example.com/in' } }),
  [`PATCH ${webhook}`]: manage(200, { body: { enabled: true } }),
  [`DELETE ${webhook}`]: manage(200),
  [`POST ${webhook}/rotate-secret`]: manage(200),
  [`GET ${webhook}/deliveries`]: manage(200),
  [`POST ${webhook}/test`]: manage(202),
  [`POST ${webhook}/deliveries/{delivery_id}/replay`]: manage(202),
  'POST /mcp': {
    capability: 'ask',
    status: 200,
    body: { jsonrpc: '2.0', id: 1, method: 'ping' },
    // The path names no tenant that a token could not be of.
    except: { 'bearer, wrong path': 200 },
  },
  'GET /healthz': open(),
  'GET /readyz': open(),
  'GET /metrics': open(),
  'GET /openapi.json': open(),
  'GET /docs': open(),
  'GET /docs/reference.js': open(),
};

/** What stands in an address, by the name of the parameter. */
export const VALUES: Readonly<Record<string, string>> = {
  client_id: 'cli_1',
  workspace_id: 'ws_1',
  file_id: '1',
  upload_id: 'upl_1',
  language: 'fr',
  job_id: 'job_1',
  trace_id: 'tr_1',
  table: 'orders',
  column: 'region',
  result_token: 'rt_1',
  key_id: 'key_askOnly',
  member_id: 'mem_reader',
  webhook_id: 'wh_1',
  delivery_id: 'whd_1',
  session_id: 'ses_1',
  run_id: 'evr_1',
  draft_id: 'dft_1',
  saved_id: 'sav_1',
  board_id: 'brd_1',
  filter_id: 'region',
  schedule_id: 'sch_1',
  snapshot_id: 'snp_1',
  share_token: 'plumb_share_1',
  picture_token: 'plumb_share_00',
};

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) =>
  `${method.toUpperCase()} ${path}`;

const MANAGE: Readonly<Partial<Record<SituationName, number>>> = {
  'bearer, ask-only': 403,
  'bearer, ask-only, own end user': 403,
  'bearer, ask-only without end user': 403,
  'ask-only': 403,
  'ask-only without end user': 403,
  sample: 403,
  'sample without end user': 403,
  'session, ask-only key': 403,
  'session, reader': 403,
  'session beside a bearer token': 403,
};
/** Refusals by what a route demands of its caller: the table of the specification. */
const REFUSED: Readonly<Record<Capability, Readonly<Partial<Record<SituationName, number>>>>> = {
  public: {},
  identify: {},
  query: {},
  ask: {
    'ask-only without end user': 400,
    'sample without end user': 400,
    'bearer, ask-only without end user': 400,
  },
  read: {
    'ask-only without end user': 400,
    sample: 403,
    'sample without end user': 403,
    'bearer, ask-only without end user': 400,
  },
  analyse: MANAGE,
  manage: { ...MANAGE, 'session, analyst': 403 },
};
/** Refused on every route that wants a key. */
const STRANGERS: Readonly<Partial<Record<SituationName, number>>> = {
  'no key': 401,
  'malformed key': 401,
  'key with a typo': 401,
  'unknown key': 401,
  'revoked key': 401,
  'direct account': 403,
  'full, invalid end user': 400,
  'bearer, ask-only, other end user': 403,
  'bearer, wrong path': 403,
  'bearer, expired': 401,
  'bearer, revoked key': 401,
  'session, ended': 401,
  'session, other end user': 403,
  'session, from another website': 403,
  'session, from a sibling website': 403,
  'session beside a revoked key': 401,
};

/** Sessions are met like the callers that they stand for. */
const STANDS_FOR: Readonly<Partial<Record<SituationName, SituationName>>> = {
  'session, full key': 'full',
  'session, ask-only key': 'ask-only',
  'session, admin': 'whole tenant',
  'session, analyst': 'whole tenant',
  'session, reader': 'whole tenant',
  'session, admin of another tenant': 'other tenant',
  'session beside a key': 'full',
  'session beside a bearer token': 'bearer, ask-only',
};

/** The status that a caller gets of a route. */
export function expectedStatus(name: string, situation: SituationName): number {
  const { capability, status, except } = ROWS[name]!;
  if (capability === 'public') return except?.[situation] ?? status;
  const like = STANDS_FOR[situation] ?? situation;
  // Tokens are for the paths of a tenant.
  if (like.startsWith('bearer') && !/ \/clients\/\{client_id\}\/| \/mcp$/.test(name)) return 401;
  const elsewhere =
    (name.includes('{client_id}') && /^other (tenant|account)$/.test(like)) ||
    (name.includes('{workspace_id}') && like === 'other workspace');
  return (
    (situation === 'bearer, wrong path' ? except?.[situation] : undefined) ??
    STRANGERS[situation] ??
    REFUSED[capability][situation] ??
    (elsewhere ? 403 : (except?.[situation] ?? except?.[like] ?? status))
  );
}
