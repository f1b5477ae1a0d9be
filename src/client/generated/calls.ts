/* Written from the description of the API by `npm run client`; a test holds it to the routes. Do not edit. */

import { form, json, raw } from '../operation.ts';
import type * as Api from './types.ts';

/** Ask a single question without context. Each call is independent. If the data can't answer the question, the status is 200 with `result` = `error`. */
export const query = /* @__PURE__ */ json<Api.QueryParameters, Api.QueryAnswer>("POST", "/query");

/** Ask a question in a chat. Uses earlier questions of the chat as context. Without `session_id` or `new_session`, it continues the end user's default chat. */
export const ask = /* @__PURE__ */ json<Api.AskParameters, Api.QueryAnswer>("POST", "/clients/{client_id}/ask");

/** Run your own SELECT. Your SQL passes the same guard and limits as any question, and counts as one. Refused or failed SQL has status 200 and `result` = `error`. The verdict is `not_applicable`, because there is no question to check against, or `warning` if the SQL or its rows show a mistake. With `session_id` or `new_session`, the answer stays in the chat. */
export const runSelect = /* @__PURE__ */ json<Api.RunSelectParameters, Api.QueryAnswer>("POST", "/clients/{client_id}/select");

/** List the drill-down steps of an answer. Available for answers from the built-in planner in a chat. For other answers, `reason` says why there are no steps. */
export const getDrillTargets = /* @__PURE__ */ json<Api.GetDrillTargetsParameters, Api.DrillTargets>("GET", "/clients/{client_id}/answers/{trace_id}/drill");

/** Drill into an answer. Plumbline writes the SQL from the answer's plan, under your row filter; it counts as a question and stays in the answer's chat. `values` select the rows of one group. `by` breaks the numbers down, `show: "rows"` lists the rows behind them. A step that isn't offered has status 200 and `result` = `error`. */
export const drill = /* @__PURE__ */ json<Api.DrillParameters, Api.DrilledAnswer>("POST", "/clients/{client_id}/answers/{trace_id}/drill");

/** Get an answer with its SQL, checks and costs. Returns SQL, checks, assumptions, tokens, timings and the answer itself. */
export const getAnswer = /* @__PURE__ */ json<Api.GetAnswerParameters, Api.AnswerTrace>("GET", "/clients/{client_id}/answers/{trace_id}");

/** Get an answer's chart as SVG. Looks the same as on the page. Returns 404 if a table fits better or the rows have expired. */
export const getAnswerChart = /* @__PURE__ */ raw<Api.GetAnswerChartParameters>("GET", "/clients/{client_id}/answers/{trace_id}/chart.svg");

/** Draft metrics from an answer. Each draft is an aggregate over one table with the filters of the SQL. Nothing is stored; to certify a draft, add it to the definitions. */
export const getMetricDrafts = /* @__PURE__ */ json<Api.GetMetricDraftsParameters, Api.MetricDrafts>("GET", "/clients/{client_id}/answers/{trace_id}/metrics");

/** Rate an answer; with a full-access key, approve or correct it. With a full-access key, approved or corrected SQL becomes an example of the workspace. */
export const giveFeedback = /* @__PURE__ */ json<Api.GiveFeedbackParameters, Api.FeedbackOutcome>("POST", "/clients/{client_id}/answers/{trace_id}/feedback");

/** Describe your key. Returns the tenant and workspaces that other calls need, without the key's secret. */
export const whoami = /* @__PURE__ */ json<Api.WhoamiParameters, Api.Whoami>("GET", "/whoami");

/** Get the public sample data: key, IDs and questions to try. Needs no key. The returned key can only ask about the sample company. */
export const getSample = /* @__PURE__ */ json<Api.GetSampleParameters, Api.Sample>("GET", "/sample");

/** Create an account with a tenant, the workspace General and a first key. Only for deployments with `signup: open`. */
export const signUp = /* @__PURE__ */ json<Api.SignUpParameters, Api.Signup>("POST", "/accounts/signup");

/** Get the session of this browser, and how to sign in. Used by the page; needs no key. Sessions are cookies, which are ignored if a key or token is sent too. */
export const getSession = /* @__PURE__ */ json<Api.GetSessionParameters, Api.GetSessionAnswer>("GET", "/session");

/** Sign in with an API key or a password. Sets a cookie (HttpOnly, SameSite=Lax) for the key or member. Calls with it from other websites are rejected. */
export const signIn = /* @__PURE__ */ json<Api.SignInParameters, Api.Session>("POST", "/session");

/** Sign out. Ends the session of this browser and removes its cookie. */
export const signOut = /* @__PURE__ */ json<Api.SignOutParameters, Api.Deletion>("DELETE", "/session");

/** Show who an invitation or reset link is for. Only for deployments with `people.enabled`. */
export const readMemberLink = /* @__PURE__ */ json<Api.ReadMemberLinkParameters, Api.MemberLink>("POST", "/session/link");

/** Set a password with an invitation or reset link, and sign in. Each link works once. Using it signs the member out of all other sessions. */
export const setPassword = /* @__PURE__ */ json<Api.SetPasswordParameters, Api.Session>("POST", "/session/password");

