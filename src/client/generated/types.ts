/* Written from the description of the API by `npm run client`; a test holds it to the routes. Do not edit. */

export interface QueryBody {
  /** The question */
  readonly q: string;
  /** The workspace */
  readonly workspace_id?: string | null;
  /** Return the SQL without running it */
  readonly dry_run?: boolean;
  /** `table` omits the explanation, `text` omits the rows */
  readonly output_mode?: OutputMode;
  /** Whether to include a chart: `auto` (same as `hint`), `vega-lite` (also as a specification) or `none` */
  readonly chart?: ChartMode;
}

export type OutputMode = "both" | "table" | "text";

export type ChartMode = "auto" | "hint" | "vega-lite" | "none";

export interface AskBody {
  /** The question */
  readonly query: string;
  /** Start a new chat */
  readonly new_session?: boolean;
  /** ID of the chat */
  readonly session_id?: string | null;
  /** The workspace */
  readonly workspace_id?: string | null;
  /** Return the SQL without running it */
  readonly dry_run?: boolean;
  /** `table` omits the explanation, `text` omits the rows */
  readonly output_mode?: OutputMode;
  /** Whether to include a chart: `auto` (same as `hint`), `vega-lite` (also as a specification) or `none` */
  readonly chart?: ChartMode;
  /** Maximum rows in the answer. Default: ten on the stream, otherwise 1000. Longer results have a `result_token` for the rest */
  readonly max_rows?: number | null;
  /** Interprets an earlier question of the chat differently: as a `new` question, or as a `change` to the answer before it */
  readonly reread?: {
    /** ID of the answer; include it in support requests */
    readonly trace_id: string;
    /** How to interpret the question */
    readonly as: FollowUpReading;
  };
}

export type FollowUpReading = "new" | "change";

export interface RunSelectBody {
  /** One SELECT over the workspace's tables, in the SQL dialect of its data */
  readonly sql: string;
  /** The question that the SQL answers; shown as the answer's title in its trace and chat */
  readonly question?: string;
  /** Start a new chat */
  readonly new_session?: boolean;
  /** ID of the chat */
  readonly session_id?: string | null;
  /** The workspace */
  readonly workspace_id?: string | null;
  /** Check the SQL without running it */
  readonly dry_run?: boolean;
  /** Whether to include a chart: `auto` (same as `hint`), `vega-lite` (also as a specification) or `none` */
  readonly chart?: ChartMode;
  /** Maximum rows in the answer. Default: ten on the stream, otherwise 1000. Longer results have a `result_token` for the rest */
  readonly max_rows?: number | null;
}

export interface DrillBody {
  /** Values that identify the row, one for each of the `groups` in `row` */
  readonly values?: readonly ({
    /** Column name, or its position from 0 */
    readonly column: string;
    /** A value */
    readonly value: string | number | boolean | null;
  })[];
  /** The same numbers, or the rows behind them; ignored with `by` */
  readonly show?: "figure" | "rows";
  /** A dimension from `breakdowns` to break the numbers down by */
  readonly by?: {
    /** Name of the table */
    readonly table: string;
    /** Column name, or its position from 0 */
    readonly column: string;
    /** Time unit of a date column; null for other columns */
    readonly unit: DrillUnit | null;
  };
  /** Write the SQL without running it */
  readonly dry_run?: boolean;
  /** Whether to include a chart: `auto` (same as `hint`), `vega-lite` (also as a specification) or `none` */
  readonly chart?: ChartMode;
  /** Maximum rows in the answer. Default: ten on the stream, otherwise 1000. Longer results have a `result_token` for the rest */
  readonly max_rows?: number | null;
}

/** Time unit */
export type DrillUnit = "year" | "quarter" | "month" | "week" | "day" | "hour";

export type ChartPalette = "standard" | "cool" | "warm";

export interface NewFeedback {
  /** Whether the answer is correct */
  readonly rating: Rating;
  /** Free text */
  readonly comment?: string | null;
  /** The SELECT that answers the question */
  readonly correct_sql?: string | null;
}

export type Rating = "up" | "down";

export interface SignUpBody {
  /** Email address */
  readonly email: string;
  /** Name of the project */
  readonly project_name: string;
}

export type SignIn = {
  /** An API key */
  readonly api_key: string;
  /** End user; if absent, a session of an ask-only key gets its own ID */
  readonly end_user_id?: string | null;
  /** Whether the session stays open after the browser closes; default: no */
  readonly keep?: boolean | null;
} | {
  /** Email address */
  readonly email: string;
  /** Password of the user; never returned */
  readonly password: string;
  /** Tenant, for members of several; if absent, the one they last signed in to */
  readonly client_id?: string | null;
  /** Whether the session stays open after the browser closes; default: no */
  readonly keep?: boolean | null;
};

export interface ReadMemberLinkBody {
  /** The part of the link after `#` */
  readonly token: string;
}

export interface SetPasswordBody {
  /** The part of the link after `#` */
  readonly token: string;
  /** The new password */
  readonly password: string;
  /** Whether the session stays open after the browser closes; default: no */
  readonly keep?: boolean | null;
}

export interface BeginProviderSignInBody {
  /** Provider whose API is called */
  readonly provider: string;
}

export interface FinishedSignIn {
  /** Query string the provider sent the browser back with, starting with `?` */
  readonly query: string;
  /** From an invitation or reset link; its member signs in with this provider from then on */
  readonly token?: string | null;
  /** Whether the session stays open after the browser closes; default: no */
  readonly keep?: boolean | null;
}

export interface InviteMemberBody {
  /** Name */
  readonly name: string;
  /** Email address */
  readonly email: string;
  /** What the member may do: ask, also run SQL, or everything */
  readonly role?: Role;
}

export type Role = "admin" | "analyst" | "reader";

export interface UpdateMemberBody {
  /** Name */
  readonly name?: string;
  /** What the member may do: ask, also run SQL, or everything */
  readonly role?: Role;
}

export interface CreateApiKeyBody {
  /** Name */
  readonly name: string;
  /** `full`, or `query` for an ask-only key */
  readonly scope?: KeyScope;
  /** `live` or `test`: a label only */
  readonly environment?: KeyEnvironment;
  /** The tenant */
  readonly client_id?: string;
  /** The workspace */
  readonly workspace_id?: string;
  /** Websites that can use the key; empty means any */
  readonly allowed_origins?: readonly string[];
  /** Value by column; the key sees only rows with these values */
  readonly row_filter?: Readonly<Record<string, string | number>>;
}

export type KeyScope = "full" | "query";

export type KeyEnvironment = "live" | "test";

export interface UpdateApiKeyBody {
  /** Name */
  readonly name?: string;
  /** If empty, all websites are allowed */
  readonly allowed_origins?: readonly string[];
}

export interface RotateApiKeyBody {
  /** How long the old key keeps working */
  readonly grace_seconds?: number;
}

export type CreateTokenBody = TokenRequest;

export interface TokenRequest {
  /** The workspace */
  readonly workspace_id?: string;
  /** End user of the token */
  readonly end_user_id?: string;
  /** Default: `query` with `end_user_id` or `row_filter`, otherwise `full` */
  readonly scope?: KeyScope;
  /** Lifetime in seconds */
  readonly ttl_seconds?: number;
  /** Only rows with these column values are visible */
  readonly row_filter?: Readonly<Record<string, string | number>>;
}

export interface TokenRevocationRequest {
  /** Tokens of this end user, as in `X-End-User-Id` or the issuer's claim */
  readonly end_user_id?: string;
  /** Tokens of this issuer; `plumbline` for tokens of this service */
  readonly issuer?: string;
  /** Tokens limited to this workspace */
  readonly workspace_id?: string;
  /** Tokens issued up to this time; default: now */
  readonly issued_before?: string;
  /** Only this token */
  readonly token?: string;
}

export interface CreateTenantBody {
  /** Name */
  readonly name: string;
}

export interface RenameTenantBody {
  /** Name */
  readonly name: string;
}

export interface CreateWorkspaceBody {
  /** Name */
  readonly name: string;
  /** IANA time zone */
  readonly timezone?: string;
  /** Day that relative periods count from */
  readonly as_of?: string;
}

/** Fields you leave out stay as they are, and so does the slug. `as_of` null means today. */
export interface UpdateWorkspaceBody {
  /** Name */
  readonly name?: string;
  /** IANA time zone */
  readonly timezone?: string;
  /** Day used as today; null means the current day */
  readonly as_of?: string | null;
}

export interface ModelChoice {
  /** Provider whose API is called */
  readonly provider: ModelProvider;
  /** Model name used by the provider */
  readonly model: string;
  /** Stored encrypted and never returned. If absent, the stored key is kept while provider and base_url stay the same. */
  readonly api_key?: string | null;
  /** If absent, the provider's default URL */
  readonly base_url?: string | null;
  /** If absent, the deployment's setting applies */
  readonly planning?: ModelPlanning | null;
  /** Other models of the provider for single steps of an answer */
  readonly steps?: ModelSteps;
}

export type ModelProvider = "google" | "openai" | "anthropic" | "mistral" | "groq" | "openrouter" | "azure" | "ollama" | "vllm" | "lmstudio" | "openai-compatible";

/** Whether the planner, the model or both interpret questions */
export type ModelPlanning = "builtin-first" | "model-first" | "cross-check";

export type ModelSteps = Readonly<Record<string, string>>;

export interface FileUpload {
  /** File ending in .csv, .tsv, .txt, .xlsx, .xlsm, .xlsb, .xls, .ods, .json, .jsonl, .ndjson, .parquet, .sqlite, .sqlite3, .db, .gz, .zip; its content determines the format */
  readonly file: Blob;
  /** Rebuild the tables even if the file hasn't changed */
  readonly force?: boolean;
  /** `append` adds the rows to the file with the same name. Columns match by name; rows that don't fit fail with `upload_does_not_fit` */
  readonly mode?: "replace" | "append";
  /** ID of the file to add the rows to, even if its name is different */
  readonly append_to?: number;
  /** JSON with settings by sheet. A key names a sheet, a file (also in an archive) or a database table; `Sheet1#2` is the second table of a sheet. Settings: `{"table_name": "…", "skip": true, "header_row": n, "header_rows": n, "table_range": "B4:F20", "types": {…}, "date_order": {…}, "decimal": "comma", "totals": "keep", "unpivot": false, "fill_down": true, "union": false}`. Later versions of the file keep it until you send another one */
  readonly mapping?: string;
}

export interface KeptUploadBody {
  /** Like the form field `mapping` of an upload. It replaces the stored mapping; if you leave it out, the stored mapping still applies. Send `{}` to detect everything again */
  readonly mapping?: Readonly<Record<string, SheetMapping>>;
  /** ID of the file to add the rows to */
  readonly append_to?: number;
  /** Rebuild the tables even if the file hasn't changed */
  readonly force?: boolean;
}

export interface ReadFileAgainBody {
  /** Like the form field `mapping` of an upload. It replaces the stored mapping; if you leave it out, the stored mapping still applies. Send `{}` to detect everything again */
  readonly mapping?: Readonly<Record<string, SheetMapping>>;
}

export interface FetchFileBody {
  /** A https:// link that downloads a file without a sign-in, or a shared or published Google Sheet */
  readonly url: string;
  /** Name of the file; if absent, the name given by the server or the link */
  readonly filename?: string;
  /** Like the form field `mapping` of an upload. It replaces the stored mapping; if you leave it out, the stored mapping still applies. Send `{}` to detect everything again */
  readonly mapping?: Readonly<Record<string, SheetMapping>>;
  /** How often the file is fetched again; null if never */
  readonly refresh?: FileRefresh;
}

/** How often the URL is checked; only a changed file becomes a new version */
export type FileRefresh = "hourly" | "daily" | "weekly";

export interface PreviewUrlBody {
  /** A https:// link that downloads a file without a sign-in, or a shared or published Google Sheet */
  readonly url: string;
  /** Name of the file; if absent, the name given by the server or the link */
  readonly filename?: string;
}

export interface SetFileSourceBody {
  /** A https:// link that downloads a file without a sign-in, or a shared or published Google Sheet */
  readonly url: string;
  /** How often the file is fetched again; null if never */
  readonly refresh: FileRefresh;
}

export interface DatabaseConnection {
  /** If absent, the database serves all workspaces of the tenant that have no data of their own */
  readonly workspace_id?: string;
  /** postgres, mysql (also MariaDB) or a plugin's type; not needed with `url` */
  readonly type?: string;
  /** postgres://user:password@host:port/database?sslmode=require, instead of separate fields. Supports the options sslmode and schema */
  readonly url?: string;
  /** Host of the server */
  readonly host?: string;
  /** Port of the server */
  readonly port?: number;
  /** Name of the database on its server */
  readonly database?: string;
  /** User of the connection */
  readonly user?: string;
  /** Password of the user; never returned */
  readonly password?: string;
  /** Encryption of the connection */
  readonly ssl?: {
    /** Encryption of the connection */
    readonly mode: "disable" | "prefer" | "require" | "verify-ca" | "verify-full";
    /** PEM */
    readonly ca?: string;
  };
  /** Database schemas to read; null means all */
  readonly schemas?: readonly string[];
  /** Names or schema.name; * matches anything */
  readonly tables?: {
    /** Names to include; null means all */
    readonly include?: readonly string[];
    /** Names to leave out */
    readonly exclude?: readonly string[];
  };
}

export type TestDatabaseBody = DatabaseConnection;

export interface RefreshSchemaBody {
  /** The workspace */
  readonly workspace_id?: string;
}

export interface SearchValuesBody {
  /** Text to search for */
  readonly text: string;
  /** Name of the table */
  readonly table?: string;
  /** With `table`: list values of this column that contain the text. Without both: match whole values in all columns */
  readonly column?: string;
  /** Maximum entries per page */
  readonly limit?: number;
  /** The workspace */
  readonly workspace_id?: string;
}

export interface ReadQuestionBody {
  /** The question */
  readonly q: string;
  /** The workspace */
  readonly workspace_id?: string | null;
}

export interface ViewResultBody {
  /** Columns to sort by, the most important first */
  readonly sort?: readonly {
    /** Name of a column of the result */
    readonly column: string;
    /** Largest first; empty cells always come last */
    readonly descending?: boolean;
  }[];
  /** Conditions that rows have to meet; all of them apply */
  readonly filters?: readonly ({
    /** Name of a column of the result */
    readonly column: string;
    /** Condition on the cells of the column */
    readonly is: "empty" | "not_empty";
  } | {
    /** Name of a column of the result */
    readonly column: string;
    /** Condition on the cells of the column */
    readonly is: "equal" | "not_equal" | "at_least" | "at_most" | "contains";
    /** A value */
    readonly value: string | number | boolean;
  })[];
}

export interface RenameChatBody {
  /** The first question of the chat, shortened */
  readonly title: string;
}

export interface SaveQuestionBody {
  /** ID of the answer; include it in support requests */
  readonly trace_id: string;
  /** Name */
  readonly name?: string;
  /** Chart settings */
  readonly chart?: ChartSettings | null;
}

/** How to draw the rows. Fields you leave out are chosen automatically. */
export interface ChartSettings {
  /** Chart type: the suggested one or one of its `alternatives`; `table` for no chart */
  readonly kind?: "number" | "change" | "line" | "columns" | "multiples" | "bars" | "diverging" | "share" | "grouped" | "stacked" | "heat" | "dots" | "histogram" | "panels" | "table";
  /** Column on its axis */
  readonly x?: string;
  /** Columns with its values */
  readonly y?: readonly string[];
  /** Column that splits the values into series; null for none */
  readonly series?: string | null;
  /** Custom chart title, shown in quotes above the description */
  readonly title?: string;
  /** Colors of the series */
  readonly palette?: ChartPalette;
}

export interface UpdateSavedBody {
  /** Name */
  readonly name?: string;
  /** Chart settings */
  readonly chart?: ChartSettings | null;
  /** Whether everyone in the tenant can read it */
  readonly shared?: boolean;
}

export interface CreateBoardBody {
  /** Name */
  readonly name: string;
  /** Tiles of the board, or their number */
  readonly tiles?: readonly Tile[];
  /** Conditions on the rows */
  readonly filters?: readonly NewBoardFilter[];
}

export interface QuestionTile {
  /** ID of the saved question */
  readonly saved_id: string;
  /** Width in board columns */
  readonly width: 1 | 2;
}

export interface TextTile {
  /** ID of the text card on its board */
  readonly id?: string;
  /** Plain text with paragraphs, at most `boards.max_text_chars` */
  readonly text: string;
  /** Width in board columns */
  readonly width: 1 | 2;
}

/** A saved question, or a text card */
export type Tile = QuestionTile | TextTile;

export interface NewBoardFilter {
  /** Name */
  readonly name: string;
  /** Kind */
  readonly kind: BoardFilterKind;
  /** Where it applies: at most one column of each table */
  readonly columns: readonly FilterColumn[];
  /** ID of the filter, based on its name */
  readonly id?: string;
}

/** `period`: days of a date column; `values`: values of any other column */
export type BoardFilterKind = "period" | "values";

export interface FilterColumn {
  /** Name of the table */
  readonly table: string;
  /** Column name, or its position from 0 */
  readonly column: string;
}

export interface UpdateBoardBody {
  /** Name */
  readonly name?: string;
  /** Whether everyone in the tenant can read it */
  readonly shared?: boolean;
  /** Tiles of the board, or their number */
  readonly tiles?: readonly Tile[];
  /** Conditions on the rows */
  readonly filters?: readonly NewBoardFilter[];
  /** File version, starting at 1 */
  readonly version?: number;
}

