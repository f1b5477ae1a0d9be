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
const DRAFTS = '/clients/{client_id}/workspaces/{workspace_id}/semantics/drafts';
const SAVED = '/clients/{client_id}/workspaces/{workspace_id}/saved';
const BOARDS = '/clients/{client_id}/workspaces/{workspace_id}/boards';
const SCHEDULES = '/clients/{client_id}/workspaces/{workspace_id}/schedules';
const KEYS = '/accounts/api-keys';
const MEMBERS = '/clients/{client_id}/members';
const SNAPSHOTS = '/clients/{client_id}/workspaces/{workspace_id}/snapshots';
const HOOKS = '/accounts/webhooks';
const DATABASE = '/accounts/clients/{client_id}/database';
const ASKED = { query: 'total revenue by region in 2025', new_session: true };

/** By method and path. */
export const OPERATION_NOTES: Readonly<Record<string, OperationNote>> = lookupTable({
  'post /query': note(
    'query',
    "Each call is independent. If the data can't answer the question, the status is 200 with `result` = `error`.",
    { q: 'total revenue by region in 2025' },
  ),
  'post /clients/{client_id}/ask': note(
    'ask',
    "Uses earlier questions of the chat as context. Without `session_id` or `new_session`, it continues the end user's default chat.",
    ASKED,
  ),
  'post /clients/{client_id}/ask/stream': note(
    'askStream',
    'Same as `ask`, as a stream of events. Errors before the first event have their own status; later ones are `error` events.',
    ASKED,
  ),
  'post /clients/{client_id}/select': note(
    'runSelect',
    'Your SQL passes the same guard and limits as any question, and counts as one. Refused or failed SQL has status 200 and `result` = `error`. The verdict is `not_applicable`, because there is no question to check against, or `warning` if the SQL or its rows show a mistake. With `session_id` or `new_session`, the answer stays in the chat.',
    { sql: 'SELECT region, COUNT(*) AS orders FROM orders GROUP BY region' },
  ),
  'get /clients/{client_id}/answers/{trace_id}/drill': note(
    'getDrillTargets',
    'Available for answers from the built-in planner in a chat. For other answers, `reason` says why there are no steps.',
  ),
  'post /clients/{client_id}/answers/{trace_id}/drill': note(
    'drill',
    "Plumbline writes the SQL from the answer's plan, under your row filter; it counts as a question and stays in the answer's chat. `values` select the rows of one group. `by` breaks the numbers down, `show: \"rows\"` lists the rows behind them. A step that isn't offered has status 200 and `result` = `error`.",
    { values: [{ column: 'region', value: 'West' }], show: 'rows' },
  ),
  'post /clients/{client_id}/values': note(
    'searchValues',
    'Finds exact values for filters. Hidden and sensitive columns are left out. Under a row filter, only visible rows are searched.',
    { text: 'Rome' },
  ),
  'post /clients/{client_id}/readings': note(
    'readQuestion',
    "Returns possible meanings of the words, what they require of any SQL, and the planner's query. Hidden and sensitive columns are left out. With a row filter, values are left out too.",
    { q: 'total revenue by region in 2025' },
  ),
  'get /clients/{client_id}/answers/{trace_id}': note(
    'getAnswer',
    'Returns SQL, checks, assumptions, tokens, timings and the answer itself.',
  ),
  'get /clients/{client_id}/answers/{trace_id}/chart.svg': note(
    'getAnswerChart',
    'Looks the same as on the page. Returns 404 if a table fits better or the rows have expired.',
  ),
  'get /clients/{client_id}/answers/{trace_id}/metrics': note(
    'getMetricDrafts',
    'Each draft is an aggregate over one table with the filters of the SQL. Nothing is stored; to certify a draft, add it to the definitions.',
  ),
  'post /clients/{client_id}/answers/{trace_id}/feedback': note(
    'giveFeedback',
    'With a full-access key, approved or corrected SQL becomes an example of the workspace.',
    { rating: 'up' },
  ),
  'post /mcp': note(
    'sendMcpMessage',
    'Stateless, without sessions. An ask-only key has the tool `ask`; full access adds `list_tables`, `describe_table`, `run_select` and `search_values`. Each tool call counts as the API call it makes. See docs/integrate.md.',
    { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  ),
  'get /whoami': note(
    'whoami',
    "Returns the tenant and workspaces that other calls need, without the key's secret.",
  ),
  'get /sample': note(
    'getSample',
    'Needs no key. The returned key can only ask about the sample company.',
  ),
  'post /accounts/signup': note('signUp', 'Only for deployments with `signup: open`.'),
  'get /session': note(
    'getSession',
    'Used by the page; needs no key. Sessions are cookies, which are ignored if a key or token is sent too.',
  ),
  'post /session': note(
    'signIn',
    'Sets a cookie (HttpOnly, SameSite=Lax) for the key or member. Calls with it from other websites are rejected.',
    { api_key: 'plumb_live_…', keep: true },
  ),
  'delete /session': note('signOut', 'Ends the session of this browser and removes its cookie.'),
  'post /session/link': note('readMemberLink', 'Only for deployments with `people.enabled`.'),
  'post /session/password': note(
    'setPassword',
    'Each link works once. Using it signs the member out of all other sessions.',
  ),
  'post /session/oidc': note(
    'beginProviderSignIn',
    'Only for deployments with `people.oidc`. Sets a cookie that the same browser needs to finish signing in.',
    { provider: 'keycloak' },
  ),
  'post /session/oidc/finish': note(
    'finishProviderSignIn',
    'The provider sends the browser to `/signin/callback` of `public_url`, with a query that works once.',
    { query: '?code=8f2c11d0&state=5b1e', keep: true },
  ),
  [`post ${SNAPSHOTS}`]: note(
    'createSnapshot',
    'Freezes the rows you can see. The link stops working when it expires or is revoked, or when a file, workspace or column behind it is deleted or hidden.',
    { trace_id: 'tr_8f2c11d0', expires_in_days: 7 },
  ),
  [`get ${SNAPSHOTS}`]: note(
    'listSnapshots',
    'Full-access keys and admins get all links, others only their own.',
  ),
  [`delete ${SNAPSHOTS}/{snapshot_id}`]: note('revokeSnapshot', 'The link stops working at once.'),
  'get /snapshots/{share_token}': note(
    'getSnapshot',
    'Needs no key: anyone with the link can read it.',
  ),
  'get /accounts/sessions': note('listSessions', 'Returns sessions within the access of your key.'),
  'delete /accounts/sessions/{session_id}': note(
    'revokeSession',
    "The next call with its cookie is rejected. The key or member isn't affected.",
  ),
  [`get ${MEMBERS}`]: note('listMembers', 'Only for deployments with `people.enabled`.'),
  [`post ${MEMBERS}`]: note(
    'inviteMember',
    'Returns a link that you send to the person. A reader asks questions, an analyst also runs SQL, an admin can do what a full-access key can.',
    { name: 'Ann', email: 'ann@example.com', role: 'analyst' },
  ),
  [`patch ${MEMBERS}/{member_id}`]: note(
    'updateMember',
    'A new role takes effect with the next call.',
  ),
  [`post ${MEMBERS}/{member_id}/link`]: note(
    'createMemberLink',
    'Earlier links stop working. The password stays until a new one is set.',
  ),
  [`delete ${MEMBERS}/{member_id}`]: note(
    'removeMember',
    "The member's public links stop working. Their chats and boards stay in the workspace until deleted.",
  ),
  [`post ${KEYS}`]: note(
    'createApiKey',
    'The key is shown only once; only its hash is stored. A key created with a workspace key is limited to that workspace.',
    { name: 'Web shop', scope: 'query' },
  ),
  [`get ${KEYS}`]: note('listApiKeys', 'Returns keys within the access of your own key.'),
  [`patch ${KEYS}/{key_id}`]: note(
    'updateApiKey',
    'An empty `allowed_origins` list removes the restriction.',
    { allowed_origins: ['https://shop.example'] },
  ),
  [`delete ${KEYS}/{key_id}`]: note('revokeApiKey', 'Calls with the revoked key fail with 401.'),
  [`post ${KEYS}/{key_id}/rotate`]: note(
    'rotateApiKey',
    'The new key has the same name, scope and access.',
  ),
  'post /clients/{client_id}/tokens': note(
    'createToken',
    "Create it with a key on your server and use it in one person's browser.",
    { end_user_id: 'ada' },
  ),
  'post /clients/{client_id}/tokens/revoke': note(
    'revokeTokens',
    'Applies to every gateway that uses the store.',
  ),
  'get /accounts/clients': note(
    'listTenants',
    'Returns all tenants of the account, or the one the key is limited to.',
  ),
  'post /accounts/clients': note('createTenant', 'Needs an account-level key.', {
    name: 'Shop',
  }),
  'get /accounts/clients/{client_id}': note('getTenant', 'Returns name and slug of one tenant.'),
  'patch /accounts/clients/{client_id}': note(
    'renameTenant',
    'The slug stays the same, so URLs keep working.',
    { name: 'Shop' },
  ),
  'delete /accounts/clients/{client_id}': note(
    'deleteTenant',
    'Access ends before the response arrives. Files are removed shortly after.',
  ),
  'get /clients/{client_id}/workspaces': note('listWorkspaces', 'Oldest first.'),
  'post /clients/{client_id}/workspaces': note(
    'createWorkspace',
    'A workspace holds either files or a database, whichever you add first.',
    { name: 'General' },
  ),
  'patch /clients/{client_id}/workspaces/{workspace_id}': note(
    'updateWorkspace',
    'The time zone and `as_of` define "today" and "last month".',
    { timezone: 'Europe/Berlin' },
  ),
  'delete /clients/{client_id}/workspaces/{workspace_id}': note(
    'deleteWorkspace',
    'Access ends before the response arrives. Files are removed shortly after.',
  ),
  'get /clients/{client_id}/model': note(
    'getTenantModel',
    'Says whether the settings of the workspace, the tenant or the deployment apply.',
  ),
  'put /clients/{client_id}/model': note(
    'replaceTenantModel',
    'Takes effect with the next question. Budgets are set with `PUT /accounts/budgets`.',
    {
      ...{ provider: 'openai', model: 'gpt-5-mini', api_key: 'sk-your-key' },
      planning: 'cross-check',
    },
  ),
  'delete /clients/{client_id}/model': note(
    'deleteTenantModel',
    'Also deletes the key. Returns the settings that apply now.',
  ),
  'get /clients/{client_id}/workspaces/{workspace_id}/model': note(
    'getWorkspaceModel',
    'Says whether the settings of the workspace, the tenant or the deployment apply.',
  ),
  'put /clients/{client_id}/workspaces/{workspace_id}/model': note(
    'replaceWorkspaceModel',
    'Takes effect with the next question. Budgets are set with `PUT /accounts/budgets`.',
    {
      ...{ provider: 'openai', model: 'gpt-5-mini', api_key: 'sk-your-key' },
      planning: 'cross-check',
    },
  ),
  'delete /clients/{client_id}/workspaces/{workspace_id}/model': note(
    'deleteWorkspaceModel',
    'Also deletes the key. Returns the settings that apply now.',
  ),
  'get /clients/{client_id}/workspaces/{workspace_id}/translations/{language}': note(
    'listTextTranslations',
    "The workspace's model translates each text once, in the background. A translation isn't used if it changes a number or link, or lacks a placeholder.",
  ),
  [`get ${FILES}`]: note('listFiles', 'Includes failed files, with the reason in `error`.'),
  [`post ${FILES}`]: note(
    'uploadFile',
    'Returns when the tables are ready for questions. An identical file changes nothing; a different file with the same name becomes a new version.',
  ),
  [`post ${FILES}/async`]: note(
    'uploadFileInBackground',
    'For large files: returns immediately; poll `status_url` for progress.',
  ),
  [`get ${FILES}/jobs/{job_id}`]: note('getFileJob', 'Includes the manifest once the job is done.'),
  [`delete ${FILES}/jobs/{job_id}`]: note(
    'cancelFileJob',
    'Possible until the new tables are published. The file keeps its previous version.',
  ),
  [`get ${FILES}/{file_id}`]: note(
    'getFile',
    'Includes the import notes of the current version and the mapping for later versions.',
  ),
  [`get ${FILES}/{file_id}/preview`]: note(
    'previewFile',
    'Returns rows as imported, in file order.',
  ),
  [`post ${FILES}/{file_id}/read`]: note(
    'readFileAgain',
    'Reads the stored file again without a new version number. Questions use the new tables when the call returns.',
    { mapping: { 'sales.csv': { totals: 'keep' } } },
  ),
  [`post ${FILES}/uploads/{upload_id}/preview`]: note(
    'previewKeptUpload',
    'For uploads with `preview=true&keep=true`, and for versions that were replaced (`replaced` in the manifest).',
    { mapping: { 'sales.csv': { totals: 'keep' } } },
  ),
  [`post ${FILES}/uploads/{upload_id}`]: note(
    'importKeptUpload',
    "You don't need to send the file again. A replaced version comes back as a new version with its former mapping.",
    { mapping: { 'sales.csv': { totals: 'keep' } } },
  ),
  [`post ${FILES}/from-url`]: note(
    'fetchFile',
    'Returns once the file has been fetched. With `refresh`, the URL is checked again regularly; if that fails, the current version stays in use.',
    { url: 'https://data.example.com/sales.csv', refresh: 'daily' },
  ),
  [`post ${FILES}/from-url/preview`]: note(
    'previewUrl',
    'Import it with `upload_id`, without fetching it again.',
    { url: 'https://data.example.com/sales.csv' },
  ),
  [`put ${FILES}/{file_id}/source`]: note(
    'setFileSource',
    'Replaces the previous source. The URL is stored encrypted and shown without its secrets.',
    { url: 'https://data.example.com/sales.csv', refresh: 'daily' },
  ),
  [`delete ${FILES}/{file_id}/source`]: note('deleteFileSource', 'The file stays as it is.'),
  [`post ${FILES}/{file_id}/source/refresh`]: note(
    'refreshFile',
    "The file's `source` shows the outcome.",
  ),
  [`delete ${FILES}/{file_id}`]: note(
    'deleteFile',
    "You can't undo this. The file's tables disappear from questions right away.",
  ),
  [`put ${DATABASE}`]: note(
    'connectDatabase',
    'Tests the connection first and stores nothing if it fails. Use a read-only database user.',
    { workspace_id: 'ws_4f9a1c', url: 'postgres://reader:secret@db.example.com:5432/shop' },
  ),
  [`get ${DATABASE}`]: note('getDatabase', 'Never returns the password.'),
  [`delete ${DATABASE}`]: note(
    'disconnectDatabase',
    'Questions fail with 422 until the workspace has other data.',
  ),
  [`post ${DATABASE}/test`]: note(
    'testDatabase',
    'Shows problems with a connection before you store it.',
    { url: 'postgres://reader:secret@db.example.com:5432/shop' },
  ),
  'post /clients/{client_id}/schema/refresh': note(
    'refreshSchema',
    "Use it when the database's tables changed. Questions use the previous state until it finishes.",
  ),
  'get /clients/{client_id}/schema/status': note(
    'getSchemaStatus',
    'Poll about every ten seconds until `ready`. Without `workspace_id`, it covers the whole tenant.',
  ),
  'get /clients/{client_id}/schema': note(
    'getSchema',
    'Sensitive columns have no ranges or sample values.',
  ),
  'get /clients/{client_id}/suggestions': note(
    'listSuggestions',
    'Based on the current tables. Keys with a row filter get none.',
  ),
  'get /clients/{client_id}/results/{result_token}': note(
    'getResultPage',
    'Returns the rows from the time of the answer. You can use a trace ID instead of a result token.',
  ),
  'post /clients/{client_id}/results/{result_token}/view': note(
    'viewResult',
    "Works on all rows, not only those in the answer. The answer's SQL runs again inside a query that sorts and filters, through the guard and with the caller's row filter. Also takes a trace ID. Returns 409 if the data has changed since.",
    { sort: [{ column: 'revenue', descending: true }] },
  ),
  'get /clients/{client_id}/results/{result_token}/export': note(
    'exportResult',
    'CSV, XLSX, JSON or Parquet.',
  ),
  'get /clients/{client_id}/chats': note(
    'listChats',
    "With `X-End-User-Id`, returns only that person's chats.",
  ),
  'get /clients/{client_id}/chats/{session_id}': note(
    'getChat',
    'Each turn has its question, SQL and answer. `rows=1` adds the rows that are still stored.',
  ),
  'patch /clients/{client_id}/chats/{session_id}': note(
    'renameChat',
    'By default, the title is the first question.',
    { title: 'Revenue in 2026' },
  ),
  'delete /clients/{client_id}/chats/{session_id}': note(
    'deleteChat',
    'Also deletes the texts and rows of its answers. Traces stay for support until they expire.',
  ),
  [`get ${SAVED}`]: note(
    'listSaved',
    'Returns your saved questions, shared ones and those on shared boards. `stale` says whether the SQL still matches the tables.',
  ),
  [`post ${SAVED}`]: note(
    'saveQuestion',
    'Stores the SQL, interpretation and chart of an answer that uses one SQL statement.',
    { trace_id: 'tr_4f9a1c', name: 'Revenue by region' },
  ),
  [`get ${SAVED}/{saved_id}`]: note(
    'getSaved',
    "Includes the last result if the data hasn't changed. Nothing is run.",
  ),
  [`patch ${SAVED}/{saved_id}`]: note('updateSaved', 'Only for the owner.', { shared: true }),
  [`delete ${SAVED}/{saved_id}`]: note(
    'deleteSaved',
    'Only for the owner. Also removes it from boards.',
  ),
  [`post ${SAVED}/{saved_id}/refresh`]: note(
    'refreshSaved',
    "The SQL passes the guard again with the caller's row filter. If the tables no longer match, nothing is run and `stale` says why.",
  ),
  [`get ${BOARDS}`]: note('listBoards', 'Returns your own boards and shared ones.'),
  [`post ${BOARDS}`]: note(
    'createBoard',
    'Tiles keep the order in which you send them. `filters` define what readers can filter the cards by.',
    {
      name: 'Sales',
      tiles: [
        { text: 'Returns are left out.', width: 2 },
        { saved_id: 'sav_4f9a1c', width: 2 },
      ],
    },
  ),
  [`get ${BOARDS}/{board_id}`]: note('getBoard', 'Includes the last results. Nothing is run.'),
  [`patch ${BOARDS}/{board_id}`]: note(
    'updateBoard',
    'Only for the owner. `tiles` or `filters` replaces the whole list. Send the `version` you read to get 409 if someone else changed the board.',
    { tiles: [{ saved_id: 'sav_4f9a1c', width: 1 }], version: 3 },
  ),
  [`delete ${BOARDS}/{board_id}`]: note('deleteBoard', 'Only for the owner.'),
  [`post ${BOARDS}/{board_id}/refresh`]: note(
    'refreshBoard',
    "Refreshes each tile like a saved question. A tile that fails says why; the others are still refreshed. With `filters` (by ID), it runs on the filtered rows and stores no result. A tile that a filter can't apply to says why and has no result.",
    { filters: { region: { values: ['West'] }, 'order-date': { period: 'this_year' } } },
  ),
  [`get ${BOARDS}/{board_id}/filters`]: note(
    'listOfferedFilters',
    "Returns date columns, and columns with few values, of the tables that its tiles use. To use one, send it in the board's `filters`.",
  ),
  [`get ${BOARDS}/{board_id}/filters/{filter_id}/values`]: note(
    'listFilterValues',
    "Read through the guard and with the caller's row filter, up to `boards.max_filter_values`.",
  ),
  ['get /pictures/{picture_token}']: note(
    'getSchedulePicture',
    "Drawn from current data. The link expires at its set time, or earlier if the rows, the schedule or its owner's access change.",
  ),
  ['get /clients/{client_id}/schedules']: note(
    'listTenantSchedules',
    'Covers all workspaces that the key can access. Keys and admins see all schedules, other end users only their own.',
  ),
  [`get ${SCHEDULES}`]: note(
    'listSchedules',
    'Keys and admins see all schedules of the workspace, other end users only their own.',
  ),
  [`post ${SCHEDULES}`]: note(
    'createSchedule',
    "Runs with its owner's access and stops if that is lost. Missed runs are combined into one. Failed deliveries are retried for about an hour; the first failure is reported once. Needs `public_url`.",
    {
      board_id: 'brd_4f9a1c',
      when: { type: 'weekly', at: '08:00', day: 'monday' },
      time_zone: 'Europe/Berlin',
      to: { type: 'email', to: ['ann@example.com'] },
    },
  ),
  [`get ${SCHEDULES}/{schedule_id}`]: note('getSchedule', 'The Slack address is never shown.'),
  [`patch ${SCHEDULES}/{schedule_id}`]: note(
    'updateSchedule',
    'Changing `when` resets an alert: it forgets earlier values and whether its limit was crossed.',
    { enabled: false },
  ),
  [`delete ${SCHEDULES}/{schedule_id}`]: note(
    'deleteSchedule',
    'A message that is already on its way may still arrive.',
  ),
  [`post ${SCHEDULES}/{schedule_id}/test`]: note(
    'testSchedule',
    'Ignores the time, the quiet hours and the limit. The run appears in the log.',
  ),
  [`get ${SCHEDULES}/{schedule_id}/runs`]: note(
    'listScheduleRuns',
    'Includes the last check that found nothing to send.',
  ),
  [`get ${EVALS}`]: note('getEvals', 'Each has its expected SQL or rows.'),
  [`put ${EVALS}`]: note(
    'replaceEvals',
    'Each SQL must pass the guard. Runs are compared by `id`, which defaults to a hash of the question.',
    { questions: [{ question: 'how many orders', sql: 'SELECT COUNT(*) FROM orders' }] },
  ),
  [`post ${EVALS}/runs`]: note(
    'startEvalRun',
    'Questions run one at a time and cost as much as any question. A cost limit, budget or quota stops the run. Each workspace has one run at a time, not counting runs for examples.',
    { max_cost_usd: 0.5 },
  ),
  [`get ${EVALS}/examples`]: note(
    'listExampleEffects',
    'Uses the latest run with `example`; approving an answer starts one.',
  ),
  [`get ${EVALS}/runs`]: note('listEvalRuns', 'Returns the number of results by outcome.'),
  [`get ${EVALS}/runs/{run_id}`]: note(
    'getEvalRun',
    "Poll until it's finished. `changes` compares it with the previous run.",
  ),
  'patch /clients/{client_id}/schema/tables/{table}': note(
    'updateTable',
    'Changes survive uploads and table reloads.',
    { description: 'Orders of the web shop' },
  ),
  'patch /clients/{client_id}/schema/tables/{table}/columns/{column}': note(
    'updateColumn',
    'Changes survive uploads and table reloads.',
    { synonyms: ['turnover'] },
  ),
  'get /accounts/budgets': note(
    'listBudgets',
    "Returns the account's budgets and the limits of its plan and deployment.",
  ),
  'put /accounts/budgets': note('replaceBudgets', 'Needs an account-level key.', {
    budgets: [{ scope_type: 'account', scope_id: '*', cap: 10, enforcement: 'block' }],
  }),
  'get /accounts/usage': note(
    'getUsage',
    'Days are in UTC and inclusive. The default is from the 1st of this month to today.',
  ),
  'get /accounts/audit': note('listAuditEntries', 'Newest first.'),
  'get /clients/{client_id}/workspaces/{workspace_id}/semantics': note(
    'getSemantics',
    'Returns JSON, or YAML if `Accept` asks for it.',
  ),
  'put /clients/{client_id}/workspaces/{workspace_id}/semantics': note(
    'replaceSemantics',
    'Accepts JSON or YAML in the format that `GET` returns.',
  ),
  'post /clients/{client_id}/workspaces/{workspace_id}/semantics/check': note(
    'checkSemantics',
    'Returns problems by position, and answers to up to three questions before and after. Each test question costs two questions.',
    { document: { rules: ['A year is a calendar year.'] }, questions: ['net revenue in 2025'] },
  ),
  [`get ${DRAFTS}`]: note(
    'listDefinitionDrafts',
    'Derived from corrected questions, and from questions that were answered once rephrased. Empty under a row filter.',
  ),
  [`post ${DRAFTS}/{draft_id}/certify`]: note(
    'certifyDefinitionDraft',
    'Takes effect at once. Synonyms are added to the existing ones.',
  ),
  [`delete ${DRAFTS}/{draft_id}`]: note(
    'dismissDefinitionDraft',
    "The draft won't be listed again.",
  ),
  [`get ${HOOKS}`]: note('listWebhooks', 'Oldest first.'),
  [`post ${HOOKS}`]: note('createWebhook', 'Events are signed according to Standard Webhooks.', {
    url: 'https://shop.example/hook',
    events: ['file.ready'],
  }),
  [`patch ${HOOKS}/{webhook_id}`]: note(
    'updateWebhook',
    'Enabling it again clears earlier failures.',
    { enabled: true },
  ),
  [`delete ${HOOKS}/{webhook_id}`]: note('deleteWebhook', "Pending events won't be delivered."),
  [`post ${HOOKS}/{webhook_id}/rotate-secret`]: note(
    'rotateWebhookSecret',
    'Both secrets sign events until `previous_secret_until`.',
  ),
  [`get ${HOOKS}/{webhook_id}/deliveries`]: note(
    'listDeliveries',
    'Includes the log of attempts, without response bodies.',
  ),
  [`post ${HOOKS}/{webhook_id}/test`]: note(
    'testWebhook',
    'Sent once, whichever events the webhook subscribes to.',
  ),
  [`post ${HOOKS}/{webhook_id}/deliveries/{delivery_id}/replay`]: note(
    'replayDelivery',
    "Keeps the event's ID, so receivers can detect duplicates.",
  ),
  'get /healthz': note('getHealth', 'For process supervisors.'),
  'get /readyz': note(
    'getReadiness',
    "For load balancers: returns 503 while a part isn't working.",
  ),
  'get /metrics': note('getMetrics', 'Returns the Prometheus text format.'),
  'get /openapi.json': note('getOpenApi', 'Generated from the schemas that validate requests.'),
  'get /docs': note('getReference', 'Loads nothing from other servers.'),
  'get /docs/reference.js': note(
    'getReferenceScript',
    'Provides the search on the reference page.',
  ),
});