/** Start signing in with a provider. Only for deployments with `people.oidc`. Sets a cookie that the same browser needs to finish signing in. */
export const beginProviderSignIn = /* @__PURE__ */ json<Api.BeginProviderSignInParameters, Api.BegunSignIn>("POST", "/session/oidc");

/** Finish signing in with a provider. The provider sends the browser to `/signin/callback` of `public_url`, with a query that works once. */
export const finishProviderSignIn = /* @__PURE__ */ json<Api.FinishProviderSignInParameters, Api.Session>("POST", "/session/oidc/finish");

/** List open sessions of the page. Returns sessions within the access of your key. */
export const listSessions = /* @__PURE__ */ json<Api.ListSessionsParameters, Api.ListSessionsAnswer>("GET", "/accounts/sessions");

/** End a session immediately. The next call with its cookie is rejected. The key or member isn't affected. */
export const revokeSession = /* @__PURE__ */ json<Api.RevokeSessionParameters, Api.Deletion>("DELETE", "/accounts/sessions/{session_id}");

/** List members of a tenant. Only for deployments with `people.enabled`. */
export const listMembers = /* @__PURE__ */ json<Api.ListMembersParameters, Api.ListMembersAnswer>("GET", "/clients/{client_id}/members");

/** Invite a person to a tenant. Returns a link that you send to the person. A reader asks questions, an analyst also runs SQL, an admin can do what a full-access key can. */
export const inviteMember = /* @__PURE__ */ json<Api.InviteMemberParameters, Api.MemberWithLink>("POST", "/clients/{client_id}/members");

/** Change a member's name or role. A new role takes effect with the next call. */
export const updateMember = /* @__PURE__ */ json<Api.UpdateMemberParameters, Api.Member>("PATCH", "/clients/{client_id}/members/{member_id}");

/** Remove a member and end their sessions and public links. The member's public links stop working. Their chats and boards stay in the workspace until deleted. */
export const removeMember = /* @__PURE__ */ json<Api.RemoveMemberParameters, Api.Deletion>("DELETE", "/clients/{client_id}/members/{member_id}");

/** Create a link for a member to set a new password. Earlier links stop working. The password stays until a new one is set. */
export const createMemberLink = /* @__PURE__ */ json<Api.CreateMemberLinkParameters, Api.MemberWithLink>("POST", "/clients/{client_id}/members/{member_id}/link");

/** Create a key with at most the access of your own key. The key is shown only once; only its hash is stored. A key created with a workspace key is limited to that workspace. */
export const createApiKey = /* @__PURE__ */ json<Api.CreateApiKeyParameters, Api.NewApiKey>("POST", "/accounts/api-keys");

/** List active keys, without their secrets. Returns keys within the access of your own key. */
export const listApiKeys = /* @__PURE__ */ json<Api.ListApiKeysParameters, Api.ListApiKeysAnswer>("GET", "/accounts/api-keys");

/** Change a key's name or allowed websites. An empty `allowed_origins` list removes the restriction. */
export const updateApiKey = /* @__PURE__ */ json<Api.UpdateApiKeyParameters, Api.ApiKey>("PATCH", "/accounts/api-keys/{key_id}");

/** Revoke a key immediately. Calls with the revoked key fail with 401. */
export const revokeApiKey = /* @__PURE__ */ json<Api.RevokeApiKeyParameters, Api.Deletion>("DELETE", "/accounts/api-keys/{key_id}");

/** Rotate a key; the old key stops now or after a grace period. The new key has the same name, scope and access. */
export const rotateApiKey = /* @__PURE__ */ json<Api.RotateApiKeyParameters, Api.NewApiKey>("POST", "/accounts/api-keys/{key_id}/rotate");

/** Create a bearer token for this tenant, for example for a browser. Create it with a key on your server and use it in one person's browser. */
export const createToken = /* @__PURE__ */ json<Api.CreateTokenParameters, Api.Token>("POST", "/clients/{client_id}/tokens");

/** Revoke one bearer token, or all tokens of an end user or issuer. Applies to every gateway that uses the store. */
export const revokeTokens = /* @__PURE__ */ json<Api.RevokeTokensParameters, Api.TokenRevocation>("POST", "/clients/{client_id}/tokens/revoke");

/** List tenants that the key can access. Returns all tenants of the account, or the one the key is limited to. */
export const listTenants = /* @__PURE__ */ json<Api.ListTenantsParameters, Api.ListTenantsAnswer>("GET", "/accounts/clients");

/** Create a tenant without workspaces. Needs an account-level key. */
export const createTenant = /* @__PURE__ */ json<Api.CreateTenantParameters, Api.Tenant>("POST", "/accounts/clients");

/** Get a tenant. Returns name and slug of one tenant. */
export const getTenant = /* @__PURE__ */ json<Api.GetTenantParameters, Api.Tenant>("GET", "/accounts/clients/{client_id}");

/** Rename a tenant; its slug stays. The slug stays the same, so URLs keep working. */
export const renameTenant = /* @__PURE__ */ json<Api.RenameTenantParameters, Api.Tenant>("PATCH", "/accounts/clients/{client_id}");

