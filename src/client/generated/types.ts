/* Written from the description of the API by `npm run client`; a test holds it to the routes. Do not edit. */

export interface QueryBody {
  /** The question */
  readonly q: string;
  /** The workspace */
  readonly workspace_id?: string | null;
  /** Write the SQL and run nothing */
  readonly dry_run?: boolean;
  /** `table` leaves the explanation out, `text` the rows */
  readonly output_mode?: OutputMode;
  /** Whether the answer says how it is drawn: `auto` (or `hint`, the same), `vega-lite` (also as a specification) or `none` */
  readonly chart?: ChartMode;
}

export type OutputMode = "both" | "table" | "text";

export type ChartMode = "auto" | "hint" | "vega-lite" | "none";

export interface AskBody {
  /** The question */
  readonly query: string;
  /** Begin a new chat */
  readonly new_session?: boolean;
  /** Id of the chat */
  readonly session_id?: string | null;
  /** The workspace */
  readonly workspace_id?: string | null;
  /** Write the SQL and run nothing */
  readonly dry_run?: boolean;
  /** `table` leaves the explanation out, `text` the rows */
  readonly output_mode?: OutputMode;
  /** Whether the answer says how it is drawn: `auto` (or `hint`, the same), `vega-lite` (also as a specification) or `none` */
  readonly chart?: ChartMode;
  /** Rows that the answer carries at the most; where it is absent, ten on the stream, else 1000. A longer result has a `result_token` for the rest */
  readonly max_rows?: number | null;
}

export interface RunSelectBody {
  /** One SELECT over tables of the workspace, in the dialect of its data */
  readonly sql: string;
  /** The workspace */
  readonly workspace_id?: string | null;
  /** Judge the SQL and run nothing */
  readonly dry_run?: boolean;
  /** Rows that the answer carries at the most; where it is absent, ten on the stream, else 1000. A longer result has a `result_token` for the rest */
  readonly max_rows?: number | null;
}

export interface NewFeedback {
  /** Whether the answer is right */
  readonly rating: Rating;
  /** Free words */
  readonly comment?: string | null;
  /** The SELECT that answers the question */
  readonly correct_sql?: string | null;
}

export type Rating = "up" | "down";

export interface SignUpBody {
  /** E-mail address */
  readonly email: string;
  /** Name of the project */
  readonly project_name: string;
}

export interface CreateApiKeyBody {
  /** Its name */
  readonly name: string;
  /** `full`, or `query` for a key that can only ask */
  readonly scope?: KeyScope;
  /** `live` or `test`: a label only */
  readonly environment?: KeyEnvironment;
  /** The tenant */
  readonly client_id?: string;
  /** The workspace */
  readonly workspace_id?: string;
  /** Websites whose pages may use the key; empty: any */
  readonly allowed_origins?: readonly string[];
  /** Column → the only value with which a row is seen */
  readonly row_filter?: Readonly<Record<string, string | number>>;
}

export type KeyScope = "full" | "query";

export type KeyEnvironment = "live" | "test";

export interface UpdateApiKeyBody {
  /** Its name */
  readonly name?: string;
  /** Empty: from all websites */
  readonly allowed_origins?: readonly string[];
}

export interface RotateApiKeyBody {
  /** How long the old key goes on working */
  readonly grace_seconds?: number;
}

export type CreateTokenBody = TokenRequest;

export interface TokenRequest {
  /** The workspace */
  readonly workspace_id?: string;
  /** The person that the token speaks for */
  readonly end_user_id?: string;
  /** Default: `query` with `end_user_id` or `row_filter`, else `full` */
  readonly scope?: KeyScope;
  /** Seconds for which it works */
  readonly ttl_seconds?: number;
  /** Only rows whose columns have these values are seen */
  readonly row_filter?: Readonly<Record<string, string | number>>;
}

export interface TokenRevocationRequest {
  /** Tokens of this person, as `X-End-User-Id` or the claim of the issuer has it */
  readonly end_user_id?: string;
  /** Tokens of this issuer by its name; `plumbline`: those made by this service */
  readonly issuer?: string;
  /** Tokens that reach only this workspace */
  readonly workspace_id?: string;
  /** Those issued until then; default: now */
  readonly issued_before?: string;
  /** This token alone */
  readonly token?: string;
}

export interface CreateTenantBody {
  /** Its name */
  readonly name: string;
}

export interface RenameTenantBody {
  /** Its name */
  readonly name: string;
}

export interface CreateWorkspaceBody {
  /** Its name */
  readonly name: string;
  /** Time zone by its IANA name */
  readonly timezone?: string;
  /** The day that relative periods count from */
  readonly as_of?: string;
}

/** Absent: as it is. `as_of` null: today. The slug stays. */
export interface UpdateWorkspaceBody {
  /** Its name */
  readonly name?: string;
  /** Time zone by its IANA name */
  readonly timezone?: string;
  /** The day that counts as today; null: the present one */
  readonly as_of?: string | null;
}

export interface FileUpload {
  /** One of .csv, .tsv, .txt, .xlsx, .xlsm, .xlsb, .xls, .ods, .json, .jsonl, .ndjson, .parquet, .sqlite, .sqlite3, .db, .gz, .zip; its content decides what it is read as */
  readonly file: Blob;
  /** Build the tables again though the bytes are the same */
  readonly force?: boolean;
  /** `append`: the rows are added to those of the file of the same name, columns by their names; what does not fit is refused (`upload_does_not_fit`) */
  readonly mode?: "replace" | "append";
  /** Id of the file that the rows are added to, whatever this one is called */
  readonly append_to?: number;
  /** JSON: sheet name (of a file that is one table: file name; of an archive: name of the file in it; of a database: name of the table; `Sheet1#2`: the second table of a sheet) → `{"table_name": "…", "skip": true, "header_row": n, "header_rows": n, "table_range": "B4:F20", "types": {…}, "date_order": {…}, "decimal": "comma", "totals": "keep", "unpivot": false, "fill_down": true, "union": false}`; it is kept for the next versions of the file, until another one is sent */
  readonly mapping?: string;
}

export interface ReadFileAgainBody {
  /** As the form field `mapping` of an upload; it is kept in the place of the one before. Absent: that one; `{}`: everything is found anew */
  readonly mapping?: Readonly<Record<string, SheetMapping>>;
}

export interface DatabaseConnection {
  /** Absent: for all workspaces of the tenant that have no data of their own */
  readonly workspace_id?: string;
  /** postgres, mysql (MariaDB too), or a plugin of others; a URL says it */
  readonly type?: string;
  /** postgres://user:password@host:port/database?sslmode=require, in place of the parts; only the options sslmode and schema are taken */
  readonly url?: string;
  /** Host of the server */
  readonly host?: string;
  /** Port of the server */
  readonly port?: number;
  /** Name of the database on its server */
  readonly database?: string;
  /** User of the connection */
  readonly user?: string;
  /** Password of the user; never shown again */
  readonly password?: string;
  /** How the connection is encrypted */
  readonly ssl?: {
    /** How the connection is encrypted */
    readonly mode: "disable" | "prefer" | "require" | "verify-ca" | "verify-full";
    /** PEM */
    readonly ca?: string;
  };
  /** Schemas of the database that are read; null: all */
  readonly schemas?: readonly string[];
  /** Names or schema.name; * stands for anything */
  readonly tables?: {
    /** Names that are taken; null: all */
    readonly include?: readonly string[];
    /** Names that are left out */
    readonly exclude?: readonly string[];
  };
}

export type TestDatabaseBody = DatabaseConnection;

export interface RefreshSchemaBody {
  /** The workspace */
  readonly workspace_id?: string;
}