export interface RefreshBoardBody {
  /** Conditions on the rows */
  readonly filters?: Readonly<Record<string, FilterValue>>;
}

/** A named period, days (both included; null: open), or values (null: rows without a value) */
export type FilterValue = {
  /** Period */
  readonly period: "this_month" | "last_month" | "this_quarter" | "last_quarter" | "this_year" | "last_year" | "last_7_days" | "last_30_days" | "last_90_days" | "last_12_months";
} | {
  /** First value or day */
  readonly from: string | null;
  /** Last value or day */
  readonly to: string | null;
} | {
  /** Values */
  readonly values: readonly (string | number | boolean | null)[];
};

export interface CreateScheduleBody {
  /** Name */
  readonly name?: string;
  /** Language of its texts (BCP 47): the language of the question, else the first available one in `Accept-Language`, else English */
  readonly language?: MessageLanguage;
  /** ID of the board */
  readonly board_id?: string;
  /** ID of the saved question */
  readonly saved_id?: string;
  /** When it is sent */
  readonly when: ScheduleWhen;
  /** IANA time zone of `at` and `quiet` */
  readonly time_zone?: string;
  /** Hours without messages; null: none */
  readonly quiet?: QuietHours;
  /** Last value or day */
  readonly to: ScheduleDestination;
}

/** Language of its messages */
export type MessageLanguage = "en" | "de";

/** When it is sent: at set times, when the rows change, when a number crosses a limit, or when it leaves its usual range */
export type ScheduleWhen = {
  /** Type */
  readonly type: "hourly";
} | {
  /** Type */
  readonly type: "daily";
  /** When it happened, in UTC */
  readonly at: LocalTime;
} | {
  /** Type */
  readonly type: "weekly";
  /** When it happened, in UTC */
  readonly at: LocalTime;
  /** Day of the week */
  readonly day: Weekday;
} | {
  /** Type */
  readonly type: "change";
} | {
  /** Type */
  readonly type: "bound";
  /** Column with the number; by default the first numeric column */
  readonly column?: string;
  /** Upper limit */
  readonly above?: number;
  /** Lower limit */
  readonly below?: number;
} | {
  /** Type */
  readonly type: "unusual";
  /** When it happened, in UTC */
  readonly at: LocalTime;
  /** Checks weekly on this day; if absent, every day */
  readonly day?: Weekday;
  /** Column with the number; required if the result has several */
  readonly column?: string;
};

/** Local time as `HH:MM` */
export type LocalTime = string;

/** Day of the week, in the time zone of the schedule */
export type Weekday = "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";

/** Messages wait until these hours are over */
export type QuietHours = {
  /** First value or day */
  readonly from: LocalTime;
  /** Last value or day */
  readonly to: LocalTime;
} | null;

/** Where it is sent: a webhook of the account, a Slack incoming webhook, or email addresses; `refresh` sends nothing and only refreshes the stored results. Answers show only the host of a Slack address */
export type ScheduleDestination = {
  /** Type */
  readonly type: "webhook";
  /** ID of the webhook */
  readonly webhook_id: string;
} | {
  /** Type */
  readonly type: "slack";
  /** URL */
  readonly url: string;
} | {
  /** Type */
  readonly type: "email";
  /** Last value or day */
  readonly to: readonly string[];
} | {
  /** Type */
  readonly type: "refresh";
};

export interface UpdateScheduleBody {
  /** Name */
  readonly name?: string;
  /** Language of its texts (BCP 47): the language of the question, else the first available one in `Accept-Language`, else English */
  readonly language?: MessageLanguage;
  /** When it is sent */
  readonly when?: ScheduleWhen;
  /** IANA time zone of `at` and `quiet` */
  readonly time_zone?: string;
  /** Hours without messages; null: none */
  readonly quiet?: QuietHours;
  /** Last value or day */
  readonly to?: ScheduleDestination;
  /** False pauses it; true also restarts a stopped one */
  readonly enabled?: boolean;
}

export interface CreateSnapshotBody {
  /** ID of the answer; include it in support requests */
  readonly trace_id?: string;
  /** ID of the board */
  readonly board_id?: string;
  /** Chart settings */
  readonly chart?: ChartSettings;
  /** Days until the link expires */
  readonly expires_in_days?: number;
  /** Whether the SQL is shown */
  readonly show_sql?: boolean;
  /** Share it even though a row filter hides rows; only for admins */
  readonly allow_row_filter?: boolean;
}

export interface ReplaceEvalsBody {
  /** Questions, or their number */
  readonly questions: readonly ({
    /** ID of the resource */
    readonly id?: string;
    /** A question, in plain language */
    readonly question: string;
    /** SQL that returns the expected rows */
    readonly sql?: string | null;
    /** Expected rows */
    readonly rows?: readonly (readonly (string | number | boolean | null)[])[] | null;
    /** Whether the row order matters */
    readonly ordered?: boolean;
  })[];
}

export interface StartEvalRunBody {
  /** Cost limit that stops the run, in US dollars */
  readonly max_cost_usd?: number;
  /** A configured model to use instead of the workspace's */
  readonly model?: string;
  /** Question of an approved example; asks all questions with and without it */
  readonly example?: string;
}

/** Absent fields don't change; null restores the discovered value. Questions can't use hidden tables and columns. Sensitive columns can be counted, but their values are never shown as samples. */
export interface SchemaEdit {
  /** Description */
  readonly description?: string | null;
  /** Synonyms */
  readonly synonyms?: readonly string[] | null;
  /** Whether it's hidden, so questions never use it */
  readonly hidden?: boolean | null;
  /** Whether it's sensitive: rows are counted, but values aren't shown as samples */
  readonly sensitive?: boolean | null;
}

export interface ReplaceBudgetsBody {
  /** The budgets */
  readonly budgets: readonly {
    /** What the limit applies to */
    readonly scope_type: BudgetScope;
    /** ID that the limit applies to; `*` means every ID of that type */
    readonly scope_id: string;
    /** Spending limit per period, in US dollars */
    readonly cap: number;
    /** Period */
    readonly period?: BudgetPeriod;
    /** `block` refuses questions, `alert` only notifies */
    readonly enforcement?: BudgetEnforcement;
    /** Fractions of the limit that trigger an alert */
    readonly thresholds?: readonly number[];
  }[];
}

export type BudgetScope = "account" | "tenant" | "workspace" | "end_user";

export type BudgetPeriod = "month" | "day";

export type BudgetEnforcement = "alert" | "block";

export type UsageGroup = "day" | "tenant" | "workspace" | "model" | "key";

export interface Semantics {
  /** Metrics */
  readonly metrics?: readonly SemanticMetric[];
  /** All relationships; if absent, the discovered ones */
  readonly relationships?: readonly SemanticRelationship[];
  /** The columns, in order */
  readonly columns?: readonly SemanticColumn[];
  /** Additional names for tables and columns */
  readonly synonyms?: readonly SemanticSynonyms[];
  /** Values */
  readonly values?: readonly SemanticValue[];
  /** Limits everyone to rows with these values: `tenant_id = 42 AND region IN ('EU', 'UK')` */
  readonly row_filter?: string | null;
  /** Tables without the filter columns that stay visible under row filters */
  readonly shared_tables?: readonly string[];
  /** Rules about the data in plain words */
  readonly rules?: readonly string[];
  /** Approved questions with their SQL */
  readonly examples?: readonly {
    readonly question: string;
    readonly sql: string;
  }[];
}

export interface SemanticMetric {
  /** Name used in questions */
  readonly name: string;
  /** Synonyms */
  readonly synonyms?: readonly string[];
  /** Name of the table */
  readonly table: string;
  /** An aggregate in SQL, e.g. `SUM(quantity * price)` */
  readonly expression: string;
  /** Conditions in SQL */
  readonly filters?: readonly string[];
  /** Description */
  readonly description?: string | null;
  /** Who certified it */
  readonly signed_by?: string | null;
}

export interface SemanticRelationship {
  /** First value or day */
  readonly from: SemanticColumnSet;
  /** Last value or day */
  readonly to: SemanticColumnSet;
  /** Cardinality of the relationship */
  readonly cardinality: Cardinality;
}

export interface SemanticColumnSet {
  /** Name of the table */
  readonly table: string;
  /** The columns, in order */
  readonly columns: readonly string[];
}

export type Cardinality = "many-to-one" | "one-to-one";

/** Absent fields keep the discovered value. */
export interface SemanticColumn {
  /** Name of the table */
  readonly table: string;
  /** Column name, or its position from 0 */
  readonly column: string;
  /** Description */
  readonly description?: string | null;
  /** Synonyms */
  readonly synonyms?: readonly string[];
  /** Unit of the values; null if unknown */
  readonly unit?: string | null;
  /** Kind */
  readonly kind?: "measure" | "dimension" | "time" | "id";
  /** Whether the column can be summed; `snapshot`: not over time */
  readonly additive?: boolean | "snapshot";
}

export interface SemanticSynonyms {
  /** Name of the table */
  readonly table: string;
  /** Null: the table itself */
  readonly column?: string | null;
  /** Synonyms */
  readonly synonyms: readonly string[];
}

export interface SemanticValue {
  /** Name of the table */
  readonly table: string;
  /** Column name, or its position from 0 */
  readonly column: string;
  /** A value */
  readonly value: string;
  /** Synonyms */
  readonly synonyms: readonly string[];
}

export interface CheckSemanticsBody {
  /** In the format of `PUT` */
  readonly document: Semantics;
  /** Questions to ask with the current and the new definitions */
  readonly questions?: readonly string[];
}

export interface CertifyDefinitionDraftBody {
  /** Who certifies a metric; by default the key's name */
  readonly signed_by?: string;
}

/** One JSON-RPC 2.0 message of the Model Context Protocol */
export interface McpMessage {
  /** Version of JSON-RPC */
  readonly jsonrpc: "2.0";
}

export interface CreateWebhookBody {
  /** URL */
  readonly url: string;
  /** Description */
  readonly description?: string;
  /** If empty, all events */
  readonly events?: readonly EventType[];
  /** The tenant */
  readonly client_id?: string;
  /** The workspace */
  readonly workspace_id?: string;
}

export type EventType = "file.ready" | "file.failed" | "file.deleted" | "schema.ready" | "schema.failed" | "budget.alert" | "budget.blocked" | "answer.flagged" | "schedule.failed" | "key.created" | "key.revoked";

export interface UpdateWebhookBody {
  /** URL */
  readonly url?: string;
  /** Description */
  readonly description?: string;
  /** If empty, all events */
  readonly events?: readonly EventType[];
  /** Whether it's enabled */
  readonly enabled?: boolean;
}

export interface FileReadyWebhook {
  /** Type */
  readonly type: "file.ready";
  /** ISO 8601 in UTC, without zone designator */
  readonly timestamp: string;
  /** Rows of the answer, or the event's data */
  readonly data: {
    /** ID of the file */
    readonly file_id: number;
    /** Name of the file */
    readonly filename: string;
    /** File version, starting at 1 */
    readonly version: number;
    /** The tables */
    readonly tables: readonly TableSize[];
    /** The tenant */
    readonly client_id?: string | null;
    /** The workspace */
    readonly workspace_id?: string | null;
  };
}

export interface TableSize {
  /** Name of the table */
  readonly table_name: string;
  /** Number of rows */
  readonly row_count: number;
}

export interface FileFailedWebhook {
  /** Type */
  readonly type: "file.failed";
  /** ISO 8601 in UTC, without zone designator */
  readonly timestamp: string;
  /** Rows of the answer, or the event's data */
  readonly data: {
    /** ID of the file */
    readonly file_id: number;
    /** Name of the file */
    readonly filename: string;
    /** File version, starting at 1 */
    readonly version: number;
    /** What went wrong and what to do */
    readonly error: string;
    /** The tenant */
    readonly client_id?: string | null;
    /** The workspace */
    readonly workspace_id?: string | null;
  };
}

export interface FileDeletedWebhook {
  /** Type */
  readonly type: "file.deleted";
  /** ISO 8601 in UTC, without zone designator */
  readonly timestamp: string;
  /** Rows of the answer, or the event's data */
  readonly data: {
    /** ID of the file */
    readonly file_id: number;
    /** Name of the file */
    readonly filename: string;
    /** The tenant */
    readonly client_id?: string | null;
    /** The workspace */
    readonly workspace_id?: string | null;
  };
}

export interface SchemaReadyWebhook {
  /** Type */
  readonly type: "schema.ready";
  /** ISO 8601 in UTC, without zone designator */
  readonly timestamp: string;
  /** Rows of the answer, or the event's data */
  readonly data: {
    /** Number of tables */
    readonly table_count: number;
    /** The tenant */
    readonly client_id?: string | null;
    /** The workspace */
    readonly workspace_id?: string | null;
  };
}

export interface SchemaFailedWebhook {
  /** Type */
  readonly type: "schema.failed";
  /** ISO 8601 in UTC, without zone designator */
  readonly timestamp: string;
  /** Rows of the answer, or the event's data */
  readonly data: {
    /** What went wrong and what to do */
    readonly error: string;
    /** The tenant */
    readonly client_id?: string | null;
    /** The workspace */
    readonly workspace_id?: string | null;
  };
}

export interface BudgetAlertWebhook {
  /** Type */
  readonly type: "budget.alert";
  /** ISO 8601 in UTC, without zone designator */
  readonly timestamp: string;
  /** Rows of the answer, or the event's data */
  readonly data: BudgetEvent;
}

export interface BudgetEvent {
  /** What the limit applies to */
  readonly scope_type: string;
  /** ID that the limit applies to; `*` means every ID of that type */
  readonly scope_id: string;
  /** Spending limit per period, in US dollars */
  readonly cap: number;
  /** Spent and reserved in the period, in US dollars */
  readonly spent: number;
  /** Fraction of the limit, 1 = 100 % */
  readonly pct_used: number;
  /** `warn80`: 80 % of the cap or more; `over100`: the cap or more */
  readonly level: string;
  /** `block` refuses questions, `alert` only notifies */
  readonly enforcement: BudgetEnforcement;
  /** The tenant */
  readonly client_id?: string | null;
  /** The workspace */
  readonly workspace_id?: string | null;
}

export interface BudgetBlockedWebhook {
  /** Type */
  readonly type: "budget.blocked";
  /** ISO 8601 in UTC, without zone designator */
  readonly timestamp: string;
  /** Rows of the answer, or the event's data */
  readonly data: BudgetEvent;
}

export interface AnswerFlaggedWebhook {
  /** Type */
  readonly type: "answer.flagged";
  /** ISO 8601 in UTC, without zone designator */
  readonly timestamp: string;
  /** Rows of the answer, or the event's data */
  readonly data: {
    /** ID of the answer; include it in support requests */
    readonly trace_id: string;
    /** Reason */
    readonly reason: string;
    /** The tenant */
    readonly client_id?: string | null;
    /** The workspace */
    readonly workspace_id?: string | null;
  };
}

export interface ScheduleFailedWebhook {
  /** Type */
  readonly type: "schedule.failed";
  /** ISO 8601 in UTC, without zone designator */
  readonly timestamp: string;
  /** Rows of the answer, or the event's data */
  readonly data: {
    /** ID of the schedule */
    readonly schedule_id: string;
    /** Reason */
    readonly reason: string;
    /** The tenant */
    readonly client_id?: string | null;
    /** The workspace */
    readonly workspace_id?: string | null;
  };
}

export interface KeyCreatedWebhook {
  /** Type */
  readonly type: "key.created";
  /** ISO 8601 in UTC, without zone designator */
  readonly timestamp: string;
  /** Rows of the answer, or the event's data */
  readonly data: {
    /** ID of the key */
    readonly key_id: string;
    /** Name */
    readonly name: string;
    /** First characters of the key */
    readonly prefix: string;
    /** `full`, or `query` for an ask-only key */
    readonly scope: KeyScope;
    /** The tenant */
    readonly client_id?: string | null;
    /** The workspace */
    readonly workspace_id?: string | null;
  };
}

export interface KeyRevokedWebhook {
  /** Type */
  readonly type: "key.revoked";
  /** ISO 8601 in UTC, without zone designator */
  readonly timestamp: string;
  /** Rows of the answer, or the event's data */
  readonly data: {
    /** ID of the key */
    readonly key_id: string;
    /** Name */
    readonly name: string;
    /** First characters of the key */
    readonly prefix: string;
    /** The tenant */
    readonly client_id?: string | null;
    /** The workspace */
    readonly workspace_id?: string | null;
  };
}

export type AnswerAgent = "Text2SQL" | "OwnSQL" | "Analytics" | "Catalog" | "none";

export interface Lineage {
  /** The tables */
  readonly tables: readonly string[];
  /** What was calculated */
  readonly measures: readonly string[];
  /** Period */
  readonly period: string;
  /** Conditions on the rows */
  readonly filters: readonly string[];
  /** What the rows are grouped by */
  readonly grouped_by: readonly string[];
  /** Row limit of the SQL; null if it has none */
  readonly row_limit: number | null;
  /** Text of the message */
  readonly text: string;
}

export interface CutCell {
  /** Row number */
  readonly row: number;
  /** Column name, or its position from 0 */
  readonly column: number;
  /** Full length of the cell in UTF-16 units */
  readonly chars: number;
}