/** Delete a tenant and everything in it. Access ends before the response arrives. Files are removed shortly after. */
export const deleteTenant = /* @__PURE__ */ json<Api.DeleteTenantParameters, Api.Deletion>("DELETE", "/accounts/clients/{client_id}");

/** List workspaces that the key can access. Oldest first. */
export const listWorkspaces = /* @__PURE__ */ json<Api.ListWorkspacesParameters, Api.ListWorkspacesAnswer>("GET", "/clients/{client_id}/workspaces");

/** Create an empty workspace. A workspace holds either files or a database, whichever you add first. */
export const createWorkspace = /* @__PURE__ */ json<Api.CreateWorkspaceParameters, Api.Workspace>("POST", "/clients/{client_id}/workspaces");

/** Change a workspace's name, time zone or current day. The time zone and `as_of` define "today" and "last month". */
export const updateWorkspace = /* @__PURE__ */ json<Api.UpdateWorkspaceParameters, Api.Workspace>("PATCH", "/clients/{client_id}/workspaces/{workspace_id}");

/** Delete a workspace with everything in it. Access ends before the response arrives. Files are removed shortly after. */
export const deleteWorkspace = /* @__PURE__ */ json<Api.DeleteWorkspaceParameters, Api.Deletion>("DELETE", "/clients/{client_id}/workspaces/{workspace_id}");

/** Get the model of a tenant. Says whether the settings of the workspace, the tenant or the deployment apply. */
export const getTenantModel = /* @__PURE__ */ json<Api.GetTenantModelParameters, Api.ModelSettings>("GET", "/clients/{client_id}/model");

/** Choose the model of a tenant. Takes effect with the next question. Budgets are set with `PUT /accounts/budgets`. */
export const replaceTenantModel = /* @__PURE__ */ json<Api.ReplaceTenantModelParameters, Api.ModelSettings>("PUT", "/clients/{client_id}/model");

/** Remove the model of a tenant. Also deletes the key. Returns the settings that apply now. */
export const deleteTenantModel = /* @__PURE__ */ json<Api.DeleteTenantModelParameters, Api.ModelSettings>("DELETE", "/clients/{client_id}/model");

/** Get the model of a workspace. Says whether the settings of the workspace, the tenant or the deployment apply. */
export const getWorkspaceModel = /* @__PURE__ */ json<Api.GetWorkspaceModelParameters, Api.ModelSettings>("GET", "/clients/{client_id}/workspaces/{workspace_id}/model");

/** Choose the model of a workspace. Takes effect with the next question. Budgets are set with `PUT /accounts/budgets`. */
export const replaceWorkspaceModel = /* @__PURE__ */ json<Api.ReplaceWorkspaceModelParameters, Api.ModelSettings>("PUT", "/clients/{client_id}/workspaces/{workspace_id}/model");

/** Remove the model of a workspace. Also deletes the key. Returns the settings that apply now. */
export const deleteWorkspaceModel = /* @__PURE__ */ json<Api.DeleteWorkspaceModelParameters, Api.ModelSettings>("DELETE", "/clients/{client_id}/workspaces/{workspace_id}/model");

/** List the model's translations of the texts in answers. The workspace's model translates each text once, in the background. A translation isn't used if it changes a number or link, or lacks a placeholder. */
export const listTextTranslations = /* @__PURE__ */ json<Api.ListTextTranslationsParameters, Api.TextTranslations>("GET", "/clients/{client_id}/workspaces/{workspace_id}/translations/{language}");

/** List the files of a workspace. Includes failed files, with the reason in `error`. */
export const listFiles = /* @__PURE__ */ json<Api.ListFilesParameters, Api.ListFilesAnswer>("GET", "/clients/{client_id}/workspaces/{workspace_id}/files");

/** Upload a file; each sheet becomes a table. Returns when the tables are ready for questions. An identical file changes nothing; a different file with the same name becomes a new version. */
export const uploadFile = /* @__PURE__ */ form<Api.UploadFileParameters, Api.UploadOutcome>("POST", "/clients/{client_id}/workspaces/{workspace_id}/files");

/** Upload a file and import it in the background. For large files: returns immediately; poll `status_url` for progress. */
export const uploadFileInBackground = /* @__PURE__ */ form<Api.UploadFileInBackgroundParameters, Api.QueuedFile>("POST", "/clients/{client_id}/workspaces/{workspace_id}/files/async");

/** Preview a kept upload with a mapping. For uploads with `preview=true&keep=true`, and for versions that were replaced (`replaced` in the manifest). */
export const previewKeptUpload = /* @__PURE__ */ json<Api.PreviewKeptUploadParameters, Api.UploadPreview>("POST", "/clients/{client_id}/workspaces/{workspace_id}/files/uploads/{upload_id}/preview");

/** Import a kept upload in the background. You don't need to send the file again. A replaced version comes back as a new version with its former mapping. */
export const importKeptUpload = /* @__PURE__ */ json<Api.ImportKeptUploadParameters, Api.QueuedFile>("POST", "/clients/{client_id}/workspaces/{workspace_id}/files/uploads/{upload_id}");

