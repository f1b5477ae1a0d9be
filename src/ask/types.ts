import type { Drill } from '#src/ask/drill/types.ts';
import type { Room } from '#src/byte-budget.ts';
import type { ChartChoice } from '#src/charts/choose.ts';
import type { ColumnInfo } from '#src/charts/types.ts';
import type { Check, Verification, VerificationStatus } from '#src/check/types.ts';
import type { Complexity, DeclineReason, Plan, Suggestion } from '#src/planner/plan.ts';
import type { BudgetAlert, BudgetDecision } from '#src/plugin-api/budget-policy.ts';
import type { Catalog, CellValue, ColumnType } from '#src/plugin-api/catalog.ts';
import type { Principal } from '#src/principal.ts';
import type { CutCell } from '#src/sql/inline-rows.ts';
import type { AnswerOrigin } from '#src/store/closings.ts';
import type { Said } from '#src/texts/message.ts';

export type { Check, Verification };

/** A question as a route hands it over: the body is checked, the caller authenticated. */
export interface AskRequest {
  readonly principal: Principal;
  /** From the path, the key or `X-Tenant-ID`; null where none of them names one. */
  readonly clientId: string | null;
  readonly workspaceId: string | null;
  readonly question: string;
  /** A SELECT of the caller's own, run in the place of one that is planned; `question` only names it then. */
  readonly statement?: string;
  /** Reads the question of an earlier answer of the chat another way, as if that had not been answered. */
  readonly reread?: { readonly of: string; readonly as: FollowUp['reading'] };
  /** A step into the rows of an earlier answer; `question` is that answer's. */
  readonly drill?: Drill;
  readonly dryRun: boolean;
  /** Asks over a catalog that is not published, in the place of the shown one. */
  readonly trial?: { readonly of: string; readonly catalog: Catalog };
  readonly outputMode: OutputMode;
  readonly chart?: ChartMode;
  /**
   * True on `/ask/stream`: a budget that blocks arrives as an event, and at most 10 rows are inline where `maxRows`
   * does not say otherwise. Otherwise a budget that blocks fails `prepare` (402).
   */
  readonly stream?: boolean;
  /** Rows that the answer carries at the most, never more than `ask.max_rows`; a longer result gets a `resultToken`. */
  readonly maxRows?: number | undefined;
  /** A configured model by name, in the place of the workspace's: for comparing them. */
  readonly model?: string | undefined;
  /** `none`: `/query`, which stands alone. */
  /** `Accept-Language`, where the caller sends one: decides where the question does not tell its language. */
  readonly acceptLanguage?: string;
  readonly conversation:
    | { readonly mode: 'none' }
    | { readonly mode: 'new' }
    | { readonly mode: 'default' }
    | { readonly mode: 'continue'; readonly sessionId: string };
  readonly requestId: string;
  /**
   * Opens the memory that the answer counts against until it is sent, from the share of the tenant that the caller was
   * found to reach; whoever opens it closes it. One of the service's own where absent.
   */
  readonly openRoom?: (clientId: string) => Promise<Room>;
}

export type OutputMode = 'both' | 'table' | 'text';

/** Whether an answer says how it is drawn (`auto`, the default), also as a Vega-Lite specification, or not at all. */
type ChartMode = 'auto' | 'vega-lite' | 'none';

type AnswerType = 'text2sql' | 'analytics' | 'rag';
type AgentName = 'Text2SQL' | 'OwnSQL' | 'Analytics' | 'Catalog' | 'none';
export type ErrorType = 'QUERY_ERROR' | 'DECLINED' | 'MODEL_ERROR' | 'TIMEOUT' | 'RESULT_TOO_LARGE';
type Stage =
  | 'building_context'
  | 'routing'
  | 'agent_selected'
  | 'generating_sql'
  | 'checking_sql'
  | 'executing'
  | 'verifying'
  | 'explaining';

export interface Lineage {
  readonly tables: readonly string[];
  readonly measures: readonly string[];
  readonly period: string;
  readonly filters: readonly string[];
  readonly grouped_by: readonly string[];
  readonly row_limit: number | null;
  readonly text: string;
}

interface TableData {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CellValue[])[];
}

