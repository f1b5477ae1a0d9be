/** A board or saved question that is sent to people by itself. Exactly one of `board_id` and `saved_id` is set. */
export interface ScheduleRow {
  id: string;
  account_id: string;
  client_id: string;
  workspace_id: string;
  /** The owner: the key that it was made with, the person, and the rows that they saw (JSON: `{column: value}`). */
  key_id: string;
  end_user_id: string | null;
  row_filter: string;
  name: string;
  /** Of its messages: `MessageLanguage`. */
  language: string;
  board_id: string | null;
  saved_id: string | null;
  /** JSON: `When`. */
  timing: string;
  /** IANA name. */
  time_zone: string;
  /** JSON: `QuietHours`. */
  quiet: string | null;
  /** JSON: `Destination`, without the address that is a secret. */
  destination: string;
  /** Sealed. */
  secret: string | null;
  status: 'active' | 'paused' | 'stopped';
  /** Why it was stopped. */
  reason: string | null;
  /** 1: its last run failed, and its owner was told. */
  failing: number;
  /** JSON: what the last look at data and number found. */
  state: string;
  next_at: string;
  created_at: string;
  updated_at: string;
}

export interface ScheduleRunRow {
  id: string;
  schedule_id: string;
  /** 1: somebody asked for it. */
  is_test: number;
  status: 'pending' | 'delivered' | 'skipped' | 'failed';
  error: string | null;
  created_at: string;
  updated_at: string;
}