/** Read a stored file again with a mapping. Reads the stored file again without a new version number. Questions use the new tables when the call returns. */
export const readFileAgain = /* @__PURE__ */ json<Api.ReadFileAgainParameters, Api.UploadOutcome>("POST", "/clients/{client_id}/workspaces/{workspace_id}/files/{file_id}/read");

/** Fetch a file from a URL and import it in the background. Returns once the file has been fetched. With `refresh`, the URL is checked again regularly; if that fails, the current version stays in use. */
export const fetchFile = /* @__PURE__ */ json<Api.FetchFileParameters, Api.QueuedFile>("POST", "/clients/{client_id}/workspaces/{workspace_id}/files/from-url");

/** Fetch a file from a URL and preview it. Import it with `upload_id`, without fetching it again. */
export const previewUrl = /* @__PURE__ */ json<Api.PreviewUrlParameters, Api.UploadPreview>("POST", "/clients/{client_id}/workspaces/{workspace_id}/files/from-url/preview");

/** Refresh a file from a URL. Replaces the previous source. The URL is stored encrypted and shown without its secrets. */
export const setFileSource = /* @__PURE__ */ json<Api.SetFileSourceParameters, Api.FileSource>("PUT", "/clients/{client_id}/workspaces/{workspace_id}/files/{file_id}/source");

/** Stop refreshing a file. The file stays as it is. */
export const deleteFileSource = /* @__PURE__ */ json<Api.DeleteFileSourceParameters, Api.Deletion>("DELETE", "/clients/{client_id}/workspaces/{workspace_id}/files/{file_id}/source");

/** Refresh a file now, in the background. The file's `source` shows the outcome. */
export const refreshFile = /* @__PURE__ */ json<Api.RefreshFileParameters, Api.FileSource>("POST", "/clients/{client_id}/workspaces/{workspace_id}/files/{file_id}/source/refresh");

/** Get the progress of a background import. Includes the manifest once the job is done. */
export const getFileJob = /* @__PURE__ */ json<Api.GetFileJobParameters, Api.FileJob>("GET", "/clients/{client_id}/workspaces/{workspace_id}/files/jobs/{job_id}");

/** Cancel a background import and discard its file. Possible until the new tables are published. The file keeps its previous version. */
export const cancelFileJob = /* @__PURE__ */ json<Api.CancelFileJobParameters, Api.CancelFileJobAnswer>("DELETE", "/clients/{client_id}/workspaces/{workspace_id}/files/jobs/{job_id}");

/** Get a file with its tables, import notes and mapping. Includes the import notes of the current version and the mapping for later versions. */
export const getFile = /* @__PURE__ */ json<Api.GetFileParameters, Api.File>("GET", "/clients/{client_id}/workspaces/{workspace_id}/files/{file_id}");

/** Delete a file and its tables. You can't undo this. The file's tables disappear from questions right away. */
export const deleteFile = /* @__PURE__ */ json<Api.DeleteFileParameters, Api.DeleteFileAnswer>("DELETE", "/clients/{client_id}/workspaces/{workspace_id}/files/{file_id}");

/** Preview a table of a file. Returns rows as imported, in file order. */
export const previewFile = /* @__PURE__ */ json<Api.PreviewFileParameters, Api.PreviewFileAnswer>("GET", "/clients/{client_id}/workspaces/{workspace_id}/files/{file_id}/preview");

/** Test and connect a database, then read its tables. Tests the connection first and stores nothing if it fails. Use a read-only database user. */
export const connectDatabase = /* @__PURE__ */ json<Api.ConnectDatabaseParameters, Api.Database>("PUT", "/accounts/clients/{client_id}/database");

/** Get the connected database. Never returns the password. */
export const getDatabase = /* @__PURE__ */ json<Api.GetDatabaseParameters, Api.DatabaseDetails>("GET", "/accounts/clients/{client_id}/database");

/** Disconnect the database without changing it. Questions fail with 422 until the workspace has other data. */
export const disconnectDatabase = /* @__PURE__ */ json<Api.DisconnectDatabaseParameters, Api.Deletion>("DELETE", "/accounts/clients/{client_id}/database");

/** Test a connection without storing it; without a body, test the connected database. Shows problems with a connection before you store it. */
export const testDatabase = /* @__PURE__ */ json<Api.TestDatabaseParameters, Api.DatabaseTest>("POST", "/accounts/clients/{client_id}/database/test");

/** Read the tables of the connected database again. Use it when the database's tables changed. Questions use the previous state until it finishes. */
export const refreshSchema = /* @__PURE__ */ json<Api.RefreshSchemaParameters, Api.SchemaStatus>("POST", "/clients/{client_id}/schema/refresh");

/** Get the progress of table discovery. Poll about every ten seconds until `ready`. Without `workspace_id`, it covers the whole tenant. */
export const getSchemaStatus = /* @__PURE__ */ json<Api.GetSchemaStatusParameters, Api.SchemaStatus>("GET", "/clients/{client_id}/schema/status");

/** Get tables, columns, types, keys, descriptions and sample values. Sensitive columns have no ranges or sample values. */
export const getSchema = /* @__PURE__ */ json<Api.GetSchemaParameters, Api.Schema>("GET", "/clients/{client_id}/schema");

