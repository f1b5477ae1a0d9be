/** Questions that mean the same, and what answers them. */
export interface Case {
  /** Statements over the tables of the company, any of whose rows are right; none: nothing in the data answers it. */
  readonly sql: readonly string[];
  /** The wordings: first as in a manual, then in other words, then as people type. */
  readonly asks: readonly string[];
  /** Asking back is as good as an answer: a word has more than one meaning here. */
  readonly mayAsk?: true;
}

export const right = (sql: string, ...asks: readonly string[]): Case => ({ sql: [sql], asks });

/** Several statements give what is asked: names alone or with what ranks them, a list or its length. */
export const anyOf = (sql: readonly string[], ...asks: readonly string[]): Case => ({ sql, asks });

/** More than one reading is right, and so is asking which. */
export const either = (sql: readonly string[], ...asks: readonly string[]): Case => ({
  ...{ sql, asks },
  mayAsk: true,
});

/** The data does not have it: any rows are wrong. */
export const none = (...asks: readonly string[]): Case => ({ sql: [], asks });
