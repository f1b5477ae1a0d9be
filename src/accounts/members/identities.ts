import { hash } from 'node:crypto';
import { timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { newId } from '#src/ids.ts';
import type { Principal, Role } from '#src/principal.ts';
import type { MemberRow } from '#src/store/schema.ts';
import { takeTurn } from '#src/store/take-turn.ts';
import {
  auditMember,
  linkNotFound,
  type MembersDeps,
  refused,
  refuseTaken,
  type Trx,
} from './changes.ts';
import { memberPrincipal } from './principal.ts';
import type { Identity, ProviderSignIn } from './types.ts';

/** Signs in whom a provider knows; see `Members`. */
export async function signInAs(
  deps: MembersDeps,
  identity: Identity,
  request: ProviderSignIn,
): Promise<Principal> {
  const { label, tenant } = request.provider;
  const account = await deps.store
    .selectFrom('tenants')
    .select('account_id as id')
    .where('id', '=', tenant)
    .executeTakeFirst();
  if (!account)
    throw refused(`${label} belongs to a tenant that doesn't exist. Contact your admin.`);
  return deps.store.transaction().execute(async (trx) => {
    // Of one person who comes in twice at once, the second finds the member of the first.
    await takeTurn(trx, account.id);
    const { member, did } = await memberFor(trx, deps, identity, request);
    const role = roleOf(request, identity, member);
    const at = timestamp(deps.clock.now());
    const set = { role, joined_at: member.joined_at ?? at, last_seen_at: at };
    await trx.updateTable('members').set(set).where('id', '=', member.id).execute();
    const principal = await memberPrincipal(trx, member.id);
    if (!principal) throw refused(`The tenant of ${label} has no members. Contact your admin.`);
    const by = { principal, requestId: request.requestId };
    const changed = { ...member, role };
    if (did !== null) await auditMember(trx, deps, by, did, changed);
    else if (role !== member.role) await auditMember(trx, deps, by, 'member.changed', changed);
    return principal;
  });
}

interface Found {
  readonly member: MemberRow;
  /** For the audit log; null: a known member came in again. */
  readonly did: 'member.linked' | 'member.joined' | null;
}

async function memberFor(
  trx: Trx,
  deps: MembersDeps,
  identity: Identity,
  request: ProviderSignIn,
): Promise<Found> {
  const { provider, linkToken } = request;
  const known = await trx
    .selectFrom('members')
    .selectAll()
    .where('client_id', '=', provider.tenant)
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst();
  if (linkToken !== null) {
    const member = await linked(trx, deps, identity, { provider, linkToken, known });
    return { member, did: 'member.linked' };
  }
  if (known) return { member: known, did: null };
  return { member: await created(trx, deps, identity, request), did: 'member.joined' };
}

/** The member that a link is for, who signs in as this person from now on. */
async function linked(
  trx: Trx,
  { clock }: MembersDeps,
  { issuer, subject, email }: Identity,
  {
    provider,
    linkToken,
    known,
  }: Pick<ProviderSignIn, 'provider'> & {
    readonly linkToken: string;
    readonly known: MemberRow | undefined;
  },
): Promise<MemberRow> {
  const member = await trx
    .updateTable('members')
    .set({ link_hash: null, link_until: null })
    .where('client_id', '=', provider.tenant)
    .where('link_hash', '=', hash('sha256', linkToken))
    .where('link_until', '>', timestamp(clock.now()))
    .returningAll()
    .executeTakeFirst();
  if (!member) throw linkNotFound();
  if (known && known.id !== member.id)
    throw new AppError('conflict', "You're already a member. Sign in without the link.");
  if (member.email !== email)
    throw refused(`The link is for ${member.email}, but you signed in as ${email}.`);
  await trx.updateTable('members').set({ issuer, subject }).where('id', '=', member.id).execute();
  await trx.deleteFrom('sign_ins').where('member_id', '=', member.id).execute();
  return { ...member, issuer, subject };
}

async function created(
  trx: Trx,
  deps: MembersDeps,
  { issuer, subject, email, name, role }: Identity,
  { provider }: ProviderSignIn,
): Promise<MemberRow> {
  const { tenant, label, default_role, create_members } = provider;
  const namesake = await trx
    .selectFrom('members')
    .select('id')
    .where('client_id', '=', tenant)
    .where('email', '=', email)
    .executeTakeFirst();
  // Whoever decides about addresses at the provider would otherwise be that member.
  if (namesake)
    throw refused(
      `${email} is already a member, but not with ${label}. Ask your admin for a new link, and choose ${label} there.`,
    );
  if (!create_members)
    throw refused("You aren't a member yet. Ask your admin for an invitation, then open its link.");
  const at = timestamp(deps.clock.now());
  const row: MemberRow = {
    id: newId('mem'),
    client_id: tenant,
    ...{ name, email, issuer, subject },
    role: role ?? default_role ?? 'reader',
    ...{ password: null, link_hash: null, link_until: null },
    created_at: at,
    joined_at: at,
    last_seen_at: at,
  };
  await refuseTaken(trx, deps, row);
  await trx.insertInto('members').values(row).execute();
  return row;
}

/** The claim decides at every sign-in. Where there is none, members keep what an admin gave them. */
function roleOf(
  { provider: { label, role_claim, default_role } }: ProviderSignIn,
  { role }: Identity,
  member: MemberRow,
): Role {
  const found = role ?? (role_claim === null ? member.role : default_role);
  if (found === null)
    throw refused(`${label} doesn't give you a role here. Ask your admin for one.`);
  return found;
}
