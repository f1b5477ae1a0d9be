export interface JobRow {
  id: string;
  kind: string;
  workspace_id: string | null;
  /** JSON. */
  payload: string;
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  attempts: number;
  max_attempts: number;
  run_at: string;
  lease_owner: string | null;
  lease_until: string | null;
  /** Grows with each claim; a publishing transaction checks that it still holds it. */
  fencing_token: number;
  /** JSON. */
  progress: string;
  /** JSON or null. */
  result: string | null;
  error: string | null;
  created_at: string;
  updated_at: string;
}

export interface WebhookRow {
  id: string;
  account_id: string;
  /** Null: events of all tenants of the account. */
  client_id: string | null;
  /** Null: events of all workspaces, and those of no workspace. */
  workspace_id: string | null;
  url: string;
  description: string;
  /** JSON array of event types; empty: all. */
  events: string;
  /** The signing secret, encrypted (`src/secrets/secret-box.ts`). */
  secret: string;
  /** The secret before the last rotation, encrypted; signs too until `previous_until`. */
  previous_secret: string | null;
  previous_until: string | null;
  status: 'active' | 'disabled';
  /** `gone`: the receiver answered 410; `failing`: nothing got through for the whole time of retries; `paused`: by hand. */
  disabled_reason: 'gone' | 'failing' | 'paused' | null;
  /** First failure since the last success; null: the last attempt succeeded. */
  failing_since: string | null;
  created_at: string;
  updated_at: string;
}

export interface WebhookEventRow {
  id: string;
  account_id: string;
  type: string;
  /** The JSON text that is sent and signed. */
  payload: string;
  created_at: string;
}

export interface WebhookDeliveryRow {
  id: string;
  webhook_id: string;
  event_id: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  /** HTTP status of the last answer; null: there was none. */
  last_status: number | null;
  last_error: string | null;
  /** JSON array of `{at, status, error, duration_ms}`, the newest last. */
  log: string;
  next_attempt_at: string | null;
  /** When no further attempt is made. */
  give_up_at: string;
  created_at: string;
  updated_at: string;
}

/** A request that was sent with an `Idempotency-Key`. */
export interface IdempotentRequestRow {
  /** SHA-256 of who sent it and its key, hex. */
  id: string;
  account_id: string;
  /** SHA-256 of what was sent, hex. */
  fingerprint: string;
  /** The attempt that works on it, or has. */
  owner: string;
  lease_until: string;
  /** The first response, encrypted; null while there is none, and where it is not kept. */
  response: string | null;
  answered_at: string | null;
  expires_at: string;
  /** Of a response that holds rows: what it goes with. */
  workspace_id: string | null;
  session_id: string | null;
}
