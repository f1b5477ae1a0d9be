import type { Logger } from 'pino';
import type { AccountsService, ModelStep, ResolvedWorkspace } from '#src/accounts/types.ts';
import type { KeptAnswers } from '#src/ask/kept-answers.ts';
import type { PricedModels } from '#src/ask/model-use/bound.ts';
import type { Embeddings } from '#src/ask/model-use/embeddings.ts';
import type { KeptReplies } from '#src/ask/model-use/kept-replies.ts';
import type { TextAuthor, TextsByModel } from '#src/ask/texts-by-model.ts';
import type { Answer, AnswerTrace, AskRequest, KeptForm } from '#src/ask/types.ts';
import type { QuestionQuota } from '#src/budgets/types.ts';
import type { ByteBudget } from '#src/byte-budget.ts';
import type { Clock } from '#src/clock.ts';
import type { Conversations } from '#src/conversations/types.ts';
import type { QuestionMeter } from '#src/metrics/question-meter.ts';
import type { Asker, WaitingLimits } from '#src/places.ts';
import type { Lesson, Plan, PriorTurn } from '#src/planner/plan.ts';
import type { SpendControl } from '#src/plugin-api/budget-policy.ts';
import type { Catalog, ValueHit } from '#src/plugin-api/catalog.ts';
import type { DataSource, QueryOptions } from '#src/plugin-api/data-source.ts';
import type { GuardedSql } from '#src/plugin-api/guarded-sql.ts';
import type { LanguageModel } from '#src/plugin-api/language-model.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import type { RowPolicy } from '#src/principal.ts';
import type { ResultSpool } from '#src/results/types.ts';
import type { Guard } from '#src/sql/guard.ts';
import type { Closings } from '#src/store/closings.ts';
import type { LiteralFinding, TextLiteral } from '#workers/plan-protocol.ts';

/** Everything that the pipeline uses; `compose.ts` supplies it. */
export interface AskDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly limits: AskLimits;
  /** How questions wait for a place among `limits.concurrent`. */
  readonly waiting: WaitingLimits;
  readonly workspace: AccountsService['workspace'];
  readonly conversations: Conversations;
  readonly budget: SpendControl;
  readonly quota: QuestionQuota;
  readonly pinGeneration: PinGeneration;
  readonly planning: Planning;
  /** Null: the built-in planner is alone. */
  readonly model: ModelDeps | null;
  /** The model of one question, where it may be another: its workspace's own, or a configured one by name. */
  readonly modelOf?: (
    workspace: ResolvedWorkspace,
    named: string | undefined,
  ) => Promise<ModelDeps | null>;
  /** Languages that models translate our texts into; absent: none does. */
  readonly textsByModel?: TextsByModel | undefined;
  /** Answers for questions that come again. */
  readonly keptAnswers: KeptAnswers;
  /** Replies of the model that led to answers. */
  readonly replies: KeptReplies;
  readonly guard: Guard;
  /** The source that answers for a catalog (engine for files, or a connected database). */
  readonly sourceOf: (catalog: Catalog) => Promise<AnswerSource>;
  readonly results: Pick<ResultSpool, 'collect' | 'remember'>;
  /** The answer as it is kept with its turn, or with its trace where it has no turn: without its rows. */
  readonly keptForm: (answer: Answer) => KeptForm;
  /** The memory of all answers in flight. */
  readonly answers: ByteBudget;
  /** Keeps the trace of an answer that began at `since` (`closings.begin`). */
  readonly trace: (trace: AnswerTrace, since: number, atOnce: boolean) => Promise<void>;
  readonly closings: Pick<Closings, 'begin'>;
  readonly meter?: QuestionMeter;
}

/** A configured model, and how it works together with the built-in planner. */
export interface ModelDeps extends PricedModels {
  readonly service: LanguageModel;
  /** Other models for some steps; absent: `service` does all of them. */
  readonly steps?: Readonly<Partial<Record<ModelStep, LanguageModel>>>;
  /** By which approved examples are found; absent: by their words. */
  readonly embeddings?: Embeddings;
  /** Tells models of several workspaces and runs apart: replies of one are not taken for those of another. */
  readonly identity?: string;
  /** Whose translations of our texts its answers are told in; absent: nobody's. */
  readonly author?: TextAuthor;
  readonly planning: 'builtin-first' | 'model-first' | 'cross-check';
  /** Who phrases explanations; a model's are shown only where all their numbers can be traced. */
  readonly explanations: 'template' | 'model';
  readonly maxOutputTokens: number;
  /** For thoughts in addition. */
  readonly thinkingTokens: number;
  /** Tokens of the schema in a prompt at the most, about; of a larger one the tables that fit the question. */
  readonly schemaTokens: number;
  /** Tokens that a table with its values takes on average at the most, about. */
  readonly tableTokens: number;
  /** How often the model may look at the data before it answers a question. */
  readonly lookups: number;
  /** Calls for the statement of one question at the most. */
  readonly maxCalls: number;
  /** US dollars that are set aside before a question runs: its first call may cost as much. */
  readonly estimateUsd: number;
}