export interface SearchValuesBody {
  /** What is looked for */
  readonly text: string;
  /** Name of the table */
  readonly table?: string;
  /** With `table`: the column whose values that contain the text are listed. Without: whole values of all columns */
  readonly column?: string;
  /** How many entries a page has at the most */
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

export interface SaveQuestionBody {
  /** Id of the answer, to quote to support */
  readonly trace_id: string;
  /** Its name */
  readonly name?: string;
  /** How it is drawn */
  readonly chart?: ChartChoice | null;
}

/** How it is to be drawn, such as `{"kind": "bars"}`; kept as it is */
export type ChartChoice = Readonly<Record<string, string | number | boolean | null>>;

export interface UpdateSavedBody {
  /** Its name */
  readonly name?: string;
  /** How it is drawn */
  readonly chart?: ChartChoice | null;
  /** Whether everybody of the tenant may read it */
  readonly shared?: boolean;
}

export interface CreateBoardBody {
  /** Its name */
  readonly name: string;
  /** The tiles of the board, or how many */
  readonly tiles?: readonly Tile[];
}

export interface Tile {
  /** Id of the saved question */
  readonly saved_id: string;
  /** Columns of the board that it takes */
  readonly width: 1 | 2;
}

export interface UpdateBoardBody {
  /** Its name */
  readonly name?: string;
  /** Whether everybody of the tenant may read it */
  readonly shared?: boolean;
  /** The tiles of the board, or how many */
  readonly tiles?: readonly Tile[];
  /** Version of the file, from 1 */
  readonly version?: number;
}

export interface ReplaceEvalsBody {
  /** Questions: how many, or which */
  readonly questions: readonly ({
    /** Its id */
    readonly id?: string;
    /** A question, in plain language */
    readonly question: string;
    /** The statement that gives the right rows */
    readonly sql?: string | null;
    /** The right rows themselves */
    readonly rows?: readonly (readonly (string | number | boolean | null)[])[] | null;
    /** Whether the order of the rows counts */
    readonly ordered?: boolean;
  })[];
}

export interface StartEvalRunBody {
  /** The run is stopped when it has cost as much, US dollars */
  readonly max_cost_usd?: number;
}

/** Absent: as it is. Null: as discovery found it. Hidden: never named, never read. Sensitive: never sampled, only counted. */
export interface SchemaEdit {
  /** What it is, in the words of people */
  readonly description?: string | null;
  /** Other names that people use */
  readonly synonyms?: readonly string[] | null;
  /** Never named and never read */
  readonly hidden?: boolean | null;
  /** Never sampled, only counted */
  readonly sensitive?: boolean | null;
}

export interface ReplaceBudgetsBody {
  /** The budgets */
  readonly budgets: readonly {
    /** What is capped */
    readonly scope_type: BudgetScope;
    /** Id of what is capped; `*`: each one of the type */
    readonly scope_id: string;
    /** The most that may be spent in a period, US dollars */
    readonly cap: number;
    /** The span of time */
    readonly period?: BudgetPeriod;
    /** `block` refuses questions, `alert` only tells */
    readonly enforcement?: BudgetEnforcement;
    /** Fractions of the cap from which answers carry an alert */
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
  /** All of them; absent: those that discovery finds */
  readonly relationships?: readonly SemanticRelationship[];
  /** The columns, in order */
  readonly columns?: readonly SemanticColumn[];
  /** Values */
  readonly values?: readonly SemanticValue[];
  /** Only rows with these values are seen, by everybody: `tenant_id = 42 AND region IN ('EU', 'UK')` */
  readonly row_filter?: string | null;
  /** Tables that row filters pass over whose columns they lack */
  readonly shared_tables?: readonly string[];
  /** Rules of the data in the words of people */
  readonly rules?: readonly string[];
  /** Approved questions with their statements */
  readonly examples?: readonly {
    readonly question: string;
    readonly sql: string;
  }[];
}

export interface SemanticMetric {
  /** As it is named in questions */
  readonly name: string;
  /** Other names that people use */
  readonly synonyms?: readonly string[];
  /** Name of the table */
  readonly table: string;
  /** An aggregate in SQL, e.g. `SUM(quantity * price)` */
  readonly expression: string;
  /** Conditions in SQL */
  readonly filters?: readonly string[];
  /** What it is, in the words of people */
  readonly description?: string | null;
  /** Who vouches for it */
  readonly signed_by?: string | null;
}

export interface SemanticRelationship {
  /** Where it begins */
  readonly from: SemanticColumnSet;
  /** Where it ends */
  readonly to: SemanticColumnSet;
  /** How many rows of one side belong to one of the other */
  readonly cardinality: Cardinality;
}

export interface SemanticColumnSet {
  /** Name of the table */
  readonly table: string;
  /** The columns, in order */
  readonly columns: readonly string[];
}

export type Cardinality = "many-to-one" | "one-to-one";

/** What is absent stays as discovery found it. */
export interface SemanticColumn {
  /** Name of the table */
  readonly table: string;
  /** A column: its name, or its place counted from 0 */
  readonly column: string;
  /** What it is, in the words of people */
  readonly description?: string | null;
  /** Other names that people use */
  readonly synonyms?: readonly string[];
  /** Unit of the values; null: none is known */
  readonly unit?: string | null;
  /** What kind it is */
  readonly kind?: "measure" | "dimension" | "time" | "id";
  /** Whether sums of the column mean something; `snapshot`: not over time */
  readonly additive?: boolean | "snapshot";
}

export interface SemanticValue {
  /** Name of the table */
  readonly table: string;
  /** A column: its name, or its place counted from 0 */
  readonly column: string;
  /** A value */
  readonly value: string;
  /** Other names that people use */
  readonly synonyms: readonly string[];
}

export interface CheckSemanticsBody {
  /** As `PUT` takes it */
  readonly document: Semantics;
  /** Asked now, and as the document would have it */
  readonly questions?: readonly string[];
}

/** One JSON-RPC 2.0 message of the Model Context Protocol */
export interface McpMessage {
  /** Version of JSON-RPC */
  readonly jsonrpc: "2.0";
}

export interface CreateWebhookBody {
  /** An address */
  readonly url: string;
  /** What it is, in the words of people */
  readonly description?: string;
  /** Empty: all */
  readonly events?: readonly EventType[];
  /** The tenant */
  readonly client_id?: string;
  /** The workspace */
  readonly workspace_id?: string;
}

export type EventType = "file.ready" | "file.failed" | "file.deleted" | "schema.ready" | "schema.failed" | "budget.alert" | "budget.blocked" | "answer.flagged" | "key.created" | "key.revoked";

export interface UpdateWebhookBody {
  /** An address */
  readonly url?: string;
  /** What it is, in the words of people */
  readonly description?: string;
  /** Empty: all */
  readonly events?: readonly EventType[];
  /** Whether it is switched on */
  readonly enabled?: boolean;
}

export interface FileReadyWebhook {
  /** Its type */
  readonly type: "file.ready";
  /** ISO 8601, UTC, without zone designator */
  readonly timestamp: string;
  /** The rows of the answer, or what an event tells */
  readonly data: {
    /** Id of the file */
    readonly file_id: number;
    /** Name of the file */
    readonly filename: string;
    /** Version of the file, from 1 */
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
  /** Its type */
  readonly type: "file.failed";
  /** ISO 8601, UTC, without zone designator */
  readonly timestamp: string;
  /** The rows of the answer, or what an event tells */
  readonly data: {
    /** Id of the file */
    readonly file_id: number;
    /** Name of the file */
    readonly filename: string;
    /** Version of the file, from 1 */
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
  /** Its type */
  readonly type: "file.deleted";
  /** ISO 8601, UTC, without zone designator */
  readonly timestamp: string;
  /** The rows of the answer, or what an event tells */
  readonly data: {
    /** Id of the file */
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
  /** Its type */
  readonly type: "schema.ready";
  /** ISO 8601, UTC, without zone designator */
  readonly timestamp: string;
  /** The rows of the answer, or what an event tells */
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
  /** Its type */
  readonly type: "schema.failed";
  /** ISO 8601, UTC, without zone designator */
  readonly timestamp: string;
  /** The rows of the answer, or what an event tells */
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
  /** Its type */
  readonly type: "budget.alert";
  /** ISO 8601, UTC, without zone designator */
  readonly timestamp: string;
  /** The rows of the answer, or what an event tells */
  readonly data: BudgetEvent;
}

export interface BudgetEvent {
  /** What is capped */
  readonly scope_type: string;
  /** Id of what is capped; `*`: each one of the type */
  readonly scope_id: string;
  /** The most that may be spent in a period, US dollars */
  readonly cap: number;
  /** What was spent and set aside in the period, US dollars */
  readonly spent: number;
  /** Fraction of the cap, 1 = 100 % */
  readonly pct_used: number;
  /** `warn80` from 80 % of the cap, `over100` from the cap on */
  readonly level: string;
  /** `block` refuses questions, `alert` only tells */
  readonly enforcement: BudgetEnforcement;
  /** The tenant */
  readonly client_id?: string | null;
  /** The workspace */
  readonly workspace_id?: string | null;
}

export interface BudgetBlockedWebhook {
  /** Its type */
  readonly type: "budget.blocked";
  /** ISO 8601, UTC, without zone designator */
  readonly timestamp: string;
  /** The rows of the answer, or what an event tells */
  readonly data: BudgetEvent;
}

export interface AnswerFlaggedWebhook {
  /** Its type */
  readonly type: "answer.flagged";
  /** ISO 8601, UTC, without zone designator */
  readonly timestamp: string;
  /** The rows of the answer, or what an event tells */
  readonly data: {
    /** Id of the answer, to quote to support */
    readonly trace_id: string;
    /** Why, in words */
    readonly reason: string;
    /** The tenant */
    readonly client_id?: string | null;
    /** The workspace */
    readonly workspace_id?: string | null;
  };
}

export interface KeyCreatedWebhook {
  /** Its type */
  readonly type: "key.created";
  /** ISO 8601, UTC, without zone designator */
  readonly timestamp: string;
  /** The rows of the answer, or what an event tells */
  readonly data: {
    /** Id of the key */
    readonly key_id: string;
    /** Its name */
    readonly name: string;
    /** Beginning of the key */
    readonly prefix: string;
    /** `full`, or `query` for a key that can only ask */
    readonly scope: KeyScope;
    /** The tenant */
    readonly client_id?: string | null;
    /** The workspace */
    readonly workspace_id?: string | null;
  };
}

export interface KeyRevokedWebhook {
  /** Its type */
  readonly type: "key.revoked";
  /** ISO 8601, UTC, without zone designator */
  readonly timestamp: string;
  /** The rows of the answer, or what an event tells */
  readonly data: {
    /** Id of the key */
    readonly key_id: string;
    /** Its name */
    readonly name: string;
    /** Beginning of the key */
    readonly prefix: string;
    /** The tenant */
    readonly client_id?: string | null;
    /** The workspace */
    readonly workspace_id?: string | null;
  };
}

export type AnswerAgent = "Text2SQL" | "Analytics" | "Catalog" | "none";

export interface Lineage {
  /** The tables */
  readonly tables: readonly string[];
  /** What was computed */
  readonly measures: readonly string[];
  /** The span of time */
  readonly period: string;
  /** Conditions on the rows */
  readonly filters: readonly string[];
  /** What the rows are grouped by */
  readonly grouped_by: readonly string[];
  /** How many rows the statement keeps; null: all */
  readonly row_limit: number | null;
  /** In words */
  readonly text: string;
}

export interface CutCell {
  /** A row, by its number */
  readonly row: number;
  /** A column: its name, or its place counted from 0 */
  readonly column: number;
  /** Length of the whole cell in UTF-16 units */
  readonly chars: number;
}

export interface ColumnInfo {
  /** As in `columns` */
  readonly name: string;
  /** What the column is: `ordinal` are numbers or parts of dates that rows are grouped by, `text` is free text */
  readonly kind: "time" | "category" | "ordinal" | "measure" | "id" | "text";
  /** The period that a time stands for the start of, or the part of a date that an ordinal is (weekdays from 1, Monday) */
  readonly grain: "year" | "quarter" | "month" | "week" | "day" | "hour" | "minute" | "second" | "weekday" | null;
  /** Unit of the numbers; null where unknown */
  readonly unit: string | null;
  /** How many of `unit` one of the numbers is: 1000000 for million USD; null without a unit */
  readonly scale: number | null;
  /** Whether the rows add up to their whole; `snapshot`: not over time. Null where unknown, and for what is no measure */
  readonly additive: boolean | "snapshot" | null;
}

/** How the rows are drawn: names of columns, never an expression */
export interface Chart {
  /** The form of the chart */
  readonly kind: ChartKind;
  /** Column along the axis of categories or time */
  readonly x: string | null;
  /** Columns of the values */
  readonly y: readonly string[];
  /** Column that parts the marks into lines, stacks or panels; with `diverging` the two times that are compared */
  readonly series: string | null;
  /** Why this chart */
  readonly reason: string;
  /** Values of `x` whose period is not complete: drawn dashed and hollow */
  readonly incomplete?: readonly string[];
  /** Periods without a row are zero, as counts are; absent: they are gaps */
  readonly missing?: "zero";
  /** Rows that are drawn, where the result has more */
  readonly top?: number;
  /** Other charts of the same rows that mislead no more than this one, for whoever prefers one; absent: none */
  readonly alternatives?: readonly AlternativeChart[];
  /** The chart of the `breakdown`, below a number */
  readonly breakdown?: {
    /** The form of the chart */
    readonly kind: ChartKind;
    /** Column along the axis of categories or time */
    readonly x: string | null;
    /** Columns of the values */
    readonly y: readonly string[];
    /** Column that parts the marks into lines, stacks or panels; with `diverging` the two times that are compared */
    readonly series: string | null;
    /** Why this chart */
    readonly reason: string;
    /** Values of `x` whose period is not complete: drawn dashed and hollow */
    readonly incomplete?: readonly string[];
    /** Periods without a row are zero, as counts are; absent: they are gaps */
    readonly missing?: "zero";
    /** Rows that are drawn, where the result has more */
    readonly top?: number;
    /** Other charts of the same rows that mislead no more than this one, for whoever prefers one; absent: none */
    readonly alternatives?: readonly AlternativeChart[];
  };
  /** A complete specification of Vega-Lite 6, its data included; only where the request has `chart: "vega-lite"` */
  readonly spec?: Readonly<Record<string, unknown>>;
}

export type ChartKind = "number" | "change" | "line" | "columns" | "multiples" | "bars" | "diverging" | "share" | "grouped" | "stacked" | "heat" | "dots" | "histogram" | "panels";

export interface AlternativeChart {
  /** The form of the chart */
  readonly kind: ChartKind;
  /** Column along the axis of categories or time */
  readonly x: string | null;
  /** Columns of the values */
  readonly y: readonly string[];
  /** Column that parts the marks into lines, stacks or panels; with `diverging` the two times that are compared */
  readonly series: string | null;
  /** Why this chart */
  readonly reason: string;
  /** Values of `x` whose period is not complete: drawn dashed and hollow */
  readonly incomplete?: readonly string[];
  /** Periods without a row are zero, as counts are; absent: they are gaps */
  readonly missing?: "zero";
  /** Rows that are drawn, where the result has more */
  readonly top?: number;
}

export interface Correction {
  /** A word of the question */
  readonly raw: string;
  /** What the data has in its place */
  readonly resolved: string;
}

export interface BlockingScope {
  /** What is capped */
  readonly scope_type: string;
  /** Id of what is capped; `*`: each one of the type */
  readonly scope_id: string;
  /** The most that may be spent in a period, US dollars */
  readonly cap: number;
  /** What was spent and set aside in the period, US dollars */
  readonly spent: number;
  /** Fraction of the cap, 1 = 100 % */
  readonly pct_used: number;
}

export interface BudgetAlert {
  /** What is capped */
  readonly scope_type: string;
  /** Id of what is capped; `*`: each one of the type */
  readonly scope_id: string;
  /** The most that may be spent in a period, US dollars */
  readonly cap: number;
  /** What was spent and set aside in the period, US dollars */
  readonly spent: number;
  /** Fraction of the cap, 1 = 100 % */
  readonly pct_used: number;
  /** `warn80` from 80 % of the cap, `over100` from the cap on */
  readonly level: string;
  /** `block` refuses questions, `alert` only tells */
  readonly enforcement: BudgetEnforcement;
}

export type AnswerOutcome = "success" | "clarification" | "dry_run" | "error";

export interface Verification {
  /** Its state */
  readonly status: VerificationStatus;
  /** Metrics */
  readonly metrics: readonly string[];
  /** Why, in words */
  readonly reason: string;
  /** The checks of the statement and its rows */
  readonly checks: readonly CheckResult[];
}

export type VerificationStatus = "verified" | "checked" | "warning" | "failed" | "not_applicable";

export interface CheckResult {
  /** Its name */
  readonly name: string;
  /** What the check found */
  readonly outcome: "passed" | "warning" | "failed" | "skipped";
  /** What is wrong and what to do, or the found thing in detail */
  readonly detail: string;
}

export interface ModelTokens {
  /** Tokens that were sent */
  readonly input: number;
  /** Input tokens that the provider had cached */
  readonly cached_input: number;
  /** Tokens that came back */
  readonly output: number;
}

export interface Breakdown {
  /** The columns, in order */
  readonly columns: readonly string[];
  /** Rows: which, how many, or whether */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** The statement */
  readonly sql: string;
  /** What each column is, from the statement, the catalog and the types of the result; nothing is guessed */
  readonly columns_info?: readonly ColumnInfo[];
}

export interface Clarification {
  /** A question, in plain language */
  readonly question: string;
  /** What can be meant; each question can be sent as it stands */
  readonly options: readonly {
    /** Name for people */
    readonly label: string;
    /** A question, in plain language */
    readonly question: string;
  }[];
}

export type AnswerType = "text2sql" | "analytics" | "rag";

export interface SessionEvent {
  /** Id of the chat */
  readonly session_id: string;
}

export interface StatusEvent {
  /** The step that begins */
  readonly stage: "building_context" | "routing" | "agent_selected" | "generating_sql" | "checking_sql" | "executing" | "verifying" | "explaining";
  /** In words */
  readonly message?: string;
  /** Who answered */
  readonly agent?: AnswerAgent;
  /** Id of the answer, to quote to support */
  readonly trace_id?: string;
}

export interface ThinkingEvent {
  /** A piece of the reasoning of the model */
  readonly content: string;
}

export interface SqlEvent {
  /** The statement */
  readonly sql: string;
}

export interface ResultEvent {
  /** The columns, in order */
  readonly columns: readonly string[];
  /** At most `max_rows`; ten where the request does not say */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** Rows of the whole result; null: they were not counted */
  readonly total_rows: number | null;
  /** Whether there are more rows than these */
  readonly truncated: boolean;
  /** False: there are more rows than were counted */
  readonly total_rows_exact?: false;
  /** What the answer was computed from */
  readonly lineage?: Lineage;
  /** Reads all rows of the result */
  readonly result_token?: string;
  /** Cells of the rows that are longer than `ask.max_cell_chars`: the row holds their beginning and an ellipsis. `row` and `column` count from 0; `chars` is the length of the whole cell (UTF-16 units), which pages and exports of the `result_token` hold. Absent where none is cut */
  readonly cut_cells?: readonly CutCell[];
  /** What each column is, from the statement, the catalog and the types of the result; nothing is guessed */
  readonly columns_info?: readonly ColumnInfo[];
  /** How the rows are drawn; null where a table is better. Absent without rows, and where the request has `chart: "none"` */
  readonly chart?: Chart | null;
  /** Why there is no chart, where `chart` is null */
  readonly chart_reason?: string;
}

export interface ExplanationEvent {
  /** In words */
  readonly text: string;
}

export type ErrorEvent = {
  /** In words */
  readonly message: string;
  /** What kind it is */
  readonly kind: string;
  /** Why there is no answer, as a code */
  readonly decline_reason?: string;
  /** What may be asked instead or next */
  readonly suggestions?: readonly Correction[];
  /** What to do */
  readonly hint?: string;
} | {
  /** What went wrong and what to do */
  readonly error: "budget_exceeded";
  /** In words */
  readonly message: string;
  /** The budget that refused the question */
  readonly blocking_scope: BlockingScope;
  /** Budgets whose thresholds are passed */
  readonly alerts: readonly BudgetAlert[];
  /** Its state */
  readonly status: 402;
};

export type DoneEvent = {
  /** Who answered */
  readonly agent: AnswerAgent;
  /** Milliseconds that it took */
  readonly duration_ms: number;
  /** A budget refused the question */
  readonly budget_blocked?: true;
  /** Id of the chat */
  readonly session_id?: string;
  /** `table` leaves the explanation out, `text` the rows */
  readonly output_mode: OutputMode;
  /** Reads all rows of the result */
  readonly result_token?: string;
  /** Rows of the whole result; null: they were not counted */
  readonly total_rows?: number | null;
  /** The statement */
  readonly sql?: string | null;
  /** Id of the answer, to quote to support */
  readonly trace_id: string;
  /** What came of the question */
  readonly result: AnswerOutcome;
  /** What the checks of the answer found */
  readonly verification?: Verification;
  /** What was taken for granted to answer */
  readonly assumptions?: readonly string[];
  /** What may be asked instead or next */
  readonly suggestions?: readonly string[];
  /** Name of the model that answered */
  readonly model_used?: string;
  /** Tokens of the model, or bearer tokens */
  readonly tokens?: ModelTokens;
  /** Cost in US dollars, to a billionth */
  readonly cost_usd?: number;
  /** What each column is, from the statement, the catalog and the types of the result; nothing is guessed */
  readonly columns_info?: readonly ColumnInfo[];
  /** How the rows are drawn; null where a table is better. Absent without rows, and where the request has `chart: "none"` */
  readonly chart?: Chart | null;
  /** Why there is no chart, where `chart` is null */
  readonly chart_reason?: string;
  /** The groups that a total is made of */
  readonly breakdown?: Breakdown;
  /** What has to be said before the question can be answered */
  readonly clarification?: Clarification;
  /** Budgets whose thresholds the spend has passed; none of them refuses */
  readonly budget_alerts?: readonly BudgetAlert[];
} | {
  /** Who answered */
  readonly agent: AnswerAgent;
};

export type QueryAnswer = Answer | AnswerError;

export type Answer = AnswerBase & ({
  /** The rows of the answer, or what an event tells */
  readonly data: TableData | null;
  /** The groups that a total is made of */
  readonly breakdown?: Breakdown;
  /** Reads all rows of the result */
  readonly result_token?: string | null;
  /** Id of the answer, to quote to support */
  readonly trace_id: string;
  /** Id of the chat */
  readonly session_id?: string;
});

export interface TableData {
  /** The columns, in order */
  readonly columns: readonly string[];
  /** Rows: which, how many, or whether */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
}

export interface AnswerError {
  /** Its type */
  readonly type: AnswerType;
  /** What came of the question */
  readonly result: "error";
  /** What went wrong and what to do */
  readonly error: string;
  /** The kind of failure */
  readonly error_type: "QUERY_ERROR" | "DECLINED" | "MODEL_ERROR" | "TIMEOUT" | "RESULT_TOO_LARGE";
  /** Says only what the rows say; may be shown to end users */
  readonly explanation: string;
  /** What may be asked instead or next */
  readonly suggestions?: readonly Correction[];
  /** Id of the answer, to quote to support */
  readonly trace_id: string;
  /** Id of the chat */
  readonly session_id?: string;
}

export interface Error {
  /** What is wrong, and what to do */
  readonly detail: string;
}

export interface BudgetExceededError {
  /** What is wrong and what to do, or the found thing in detail */
  readonly detail: {
    /** What went wrong and what to do */
    readonly error: "budget_exceeded";
    /** In words */
    readonly message: string;
    /** The budget that refused the question */
    readonly blocking_scope: BlockingScope;
    /** Budgets whose thresholds are passed */
    readonly alerts: readonly BudgetAlert[];
  };
}

export interface ValidationError {
  /** What is wrong and what to do, or the found thing in detail */
  readonly detail: string | readonly ({
    /** Where the wrong value stands */
    readonly loc: readonly (string | number)[];
    /** What is wrong with the value */
    readonly msg: string;
    /** Its type */
    readonly type: string;
  })[];
}

export interface QuotaExceededError {
  /** What is wrong and what to do, or the found thing in detail */
  readonly detail: {
    /** What went wrong and what to do */
    readonly error: "quota_exceeded";
    /** Name of the plan */
    readonly plan: string;
    /** How many entries a page has at the most */
    readonly limit: number;
  };
}

export interface AnswerTrace {
  /** Id of the answer, to quote to support */
  readonly trace_id: string;
  /** Id of the request */
  readonly request_id: string;
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** The person on whose behalf was asked; null: the whole account */
  readonly end_user_id: string | null;
  /** Who answered */
  readonly agent?: string;
  /** Earlier turns of its chat that the question could build on */
  readonly prior_turns?: number;
  /** Id of the chat */
  readonly session_id: string | null;
  /** A question, in plain language */
  readonly question: string;
  /** What came of the question */
  readonly result: AnswerOutcome;
  /** The statement */
  readonly sql: string | null;
  /** Rows of the whole result; null: they were not counted */
  readonly total_rows: number | null;
  /** What the checks of the answer found */
  readonly verification: VerificationStatus;
  /** The checks of the statement and its rows */
  readonly checks: readonly CheckResult[];
  /** What was taken for granted to answer */
  readonly assumptions: readonly string[];
  /** How often it was tried */
  readonly attempts: number;
  /** Name of the model that answered */
  readonly model_used: string;
  /** Why another than the configured model answered; empty: none did */
  readonly fallback_reason: string;
  /** Tokens of the model, or bearer tokens */
  readonly tokens: ModelTokens;
  /** Calls of a model that were billed */
  readonly model_calls: number;
  /** Cost in US dollars, to a billionth */
  readonly cost_usd: number;
  /** Milliseconds that it took */
  readonly duration_ms: number;
  /** Milliseconds by step */
  readonly timings: Readonly<Record<string, number>>;
  /** The kind of failure */
  readonly error_type: string | null;
  /** Why there is no answer, as a code */
  readonly decline_reason: string | null;
  /** The state of the data that was asked */
  readonly generation_id?: string | null;
  /** For full-access keys without a row filter */
  readonly internal_error?: string | null;
  /** When it was made, UTC, without zone designator */
  readonly created_at: string;
  /** The envelope of the answer as it was given; its rows are null where they do not come with it. Null: it is not kept (any more) */
  readonly answer: KeptAnswer | AnswerError | null;
  /** Whether the rows of the answer are still kept */
  readonly rows_state: RowsState;
  /** When the rows are forgotten; null where there are none */
  readonly rows_until: string | null;
  /** What people said of the answer */
  readonly feedback: readonly Feedback[];
}

export type KeptAnswer = AnswerBase & ({
  /** The rows of the answer, or what an event tells */
  readonly data: KeptTable | null;
  /** The groups that a total is made of */
  readonly breakdown?: KeptBreakdown;
  /** Reads all rows of the result */
  readonly result_token?: string | null;
  /** Id of the answer, to quote to support */
  readonly trace_id: string;
  /** Id of the chat */
  readonly session_id?: string;
});

export interface KeptTable {
  /** The columns, in order */
  readonly columns: readonly string[];
  /** Rows: which, how many, or whether */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[] | null;
}

export interface KeptBreakdown {
  /** The columns, in order */
  readonly columns: readonly string[];
  /** Rows: which, how many, or whether */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[] | null;
  /** The statement */
  readonly sql: string;
  /** What each column is, from the statement, the catalog and the types of the result; nothing is guessed */
  readonly columns_info?: readonly ColumnInfo[];
}

/** `included`: the rows are there; `kept`: `rows=1` brings them, or their pages by the `result_token`; `gone`: they are not kept any more, or were revoked with the data: ask again; `none`: the answer had none */
export type RowsState = "included" | "kept" | "gone" | "none";

export interface Feedback {
  /** The person on whose behalf was asked; null: the whole account */
  readonly end_user_id: string | null;
  /** Whether the answer is right */
  readonly rating: Rating;
  /** Free words */
  readonly comment: string | null;
  /** The SELECT that answers the question */
  readonly correct_sql: string | null;
  /** When it changed last, UTC */
  readonly updated_at: string;
}

export interface MetricDrafts {
  /** The workspace */
  readonly workspace_id: string;
  /** Metrics */
  readonly metrics: readonly ({
    /** What it may be called: the words of the column that it sums; null: no name is near */
    readonly name: string | null;
    /** Name of the table */
    readonly table: string;
    /** An aggregate in SQL over its columns */
    readonly expression: string;
    /** Conditions of the statement on the table, of which a metric may have some */
    readonly filters: readonly string[];
    /** Conditions of the statement that no metric of the table can have */
    readonly others: readonly string[];
  })[];
}

export type FeedbackOutcome = Feedback & ({
  /** Id of the answer, to quote to support */
  readonly trace_id: string;
  /** It is an approved example of the workspace now */
  readonly example: boolean;
  /** Why it is none */
  readonly example_reason: string | null;
});

export interface Whoami {
  /** The key, never its text */
  readonly key: {
    /** Beginning of the key */
    readonly prefix: string;
    /** Its name */
    readonly name: string;
    /** `live` or `test`: a label only */
    readonly environment: string;
    /** `full`, or `query` for a key that can only ask */
    readonly scope: KeyScope;
  };
  /** The account that the key belongs to */
  readonly account: {
    /** Its type */
    readonly type: string;
    /** Name of the plan */
    readonly plan: string;
  };
  /** The tenant */
  readonly client_id: string | null;
  /** The workspace */
  readonly workspace_id: string | null;
  /** The workspace that the key is bound to */
  readonly workspace?: WorkspaceSummary;
  /** The workspaces of the tenant */
  readonly workspaces?: readonly Workspace[];
  /** The tenants that the key reaches */
  readonly clients?: readonly Tenant[];
  /** Limits of the free plan; null on other plans */
  readonly plan_limits: Readonly<Record<string, unknown>> | null;
  /** Whether it is the public sample key */
  readonly sample: boolean;
}

export interface WorkspaceSummary {
  /** The workspace */
  readonly workspace_id: string;
  /** Its name */
  readonly name: string;
  /** Short name for addresses */
  readonly slug: string;
}

export interface Workspace {
  /** The workspace */
  readonly workspace_id: string;
  /** Its name */
  readonly name: string;
  /** Short name for addresses */
  readonly slug: string;
  /** Where it comes from */
  readonly source: "none" | "files" | "database";
  /** ISO 8601, UTC, without zone designator */
  readonly created_at: string;
}

export interface Tenant {
  /** The tenant */
  readonly client_id: string;
  /** Its name */
  readonly name: string;
  /** Short name for addresses */
  readonly slug: string;
  /** ISO 8601, UTC, without zone designator */
  readonly created_at: string;
}

export interface Sample {
  /** An API key */
  readonly api_key: string;
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** The workspace that the key is bound to */
  readonly workspace: WorkspaceSummary;
  /** Questions: how many, or which */
  readonly questions: readonly string[];
  /** Six questions to begin with, each with its answer to be drawn small */
  readonly starters: readonly ({
    /** A question, in plain language */
    readonly question: string;
    /** The answer as it is now; null while it is being made */
    readonly answer: SampleAnswer | null;
  })[];
  /** The tables */
  readonly tables: readonly TableSize[];
  /** The limits of the key */
  readonly limits: {
    /** Requests in a minute */
    readonly requests_per_minute: number;
    /** Questions in an hour from one IP address */
    readonly questions_per_hour: number;
  };
  /** Header that names the end user */
  readonly end_user_header: "X-End-User-Id";
}

export type SampleAnswer = AnswerBase & ({
  /** The rows of the answer, or what an event tells */
  readonly data: TableData | null;
  /** The groups that a total is made of */
  readonly breakdown?: Breakdown;
});

export interface Signup {
  /** The account that the key belongs to */
  readonly account: {
    /** Its id */
    readonly id: string;
    /** Its type */
    readonly type: string;
    /** Name of the plan */
    readonly plan: string;
  };
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** The workspace that the key is bound to */
  readonly workspace: WorkspaceSummary;
  /** An API key */
  readonly api_key: string;
}

export type NewApiKey = ApiKey & {
  /** The key, shown once */
  readonly api_key: string;
  /** The same, for older integrations */
  readonly raw_key: string;
};

export interface ListApiKeysAnswer {
  /** The keys */
  readonly api_keys: readonly ApiKey[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface ApiKey {
  /** Its id */
  readonly id: string;
  /** Its name */
  readonly name: string;
  /** Beginning of the key */
  readonly prefix: string;
  /** `full`, or `query` for a key that can only ask */
  readonly scope: KeyScope;
  /** `live` or `test`: a label only */
  readonly environment: KeyEnvironment;
  /** The tenant */
  readonly client_id: string | null;
  /** The workspace */
  readonly workspace_id: string | null;
  /** Websites whose pages may use the key; empty: any */
  readonly allowed_origins: readonly string[];
  /** Column to the only value with which a row is seen */
  readonly row_filter: Readonly<Record<string, string | number>>;
  /** ISO 8601, UTC, without zone designator */
  readonly created_at: string;
  /** When it was used last, UTC; null: never */
  readonly last_used_at: string | null;
  /** When a rotated key stops working; null: it works until it is revoked */
  readonly expires_at: string | null;
}

export interface Deletion {
  /** What was removed: its name or id */
  readonly deleted: string;
}

export interface Token {
  /** A bearer token */
  readonly token: string;
  /** How it is sent */
  readonly token_type: "Bearer";
  /** When it stops working, UTC */
  readonly expires_at: string;
}

export interface TokenRevocation {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string | null;
  /** Who issued the tokens; null: this service */
  readonly issuer: string | null;
  /** The person on whose behalf was asked; null: the whole account */
  readonly end_user_id: string | null;
  /** Tokens issued before this instant are meant */
  readonly issued_before: string | null;
}

export interface ListTenantsAnswer {
  /** The tenants that the key reaches */
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

export interface ListFilesAnswer {
  /** The files */
  readonly files: readonly File[];
  /** Number of entries */
  readonly count: number;
}

export interface File {
  /** Its id */
  readonly id: number;
  /** Name of the file */
  readonly filename: string;
  /** SHA-256 of the bytes of the file */
  readonly sha256: string;
  /** Size of the file in bytes */
  readonly byte_size: number;
  /** Version of the file, from 1 */
  readonly version: number;
  /** The tables */
  readonly tables: readonly FileTable[];
  /** Its state */
  readonly status: "queued" | "ingesting" | "ready" | "failed";
  /** What went wrong and what to do */
  readonly error: string | null;
  /** When it was made, UTC, without zone designator */
  readonly created_at: string;
  /** What was noticed */
  readonly notes: readonly IngestNote[];
  /** JSON: sheet name to what is done with it */
  readonly mapping: Readonly<Record<string, SheetMapping>>;
  /** The uploads that it is made of, where they are several */
  readonly uploads?: readonly {
    /** Name of the file */
    readonly filename: string;
    /** SHA-256 of the bytes of the file */
    readonly sha256: string;
    /** Size of the file in bytes */
    readonly byte_size: number;
  }[];
}

export interface FileTable {
  /** Name of the table */
  readonly table_name: string;
  /** Number of rows */
  readonly row_count: number;
  /** Number of columns */
  readonly column_count: number;
  /** Only of a table that was made of others of the file */
  readonly derived?: true;
  /** How, and of which tables */
  readonly derived_from?: {
    /** What kind it is */
    readonly kind: "unpivot" | "union";
    /** Names of the tables that it was made of */
    readonly of: readonly string[];
  };
}

export interface IngestNote {
  /** Name of the sheet, the file in an archive, or the table of a database; of a CSV, of the file */
  readonly sheet_name: string;
  /** A row, by its number */
  readonly row?: number;
  /** A column: its name, or its place counted from 0 */
  readonly column?: string;
  /** What was noticed */
  readonly note: string;
  /** The part of the mapping that decides it otherwise */
  readonly setting?: "skip" | "header_row" | "table_range" | "types" | "date_order" | "decimal" | "totals" | "unpivot" | "fill_down" | "union";
  /** How it is decided now, in the words of the mapping */
  readonly decided?: "dmy" | "mdy" | "point" | "comma" | "skip" | "keep";
  /** The key of that mapping where it is not the sheet's, such as `Sheet1#2` */
  readonly mapping_key?: string;
}

export interface SheetMapping {
  /** Name of the table */
  readonly table_name?: string;
  /** Leave the sheet out */
  readonly skip?: boolean;
  /** First row of the header, from 1; 0: there is none */
  readonly header_row?: number;
  /** Rows of the header */
  readonly header_rows?: number;
  /** Where the table is, with its header */
  readonly table_range?: string;
  /** By column: its type */
  readonly types?: Readonly<Record<string, FileColumnType>>;
  /** By column: whether the day or the month stands first in its dates */
  readonly date_order?: Readonly<Record<string, "dmy" | "mdy">>;
  /** The decimal sign of its numbers */
  readonly decimal?: "point" | "comma";
  /** Whether answers leave rows out that sum others (`skip`) or count them (`keep`) */
  readonly totals?: "skip" | "keep";
  /** Whether columns that are periods become rows of another table */
  readonly unpivot?: boolean;
  /** Whether blank cells of the first columns have the label above them */
  readonly fill_down?: boolean;
  /** Whether it is part of a table of all sheets of its shape */
  readonly union?: boolean;
}

export type FileColumnType = "integer" | "decimal" | "float" | "text" | "date" | "timestamp" | "time" | "boolean";

export type UploadOutcome = CommitManifest | UploadPreview;

export interface CommitManifest {
  /** Name of the file */
  readonly filename: string;
  /** Version of the file, from 1 */
  readonly version: number;
  /** The tables */
  readonly tables: readonly ManifestTable[];
  /** SHA-256 of the bytes of the file */
  readonly sha256: string;
  /** The same bytes are there already; nothing was written */
  readonly unchanged: boolean;
  /** In words */
  readonly message?: string;
  /** How far the discovery of the data is */
  readonly schema_status?: "discovering";
  /** What was noticed */
  readonly notes: readonly IngestNote[];
  /** Of an upload whose rows were added to those of the file */
  readonly appended?: {
    /** Name of the file */
    readonly filename: string;
    /** Rows: which, how many, or whether */
    readonly rows: number;
    /** Rows of it that were there already */
    readonly repeated_rows: number;
  };
}

export type ManifestTable = FileTable & {
  /** Name of the sheet, the file in an archive, or the table of a database; of a CSV, of the file */
  readonly sheet_name: string;
};

export interface UploadPreview {
  /** Name of the file */
  readonly filename: string;
  /** Nothing of the upload was kept */
  readonly preview: true;
  /** The tables */
  readonly tables: readonly PreviewTable[];
  /** What was noticed */
  readonly notes: readonly IngestNote[];
  /** JSON: sheet name to what is done with it */
  readonly mapping: Readonly<Record<string, SheetMapping>>;
}

export type PreviewTable = FileTable & ({
  /** Name of the sheet, the file in an archive, or the table of a database; of a CSV, of the file */
  readonly sheet_name: string;
  /** What the mapping calls it: its sheet, or `Sheet1#2` */
  readonly mapping_key: string;
  /** What was decided of it; sent as its `mapping`, it holds for the next versions, too */
  readonly decisions?: SheetMapping;
  /** The columns, in order */
  readonly columns: readonly ({
    /** Its name */
    readonly name: string;
    /** Its type */
    readonly type: FileColumnType;
    /** As written in the file; null: there is none */
    readonly header: string | null;
    /** Unit of the values; null: none is known */
    readonly unit: string | null;
    /** Whether it seems to hold secrets: no cell of it is shown */
    readonly hidden: boolean;
  })[];
  /** Rows: which, how many, or whether */
  readonly rows: readonly (readonly (string | null)[])[];
  /** Rows of the whole result; null: they were not counted */
  readonly total_rows: readonly ({
    /** A column: its name, or its place counted from 0 */
    readonly column: string;
    /** Values */
    readonly values: readonly (string | null)[];
  })[];
});

export interface TableNameCollisionError {
  /** What is wrong and what to do, or the found thing in detail */
  readonly detail: {
    /** What went wrong and what to do */
    readonly error: "table_name_collision";
    /** In words */
    readonly message: string;
    /** Table names that another file has */
    readonly collisions: readonly {
      /** Name of the table */
      readonly table_name: string;
      /** The file that has the table */
      readonly owned_by: string;
    }[];
  };
}

export interface UploadFileInBackgroundAnswer {
  /** Id of the job */
  readonly job_id: string;
  /** Name of the file */
  readonly filename: string;
  /** Its state */
  readonly status: JobStatus;
  /** Path of the status below this service */
  readonly status_url: string;
}

export type JobStatus = "queued" | "running" | "succeeded" | "failed" | "cancelled";

export interface FileJob {
  /** Id of the job */
  readonly job_id: string;
  /** Name of the file */
  readonly filename: string;
  /** Its state */
  readonly status: JobStatus;
  /** How far it is */
  readonly progress: {
    /** The step that begins */
    readonly stage: "queued" | "reading" | "building" | "profiling" | "publishing" | "done" | "failed" | "cancelled";
    /** Bytes that were read so far */
    readonly bytes_read: number;
    /** Bytes of the file */
    readonly bytes_total: number;
    /** Rows that were read from the file */
    readonly rows: number;
    /** Rows that the engine has taken */
    readonly rows_built: number;
  };
  /** What was made of the file */
  readonly manifest?: CommitManifest;
  /** What went wrong and what to do */
  readonly error?: string;
}

export interface CancelFileJobAnswer {
  /** Id of the job */
  readonly job_id: string;
  /** Name of the file */
  readonly filename: string;
  /** Its state */
  readonly status: "cancelled";
}

export interface DeleteFileAnswer {
  /** What was removed: its name or id */
  readonly deleted: string;
  /** Files of the workspace that are left; failed ones do not count */
  readonly files_remaining: number;
}

export interface PreviewFileAnswer {
  /** Name of the table */
  readonly table_name: string;
  /** The columns, in order */
  readonly columns: readonly string[];
  /** Rows: which, how many, or whether */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
}

export interface Database {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string | null;
  /** Its type */
  readonly type: string;
  /** Host of the server */
  readonly host: string;
  /** Port of the server */
  readonly port: number;
  /** Name of the database on its server */
  readonly database: string;
  /** User of the connection */
  readonly user: string;
  /** How far the discovery of the data is */
  readonly schema_status: SchemaProgress;
  /** Whether its user can change nothing */
  readonly read_only: boolean;
  /** What to look into */
  readonly warnings: readonly string[];
}

export type SchemaProgress = "not_started" | "discovering" | "enriching" | "ready" | "failed";

export type DatabaseDetails = Database & ({
  /** Version of the database server */
  readonly server_version: string;
  /** How the connection is encrypted */
  readonly ssl_mode: string;
  /** Schemas of the database that are read; null: all */
  readonly schemas: readonly string[] | null;
  /** The tables */
  readonly tables: {
    /** Names that are taken; null: all */
    readonly include: readonly string[] | null;
    /** Names that are left out */
    readonly exclude: readonly string[];
  };
  /** When it was made, UTC, without zone designator */
  readonly created_at: string;
});

export interface DatabaseTest {
  /** It works */
  readonly ok: true;
  /** Its type */
  readonly type: string;
  /** Host of the server */
  readonly host: string;
  /** Port of the server */
  readonly port: number;
  /** Name of the database on its server */
  readonly database: string;
  /** User of the connection */
  readonly user: string;
  /** Version of the database server */
  readonly server_version: string;
  /** Whether the user of the connection can change nothing */
  readonly read_only: boolean;
  /** What to look into */
  readonly warnings: readonly string[];
  /** The certificate that the server showed; null: not encrypted */
  readonly tls: {
    /** Version of TLS */
    readonly protocol: string;
    /** SHA-256 of the certificate that the server showed, to be compared with what its owner says */
    readonly fingerprint_sha256: string;
    /** Whom the certificate names */
    readonly subject: string;
    /** Who signed it */
    readonly issuer: string;
    /** From when the certificate holds */
    readonly valid_from: string;
    /** Until when it does */
    readonly valid_to: string;
    /** Whether the certificate had to be one of a known authority */
    readonly checked: boolean;
  } | null;
}

export interface SchemaStatus {
  /** The tenant */
  readonly client_id: string;
  /** Its state */
  readonly status: SchemaProgress;
  /** Number of tables */
  readonly table_count: number;
  /** When tables and columns were read, UTC */
  readonly discovered_at: string | null;
  /** When columns were described, UTC */
  readonly enrichment_completed_at: string | null;
  /** When it changed last, UTC */
  readonly updated_at: string | null;
  /** What went wrong and what to do, where the status is failed */
  readonly error?: string;
  /** For full-access keys: columns that seem to hold secrets and so are hidden. `PATCH …/schema/tables/{table}/columns/{column}` with `{"hidden": false}` shows one */
  readonly hidden_columns?: readonly ({
    /** The workspace */
    readonly workspace_id: string;
    /** Name of the table */
    readonly table: string;
    /** A column: its name, or its place counted from 0 */
    readonly column: string;
    /** Whether its name, or the shape of its values, shows a secret */
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
  /** What belongs to what */
  readonly relationships: readonly Relationship[];
}

export interface Table {
  /** Name of the table */
  readonly table_name: string;
  /** Name for people */
  readonly label: string;
  /** What it is, in the words of people */
  readonly description: string | null;
  /** Other names that people use */
  readonly synonyms: readonly string[];
  /** Number of rows */
  readonly row_count: number | null;
  /** Columns of the primary key; null: none is known */
  readonly primary_key: readonly string[] | null;
  /** Whether it is a view */
  readonly is_view: boolean;
  /** What is left out or read otherwise than it is stored, since reading it would run functions of the database */
  readonly notes: readonly string[];
  /** The columns, in order */
  readonly columns: readonly Column[];
}

export interface Column {
  /** Its name */
  readonly name: string;
  /** Name for people */
  readonly label: string;
  /** What it is, in the words of people */
  readonly description: string | null;
  /** Other names that people use */
  readonly synonyms: readonly string[];
  /** Its type */
  readonly type: "integer" | "decimal" | "float" | "text" | "date" | "timestamp" | "time" | "boolean" | "json" | "binary" | "other";
  /** Type as the database names it */
  readonly native_type: string;
  /** Whether rows without a value are allowed */
  readonly nullable: boolean;
  /** What kind it is */
  readonly kind: "measure" | "dimension" | "time" | "identifier";
  /** Unit of the values; null: none is known */
  readonly unit: string | null;
  /** Whether sums of the column mean something; `snapshot`: not over time */
  readonly additive: boolean | "snapshot";
  /** Never sampled, only counted */
  readonly sensitive: boolean;
  /** Which data of persons the column seems to hold; null: none */
  readonly personal: "name" | "email" | "phone" | "address" | "birth" | "bank" | "id" | null;
  /** Number of different values */
  readonly distinct_count: number | null;
  /** Rows without a value */
  readonly null_count: number | null;
  /** The least value, as text */
  readonly min: string | null;
  /** The greatest value, as text */
  readonly max: string | null;
  /** Some frequent values */
  readonly sample_values: readonly (string | number | boolean | null)[];
}

export interface Relationship {
  /** Where it begins */
  readonly from: ColumnSet;
  /** Where it ends */
  readonly to: ColumnSet;
  /** How many rows of one side belong to one of the other */
  readonly cardinality: Cardinality;
  /** Where it comes from */
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
    /** A column: its name, or its place counted from 0 */
    readonly column: string;
    /** A value */
    readonly value: string | number | boolean | null;
    /** Rows that have it; null: not counted */
    readonly rows: number | null;
  })[];
  /** Why there may be more; null: that is all */
  readonly note: string | null;
}

export interface ListSuggestionsAnswer {
  /** What may be asked instead or next */
  readonly suggestions: readonly string[];
}

export interface QuestionReading {
  /** Words that can name something, and what */
  readonly spans: readonly ({
    /** In words */
    readonly text: string;
    /** What they can mean, surest first */
    readonly senses: readonly ({
      /** What kind it is */
      readonly kind: "table" | "column" | "value" | "period";
      /** `table`, `table.column`, `table.column = value`, or the first day of a period and the one after it */
      readonly means: string;
      /** How the words name it; null for values and periods */
      readonly evidence: "name" | "part" | "derived" | "synonym" | null;
      /** Less is surer */
      readonly cost: number;
    })[];
  })[];
  /** What the words ask of every statement, a model's too */
  readonly owed: readonly {
    /** What kind it is */
    readonly kind: string;
    /** As they stand in the question */
    readonly words: string;
  }[];
  /** What the second reader would compute, surest first */
  readonly candidates: readonly {
    /** What it computes, in words */
    readonly restatement: string;
    /** Less is surer */
    readonly cost: number;
    /** Rules of the data in the words of people */
    readonly rules: readonly string[];
    /** What was taken for granted to answer */
    readonly assumptions: readonly string[];
    /** The planner's query, before it becomes SQL; its form may change */
    readonly query: Readonly<Record<string, unknown>>;
  }[];
  /** The word that the second reader does not come past */
  readonly stuck_at: string | null;
  /** What the planner does in the end */
  readonly outcome: {
    /** What kind it is */
    readonly kind: "query" | "clarify" | "decline";
    /** What is computed, what is asked back, or why there is no answer */
    readonly text: string;
    /** The question */
    readonly query: Readonly<Record<string, unknown>> | null;
  };
}

export interface ResultPage {
  /** The columns, in order */
  readonly columns: readonly string[];
  /** Rows: which, how many, or whether */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** Rows of the whole result; null: they were not counted */
  readonly total_rows: number;
  /** False: there are more rows than were counted */
  readonly total_rows_exact?: false;
  /** Rows before the first one, from 0 */
  readonly offset: number;
  /** Where the next page begins; null on the last one. A page holds fewer rows than `limit` where they would be too large together */
  readonly next_offset: number | null;
}

export interface ListChatsAnswer {
  /** The chats */
  readonly chats: readonly ChatSummary[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface ChatSummary {
  /** Id of the chat */
  readonly session_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** The first question of the chat, shortened */
  readonly title: string;
  /** When it was made, UTC, without zone designator */
  readonly created_at: string;
  /** When the last question was asked */
  readonly updated_at: string;
  /** Turns of the chat: how many, or which */
  readonly turns: number;
}

export interface Chat {
  /** Id of the chat */
  readonly session_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** The first question of the chat, shortened */
  readonly title: string;
  /** When it was made, UTC, without zone designator */
  readonly created_at: string;
  /** When the last question was asked */
  readonly updated_at: string;
  /** Turns of the chat: how many, or which */
  readonly turns: readonly ChatTurn[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface ChatTurn {
  /** A question, in plain language */
  readonly question: string;
  /** What came of the question */
  readonly result: AnswerOutcome;
  /** Says only what the rows say; may be shown to end users */
  readonly explanation: string;
  /** The statement */
  readonly sql: string | null;
  /** Id of the answer, to quote to support */
  readonly trace_id: string;
  /** When it was made, UTC, without zone designator */
  readonly created_at: string;
  /** Why there is no answer, as a code */
  readonly decline_reason: string | null;
  /** What to do */
  readonly hint: string | null;
  /** The envelope of the answer as it was given; its rows are null where they do not come with it. Null: it is not kept (any more) */
  readonly answer: KeptAnswer | AnswerError | null;
  /** Whether the rows of the answer are still kept */
  readonly rows_state: RowsState;
  /** When the rows are forgotten; null where there are none */
  readonly rows_until: string | null;
}

export interface ListSavedAnswer {
  /** A saved question, or several */
  readonly saved: readonly SavedQuestion[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface SavedQuestion {
  /** Its id */
  readonly id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Its name */
  readonly name: string;
  /** A question, in plain language */
  readonly question: string;
  /** Null for readers under another row filter than the maker’s, as `answer` is */
  readonly sql: string | null;
  /** The answer as it was given, to be drawn again */
  readonly answer: KeptAnswer | AnswerError | null;
  /** The columns, in order */
  readonly columns: readonly string[];
  /** How it is drawn */
  readonly chart: ChartChoice | null;
  /** Whether everybody of the tenant may read it */
  readonly shared: boolean;
  /** Whether the reader may change it */
  readonly mine: boolean;
  /** Id of the answer, to quote to support */
  readonly trace_id: string | null;
  /** ISO 8601, UTC, without zone designator */
  readonly created_at: string;
  /** ISO 8601, UTC, without zone designator */
  readonly updated_at: string;
  /** Why its statement no longer fits the tables; null: it does */
  readonly stale: string | null;
  /** Why it could not be refreshed just now; null: it could, or was not tried */
  readonly failure: string | null;
  /** The last result on the data that is shown now, with the rows that the reader sees; null: refresh it */
  readonly result: SavedResult | null;
}

export interface SavedResult {
  /** The columns, in order */
  readonly columns: readonly string[];
  /** Rows: which, how many, or whether */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** Rows of the whole result; null: they were not counted */
  readonly total_rows: number;
  /** False: there are more rows than were counted */
  readonly total_rows_exact: boolean;
  /** Whether there are more rows than these */
  readonly truncated: boolean;
  /** Reads all rows, where there are more; for whom refreshed it alone */
  readonly result_token: string | null;
  /** What each column is, from the statement, the catalog and the types of the result; nothing is guessed */
  readonly columns_info?: readonly ColumnInfo[];
  /** How these rows are drawn, with the `alternatives` that a choice may name; null where a table is better */
  readonly chart?: Chart | null;
  /** ISO 8601, UTC, without zone designator */
  readonly as_of: string;
}

export interface ListBoardsAnswer {
  /** The boards */
  readonly boards: readonly BoardSummary[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface BoardSummary {
  /** Its id */
  readonly id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Its name */
  readonly name: string;
  /** Whether everybody of the tenant may read it */
  readonly shared: boolean;
  /** Whether the reader may change it */
  readonly mine: boolean;
  /** Grows with each change */
  readonly version: number;
  /** ISO 8601, UTC, without zone designator */
  readonly created_at: string;
  /** ISO 8601, UTC, without zone designator */
  readonly updated_at: string;
  /** The tiles of the board, or how many */
  readonly tiles: number;
}

export interface Board {
  /** Its id */
  readonly id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Its name */
  readonly name: string;
  /** Whether everybody of the tenant may read it */
  readonly shared: boolean;
  /** Whether the reader may change it */
  readonly mine: boolean;
  /** Grows with each change */
  readonly version: number;
  /** ISO 8601, UTC, without zone designator */
  readonly created_at: string;
  /** ISO 8601, UTC, without zone designator */
  readonly updated_at: string;
  /** The tiles of the board, or how many */
  readonly tiles: readonly ({
    /** Id of the saved question */
    readonly saved_id: string;
    /** Columns of the board that it takes: 1 or 2 */
    readonly width: number;
    /** Null: the reader may not see it (any more) */
    readonly saved: SavedQuestion | null;
  })[];
}

export interface GoldenSet {
  /** Questions: how many, or which */
  readonly questions: readonly GoldenQuestion[];
  /** When it changed last, UTC */
  readonly updated_at: string | null;
}

export interface GoldenQuestion {
  /** Its id */
  readonly id: string;
  /** A question, in plain language */
  readonly question: string;
  /** The statement */
  readonly sql: string | null;
  /** Rows: which, how many, or whether */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[] | null;
  /** Whether the order of the rows counts */
  readonly ordered: boolean;
}

export interface EvalRunSummary {
  /** Id of the run */
  readonly run_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Its state */
  readonly status: "queued" | "running" | "succeeded" | "stopped" | "failed";
  /** How many there are */
  readonly total: number;
  /** How many are done */
  readonly done: number;
  /** Questions by what became of them */
  readonly counts: Readonly<Record<string, number>>;
  /** Cost in US dollars, to a billionth */
  readonly cost_usd: number;
  /** The most that it may cost, US dollars */
  readonly max_cost_usd: number;
  /** What went wrong and what to do */
  readonly error: string | null;
  /** ISO 8601, UTC, without zone designator */
  readonly created_at: string;
  /** When it ended, UTC; null: it has not */
  readonly finished_at: string | null;
}

export type EvalCause = "right" | "other_rows" | "declined" | "asked_back" | "failed" | "no_expectation" | "skipped";

export interface ListEvalRunsAnswer {
  /** The runs */
  readonly runs: readonly EvalRunSummary[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export type EvalRun = EvalRunSummary & ({
  /** What became of each question */
  readonly outcomes: readonly EvalOutcome[];
  /** The run that it is compared with; null: the first */
  readonly previous_run_id: string | null;
  /** What came out differently than in the run before */
  readonly changes: {
    /** Questions that were right before and are not now */
    readonly broken: readonly EvalDifference[];
    /** Questions that are right now and were not before */
    readonly fixed: readonly EvalDifference[];
    /** Questions that came out differently, right neither time */
    readonly other: readonly EvalDifference[];
    /** Ids of questions that were not in the run before */
    readonly added: readonly string[];
    /** Ids of questions that were in the run before and are not in this one */
    readonly removed: readonly string[];
  };
});

export interface EvalOutcome {
  /** Its id */
  readonly id: string;
  /** A question, in plain language */
  readonly question: string;
  /** What became of the question */
  readonly cause: EvalCause;
  /** What is wrong and what to do, or the found thing in detail */
  readonly detail: string;
  /** The statement */
  readonly sql: string | null;
  /** What the checks of the answer found */
  readonly verification: string | null;
  /** Name of the model that answered */
  readonly model_used: string | null;
  /** Id of the answer, to quote to support */
  readonly trace_id: string | null;
  /** Cost in US dollars, to a billionth */
  readonly cost_usd: number;
  /** Milliseconds that it took */
  readonly duration_ms: number;
}

export interface EvalDifference {
  /** Its id */
  readonly id: string;
  /** A question, in plain language */
  readonly question: string;
  /** Where it begins */
  readonly from: EvalCause;
  /** Where it ends */
  readonly to: EvalCause;
}

export interface EditedSchema {
  /** Name of the table */
  readonly table_name: string;
  /** Name of the column */
  readonly column_name?: string;
  /** What it is, in the words of people */
  readonly description: string | null;
  /** Other names that people use */
  readonly synonyms: readonly string[];
  /** Never named and never read */
  readonly hidden: boolean;
  /** Never sampled, only counted */
  readonly sensitive: boolean;
}

export interface ListBudgetsAnswer {
  /** The budgets */
  readonly budgets: readonly UsedBudget[];
  /** What the plan and the policies of the deployment cap beside them */
  readonly caps: readonly Cap[];
  /** False: the key reaches more workspaces than were looked at; filter by them */
  readonly caps_complete: boolean;
}

export interface UsedBudget {
  /** What is capped */
  readonly scope_type: BudgetScope;
  /** Id of what is capped; `*`: each one of the type */
  readonly scope_id: string;
  /** The most that may be spent in a period, US dollars */
  readonly cap: number;
  /** The span of time */
  readonly period: BudgetPeriod;
  /** `block` refuses questions, `alert` only tells */
  readonly enforcement: BudgetEnforcement;
  /** Fractions of the cap from which answers carry an alert */
  readonly thresholds: readonly number[];
  /** Spent and set aside, US dollars */
  readonly spent: number | null;
  /** Of that, set aside for questions at work */
  readonly reserved: number | null;
  /** What is left of the cap, US dollars */
  readonly left: number | null;
  /** Fraction of the cap, 1 = 100 % */
  readonly pct_used: number | null;
  /** First day of the next period, UTC */
  readonly resets_on: string;
}

export type Cap = UsedBudget & {
  /** `plan`, or the name of a budget policy */
  readonly source: string;
};

export interface ReplaceBudgetsAnswer {
  /** The budgets */
  readonly budgets: readonly UsedBudget[];
}

export interface GetUsageAnswer {
  /** Where it begins */
  readonly from: string;
  /** Where it ends */
  readonly to: string;
  /** What is grouped by */
  readonly group_by: UsageGroup;
  /** The groups */
  readonly usage: readonly {
    /** The day, or the id or name of what is grouped by */
    readonly group: string;
    /** Questions: how many, or which */
    readonly questions: number;
    /** Tokens of the model, or bearer tokens */
    readonly tokens: {
      /** Tokens that were sent */
      readonly input: number;
      /** Tokens that came back */
      readonly output: number;
    };
    /** Cost in US dollars, to a billionth */
    readonly cost_usd: number;
    /** Milliseconds of the answers, by nearest rank */
    readonly latency_ms: {
      /** Half of the answers were as fast */
      readonly p50: number;
      /** 95 % of the answers were as fast */
      readonly p95: number;
      /** 99 % of the answers were as fast */
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
  /** Its id */
  readonly id: string;
  /** Thing and what became of it, e.g. key.created */
  readonly action: string;
  /** Who did it */
  readonly actor: {
    /** Its type */
    readonly type: "api_key" | "command_line" | "signup";
    /** Id of the key */
    readonly key_id: string | null;
    /** Beginning of the key */
    readonly key_prefix: string | null;
  };
  /** The tenant */
  readonly client_id: string | null;
  /** The workspace */
  readonly workspace_id: string | null;
  /** What was changed */
  readonly target: Readonly<Record<string, unknown>>;
  /** Id of the request */
  readonly request_id: string | null;
  /** ISO 8601, UTC, without zone designator */
  readonly created_at: string;
}

export interface CheckedSemantics {
  /** Whether the document could be put */
  readonly valid: boolean;
  /** What cannot hold of the document, by its place there */
  readonly problems: readonly ({
    /** Where the wrong value stands */
    readonly loc: readonly (string | number)[];
    /** What is wrong with the value */
    readonly msg: string;
    /** Its type */
    readonly type: "unknown_table" | "unknown_column" | "does_not_fit" | "repeated" | "refused";
  })[];
  /** Questions: how many, or which */
  readonly questions: readonly ({
    /** A question, in plain language */
    readonly question: string;
    /** What it gives now */
    readonly before: TriedAnswer;
    /** Null: the document cannot be put */
    readonly after: TriedAnswer | null;
    /** Whether rows, outcome or verdict are others */
    readonly changed: boolean;
  })[];
}

export interface TriedAnswer {
  /** What came of the question */
  readonly result: AnswerOutcome;
  /** What the rows say, what is asked back, or why there is no answer */
  readonly text: string;
  /** The statement */
  readonly sql: string | null;
  /** The columns, in order */
  readonly columns: readonly string[];
  /** The first ten */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** Rows of the whole result; null: they were not counted */
  readonly total_rows: number | null;
  /** What the checks of the answer found */
  readonly verification: VerificationStatus;
}

export interface ListWebhooksAnswer {
  /** The webhooks */
  readonly webhooks: readonly Webhook[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface Webhook {
  /** Its id */
  readonly id: string;
  /** An address */
  readonly url: string;
  /** What it is, in the words of people */
  readonly description: string;
  /** Empty: all */
  readonly events: readonly EventType[];
  /** The tenant */
  readonly client_id: string | null;
  /** The workspace */
  readonly workspace_id: string | null;
  /** Its state */
  readonly status: "active" | "disabled";
  /** Why it is switched off; null: it is not */
  readonly disabled_reason: "gone" | "failing" | "paused" | null;
  /** Since when deliveries fail, UTC; null: they do not */
  readonly failing_since: string | null;
  /** Until when the secret before signs too, UTC; null: it does not */
  readonly previous_secret_until: string | null;
  /** When it was made, UTC, without zone designator */
  readonly created_at: string;
}

export type WebhookWithSecret = Webhook & {
  /** Shown this once; `whsec_…` */
  readonly secret: string;
};

export interface ListDeliveriesAnswer {
  /** The deliveries */
  readonly deliveries: readonly Delivery[];
  /** Null on the last page */
  readonly next_cursor: string | null;
}

export interface Delivery {
  /** Its id */
  readonly id: string;
  /** Id of the event */
  readonly event_id: string;
  /** Type of the event */
  readonly event_type: string;
  /** Its state */
  readonly status: "pending" | "delivered" | "failed";
  /** How often it was tried */
  readonly attempts: number;
  /** HTTP status of the last attempt */
  readonly last_status: number | null;
  /** What the last attempt failed of; null: it did not */
  readonly last_error: string | null;
  /** When it is tried again, UTC; null: not */
  readonly next_attempt_at: string | null;
  /** The attempts */
  readonly log: readonly ({
    /** When it happened, UTC */
    readonly at: string;
    /** Its state */
    readonly status: number | null;
    /** What went wrong and what to do */
    readonly error: string | null;
    /** Milliseconds that it took */
    readonly duration_ms: number;
  })[];
  /** When it was made, UTC, without zone designator */
  readonly created_at: string;
}

export interface GetHealthAnswer {
  /** Its state */
  readonly status: "ok";
}

export interface Readiness {
  /** Whether questions can be answered */
  readonly ready: boolean;
  /** The parts of the service, and whether they work */
  readonly parts: Readonly<Record<string, boolean>>;
  /** What to look into */
  readonly warnings: readonly string[];
}

export interface GetOpenApiAnswer {
  /** Version of OpenAPI */
  readonly openapi: "3.1.0";
}

/** One event: what stands behind `event:`, and the JSON behind `data:` */
export type StreamEvent = {
  /** Name of the event */
  readonly event: "session";
  /** The rows of the answer, or what an event tells */
  readonly data: SessionEvent;
} | {
  /** Name of the event */
  readonly event: "status";
  /** The rows of the answer, or what an event tells */
  readonly data: StatusEvent;
} | {
  /** Name of the event */
  readonly event: "thinking";
  /** The rows of the answer, or what an event tells */
  readonly data: ThinkingEvent;
} | {
  /** Name of the event */
  readonly event: "sql";
  /** The rows of the answer, or what an event tells */
  readonly data: SqlEvent;
} | {
  /** Name of the event */
  readonly event: "result";
  /** The rows of the answer, or what an event tells */
  readonly data: ResultEvent;
} | {
  /** Name of the event */
  readonly event: "explanation";
  /** The rows of the answer, or what an event tells */
  readonly data: ExplanationEvent;
} | {
  /** Name of the event */
  readonly event: "error";
  /** The rows of the answer, or what an event tells */
  readonly data: ErrorEvent;
} | {
  /** Name of the event */
  readonly event: "done";
  /** The rows of the answer, or what an event tells */
  readonly data: DoneEvent;
};

export interface SemanticsOutput {
  /** Metrics */
  readonly metrics: readonly SemanticMetricOutput[];
  /** All of them; absent: those that discovery finds */
  readonly relationships?: readonly SemanticRelationship[];
  /** The columns, in order */
  readonly columns: readonly SemanticColumn[];
  /** Values */
  readonly values: readonly SemanticValue[];
  /** Only rows with these values are seen, by everybody: `tenant_id = 42 AND region IN ('EU', 'UK')` */
  readonly row_filter?: string | null;
  /** Tables that row filters pass over whose columns they lack */
  readonly shared_tables?: readonly string[];
  /** Rules of the data in the words of people */
  readonly rules: readonly string[];
  /** Approved questions with their statements */
  readonly examples: readonly {
    readonly question: string;
    readonly sql: string;
  }[];
}

export interface SemanticMetricOutput {
  /** As it is named in questions */
  readonly name: string;
  /** Other names that people use */
  readonly synonyms: readonly string[];
  /** Name of the table */
  readonly table: string;
  /** An aggregate in SQL, e.g. `SUM(quantity * price)` */
  readonly expression: string;
  /** Conditions in SQL */
  readonly filters: readonly string[];
  /** What it is, in the words of people */
  readonly description: string | null;
  /** Who vouches for it */
  readonly signed_by: string | null;
}

export interface AnswerBase {
  /** Its type */
  readonly type: AnswerType;
  /** What came of the question */
  readonly result: "success" | "clarification" | "dry_run";
  /** The statement */
  readonly sql: string | null;
  /** Whether there are more rows than these */
  readonly truncated?: true;
  /** Rows of the whole result; null: they were not counted */
  readonly total_rows?: number | null;
  /** False: there are more rows than were counted */
  readonly total_rows_exact?: false;
  /** Cells of the rows that are longer than `ask.max_cell_chars`: the row holds their beginning and an ellipsis. `row` and `column` count from 0; `chars` is the length of the whole cell (UTF-16 units), which pages and exports of the `result_token` hold. Absent where none is cut */
  readonly cut_cells?: readonly CutCell[];
  /** What each column is, from the statement, the catalog and the types of the result; nothing is guessed */
  readonly columns_info?: readonly ColumnInfo[];
  /** How the rows are drawn; null where a table is better. Absent without rows, and where the request has `chart: "none"` */
  readonly chart?: Chart | null;
  /** Why there is no chart, where `chart` is null */
  readonly chart_reason?: string;
  /** Says only what the rows say; may be shown to end users */
  readonly explanation: string;
  /** What the answer was computed from */
  readonly lineage: Lineage | null;
  /** What the checks of the answer found */
  readonly verification: Verification;
  /** What was taken for granted to answer */
  readonly assumptions: readonly string[];
  /** What has to be said before the question can be answered */
  readonly clarification?: Clarification;
  /** What may be asked instead or next */
  readonly suggestions: readonly string[];
  /** Name of the model that answered */
  readonly model_used: string;
  /** Tokens of the model, or bearer tokens */
  readonly tokens: ModelTokens;
  /** Cost in US dollars, to a billionth */
  readonly cost_usd: number;
  /** Whether another than the configured model answered */
  readonly fallback_triggered: boolean;
  /** Why another than the configured model answered; empty: none did */
  readonly fallback_reason: string;
  /** How often it was tried */
  readonly attempts: number;
  /** How involved the statement is */
  readonly complexity: "easy" | "medium" | "hard";
  /** Who answered */
  readonly agent: AnswerAgent;
  /** Budgets whose thresholds the spend has passed; none of them refuses */
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
  | "database_url_invalid"
  | "database_host_refused"
  | "database_connection_failed"
  | "webhook_url_refused"
  | "unauthenticated"
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
export type WebhookEvent = FileReadyWebhook | FileFailedWebhook | FileDeletedWebhook | SchemaReadyWebhook | SchemaFailedWebhook | BudgetAlertWebhook | BudgetBlockedWebhook | AnswerFlaggedWebhook | KeyCreatedWebhook | KeyRevokedWebhook;

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
  /** Id of the answer, to quote to support */
  readonly trace_id: string;
  /** `1`: with the rows of the data, while they are kept */
  readonly rows?: "0" | "1";
}

export interface GetAnswerChartParameters {
  /** The tenant */
  readonly client_id: string;
  /** Id of the answer, to quote to support */
  readonly trace_id: string;
  /** Colours for a light or a dark ground */
  readonly theme?: "light" | "dark";
  /** Pixels; the height follows from what is drawn */
  readonly width?: number;
  /** Language of numbers, dates and the few words (English and German) */
  readonly lang?: string;
  /** Another kind of chart: one of the `alternatives` of the answer’s `chart` */
  readonly kind?: "number" | "change" | "line" | "columns" | "multiples" | "bars" | "diverging" | "share" | "grouped" | "stacked" | "heat" | "dots" | "histogram" | "panels";
}

export type GetMetricDraftsAnswer = MetricDrafts;

export interface GetMetricDraftsParameters {
  /** The tenant */
  readonly client_id: string;
  /** Id of the answer, to quote to support */
  readonly trace_id: string;
}

export type GiveFeedbackBody = NewFeedback;

export type GiveFeedbackAnswer = FeedbackOutcome;

export interface GiveFeedbackParameters {
  /** The tenant */
  readonly client_id: string;
  /** Id of the answer, to quote to support */
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

export type CreateApiKeyAnswer = NewApiKey;

export interface CreateApiKeyParameters {
  readonly body: CreateApiKeyBody;
}

export interface ListApiKeysParameters {
  /** How many entries a page has at the most */
  readonly limit?: number;
  /** `next_cursor` of the page before; absent: from the start */
  readonly cursor?: string;
}

export type UpdateApiKeyAnswer = ApiKey;

export interface UpdateApiKeyParameters {
  /** Id of the key */
  readonly key_id: string;
  readonly body: UpdateApiKeyBody;
}

export type RevokeApiKeyAnswer = Deletion;

export interface RevokeApiKeyParameters {
  /** Id of the key */
  readonly key_id: string;
}

export type RotateApiKeyAnswer = NewApiKey;

export interface RotateApiKeyParameters {
  /** Id of the key */
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
  /** How many entries a page has at the most */
  readonly limit?: number;
  /** `next_cursor` of the page before; absent: from the start */
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
  /** How many entries a page has at the most */
  readonly limit?: number;
  /** `next_cursor` of the page before; absent: from the start */
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
  /** `true`: the answer says what would become of the file (`UploadPreview`), and nothing is kept */
  readonly preview?: "true" | "false";
  readonly body: UploadFileBody;
}

export type UploadFileInBackgroundBody = FileUpload;

export interface UploadFileInBackgroundParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  readonly body: UploadFileInBackgroundBody;
}

export type ReadFileAgainAnswer = UploadOutcome;

export interface ReadFileAgainParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Id of the file */
  readonly file_id: number;
  /** `true`: the answer says what would become of the file (`UploadPreview`), and nothing is kept */
  readonly preview?: "true" | "false";
  readonly body: ReadFileAgainBody;
}

export type GetFileJobAnswer = FileJob;

export interface GetFileJobParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Id of the job */
  readonly job_id: string;
}

export interface CancelFileJobParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Id of the job */
  readonly job_id: string;
}

export type GetFileAnswer = File;

export interface GetFileParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Id of the file */
  readonly file_id: number;
}

export interface DeleteFileParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Id of the file */
  readonly file_id: number;
}

export interface PreviewFileParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Id of the file */
  readonly file_id: number;
  /** Absent: the first table */
  readonly table?: string;
  /** How many entries a page has at the most */
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
  /** Reads all rows of the result */
  readonly result_token: string;
  /** Rows before the first one, from 0 */
  readonly offset?: number;
  /** How many entries a page has at the most */
  readonly limit?: number;
}

export interface ExportResultParameters {
  /** The tenant */
  readonly client_id: string;
  /** Reads all rows of the result */
  readonly result_token: string;
  /** Format of the file */
  readonly format?: "csv" | "xlsx" | "json" | "parquet";
}

export interface ListChatsParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id?: string;
  /** How many entries a page has at the most */
  readonly limit?: number;
  /** `next_cursor` of the page before */
  readonly cursor?: string;
}

export type GetChatAnswer = Chat;

export interface GetChatParameters {
  /** The tenant */
  readonly client_id: string;
  /** Id of the chat */
  readonly session_id: string;
  /** How many entries a page has at the most */
  readonly limit?: number;
  /** `next_cursor` of the page before */
  readonly cursor?: string;
  /** `1`: with the rows of the data, while they are kept */
  readonly rows?: "0" | "1";
}

export type DeleteChatAnswer = Deletion;

export interface DeleteChatParameters {
  /** The tenant */
  readonly client_id: string;
  /** Id of the chat */
  readonly session_id: string;
}

export interface ListSavedParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** How many entries a page has at the most */
  readonly limit?: number;
  /** `next_cursor` of the page before; absent: from the start */
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
  /** Id of the saved question */
  readonly saved_id: string;
}

export type UpdateSavedAnswer = SavedQuestion;

export interface UpdateSavedParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Id of the saved question */
  readonly saved_id: string;
  readonly body: UpdateSavedBody;
}

export type DeleteSavedAnswer = Deletion;

export interface DeleteSavedParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Id of the saved question */
  readonly saved_id: string;
}

export type RefreshSavedAnswer = SavedQuestion;

export interface RefreshSavedParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Id of the saved question */
  readonly saved_id: string;
}

export interface ListBoardsParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** How many entries a page has at the most */
  readonly limit?: number;
  /** `next_cursor` of the page before; absent: from the start */
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
  /** Id of the board */
  readonly board_id: string;
}

export type UpdateBoardAnswer = Board;

export interface UpdateBoardParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Id of the board */
  readonly board_id: string;
  readonly body: UpdateBoardBody;
}

export type DeleteBoardAnswer = Deletion;

export interface DeleteBoardParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Id of the board */
  readonly board_id: string;
}

export type RefreshBoardAnswer = Board;

export interface RefreshBoardParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Id of the board */
  readonly board_id: string;
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
  /** How many entries a page has at the most */
  readonly limit?: number;
  /** `next_cursor` of the page before; absent: from the start */
  readonly cursor?: string;
}

export type GetEvalRunAnswer = EvalRun;

export interface GetEvalRunParameters {
  /** The tenant */
  readonly client_id: string;
  /** The workspace */
  readonly workspace_id: string;
  /** Id of the run */
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
  /** A column: its name, or its place counted from 0 */
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
  /** Where it begins */
  readonly from?: string;
  /** Where it ends */
  readonly to?: string;
  /** What is grouped by */
  readonly group_by?: UsageGroup;
}

export interface ListAuditEntriesParameters {
  /** How many entries a page has at the most */
  readonly limit?: number;
  /** `next_cursor` of the page before; absent: from the start */
  readonly cursor?: string;
  /** What was done, as `thing.what became of it` */
  readonly action?: string;
  /** The tenant */
  readonly client_id?: string;
  /** The workspace */
  readonly workspace_id?: string;
  /** The first day or instant, UTC */
  readonly from?: string;
  /** The first day or instant that is left out */
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

export type SendMcpMessageBody = McpMessage;

export interface SendMcpMessageParameters {
  readonly body: SendMcpMessageBody;
}

export interface ListWebhooksParameters {
  /** How many entries a page has at the most */
  readonly limit?: number;
  /** `next_cursor` of the page before; absent: from the start */
  readonly cursor?: string;
}

export type CreateWebhookAnswer = WebhookWithSecret;

export interface CreateWebhookParameters {
  readonly body: CreateWebhookBody;
}

export type UpdateWebhookAnswer = Webhook;

export interface UpdateWebhookParameters {
  /** Id of the webhook */
  readonly webhook_id: string;
  readonly body: UpdateWebhookBody;
}

export type DeleteWebhookAnswer = Deletion;

export interface DeleteWebhookParameters {
  /** Id of the webhook */
  readonly webhook_id: string;
}

export type RotateWebhookSecretAnswer = WebhookWithSecret;

export interface RotateWebhookSecretParameters {
  /** Id of the webhook */
  readonly webhook_id: string;
}

export interface ListDeliveriesParameters {
  /** Id of the webhook */
  readonly webhook_id: string;
  /** How many entries a page has at the most */
  readonly limit?: number;
  /** `next_cursor` of the page before; absent: from the start */
  readonly cursor?: string;
}

export type TestWebhookAnswer = Delivery;

export interface TestWebhookParameters {
  /** Id of the webhook */
  readonly webhook_id: string;
}

export type ReplayDeliveryAnswer = Delivery;

export interface ReplayDeliveryParameters {
  /** Id of the webhook */
  readonly webhook_id: string;
  /** Id of a delivery */
  readonly delivery_id: string;
}

export type GetHealthParameters = Record<never, never>;

export type GetReadinessAnswer = Readiness;

export type GetReadinessParameters = Record<never, never>;

export type GetMetricsParameters = Record<never, never>;

export type GetOpenApiParameters = Record<never, never>;

export type GetReferenceParameters = Record<never, never>;

export type GetReferenceScriptParameters = Record<never, never>;