export interface ColumnInfo {
  /** Name as in `columns` */
  readonly name: string;
  /** Kind of the column: `ordinal` is a number or date part used for grouping, `text` is free text */
  readonly kind: "time" | "category" | "ordinal" | "measure" | "id" | "text";
  /** Period that starts at each time, or the date part of an ordinal (weekdays: Monday is 1) */
  readonly grain: "year" | "quarter" | "month" | "week" | "day" | "hour" | "minute" | "second" | "weekday" | null;
  /** Unit of the numbers; null if unknown */
  readonly unit: string | null;
  /** Factor that converts to `unit`, such as 1000000 for million USD; null without a unit */
  readonly scale: number | null;
  /** Whether the rows can be summed; `snapshot`: not over time. Null if unknown or not a measure */
  readonly additive: boolean | "snapshot" | null;
}

/** How the rows are drawn, by column names */
export interface Chart {
  /** Chart kind */
  readonly kind: ChartKind;
  /** Column on the category or time axis */
  readonly x: string | null;
  /** Columns with the values */
  readonly y: readonly string[];
  /** Column that splits the marks into lines, stacks or panels; with `diverging`, the two periods compared */
  readonly series: string | null;
  /** Custom chart title, shown in quotes above the description */
  readonly title?: string;
  /** Colors of the series */
  readonly palette?: ChartPalette;
  /** Why this chart */
  readonly reason: string;
  /** Values of `x` with an incomplete period, drawn dashed and hollow */
  readonly incomplete?: readonly string[];
  /** Columns with estimates and their range; absent if there are none */
  readonly estimated?: EstimatedColumns;
  /** Whether periods without a row count as zero; if absent, they are gaps */
  readonly missing?: "zero";
  /** Number of rows drawn, if the result has more */
  readonly top?: number;
  /** Other suitable chart kinds for these rows; absent if none */
  readonly alternatives?: readonly AlternativeChart[];
  /** Chart of the `breakdown`, shown below a single number */
  readonly breakdown?: {
    /** Chart kind */
    readonly kind: ChartKind;
    /** Column on the category or time axis */
    readonly x: string | null;
    /** Columns with the values */
    readonly y: readonly string[];
    /** Column that splits the marks into lines, stacks or panels; with `diverging`, the two periods compared */
    readonly series: string | null;
    /** Custom chart title, shown in quotes above the description */
    readonly title?: string;
    /** Colors of the series */
    readonly palette?: ChartPalette;
    /** Why this chart */
    readonly reason: string;
    /** Values of `x` with an incomplete period, drawn dashed and hollow */
    readonly incomplete?: readonly string[];
    /** Columns with estimates and their range; absent if there are none */
    readonly estimated?: EstimatedColumns;
    /** Whether periods without a row count as zero; if absent, they are gaps */
    readonly missing?: "zero";
    /** Number of rows drawn, if the result has more */
    readonly top?: number;
    /** Other suitable chart kinds for these rows; absent if none */
    readonly alternatives?: readonly AlternativeChart[];
  };
  /** Complete Vega-Lite 6 specification with data; only for requests with `chart: "vega-lite"` */
  readonly spec?: Readonly<Record<string, unknown>>;
}

export type ChartKind = "number" | "change" | "line" | "columns" | "multiples" | "bars" | "diverging" | "share" | "grouped" | "stacked" | "heat" | "dots" | "histogram" | "panels";

export interface EstimatedColumns {
  /** Column of `y` with the estimates, drawn dashed */
  readonly column: string;
  /** Column with the low end of their range, drawn as a band */
  readonly low: string;
  /** Column with the high end of their range */
  readonly high: string;
}

export interface AlternativeChart {
  /** Chart kind */
  readonly kind: ChartKind;
  /** Column on the category or time axis */
  readonly x: string | null;
  /** Columns with the values */
  readonly y: readonly string[];
  /** Column that splits the marks into lines, stacks or panels; with `diverging`, the two periods compared */
  readonly series: string | null;
  /** Custom chart title, shown in quotes above the description */
  readonly title?: string;
  /** Colors of the series */
  readonly palette?: ChartPalette;
  /** Why this chart */
  readonly reason: string;
  /** Values of `x` with an incomplete period, drawn dashed and hollow */
  readonly incomplete?: readonly string[];
  /** Columns with estimates and their range; absent if there are none */
  readonly estimated?: EstimatedColumns;
  /** Whether periods without a row count as zero; if absent, they are gaps */
  readonly missing?: "zero";
  /** Number of rows drawn, if the result has more */
  readonly top?: number;
}

export interface Correction {
  /** Word in the question */
  readonly raw: string;
  /** Matching value in the data */
  readonly resolved: string;
}

export interface BlockingScope {
  /** What the limit applies to */
  readonly scope_type: string;
  /** ID that the limit applies to; `*` means every ID of that type */
  readonly scope_id: string;
  /** Spending limit per period, in US dollars */
  readonly cap: number;
  /** Spent and reserved in the period, in US dollars */
  readonly spent: number;
  /** Fraction of the limit, 1 = 100 % */
  readonly pct_used: number;
}

export interface BudgetAlert {
  /** What the limit applies to */
  readonly scope_type: string;
  /** ID that the limit applies to; `*` means every ID of that type */
  readonly scope_id: string;
  /** Spending limit per period, in US dollars */
  readonly cap: number;
  /** Spent and reserved in the period, in US dollars */
  readonly spent: number;
  /** Fraction of the limit, 1 = 100 % */
  readonly pct_used: number;
  /** `warn80`: 80 % of the cap or more; `over100`: the cap or more */
  readonly level: string;
  /** `block` refuses questions, `alert` only notifies */
  readonly enforcement: BudgetEnforcement;
}

export type AnswerOutcome = "success" | "clarification" | "dry_run" | "error";

export interface Verification {
  /** Status */
  readonly status: VerificationStatus;
  /** Metrics */
  readonly metrics: readonly string[];
  /** Reason */
  readonly reason: string;
  /** Checks of the SQL and its rows */
  readonly checks: readonly CheckResult[];
}

export type VerificationStatus = "verified" | "checked" | "warning" | "failed" | "not_applicable";

export interface CheckResult {
  /** Name */
  readonly name: string;
  /** What the check found */
  readonly outcome: "passed" | "warning" | "failed" | "skipped";
  /** What is wrong and what to do, or details of the finding */
  readonly detail: string;
}

/** How the question was interpreted in its chat; absent if it's the first question */
export interface FollowUp {
  /** Interpretation of the question */
  readonly reading: FollowUpReading;
  /** The previous question in the chat */
  readonly of: string;
  /** Whether the question has another interpretation; to get it, ask again with `reread` */
  readonly other: boolean;
}

export interface ModelTokens {
  /** Tokens sent to the model */
  readonly input: number;
  /** Input tokens cached by the provider */
  readonly cached_input: number;
  /** Tokens returned by the model */
  readonly output: number;
}

export interface Breakdown {
  /** The columns, in order */
  readonly columns: readonly string[];
  /** Rows, their number, or whether to include them */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** SQL statement */
  readonly sql: string;
  /** What each column is, from the SQL, the catalog and the result types */
  readonly columns_info?: readonly ColumnInfo[];
}

export interface Clarification {
  /** A question, in plain language */
  readonly question: string;
  /** Possible meanings; each question can be sent unchanged */
  readonly options: readonly {
    /** Display name */
    readonly label: string;
    /** A question, in plain language */
    readonly question: string;
  }[];
}

export type AnswerType = "text2sql" | "analytics" | "rag";

export interface SessionEvent {
  /** ID of the chat */
  readonly session_id: string;
}

export interface StatusEvent {
  /** Name of the current step */
  readonly stage: "building_context" | "routing" | "agent_selected" | "generating_sql" | "checking_sql" | "executing" | "verifying" | "explaining";
  /** Text of the message */
  readonly message?: string;
  /** What produced the answer */
  readonly agent?: AnswerAgent;
  /** ID of the answer; include it in support requests */
  readonly trace_id?: string;
}

export interface ThinkingEvent {
  /** Part of the model's reasoning */
  readonly content: string;
}

export interface SqlEvent {
  /** SQL statement */
  readonly sql: string;
}

export interface ResultEvent {
  /** The columns, in order */
  readonly columns: readonly string[];
  /** At most `max_rows`; ten by default */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** Rows in the whole result; null if they weren't counted */
  readonly total_rows: number | null;
  /** Whether there are more rows */
  readonly truncated: boolean;
  /** False if there are more rows than counted */
  readonly total_rows_exact?: false;
  /** What the answer was calculated from */
  readonly lineage?: Lineage;
  /** Token for all rows of the result */
  readonly result_token?: string;
  /** Cells shortened to `ask.max_cell_chars` with an ellipsis; absent if none. `row` and `column` count from 0, `chars` is the full length in UTF-16 units. Pages and exports of the `result_token` have the full cells */
  readonly cut_cells?: readonly CutCell[];
  /** What each column is, from the SQL, the catalog and the result types */
  readonly columns_info?: readonly ColumnInfo[];
  /** How the rows are drawn; null if a table fits better. Absent without rows or with `chart: "none"` */
  readonly chart?: Chart | null;
  /** Why there is no chart, if `chart` is null */
  readonly chart_reason?: string;
}

export interface ExplanationEvent {
  /** Text of the message */
  readonly text: string;
}

export type ErrorEvent = {
  /** Text of the message */
  readonly message: string;
  /** Kind */
  readonly kind: string;
  /** Why there is no answer, as a code */
  readonly decline_reason?: string;
  /** Suggested questions */
  readonly suggestions?: readonly Correction[];
  /** What to do */
  readonly hint?: string;
} | {
  /** What went wrong and what to do */
  readonly error: "budget_exceeded";
  /** Text of the message */
  readonly message: string;
  /** Budget that blocked the question */
  readonly blocking_scope: BlockingScope;
  /** Budgets past a threshold */
  readonly alerts: readonly BudgetAlert[];
  /** Status */
  readonly status: 402;
};

export type DoneEvent = {
  /** What produced the answer */
  readonly agent: AnswerAgent;
  /** Duration in milliseconds */
  readonly duration_ms: number;
  /** Whether a budget blocked the question */
  readonly budget_blocked?: true;
  /** ID of the chat */
  readonly session_id?: string;
  /** `table` omits the explanation, `text` omits the rows */
  readonly output_mode: OutputMode;
  /** Token for all rows of the result */
  readonly result_token?: string;
  /** Rows in the whole result; null if they weren't counted */
  readonly total_rows?: number | null;
  /** SQL statement */
  readonly sql?: string | null;
  /** ID of the answer; include it in support requests */
  readonly trace_id: string;
  /** Result of the question */
  readonly result: AnswerOutcome;
  /** Language of its texts (BCP 47): the language of the question, else the first available one in `Accept-Language`, else English */
  readonly language?: string;
  /** Result of the checks */
  readonly verification?: Verification;
  /** Assumptions made to answer the question */
  readonly assumptions?: readonly string[];
  /** Suggested questions */
  readonly suggestions?: readonly string[];
  /** Interpretation of the question as a follow-up */
  readonly follow_up?: FollowUp;
  /** Model that answered */
  readonly model_used?: string;
  /** Model tokens, or bearer tokens */
  readonly tokens?: ModelTokens;
  /** Cost in US dollars, with up to nine decimals */
  readonly cost_usd?: number;
  /** What each column is, from the SQL, the catalog and the result types */
  readonly columns_info?: readonly ColumnInfo[];
  /** How the rows are drawn; null if a table fits better. Absent without rows or with `chart: "none"` */
  readonly chart?: Chart | null;
  /** Why there is no chart, if `chart` is null */
  readonly chart_reason?: string;
  /** Groups that make up a total */
  readonly breakdown?: Breakdown;
  /** What needs to be clarified before the question can be answered */
  readonly clarification?: Clarification;
  /** Budgets past a threshold that don't block questions */
  readonly budget_alerts?: readonly BudgetAlert[];
} | {
  /** What produced the answer */
  readonly agent: AnswerAgent;
};

export type QueryAnswer = Answer | AnswerError;

export type Answer = AnswerBase & ({
  /** Rows of the answer, or the event's data */
  readonly data: TableData | null;
  /** Groups that make up a total */
  readonly breakdown?: Breakdown;
  /** Token for all rows of the result */
  readonly result_token?: string | null;
  /** ID of the answer; include it in support requests */
  readonly trace_id: string;
  /** ID of the chat */
  readonly session_id?: string;
});

export interface TableData {
  /** The columns, in order */
  readonly columns: readonly string[];
  /** Rows, their number, or whether to include them */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
}

export interface AnswerError {
  /** Type */
  readonly type: AnswerType;
  /** Result of the question */
  readonly result: "error";
  /** What went wrong and what to do */
  readonly error: string;
  /** The kind of failure */
  readonly error_type: "QUERY_ERROR" | "DECLINED" | "MODEL_ERROR" | "TIMEOUT" | "RESULT_TOO_LARGE";
  /** Explanation based only on the rows; safe to show to end users */
  readonly explanation: string;
  /** Language of its texts (BCP 47): the language of the question, else the first available one in `Accept-Language`, else English */
  readonly language?: string;
  /** Suggested questions */
  readonly suggestions?: readonly Correction[];
  /** ID of the answer; include it in support requests */
  readonly trace_id: string;
  /** ID of the chat */
  readonly session_id?: string;
}

export interface Error {
  /** What is wrong and what to do */
  readonly detail: string;
}

export interface BudgetExceededError {
  /** What is wrong and what to do, or details of the finding */
  readonly detail: {
    /** What went wrong and what to do */
    readonly error: "budget_exceeded";
    /** Text of the message */
    readonly message: string;
    /** Budget that blocked the question */
    readonly blocking_scope: BlockingScope;
    /** Budgets past a threshold */
    readonly alerts: readonly BudgetAlert[];
  };
}

export interface ValidationError {
  /** What is wrong and what to do, or details of the finding */
  readonly detail: string | readonly ({
    /** Position of the invalid value */
    readonly loc: readonly (string | number)[];
    /** What is wrong with the value */
    readonly msg: string;
    /** Type */
    readonly type: string;
  })[];
}

export interface QuotaExceededError {
  /** What is wrong and what to do, or details of the finding */
  readonly detail: {
    /** What went wrong and what to do */
    readonly error: "quota_exceeded";
    /** Name of the plan */
    readonly plan: string;
    /** Maximum entries per page */
    readonly limit: number;
  };
}

export interface DrillTargets {
  /** ID of the answer; include it in support requests */
  readonly trace_id: string;
  /** Steps from one row of the answer; null if a row can't identify the rows behind it */
  readonly row: {
    /** Result columns whose cells select the rows; send them as `values` */
    readonly groups: readonly string[];
    /** What the numbers can be broken down by */
    readonly breakdowns: readonly DrillBreakdown[];
  } | null;
  /** Steps from the whole answer, without `values`; null if it shows only some groups */
  readonly whole: {
    /** What the numbers can be broken down by */
    readonly breakdowns: readonly DrillBreakdown[];
  } | null;
  /** Why nothing is offered; null otherwise */
  readonly reason: string | null;
}

export interface DrillBreakdown {
  /** Name of the table */
  readonly table: string;
  /** Column name, or its position from 0 */
  readonly column: string;
  /** Time unit of a date column; null for other columns */
  readonly unit: DrillUnit | null;
  /** Display name */
  readonly label: string;
}

export interface DrilledAnswer {
  /** The answer's question with the step applied */
  readonly question: string;
  /** The answer as it was returned */
  readonly answer: QueryAnswer;
}

export interface AnswerTrace {
  /** ID of the answer; include it in support requests */
  readonly trace_id: string;
  /** ID of the request */
  readonly request_id: string;
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** End user who asked; null means the whole account */
  readonly end_user_id: string | null;
  /** What produced the answer */
  readonly agent?: string;
  /** Earlier turns of the chat that were available as context */
  readonly prior_turns?: number;
  /** ID of the chat */
  readonly session_id: string | null;
  /** A question, in plain language */
  readonly question: string;
  /** Result of the question */
  readonly result: AnswerOutcome;
  /** SQL statement */
  readonly sql: string | null;
  /** Rows in the whole result; null if they weren't counted */
  readonly total_rows: number | null;
  /** Result of the checks */
  readonly verification: VerificationStatus;
  /** Checks of the SQL and its rows */
  readonly checks: readonly CheckResult[];
  /** Assumptions made to answer the question */
  readonly assumptions: readonly string[];
  /** Number of attempts */
  readonly attempts: number;
  /** Model that answered */
  readonly model_used: string;
  /** Why a fallback model answered; empty if none did */
  readonly fallback_reason: string;
  /** Model tokens, or bearer tokens */
  readonly tokens: ModelTokens;
  /** Number of billed model calls */
  readonly model_calls: number;
  /** What the model looked up before it wrote the SQL; absent if nothing */
  readonly model_lookups?: readonly string[];
  /** Cost in US dollars, with up to nine decimals */
  readonly cost_usd: number;
  /** Duration in milliseconds */
  readonly duration_ms: number;
  /** Duration of each step in milliseconds */
  readonly timings: Readonly<Record<string, number>>;
  /** The kind of failure */
  readonly error_type: string | null;
  /** Why there is no answer, as a code */
  readonly decline_reason: string | null;
  /** Version of the data that was used */
  readonly generation_id?: string | null;
  /** Only for full-access keys without a row filter */
  readonly internal_error?: string | null;
  /** Creation time in UTC, without zone designator */
  readonly created_at: string;
  /** The answer as it was returned, with rows null if they aren't included. Null if it's no longer stored */
  readonly answer: KeptAnswer | AnswerError | null;
  /** Whether the rows are still stored */
  readonly rows_state: RowsState;
  /** When the rows expire; null if there are none */
  readonly rows_until: string | null;
  /** Feedback on the answer */
  readonly feedback: readonly Feedback[];
}

