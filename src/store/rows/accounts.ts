export interface AccountRow {
  id: string;
  type: 'standard' | 'direct' | 'sample';
  plan: string;
  name: string;
  email: string | null;
  created_at: string;
}

export interface TenantRow {
  id: string;
  account_id: string;
  name: string;
  slug: string;
  created_at: string;
}

export interface WorkspaceRow {
  id: string;
  client_id: string;
  name: string;
  slug: string;
  source: 'none' | 'files' | 'database';
  timezone: string;
  as_of: string | null;
  /** The generation that questions see; null: nothing to ask. */
  generation_id: string | null;
  schema_status: 'not_started' | 'discovering' | 'enriching' | 'ready' | 'failed';
  discovered_at: string | null;
  enrichment_completed_at: string | null;
  schema_updated_at: string | null;
  /** JSON: starter questions. */
  suggestions: string;
  created_at: string;
}

export interface ApiKeyRow {
  id: string;
  account_id: string;
  client_id: string | null;
  workspace_id: string | null;
  name: string;
  environment: 'live' | 'test';
  scope: 'full' | 'query';
  sample: number;
  /** SHA-256 of the whole key, hex; unique. */
  hash: string;
  prefix: string;
  last4: string;
  /** JSON array. */
  allowed_origins: string;
  /** JSON object `{column: value}`. */
  row_filter: string;
  created_at: string;
  last_used_at: string | null;
  /** From then on it is refused; in the future while a rotated key is in its grace. */
  revoked_at: string | null;
}

/** A change that somebody made; the tenant, workspace or key may be gone by now. */
export interface AuditRow {
  id: string;
  account_id: string;
  client_id: string | null;
  workspace_id: string | null;
  /** E.g. `key.created`. */
  action: string;
  actor_type: 'api_key' | 'member' | 'command_line' | 'signup';
  /** Id of the key or member. */
  actor_id: string | null;
  actor_prefix: string | null;
  /** JSON object: ids and names of what was changed; no secrets. */
  target: string;
  request_id: string | null;
  created_at: string;
}

/** A secret that signs bearer tokens. */
export interface TokenSecretRow {
  /** `kid` of the tokens that it signed. */
  kid: string;
  /** 32 bytes in base64, encrypted as the passwords of databases are. */
  secret: string;
  created_at: string;
  /** When a newer one took its place; it is removed when the last token that it signed has expired. */
  retired_at: string | null;
}

/** Tokens of a tenant that are refused before they end; where a text is empty, whatever they have there. */
export interface TokenRevocationRow {
  client_id: string;
  workspace_id: string;
  /** Name of an issuer in the configuration, or `plumbline`. */
  issuer: string;
  end_user_id: string;
  /** SHA-256 of what the signature of one token signs, hex. */
  token_hash: string;
  /** Those issued until then. */
  issued_before: string;
  /** When the one token ends by itself; null: not known, or not one. */
  expires_at: string | null;
}

/** The model that a tenant or workspace chose. */
export interface ModelSettingsRow {
  /** Id of the workspace, else of the tenant. */
  scope_id: string;
  client_id: string;
  workspace_id: string | null;
  /** JSON: `ChosenModel` (`src/accounts/types.ts`). */
  settings: string;
  /** The provider's key, encrypted; null: without one. */
  secret: string | null;
  updated_at: string;
}

/** A text of answers as a model translated it. */
export interface TranslationRow {
  /** Id of the workspace or tenant that chose the model; empty: the deployment. */
  scope_id: string;
  client_id: string | null;
  workspace_id: string | null;
  /** `provider/model` */
  model: string;
  /** BCP 47. */
  language: string;
  /** `PhraseKind` of `src/texts/by-model/phrases.ts`. */
  kind: string;
  /** In English. */
  template: string;
  /** The plural category; empty if the text doesn't depend on a number. */
  form: string;
  /** With numbered placeholders; null: the model gave none that can be used. */
  text: string | null;
  /** Why it can't be used. */
  fault: string | null;
  attempts: number;
  updated_at: string;
}

/** Keys that are public by nature (the sample's), kept in clear so that they can be shown again. */
export interface PublicKeyRow {
  key_id: string;
  api_key: string;
}