interface Breakdown extends TableData {
  readonly sql: string;
}

/** The `detail` of a 402, and what the stream's `error` event carries beside its message. */
export interface BudgetBlock {
  readonly blocking_scope: Extract<BudgetDecision, { allowed: false }>['blockingScope'];
  readonly alerts: readonly BudgetAlert[];
}

/** The answer as the pipeline makes it; `http/envelope.ts` writes it in the form of the specification. */
export interface Answer {
  readonly type: AnswerType;
  readonly result: 'success' | 'clarification' | 'dry_run' | 'error';
  readonly question: string;
  readonly sql: string | null;
  readonly data: TableData | null;
  readonly columnTypes: readonly ColumnType[];
  /** What each column of `data` is; empty where there are none. */
  readonly columnsInfo: readonly ColumnInfo[];
  /** The same of `breakdown`. */
  readonly breakdownInfo: readonly ColumnInfo[] | null;
  /** How `data` is drawn, or why a table is better; null without rows, and where no chart was wanted. */
  readonly chart: ChartChoice | null;
  readonly chartMode: ChartMode;
  readonly totalRows: number | null;
  readonly totalRowsExact: boolean;
  readonly truncated: boolean;
  readonly resultToken: string | null;
  /** Cells of `data` of which only the beginning is there. */
  readonly cutCells: readonly CutCell[];
  readonly explanation: string;
  /** The language of its texts (BCP 47). */
  readonly language: string;
  readonly lineage: Lineage | null;
  readonly breakdown: Breakdown | null;
  readonly verification: Verification;
  readonly assumptions: readonly string[];
  readonly clarification: Extract<Plan, { kind: 'clarify' }> | null;
  readonly error: {
    readonly message: string;
    readonly type: ErrorType;
    readonly declineReason: DeclineReason | null;
    readonly suggestions: readonly Suggestion[];
    readonly hint: string | null;
    /** Milliseconds after which a model may answer, where its provider says so. */
    readonly retryAfterMs: number | null;
    /** What a call without a stream fails with, in the place of an answer. */
    readonly code?: 'storage_full' | null;
  } | null;
  readonly modelUsed: string;
  /** What models took for it; all 0 where none was called. */
  readonly usage: AnswerUsage;
  readonly fallbackTriggered: boolean;
  readonly fallbackReason: string;
  readonly attempts: number;
  readonly complexity: Complexity;
  readonly agent: AgentName;
  readonly traceId: string;
  readonly sessionId: string | null;
  /** Budgets past a threshold, the cost of this answer counted; known when it is over. */
  readonly budgetAlerts: readonly BudgetAlert[];
  /** Set where a budget blocked the question: the last event carries `budget_blocked`. */
  readonly budgetBlock?: BudgetBlock;
  readonly nextQuestions: readonly string[];
  /** How it was read in its chat; null where that is not known, or there is nothing before it. */
  readonly followUp: FollowUp | null;
  /** One object for all answers that differ in their ids, times and budget alerts alone; absent where none is known. */
  readonly sameAs?: object;
  readonly outputMode: OutputMode;
  readonly durationMs: number;
  /** Milliseconds by step, e.g. `{plan: 1.2, guard: 0.4, execute: 3.1, engine: 2.7}`. */
  readonly timings: Readonly<Record<string, number>>;
}

/** A question in its chat. */
export interface FollowUp {
  readonly reading: 'new' | 'change';
  /** The question that it changes, or could change. */
  readonly of: string;
  /** Whether it can be read the other way. */
  readonly other: boolean;
}

/** An answer before it is said in the language of the asker: its texts are in English, its explanation is in parts. */
export interface EnglishAnswer extends Omit<Answer, 'explanation' | 'language'> {
  readonly told: readonly Said[];
}

/** The same of what is said while it works. */
export type EnglishEvent =
  | Exclude<AskEvent, { readonly event: 'explanation' }>
  | { readonly event: 'explanation'; readonly told: readonly Said[] };

/** Tokens, as the provider reports them, and their cost in US dollars. */
interface AnswerUsage {
  readonly inputTokens: number;
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number;
}

/** The envelope of an answer without the rows of the data and its trace id: what it takes to draw the answer again. */
export type KeptForm = Readonly<Record<string, unknown>>;