export type KeptAnswer = AnswerBase & ({
  /** Rows of the answer, or the event's data */
  readonly data: KeptTable | null;
  /** Groups that make up a total */
  readonly breakdown?: KeptBreakdown;
  /** Token for all rows of the result */
  readonly result_token?: string | null;
  /** ID of the answer; include it in support requests */
  readonly trace_id: string;
  /** ID of the chat */
  readonly session_id?: string;
});

export interface KeptTable {
  /** The columns, in order */
  readonly columns: readonly string[];
  /** Rows, their number, or whether to include them */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[] | null;
}

export interface KeptBreakdown {
  /** The columns, in order */
  readonly columns: readonly string[];
  /** Rows, their number, or whether to include them */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[] | null;
  /** SQL statement */
  readonly sql: string;
  /** What each column is, from the SQL, the catalog and the result types */
  readonly columns_info?: readonly ColumnInfo[];
}

/** `included`: the rows are included. `kept`: get them with `rows=1` or the `result_token`. `gone`: they expired; ask again. `none`: the answer had no rows */
export type RowsState = "included" | "kept" | "gone" | "none";

export interface Feedback {
  /** End user who asked; null means the whole account */
  readonly end_user_id: string | null;
  /** Whether the answer is correct */
  readonly rating: Rating;
  /** Free text */
  readonly comment: string | null;
  /** The SELECT that answers the question */
  readonly correct_sql: string | null;
  /** Last change in UTC */
  readonly updated_at: string;
}

export interface MetricDrafts {
  /** The workspace */
  readonly workspace_id: string;
  /** Metrics */
  readonly metrics: readonly ({
    /** Suggested name, from the aggregated column; null if there is none */
    readonly name: string | null;
    /** Name of the table */
    readonly table: string;
    /** SQL aggregate over the table's columns */
    readonly expression: string;
    /** Filters on this table that a metric may include */
    readonly filters: readonly string[];
    /** Filters that a metric on this table can't include */
    readonly others: readonly string[];
  })[];
}

export type FeedbackOutcome = Feedback & ({
  /** ID of the answer; include it in support requests */
  readonly trace_id: string;
  /** Whether it's now an approved example of the workspace */
  readonly example: boolean;
  /** Why it isn't an approved example */
  readonly example_reason: string | null;
});

export interface Whoami {
  /** The key, without its secret */
  readonly key: {
    /** First characters of the key */
    readonly prefix: string;
    /** Name */
    readonly name: string;
    /** `live` or `test`: a label only */
    readonly environment: string;
    /** `full`, or `query` for an ask-only key */
    readonly scope: KeyScope;
  };
  /** Account of the key */
  readonly account: {
    /** Type */
    readonly type: string;
    /** Name of the plan */
    readonly plan: string;
  };
  /** The tenant */
  readonly client_id: string | null;
  /** The workspace */
  readonly workspace_id: string | null;
  /** Workspace that the key is limited to */
  readonly workspace?: WorkspaceSummary;
  /** The workspaces of the tenant */
  readonly workspaces?: readonly Workspace[];
  /** Tenants that the key can access */
  readonly clients?: readonly Tenant[];
  /** Limits of the free plan; null on other plans */
  readonly plan_limits: Readonly<Record<string, unknown>> | null;
  /** Whether it's the public sample key */
  readonly sample: boolean;
}

export interface WorkspaceSummary {
  /** The workspace */
  readonly workspace_id: string;
  /** Name */
  readonly name: string;
  /** Short name for URLs */
  readonly slug: string;
}

export interface Workspace {
  /** The workspace */
  readonly workspace_id: string;
  /** Name */
  readonly name: string;
  /** Short name for URLs */
  readonly slug: string;
  /** Source */
  readonly source: "none" | "files" | "database";
  /** ISO 8601 in UTC, without zone designator */
  readonly created_at: string;
}

export interface Tenant {
  /** The tenant */
  readonly client_id: string;
  /** Name */
  readonly name: string;
  /** Short name for URLs */
  readonly slug: string;
  /** ISO 8601 in UTC, without zone designator */
  readonly created_at: string;
}

export interface Sample {
  /** An API key */
  readonly api_key: string;
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Workspace that the key is limited to */
  readonly workspace: WorkspaceSummary;
  /** Questions, or their number */
  readonly questions: readonly string[];
  /** Six starter questions, each with a small preview of its answer */
  readonly starters: readonly ({
    /** A question, in plain language */
    readonly question: string;
    /** The answer so far; null while it's being created */
    readonly answer: SampleAnswer | null;
  })[];
  /** The tables */
  readonly tables: readonly TableSize[];
  /** Rate limits of the key */
  readonly limits: {
    /** Requests per minute */
    readonly requests_per_minute: number;
    /** Questions per hour from one IP address */
    readonly questions_per_hour: number;
  };
  /** Header that names the end user */
  readonly end_user_header: "X-End-User-Id";
}

export type SampleAnswer = AnswerBase & ({
  /** Rows of the answer, or the event's data */
  readonly data: TableData | null;
  /** Groups that make up a total */
  readonly breakdown?: Breakdown;
});

export interface Signup {
  /** Account of the key */
  readonly account: {
    /** ID of the resource */
    readonly id: string;
    /** Type */
    readonly type: string;
    /** Name of the plan */
    readonly plan: string;
  };
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Workspace that the key is limited to */
  readonly workspace: WorkspaceSummary;
  /** An API key */
  readonly api_key: string;
}

export interface GetSessionAnswer {
  /** The session; null if nobody is signed in */
  readonly session: Session | null;
  /** Why the session of this browser ended; null if none did */
  readonly ended: string | null;
  /** Whether members can sign in with a password */
  readonly passwords: boolean;
  /** OpenID Connect providers to sign in with */
  readonly providers: readonly SignInProvider[];
}

export interface Session {
  /** ID of the chat */
  readonly session_id: string;
  /** ISO 8601 in UTC, without zone designator */
  readonly created_at: string;
  /** When it ends if there are no more calls */
  readonly expires_at: string;
  /** The member who signed in; null for an API key */
  readonly person: Person | null;
  /** End user who asked; null means the whole account */
  readonly end_user_id: string | null;
  /** Access of the session, as in `GET /whoami` */
  readonly whoami: Whoami;
}

export interface Person {
  /** ID of the member */
  readonly member_id: string;
  /** Name */
  readonly name: string;
  /** Email address */
  readonly email: string;
  /** What the member may do: ask, also run SQL, or everything */
  readonly role: Role;
}

export interface SignInProvider {
  /** Name to send */
  readonly name: string;
  /** Name to show */
  readonly label: string;
}

export interface Deletion {
  /** Name or ID of the deleted resource */
  readonly deleted: string;
}

export interface MemberLink {
  /** Name of the tenant */
  readonly tenant: string;
  /** Name */
  readonly name: string;
  /** Email address */
  readonly email: string;
  /** `reset`: the member had a password before */
  readonly kind: "invitation" | "reset";
  /** ISO 8601 in UTC, without zone designator */
  readonly expires_at: string;
  /** OpenID Connect providers to sign in with */
  readonly providers: readonly SignInProvider[];
}

export interface BegunSignIn {
  /** URL where the browser signs in */
  readonly url: string;
}

