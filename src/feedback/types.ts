import type { AnswerTrace } from '#src/ask/types.ts';
import type { MetricDraft } from '#src/catalog/semantics/metric-draft.ts';
import type { Principal } from '#src/principal.ts';
import type { Settle } from '#src/store/settle.ts';

/** What a caller says of an answer. */
export interface NewFeedback {
  readonly rating: 'up' | 'down';
  readonly comment: string | null;
  /** The statement that would have been right. */
  readonly correctSql: string | null;
}

/** Feedback as it is kept: one for each answer and person, or the whole account. */
export interface KeptFeedback extends NewFeedback {
  /** Null: a key without an end user. */
  readonly endUserId: string | null;
  readonly at: string;
}

interface FeedbackOutcome extends KeptFeedback {
  readonly traceId: string;
  /** Whether the answer, or its correction, is an approved example of the workspace now. */
  readonly isExample: boolean;
  /** Why it is none; null where it is one. */
  readonly whyNot: string | null;
}

export interface RatedAnswer {
  readonly principal: Principal;
  readonly clientId: string;
  readonly traceId: string;
  readonly requestId: string;
}

/** A definition that failed questions lacked. Nothing follows it before a person certifies it. */
export type DraftedDefinition =
  | {
      readonly kind: 'synonym';
      /** The words as a question had them. */
      readonly name: string;
      readonly table: string;
      /** Null: the rows of the table. */
      readonly column: string | null;
      /** Null: the column itself. */
      readonly value: string | null;
    }
  | {
      readonly kind: 'metric';
      readonly name: string;
      readonly table: string;
      readonly expression: string;
      readonly filters: readonly string[];
    };

/** Why a question failed: it was declined, its answer was rated down, or corrected. */
export type FailureKind = 'declined' | 'rated_down' | 'corrected';

/** A question that would have been understood with the definition. */
export interface DraftEvidence {
  readonly traceId: string;
  readonly question: string;
  readonly failure: FailureKind;
  readonly askedAt: string;
}

export type DefinitionDraft = DraftedDefinition & {
  readonly id: string;
  /** The newest of its questions. */
  readonly questions: readonly DraftEvidence[];
  /** How many there are in all. */
  readonly times: number;
};

/** Drafts of definitions that the failed questions of a workspace lacked. */
export interface DefinitionDrafts {
  /**
   * Those with most questions first, over what everybody may read. None under a row filter: questions and statements
   * name values. An end user sees only those of their own questions. Fails with `workspace_not_found`.
   */
  list(about: DraftsAbout, signal: AbortSignal): Promise<readonly DefinitionDraft[]>;
  /**
   * Puts a draft into the definitions, for questions from now on. `signedBy` is who vouches for a metric; null: the name of
   * the key. Fails with `not_found` (no such draft), `unprocessable`, `forbidden` and `conflict`.
   */
  certify(
    about: DraftsAbout & { readonly draftId: string; readonly signedBy: string | null },
    signal: AbortSignal,
    settle: Settle<DefinitionDraft>,
  ): Promise<DefinitionDraft>;
  /** Lists a draft no more. Fails with `not_found`. */
  dismiss(
    about: DraftsAbout & { readonly draftId: string },
    signal: AbortSignal,
    settle: Settle<{ readonly deleted: string }>,
  ): Promise<{ readonly deleted: string }>;
}

export interface DraftsAbout {
  readonly principal: Principal;
  readonly clientId: string;
  readonly workspaceId: string;
}

/** The trace of an answer of the caller's; `not_found` (404) where there is none. */
export type OwnTrace = (
  principal: Principal,
  clientId: string,
  traceId: string,
) => Promise<AnswerTrace>;

export interface FeedbackService {
  /**
   * Keeps what is said of an answer in the place of what the same person said before. What a full-access key rates up
   * or corrects becomes an approved example. Fails with `not_found`, `unprocessable` (the guard refuses the correction)
   * and `no_data`.
   */
  give(about: RatedAnswer, said: NewFeedback, signal: AbortSignal): Promise<FeedbackOutcome>;
  /**
   * The measures of an answer's statement as drafts of metrics, for whoever may sign one, with the workspace that they
   * would belong to. None where the statement has no measure of one table, or no longer fits the data. Fails with
   * `not_found`.
   */
  metricDrafts(
    about: Pick<RatedAnswer, 'principal' | 'clientId' | 'traceId'>,
    signal: AbortSignal,
  ): Promise<{ readonly workspaceId: string; readonly metrics: readonly MetricDraft[] }>;
  /** What was said of an answer, oldest first; of one person where one is named. */
  of(traceId: string, endUserId: string | null): Promise<readonly KeptFeedback[]>;
}
