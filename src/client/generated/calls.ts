/* Written from the description of the API by `npm run client`; a test holds it to the routes. Do not edit. */

import { form, json, raw } from '../operation.ts';
import type * as Api from './types.ts';

/** One question, one answer; each call stands alone. Each call stands alone. A question that the data cannot answer has status 200 and `result` = `error`: asking the same again gives the same. */
export const query = /* @__PURE__ */ json<Api.QueryParameters, Api.QueryAnswer>("POST", "/query");

/** A question of a conversation, answered as a whole. Builds on the earlier questions of the chat; without `session_id` and `new_session` on those of the default chat of the end user. */
export const ask = /* @__PURE__ */ json<Api.AskParameters, Api.QueryAnswer>("POST", "/clients/{client_id}/ask");

/** Runs a SELECT of your own. Judged by the guard, bounded and recorded as a statement that answers a question is; it counts as one. A statement that is refused or fails has status 200 and `result` = `error`, with the reason. Its verdict is `not_applicable`: there is no question to check it against. */
export const runSelect = /* @__PURE__ */ json<Api.RunSelectParameters, Api.QueryAnswer>("POST", "/clients/{client_id}/select");

/** What an answer was made of. Statement, checks, assumptions, tokens and times of one answer, and the answer itself, so that it can be drawn again. */
export const getAnswer = /* @__PURE__ */ json<Api.GetAnswerParameters, Api.AnswerTrace>("GET", "/clients/{client_id}/answers/{trace_id}");

/** The chart of an answer as a picture. Drawn as the page draws it, with the rows as long as they are kept. 404 where a table is better, and where the rows are gone. */
export const getAnswerChart = /* @__PURE__ */ raw<Api.GetAnswerChartParameters>("GET", "/clients/{client_id}/answers/{trace_id}/chart.svg");

/** The measures of an answer as drafts of metrics. What of the answer could be a metric: an aggregate over columns of one table, with the conditions of the statement. Nothing is kept; whoever signs one puts it into the semantics. */
export const getMetricDrafts = /* @__PURE__ */ json<Api.GetMetricDraftsParameters, Api.MetricDrafts>("GET", "/clients/{client_id}/answers/{trace_id}/metrics");

/** Says whether an answer is right; a full-access key approves or corrects it so. With a full-access key, an approved or corrected statement becomes an example of the workspace. */
export const giveFeedback = /* @__PURE__ */ json<Api.GiveFeedbackParameters, Api.FeedbackOutcome>("POST", "/clients/{client_id}/answers/{trace_id}/feedback");

/** Describes the key in use. Names tenant and workspaces, which other calls need. Never shows the key itself. */
export const whoami = /* @__PURE__ */ json<Api.WhoamiParameters, Api.Whoami>("GET", "/whoami");

/** The public sample data: its key, ids and questions to try. Needs no key. The key that it names can ask about the sample company and do nothing else. */
export const getSample = /* @__PURE__ */ json<Api.GetSampleParameters, Api.Sample>("GET", "/sample");

/** Makes an account with a tenant, the workspace General and a first key. Only where the deployment is open to everybody (`signup: open`). */
export const signUp = /* @__PURE__ */ json<Api.SignUpParameters, Api.Signup>("POST", "/accounts/signup");

/** Makes a key that reaches at most what the key in use reaches. The key is shown once; only its hash is kept. A key made with a bound key is bound to the same workspace. */
export const createApiKey = /* @__PURE__ */ json<Api.CreateApiKeyParameters, Api.NewApiKey>("POST", "/accounts/api-keys");

/** Lists the keys that work, never the keys themselves. Those that the key in use reaches. */
export const listApiKeys = /* @__PURE__ */ json<Api.ListApiKeysParameters, Api.ListApiKeysAnswer>("GET", "/accounts/api-keys");

/** Changes the name of a key, or the websites from which it may be used. An empty list of `allowed_origins` removes the restriction. */
export const updateApiKey = /* @__PURE__ */ json<Api.UpdateApiKeyParameters, Api.ApiKey>("PATCH", "/accounts/api-keys/{key_id}");

/** Revokes a key, at once. Calls with it are refused with 401 from then on. */
export const revokeApiKey = /* @__PURE__ */ json<Api.RevokeApiKeyParameters, Api.Deletion>("DELETE", "/accounts/api-keys/{key_id}");