export interface ListSessionsAnswer {
  /** The sessions */
  readonly sessions: readonly ListedSession[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface ListedSession {
  /** ID of the chat */
  readonly session_id: string;
  /** ISO 8601 in UTC, without zone designator */
  readonly created_at: string;
  /** When it ends if there are no more calls */
  readonly expires_at: string;
  /** The tenant */
  readonly client_id: string | null;
  /** The member who signed in; null for an API key */
  readonly person: Person | null;
  /** The API key that opened it; null for a member */
  readonly key: {
    /** ID of the key */
    readonly key_id: string;
    /** Name */
    readonly name: string;
    /** First characters of the key */
    readonly prefix: string;
  } | null;
  /** End user who asked; null means the whole account */
  readonly end_user_id: string | null;
  /** Browser as given in its User-Agent header */
  readonly user_agent: string;
  /** Time of the last call, to the minute */
  readonly last_seen_at: string;
  /** Whether it is the session of this request */
  readonly current: boolean;
}

export interface ListMembersAnswer {
  /** The members */
  readonly members: readonly Member[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface Member {
  /** ID of the member */
  readonly member_id: string;
  /** The tenant */
  readonly client_id: string;
  /** Name */
  readonly name: string;
  /** Email address */
  readonly email: string;
  /** What the member may do: ask, also run SQL, or everything */
  readonly role: Role;
  /** Status */
  readonly status: MemberStatus;
  /** End user who asked; null means the whole account */
  readonly end_user_id: string;
  /** Issuer the member signs in with; null if only with a password */
  readonly issuer: string | null;
  /** ISO 8601 in UTC, without zone designator */
  readonly created_at: string;
  /** Time of the last sign-in */
  readonly last_seen_at: string | null;
}

/** `invited`: hasn't signed in yet */
export type MemberStatus = "invited" | "active";

export type MemberWithLink = Member & {
  /** Link to set a password; works once, shown only once */
  readonly link: string;
  /** ISO 8601 in UTC, without zone designator */
  readonly link_expires_at: string;
};

export type NewApiKey = ApiKey & {
  /** The key; shown only once */
  readonly api_key: string;
  /** Same as `key`, for older integrations */
  readonly raw_key: string;
};

export interface ListApiKeysAnswer {
  /** The keys */
  readonly api_keys: readonly ApiKey[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface ApiKey {
  /** ID of the resource */
  readonly id: string;
  /** Name */
  readonly name: string;
  /** First characters of the key */
  readonly prefix: string;
  /** `full`, or `query` for an ask-only key */
  readonly scope: KeyScope;
  /** `live` or `test`: a label only */
  readonly environment: KeyEnvironment;
  /** The tenant */
  readonly client_id: string | null;
  /** The workspace */
  readonly workspace_id: string | null;
  /** Websites that can use the key; empty means any */
  readonly allowed_origins: readonly string[];
  /** Value by column; only rows with these values are visible */
  readonly row_filter: Readonly<Record<string, string | number>>;
  /** ISO 8601 in UTC, without zone designator */
  readonly created_at: string;
  /** Last use in UTC; null if never used */
  readonly last_used_at: string | null;
  /** When a rotated key stops working; null if it works until revoked */
  readonly expires_at: string | null;
}

export interface Token {
  /** A bearer token */
  readonly token: string;
  /** Authorization scheme */
  readonly token_type: "Bearer";
  /** Expiry time in UTC */
  readonly expires_at: string;
}

export interface TokenRevocation {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string | null;
  /** Token issuer; null means this service */
  readonly issuer: string | null;
  /** End user who asked; null means the whole account */
  readonly end_user_id: string | null;
  /** Applies to tokens issued before this time */
  readonly issued_before: string | null;
}

export interface ListTenantsAnswer {
  /** Tenants that the key can access */
  readonly clients: readonly Tenant[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface ListWorkspacesAnswer {
  /** The workspaces of the tenant */
  readonly workspaces: readonly Workspace[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface ModelSettings {
  /** Where the settings come from */
  readonly source: "workspace" | "tenant" | "deployment";
  /** Null if no model is configured */
  readonly provider: string | null;
  /** Name of a model */
  readonly model: string;
  /** Null: the provider's default URL */
  readonly base_url: string | null;
  /** Null: the deployment's setting */
  readonly planning: ModelPlanning | null;
  /** Other models of the provider for single steps of an answer */
  readonly steps: ModelSteps;
  /** Whether a key is stored for these settings */
  readonly has_api_key: boolean;
  /** Last change in UTC */
  readonly updated_at: string | null;
}

export interface TextTranslations {
  /** BCP 47 */
  readonly language: "fr" | "es" | "pt" | "it" | "nl" | "pl" | "ja" | "zh" | "ar" | "hi";
  /** Provider and model; null if no model translates for this workspace */
  readonly model: string | null;
  /** Number of texts whose translation is used */
  readonly translated: number;
  /** Total number */
  readonly total: number;
  /** All texts, translated or not */
  readonly texts: readonly TextTranslation[];
}

export interface TextTranslation {
  /** Kind */
  readonly kind: "message" | "label" | "sentence" | "noun" | "reason" | "question";
  /** With numbered placeholders */
  readonly english: string;
  /** The language's plural category; null if the text doesn't depend on a number */
  readonly plural_form: string | null;
  /** Null if English is shown instead */
  readonly translation: string | null;
  /** Why the model's translation isn't used */
  readonly fault: "missing" | "placeholders" | "markup" | "address" | "instruction" | "numbers" | "sentences" | "length" | "language" | null;
  /** Null if the model hasn't been asked yet */
  readonly updated_at: string | null;
}

export interface ListFilesAnswer {
  /** The files */
  readonly files: readonly File[];
  /** Number of entries */
  readonly count: number;
}

export interface File {
  /** ID of the resource */
  readonly id: number;
  /** Name of the file */
  readonly filename: string;
  /** SHA-256 of the file */
  readonly sha256: string;
  /** File size in bytes */
  readonly byte_size: number;
  /** File version, starting at 1 */
  readonly version: number;
  /** The tables */
  readonly tables: readonly FileTable[];
  /** Status */
  readonly status: "queued" | "ingesting" | "ready" | "failed";
  /** What went wrong and what to do */
  readonly error: string | null;
  /** Creation time in UTC, without zone designator */
  readonly created_at: string;
  /** Import notes */
  readonly notes: readonly IngestNote[];
  /** JSON object of import settings by sheet name */
  readonly mapping: Readonly<Record<string, SheetMapping>>;
  /** Uploads that make up the file, if there are several */
  readonly uploads?: readonly {
    /** Name of the file */
    readonly filename: string;
    /** SHA-256 of the file */
    readonly sha256: string;
    /** File size in bytes */
    readonly byte_size: number;
  }[];
  /** Where the file is refreshed from; absent for uploads */
  readonly source?: FileSource;
}

export interface FileTable {
  /** Name of the table */
  readonly table_name: string;
  /** Number of rows */
  readonly row_count: number;
  /** Number of columns */
  readonly column_count: number;
  /** Only for a table built from other tables of the file */
  readonly derived?: true;
  /** How it was built, and from which tables */
  readonly derived_from?: {
    /** Kind */
    readonly kind: "unpivot" | "union";
    /** Names of the source tables */
    readonly of: readonly string[];
  };
}

export interface IngestNote {
  /** Name of the sheet, the file in an archive, the database table, or the CSV file */
  readonly sheet_name: string;
  /** Row number */
  readonly row?: number;
  /** Column name, or its position from 0 */
  readonly column?: string;
  /** Import notes */
  readonly note: string;
  /** Mapping setting that changes it */
  readonly setting?: "skip" | "header_row" | "table_range" | "types" | "date_order" | "decimal" | "totals" | "unpivot" | "fill_down" | "union";
  /** Current value of that mapping setting */
  readonly decided?: "dmy" | "mdy" | "point" | "comma" | "skip" | "keep";
  /** Mapping key if it isn't the sheet name, such as `Sheet1#2` */
  readonly mapping_key?: string;
  /** Whether it was guessed, because the file doesn't show it: ask the owner */
  readonly open?: true;
}

export interface SheetMapping {
  /** Name of the table */
  readonly table_name?: string;
  /** Skip the sheet */
  readonly skip?: boolean;
  /** First header row, from 1; 0 if there's none */
  readonly header_row?: number;
  /** Number of header rows */
  readonly header_rows?: number;
  /** Range of the table, with its header */
  readonly table_range?: string;
  /** Type by column */
  readonly types?: Readonly<Record<string, FileColumnType>>;
  /** Date order by column: day or month first */
  readonly date_order?: Readonly<Record<string, "dmy" | "mdy">>;
  /** Decimal separator of its numbers */
  readonly decimal?: "point" | "comma";
  /** Whether answers skip total rows (`skip`) or count them (`keep`) */
  readonly totals?: "skip" | "keep";
  /** Whether period columns become rows of another table */
  readonly unpivot?: boolean;
  /** Whether blank cells in the first columns get the label above */
  readonly fill_down?: boolean;
  /** Whether sheets with the same columns become one table */
  readonly union?: boolean;
}

export type FileColumnType = "integer" | "decimal" | "float" | "text" | "date" | "timestamp" | "time" | "boolean";

export interface FileSource {
  /** Without the parts that give access */
  readonly url: string;
  /** How often the file is fetched again; null if never */
  readonly refresh: FileRefresh;
  /** `stopped`: the person or key that set it no longer has access */
  readonly status: "active" | "stopped";
  /** Why the last refresh failed */
  readonly error: string | null;
  /** Time of the last fetch in UTC; null if there was none */
  readonly checked_at: string | null;
  /** Time of the next fetch in UTC; null if there's none */
  readonly next_at: string | null;
}

export type UploadOutcome = CommitManifest | UploadPreview;

export interface CommitManifest {
  /** ID of the file */
  readonly file_id?: number;
  /** Name of the file */
  readonly filename: string;
  /** File version, starting at 1 */
  readonly version: number;
  /** The tables */
  readonly tables: readonly ManifestTable[];
  /** SHA-256 of the file */
  readonly sha256: string;
  /** Whether the file was already up to date, so nothing was written */
  readonly unchanged: boolean;
  /** Text of the message */
  readonly message?: string;
  /** Progress of table discovery */
  readonly schema_status?: "discovering";
  /** Import notes */
  readonly notes: readonly IngestNote[];
  /** Only for uploads that added rows to the file */
  readonly appended?: {
    /** Name of the file */
    readonly filename: string;
    /** Rows, their number, or whether to include them */
    readonly rows: number;
    /** Rows that were already there */
    readonly repeated_rows: number;
  };
  /** The version it replaced; import its `upload_id` to bring it back */
  readonly replaced?: {
    /** To import this upload, call `POST …/files/uploads/{upload_id}` */
    readonly upload_id: string;
    /** How long the upload is kept (`files.kept_upload_ms`) */
    readonly expires_at: string;
    /** File version, starting at 1 */
    readonly version: number;
  };
}

export type ManifestTable = FileTable & {
  /** Name of the sheet, the file in an archive, the database table, or the CSV file */
  readonly sheet_name: string;
};

export interface UploadPreview {
  /** Name of the file */
  readonly filename: string;
  /** Whether this is only a preview */
  readonly preview: true;
  /** The tables */
  readonly tables: readonly PreviewTable[];
  /** Import notes */
  readonly notes: readonly IngestNote[];
  /** JSON object of import settings by sheet name */
  readonly mapping: Readonly<Record<string, SheetMapping>>;
  /** To import this upload, call `POST …/files/uploads/{upload_id}` */
  readonly upload_id?: string;
  /** How long the upload is kept (`files.kept_upload_ms`) */
  readonly expires_at?: string;
}

export type PreviewTable = FileTable & ({
  /** Name of the sheet, the file in an archive, the database table, or the CSV file */
  readonly sheet_name: string;
  /** Mapping key: the sheet, or `Sheet1#2` */
  readonly mapping_key: string;
  /** Import settings of the table; send them as its `mapping` to keep them for later versions */
  readonly decisions?: SheetMapping;
  /** The columns, in order */
  readonly columns: readonly ({
    /** Name */
    readonly name: string;
    /** Type */
    readonly type: FileColumnType;
    /** Header as written in the file; null if there's none */
    readonly header: string | null;
    /** Unit of the values; null if unknown */
    readonly unit: string | null;
    /** Whether it seems to contain secrets; if so, its cells aren't shown */
    readonly hidden: boolean;
  })[];
  /** Rows, their number, or whether to include them */
  readonly rows: readonly (readonly (string | null)[])[];
  /** Rows in the whole result; null if they weren't counted */
  readonly total_rows: readonly ({
    /** Column name, or its position from 0 */
    readonly column: string;
    /** Values */
    readonly values: readonly (string | null)[];
  })[];
});

export interface TableNameCollisionError {
  /** What is wrong and what to do, or details of the finding */
  readonly detail: {
    /** What went wrong and what to do */
    readonly error: "table_name_collision";
    /** Text of the message */
    readonly message: string;
    /** Table names that another file already uses */
    readonly collisions: readonly {
      /** Name of the table */
      readonly table_name: string;
      /** File that contains the table */
      readonly owned_by: string;
    }[];
  };
}

export interface QueuedFile {
  /** ID of the job */
  readonly job_id: string;
  /** Name of the file */
  readonly filename: string;
  /** Status */
  readonly status: JobStatus;
  /** Path of the job status */
  readonly status_url: string;
}

export type JobStatus = "queued" | "running" | "succeeded" | "failed" | "cancelled";

export interface FileJob {
  /** ID of the job */
  readonly job_id: string;
  /** Name of the file */
  readonly filename: string;
  /** Status */
  readonly status: JobStatus;
  /** Progress */
  readonly progress: {
    /** Name of the current step */
    readonly stage: "queued" | "reading" | "building" | "profiling" | "publishing" | "done" | "failed" | "cancelled";
    /** Bytes read so far */
    readonly bytes_read: number;
    /** File size in bytes */
    readonly bytes_total: number;
    /** Rows read from the file */
    readonly rows: number;
    /** Rows loaded into the engine */
    readonly rows_built: number;
  };
  /** Import result of the file */
  readonly manifest?: CommitManifest;
  /** What went wrong and what to do */
  readonly error?: string;
}

export interface CancelFileJobAnswer {
  /** ID of the job */
  readonly job_id: string;
  /** Name of the file */
  readonly filename: string;
  /** Status */
  readonly status: "cancelled";
}

export interface DeleteFileAnswer {
  /** Name or ID of the deleted resource */
  readonly deleted: string;
  /** Remaining files in the workspace, excluding failed ones */
  readonly files_remaining: number;
}

export interface PreviewFileAnswer {
  /** Name of the table */
  readonly table_name: string;
  /** The columns, in order */
  readonly columns: readonly string[];
  /** Rows, their number, or whether to include them */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
}

export interface Database {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string | null;
  /** Type */
  readonly type: string;
  /** Host of the server */
  readonly host: string;
  /** Port of the server */
  readonly port: number;
  /** Name of the database on its server */
  readonly database: string;
  /** User of the connection */
  readonly user: string;
  /** Progress of table discovery */
  readonly schema_status: SchemaProgress;
  /** Whether the database user is read-only */
  readonly read_only: boolean;
  /** Warnings */
  readonly warnings: readonly string[];
}

export type SchemaProgress = "not_started" | "discovering" | "enriching" | "ready" | "failed";

export type DatabaseDetails = Database & ({
  /** Database server version */
  readonly server_version: string;
  /** Encryption of the connection */
  readonly ssl_mode: string;
  /** Database schemas to read; null means all */
  readonly schemas: readonly string[] | null;
  /** The tables */
  readonly tables: {
    /** Names to include; null means all */
    readonly include: readonly string[] | null;
    /** Names to leave out */
    readonly exclude: readonly string[];
  };
  /** Creation time in UTC, without zone designator */
  readonly created_at: string;
});

export interface DatabaseTest {
  /** Whether it works */
  readonly ok: true;
  /** Type */
  readonly type: string;
  /** Host of the server */
  readonly host: string;
  /** Port of the server */
  readonly port: number;
  /** Name of the database on its server */
  readonly database: string;
  /** User of the connection */
  readonly user: string;
  /** Database server version */
  readonly server_version: string;
  /** Whether the database user is read-only */
  readonly read_only: boolean;
  /** Warnings */
  readonly warnings: readonly string[];
  /** Certificate of the server; null if the connection isn't encrypted */
  readonly tls: {
    /** TLS version */
    readonly protocol: string;
    /** SHA-256 fingerprint of the server certificate; compare it with the one its owner publishes */
    readonly fingerprint_sha256: string;
    /** Subject of the certificate */
    readonly subject: string;
    /** Issuer of the certificate */
    readonly issuer: string;
    /** Start of the certificate's validity */
    readonly valid_from: string;
    /** End of the certificate's validity */
    readonly valid_to: string;
    /** Whether the certificate was verified */
    readonly checked: boolean;
  } | null;
}

export interface SchemaStatus {
  /** The tenant */
  readonly client_id: string;
  /** Status */
  readonly status: SchemaProgress;
  /** Number of tables */
  readonly table_count: number;
  /** When tables and columns were last read, in UTC */
  readonly discovered_at: string | null;
  /** When columns were described, in UTC */
  readonly enrichment_completed_at: string | null;
  /** Last change in UTC */
  readonly updated_at: string | null;
  /** What went wrong and what to do, if the status is failed */
  readonly error?: string;
  /** Columns hidden because they look like secrets; only for full-access keys. Show one with `PATCH …/schema/tables/{table}/columns/{column}` and `{"hidden": false}` */
  readonly hidden_columns?: readonly ({
    /** The workspace */
    readonly workspace_id: string;
    /** Name of the table */
    readonly table: string;
    /** Column name, or its position from 0 */
    readonly column: string;
    /** Whether its name or values look like a secret */
    readonly because: "name" | "values";
  })[];
}

export interface Schema {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** The tables */
  readonly tables: readonly Table[];
  /** Relationships between tables */
  readonly relationships: readonly Relationship[];
}

export interface Table {
  /** Name of the table */
  readonly table_name: string;
  /** Display name */
  readonly label: string;
  /** Description */
  readonly description: string | null;
  /** Synonyms */
  readonly synonyms: readonly string[];
  /** Number of rows */
  readonly row_count: number | null;
  /** Primary key columns; null if unknown */
  readonly primary_key: readonly string[] | null;
  /** Whether it is a view */
  readonly is_view: boolean;
  /** What is left out or read differently, because reading it would run database functions */
  readonly notes: readonly string[];
  /** The columns, in order */
  readonly columns: readonly Column[];
}

export interface Column {
  /** Name */
  readonly name: string;
  /** Display name */
  readonly label: string;
  /** Description */
  readonly description: string | null;
  /** Synonyms */
  readonly synonyms: readonly string[];
  /** Type */
  readonly type: "integer" | "decimal" | "float" | "text" | "date" | "timestamp" | "time" | "boolean" | "json" | "binary" | "other";
  /** Type name in the database */
  readonly native_type: string;
  /** Whether empty values are allowed */
  readonly nullable: boolean;
  /** Kind */
  readonly kind: "measure" | "dimension" | "time" | "identifier";
  /** Unit of the values; null if unknown */
  readonly unit: string | null;
  /** Whether the column can be summed; `snapshot`: not over time */
  readonly additive: boolean | "snapshot";
  /** Whether it's sensitive: rows are counted, but values aren't shown as samples */
  readonly sensitive: boolean;
  /** Kind of personal data in the column; null if none was found */
  readonly personal: "name" | "email" | "phone" | "address" | "birth" | "bank" | "id" | null;
  /** Number of distinct values */
  readonly distinct_count: number | null;
  /** Number of empty values */
  readonly null_count: number | null;
  /** Smallest value, as text */
  readonly min: string | null;
  /** Largest value, as text */
  readonly max: string | null;
  /** Frequent values */
  readonly sample_values: readonly (string | number | boolean | null)[];
}

export interface Relationship {
  /** First value or day */
  readonly from: ColumnSet;
  /** Last value or day */
  readonly to: ColumnSet;
  /** Cardinality of the relationship */
  readonly cardinality: Cardinality;
  /** Source */
  readonly source: "declared" | "inferred" | "signed";
  /** From 0 to 1 */
  readonly confidence: number;
}

export interface ColumnSet {
  /** Name of the table */
  readonly table: string;
  /** The columns, in order */
  readonly columns: readonly string[];
}

export interface FoundValues {
  /** Values */
  readonly values: readonly ({
    /** Name of the table */
    readonly table: string;
    /** Column name, or its position from 0 */
    readonly column: string;
    /** A value */
    readonly value: string | number | boolean | null;
    /** Rows with this value; null if not counted */
    readonly rows: number | null;
  })[];
  /** Why there may be more; null if the list is complete */
  readonly note: string | null;
}

export interface ListSuggestionsAnswer {
  /** Suggested questions */
  readonly suggestions: readonly string[];
}

export interface QuestionReading {
  /** Words with possible meanings */
  readonly spans: readonly ({
    /** Text of the message */
    readonly text: string;
    /** Possible meanings, most certain first */
    readonly senses: readonly ({
      /** Kind */
      readonly kind: "table" | "column" | "value" | "period";
      /** `table`, `table.column`, `table.column = value`, or the first day of a period and the day after it */
      readonly means: string;
      /** How the words refer to it; null for values and periods */
      readonly evidence: "name" | "part" | "derived" | "synonym" | null;
      /** Lower is more certain */
      readonly cost: number;
    })[];
  })[];
  /** What the words require of any SQL, including a model's */
  readonly owed: readonly {
    /** Kind */
    readonly kind: string;
    /** As written in the question */
    readonly words: string;
  }[];
  /** Alternative interpretations, most certain first */
  readonly candidates: readonly {
    /** What it calculates, in words */
    readonly restatement: string;
    /** Lower is more certain */
    readonly cost: number;
    /** Rules about the data in plain words */
    readonly rules: readonly string[];
    /** Assumptions made to answer the question */
    readonly assumptions: readonly string[];
    /** The planner's query before it becomes SQL; its format may change */
    readonly query: Readonly<Record<string, unknown>>;
  }[];
  /** Word that the second interpretation couldn't resolve */
  readonly stuck_at: string | null;
  /** What the planner decides */
  readonly outcome: {
    /** Kind */
    readonly kind: "query" | "clarify" | "decline";
    /** What is calculated, what needs clarification, or why there's no answer */
    readonly text: string;
    /** The question */
    readonly query: Readonly<Record<string, unknown>> | null;
  };
}

export interface ResultPage {
  /** The columns, in order */
  readonly columns: readonly string[];
  /** Rows, their number, or whether to include them */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** Rows in the whole result; null if they weren't counted */
  readonly total_rows: number;
  /** False if there are more rows than counted */
  readonly total_rows_exact?: false;
  /** Rows to skip, from 0 */
  readonly offset: number;
  /** Start of the next page; null on the last one. A page has fewer rows than `limit` if they're too large together */
  readonly next_offset: number | null;
}

export interface SavedResult {
  /** The columns, in order */
  readonly columns: readonly string[];
  /** Rows, their number, or whether to include them */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** Rows in the whole result; null if they weren't counted */
  readonly total_rows: number;
  /** False if there are more rows than counted */
  readonly total_rows_exact: boolean;
  /** Whether there are more rows */
  readonly truncated: boolean;
  /** Token for the remaining rows; only for the caller who refreshed it */
  readonly result_token: string | null;
  /** What each column is, from the SQL, the catalog and the result types */
  readonly columns_info?: readonly ColumnInfo[];
  /** Chart of these rows with its `alternatives`; null if a table fits better */
  readonly chart?: Chart | null;
  /** ISO 8601 in UTC, without zone designator */
  readonly as_of: string;
  /** Day that its relative periods count from */
  readonly day?: string;
}

export interface ListChatsAnswer {
  /** The chats */
  readonly chats: readonly ChatSummary[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface ChatSummary {
  /** ID of the chat */
  readonly session_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** The first question of the chat, shortened */
  readonly title: string;
  /** Creation time in UTC, without zone designator */
  readonly created_at: string;
  /** Time of the last question */
  readonly updated_at: string;
  /** Turns of the chat, or their number */
  readonly turns: number;
}

export interface Chat {
  /** ID of the chat */
  readonly session_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** The first question of the chat, shortened */
  readonly title: string;
  /** Creation time in UTC, without zone designator */
  readonly created_at: string;
  /** Time of the last question */
  readonly updated_at: string;
  /** Turns of the chat, or their number */
  readonly turns: readonly ChatTurn[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface ChatTurn {
  /** A question, in plain language */
  readonly question: string;
  /** Result of the question */
  readonly result: AnswerOutcome;
  /** Explanation based only on the rows; safe to show to end users */
  readonly explanation: string;
  /** SQL statement */
  readonly sql: string | null;
  /** ID of the answer; include it in support requests */
  readonly trace_id: string;
  /** Creation time in UTC, without zone designator */
  readonly created_at: string;
  /** Why there is no answer, as a code */
  readonly decline_reason: string | null;
  /** What to do */
  readonly hint: string | null;
  /** The answer as it was returned, with rows null if they aren't included. Null if it's no longer stored */
  readonly answer: KeptAnswer | AnswerError | null;
  /** Whether the rows are still stored */
  readonly rows_state: RowsState;
  /** When the rows expire; null if there are none */
  readonly rows_until: string | null;
}

export interface ListSavedAnswer {
  /** A saved question, or several */
  readonly saved: readonly SavedQuestion[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface SavedQuestion {
  /** ID of the resource */
  readonly id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Name */
  readonly name: string;
  /** A question, in plain language */
  readonly question: string;
  /** Like `answer`, null for readers whose row filter differs from the owner's */
  readonly sql: string | null;
  /** Period */
  readonly period: SavedPeriod;
  /** The answer as it was returned */
  readonly answer: KeptAnswer | AnswerError | null;
  /** The columns, in order */
  readonly columns: readonly string[];
  /** Chart settings */
  readonly chart: ChartSettings | null;
  /** Whether everyone in the tenant can read it */
  readonly shared: boolean;
  /** Whether the caller can change it */
  readonly mine: boolean;
  /** ID of the answer; include it in support requests */
  readonly trace_id: string | null;
  /** ISO 8601 in UTC, without zone designator */
  readonly created_at: string;
  /** ISO 8601 in UTC, without zone designator */
  readonly updated_at: string;
  /** Why its SQL no longer matches the tables; null if it does */
  readonly stale: string | null;
  /** Why the last refresh failed; null if it didn't */
  readonly failure: string | null;
  /** Last result on current data, with the rows the caller can see; null means it needs a refresh */
  readonly result: SavedResult | null;
}

/** Days that a period such as "this month" means in its result; null if none */
export type SavedPeriod = {
  /** First and last day; several periods separated by commas */
  readonly days: string;
  /** Whether a refresh counts them from today; if not, they stay */
  readonly rolls: boolean;
} | null;

export interface ListBoardsAnswer {
  /** The boards */
  readonly boards: readonly BoardSummary[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface BoardSummary {
  /** ID of the resource */
  readonly id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Name */
  readonly name: string;
  /** Whether everyone in the tenant can read it */
  readonly shared: boolean;
  /** Whether the caller can change it */
  readonly mine: boolean;
  /** Increases with each change */
  readonly version: number;
  /** ISO 8601 in UTC, without zone designator */
  readonly created_at: string;
  /** ISO 8601 in UTC, without zone designator */
  readonly updated_at: string;
  /** Tiles of the board, or their number */
  readonly tiles: number;
}

export interface Board {
  /** ID of the resource */
  readonly id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Name */
  readonly name: string;
  /** Whether everyone in the tenant can read it */
  readonly shared: boolean;
  /** Whether the caller can change it */
  readonly mine: boolean;
  /** Increases with each change */
  readonly version: number;
  /** ISO 8601 in UTC, without zone designator */
  readonly created_at: string;
  /** ISO 8601 in UTC, without zone designator */
  readonly updated_at: string;
  /** Tiles of the board, or their number */
  readonly tiles: readonly (ShownQuestion | ShownText)[];
  /** Conditions on the rows */
  readonly filters: readonly BoardFilter[];
}

export interface ShownQuestion {
  /** ID of the saved question */
  readonly saved_id: string;
  /** Width in board columns: 1 or 2 */
  readonly width: number;
  /** Null if the caller can't see it */
  readonly saved: SavedQuestion | null;
  /** Effect of each filter of the request */
  readonly filters: readonly CardFilter[];
}

export interface CardFilter {
  /** ID of the resource */
  readonly id: string;
  /** Why it can't be applied; the card then has no result */
  readonly problem: "no_column" | "ambiguous" | "partly" | "gone" | "unknown" | null;
  /** The problem as a sentence */
  readonly reason: string | null;
  /** The columns it was applied to */
  readonly columns: readonly FilterColumn[];
  /** Whether the question already limits one of them; both limits apply */
  readonly limited_already: boolean;
  /** Whether rows without a date are left out */
  readonly leaves_out_empty: boolean;
  /** Whether days are in UTC instead of the workspace's time zone */
  readonly days_in_utc: boolean;
}

export interface ShownText {
  /** ID of the text card on its board */
  readonly id: string;
  /** Plain text with paragraphs, at most `boards.max_text_chars` */
  readonly text: string;
  /** Width in board columns: 1 or 2 */
  readonly width: number;
}

export interface BoardFilter {
  /** Name */
  readonly name: string;
  /** Kind */
  readonly kind: BoardFilterKind;
  /** Where it applies: at most one column of each table */
  readonly columns: readonly FilterColumn[];
  /** ID of the filter, based on its name */
  readonly id: string;
  /** Values that the cards were run with, named periods as days; null if none */
  readonly value: AppliedFilterValue | null;
}

export type AppliedFilterValue = {
  /** First value or day */
  readonly from: string | null;
  /** Last value or day */
  readonly to: string | null;
} | {
  /** Values */
  readonly values: readonly (string | number | null)[];
};

export interface ListOfferedFiltersAnswer {
  /** Conditions on the rows */
  readonly filters: readonly OfferedFilter[];
}

export interface OfferedFilter {
  /** Name */
  readonly name: string;
  /** Kind */
  readonly kind: BoardFilterKind;
  /** Where it applies: at most one column of each table */
  readonly columns: readonly FilterColumn[];
  /** Number of cards it applies to */
  readonly cards: number;
}

export interface FilterValues {
  /** Values */
  readonly values: readonly (string | number | boolean | null)[];
  /** Whether there are more; use `search` to find them */
  readonly truncated: boolean;
}

export interface ScheduleList {
  /** The schedules */
  readonly schedules: readonly Schedule[];
  /** Null on the last page */
  readonly next_cursor: string | null;
  /** Whether `public_url` is set, which messages link to */
  readonly can_send: boolean;
}

export interface Schedule {
  /** ID of the resource */
  readonly id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Whose access it has: a person, or the name of a key */
  readonly owner: string;
  /** Name */
  readonly name: string;
  /** Language of its texts (BCP 47): the language of the question, else the first available one in `Accept-Language`, else English */
  readonly language: MessageLanguage;
  /** ID of the board */
  readonly board_id: string | null;
  /** ID of the saved question */
  readonly saved_id: string | null;
  /** When it is sent */
  readonly when: ScheduleWhen;
  /** IANA time zone */
  readonly time_zone: string;
  /** Hours without messages; null: none */
  readonly quiet: QuietHours;
  /** Last value or day */
  readonly to: ScheduleDestination;
  /** Status */
  readonly status: "active" | "paused" | "stopped";
  /** Why it was stopped */
  readonly reason: string | null;
  /** Whether its last run failed */
  readonly failing: boolean;
  /** Its newest run; null before the first one */
  readonly last_run: ScheduleRun | null;
  /** Past values stored for an `unusual` alert; null for other alerts */
  readonly past: SchedulePast | null;
  /** Time of the next check in UTC */
  readonly next_at: string | null;
  /** ISO 8601 in UTC, without zone designator */
  readonly created_at: string;
  /** ISO 8601 in UTC, without zone designator */
  readonly updated_at: string;
}

export interface ScheduleRun {
  /** ID of the resource */
  readonly id: string;
  /** Status */
  readonly status: "pending" | "delivered" | "skipped" | "failed";
  /** Whether someone started it by hand */
  readonly is_test: boolean;
  /** Why it was skipped, failed or retried */
  readonly error: string | null;
  /** ISO 8601 in UTC, without zone designator */
  readonly created_at: string;
  /** ISO 8601 in UTC, without zone designator */
  readonly updated_at: string;
}

export interface SchedulePast {
  /** Earlier values known at the last check */
  readonly values: number;
  /** Values needed before anything counts as unusual */
  readonly needed: number;
}

export interface ListScheduleRunsAnswer {
  /** The runs */
  readonly runs: readonly ScheduleRun[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export type SnapshotWithLink = Snapshot & {
  /** The link; shown only once */
  readonly url: string;
};

/** What it shows */
export type SnapshotSource = "answer" | "board";

export interface ListSnapshotsAnswer {
  /** The snapshots */
  readonly snapshots: readonly Snapshot[];
  /** Null on the last page */
  readonly next_cursor: string | null;
  /** Default number of days that a new link works */
  readonly default_days: number;
  /** Maximum number of days that a new link works */
  readonly max_days: number;
}

export interface Snapshot {
  /** ID of the snapshot */
  readonly snapshot_id: string;
  /** Source */
  readonly source: SnapshotSource;
  /** Trace ID of the answer, or ID of the board */
  readonly source_id: string;
  /** The first question of the chat, shortened */
  readonly title: string;
  /** Name of the member or key that created it */
  readonly maker: string;
  /** ISO 8601 in UTC, without zone designator */
  readonly created_at: string;
  /** ISO 8601 in UTC, without zone designator */
  readonly expires_at: string;
}

export interface PublicSnapshot {
  /** The first question of the chat, shortened */
  readonly title: string;
  /** Source */
  readonly source: SnapshotSource;
  /** ISO 8601 in UTC, without zone designator */
  readonly created_at: string;
  /** ISO 8601 in UTC, without zone designator */
  readonly expires_at: string;
  /** The answers as they were at that time */
  readonly cards: readonly (SnapshotResult | SnapshotText)[];
}

export interface SnapshotResult {
  /** The first question of the chat, shortened */
  readonly title: string;
  /** Explanation based only on the rows; safe to show to end users */
  readonly explanation: string | null;
  /** How reliable the answer was when it was given; `own_sql`: its creator wrote the SQL */
  readonly verdict: {
    /** Status */
    readonly status: string;
    /** Reason */
    readonly reason: string;
  } | null;
  /** Assumptions made to answer the question */
  readonly assumptions: readonly string[];
  /** The columns, in order */
  readonly columns: readonly string[];
  /** Rows, their number, or whether to include them */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** Rows in the whole result; null if they weren't counted */
  readonly total_rows: number;
  /** The columns of the rows */
  readonly columns_info: readonly ColumnInfo[] | null;
  /** Null if a table fits better */
  readonly chart: Chart | null;
  /** Null if its creator didn't share it */
  readonly sql: string | null;
  /** When the rows were read */
  readonly as_of: string;
}

export interface SnapshotText {
  /** A text card of the board */
  readonly text: string;
}

export interface GoldenSet {
  /** Questions, or their number */
  readonly questions: readonly GoldenQuestion[];
  /** Last change in UTC */
  readonly updated_at: string | null;
}

export interface GoldenQuestion {
  /** ID of the resource */
  readonly id: string;
  /** A question, in plain language */
  readonly question: string;
  /** SQL statement */
  readonly sql: string | null;
  /** Rows, their number, or whether to include them */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[] | null;
  /** Whether the row order matters */
  readonly ordered: boolean;
}

export interface EvalRunSummary {
  /** ID of the run */
  readonly run_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Name of a model */
  readonly model: string | null;
  /** Question of an approved example; all questions were asked with and without it */
  readonly example: string | null;
  /** Status */
  readonly status: EvalRunStatus;
  /** Total number */
  readonly total: number;
  /** Number done */
  readonly done: number;
  /** Number of questions by outcome */
  readonly counts: Readonly<Record<string, number>>;
  /** Cost in US dollars, with up to nine decimals */
  readonly cost_usd: number;
  /** Cost limit in US dollars */
  readonly max_cost_usd: number;
  /** What went wrong and what to do */
  readonly error: string | null;
  /** ISO 8601 in UTC, without zone designator */
  readonly created_at: string;
  /** End time in UTC; null if it's still running */
  readonly finished_at: string | null;
}

export type EvalRunStatus = "queued" | "running" | "succeeded" | "stopped" | "failed";

export type EvalCause = "right" | "other_rows" | "declined" | "asked_back" | "failed" | "no_expectation" | "skipped";

export interface ListEvalRunsAnswer {
  /** The runs */
  readonly runs: readonly EvalRunSummary[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface ListExampleEffectsAnswer {
  /** Approved questions with their SQL */
  readonly examples: readonly ExampleEffect[];
}

export interface ExampleEffect {
  /** A question, in plain language */
  readonly question: string;
  /** SQL statement */
  readonly sql: string;
  /** Latest run; null if there is none */
  readonly run_id: string | null;
  /** Status */
  readonly status: EvalRunStatus | null;
  /** Golden questions that became right */
  readonly fixed: readonly string[];
  /** Golden questions that became wrong */
  readonly broken: readonly string[];
}

export type EvalRun = EvalRunSummary & ({
  /** Outcome of each question */
  readonly outcomes: readonly EvalOutcome[];
  /** Run it is compared with; null for the first run */
  readonly previous_run_id: string | null;
  /** Changes since the previous run, or by the example */
  readonly changes: {
    /** Questions that were correct before but aren't now */
    readonly broken: readonly EvalDifference[];
    /** Questions that are correct now but weren't before */
    readonly fixed: readonly EvalDifference[];
    /** Questions with a different outcome that were incorrect both times */
    readonly other: readonly EvalDifference[];
    /** IDs of questions that weren't in the previous run */
    readonly added: readonly string[];
    /** IDs of questions that were only in the previous run */
    readonly removed: readonly string[];
  };
});

export interface EvalOutcome {
  /** ID of the resource */
  readonly id: string;
  /** A question, in plain language */
  readonly question: string;
  /** Outcome of the question */
  readonly cause: EvalCause;
  /** What is wrong and what to do, or details of the finding */
  readonly detail: string;
  /** SQL statement */
  readonly sql: string | null;
  /** Result of the checks */
  readonly verification: string | null;
  /** Model that answered */
  readonly model_used: string | null;
  /** ID of the answer; include it in support requests */
  readonly trace_id: string | null;
  /** Cost in US dollars, with up to nine decimals */
  readonly cost_usd: number;
  /** Duration in milliseconds */
  readonly duration_ms: number;
}

export interface EvalDifference {
  /** ID of the resource */
  readonly id: string;
  /** A question, in plain language */
  readonly question: string;
  /** First value or day */
  readonly from: EvalCause;
  /** Last value or day */
  readonly to: EvalCause;
}

export interface EditedSchema {
  /** Name of the table */
  readonly table_name: string;
  /** Name of the column */
  readonly column_name?: string;
  /** Description */
  readonly description: string | null;
  /** Synonyms */
  readonly synonyms: readonly string[];
  /** Whether it's hidden, so questions never use it */
  readonly hidden: boolean;
  /** Whether it's sensitive: rows are counted, but values aren't shown as samples */
  readonly sensitive: boolean;
}

export interface ListBudgetsAnswer {
  /** The budgets */
  readonly budgets: readonly UsedBudget[];
  /** Limits of the plan and the deployment's policies */
  readonly caps: readonly Cap[];
  /** False if the key has too many workspaces to check them all; filter by workspace */
  readonly caps_complete: boolean;
}

export interface UsedBudget {
  /** What the limit applies to */
  readonly scope_type: BudgetScope;
  /** ID that the limit applies to; `*` means every ID of that type */
  readonly scope_id: string;
  /** Spending limit per period, in US dollars */
  readonly cap: number;
  /** Period */
  readonly period: BudgetPeriod;
  /** `block` refuses questions, `alert` only notifies */
  readonly enforcement: BudgetEnforcement;
  /** Fractions of the limit that trigger an alert */
  readonly thresholds: readonly number[];
  /** Spent and reserved, in US dollars */
  readonly spent: number | null;
  /** Part of it reserved for running questions */
  readonly reserved: number | null;
  /** Remaining budget in US dollars */
  readonly left: number | null;
  /** Fraction of the limit, 1 = 100 % */
  readonly pct_used: number | null;
  /** First day of the next period, UTC */
  readonly resets_on: string;
}

export type Cap = UsedBudget & {
  /** `plan` or the name of a budget policy */
  readonly source: string;
};

export interface ReplaceBudgetsAnswer {
  /** The budgets */
  readonly budgets: readonly UsedBudget[];
}

export interface GetUsageAnswer {
  /** First value or day */
  readonly from: string;
  /** Last value or day */
  readonly to: string;
  /** Grouping */
  readonly group_by: UsageGroup;
  /** The groups */
  readonly usage: readonly {
    /** Day, or ID or name of the group */
    readonly group: string;
    /** Questions, or their number */
    readonly questions: number;
    /** Model tokens, or bearer tokens */
    readonly tokens: {
      /** Tokens sent to the model */
      readonly input: number;
      /** Tokens returned by the model */
      readonly output: number;
    };
    /** Cost in US dollars, with up to nine decimals */
    readonly cost_usd: number;
    /** Answer time percentiles in milliseconds */
    readonly latency_ms: {
      /** Median answer time */
      readonly p50: number;
      /** 95th percentile of the answer time */
      readonly p95: number;
      /** 99th percentile of the answer time */
      readonly p99: number;
    };
  }[];
}

export interface ListAuditEntriesAnswer {
  /** The entries */
  readonly entries: readonly AuditEntry[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface AuditEntry {
  /** ID of the resource */
  readonly id: string;
  /** Resource and event, such as key.created */
  readonly action: string;
  /** Who did it */
  readonly actor: {
    /** Type */
    readonly type: "api_key" | "member" | "command_line" | "signup";
    /** ID of the key */
    readonly key_id: string | null;
    /** First characters of the key */
    readonly key_prefix: string | null;
    /** ID of the member */
    readonly member_id: string | null;
  };
  /** The tenant */
  readonly client_id: string | null;
  /** The workspace */
  readonly workspace_id: string | null;
  /** What was changed */
  readonly target: Readonly<Record<string, unknown>>;
  /** ID of the request */
  readonly request_id: string | null;
  /** ISO 8601 in UTC, without zone designator */
  readonly created_at: string;
}

export interface CheckedSemantics {
  /** Whether the document can be saved */
  readonly valid: boolean;
  /** Problems in the document, by position */
  readonly problems: readonly ({
    /** Position of the invalid value */
    readonly loc: readonly (string | number)[];
    /** What is wrong with the value */
    readonly msg: string;
    /** Type */
    readonly type: "unknown_table" | "unknown_column" | "does_not_fit" | "repeated" | "refused";
  })[];
  /** Questions, or their number */
  readonly questions: readonly ({
    /** A question, in plain language */
    readonly question: string;
    /** Result with current definitions */
    readonly before: TriedAnswer;
    /** Null if the document can't be saved */
    readonly after: TriedAnswer | null;
    /** Whether rows, outcome or verdict differ */
    readonly changed: boolean;
  })[];
}

export interface TriedAnswer {
  /** Result of the question */
  readonly result: AnswerOutcome;
  /** The answer, the clarification, or why there's no answer */
  readonly text: string;
  /** SQL statement */
  readonly sql: string | null;
  /** The columns, in order */
  readonly columns: readonly string[];
  /** First ten rows */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** Rows in the whole result; null if they weren't counted */
  readonly total_rows: number | null;
  /** Result of the checks */
  readonly verification: VerificationStatus;
}

export interface ListDefinitionDraftsAnswer {
  /** The drafts */
  readonly drafts: readonly DefinitionDraft[];
}

export interface DefinitionDraft {
  /** ID of the draft */
  readonly draft_id: string;
  /** Kind */
  readonly kind: "synonym" | "metric";
  /** As used in a question */
  readonly name: string;
  /** Name of the table */
  readonly table: string;
  /** Null for the table itself or a metric */
  readonly column: string | null;
  /** Only for a synonym of a value */
  readonly value: string | null;
  /** For a metric: an aggregate in SQL */
  readonly expression: string | null;
  /** For a metric: conditions in SQL */
  readonly filters: readonly string[];
  /** The five newest questions that failed without it */
  readonly questions: readonly ({
    /** ID of the answer; include it in support requests */
    readonly trace_id: string;
    /** A question, in plain language */
    readonly question: string;
    /** Why the refresh failed; null if it didn't */
    readonly failure: "declined" | "rated_down" | "corrected";
    /** ISO 8601 in UTC, without zone designator */
    readonly asked_at: string;
  })[];
  /** Number of questions that failed without it */
  readonly times: number;
}

export interface ListWebhooksAnswer {
  /** The webhooks */
  readonly webhooks: readonly Webhook[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface Webhook {
  /** ID of the resource */
  readonly id: string;
  /** URL */
  readonly url: string;
  /** Description */
  readonly description: string;
  /** If empty, all events */
  readonly events: readonly EventType[];
  /** The tenant */
  readonly client_id: string | null;
  /** The workspace */
  readonly workspace_id: string | null;
  /** Status */
  readonly status: "active" | "disabled";
  /** Why it's disabled; null if it isn't */
  readonly disabled_reason: "gone" | "failing" | "paused" | null;
  /** Start of failing deliveries in UTC; null if they succeed */
  readonly failing_since: string | null;
  /** End of the old secret's validity in UTC; null if it no longer signs */
  readonly previous_secret_until: string | null;
  /** Creation time in UTC, without zone designator */
  readonly created_at: string;
}

export type WebhookWithSecret = Webhook & {
  /** Shown only once; `whsec_…` */
  readonly secret: string;
};

export interface ListDeliveriesAnswer {
  /** The deliveries */
  readonly deliveries: readonly Delivery[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface Delivery {
  /** ID of the resource */
  readonly id: string;
  /** ID of the event */
  readonly event_id: string;
  /** Type of the event */
  readonly event_type: string;
  /** Status */
  readonly status: "pending" | "delivered" | "failed";
  /** Number of attempts */
  readonly attempts: number;
  /** HTTP status of the last attempt */
  readonly last_status: number | null;
  /** Error of the last attempt; null if it succeeded */
  readonly last_error: string | null;
  /** Next attempt in UTC; null if there's none */
  readonly next_attempt_at: string | null;
  /** The attempts */
  readonly log: readonly ({
    /** When it happened, in UTC */
    readonly at: string;
    /** Status */
    readonly status: number | null;
    /** What went wrong and what to do */
    readonly error: string | null;
    /** Duration in milliseconds */
    readonly duration_ms: number;
  })[];
  /** Creation time in UTC, without zone designator */
  readonly created_at: string;
}

export interface GetHealthAnswer {
  /** Status */
  readonly status: "ok";
}

export interface Readiness {
  /** Whether questions can be answered */
  readonly ready: boolean;
  /** Parts of the service and whether they work */
  readonly parts: Readonly<Record<string, boolean>>;
  /** Warnings */
  readonly warnings: readonly string[];
}

export interface GetOpenApiAnswer {
  /** OpenAPI version */
  readonly openapi: "3.1.0";
}

/** One event: the name after `event:` and the JSON after `data:` */
export type StreamEvent = {
  /** Name of the event */
  readonly event: "session";
  /** Rows of the answer, or the event's data */
  readonly data: SessionEvent;
} | {
  /** Name of the event */
  readonly event: "status";
  /** Rows of the answer, or the event's data */
  readonly data: StatusEvent;
} | {
  /** Name of the event */
  readonly event: "thinking";
  /** Rows of the answer, or the event's data */
  readonly data: ThinkingEvent;
} | {
  /** Name of the event */
  readonly event: "sql";
  /** Rows of the answer, or the event's data */
  readonly data: SqlEvent;
} | {
  /** Name of the event */
  readonly event: "result";
  /** Rows of the answer, or the event's data */
  readonly data: ResultEvent;
} | {
  /** Name of the event */
  readonly event: "explanation";
  /** Rows of the answer, or the event's data */
  readonly data: ExplanationEvent;
} | {
  /** Name of the event */
  readonly event: "error";
  /** Rows of the answer, or the event's data */
  readonly data: ErrorEvent;
} | {
  /** Name of the event */
  readonly event: "done";
  /** Rows of the answer, or the event's data */
  readonly data: DoneEvent;
};

export interface SemanticsOutput {
  /** Metrics */
  readonly metrics: readonly SemanticMetricOutput[];
  /** All relationships; if absent, the discovered ones */
  readonly relationships?: readonly SemanticRelationship[];
  /** The columns, in order */
  readonly columns: readonly SemanticColumn[];
  /** Additional names for tables and columns */
  readonly synonyms?: readonly SemanticSynonymsOutput[];
  /** Values */
  readonly values: readonly SemanticValue[];
  /** Limits everyone to rows with these values: `tenant_id = 42 AND region IN ('EU', 'UK')` */
  readonly row_filter?: string | null;
  /** Tables without the filter columns that stay visible under row filters */
  readonly shared_tables?: readonly string[];
  /** Rules about the data in plain words */
  readonly rules: readonly string[];
  /** Approved questions with their SQL */
  readonly examples: readonly {
    readonly question: string;
    readonly sql: string;
  }[];
}

export interface SemanticMetricOutput {
  /** Name used in questions */
  readonly name: string;
  /** Synonyms */
  readonly synonyms: readonly string[];
  /** Name of the table */
  readonly table: string;
  /** An aggregate in SQL, e.g. `SUM(quantity * price)` */
  readonly expression: string;
  /** Conditions in SQL */
  readonly filters: readonly string[];
  /** Description */
  readonly description: string | null;
  /** Who certified it */
  readonly signed_by: string | null;
}

export interface SemanticSynonymsOutput {
  /** Name of the table */
  readonly table: string;
  /** Null: the table itself */
  readonly column: string | null;
  /** Synonyms */
  readonly synonyms: readonly string[];
}

export interface AnswerBase {
  /** Type */
  readonly type: AnswerType;
  /** Result of the question */
  readonly result: "success" | "clarification" | "dry_run";
  /** SQL statement */
  readonly sql: string | null;
  /** Whether there are more rows */
  readonly truncated?: true;
  /** Rows in the whole result; null if they weren't counted */
  readonly total_rows?: number | null;
  /** False if there are more rows than counted */
  readonly total_rows_exact?: false;
  /** Cells shortened to `ask.max_cell_chars` with an ellipsis; absent if none. `row` and `column` count from 0, `chars` is the full length in UTF-16 units. Pages and exports of the `result_token` have the full cells */
  readonly cut_cells?: readonly CutCell[];
  /** What each column is, from the SQL, the catalog and the result types */
  readonly columns_info?: readonly ColumnInfo[];
  /** How the rows are drawn; null if a table fits better. Absent without rows or with `chart: "none"` */
  readonly chart?: Chart | null;
  /** Why there is no chart, if `chart` is null */
  readonly chart_reason?: string;
  /** Explanation based only on the rows; safe to show to end users */
  readonly explanation: string;
  /** Language of its texts (BCP 47): the language of the question, else the first available one in `Accept-Language`, else English */
  readonly language?: string;
  /** What the answer was calculated from */
  readonly lineage: Lineage | null;
  /** Result of the checks */
  readonly verification: Verification;
  /** Assumptions made to answer the question */
  readonly assumptions: readonly string[];
  /** What needs to be clarified before the question can be answered */
  readonly clarification?: Clarification;
  /** Suggested questions */
  readonly suggestions: readonly string[];
  /** Interpretation of the question as a follow-up */
  readonly follow_up?: FollowUp;
  /** Model that answered */
  readonly model_used: string;
  /** Model tokens, or bearer tokens */
  readonly tokens: ModelTokens;
  /** Cost in US dollars, with up to nine decimals */
  readonly cost_usd: number;
  /** Whether a fallback model answered */
  readonly fallback_triggered: boolean;
  /** Why a fallback model answered; empty if none did */
  readonly fallback_reason: string;
  /** Number of attempts */
  readonly attempts: number;
  /** Complexity of the SQL */
  readonly complexity: "easy" | "medium" | "hard";
  /** What produced the answer */
  readonly agent: AnswerAgent;
  /** Budgets past a threshold that don't block questions */
  readonly budget_alerts?: readonly BudgetAlert[];
}

/** Codes of errors; stable. docs/errors.md says what each means. */
export type ErrorCode =
  | "bad_request"
  | "invalid_end_user_id"
  | "upload_empty"
  | "upload_unsupported_type"
  | "upload_unreadable"
  | "upload_no_data"
  | "upload_bad_mapping"
  | "upload_too_complex"
  | "upload_does_not_fit"
  | "file_url_refused"
  | "file_url_failed"
  | "database_url_invalid"
  | "database_host_refused"
  | "database_connection_failed"
  | "webhook_url_refused"
  | "unauthenticated"
  | "session_ended"
  | "sign_in_failed"
  | "budget_exceeded"
  | "forbidden"
  | "wrong_tenant"
  | "wrong_workspace"
  | "scope_insufficient"
  | "sample_read_only"
  | "direct_account"
  | "origin_not_allowed"
  | "end_user_mismatch"
  | "not_found"
  | "method_not_allowed"
  | "workspace_not_found"
  | "key_not_found"
  | "file_not_found"
  | "database_not_found"
  | "webhook_not_found"
  | "job_not_found"
  | "session_not_found"
  | "member_not_found"
  | "link_not_found"
  | "result_not_found"
  | "request_timeout"
  | "table_name_collision"
  | "workspace_has_database"
  | "workspace_has_files"
  | "idempotency_in_progress"
  | "idempotency_not_kept"
  | "conflict"
  | "payload_too_large"
  | "unprocessable"
  | "idempotency_mismatch"
  | "no_data"
  | "quota_exceeded"
  | "rate_limited"
  | "headers_too_large"
  | "internal"
  | "storage_full"
  | "unavailable";

/** What a webhook is posted. */
export type WebhookEvent = FileReadyWebhook | FileFailedWebhook | FileDeletedWebhook | SchemaReadyWebhook | SchemaFailedWebhook | BudgetAlertWebhook | BudgetBlockedWebhook | AnswerFlaggedWebhook | ScheduleFailedWebhook | KeyCreatedWebhook | KeyRevokedWebhook;

export interface QueryParameters {
  readonly body: QueryBody;
}

export type AskAnswer = QueryAnswer;

export interface AskParameters {
  /** The tenant */
  readonly client_id: string;
  readonly body: AskBody;
}

export type RunSelectAnswer = QueryAnswer;

export interface RunSelectParameters {
  /** The tenant */
  readonly client_id: string;
  readonly body: RunSelectBody;
}

export type GetDrillTargetsAnswer = DrillTargets;

export interface GetDrillTargetsParameters {
  /** The tenant */
  readonly client_id: string;
  /** ID of the answer; include it in support requests */
  readonly trace_id: string;
}

export type DrillAnswer = DrilledAnswer;

export interface DrillParameters {
  /** The tenant */
  readonly client_id: string;
  /** ID of the answer; include it in support requests */
  readonly trace_id: string;
  readonly body: DrillBody;
}

export type AskStreamBody = AskBody;

export interface AskStreamParameters {
  /** The tenant */
  readonly client_id: string;
  readonly body: AskStreamBody;
}

export type GetAnswerAnswer = AnswerTrace;

export interface GetAnswerParameters {
  /** The tenant */
  readonly client_id: string;
  /** ID of the answer; include it in support requests */
  readonly trace_id: string;
  /** `1` includes the rows while they're stored */
  readonly rows?: "0" | "1";
}

export interface GetAnswerChartParameters {
  /** The tenant */
  readonly client_id: string;
  /** ID of the answer; include it in support requests */
  readonly trace_id: string;
  /** Colors for a light or dark background */
  readonly theme?: "light" | "dark";
  /** Width in pixels; the height follows from the content */
  readonly width?: number;
  /** Language of numbers, dates and labels (English or German) */
  readonly lang?: string;
  /** Custom chart title, shown in quotes above the description */
  readonly title?: string;
  /** Colors of the series */
  readonly palette?: ChartPalette;
  /** Chart kind: one of `alternatives` in the answer’s `chart` */
  readonly kind?: "number" | "change" | "line" | "columns" | "multiples" | "bars" | "diverging" | "share" | "grouped" | "stacked" | "heat" | "dots" | "histogram" | "panels";
}

export type GetMetricDraftsAnswer = MetricDrafts;

export interface GetMetricDraftsParameters {
  /** The tenant */
  readonly client_id: string;
  /** ID of the answer; include it in support requests */
  readonly trace_id: string;
}

export type GiveFeedbackBody = NewFeedback;

export type GiveFeedbackAnswer = FeedbackOutcome;

export interface GiveFeedbackParameters {
  /** The tenant */
  readonly client_id: string;
  /** ID of the answer; include it in support requests */
  readonly trace_id: string;
  readonly body: GiveFeedbackBody;
}

export type WhoamiAnswer = Whoami;

export type WhoamiParameters = Record<never, never>;

export type GetSampleAnswer = Sample;

export type GetSampleParameters = Record<never, never>;

export type SignUpAnswer = Signup;

export interface SignUpParameters {
  readonly body: SignUpBody;
}

export type GetSessionParameters = Record<never, never>;

export type SignInBody = SignIn;

export type SignInAnswer = Session;

export interface SignInParameters {
  readonly body: SignInBody;
}

export type SignOutAnswer = Deletion;

export interface SignOutParameters {
  /** Whether all sessions of the same member, or of the same key and end user, end too */
  readonly everywhere?: "true";
}

export type ReadMemberLinkAnswer = MemberLink;

export interface ReadMemberLinkParameters {
  readonly body: ReadMemberLinkBody;
}

export type SetPasswordAnswer = Session;

export interface SetPasswordParameters {
  readonly body: SetPasswordBody;
}

export type BeginProviderSignInAnswer = BegunSignIn;

export interface BeginProviderSignInParameters {
  readonly body: BeginProviderSignInBody;
}

export type FinishProviderSignInBody = FinishedSignIn;

export type FinishProviderSignInAnswer = Session;

export interface FinishProviderSignInParameters {
  readonly body: FinishProviderSignInBody;
}

export interface ListSessionsParameters {
  /** Maximum entries per page */
  readonly limit?: number;
  /** `next_cursor` of the previous page; absent for the first page */
  readonly cursor?: string;
}

export type RevokeSessionAnswer = Deletion;

export interface RevokeSessionParameters {
  /** ID of the chat */
  readonly session_id: string;
}

export interface ListMembersParameters {
  /** The tenant */
  readonly client_id: string;
  /** Maximum entries per page */
  readonly limit?: number;
  /** `next_cursor` of the previous page; absent for the first page */
  readonly cursor?: string;
}

export type InviteMemberAnswer = MemberWithLink;

export interface InviteMemberParameters {
  /** The tenant */
  readonly client_id: string;
  readonly body: InviteMemberBody;
}

export type UpdateMemberAnswer = Member;

export interface UpdateMemberParameters {
  /** The tenant */
  readonly client_id: string;
  /** ID of the member */
  readonly member_id: string;
  readonly body: UpdateMemberBody;
}

export type RemoveMemberAnswer = Deletion;

export interface RemoveMemberParameters {
  /** The tenant */
  readonly client_id: string;
  /** ID of the member */
  readonly member_id: string;
}

export type CreateMemberLinkAnswer = MemberWithLink;

export interface CreateMemberLinkParameters {
  /** The tenant */
  readonly client_id: string;
  /** ID of the member */
  readonly member_id: string;
}

export type CreateApiKeyAnswer = NewApiKey;

export interface CreateApiKeyParameters {
  readonly body: CreateApiKeyBody;
}

export interface ListApiKeysParameters {
  /** Maximum entries per page */
  readonly limit?: number;
  /** `next_cursor` of the previous page; absent for the first page */
  readonly cursor?: string;
}

export type UpdateApiKeyAnswer = ApiKey;

export interface UpdateApiKeyParameters {
  /** ID of the key */
  readonly key_id: string;
  readonly body: UpdateApiKeyBody;
}

export type RevokeApiKeyAnswer = Deletion;

export interface RevokeApiKeyParameters {
  /** ID of the key */
  readonly key_id: string;
}

export type RotateApiKeyAnswer = NewApiKey;

export interface RotateApiKeyParameters {
  /** ID of the key */
  readonly key_id: string;
  readonly body: RotateApiKeyBody;
}

export type CreateTokenAnswer = Token;

export interface CreateTokenParameters {
  /** The tenant */
  readonly client_id: string;
  readonly body: CreateTokenBody;
}

export type RevokeTokensBody = TokenRevocationRequest;

export type RevokeTokensAnswer = TokenRevocation;

export interface RevokeTokensParameters {
  /** The tenant */
  readonly client_id: string;
  readonly body: RevokeTokensBody;
}

export interface ListTenantsParameters {
  /** Maximum entries per page */
  readonly limit?: number;
  /** `next_cursor` of the previous page; absent for the first page */
  readonly cursor?: string;
}

export type CreateTenantAnswer = Tenant;

export interface CreateTenantParameters {
  readonly body: CreateTenantBody;
}

export type GetTenantAnswer = Tenant;

export interface GetTenantParameters {
  /** The tenant */
  readonly client_id: string;
}

export type RenameTenantAnswer = Tenant;

export interface RenameTenantParameters {
  /** The tenant */
  readonly client_id: string;
  readonly body: RenameTenantBody;
}

export type DeleteTenantAnswer = Deletion;

export interface DeleteTenantParameters {
  /** The tenant */
  readonly client_id: string;
}

export interface ListWorkspacesParameters {
  /** The tenant */
  readonly client_id: string;
  /** Maximum entries per page */
  readonly limit?: number;
  /** `next_cursor` of the previous page; absent for the first page */
  readonly cursor?: string;
}

export type CreateWorkspaceAnswer = Workspace;

export interface CreateWorkspaceParameters {
  /** The tenant */
  readonly client_id: string;
  readonly body: CreateWorkspaceBody;
}

export type UpdateWorkspaceAnswer = Workspace;

export interface UpdateWorkspaceParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  readonly body: UpdateWorkspaceBody;
}

export type DeleteWorkspaceAnswer = Deletion;

export interface DeleteWorkspaceParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
}

export type GetTenantModelAnswer = ModelSettings;

export interface GetTenantModelParameters {
  /** The tenant */
  readonly client_id: string;
}

export type ReplaceTenantModelBody = ModelChoice;

export type ReplaceTenantModelAnswer = ModelSettings;

export interface ReplaceTenantModelParameters {
  /** The tenant */
  readonly client_id: string;
  readonly body: ReplaceTenantModelBody;
}

export type DeleteTenantModelAnswer = ModelSettings;

export interface DeleteTenantModelParameters {
  /** The tenant */
  readonly client_id: string;
}

export type GetWorkspaceModelAnswer = ModelSettings;

export interface GetWorkspaceModelParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
}

export type ReplaceWorkspaceModelBody = ModelChoice;

export type ReplaceWorkspaceModelAnswer = ModelSettings;

export interface ReplaceWorkspaceModelParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  readonly body: ReplaceWorkspaceModelBody;
}

export type DeleteWorkspaceModelAnswer = ModelSettings;

export interface DeleteWorkspaceModelParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
}

export type ListTextTranslationsAnswer = TextTranslations;

export interface ListTextTranslationsParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Language of its texts (BCP 47): the language of the question, else the first available one in `Accept-Language`, else English */
  readonly language: "fr" | "es" | "pt" | "it" | "nl" | "pl" | "ja" | "zh" | "ar" | "hi";
}

export interface ListFilesParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
}

export type UploadFileBody = FileUpload;

export type UploadFileAnswer = UploadOutcome;

export interface UploadFileParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** `true` returns a preview (`UploadPreview`) and imports nothing */
  readonly preview?: "true" | "false";
  /** With `preview=true`: keeps the upload, so you can import it by `upload_id` */
  readonly keep?: "true" | "false";
  readonly body: UploadFileBody;
}

export type UploadFileInBackgroundBody = FileUpload;

export type UploadFileInBackgroundAnswer = QueuedFile;

export interface UploadFileInBackgroundParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  readonly body: UploadFileInBackgroundBody;
}

export type PreviewKeptUploadBody = KeptUploadBody;

export type PreviewKeptUploadAnswer = UploadPreview;

export interface PreviewKeptUploadParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the kept upload */
  readonly upload_id: string;
  readonly body: PreviewKeptUploadBody;
}

export type ImportKeptUploadBody = KeptUploadBody;

export type ImportKeptUploadAnswer = QueuedFile;

export interface ImportKeptUploadParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the kept upload */
  readonly upload_id: string;
  readonly body: ImportKeptUploadBody;
}

export type ReadFileAgainAnswer = UploadOutcome;

export interface ReadFileAgainParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the file */
  readonly file_id: number;
  /** `true` returns a preview (`UploadPreview`) and imports nothing */
  readonly preview?: "true" | "false";
  readonly body: ReadFileAgainBody;
}

export type FetchFileAnswer = QueuedFile;

export interface FetchFileParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  readonly body: FetchFileBody;
}

export type PreviewUrlAnswer = UploadPreview;

export interface PreviewUrlParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  readonly body: PreviewUrlBody;
}

export type SetFileSourceAnswer = FileSource;

export interface SetFileSourceParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the file */
  readonly file_id: number;
  readonly body: SetFileSourceBody;
}

export type DeleteFileSourceAnswer = Deletion;

export interface DeleteFileSourceParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the file */
  readonly file_id: number;
}

export type RefreshFileAnswer = FileSource;

export interface RefreshFileParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the file */
  readonly file_id: number;
}

export type GetFileJobAnswer = FileJob;

export interface GetFileJobParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the job */
  readonly job_id: string;
}

export interface CancelFileJobParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the job */
  readonly job_id: string;
}

export type GetFileAnswer = File;

export interface GetFileParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the file */
  readonly file_id: number;
}

export interface DeleteFileParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the file */
  readonly file_id: number;
}

export interface PreviewFileParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the file */
  readonly file_id: number;
  /** If absent, the first table */
  readonly table?: string;
  /** Maximum entries per page */
  readonly limit?: number;
}

export type ConnectDatabaseBody = DatabaseConnection;

export type ConnectDatabaseAnswer = Database;

export interface ConnectDatabaseParameters {
  /** The tenant */
  readonly client_id: string;
  readonly body: ConnectDatabaseBody;
}

export type GetDatabaseAnswer = DatabaseDetails;

export interface GetDatabaseParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id?: string;
}

export type DisconnectDatabaseAnswer = Deletion;

export interface DisconnectDatabaseParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id?: string;
}

export type TestDatabaseAnswer = DatabaseTest;

export interface TestDatabaseParameters {
  /** The tenant */
  readonly client_id: string;
  readonly body: TestDatabaseBody;
}

export type RefreshSchemaAnswer = SchemaStatus;

export interface RefreshSchemaParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id?: string;
  readonly body: RefreshSchemaBody;
}

export type GetSchemaStatusAnswer = SchemaStatus;

export interface GetSchemaStatusParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id?: string;
}

export type GetSchemaAnswer = Schema;

export interface GetSchemaParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id?: string;
}

export type SearchValuesAnswer = FoundValues;

export interface SearchValuesParameters {
  /** The tenant */
  readonly client_id: string;
  readonly body: SearchValuesBody;
}

export interface ListSuggestionsParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id?: string;
  /** Only questions about this table */
  readonly table?: string;
}