/** Search values in the data. Finds exact values for filters. Hidden and sensitive columns are left out. Under a row filter, only visible rows are searched. */
export const searchValues = /* @__PURE__ */ json<Api.SearchValuesParameters, Api.FoundValues>("POST", "/clients/{client_id}/values");

/** List starter questions. Based on the current tables. Keys with a row filter get none. */
export const listSuggestions = /* @__PURE__ */ json<Api.ListSuggestionsParameters, Api.ListSuggestionsAnswer>("GET", "/clients/{client_id}/suggestions");

/** Explain how the built-in planner interprets a question, without running it. Returns possible meanings of the words, what they require of any SQL, and the planner's query. Hidden and sensitive columns are left out. With a row filter, values are left out too. */
export const readQuestion = /* @__PURE__ */ json<Api.ReadQuestionParameters, Api.QuestionReading>("POST", "/clients/{client_id}/readings");

/** Get a page of a long result. Returns the rows from the time of the answer. You can use a trace ID instead of a result token. */
export const getResultPage = /* @__PURE__ */ json<Api.GetResultPageParameters, Api.ResultPage>("GET", "/clients/{client_id}/results/{result_token}");

/** Download a whole result as a file. CSV, XLSX, JSON or Parquet. */
export const exportResult = /* @__PURE__ */ raw<Api.ExportResultParameters>("GET", "/clients/{client_id}/results/{result_token}/export");

/** Sort and filter a result. Works on all rows, not only those in the answer. The answer's SQL runs again inside a query that sorts and filters, through the guard and with the caller's row filter. Also takes a trace ID. Returns 409 if the data has changed since. */
export const viewResult = /* @__PURE__ */ json<Api.ViewResultParameters, Api.SavedResult>("POST", "/clients/{client_id}/results/{result_token}/view");

/** List chats, newest first. With `X-End-User-Id`, returns only that person's chats. */
export const listChats = /* @__PURE__ */ json<Api.ListChatsParameters, Api.ListChatsAnswer>("GET", "/clients/{client_id}/chats");

/** Get the turns of a chat, oldest first. Each turn has its question, SQL and answer. `rows=1` adds the rows that are still stored. */
export const getChat = /* @__PURE__ */ json<Api.GetChatParameters, Api.Chat>("GET", "/clients/{client_id}/chats/{session_id}");

/** Rename a chat. By default, the title is the first question. */
export const renameChat = /* @__PURE__ */ json<Api.RenameChatParameters, Api.ChatSummary>("PATCH", "/clients/{client_id}/chats/{session_id}");

/** Delete a chat with its turns. Also deletes the texts and rows of its answers. Traces stay for support until they expire. */
export const deleteChat = /* @__PURE__ */ json<Api.DeleteChatParameters, Api.Deletion>("DELETE", "/clients/{client_id}/chats/{session_id}");

/** List saved questions, newest first. Returns your saved questions, shared ones and those on shared boards. `stale` says whether the SQL still matches the tables. */
export const listSaved = /* @__PURE__ */ json<Api.ListSavedParameters, Api.ListSavedAnswer>("GET", "/clients/{client_id}/workspaces/{workspace_id}/saved");

/** Save the question of an answer. Stores the SQL, interpretation and chart of an answer that uses one SQL statement. */
export const saveQuestion = /* @__PURE__ */ json<Api.SaveQuestionParameters, Api.SavedQuestion>("POST", "/clients/{client_id}/workspaces/{workspace_id}/saved");

/** Get a saved question with its last result. Includes the last result if the data hasn't changed. Nothing is run. */
export const getSaved = /* @__PURE__ */ json<Api.GetSavedParameters, Api.SavedQuestion>("GET", "/clients/{client_id}/workspaces/{workspace_id}/saved/{saved_id}");

/** Rename, share or change the chart of a saved question. Only for the owner. */
export const updateSaved = /* @__PURE__ */ json<Api.UpdateSavedParameters, Api.SavedQuestion>("PATCH", "/clients/{client_id}/workspaces/{workspace_id}/saved/{saved_id}");

/** Delete a saved question and remove it from boards. Only for the owner. Also removes it from boards. */
export const deleteSaved = /* @__PURE__ */ json<Api.DeleteSavedParameters, Api.Deletion>("DELETE", "/clients/{client_id}/workspaces/{workspace_id}/saved/{saved_id}");

/** Run a saved question on current data. The SQL passes the guard again with the caller's row filter. If the tables no longer match, nothing is run and `stale` says why. */
export const refreshSaved = /* @__PURE__ */ json<Api.RefreshSavedParameters, Api.SavedQuestion>("POST", "/clients/{client_id}/workspaces/{workspace_id}/saved/{saved_id}/refresh");

/** List boards, newest first. Returns your own boards and shared ones. */
export const listBoards = /* @__PURE__ */ json<Api.ListBoardsParameters, Api.ListBoardsAnswer>("GET", "/clients/{client_id}/workspaces/{workspace_id}/boards");

/** Create a board. Tiles keep the order in which you send them. `filters` define what readers can filter the cards by. */
export const createBoard = /* @__PURE__ */ json<Api.CreateBoardParameters, Api.Board>("POST", "/clients/{client_id}/workspaces/{workspace_id}/boards");