/** Makes a successor of a key, which stops working at once or after a grace. The successor has the same name, scope and reach. */
export const rotateApiKey = /* @__PURE__ */ json<Api.RotateApiKeyParameters, Api.NewApiKey>("POST", "/accounts/api-keys/{key_id}/rotate");

/** Makes a bearer token for calls on this tenant, e.g. of a browser. Made with a key on your server, used by the browser of one person. */
export const createToken = /* @__PURE__ */ json<Api.CreateTokenParameters, Api.Token>("POST", "/clients/{client_id}/tokens");

/** Refuses bearer tokens of this tenant from now on: one, or all of a person or issuer. Holds on every gateway of the store. */
export const revokeTokens = /* @__PURE__ */ json<Api.RevokeTokensParameters, Api.TokenRevocation>("POST", "/clients/{client_id}/tokens/revoke");

/** Lists the tenants that the key reaches. All of the account, or the one that the key is bound to. */
export const listTenants = /* @__PURE__ */ json<Api.ListTenantsParameters, Api.ListTenantsAnswer>("GET", "/accounts/clients");

/** Makes a tenant, without workspaces. Takes a key of the whole account. */
export const createTenant = /* @__PURE__ */ json<Api.CreateTenantParameters, Api.Tenant>("POST", "/accounts/clients");

/** Shows a tenant. Name and slug of one tenant. */
export const getTenant = /* @__PURE__ */ json<Api.GetTenantParameters, Api.Tenant>("GET", "/accounts/clients/{client_id}");

/** Changes the name of a tenant; the slug stays. The slug stays, so that addresses do. */
export const renameTenant = /* @__PURE__ */ json<Api.RenameTenantParameters, Api.Tenant>("PATCH", "/accounts/clients/{client_id}");

/** Removes a tenant with everything in it. Nothing of it can be reached any more when the answer comes; its files follow within moments. */
export const deleteTenant = /* @__PURE__ */ json<Api.DeleteTenantParameters, Api.Deletion>("DELETE", "/accounts/clients/{client_id}");

/** Lists the workspaces of a tenant that the key reaches. Oldest first. */
export const listWorkspaces = /* @__PURE__ */ json<Api.ListWorkspacesParameters, Api.ListWorkspacesAnswer>("GET", "/clients/{client_id}/workspaces");

/** Makes an empty workspace. It holds either files or a database, whichever comes first. */
export const createWorkspace = /* @__PURE__ */ json<Api.CreateWorkspaceParameters, Api.Workspace>("POST", "/clients/{client_id}/workspaces");

/** Changes the name of a workspace, its time zone or the day that it counts from. The time zone and `as_of` decide what "today" and "last month" mean. */
export const updateWorkspace = /* @__PURE__ */ json<Api.UpdateWorkspaceParameters, Api.Workspace>("PATCH", "/clients/{client_id}/workspaces/{workspace_id}");

/** Removes a workspace with everything in it. Nothing of it can be reached any more when the answer comes; its files follow within moments. */
export const deleteWorkspace = /* @__PURE__ */ json<Api.DeleteWorkspaceParameters, Api.Deletion>("DELETE", "/clients/{client_id}/workspaces/{workspace_id}");

/** Lists the files of a workspace. Files that could not be read are listed too, with the reason in `error`. */
export const listFiles = /* @__PURE__ */ json<Api.ListFilesParameters, Api.ListFilesAnswer>("GET", "/clients/{client_id}/workspaces/{workspace_id}/files");

/** Uploads a file: CSV, Excel, OpenDocument, JSON, Parquet, SQLite; each sheet becomes a table. Answers when its tables can be asked about. The same bytes again write nothing; other bytes under the same name are the next version. */
export const uploadFile = /* @__PURE__ */ form<Api.UploadFileParameters, Api.UploadOutcome>("POST", "/clients/{client_id}/workspaces/{workspace_id}/files");

/** Takes a file over and reads it in the background. For large files: answers at once, and `status_url` tells how far it is. */
export const uploadFileInBackground = /* @__PURE__ */ form<Api.UploadFileInBackgroundParameters, Api.UploadFileInBackgroundAnswer>("POST", "/clients/{client_id}/workspaces/{workspace_id}/files/async");

/** Reads a stored file once more, as a mapping says. By the bytes that are kept of its shown version, which keeps its number. Questions see the new tables when this answers. */
export const readFileAgain = /* @__PURE__ */ json<Api.ReadFileAgainParameters, Api.UploadOutcome>("POST", "/clients/{client_id}/workspaces/{workspace_id}/files/{file_id}/read");

