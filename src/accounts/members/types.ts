import type { Principal, Role } from '#src/principal.ts';
import type { Page, PageRequest } from '#src/store/page.ts';
import type { Settle } from '#src/store/settle.ts';
import type { Actor } from '../types.ts';

/** People of a tenant who sign in with a password. */
export interface Members {
  /** Oldest first. Fails with `forbidden` for a key of one workspace, as all that manages members. */
  list(principal: Principal, clientId: string, page: PageRequest): Promise<Page<MemberRecord>>;
  /** Fails with `conflict`: the address is taken, or one too many. */
  invite(
    by: Actor,
    clientId: string,
    request: Invitation,
    settle: Settle<MemberWithLink>,
  ): Promise<MemberWithLink>;
  /** Fails with `member_not_found`, as `link` and `remove`. */
  change(
    by: Actor,
    clientId: string,
    memberId: string,
    change: { readonly name?: string | undefined; readonly role?: Role | undefined },
  ): Promise<MemberRecord>;
  /** A new link to set a password; the one before stops working. */
  link(
    by: Actor,
    clientId: string,
    memberId: string,
    settle: Settle<MemberWithLink>,
  ): Promise<MemberWithLink>;
  /** Ends the member's sessions too. */
  remove(by: Actor, clientId: string, memberId: string): Promise<void>;
  /** Whom a link is for. Fails with `link_not_found`, as `accept`. */
  readLink(token: string): Promise<LinkRecord>;
  /** Sets the password, once for each link, and ends the member's sessions. Gives the member as a caller. */
  accept(token: string, password: string, requestId: string): Promise<Principal>;
  /** Who has this password; null: nobody. Takes as long either way. */
  signIn(request: PasswordSignIn): Promise<Principal | null>;
}

interface Invitation {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

export interface PasswordSignIn {
  readonly email: string;
  readonly password: string;
  /** For people who are members of several tenants; null: the one that they signed in to last. */
  readonly clientId: string | null;
}

export interface MemberRecord {
  readonly member_id: string;
  readonly client_id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly status: 'invited' | 'active';
  readonly end_user_id: string;
  readonly created_at: string;
  readonly last_seen_at: string | null;
}

export interface MemberWithLink extends MemberRecord {
  /** Shown once. */
  readonly link: string;
  readonly link_expires_at: string;
}

interface LinkRecord {
  readonly tenant: string;
  readonly name: string;
  readonly email: string;
  /** `invitation`: no password was set yet. */
  readonly kind: 'invitation' | 'reset';
  readonly expires_at: string;
}
