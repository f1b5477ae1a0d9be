import type { Person, Principal } from '#src/principal.ts';
import type { Page, PageRequest } from '#src/store/page.ts';
import type { Actor } from '../types.ts';

/** Sessions of the page: a token in a cookie stands for a key or a member. */
export interface SignIns {
  /**
   * Who sends a token. Fails with `session_ended`: no such session, its time is over, its key was revoked, its member
   * removed, or the token was replaced some time ago.
   */
  authenticate(token: string): Promise<SignedIn>;
  /** Opens a session for a caller. Fails with `conflict` where too many are open. */
  open(by: Actor, request: NewSignIn): Promise<SignedIn & { readonly cookie: SessionCookie }>;
  /** Open sessions that the caller reaches, newest first. */
  list(principal: Principal, page: PageRequest): Promise<Page<SignInRecord>>;
  /** Ends one at once. Fails with `session_not_found`. */
  revoke(by: Actor, id: string): Promise<void>;
  /** Ends all sessions of the member, or of the key and end user, whose session asks. */
  endAll(by: Actor): Promise<void>;
  /** Ends the session of a token, if there is one. */
  end(token: string): Promise<void>;
}

interface NewSignIn {
  /** For keys that name no end user: whom the session asks for. */
  readonly endUserId: string | null;
  /** Whether the cookie outlasts the browser. */
  readonly isLasting: boolean;
  readonly userAgent: string;
}

export interface SignedIn {
  readonly principal: Principal;
  readonly session: SignInTimes;
  /** A new token in the place of the one that was sent; null: that one stays. */
  readonly cookie: SessionCookie | null;
}

interface SignInTimes {
  readonly session_id: string;
  readonly created_at: string;
  /** If no more calls come. */
  readonly expires_at: string;
}

export interface SessionCookie {
  readonly token: string;
  /** Milliseconds; null: until the browser is closed. */
  readonly maxAgeMs: number | null;
}

export interface SignInRecord extends SignInTimes {
  readonly client_id: string | null;
  readonly person: Person | null;
  readonly key: { readonly key_id: string; readonly name: string; readonly prefix: string } | null;
  readonly end_user_id: string | null;
  readonly user_agent: string;
  /** Written once a minute. */
  readonly last_seen_at: string;
  /** It is the session that lists them. */
  readonly current: boolean;
}