/** How far a file that is read in the background is. Has the manifest when it is done. */
export const getFileJob = /* @__PURE__ */ json<Api.GetFileJobParameters, Api.FileJob>("GET", "/clients/{client_id}/workspaces/{workspace_id}/files/jobs/{job_id}");

/** Gives up a file that is read in the background; nothing of it is kept. Until its tables are shown. The file keeps the version that it had. */
export const cancelFileJob = /* @__PURE__ */ json<Api.CancelFileJobParameters, Api.CancelFileJobAnswer>("DELETE", "/clients/{client_id}/workspaces/{workspace_id}/files/jobs/{job_id}");

/** A file: its tables, what reading it changed, and the mapping that is kept for its next versions. With the notes of its shown version (everything that was changed, left out or chosen) and the mapping that holds for its next versions. */
export const getFile = /* @__PURE__ */ json<Api.GetFileParameters, Api.File>("GET", "/clients/{client_id}/workspaces/{workspace_id}/files/{file_id}");

/** Removes a file and its tables. Cannot be undone. Questions stop seeing its tables at once. */
export const deleteFile = /* @__PURE__ */ json<Api.DeleteFileParameters, Api.DeleteFileAnswer>("DELETE", "/clients/{client_id}/workspaces/{workspace_id}/files/{file_id}");

/** The first rows of a table of a file. Rows as they were read, in the order of the file. */
export const previewFile = /* @__PURE__ */ json<Api.PreviewFileParameters, Api.PreviewFileAnswer>("GET", "/clients/{client_id}/workspaces/{workspace_id}/files/{file_id}/preview");

/** Connects a database: tried, stored, then discovered. The connection is tried first; nothing is stored where it fails. Use a user that can only read. */
export const connectDatabase = /* @__PURE__ */ json<Api.ConnectDatabaseParameters, Api.Database>("PUT", "/accounts/clients/{client_id}/database");

/** Shows the connected database. Never shows the password. */
export const getDatabase = /* @__PURE__ */ json<Api.GetDatabaseParameters, Api.DatabaseDetails>("GET", "/accounts/clients/{client_id}/database");

/** Disconnects the database; nothing in it changes. Questions are refused with 422 until there is other data. */
export const disconnectDatabase = /* @__PURE__ */ json<Api.DisconnectDatabaseParameters, Api.Deletion>("DELETE", "/accounts/clients/{client_id}/database");

/** Tries a connection and stores nothing; without one, the connected database. Says what is wrong with a connection before it is stored. */
export const testDatabase = /* @__PURE__ */ json<Api.TestDatabaseParameters, Api.DatabaseTest>("POST", "/accounts/clients/{client_id}/database/test");

/** Discovers the connected database anew. For a database whose tables have changed. Questions are answered by the discovery before until it is done. */
export const refreshSchema = /* @__PURE__ */ json<Api.RefreshSchemaParameters, Api.SchemaStatus>("POST", "/clients/{client_id}/schema/refresh");

/** How far the discovery of tables and columns is. Poll it about every ten seconds until `ready`. Without `workspace_id` it tells of the whole tenant. */
export const getSchemaStatus = /* @__PURE__ */ json<Api.GetSchemaStatusParameters, Api.SchemaStatus>("GET", "/clients/{client_id}/schema/status");

/** Tables, columns, types, keys, descriptions and sample values. Ranges and sample values leave out sensitive columns. */
export const getSchema = /* @__PURE__ */ json<Api.GetSchemaParameters, Api.Schema>("GET", "/clients/{client_id}/schema");

/** Values of the data that a text means. To write conditions with the values as the data has them. Without hidden and sensitive columns; under a row filter only in a column that is named, and only of rows that the key sees. */
export const searchValues = /* @__PURE__ */ json<Api.SearchValuesParameters, Api.FoundValues>("POST", "/clients/{client_id}/values");

/** Questions to begin with. Made of the tables as they are; none for a key with a row filter. */
export const listSuggestions = /* @__PURE__ */ json<Api.ListSuggestionsParameters, Api.ListSuggestionsAnswer>("GET", "/clients/{client_id}/suggestions");

/** How the built-in planner reads a question; nothing is run. What its words can mean, what they ask of every statement, and what the planner would compute. Hidden and sensitive columns are no part of it; under a row filter no value of the data is either. */
export const readQuestion = /* @__PURE__ */ json<Api.ReadQuestionParameters, Api.QuestionReading>("POST", "/clients/{client_id}/readings");