/** Get a board with its tiles and their last results. Includes the last results. Nothing is run. */
export const getBoard = /* @__PURE__ */ json<Api.GetBoardParameters, Api.Board>("GET", "/clients/{client_id}/workspaces/{workspace_id}/boards/{board_id}");

/** Rename, share, filter or rearrange a board. Only for the owner. `tiles` or `filters` replaces the whole list. Send the `version` you read to get 409 if someone else changed the board. */
export const updateBoard = /* @__PURE__ */ json<Api.UpdateBoardParameters, Api.Board>("PATCH", "/clients/{client_id}/workspaces/{workspace_id}/boards/{board_id}");

/** Delete a board and keep its saved questions. Only for the owner. */
export const deleteBoard = /* @__PURE__ */ json<Api.DeleteBoardParameters, Api.Deletion>("DELETE", "/clients/{client_id}/workspaces/{workspace_id}/boards/{board_id}");

/** Run all tiles of a board on current data, or only on rows that match its filters. Refreshes each tile like a saved question. A tile that fails says why; the others are still refreshed. With `filters` (by ID), it runs on the filtered rows and stores no result. A tile that a filter can't apply to says why and has no result. */
export const refreshBoard = /* @__PURE__ */ json<Api.RefreshBoardParameters, Api.Board>("POST", "/clients/{client_id}/workspaces/{workspace_id}/boards/{board_id}/refresh");

/** List the columns that a board can be filtered by. Returns date columns, and columns with few values, of the tables that its tiles use. To use one, send it in the board's `filters`. */
export const listOfferedFilters = /* @__PURE__ */ json<Api.ListOfferedFiltersParameters, Api.ListOfferedFiltersAnswer>("GET", "/clients/{client_id}/workspaces/{workspace_id}/boards/{board_id}/filters");

/** List the values of a filter in the rows the caller can see. Read through the guard and with the caller's row filter, up to `boards.max_filter_values`. */
export const listFilterValues = /* @__PURE__ */ json<Api.ListFilterValuesParameters, Api.FilterValues>("GET", "/clients/{client_id}/workspaces/{workspace_id}/boards/{board_id}/filters/{filter_id}/values");

/** List schedules of a tenant, newest first. Covers all workspaces that the key can access. Keys and admins see all schedules, other end users only their own. */
export const listTenantSchedules = /* @__PURE__ */ json<Api.ListTenantSchedulesParameters, Api.ScheduleList>("GET", "/clients/{client_id}/schedules");

/** List schedules, newest first. Keys and admins see all schedules of the workspace, other end users only their own. */
export const listSchedules = /* @__PURE__ */ json<Api.ListSchedulesParameters, Api.ScheduleList>("GET", "/clients/{client_id}/workspaces/{workspace_id}/schedules");

/** Send a board or saved question on a schedule, or when its number crosses a limit or is unusual. Runs with its owner's access and stops if that is lost. Missed runs are combined into one. Failed deliveries are retried for about an hour; the first failure is reported once. Needs `public_url`. */
export const createSchedule = /* @__PURE__ */ json<Api.CreateScheduleParameters, Api.Schedule>("POST", "/clients/{client_id}/workspaces/{workspace_id}/schedules");

/** Get a schedule. The Slack address is never shown. */
export const getSchedule = /* @__PURE__ */ json<Api.GetScheduleParameters, Api.Schedule>("GET", "/clients/{client_id}/workspaces/{workspace_id}/schedules/{schedule_id}");

/** Change, pause or restart a schedule. Changing `when` resets an alert: it forgets earlier values and whether its limit was crossed. */
export const updateSchedule = /* @__PURE__ */ json<Api.UpdateScheduleParameters, Api.Schedule>("PATCH", "/clients/{client_id}/workspaces/{workspace_id}/schedules/{schedule_id}");

/** Delete a schedule with its log. A message that is already on its way may still arrive. */
export const deleteSchedule = /* @__PURE__ */ json<Api.DeleteScheduleParameters, Api.Deletion>("DELETE", "/clients/{client_id}/workspaces/{workspace_id}/schedules/{schedule_id}");

/** Get the picture that a message links to. Drawn from current data. The link expires at its set time, or earlier if the rows, the schedule or its owner's access change. */
export const getSchedulePicture = /* @__PURE__ */ raw<Api.GetSchedulePictureParameters>("GET", "/pictures/{picture_token}");

/** Send a schedule now. Ignores the time, the quiet hours and the limit. The run appears in the log. */
export const testSchedule = /* @__PURE__ */ json<Api.TestScheduleParameters, Api.ScheduleRun>("POST", "/clients/{client_id}/workspaces/{workspace_id}/schedules/{schedule_id}/test");

/** List the runs of a schedule, newest first. Includes the last check that found nothing to send. */
export const listScheduleRuns = /* @__PURE__ */ json<Api.ListScheduleRunsParameters, Api.ListScheduleRunsAnswer>("GET", "/clients/{client_id}/workspaces/{workspace_id}/schedules/{schedule_id}/runs");

