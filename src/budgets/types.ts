/** A question that was counted, and where. */
export interface CountedQuestion {
  readonly accountId: string;
  /** First day of the month in which it was asked, UTC. */
  readonly month: string;
}

/** The questions that the plan of an account allows in a month. */
export interface QuestionQuota {
  /** Counts a question; null where the plan has no such limit. Fails with `quota_exceeded` (429). */
  take(accountId: string, plan: string): Promise<CountedQuestion | null>;
  /** Takes back one that was not worked on. */
  giveBack(question: CountedQuestion): Promise<void>;
}