/** A page of a result that was longer than its answer. The rows as they were when the question was answered. A trace id stands for the result of its answer. */
export const getResultPage = /* @__PURE__ */ json<Api.GetResultPageParameters, Api.ResultPage>("GET", "/clients/{client_id}/results/{result_token}");

/** The whole result as a file. CSV, XLSX, JSON or Parquet. */
export const exportResult = /* @__PURE__ */ raw<Api.ExportResultParameters>("GET", "/clients/{client_id}/results/{result_token}/export");

/** Chats, newest first. With `X-End-User-Id` only those of that person. */
export const listChats = /* @__PURE__ */ json<Api.ListChatsParameters, Api.ListChatsAnswer>("GET", "/clients/{client_id}/chats");

/** The turns of a chat, oldest first. Each turn with its question, statement and answer; with `rows=1` also the rows that are still kept. */
export const getChat = /* @__PURE__ */ json<Api.GetChatParameters, Api.Chat>("GET", "/clients/{client_id}/chats/{session_id}");

/** Removes a chat and its turns. Words and rows of its answers go with it; their traces stay for support until their own time is over. */
export const deleteChat = /* @__PURE__ */ json<Api.DeleteChatParameters, Api.Deletion>("DELETE", "/clients/{client_id}/chats/{session_id}");

/** Saved questions, newest first. Your own, those that others share, and those on shared boards. Each says whether its statement still fits the tables. */
export const listSaved = /* @__PURE__ */ json<Api.ListSavedParameters, Api.ListSavedAnswer>("GET", "/clients/{client_id}/workspaces/{workspace_id}/saved");

/** Saves the question of an answer. Keeps statement, reading and chart of an answer of one statement, and what it reads of the tables. */
export const saveQuestion = /* @__PURE__ */ json<Api.SaveQuestionParameters, Api.SavedQuestion>("POST", "/clients/{client_id}/workspaces/{workspace_id}/saved");

/** One saved question, with its last result. Its last result stands in it while the data is the same; nothing is run. */
export const getSaved = /* @__PURE__ */ json<Api.GetSavedParameters, Api.SavedQuestion>("GET", "/clients/{client_id}/workspaces/{workspace_id}/saved/{saved_id}");

/** Renames or shares a saved question, or chooses its chart. Only by its maker. */
export const updateSaved = /* @__PURE__ */ json<Api.UpdateSavedParameters, Api.SavedQuestion>("PATCH", "/clients/{client_id}/workspaces/{workspace_id}/saved/{saved_id}");

/** Deletes a saved question, also from boards. Only by its maker. It leaves its boards, too. */
export const deleteSaved = /* @__PURE__ */ json<Api.DeleteSavedParameters, Api.Deletion>("DELETE", "/clients/{client_id}/workspaces/{workspace_id}/saved/{saved_id}");

/** Runs a saved question on the data of now. The statement passes the guard again, under the row filter of the caller. Where the tables no longer fit, `stale` says what has moved, and nothing is run. */
export const refreshSaved = /* @__PURE__ */ json<Api.RefreshSavedParameters, Api.SavedQuestion>("POST", "/clients/{client_id}/workspaces/{workspace_id}/saved/{saved_id}/refresh");

/** Boards, newest first. Your own, and those that others share. */
export const listBoards = /* @__PURE__ */ json<Api.ListBoardsParameters, Api.ListBoardsAnswer>("GET", "/clients/{client_id}/workspaces/{workspace_id}/boards");

/** Makes a board. Tiles stand in the order in which they are sent. */
export const createBoard = /* @__PURE__ */ json<Api.CreateBoardParameters, Api.Board>("POST", "/clients/{client_id}/workspaces/{workspace_id}/boards");

/** A board with its tiles and their last results. With the last results; nothing is run. */
export const getBoard = /* @__PURE__ */ json<Api.GetBoardParameters, Api.Board>("GET", "/clients/{client_id}/workspaces/{workspace_id}/boards/{board_id}");

/** Renames, shares or arranges a board. Only by its maker. `tiles` takes the place of all tiles. With the `version` that you read, a change of others in between is a 409. */
export const updateBoard = /* @__PURE__ */ json<Api.UpdateBoardParameters, Api.Board>("PATCH", "/clients/{client_id}/workspaces/{workspace_id}/boards/{board_id}");