/** What an answer was made of: kept for support. */
export interface AnswerTrace {
  readonly traceId: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly workspaceId: string;
  readonly keyId: string;
  readonly endUserId: string | null;
  readonly generationId: string | null;
  readonly question: string;
  readonly result: Answer['result'];
  readonly sql: string | null;
  readonly durationMs: number;
  readonly costUsd: number;
  /** Instant of the question, as `timestamp` writes it. */
  readonly createdAt: string;
  readonly details: AnswerTraceDetails;
}

export interface AnswerTraceDetails {
  /** The rows that it was made of (`rowsSeen`); absent on traces of earlier versions. */
  readonly policy_hash?: string;
  /** Who answered; absent on traces of earlier versions. */
  readonly agent?: AgentName;
  /** Earlier turns of the chat that the question could build on; absent on traces of earlier versions. */
  readonly prior_turns?: number;
  readonly session_id: string | null;
  readonly request_id: string;
  readonly checks: readonly Check[];
  readonly verification: VerificationStatus;
  readonly attempts: number;
  readonly model_used: string;
  readonly fallback_reason: string;
  readonly tokens: {
    readonly input: number;
    readonly cached_input: number;
    readonly output: number;
  };
  /** Calls of a model that were billed. */
  readonly model_calls: number;
  /** What models looked at before they wrote a statement. */
  readonly model_lookups?: readonly string[];
  readonly timings: Readonly<Record<string, number>>;
  readonly assumptions: readonly string[];
  readonly total_rows: number | null;
  readonly error_type: ErrorType | null;
  readonly decline_reason: DeclineReason | null;
  /** What went wrong, in words that may name internals. */
  readonly error: string | null;
  /** The answer itself, where it belongs to no chat; that of a chat is kept with its turn, and goes with it. */
  readonly answer?: KeptForm;
}

/** What the pipeline says while it works; the stream sends each as it comes. */
export type AskEvent =
  | { readonly event: 'session'; readonly sessionId: string }
  | {
      readonly event: 'status';
      readonly stage: Stage;
      readonly message?: string;
      readonly agent?: AgentName;
      readonly traceId?: string;
    }
  | { readonly event: 'thinking'; readonly content: string }
  | { readonly event: 'sql'; readonly sql: string }
  /** Rows up to the request's cap. */
  | {
      readonly event: 'result';
      readonly data: TableData;
      readonly totalRows: number | null;
      readonly totalRowsExact: boolean;
      readonly truncated: boolean;
      readonly resultToken: string | null;
      readonly cutCells: readonly CutCell[];
      readonly lineage: Lineage | null;
      readonly columnsInfo: readonly ColumnInfo[];
      readonly chart: ChartChoice | null;
      readonly chartMode: ChartMode;
    }
  | { readonly event: 'explanation'; readonly text: string }
  | {
      readonly event: 'error';
      readonly message: string;
      readonly kind: string;
      readonly declineReason: DeclineReason | null;
      readonly suggestions: readonly Suggestion[];
      readonly hint: string | null;
      /** Set where a budget blocks (`kind` is `budget_exceeded`): sent with `error`, `status` 402 and these fields. */
      readonly budget?: BudgetBlock;
    }
  /** The agent's own end; the route appends the richer one from the answer. */
  | { readonly event: 'done'; readonly agent: AgentName };

/** What the routes need of the pipeline. */
export interface AskService {
  /**
   * Everything that can fail with a status: 402, 403, 404, 422, 503. Nothing is written but a reservation of spend,
   * which is given back where `run` does not follow. Waits for a place among the questions at work, until `signal` is
   * aborted.
   */
  prepare(request: AskRequest, signal?: AbortSignal): Promise<PreparedAsk>;
  /** The way of the question. Spend and turn are settled by an owner outside the generator, also when the caller leaves. */
  run(prepared: PreparedAsk, signal: AbortSignal): AsyncGenerator<AskEvent, Answer, void>;
}

/** Opaque to routes. */
export interface PreparedAsk {
  readonly request: AskRequest;
  readonly traceId: string;
  /** When the work on it began, and where. */
  readonly origin: Omit<AnswerOrigin, 'sessionId'>;
}
