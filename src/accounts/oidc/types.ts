import type { Principal, Role } from '#src/principal.ts';
import type { SignInProvider } from '../members/types.ts';

/** Signing in at OpenID Connect providers: authorization code with PKCE, state and nonce. */
export interface Oidc {
  /** Those that are configured. */
  readonly providers: readonly Pick<OidcProvider, 'name' | 'label'>[];
  /** Fails with `not_found` (no such provider) and `unavailable` (it can't be reached). */
  begin(provider: string): Promise<BegunSignIn>;
  /**
   * Who signed in, once for each flow. Fails with `sign_in_failed` for whatever the provider or somebody in between says
   * wrongly, `forbidden` for people who may not sign in here, `link_not_found`, `conflict` and `unavailable`.
   */
  finish(request: FinishedSignIn): Promise<Principal>;
}

interface BegunSignIn {
  /** Where the browser goes to. */
  readonly url: string;
  /** What the same browser has to send again: state, nonce and code verifier are made of it. */
  readonly token: string;
}

interface FinishedSignIn {
  /** Of `begin`, from the cookie. */
  readonly token: string;
  /** The query that the provider sent the browser back with. */
  readonly query: string;
  /** Of an invitation or reset link: who it is for signs in at the provider from now on. */
  readonly linkToken: string | null;
  readonly requestId: string;
}

/** A provider as it is configured. */
export interface OidcProvider extends SignInProvider {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string | null;
  readonly client_auth: 'basic' | 'post';
  readonly scope: string;
  readonly email_domains: readonly string[];
  readonly trust_email: boolean;
  readonly roles: Readonly<Record<string, Role>>;
}