export type ReadQuestionAnswer = QuestionReading;

export interface ReadQuestionParameters {
  /** The tenant */
  readonly client_id: string;
  readonly body: ReadQuestionBody;
}

export type GetResultPageAnswer = ResultPage;

export interface GetResultPageParameters {
  /** The tenant */
  readonly client_id: string;
  /** Token for all rows of the result */
  readonly result_token: string;
  /** Rows to skip, from 0 */
  readonly offset?: number;
  /** Maximum entries per page */
  readonly limit?: number;
}

export interface ExportResultParameters {
  /** The tenant */
  readonly client_id: string;
  /** Token for all rows of the result */
  readonly result_token: string;
  /** Format of the file */
  readonly format?: "csv" | "xlsx" | "json" | "parquet";
}

export type ViewResultAnswer = SavedResult;

export interface ViewResultParameters {
  /** The tenant */
  readonly client_id: string;
  /** Token for all rows of the result */
  readonly result_token: string;
  readonly body: ViewResultBody;
}

export interface ListChatsParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id?: string;
  /** Only chats whose title or questions contain this text */
  readonly text?: string;
  /** Maximum entries per page */
  readonly limit?: number;
  /** `next_cursor` of the previous page */
  readonly cursor?: string;
}

export type GetChatAnswer = Chat;

