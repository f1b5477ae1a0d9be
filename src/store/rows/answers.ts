export interface SessionRow {
  id: string;
  client_id: string;
  workspace_id: string;
  end_user_id: string | null;
  /** `RowPolicy.hash` of who made it. */
  policy_hash: string;
  /** 1: the person's default chat of the workspace. */
  is_default: number;
  title: string;
  created_at: string;
  updated_at: string;
}

export interface TurnRow {
  id: string;
  session_id: string;
  position: number;
  question: string;
  /** JSON of the answer as the stream showed it. */
  answer: string;
  /** JSON of the IR, or null. */
  query: string | null;
  trace_id: string;
  created_at: string;
}

/** The trace of each answer. */
export interface AnswerRow {
  trace_id: string;
  account_id: string;
  client_id: string;
  workspace_id: string;
  key_id: string;
  end_user_id: string | null;
  generation_id: string | null;
  question: string;
  result: string;
  sql: string | null;
  /** JSON: checks, attempts, model, tokens, timings, assumptions. */
  trace: string;
  cost_usd: number;
  duration_ms: number;
  created_at: string;
}

/** What somebody said of an answer; unique on (trace_id, end_user_id). */
export interface FeedbackRow {
  /** The trace may be written later than this. */
  trace_id: string;
  /** Empty: a key without an end user. */
  end_user_id: string;
  client_id: string;
  workspace_id: string;
  key_id: string;
  rating: 'up' | 'down';
  comment: string | null;
  correct_sql: string | null;
  /** JSON `{question, sql}`: the approved example that it made; null: none. */
  example: string | null;
  /** When the question was asked: it is kept as long as the trace. */
  answered_at: string;
  updated_at: string;
}

export interface ResultRow {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  client_id: string;
  workspace_id: string;
  end_user_id: string | null;
  policy_hash: string;
  generation_id: string;
  /** Of the files that it was read from (`src/results/data-version.ts`); empty where its SQL cannot be run again. */
  data_version: string;
  /** JSON: array of `{name, type}`. */
  columns: string;
  total_rows: number;
  total_rows_exact: number;
  /** File below the data folder; empty where `rows` holds them. */
  spool: string;
  /** The answer that it is of; null while that is not known. */
  trace_id: string | null;
  /** JSON of `StoredRows`; null: all rows are in the file. */
  rows: string | null;
  sql: string;
  created_at: string;
  expires_at: string;
}

/** Reservations and settled costs, US dollars. */
export interface SpendRow {
  id: string;
  account_id: string;
  client_id: string;
  workspace_id: string;
  end_user_id: string | null;
  reserved_usd: number;
  settled_usd: number | null;
  created_at: string;
  settled_at: string | null;
}

/** A budget of an account; unique on (account_id, scope_type, scope_id, period). */
export interface BudgetRow {
  account_id: string;
  /** Its place in the list that was put. */
  position: number;
  scope_type: SpendTotalRow['scope_type'];
  /** `*`: each one of the type, by itself. */
  scope_id: string;
  /** US dollars. */
  cap: number;
  period: SpendTotalRow['period'];
  enforcement: 'alert' | 'block';
  /** JSON array of fractions of the cap. */
  thresholds: string;
}

/** What `spend` comes to in a scope and period, in billionths of a US dollar. */
export interface SpendTotalRow {
  account_id: string;
  scope_type: 'account' | 'tenant' | 'workspace' | 'end_user';
  scope_id: string;
  period: 'month' | 'day';
  /** First day of the period, UTC. */
  starts_on: string;
  reserved_nano: number;
  settled_nano: number;
}

/** A threshold or block of a budget that was told of in a period; all columns are its key, amounts in billionths of a US dollar. */
export interface BudgetNoticeRow
  extends Pick<SpendTotalRow, 'account_id' | 'scope_type' | 'scope_id' | 'period' | 'starts_on'> {
  event: 'budget.alert' | 'budget.blocked';
  cap_nano: number;
  enforcement: 'alert' | 'block';
  /** The threshold, as an amount. */
  reached_nano: number;
}

/** Questions of an account in a month that count against its plan's quota. */
export interface QuestionCountRow {
  account_id: string;
  /** First day of the month, UTC. */
  month: string;
  questions: number;
}