/** Share an answer or board publicly, as it is now. Freezes the rows you can see. The link stops working when it expires or is revoked, or when a file, workspace or column behind it is deleted or hidden. */
export const createSnapshot = /* @__PURE__ */ json<Api.CreateSnapshotParameters, Api.SnapshotWithLink>("POST", "/clients/{client_id}/workspaces/{workspace_id}/snapshots");

/** List active public links. Full-access keys and admins get all links, others only their own. */
export const listSnapshots = /* @__PURE__ */ json<Api.ListSnapshotsParameters, Api.ListSnapshotsAnswer>("GET", "/clients/{client_id}/workspaces/{workspace_id}/snapshots");

/** Revoke a public link immediately. The link stops working at once. */
export const revokeSnapshot = /* @__PURE__ */ json<Api.RevokeSnapshotParameters, Api.Deletion>("DELETE", "/clients/{client_id}/workspaces/{workspace_id}/snapshots/{snapshot_id}");

/** Get what a public link shows. Needs no key: anyone with the link can read it. */
export const getSnapshot = /* @__PURE__ */ json<Api.GetSnapshotParameters, Api.PublicSnapshot>("GET", "/snapshots/{share_token}");

/** List the golden questions of a workspace. Each has its expected SQL or rows. */
export const getEvals = /* @__PURE__ */ json<Api.GetEvalsParameters, Api.GoldenSet>("GET", "/clients/{client_id}/workspaces/{workspace_id}/evals");

/** Replace the golden questions. Each SQL must pass the guard. Runs are compared by `id`, which defaults to a hash of the question. */
export const replaceEvals = /* @__PURE__ */ json<Api.ReplaceEvalsParameters, Api.GoldenSet>("PUT", "/clients/{client_id}/workspaces/{workspace_id}/evals");

/** Run all golden questions as a job. Questions run one at a time and cost as much as any question. A cost limit, budget or quota stops the run. Each workspace has one run at a time, not counting runs for examples. */
export const startEvalRun = /* @__PURE__ */ json<Api.StartEvalRunParameters, Api.EvalRunSummary>("POST", "/clients/{client_id}/workspaces/{workspace_id}/evals/runs");

/** List runs, newest first. Returns the number of results by outcome. */
export const listEvalRuns = /* @__PURE__ */ json<Api.ListEvalRunsParameters, Api.ListEvalRunsAnswer>("GET", "/clients/{client_id}/workspaces/{workspace_id}/evals/runs");

/** List approved examples and how each changed the golden-question results. Uses the latest run with `example`; approving an answer starts one. */
export const listExampleEffects = /* @__PURE__ */ json<Api.ListExampleEffectsParameters, Api.ListExampleEffectsAnswer>("GET", "/clients/{client_id}/workspaces/{workspace_id}/evals/examples");

/** Get a run with the outcome of each question and changes since the previous run. Poll until it's finished. `changes` compares it with the previous run. */
export const getEvalRun = /* @__PURE__ */ json<Api.GetEvalRunParameters, Api.EvalRun>("GET", "/clients/{client_id}/workspaces/{workspace_id}/evals/runs/{run_id}");

/** Describe, hide or restrict a table. Changes survive uploads and table reloads. */
export const updateTable = /* @__PURE__ */ json<Api.UpdateTableParameters, Api.EditedSchema>("PATCH", "/clients/{client_id}/schema/tables/{table}");

/** Describe, hide or restrict a column. Changes survive uploads and table reloads. */
export const updateColumn = /* @__PURE__ */ json<Api.UpdateColumnParameters, Api.EditedSchema>("PATCH", "/clients/{client_id}/schema/tables/{table}/columns/{column}");

/** List budgets and limits for the key, with their usage. Returns the account's budgets and the limits of its plan and deployment. */
export const listBudgets = /* @__PURE__ */ json<Api.ListBudgetsParameters, Api.ListBudgetsAnswer>("GET", "/accounts/budgets");

/** Replace all budgets of the account. Needs an account-level key. */
export const replaceBudgets = /* @__PURE__ */ json<Api.ReplaceBudgetsParameters, Api.ReplaceBudgetsAnswer>("PUT", "/accounts/budgets");

/** Get questions, tokens, cost and latency for a period. Days are in UTC and inclusive. The default is from the 1st of this month to today. */
export const getUsage = /* @__PURE__ */ json<Api.GetUsageParameters, Api.GetUsageAnswer>("GET", "/accounts/usage");

/** List who changed keys, tenants, workspaces, files, databases, definitions and budgets. Newest first. */
export const listAuditEntries = /* @__PURE__ */ json<Api.ListAuditEntriesParameters, Api.ListAuditEntriesAnswer>("GET", "/accounts/audit");

/** Get the definitions of a workspace. Returns JSON, or YAML if `Accept` asks for it. */
export const getSemantics = /* @__PURE__ */ json<Api.GetSemanticsParameters, Api.SemanticsOutput>("GET", "/clients/{client_id}/workspaces/{workspace_id}/semantics");

/** Replace the definitions of a workspace. Accepts JSON or YAML in the format that `GET` returns. */
export const replaceSemantics = /* @__PURE__ */ json<Api.ReplaceSemanticsParameters, Api.SemanticsOutput>("PUT", "/clients/{client_id}/workspaces/{workspace_id}/semantics");

