/** A person who signs in to a tenant. */
export interface MemberRow {
  id: string;
  client_id: string;
  name: string;
  /** Lower case; unique in the tenant. */
  email: string;
  role: 'admin' | 'analyst' | 'reader';
  /** As `Passwords.hash` gives it; null: not set yet. */
  password: string | null;
  /** SHA-256 of the token of the invitation or reset link, hex; null: no link is open. */
  link_hash: string | null;
  link_until: string | null;
  created_at: string;
  /** Who calls the member what, at a provider (`iss` and `sub` of OpenID Connect); null: only a password. */
  issuer: string | null;
  subject: string | null;
  /** When the member signed in for the first time. */
  joined_at: string | null;
  last_seen_at: string | null;
}

/** A sign-in that was begun at a provider. */
export interface OidcFlowRow {
  /** SHA-256 of the token in the cookie, hex. */
  token_hash: string;
  provider: string;
  until: string;
}

/** A session of the page: of a key or of a member. */
export interface SignInRow {
  id: string;
  account_id: string;
  client_id: string | null;
  workspace_id: string | null;
  key_id: string | null;
  member_id: string | null;
  end_user_id: string | null;
  /** SHA-256 of the token in the cookie, hex. */
  token_hash: string;
  /** 1: a call came with this token, so the browser has it. */
  token_seen: number;
  previous_hash: string | null;
  /** From then on the previous token is refused; null while the present one was not seen. */
  previous_until: string | null;
  rotated_at: string;
  /** 1: the cookie outlasts the browser. */
  is_lasting: number;
  user_agent: string;
  created_at: string;
  last_seen_at: string;
}