/** Deletes a board; its saved questions stay. Only by its maker. */
export const deleteBoard = /* @__PURE__ */ json<Api.DeleteBoardParameters, Api.Deletion>("DELETE", "/clients/{client_id}/workspaces/{workspace_id}/boards/{board_id}");

/** Runs all tiles of a board on the data of now. Each tile as a saved question is refreshed; one that cannot be says why, and the others come all the same. */
export const refreshBoard = /* @__PURE__ */ json<Api.RefreshBoardParameters, Api.Board>("POST", "/clients/{client_id}/workspaces/{workspace_id}/boards/{board_id}/refresh");

/** The golden questions of a workspace. Each with the statement or the rows that are right. */
export const getEvals = /* @__PURE__ */ json<Api.GetEvalsParameters, Api.GoldenSet>("GET", "/clients/{client_id}/workspaces/{workspace_id}/evals");

/** Puts the golden questions in the place of those before. Statements pass the guard now; those that do not are named. By its `id` (made of its words where none is sent) a question is compared from run to run. */
export const replaceEvals = /* @__PURE__ */ json<Api.ReplaceEvalsParameters, Api.GoldenSet>("PUT", "/clients/{client_id}/workspaces/{workspace_id}/evals");

/** Asks all golden questions, as a job. Questions are asked one after the other, and count and cost as if you had asked them. The run is stopped by its cost, by a budget or by a quota; one is at work in a workspace at a time. */
export const startEvalRun = /* @__PURE__ */ json<Api.StartEvalRunParameters, Api.EvalRunSummary>("POST", "/clients/{client_id}/workspaces/{workspace_id}/evals/runs");

/** Runs, newest first. How many came out how. */
export const listEvalRuns = /* @__PURE__ */ json<Api.ListEvalRunsParameters, Api.ListEvalRunsAnswer>("GET", "/clients/{client_id}/workspaces/{workspace_id}/evals/runs");

/** A run: what became of each question, and what changed since the run before. Poll it until it is finished. `changes` compares it with the run before it. */
export const getEvalRun = /* @__PURE__ */ json<Api.GetEvalRunParameters, Api.EvalRun>("GET", "/clients/{client_id}/workspaces/{workspace_id}/evals/runs/{run_id}");

/** Describes, hides or closes a table. Outlives uploads and discoveries. */
export const updateTable = /* @__PURE__ */ json<Api.UpdateTableParameters, Api.EditedSchema>("PATCH", "/clients/{client_id}/schema/tables/{table}");

/** Describes, hides or closes a column. Outlives uploads and discoveries. */
export const updateColumn = /* @__PURE__ */ json<Api.UpdateColumnParameters, Api.EditedSchema>("PATCH", "/clients/{client_id}/schema/tables/{table}/columns/{column}");

/** Lists the budgets and caps that hold for the key and how far they are used. Those that the account has set, and the caps of its plan and of the deployment. */
export const listBudgets = /* @__PURE__ */ json<Api.ListBudgetsParameters, Api.ListBudgetsAnswer>("GET", "/accounts/budgets");

/** Puts a list of budgets in place of those of the account. Takes a key of the whole account. */
export const replaceBudgets = /* @__PURE__ */ json<Api.ReplaceBudgetsParameters, Api.ReplaceBudgetsAnswer>("PUT", "/accounts/budgets");

/** Questions, tokens, cost and latency of a span of days. Days in UTC, both counted; from the 1st of this month to today where nothing is said. */
export const getUsage = /* @__PURE__ */ json<Api.GetUsageParameters, Api.GetUsageAnswer>("GET", "/accounts/usage");

/** Who changed what: keys, tenants, workspaces, files, databases, semantics, budgets. Newest first. */
export const listAuditEntries = /* @__PURE__ */ json<Api.ListAuditEntriesParameters, Api.ListAuditEntriesAnswer>("GET", "/accounts/audit");

/** What the data means: as people said, or as discovery drafted it. JSON, or YAML where `Accept` asks for it. */
export const getSemantics = /* @__PURE__ */ json<Api.GetSemanticsParameters, Api.SemanticsOutput>("GET", "/clients/{client_id}/workspaces/{workspace_id}/semantics");

