import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { createAccount } from '#src/accounts/create.ts';
import { systemClock } from '#src/clock.ts';
import { openStore } from '#src/store/open.ts';
import { callerOf } from '../e2e/http-caller.ts';
import { type OwnWorkspace, openWorkspace } from '../e2e/workspace.ts';

/**
 * The specification of the service, sentence by sentence, against a service that really runs. A row is one call: who
 * calls (and for whom, after `@`), the status, and what the response holds. `{name}` in an address or a body stands for
 * what an earlier row kept. What needs a model, a database or a fault is tested beside its feature.
 */
type Row = readonly [
  says: string,
  who: string,
  call: string,
  sent: Sent,
  status: number,
  holds?: Holds,
];
type Sent = Form | Readonly<Record<string, unknown>> | null;
/** By the path of a value in the body; `#name` is a header, `@` the names of a stream's events. */
type Holds = Readonly<Record<string, unknown>>;

/** A form of an upload. */
class Form {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly fields: Readonly<Record<string, string>>;
  constructor(
    name: string,
    content: string | Uint8Array,
    fields: Readonly<Record<string, string>> = {},
  ) {
    this.name = name;
    this.content = content;
    this.fields = fields;
  }
}
/** Keeps a value for later rows. */
class Keep {
  readonly as: string;
  constructor(as: string) {
    this.as = as;
  }
}
const keep = (as: string) => new Keep(as);
const file = (name: string, content: string | Uint8Array, fields = {}) =>
  new Form(name, content, fields);

const CSV = 'region,amount\nNorth,10\nSouth,20\nWest,5\n';
const LONG = `n,amount\n${Array.from({ length: 40 }, (_, n) => `${n},${n * 2}`).join('\n')}\n`;
const AT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/;
const C = '/clients/{c}';
const W = `${C}/workspaces/{w}`;
const F = `${W}/files`;
const Q = { q: 'total amount by region' };
const A = { query: 'total amount by region' };