export interface GetChatParameters {
  /** The tenant */
  readonly client_id: string;
  /** ID of the chat */
  readonly session_id: string;
  /** Maximum entries per page */
  readonly limit?: number;
  /** `next_cursor` of the previous page */
  readonly cursor?: string;
  /** `1` includes the rows while they're stored */
  readonly rows?: "0" | "1";
}

export type RenameChatAnswer = ChatSummary;

export interface RenameChatParameters {
  /** The tenant */
  readonly client_id: string;
  /** ID of the chat */
  readonly session_id: string;
  readonly body: RenameChatBody;
}

export type DeleteChatAnswer = Deletion;

export interface DeleteChatParameters {
  /** The tenant */
  readonly client_id: string;
  /** ID of the chat */
  readonly session_id: string;
}

export interface ListSavedParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Maximum entries per page */
  readonly limit?: number;
  /** `next_cursor` of the previous page; absent for the first page */
  readonly cursor?: string;
}

export type SaveQuestionAnswer = SavedQuestion;

export interface SaveQuestionParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  readonly body: SaveQuestionBody;
}

export type GetSavedAnswer = SavedQuestion;

export interface GetSavedParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the saved question */
  readonly saved_id: string;
}

export type UpdateSavedAnswer = SavedQuestion;