export interface AnswerSource extends Pick<DataSource, 'dialect' | 'query' | 'queryTogether'> {
  /** Whether the rows of a statement are kept, so that they are the same each time; absent where none ever are. */
  holds?(sql: GuardedSql, options: QueryOptions): boolean;
}

export interface AskLimits {
  readonly maxQuestionChars: number;
  /** Rows in an answer. */
  readonly maxRows: number;
  /** Bytes of its rows as JSON text, and characters of a cell. */
  readonly maxAnswerBytes: number;
  readonly maxCellChars: number;
  /** Rows and bytes of a result that are kept, and bytes of one row. */
  readonly maxResultRows: number;
  readonly maxResultBytes: number;
  readonly maxRowBytes: number;
  /** Milliseconds: a query, a whole answer. */
  readonly queryTimeoutMs: number;
  readonly totalTimeoutMs: number;
  /** Milliseconds at the end of a whole answer in which no model is waited for. */
  readonly withoutModelMs: number;
  /** Statements of an analysis, and rows of each of them. */
  readonly maxAnalysisQueries: number;
  readonly maxAnalysisRows: number;
  /** Milliseconds that an answer waits for its turn and spend to be recorded; recording itself goes on. */
  readonly recordTimeoutMs: number;
  /** Questions that are worked on at once. */
  readonly concurrent: number;
  /** Milliseconds that an answer waits for its next questions. */
  readonly nextQuestionsMs: number;
  /** Earlier turns that the planner is given. */
  readonly historyTurns: number;
  /** Groups of a breakdown. */
  readonly maxBreakdownGroups: number;
  /** Members of a dimension in which the reasons of a change are looked for. */
  readonly maxChangeMembers: number;
  /** Columns with more distinct values, and values longer than this, are not wholly in the value index. */
  readonly maxIndexedValues: number;
  readonly maxIndexedLength: number;
}

/**
 * Holds the generation that a workspace shows now, so that none of its files is removed before `release`. Null where
 * the workspace has been emptied.
 */
type PinGeneration = (
  workspace: ResolvedWorkspace,
  how: {
    /** Asked over in the place of what is shown; null is given where that has changed since. */
    readonly trial?: AskRequest['trial'];
    /** The workspace was read just now, and nothing was waited for since. */
    readonly isFresh: boolean;
  },
) => Promise<PinnedGeneration | null>;

export interface PinnedGeneration {
  readonly catalog: Catalog;
  release(): void | Promise<void>;
}

/** The built-in planner and the value look-up, off the event loop. */
export interface Planning {
  /** Fails with `PlanningExhausted` where it takes more time or memory than it may. */
  plan(request: PlanningRequest, signal: AbortSignal): Promise<Plan>;
  findLiterals(
    scope: PlanningAbout,
    literals: readonly TextLiteral[],
    signal: AbortSignal,
  ): Promise<readonly LiteralFinding[]>;
  /** Values of the data that words of a question mean; with `near`, behind them those that are only near one. */
  hits(
    scope: PlanningAbout,
    question: string,
    signal: AbortSignal,
    options?: { readonly near?: boolean },
  ): Promise<readonly ValueHit[]>;
  /** A question of another language in English, where each word of it can be said so; else null. */
  english(scope: PlanningAbout, question: string, signal: AbortSignal): Promise<string | null>;
  /** The first of the questions that the planner would answer. */
  answerable(
    scope: PlanningAbout,
    wanted: AnswerableWanted,
    signal: AbortSignal,
  ): Promise<readonly string[]>;
}

/** Questions, best first, of which some that the planner answers are wanted. */
interface AnswerableWanted {
  readonly questions: readonly string[];
  readonly atMost: number;
  readonly now: Date;
}

export interface PlanningAbout {
  readonly catalog: Catalog;
  readonly policy: RowPolicy;
  /** On whose behalf a worker is waited for; the workspace as a whole where nobody is named. */
  readonly asker?: Asker | undefined;
}

export interface PlanningRequest extends PlanningAbout {
  readonly question: string;
  readonly history: readonly PriorTurn[];
  readonly now: Date;
  /** What approved examples teach. */
  readonly lessons?: readonly Lesson[];
}

/** A statement that passed the guard. */
export interface CheckedSql {
  readonly guarded: GuardedSql;
  readonly facts: QueryFacts;
}