/** Says what the data means, in the place of what was said before. JSON or YAML. What `GET` gave can be put back as it is. */
export const replaceSemantics = /* @__PURE__ */ json<Api.ReplaceSemanticsParameters, Api.SemanticsOutput>("PUT", "/clients/{client_id}/workspaces/{workspace_id}/semantics");

/** What a document would change, without saving it. What cannot hold of the document, each by its place, and what up to three questions give now and with it. They count and cost as questions do, each twice. */
export const checkSemantics = /* @__PURE__ */ json<Api.CheckSemanticsParameters, Api.CheckedSemantics>("POST", "/clients/{client_id}/workspaces/{workspace_id}/semantics/check");

/** Tools for assistants: the Model Context Protocol. Stateless: each message stands alone, and no session has to be kept. Tools `ask`, `list_tables`, `describe_table`, `run_select` and `search_values`; a key that only asks has `ask` alone. Each call of a tool counts as the call of the API that it makes. See docs/integrate.md. */
export const sendMcpMessage = /* @__PURE__ */ raw<Api.SendMcpMessageParameters>("POST", "/mcp");

/** Lists the webhooks that the key reaches. Oldest first. */
export const listWebhooks = /* @__PURE__ */ json<Api.ListWebhooksParameters, Api.ListWebhooksAnswer>("GET", "/accounts/webhooks");

/** Has events posted to an address; its signing secret is shown once. Events are signed as Standard Webhooks says. */
export const createWebhook = /* @__PURE__ */ json<Api.CreateWebhookParameters, Api.WebhookWithSecret>("POST", "/accounts/webhooks");

/** Changes a webhook, or switches it on or off. Switching it on again forgets that it was failing. */
export const updateWebhook = /* @__PURE__ */ json<Api.UpdateWebhookParameters, Api.Webhook>("PATCH", "/accounts/webhooks/{webhook_id}");

/** Removes a webhook with its deliveries. What was not delivered yet is not sent any more. */
export const deleteWebhook = /* @__PURE__ */ json<Api.DeleteWebhookParameters, Api.Deletion>("DELETE", "/accounts/webhooks/{webhook_id}");

/** Gives a new secret; the one before goes on signing beside it for a while. Both secrets sign until `previous_secret_until`. */
export const rotateWebhookSecret = /* @__PURE__ */ json<Api.RotateWebhookSecretParameters, Api.WebhookWithSecret>("POST", "/accounts/webhooks/{webhook_id}/rotate-secret");

/** What was sent, newest first, and what came of each attempt. With the log of the attempts, never with bodies of answers. */
export const listDeliveries = /* @__PURE__ */ json<Api.ListDeliveriesParameters, Api.ListDeliveriesAnswer>("GET", "/accounts/webhooks/{webhook_id}/deliveries");

/** Sends an event `webhook.test`. Sent once, whatever events it is for. */
export const testWebhook = /* @__PURE__ */ json<Api.TestWebhookParameters, Api.Delivery>("POST", "/accounts/webhooks/{webhook_id}/test");

/** Sends the event of a delivery again. Under its old id, so that a receiver can tell that it had it. */
export const replayDelivery = /* @__PURE__ */ json<Api.ReplayDeliveryParameters, Api.Delivery>("POST", "/accounts/webhooks/{webhook_id}/deliveries/{delivery_id}/replay");

/** Whether the process runs. For the supervisor of the process. */
export const getHealth = /* @__PURE__ */ json<Api.GetHealthParameters, Api.GetHealthAnswer>("GET", "/healthz");

/** Whether questions can be answered: store, engine, disk. For a load balancer: 503 while a part does not work. */
export const getReadiness = /* @__PURE__ */ json<Api.GetReadinessParameters, Api.Readiness>("GET", "/readyz");

/** Measurements for Prometheus. In the text format of Prometheus. */
export const getMetrics = /* @__PURE__ */ raw<Api.GetMetricsParameters>("GET", "/metrics");

/** This description (OpenAPI 3.1.0). Made from the schemas that validate requests. */
export const getOpenApi = /* @__PURE__ */ json<Api.GetOpenApiParameters, Api.GetOpenApiAnswer>("GET", "/openapi.json");

/** The reference as a page. Loads nothing from elsewhere. */
export const getReference = /* @__PURE__ */ raw<Api.GetReferenceParameters>("GET", "/docs");

/** The script of the reference page. Searches the operations of the page. */
export const getReferenceScript = /* @__PURE__ */ raw<Api.GetReferenceScriptParameters>("GET", "/docs/reference.js");