export interface UpdateSavedParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the saved question */
  readonly saved_id: string;
  readonly body: UpdateSavedBody;
}

export type DeleteSavedAnswer = Deletion;

export interface DeleteSavedParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the saved question */
  readonly saved_id: string;
}

export type RefreshSavedAnswer = SavedQuestion;

export interface RefreshSavedParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the saved question */
  readonly saved_id: string;
}

export interface ListBoardsParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Maximum entries per page */
  readonly limit?: number;
  /** `next_cursor` of the previous page; absent for the first page */
  readonly cursor?: string;
}

export type CreateBoardAnswer = Board;

export interface CreateBoardParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  readonly body: CreateBoardBody;
}

export type GetBoardAnswer = Board;

export interface GetBoardParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the board */
  readonly board_id: string;
}

export type UpdateBoardAnswer = Board;

export interface UpdateBoardParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the board */
  readonly board_id: string;
  readonly body: UpdateBoardBody;
}

export type DeleteBoardAnswer = Deletion;

export interface DeleteBoardParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the board */
  readonly board_id: string;
}

export type RefreshBoardAnswer = Board;

export interface RefreshBoardParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the board */
  readonly board_id: string;
  readonly body: RefreshBoardBody;
}

export interface ListOfferedFiltersParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the board */
  readonly board_id: string;
}

export type ListFilterValuesAnswer = FilterValues;

export interface ListFilterValuesParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the board */
  readonly board_id: string;
  /** ID of the filter */
  readonly filter_id: string;
  /** Only values that contain this text, ignoring case */
  readonly search?: string;
}

export type ListTenantSchedulesAnswer = ScheduleList;

export interface ListTenantSchedulesParameters {
  /** The tenant */
  readonly client_id: string;
  /** Maximum entries per page */
  readonly limit?: number;
  /** `next_cursor` of the previous page; absent for the first page */
  readonly cursor?: string;
}

export type ListSchedulesAnswer = ScheduleList;

export interface ListSchedulesParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Maximum entries per page */
  readonly limit?: number;
  /** `next_cursor` of the previous page; absent for the first page */
  readonly cursor?: string;
  /** Only schedules of this board */
  readonly board_id?: string;
  /** Only schedules of this saved question */
  readonly saved_id?: string;
}

export type CreateScheduleAnswer = Schedule;

export interface CreateScheduleParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  readonly body: CreateScheduleBody;
}

export type GetScheduleAnswer = Schedule;

export interface GetScheduleParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the schedule */
  readonly schedule_id: string;
}

export type UpdateScheduleAnswer = Schedule;

export interface UpdateScheduleParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the schedule */
  readonly schedule_id: string;
  readonly body: UpdateScheduleBody;
}

export type DeleteScheduleAnswer = Deletion;

export interface DeleteScheduleParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the schedule */
  readonly schedule_id: string;
}

export interface GetSchedulePictureParameters {
  /** Signed part of the address */
  readonly picture_token: string;
}

export type TestScheduleAnswer = ScheduleRun;

export interface TestScheduleParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the schedule */
  readonly schedule_id: string;
}

export interface ListScheduleRunsParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the schedule */
  readonly schedule_id: string;
  /** Maximum entries per page */
  readonly limit?: number;
  /** `next_cursor` of the previous page; absent for the first page */
  readonly cursor?: string;
}

export type CreateSnapshotAnswer = SnapshotWithLink;

export interface CreateSnapshotParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  readonly body: CreateSnapshotBody;
}

export interface ListSnapshotsParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Maximum entries per page */
  readonly limit?: number;
  /** `next_cursor` of the previous page; absent for the first page */
  readonly cursor?: string;
  /** Only those of this answer or board */
  readonly source_id?: string;
}

export type RevokeSnapshotAnswer = Deletion;

export interface RevokeSnapshotParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the snapshot */
  readonly snapshot_id: string;
}

export type GetSnapshotAnswer = PublicSnapshot;

export interface GetSnapshotParameters {
  /** Last part of the link */
  readonly share_token: string;
}

export type GetEvalsAnswer = GoldenSet;

export interface GetEvalsParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
}

export type ReplaceEvalsAnswer = GoldenSet;

export interface ReplaceEvalsParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  readonly body: ReplaceEvalsBody;
}

export type StartEvalRunAnswer = EvalRunSummary;

export interface StartEvalRunParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  readonly body: StartEvalRunBody;
}

export interface ListEvalRunsParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Maximum entries per page */
  readonly limit?: number;
  /** `next_cursor` of the previous page; absent for the first page */
  readonly cursor?: string;
}

export interface ListExampleEffectsParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
}

export type GetEvalRunAnswer = EvalRun;

export interface GetEvalRunParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the run */
  readonly run_id: string;
}

export type UpdateTableBody = SchemaEdit;

export type UpdateTableAnswer = EditedSchema;

export interface UpdateTableParameters {
  /** The tenant */
  readonly client_id: string;
  /** Name of the table */
  readonly table: string;
  /** The workspace */
  readonly workspace_id?: string;
  readonly body: UpdateTableBody;
}

export type UpdateColumnBody = SchemaEdit;

export type UpdateColumnAnswer = EditedSchema;

export interface UpdateColumnParameters {
  /** The tenant */
  readonly client_id: string;
  /** Name of the table */
  readonly table: string;
  /** Column name, or its position from 0 */
  readonly column: string;
  /** The workspace */
  readonly workspace_id?: string;
  readonly body: UpdateColumnBody;
}

export interface ListBudgetsParameters {
  /** The tenant */
  readonly client_id?: string;
  /** The workspace */
  readonly workspace_id?: string;
}

export interface ReplaceBudgetsParameters {
  readonly body: ReplaceBudgetsBody;
}

export interface GetUsageParameters {
  /** First value or day */
  readonly from?: string;
  /** Last value or day */
  readonly to?: string;
  /** Grouping */
  readonly group_by?: UsageGroup;
}

export interface ListAuditEntriesParameters {
  /** Maximum entries per page */
  readonly limit?: number;
  /** `next_cursor` of the previous page; absent for the first page */
  readonly cursor?: string;
  /** Action as `resource.event` */
  readonly action?: string;
  /** The tenant */
  readonly client_id?: string;
  /** The workspace */
  readonly workspace_id?: string;
  /** First day or time included, UTC */
  readonly from?: string;
  /** First day or time excluded, UTC */
  readonly to?: string;
}

export type GetSemanticsAnswer = SemanticsOutput;

export interface GetSemanticsParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
}

export type ReplaceSemanticsBody = Semantics;

export type ReplaceSemanticsAnswer = SemanticsOutput;

export interface ReplaceSemanticsParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  readonly body: ReplaceSemanticsBody;
}

export type CheckSemanticsAnswer = CheckedSemantics;

export interface CheckSemanticsParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  readonly body: CheckSemanticsBody;
}

export interface ListDefinitionDraftsParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
}

export type CertifyDefinitionDraftAnswer = DefinitionDraft;

export interface CertifyDefinitionDraftParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the draft */
  readonly draft_id: string;
  readonly body: CertifyDefinitionDraftBody;
}

export type DismissDefinitionDraftAnswer = Deletion;

export interface DismissDefinitionDraftParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** ID of the draft */
  readonly draft_id: string;
}

export type SendMcpMessageBody = McpMessage;

export interface SendMcpMessageParameters {
  readonly body: SendMcpMessageBody;
}

export interface ListWebhooksParameters {
  /** Maximum entries per page */
  readonly limit?: number;
  /** `next_cursor` of the previous page; absent for the first page */
  readonly cursor?: string;
}

export type CreateWebhookAnswer = WebhookWithSecret;

export interface CreateWebhookParameters {
  readonly body: CreateWebhookBody;
}

export type UpdateWebhookAnswer = Webhook;

export interface UpdateWebhookParameters {
  /** ID of the webhook */
  readonly webhook_id: string;
  readonly body: UpdateWebhookBody;
}

export type DeleteWebhookAnswer = Deletion;

export interface DeleteWebhookParameters {
  /** ID of the webhook */
  readonly webhook_id: string;
}

export type RotateWebhookSecretAnswer = WebhookWithSecret;

export interface RotateWebhookSecretParameters {
  /** ID of the webhook */
  readonly webhook_id: string;
}

export interface ListDeliveriesParameters {
  /** ID of the webhook */
  readonly webhook_id: string;
  /** Maximum entries per page */
  readonly limit?: number;
  /** `next_cursor` of the previous page; absent for the first page */
  readonly cursor?: string;
}

export type TestWebhookAnswer = Delivery;

export interface TestWebhookParameters {
  /** ID of the webhook */
  readonly webhook_id: string;
}

export type ReplayDeliveryAnswer = Delivery;

export interface ReplayDeliveryParameters {
  /** ID of the webhook */
  readonly webhook_id: string;
  /** ID of the delivery */
  readonly delivery_id: string;
}

export type GetHealthParameters = Record<never, never>;

export type GetReadinessAnswer = Readiness;

export type GetReadinessParameters = Record<never, never>;

export type GetMetricsParameters = Record<never, never>;

export type GetOpenApiParameters = Record<never, never>;

export type GetReferenceParameters = Record<never, never>;

export type GetReferenceScriptParameters = Record<never, never>;