/** Check definitions without saving them. Returns problems by position, and answers to up to three questions before and after. Each test question costs two questions. */
export const checkSemantics = /* @__PURE__ */ json<Api.CheckSemanticsParameters, Api.CheckedSemantics>("POST", "/clients/{client_id}/workspaces/{workspace_id}/semantics/check");

/** List drafts of synonyms and metrics from failed questions. Derived from corrected questions, and from questions that were answered once rephrased. Empty under a row filter. */
export const listDefinitionDrafts = /* @__PURE__ */ json<Api.ListDefinitionDraftsParameters, Api.ListDefinitionDraftsAnswer>("GET", "/clients/{client_id}/workspaces/{workspace_id}/semantics/drafts");

/** Add a draft to the definitions. Takes effect at once. Synonyms are added to the existing ones. */
export const certifyDefinitionDraft = /* @__PURE__ */ json<Api.CertifyDefinitionDraftParameters, Api.DefinitionDraft>("POST", "/clients/{client_id}/workspaces/{workspace_id}/semantics/drafts/{draft_id}/certify");

/** Dismiss a draft. The draft won't be listed again. */
export const dismissDefinitionDraft = /* @__PURE__ */ json<Api.DismissDefinitionDraftParameters, Api.Deletion>("DELETE", "/clients/{client_id}/workspaces/{workspace_id}/semantics/drafts/{draft_id}");

/** Model Context Protocol endpoint with tools for assistants. Stateless, without sessions. An ask-only key has the tool `ask`; full access adds `list_tables`, `describe_table`, `run_select` and `search_values`. Each tool call counts as the API call it makes. See docs/integrate.md. */
export const sendMcpMessage = /* @__PURE__ */ raw<Api.SendMcpMessageParameters>("POST", "/mcp");

/** List webhooks that the key can access. Oldest first. */
export const listWebhooks = /* @__PURE__ */ json<Api.ListWebhooksParameters, Api.ListWebhooksAnswer>("GET", "/accounts/webhooks");

/** Create a webhook; its signing secret is shown only once. Events are signed according to Standard Webhooks. */
export const createWebhook = /* @__PURE__ */ json<Api.CreateWebhookParameters, Api.WebhookWithSecret>("POST", "/accounts/webhooks");

/** Change, enable or disable a webhook. Enabling it again clears earlier failures. */
export const updateWebhook = /* @__PURE__ */ json<Api.UpdateWebhookParameters, Api.Webhook>("PATCH", "/accounts/webhooks/{webhook_id}");

/** Delete a webhook with its deliveries. Pending events won't be delivered. */
export const deleteWebhook = /* @__PURE__ */ json<Api.DeleteWebhookParameters, Api.Deletion>("DELETE", "/accounts/webhooks/{webhook_id}");

/** Rotate the secret; the old one stays valid for a while. Both secrets sign events until `previous_secret_until`. */
export const rotateWebhookSecret = /* @__PURE__ */ json<Api.RotateWebhookSecretParameters, Api.WebhookWithSecret>("POST", "/accounts/webhooks/{webhook_id}/rotate-secret");

/** List deliveries with their attempts, newest first. Includes the log of attempts, without response bodies. */
export const listDeliveries = /* @__PURE__ */ json<Api.ListDeliveriesParameters, Api.ListDeliveriesAnswer>("GET", "/accounts/webhooks/{webhook_id}/deliveries");

/** Send a `webhook.test` event. Sent once, whichever events the webhook subscribes to. */
export const testWebhook = /* @__PURE__ */ json<Api.TestWebhookParameters, Api.Delivery>("POST", "/accounts/webhooks/{webhook_id}/test");

/** Resend the event of a delivery. Keeps the event's ID, so receivers can detect duplicates. */
export const replayDelivery = /* @__PURE__ */ json<Api.ReplayDeliveryParameters, Api.Delivery>("POST", "/accounts/webhooks/{webhook_id}/deliveries/{delivery_id}/replay");

/** Check that the process is running. For process supervisors. */
export const getHealth = /* @__PURE__ */ json<Api.GetHealthParameters, Api.GetHealthAnswer>("GET", "/healthz");

/** Check that questions can be answered: store, engine, disk. For load balancers: returns 503 while a part isn't working. */
export const getReadiness = /* @__PURE__ */ json<Api.GetReadinessParameters, Api.Readiness>("GET", "/readyz");

/** Get Prometheus metrics. Returns the Prometheus text format. */
export const getMetrics = /* @__PURE__ */ raw<Api.GetMetricsParameters>("GET", "/metrics");

/** Get this OpenAPI 3.1 document. Generated from the schemas that validate requests. */
export const getOpenApi = /* @__PURE__ */ json<Api.GetOpenApiParameters, Api.GetOpenApiAnswer>("GET", "/openapi.json");

/** Get the API reference page. Loads nothing from other servers. */
export const getReference = /* @__PURE__ */ raw<Api.GetReferenceParameters>("GET", "/docs");

/** Get the script of the reference page. Provides the search on the reference page. */
export const getReferenceScript = /* @__PURE__ */ raw<Api.GetReferenceScriptParameters>("GET", "/docs/reference.js");