// biome-ignore format: a call a line
const ROWS: readonly Row[] = [

  // Keys
  ['no key', 'nobody', 'GET /whoami', null, 401, { detail: 'Invalid or revoked API key' }],
  ['no key', 'nobody', 'POST /query', Q, 401, { '#x-request-id': String }],
  ['a wrong key', 'wrong', `POST ${C}/ask/stream`, A, 401, { detail: 'Invalid or revoked API key' }],
  ['whoami of a tenant key', 'full', 'GET /whoami', null, 200, { 'key.prefix': /^plumb_live_.{5}$/, 'key.name': String, 'key.environment': 'live',
    'account.type': 'standard', 'account.plan': 'self_hosted', client_id: keep('c'), workspace_id: null, workspace: undefined,
    'workspaces.0.workspace_id': keep('w'), 'workspaces.0.name': 'General', 'workspaces.0.slug': 'general', 'workspaces.0.source': 'none',
    'workspaces.0.created_at': AT, plan_limits: null, sample: false, clients: undefined, api_key: undefined, 'key.api_key': undefined }],
  ['whoami of an account key', 'account', 'GET /whoami', null, 200, { client_id: null, workspace_id: null, workspaces: undefined, 'clients.0.client_id': keep('ac'),
    'clients.0.slug': String, 'clients.0.created_at': AT }],
  ['whoami of a bound key on the free plan', 'free', 'GET /whoami', null, 200, { client_id: keep('fc'), workspace_id: keep('fw'),
    'workspace.workspace_id': keep('fw'), 'workspace.name': 'General', 'workspace.slug': 'general', workspaces: undefined, 'plan_limits.requests_per_minute': 30,
    'plan_limits.spend_cap_usd': 10, 'plan_limits.spend_resets_on': /^\d{4}-\d\d-01$/, 'plan_limits.questions_per_month': Number,
    'plan_limits.max_file_bytes': 52_428_800, 'plan_limits.max_files': Number, 'plan_limits.max_rows_per_workspace': Number, '#ratelimit-policy': String,
    '#ratelimit': String }],
  ['a direct account', 'direct', 'GET /whoami', null, 403, { detail: 'Direct accounts must use the UI' }],
  ['a direct account asks', 'direct', 'POST /query', Q, 403, { detail: 'Direct accounts must use the UI' }],
  ['an ask-only key is made', 'full', 'POST /accounts/api-keys', { name: 'page', scope: 'query', environment: 'test', allowed_origins: ['https://shop.example'] },
    201, { id: keep('k'), name: 'page', prefix: /^plumb_test_.{5}$/, scope: 'query', environment: 'test', client_id: '{c}', workspace_id: null,
    allowed_origins: ['https://shop.example'], created_at: AT, api_key: keep('asker'), raw_key: keep('asker') }],
  ['null is a field left out', 'full', 'POST /accounts/api-keys', { name: 'second', scope: null, environment: null, client_id: null, workspace_id: null,
    allowed_origins: null }, 201, { scope: 'full', environment: 'live', api_key: /^plumb_live_[0-9A-Za-z]{38}$/ }],
  ['keys are listed without themselves', 'full', 'GET /accounts/api-keys?limit=1', null, 200, { 'keys.0.api_key': undefined, 'keys.0.raw_key': undefined,
    'keys.1': undefined, next_cursor: String }],
  ['a list has at most 200', 'full', 'GET /accounts/api-keys?limit=201', null, 422, { 'detail.0.loc': ['query', 'limit'] }],
  ['11 websites', 'full', 'POST /accounts/api-keys', { name: 'n', scope: 'query', allowed_origins: Array.from({ length: 11 }, (_, n) => `https://s${n}.example`) },
    422],
  ...['http://shop.example', 'https://*.example', 'https://shop.example/path', 'shop.example'].map((site): Row => [`the website ${site}`, 'full',
    'PATCH /accounts/api-keys/{k}', { allowed_origins: [site] }, 422]),
  ['localhost over http', 'full', 'PATCH /accounts/api-keys/{k}', { allowed_origins: ['http://localhost', 'http://127.0.0.1:3000'] }, 200,
    { allowed_origins: ['http://localhost', 'http://127.0.0.1:3000'], api_key: undefined }],
  ['a call from another website', 'asker#https://evil.example', 'POST /query', Q, 403, { '#access-control-allow-origin': String }],
  ['a call from its website', 'asker#http://localhost', 'GET /whoami', null, 200, { '#access-control-expose-headers': /Retry-After/i }],
  ['an empty list removes the restriction', 'full', 'PATCH /accounts/api-keys/{k}', { allowed_origins: [] }, 200, { allowed_origins: [] }],
  ['then a call from anywhere', 'asker#https://evil.example', 'GET /whoami', null, 200],
  ['websites of a full-access key', 'full', 'POST /accounts/api-keys', { name: 'n', allowed_origins: ['https://a.example'] }, 422],
  ['an unknown scope', 'full', 'POST /accounts/api-keys', { name: 'n', scope: 'all' }, 422, { 'detail.0.loc': ['body', 'scope'], 'detail.0.msg': String,
    'detail.0.type': String }],
  ['a key of another tenant', 'free', `GET ${C}/schema/status`, null, 403, { detail: 'API key is scoped to a different tenant' }],

  // An empty workspace
  ['not started', 'full', `GET ${C}/schema/status?workspace_id={w}`, null, 200, { client_id: '{c}', status: 'not_started', table_count: 0, discovered_at: null,
    enrichment_completed_at: null, updated_at: null }],
  ['no data on /query', 'full', 'POST /query', Q, 422, { detail: /PUT \/accounts\/clients\/\{client_id\}\/database/ }],
  ['no data on /ask', 'full', `POST ${C}/ask`, A, 422, { detail: /PUT \/accounts/ }],
  ['no data on the stream', 'full', `POST ${C}/ask/stream`, A, 422, { detail: /PUT \/accounts/ }],
  ['no files', 'full', `GET ${F}`, null, 200, { files: [], count: 0 }],
  ['no database', 'full', 'GET /accounts/clients/{c}/database', null, 404],

  // Files
  ['the first upload', 'full', `POST ${F}`, file('Sales 2025.csv', CSV), 200, { filename: 'Sales 2025.csv', version: 1, unchanged: false, message: undefined,
    sha256: keep('sha'), 'tables.0.table_name': 'sales_2025', 'tables.0.sheet_name': String, 'tables.0.row_count': 3, 'tables.0.column_count': 2,
    'tables.0.derived': undefined, schema_status: /^discovering$/, notes: Array }],
  ['the list', 'full', `GET ${F}`, null, 200, { count: 1, 'files.0.id': keep('f'), 'files.0.filename': 'Sales 2025.csv', 'files.0.sha256': '{sha}',
    'files.0.byte_size': CSV.length, 'files.0.version': 1, 'files.0.status': 'ready', 'files.0.error': null, 'files.0.created_at': AT,
    'files.0.tables': [{ table_name: 'sales_2025', row_count: 3, column_count: 2 }] }],
  ['the same bytes', 'full', `POST ${F}`, file('Sales 2025.csv', CSV), 200, { unchanged: true, message: String, version: 1, schema_status: undefined }],
  ['the same bytes, forced', 'full', `POST ${F}`, file('Sales 2025.csv', CSV, { force: 'true' }), 200, { unchanged: false, message: undefined, version: Number }],
  ['other bytes', 'full', `POST ${F}`, file('Sales 2025.csv', `${CSV}East,7\n`), 200, { unchanged: false, 'tables.0.row_count': 4 }],
  ['still one file', 'full', `GET ${F}`, null, 200, { count: 1, 'files.0.id': '{f}', 'files.0.version': 2 }],
  ['a name that another file has', 'full', `POST ${F}`, file('sales_2025.csv', LONG), 409, { 'detail.error': 'table_name_collision', 'detail.message': String,
    'detail.collisions': [{ table_name: 'sales_2025', owned_by: 'Sales 2025.csv' }] }],
  ['a clash that is forced', 'full', `POST ${F}`, file('sales_2025.csv', LONG, { force: 'true' }), 409, { 'detail.error': 'table_name_collision' }],
  ['a mapping renames', 'full', `POST ${F}`, file('sales_2025.csv', LONG, { mapping: '{"sales_2025.csv":{"table_name":"longer","header_row":1,"skip":null}}' }), 200,
    { 'tables.0.table_name': 'longer', 'tables.0.row_count': 40 }],
  ['its preview', 'full', `GET ${F}`, null, 200, { 'files.1.id': keep('g') }],
  ['first rows', 'full', `GET ${F}/{g}/preview?table=longer&limit=2`, null, 200, { columns: ['n', 'amount'], rows: [[0, 0], [1, 2]], table_name: 'longer' }],
  ['a preview of an upload', 'full', `POST ${F}?preview=true`, file('x.csv', CSV), 200, { preview: true, 'tables.0.columns.0.name': 'region',
    'tables.0.rows.0': ['North', '10'] }],
  ...([['an empty file', file('a.csv', '')], ['another type', file('a.exe', 'MZ\u0000\u0001')], ['a picture', file('a.png',
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')), /PNG/i], ['a PDF', file('a.pdf', '%PDF-1.4\n%\u00e2\u00e3\n'), /a\.pdf/], ['a PDF that is called a CSV',
    file('a.csv', '%PDF-1.4\n%\u00e2\u00e3\n1 0 obj\n'), /PDF/], ['unreadable', file('a.xlsx', 'PK\u0003\u0004broken')], ['no rows at all', file('a.csv', '\n\n\n')],
    ['a mapping that is no JSON', file('a.csv', CSV, { mapping: '{' }), /mapping/], ['a mapping of an unknown sheet', file('a.csv', CSV, { mapping: '{"Nope":{}}' }),
    /Nope/], ['a mapping of a bad name', file('a.csv', CSV, { mapping: '{"a.csv":{"table_name":"1 a"}}' }), /table_name/], ['a mapping with an unknown key',
    file('a.csv', CSV, { mapping: '{"a.csv":{"tablename":"b"}}' }), /tablename/], ['a mapping that is a list', file('a.csv', CSV, { mapping: '[]' }), /mapping/],
    ['a mapping that skips all', file('a.csv', CSV, { mapping: '{"a.csv":{"skip":true}}' })]] as const ).map(([says, form, text = /./]): Row => [says, 'full',
    `POST ${F}`, form, 400, { detail: text }]),
  ['an unknown key of a mapping on the way of a stored file', 'full', `POST ${F}/{g}/read`, { mapping: { 'sales_2025.csv': { tablename: 'b' } } }, 400,
    { detail: /tablename/ }],
  ['no file in the form', 'full', `POST ${F}`, file('', ''), 422, { 'detail.0.loc': ['body', 'file'] }],
  ['a force that is none', 'full', `POST ${F}`, file('a.csv', CSV, { force: 'perhaps' }), 422, { 'detail.0.loc': ['body', 'force'] }],
  ['too large', 'full', `POST ${F}`, file('a.csv', `a,b\n${'1,2\n'.repeat(30_000)}`), 413],
  ['in the background', 'full', `POST ${F}/async`, file('later.csv', 'city\nRome\nOslo\n'), 202, { job_id: keep('j'), status: /^(queued|running)$/,
    status_url: `${F}/jobs/{j}` }],
  ['its job', 'full', `GET ${F}/jobs/{j}`, null, 200, { job_id: '{j}', filename: 'later.csv', status: /^(queued|running|succeeded)$/, 'progress.stage': String,
    'progress.bytes_read': Number, 'progress.bytes_total': Number, 'progress.rows': Number }],
  ['a job that is none', 'full', `GET ${F}/jobs/none`, null, 404],
  ['a workspace that is none', 'full', `GET ${C}/workspaces/ws_none/files`, null, 404],
  ['another workspace than the bound one', 'free', 'GET /clients/{fc}/workspaces/ws_none/files', null, 403],
  ['a file that is none', 'full', `DELETE ${F}/99999`, null, 404],
  ['an id that is no number', 'full', `DELETE ${F}/abc`, null, 422, { 'detail.0.loc': ['path', 'file_id'] }],
  ['an ask-only key lists', 'asker@ann', `GET ${F}`, null, 403],
  ['an ask-only key uploads', 'asker@ann', `POST ${F}`, file('a.csv', CSV), 403],
  ['an ask-only key deletes', 'asker@ann', `DELETE ${F}/{f}`, null, 403],
  ['a database beside files', 'full', 'PUT /accounts/clients/{c}/database', { workspace_id: '{w}', url: 'postgres://u:p@127.0.0.1:1/x' }, 409],
  ['ready', 'full', `GET ${C}/schema/status?workspace_id={w}`, null, 200, { status: 'ready', table_count: Number, discovered_at: AT, updated_at: AT }],
  ['of the tenant', 'full', `GET ${C}/schema/status`, null, 200, { client_id: '{c}', status: 'ready' }],
  ['of an unknown workspace', 'full', `GET ${C}/schema/status?workspace_id=ws_none`, null, 404],

  // One question, one answer
  ['the envelope', 'full', 'POST /query', { ...Q, workspace_id: '{w}' }, 200, { type: 'text2sql', result: 'success', sql: /^SELECT/i, 'data.columns': Array,
    'data.rows': Array, explanation: String, 'lineage.tables': ['sales_2025'], 'lineage.measures': Array, 'lineage.period': String, 'lineage.filters': [],
    'lineage.grouped_by': Array, 'lineage.row_limit': null, 'lineage.text': String, 'verification.status': 'checked', 'verification.metrics': [],
    'verification.reason': String, 'verification.checks.0.outcome': /^(passed|warning|failed)$/, model_used: String, fallback_triggered: false, fallback_reason: '',
    attempts: Number, complexity: /^(easy|medium|hard)$/, agent: 'Text2SQL', trace_id: keep('t'), budget_alerts: undefined, session_id: undefined, assumptions: Array,
    error: undefined }],
  ['without a workspace, where there is one', 'full', 'POST /query', Q, 200, { result: 'success' }],
  ['null is a field left out', 'full', 'POST /query', { ...Q, workspace_id: null, dry_run: null, output_mode: null, chart: null }, 200, { result: 'success' }],
  ['a dry run', 'full', 'POST /query', { ...Q, dry_run: true }, 200, { result: 'dry_run', data: null, sql: /^SELECT/i, 'lineage.tables': Array,
    'verification.status': String, explanation: String }],
  ['charts as a hint', 'full', 'POST /query', { ...Q, chart: 'hint' }, 200, { 'chart.kind': String, 'chart.x': String, 'chart.y': Array, 'chart.reason': String,
    'chart.spec': undefined }],
  ['charts as Vega-Lite', 'full', 'POST /query', { ...Q, chart: 'vega-lite' }, 200, { 'chart.spec': Object }],
  ['no chart', 'full', 'POST /query', { ...Q, chart: 'none' }, 200, { chart: undefined }],
  ['text alone', 'full', 'POST /query', { ...Q, output_mode: 'text' }, 200, { data: null, explanation: /./ }],
  ['the table alone', 'full', 'POST /query', { ...Q, output_mode: 'table' }, 200, { 'data.rows': Array, explanation: '' }],
  ['about the data itself', 'full', 'POST /query', { q: 'what data do I have?' }, 200, { type: 'rag', agent: 'Catalog' }],
  ['a question without an answer', 'full', 'POST /query', { q: 'what is the weather on Mars' }, 200, { type: String, result: 'error', error: String,
    error_type: /^(QUERY_ERROR|DECLINED)$/, explanation: /./, trace_id: String, decline_reason: undefined, sql: undefined, data: undefined }],
  ['no q', 'full', 'POST /query', {}, 422, { detail: [{ loc: ['body', 'q'], msg: 'Field required', type: 'missing' }] }],
  ['an empty q', 'full', 'POST /query', { q: '' }, 422, { 'detail.0.loc': ['body', 'q'] }],
  ['4,096 characters', 'full', 'POST /query', { q: 'x'.repeat(4_096) }, 200, { result: 'error' }],
  ['4,097 characters', 'full', 'POST /query', { q: 'x'.repeat(4_097) }, 422, { 'detail.0.loc': ['body', 'q'] }],
  ['a q that is no text', 'full', 'POST /query', { q: 5 }, 422, { 'detail.0.loc': ['body', 'q'] }],
  ['a workspace of nobody, tenant key', 'full', 'POST /query', { ...Q, workspace_id: 'ws_none' }, 404, { detail: /ws_none/ }],
  ['a workspace of another account', 'full', 'POST /query', { ...Q, workspace_id: '{fw}' }, 404, { detail: /^Workspace ws_/ }],
  ['another than the bound workspace', 'free', 'POST /query', { ...Q, workspace_id: '{w}' }, 403, { detail: 'API key is scoped to a different workspace' }],
  ['a second tenant', 'account', 'POST /accounts/clients', { name: 'Second' }, 201, { client_id: keep('ac2'), name: 'Second', slug: 'second', created_at: AT }],
  ['several tenants, none named', 'account', 'POST /query', Q, 422, { detail: /X-Tenant-ID/ }],
  ['several tenants, a workspace named', 'account', 'POST /query', { ...Q, workspace_id: 'ws_none' }, 422, { detail: /X-Tenant-ID/ }],
  ['the tenant named, a workspace of nobody', 'account;X-Tenant-ID={ac}', 'POST /query', { ...Q, workspace_id: 'ws_none' }, 404, { detail: /ws_none/ }],
  ['the tenant named, without a workspace', 'account;X-Tenant-ID={ac2}', 'POST /query', Q, 422],
  ['a tenant of another account', 'account;X-Tenant-ID={c}', 'POST /query', Q, 403, { detail: 'API key is scoped to a different tenant' }],
  ['a bound key names another tenant', 'full;X-Tenant-ID={ac}', 'POST /query', Q, 403, { detail: 'API key is scoped to a different tenant' }],
  ['an end user that none can be', 'full@a b', 'POST /query', Q, 400],
  ['an ask-only key without an end user', 'asker', 'POST /query', Q, 200, { result: 'success' }],
  ['a body that is no JSON', 'full', 'POST /query', null, 422],

  // Conversations
  ['a new chat, as events', 'full@ann', `POST ${C}/ask/stream`, { ...A, new_session: true }, 200, { '#content-type': /^text\/event-stream/,
    '@': /^session (status )+(thinking )*sql (status )+result (status )*explanation (status )*done done$/, '@session.session_id': keep('s'),
    '@status.stage': 'building_context', '@sql.sql': /^SELECT/i, '@result.columns': Array, '@result.rows': Array, '@result.total_rows': 4,
    '@result.truncated': false, '@result.result_token': undefined, '@explanation.text': /./, '@done.agent': 'Text2SQL', '@done.duration_ms': Number,
    '@done.session_id': '{s}', '@done.output_mode': 'both', '@done.result_token': undefined, '@done.suggestions': Array, '@done.assumptions': Array }],
  ['events to be given again', 'full@ann;Idempotency-Key=one', `POST ${C}/ask/stream`, { ...A, session_id: '{s}' }, 200, { '#idempotent-replayed': null }],
  ['right after their end', 'full@ann;Idempotency-Key=one', `POST ${C}/ask/stream`, { ...A, session_id: '{s}' }, 200, { '#idempotent-replayed': 'true', '@done.session_id': '{s}' }],
  ['the same key, another question', 'full@ann;Idempotency-Key=one', `POST ${C}/ask/stream`, { query: 'total amount', session_id: '{s}' }, 422],
  ['more than ten rows', 'full@ann', `POST ${C}/ask/stream`, { query: 'show all longer', session_id: '{s}' }, 200,
    { '@': /^(status )+sql (status )+result (status )*explanation (status )*done done$/, '@result.rows.9': Array, '@result.rows.10': undefined,
    '@result.total_rows': 40, '@result.truncated': true, '@result.result_token': keep('r'), '@done.result_token': '{r}', '@done.total_rows': 40,
    '@done.sql': /^SELECT/i }],
  ['a page of the whole', 'full@ann', `GET ${C}/results/{r}?offset=38&limit=5`, null, 200, { columns: Array, 'rows.1': Array, 'rows.2': undefined, total_rows: 40,
    offset: 38 }],
  ['the whole as CSV', 'full@ann', `GET ${C}/results/{r}/export?format=csv`, null, 200, { '#content-type': /^text\/csv/, '#content-disposition': /attachment/ }],
  ...['xlsx', 'json', 'parquet'].map((format): Row => [`the whole as ${format}`, 'full@ann', `GET ${C}/results/{r}/export?format=${format}`, null, 200]),
  ['an unknown format', 'full@ann', `GET ${C}/results/{r}/export?format=pdf`, null, 422],
  ['a token of another end user', 'full@ben', `GET ${C}/results/{r}`, null, 404],
  ['a token of nobody', 'full', `GET ${C}/results/rt_none`, null, 404],
  ['a decline is an event', 'full@ann', `POST ${C}/ask/stream`, { query: 'what is the weather on Mars', session_id: '{s}' }, 200,
    { '@': /^(status )+(thinking )*error done done$/, '@error.message': /./, '@error.kind': 'decline', '@error.decline_reason': String }],
  ['both fields', 'full', `POST ${C}/ask/stream`, { ...A, new_session: true, session_id: '{s}' }, 422],
  ['no query', 'full', `POST ${C}/ask/stream`, {}, 422, { 'detail.0.loc': ['body', 'query'] }],
  ['a chat of nobody', 'full', `POST ${C}/ask/stream`, { ...A, session_id: 'ses_invented' }, 404],
  ['a chat of another end user', 'full@ben', `POST ${C}/ask/stream`, { ...A, session_id: '{s}' }, 404],
  ['without an end user any chat is opened', 'full', `POST ${C}/ask`, { ...A, session_id: '{s}' }, 200, { session_id: '{s}', result: 'success' }],
  ['the default chat', 'full@eve', `POST ${C}/ask`, A, 200, { session_id: keep('d') }],
  ['the same default chat', 'full@eve', `POST ${C}/ask/stream`, A, 200, { '@done.session_id': '{d}' }],
  ['the default chat of the account', 'full', `POST ${C}/ask`, A, 200, { session_id: keep('d0') }],
  ['is shared', 'full', `POST ${C}/ask`, A, 200, { session_id: '{d0}' }],
  ['nulls are fields left out', 'full@eve', `POST ${C}/ask`, { ...A, new_session: null, session_id: null, workspace_id: null, max_rows: null, dry_run: null,
    output_mode: null, chart: null }, 200, { session_id: '{d}' }],
  ['an end user that none can be', 'full@a b', `POST ${C}/ask/stream`, A, 400],
  ['an end user of 129 characters', `full@${'a'.repeat(129)}`, `POST ${C}/ask/stream`, A, 400],
  ['an end user of 128 characters', `full@${'a.b_c:@+-'.repeat(15).slice(0, 128)}`, `POST ${C}/ask`, A, 200],
  ['an ask-only key names nobody', 'asker', `POST ${C}/ask/stream`, A, 400],
  ['an ask-only key reads the status for nobody', 'asker', `GET ${C}/schema/status`, null, 400],
  ['an ask-only key names somebody', 'asker@ann', `POST ${C}/ask`, { ...A, session_id: '{s}' }, 200],
  ['text alone', 'full@eve', `POST ${C}/ask/stream`, { ...A, output_mode: 'text' }, 200, { '@': /^(?!.*result).*explanation/, '@done.output_mode': 'text' }],
  ['the table alone', 'full@eve', `POST ${C}/ask/stream`, { ...A, output_mode: 'table' }, 200, { '@': /^(?!.*explanation).*result/, '@done.output_mode': 'table' }],
  ['an unknown mode', 'full@eve', `POST ${C}/ask/stream`, { ...A, output_mode: 'all' }, 422],
  ['chats', 'full@ann', `GET ${C}/chats?workspace_id={w}&limit=1`, null, 200, { 'chats.0.session_id': '{s}', 'chats.0.title': String, 'chats.0.created_at': AT,
    'chats.0.updated_at': AT, 'chats.0.turns': Number, next_cursor: null }],
  ['a chat', 'full@ann', `GET ${C}/chats/{s}`, null, 200, { session_id: '{s}', 'turns.0.question': A.query, 'turns.0.trace_id': keep('t2') }],
  ['a trace', 'full@ann', `GET ${C}/answers/{t2}`, null, 200, { question: A.query, sql: String, checks: Array, attempts: Number, model_used: String, tokens: Object,
    cost_usd: 0, timings: Object }],
  ['a trace of another end user', 'full@ben', `GET ${C}/answers/{t2}`, null, 404],
  ['feedback', 'full@ann', `POST ${C}/answers/{t2}/feedback`, { rating: 'up', comment: null, correct_sql: null }, 200, { example: true }],
  ['feedback of no rating', 'full@ann', `POST ${C}/answers/{t2}/feedback`, { rating: 'good' }, 422],
  ['a chat of another end user', 'full@ben', `DELETE ${C}/chats/{s}`, null, 404],
  ['a chat is removed', 'full@ann', `DELETE ${C}/chats/{s}`, null, 200],
  ['with its result', 'full@ann', `GET ${C}/results/{r}`, null, 404],
  ['and is not continued', 'full@ann', `POST ${C}/ask/stream`, { ...A, session_id: '{s}' }, 404],
  ['suggestions', 'full', `GET ${C}/suggestions?workspace_id={w}`, null, 200, { suggestions: Array }],

  // Bearer tokens
  ['a token', 'full', `POST ${C}/tokens`, { end_user_id: 'ann', ttl_seconds: 60, workspace_id: null, scope: null, row_filter: null }, 201, { token: keep('bearer'),
    token_type: 'Bearer', expires_at: AT }],
  ['asks', 'bearer', `POST ${C}/ask/stream`, { ...A, new_session: true }, 200, { '@done.agent': 'Text2SQL' }],
  ['another tenant', 'bearer', 'POST /clients/{ac}/ask/stream', A, 403, { detail: 'Access denied to this client' }],
  ['another end user', 'bearer@ben', `POST ${C}/ask`, A, 403],
  ['manages nothing', 'bearer', `GET ${F}`, null, 403],
  ['no token', 'bearer-wrong', `POST ${C}/ask/stream`, A, 401],
  ['a day at the most', 'full', `POST ${C}/tokens`, { ttl_seconds: 86_401 }, 422],

  // The sample key
  ['the sample', 'nobody', 'GET /sample', null, 200, { api_key: keep('sample'), client_id: keep('sc'), workspace_id: keep('sw'), 'workspace.name': String,
    'workspace.slug': String, 'questions.0': String, 'tables.0.table_name': String, 'tables.0.row_count': Number, 'limits.requests_per_minute': 5,
    'limits.questions_per_hour': 30, end_user_header: 'X-End-User-Id' }],
  ['who it is', 'sample', 'GET /whoami', null, 200, { sample: true, client_id: '{sc}', workspace_id: '{sw}' }],
  ['it asks', 'sample', 'POST /query', { q: 'how many orders' }, 200, { result: 'success' }],
  ['another workspace', 'sample', 'POST /query', { q: 'how many orders', workspace_id: '{w}' }, 403],
  ['it names nobody', 'sample', 'GET /clients/{sc}/schema/status', null, 400],
  ['it reads the status', 'sample@guest', 'GET /clients/{sc}/schema/status', null, 200, { status: 'ready', hidden_columns: undefined }],
  ['it talks', 'sample@guest', 'POST /clients/{sc}/ask/stream', { query: 'how many orders' }, 200, { '@done.agent': 'Text2SQL' }],
  ...['files', 'semantics', 'saved', 'boards', 'evals'].map((what): Row => [`it reads no ${what}`, 'sample@guest', `GET /clients/{sc}/workspaces/{sw}/${what}`, null,
    403]),
  ...['accounts/api-keys', 'accounts/clients', 'accounts/budgets', 'accounts/usage', 'accounts/webhooks', 'accounts/audit', 'clients/{sc}/chats',
    'clients/{sc}/workspaces', 'clients/{sc}/schema'].map((what): Row => [`it reads no ${what}`, 'sample@guest', `GET /${what}`, null, 403]),

  // Budgets and limits
  ['a budget that blocks', 'blocked', 'PUT /accounts/budgets', { budgets: [{ scope_type: 'account', scope_id: '{ba}', cap: 0, enforcement: 'block', period: null,
    thresholds: null }] }, 200, { 'budgets.0.period': 'month', 'budgets.0.thresholds': [0.8, 1] }],
  ['a file of it', 'blocked', 'POST /clients/{bc}/workspaces/{bw}/files', file('a.csv', CSV), 200],
  ['/query', 'blocked', 'POST /query', Q, 402, { 'detail.error': 'budget_exceeded', 'detail.message': String, 'detail.blocking_scope': { scope_type: 'account',
    scope_id: '{ba}', cap: 0, spent: 0, pct_used: 1 }, 'detail.alerts': [{ scope_type: 'account', scope_id: '{ba}', cap: 0, spent: 0, pct_used: 1, level: 'over100',
    enforcement: 'block' }] }],
  ['/ask', 'blocked', 'POST /clients/{bc}/ask', A, 402, { 'detail.error': 'budget_exceeded' }],
  ['the stream', 'blocked', 'POST /clients/{bc}/ask/stream', A, 200, { '@': /error done$/, '@error.error': 'budget_exceeded', '@error.status': 402,
    '@error.message': String, '@error.blocking_scope': Object, '@error.alerts': Array, '@done.agent': 'none', '@done.duration_ms': Number,
    '@done.budget_blocked': true }],
  ['a budget that only tells', 'blocked', 'PUT /accounts/budgets', { budgets: [{ scope_type: 'workspace', scope_id: '{bw}', cap: 0, enforcement: 'alert' }] }, 200],
  ['rides on /query', 'blocked', 'POST /query', Q, 200, { budget_alerts: [{ scope_type: 'workspace', scope_id: '{bw}', cap: 0, spent: 0, pct_used: 1,
    level: 'over100', enforcement: 'alert' }] }],
  ['a file of a small plan', 'small', 'POST /clients/{mc}/workspaces/{mw}/files', file('a.csv', CSV), 200],
  ['its one question', 'small', 'POST /query', Q, 200],
  ['its second question', 'small', 'POST /query', Q, 429, { 'detail.error': 'quota_exceeded', 'detail.plan': 'small', 'detail.limit': 1 }],
  ['on the stream', 'small', 'POST /clients/{mc}/ask/stream', A, 429, { 'detail.error': 'quota_exceeded' }],
  ['more than the plan allows in a minute', 'slow', 'GET /whoami', null, 200],
  ['is told when to come again', 'slow', 'GET /whoami', null, 429, { '#retry-after': /^\d+$/, '#ratelimit-policy': String, '#ratelimit': String, detail: String }],

  // The rest of the platform
  ['the document', 'nobody', 'GET /openapi.json', null, 200, { openapi: '3.1.0', 'info.version': '1.0.0' }],
  ['alive', 'nobody', 'GET /healthz', null, 200],
  ['ready', 'nobody', 'GET /readyz', null, 200],
  ['the reference', 'nobody', 'GET /docs', null, 200, { '#content-type': /^text\/html/ }],
  ['a closed signup', 'nobody', 'POST /accounts/signup', { email: 'a@b.example', project_name: 'p' }, 404, { detail: 'Not found' }],
  ['a request id is echoed', 'full;X-Request-Id=abc-1', 'GET /whoami', null, 200, { '#x-request-id': 'abc-1' }],
  ['usage', 'full', 'GET /accounts/usage?group_by=workspace', null, 200, { 'usage.0.questions': Number }],
  ['a webhook to a private address', 'full', 'POST /accounts/webhooks', { url: 'https://127.0.0.1/x', events: null, description: null }, 400],
  ['semantics', 'full', `GET ${W}/semantics`, null, 200, { metrics: Array, rules: Array }],
  ['semantics of an unknown table', 'full', `PUT ${W}/semantics`, { metrics: [{ name: 'm', table: 'nope', expression: 'SUM(x)' }] }, 422,
    { 'detail.0.msg': /nope/ }],
  ['a saved question', 'full', `POST ${W}/saved`, { trace_id: '{t}', name: 'Mine' }, 201, { id: keep('q'), name: 'Mine', sql: String, stale: null }],
  ['a board', 'full', `POST ${W}/boards`, { name: 'B' }, 201, { id: keep('b') }],
  ['a column is edited', 'full', `PATCH ${C}/schema/tables/longer/columns/n`, { description: 'Number', synonyms: null, hidden: null, sensitive: null }, 200,
    { description: 'Number', hidden: false }],
  ['the schema', 'full', `GET ${C}/schema?workspace_id={w}`, null, 200, { 'tables.0.columns': Array }],

  // The end of the data
  ['a file is deleted', 'full', `DELETE ${F}/{g}`, null, 200, { deleted: 'sales_2025.csv', files_remaining: 4 }],
  ['and not asked any more', 'full', 'POST /query', { q: 'show all longer' }, 200, { result: 'error' }],
  ['what is left, with what failed', 'full', `GET ${F}`, null, 200, { count: 4, 'files.1.status': 'failed', 'files.1.error': String, 'files.1.id': keep('f1'),
    'files.2.id': keep('f2'), 'files.3.id': keep('f3') }],
  ...[1, 2, 3].map((n): Row => ['one more', 'full', `DELETE ${F}/{f${n}}`, null, 200, { files_remaining: 4 - n }]),
  ['the last', 'full', `DELETE ${F}/{f}`, null, 200, { deleted: 'Sales 2025.csv', files_remaining: 0 }],
  ['nothing is left to ask', 'full', 'POST /query', Q, 422],
  ['not started again', 'full', `GET ${C}/schema/status?workspace_id={w}`, null, 200, { status: 'not_started', table_count: 0 }],
  ['the source is cleared', 'full', 'GET /whoami', null, 200, { 'workspaces.0.source': 'none' }],
  ['a key is revoked', 'full', 'DELETE /accounts/api-keys/{k}', null, 200],
  ['and works no more', 'asker', 'GET /whoami', null, 401, { detail: 'Invalid or revoked API key' }],
];

const PLANS = `plans:
  self_hosted: {}
  sample: {}
  free: {requests_per_minute: 30, spend_cap_usd: 10, questions_per_month: 1000, max_file_bytes: 52428800, max_files: 20, max_rows_per_workspace: 5000000, show_limits: true}
  small: {questions_per_month: 1}
  slow: {requests_per_minute: 1}
files: {max_file_bytes: 100000}
`;

describe('the specification, over HTTP', () => {
  let own: OwnWorkspace;
  let folder: string;
  const known: Record<string, string> = {};

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-contract-'));
    const settings = path.join(folder, 'plumbline.yaml');
    await writeFile(settings, PLANS);
    own = await openWorkspace({ PLUMBLINE_CONFIG: settings, PLUMBLINE_SAMPLE__ENABLED: 'true' });
    known['full'] = own.service.apiKey!;
    const store = await openStore({
      ...{ url: null, path: path.join(own.service.dataDir, 'plumbline.db'), pool: 1 },
      log: pino({ level: 'silent' }),
    });
    for (const [who, type, plan, bindTo] of [
      ['account', 'standard', 'self_hosted', 'account'],
      ['free', 'standard', 'free', 'workspace'],
      ['direct', 'direct', 'self_hosted', 'tenant'],
      ['blocked', 'standard', 'self_hosted', 'account'],
      ['small', 'standard', 'small', 'tenant'],
      ['slow', 'standard', 'slow', 'tenant'],
    ] as const) {
      const made = await store.db.transaction().execute((trx) =>
        createAccount(trx, systemClock, {
          ...{ type, plan, name: who, email: null, key: { name: who, bindTo } },
        }),
      );
      known[who] = made.apiKey!;
      const ids = [made.accountId, made.clientId, made.workspace.workspace_id] as const;
      if (who === 'blocked') [known['ba'], known['bc'], known['bw']] = ids;
      if (who === 'small') [, known['mc'], known['mw']] = ids;
    }
    await store.close();
  });
  after(async () => {
    await own.close();
    await rm(folder, { recursive: true });
  });

  const filled = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole);

  async function callAs(who: string, call: string, sent: Sent) {
    const [, key = '', user, origin, headers = ''] =
      /^([\w-]+)(?:@([^#;]*))?(?:#([^;]*))?(?:;(.*))?$/.exec(filled(who))!;
    const isToken = key.startsWith('bearer');
    const more = Object.fromEntries(
      headers
        .split(';')
        .filter(Boolean)
        .map((one) => one.split('=')),
    );
    const [method = '', address = ''] = filled(call).split(' ');
    const apiKey = isToken || key === 'nobody' ? null : (known[key] ?? 'plumb_live_wrong');
    return callerOf(own.service.url, apiKey)<unknown>(method, address, {
      ...(user === undefined ? {} : { user }),
      headers: {
        ...(isToken ? { Authorization: `Bearer ${known[key] ?? 'a.b.c'}` } : {}),
        ...(origin === undefined ? {} : { Origin: origin }),
        ...more,
      },
      ...(sent instanceof Form
        ? { body: formOf(sent) }
        : sent && { body: JSON.parse(filled(JSON.stringify(sent))) as unknown }),
    });
  }

  for (const [at, [says, who, call, sent, status, holds = {}]] of ROWS.entries())
    it(`${at + 1} ${call.replaceAll(/[{}]/g, '')}: ${says}`, async () => {
      const reply = await callAs(who, call, sent);
      expect(reply.status, JSON.stringify(reply.body).slice(0, 600)).to.equal(status);
      const events = typeof reply.body === 'string' ? eventsOf(reply.body) : [];
      for (const [where, wanted] of Object.entries(holds)) {
        const found = where.startsWith('#')
          ? reply.headers.get(where.slice(1))
          : where === '@'
            ? events.map(({ event }) => event).join(' ')
            : where.startsWith('@')
              ? inEvents(events, where.slice(1))
              : valueAt(reply.body, where.split('.'));
        check(found, wanted, where);
      }
    });

  it('an expectation that nobody knows is no reason to refuse a call', async () => {
    const call = get(`${own.service.url}/healthz`, { headers: { Expect: 'patience' } });
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).to.equal(200);
  });

  function check(found: unknown, wanted: unknown, where: string): void {
    if (wanted instanceof Keep) {
      expect(found, where).to.satisfy((one: unknown) => ['string', 'number'].includes(typeof one));
      known[wanted.as] = String(found);
    } else if (wanted instanceof RegExp) expect(found, where).to.match(wanted);
    else if (typeof wanted === 'function')
      expect(
        wanted === Array ? Array.isArray(found) : Object(found) instanceof wanted,
        `${where}: ${JSON.stringify(found)}`,
      ).to.equal(true);
    else if (typeof found === 'number' && typeof wanted === 'string')
      expect(String(found), where).to.equal(filled(wanted));
    else
      expect(found, where).to.deep.equal(
        wanted === undefined ? wanted : JSON.parse(filled(JSON.stringify(wanted))),
      );
  }
});

function formOf({ name, content, fields }: Form): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  if (name !== '') form.set('file', new Blob([content as string]), name);
  return form;
}

interface StreamedEvent {
  readonly event: string;
  readonly data: unknown;
}

const eventsOf = (text: string): StreamedEvent[] =>
  text.split('\r\n\r\n').flatMap((frame) => {
    const [, event, data] = /event: (\w+)\r\ndata: (.*)$/s.exec(frame) ?? [];
    return event && data ? [{ event, data: JSON.parse(data) as unknown }] : [];
  });

/** `name.path`: of the first event of that name, of `done` of the last. */
function inEvents(events: readonly StreamedEvent[], where: string): unknown {
  const [name, ...rest] = where.split('.');
  const named = events.filter(({ event }) => event === name);
  return valueAt(named.at(name === 'done' ? -1 : 0)?.data, rest);
}

const valueAt = (value: unknown, [key, ...rest]: readonly string[]): unknown =>
  key === undefined
    ? value
    : valueAt((value as Record<string, unknown> | undefined | null)?.[key], rest);
