import { lookupTable } from '#src/sql/lookup-table.ts';

/** How an operation is called in generated clients, and what a reader should know beside its summary. */
export interface OperationNote {
  readonly id: string;
  readonly description: string;
  /** A body to send, where its fields alone make no good one. */
  readonly example?: unknown;
}

const note = (id: string, description: string, example?: unknown): OperationNote =>
  example === undefined ? { id, description } : { id, description, example };

const FILES = '/clients/{client_id}/workspaces/{workspace_id}/files';
const EVALS = '/clients/{client_id}/workspaces/{workspace_id}/evals';
const SAVED = '/clients/{client_id}/workspaces/{workspace_id}/saved';
const BOARDS = '/clients/{client_id}/workspaces/{workspace_id}/boards';
const KEYS = '/accounts/api-keys';
const HOOKS = '/accounts/webhooks';
const DATABASE = '/accounts/clients/{client_id}/database';
const ASKED = { query: 'total revenue by region in 2025', new_session: true };

/** By method and path. */
export const OPERATION_NOTES: Readonly<Record<string, OperationNote>> = lookupTable({
  'post /query': note(
    'query',
    'Each call stands alone. A question that the data cannot answer has status 200 and `result` = `error`: asking the same again gives the same.',
    { q: 'total revenue by region in 2025' },
  ),
  'post /clients/{client_id}/ask': note(
    'ask',
    'Builds on the earlier questions of the chat; without `session_id` and `new_session` on those of the default chat of the end user.',
    ASKED,
  ),
  'post /clients/{client_id}/ask/stream': note(
    'askStream',
    'The same as `ask`, told as it comes. What fails before the first event has its own status; afterwards it is an `error` event on the 200 stream.',
    ASKED,
  ),
  'post /clients/{client_id}/select': note(
    'runSelect',
    'Judged by the guard, bounded and recorded as a statement that answers a question is; it counts as one. A statement that is refused or fails has status 200 and `result` = `error`, with the reason. Its verdict is `not_applicable`: there is no question to check it against.',
    { sql: 'SELECT region, COUNT(*) AS orders FROM orders GROUP BY region' },
  ),
  'post /clients/{client_id}/values': note(
    'searchValues',
    'To write conditions with the values as the data has them. Without hidden and sensitive columns; under a row filter only in a column that is named, and only of rows that the key sees.',
    { text: 'Rome' },
  ),
  'post /clients/{client_id}/readings': note(
    'readQuestion',
    'What its words can mean, what they ask of every statement, and what the planner would compute. Hidden and sensitive columns are no part of it; under a row filter no value of the data is either.',
    { q: 'total revenue by region in 2025' },
  ),
  'get /clients/{client_id}/answers/{trace_id}': note(
    'getAnswer',
    'Statement, checks, assumptions, tokens and times of one answer, and the answer itself, so that it can be drawn again.',
  ),
  'get /clients/{client_id}/answers/{trace_id}/chart.svg': note(
    'getAnswerChart',
    'Drawn as the page draws it, with the rows as long as they are kept. 404 where a table is better, and where the rows are gone.',
  ),
  'get /clients/{client_id}/answers/{trace_id}/metrics': note(
    'getMetricDrafts',
    'What of the answer could be a metric: an aggregate over columns of one table, with the conditions of the statement. Nothing is kept; whoever signs one puts it into the semantics.',
  ),
  'post /clients/{client_id}/answers/{trace_id}/feedback': note(
    'giveFeedback',
    'With a full-access key, an approved or corrected statement becomes an example of the workspace.',
    { rating: 'up' },
  ),
  'post /mcp': note(
    'sendMcpMessage',
    'Stateless: each message stands alone, and no session has to be kept. Tools `ask`, `list_tables`, `describe_table`, `run_select` and `search_values`; a key that only asks has `ask` alone. Each call of a tool counts as the call of the API that it makes. See docs/integrate.md.',
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  ),
  'get /whoami': note(
    'whoami',
    'Names tenant and workspaces, which other calls need. Never shows the key itself.',
  ),
  'get /sample': note(
    'getSample',
    'Needs no key. The key that it names can ask about the sample company and do nothing else.',
  ),
  'post /accounts/signup': note(
    'signUp',
    'Only where the deployment is open to everybody (`signup: open`).',
  ),
  [`post ${KEYS}`]: note(
    'createApiKey',
    'The key is shown once; only its hash is kept. A key made with a bound key is bound to the same workspace.',
    { name: 'Web shop', scope: 'query' },
  ),
  [`get ${KEYS}`]: note('listApiKeys', 'Those that the key in use reaches.'),
  [`patch ${KEYS}/{key_id}`]: note(
    'updateApiKey',
    'An empty list of `allowed_origins` removes the restriction.',
    { allowed_origins: ['https://shop.example'] },
  ),
  [`delete ${KEYS}/{key_id}`]: note(
    'revokeApiKey',
    'Calls with it are refused with 401 from then on.',
  ),
  [`post ${KEYS}/{key_id}/rotate`]: note(
    'rotateApiKey',
    'The successor has the same name, scope and reach.',
  ),
  'post /clients/{client_id}/tokens': note(
    'createToken',
    'Made with a key on your server, used by the browser of one person.',
    { end_user_id: 'ada' },
  ),
  'post /clients/{client_id}/tokens/revoke': note(
    'revokeTokens',
    'Holds on every gateway of the store.',
  ),
  'get /accounts/clients': note(
    'listTenants',
    'All of the account, or the one that the key is bound to.',
  ),
  'post /accounts/clients': note('createTenant', 'Takes a key of the whole account.', {
    name: 'Shop',
  }),
  'get /accounts/clients/{client_id}': note('getTenant', 'Name and slug of one tenant.'),
  'patch /accounts/clients/{client_id}': note(
    'renameTenant',
    'The slug stays, so that addresses do.',
    { name: 'Shop' },
  ),
  'delete /accounts/clients/{client_id}': note(
    'deleteTenant',
    'Nothing of it can be reached any more when the answer comes; its files follow within moments.',
  ),
  'get /clients/{client_id}/workspaces': note('listWorkspaces', 'Oldest first.'),
  'post /clients/{client_id}/workspaces': note(
    'createWorkspace',
    'It holds either files or a database, whichever comes first.',
    { name: 'General' },
  ),
  'patch /clients/{client_id}/workspaces/{workspace_id}': note(
    'updateWorkspace',
    'The time zone and `as_of` decide what "today" and "last month" mean.',
    { timezone: 'Europe/Berlin' },
  ),
  'delete /clients/{client_id}/workspaces/{workspace_id}': note(
    'deleteWorkspace',
    'Nothing of it can be reached any more when the answer comes; its files follow within moments.',
  ),
  [`get ${FILES}`]: note(
    'listFiles',
    'Files that could not be read are listed too, with the reason in `error`.',
  ),
  [`post ${FILES}`]: note(
    'uploadFile',
    'Answers when its tables can be asked about. The same bytes again write nothing; other bytes under the same name are the next version.',
  ),
  [`post ${FILES}/async`]: note(
    'uploadFileInBackground',
    'For large files: answers at once, and `status_url` tells how far it is.',
  ),
  [`get ${FILES}/jobs/{job_id}`]: note('getFileJob', 'Has the manifest when it is done.'),
  [`delete ${FILES}/jobs/{job_id}`]: note(
    'cancelFileJob',
    'Until its tables are shown. The file keeps the version that it had.',
  ),
  [`get ${FILES}/{file_id}`]: note(
    'getFile',
    'With the notes of its shown version (everything that was changed, left out or chosen) and the mapping that holds for its next versions.',
  ),
  [`get ${FILES}/{file_id}/preview`]: note(
    'previewFile',
    'Rows as they were read, in the order of the file.',
  ),
  [`post ${FILES}/{file_id}/read`]: note(
    'readFileAgain',
    'By the bytes that are kept of its shown version, which keeps its number. Questions see the new tables when this answers.',
    { mapping: { 'sales.csv': { totals: 'keep' } } },
  ),
  [`delete ${FILES}/{file_id}`]: note(
    'deleteFile',
    'Cannot be undone. Questions stop seeing its tables at once.',
  ),
  [`put ${DATABASE}`]: note(
    'connectDatabase',
    'The connection is tried first; nothing is stored where it fails. Use a user that can only read.',
    { workspace_id: 'ws_4f9a1c', url: 'postgres://reader:secret@db.example.com:5432/shop' },
  ),
  [`get ${DATABASE}`]: note('getDatabase', 'Never shows the password.'),
  [`delete ${DATABASE}`]: note(
    'disconnectDatabase',
    'Questions are refused with 422 until there is other data.',
  ),
  [`post ${DATABASE}/test`]: note(
    'testDatabase',
    'Says what is wrong with a connection before it is stored.',
    { url: 'postgres://reader:secret@db.example.com:5432/shop' },
  ),
  'post /clients/{client_id}/schema/refresh': note(
    'refreshSchema',
    'For a database whose tables have changed. Questions are answered by the discovery before until it is done.',
  ),
  'get /clients/{client_id}/schema/status': note(
    'getSchemaStatus',
    'Poll it about every ten seconds until `ready`. Without `workspace_id` it tells of the whole tenant.',
  ),
  'get /clients/{client_id}/schema': note(
    'getSchema',
    'Ranges and sample values leave out sensitive columns.',
  ),
  'get /clients/{client_id}/suggestions': note(
    'listSuggestions',
    'Made of the tables as they are; none for a key with a row filter.',
  ),
  'get /clients/{client_id}/results/{result_token}': note(
    'getResultPage',
    'The rows as they were when the question was answered. A trace id stands for the result of its answer.',
  ),
  'get /clients/{client_id}/results/{result_token}/export': note(
    'exportResult',
    'CSV, XLSX, JSON or Parquet.',
  ),
  'get /clients/{client_id}/chats': note(
    'listChats',
    'With `X-End-User-Id` only those of that person.',
  ),
  'get /clients/{client_id}/chats/{session_id}': note(
    'getChat',
    'Each turn with its question, statement and answer; with `rows=1` also the rows that are still kept.',
  ),
  'delete /clients/{client_id}/chats/{session_id}': note(
    'deleteChat',
    'Words and rows of its answers go with it; their traces stay for support until their own time is over.',
  ),
  [`get ${SAVED}`]: note(
    'listSaved',
    'Your own, those that others share, and those on shared boards. Each says whether its statement still fits the tables.',
  ),
  [`post ${SAVED}`]: note(
    'saveQuestion',
    'Keeps statement, reading and chart of an answer of one statement, and what it reads of the tables.',
    { trace_id: 'tr_4f9a1c', name: 'Revenue by region' },
  ),
  [`get ${SAVED}/{saved_id}`]: note(
    'getSaved',
    'Its last result stands in it while the data is the same; nothing is run.',
  ),
  [`patch ${SAVED}/{saved_id}`]: note('updateSaved', 'Only by its maker.', { shared: true }),
  [`delete ${SAVED}/{saved_id}`]: note(
    'deleteSaved',
    'Only by its maker. It leaves its boards, too.',
  ),
  [`post ${SAVED}/{saved_id}/refresh`]: note(
    'refreshSaved',
    'The statement passes the guard again, under the row filter of the caller. Where the tables no longer fit, `stale` says what has moved, and nothing is run.',
  ),
  [`get ${BOARDS}`]: note('listBoards', 'Your own, and those that others share.'),
  [`post ${BOARDS}`]: note('createBoard', 'Tiles stand in the order in which they are sent.', {
    name: 'Sales',
    tiles: [{ saved_id: 'sav_4f9a1c', width: 2 }],
  }),
  [`get ${BOARDS}/{board_id}`]: note('getBoard', 'With the last results; nothing is run.'),
  [`patch ${BOARDS}/{board_id}`]: note(
    'updateBoard',
    'Only by its maker. `tiles` takes the place of all tiles. With the `version` that you read, a change of others in between is a 409.',
    { tiles: [{ saved_id: 'sav_4f9a1c', width: 1 }], version: 3 },
  ),
  [`delete ${BOARDS}/{board_id}`]: note('deleteBoard', 'Only by its maker.'),
  [`post ${BOARDS}/{board_id}/refresh`]: note(
    'refreshBoard',
    'Each tile as a saved question is refreshed; one that cannot be says why, and the others come all the same.',
  ),
  [`get ${EVALS}`]: note('getEvals', 'Each with the statement or the rows that are right.'),
  [`put ${EVALS}`]: note(
    'replaceEvals',
    'Statements pass the guard now; those that do not are named. By its `id` (made of its words where none is sent) a question is compared from run to run.',
    { questions: [{ question: 'how many orders', sql: 'SELECT COUNT(*) FROM orders' }] },
  ),
  [`post ${EVALS}/runs`]: note(
    'startEvalRun',
    'Questions are asked one after the other, and count and cost as if you had asked them. The run is stopped by its cost, by a budget or by a quota; one is at work in a workspace at a time.',
    { max_cost_usd: 0.5 },
  ),
  [`get ${EVALS}/runs`]: note('listEvalRuns', 'How many came out how.'),
  [`get ${EVALS}/runs/{run_id}`]: note(
    'getEvalRun',
    'Poll it until it is finished. `changes` compares it with the run before it.',
  ),
  'patch /clients/{client_id}/schema/tables/{table}': note(
    'updateTable',
    'Outlives uploads and discoveries.',
    { description: 'Orders of the web shop' },
  ),
  'patch /clients/{client_id}/schema/tables/{table}/columns/{column}': note(
    'updateColumn',
    'Outlives uploads and discoveries.',
    { synonyms: ['turnover'] },
  ),
  'get /accounts/budgets': note(
    'listBudgets',
    'Those that the account has set, and the caps of its plan and of the deployment.',
  ),
  'put /accounts/budgets': note('replaceBudgets', 'Takes a key of the whole account.', {
    budgets: [{ scope_type: 'account', scope_id: '*', cap: 10, enforcement: 'block' }],
  }),
  'get /accounts/usage': note(
    'getUsage',
    'Days in UTC, both counted; from the 1st of this month to today where nothing is said.',
  ),
  'get /accounts/audit': note('listAuditEntries', 'Newest first.'),
  'get /clients/{client_id}/workspaces/{workspace_id}/semantics': note(
    'getSemantics',
    'JSON, or YAML where `Accept` asks for it.',
  ),
  'put /clients/{client_id}/workspaces/{workspace_id}/semantics': note(
    'replaceSemantics',
    'JSON or YAML. What `GET` gave can be put back as it is.',
  ),
  'post /clients/{client_id}/workspaces/{workspace_id}/semantics/check': note(
    'checkSemantics',
    'What cannot hold of the document, each by its place, and what up to three questions give now and with it. They count and cost as questions do, each twice.',
    { document: { rules: ['A year is a calendar year.'] }, questions: ['net revenue in 2025'] },
  ),
  [`get ${HOOKS}`]: note('listWebhooks', 'Oldest first.'),
  [`post ${HOOKS}`]: note('createWebhook', 'Events are signed as Standard Webhooks says.', {
    url: 'https://shop.example/hook',
    events: ['file.ready'],
  }),
  [`patch ${HOOKS}/{webhook_id}`]: note(
    'updateWebhook',
    'Switching it on again forgets that it was failing.',
    { enabled: true },
  ),
  [`delete ${HOOKS}/{webhook_id}`]: note(
    'deleteWebhook',
    'What was not delivered yet is not sent any more.',
  ),
  [`post ${HOOKS}/{webhook_id}/rotate-secret`]: note(
    'rotateWebhookSecret',
    'Both secrets sign until `previous_secret_until`.',
  ),
  [`get ${HOOKS}/{webhook_id}/deliveries`]: note(
    'listDeliveries',
    'With the log of the attempts, never with bodies of answers.',
  ),
  [`post ${HOOKS}/{webhook_id}/test`]: note('testWebhook', 'Sent once, whatever events it is for.'),
  [`post ${HOOKS}/{webhook_id}/deliveries/{delivery_id}/replay`]: note(
    'replayDelivery',
    'Under its old id, so that a receiver can tell that it had it.',
  ),
  'get /healthz': note('getHealth', 'For the supervisor of the process.'),
  'get /readyz': note('getReadiness', 'For a load balancer: 503 while a part does not work.'),
  'get /metrics': note('getMetrics', 'In the text format of Prometheus.'),
  'get /openapi.json': note('getOpenApi', 'Made from the schemas that validate requests.'),
  'get /docs': note('getReference', 'Loads nothing from elsewhere.'),
  'get /docs/reference.js': note('getReferenceScript', 'Searches the operations of the page.'),
});
