import type { Principal, Role } from '#src/principal.ts';
import type { Page, PageRequest } from '#src/store/page.ts';
import type { Settle } from '#src/store/settle.ts';
import type { Actor } from '../types.ts';

/** People of a tenant who sign in with a password or at a provider. */
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
  /** Ends the member's sessions and public links too. */
  remove(by: Actor, clientId: string, memberId: string): Promise<void>;
  /** Whom a link is for. Fails with `link_not_found`, as `accept`. */
  readLink(token: string): Promise<LinkRecord>;
  /** Sets the password, once for each link, and ends the member's sessions. Gives the member as a caller. */
  accept(token: string, password: string, requestId: string): Promise<Principal>;
  /** Who has this password; null: nobody. Takes as long either way. */
  signIn(request: PasswordSignIn): Promise<Principal | null>;
  /**
   * The member of a person whom a provider signed in, with the role of its claim: known by issuer and subject, by the
   * link that they opened, or made where the provider makes members. Never by an email address alone. Fails with
   * `forbidden`, `link_not_found` and `conflict`.
   */
  signInAs(identity: Identity, request: ProviderSignIn): Promise<Principal>;
}

/** A person as a provider knows them. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  /** Lower case. */
  readonly email: string;
  /** By claim; null: the claim says nothing, or there is none. */
  readonly role: Role | null;
}

/** Where members sign in instead of with a password. */
export interface SignInProvider {
  readonly name: string;
  /** As people know it. */
  readonly label: string;
  /** The tenant that it signs in to. */
  readonly tenant: string;
  readonly role_claim: string | null;
  readonly default_role: Role | null;
  /** Whether people become members by signing in. */
  readonly create_members: boolean;
}

export interface ProviderSignIn {
  readonly provider: SignInProvider;
  /** Of an invitation or reset link; null: none was opened. */
  readonly linkToken: string | null;
  readonly requestId: string;
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
  /** Of the provider that the member signs in at; null: only with a password. */
  readonly issuer: string | null;
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
  /** Where the person can sign in instead of setting a password. */
  readonly providers: readonly Pick<SignInProvider, 'name' | 'label'>[];
}
