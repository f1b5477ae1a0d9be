import type { AnswerTrace } from '#src/ask/types.ts';
import type { MetricDraft } from '#src/catalog/semantics/metric-draft.ts';
import type { Principal } from '#src/principal.ts';

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
