import { hash, randomBytes } from 'node:crypto';
import { timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { newId } from '#src/ids.ts';
import type { Principal } from '#src/principal.ts';
import { readPage } from '#src/store/page.ts';
import type { MemberRow } from '#src/store/schema.ts';
import { takeTurn } from '#src/store/take-turn.ts';
import type { Actor } from '../types.ts';
import { auditMember, linkNotFound, type MembersDeps, refuseTaken, type Trx } from './changes.ts';
import { signInAs } from './identities.ts';
import { memberPrincipal } from './principal.ts';
import type { MemberRecord, Members, PasswordSignIn } from './types.ts';

const TOKEN_BYTES = 32;
const HOUR_MS = 3_600_000;

/** Members in the metadata store. */
export function createMembers(deps: MembersDeps): Members {
  const { store, clock } = deps;
  const now = () => timestamp(clock.now());

  /** Carries out a change of a member whom the caller may manage. */
  const changing = async <T>(
    by: Actor,
    clientId: string,
    memberId: string,
    work: (trx: Trx, row: MemberRow) => Promise<T>,
  ): Promise<T> => {
    await mayManage(deps, by.principal, clientId);
    return store.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom('members')
        .selectAll()
        .where('id', '=', memberId)
        .where('client_id', '=', clientId)
        .executeTakeFirst();
      if (!row)
        throw new AppError('member_not_found', `Member ${memberId} doesn't exist. Check the ID.`);
      return work(trx, row);
    });
  };

  return {
    async list(principal, clientId, page) {
      await mayManage(deps, principal, clientId);
      const about = { table: 'members', newestFirst: false };
      const { items, nextCursor } = await readPage(page, about, ({ after, limit }) =>
        store
          .selectFrom('members')
          .selectAll()
          .where('client_id', '=', clientId)
          .where(after)
          .orderBy('created_at')
          .orderBy('id')
          .limit(limit)
          .execute(),
      );
      return { items: items.map(recordOf), nextCursor };
    },

    async invite(by, clientId, { name, email, role }, settle) {
      await mayManage(deps, by.principal, clientId);
      const link = newLink(deps);
      const row: MemberRow = {
        id: newId('mem'),
        client_id: clientId,
        name,
        email: email.toLowerCase(),
        role,
        password: null,
        ...link.row,
        ...{ issuer: null, subject: null },
        created_at: now(),
        joined_at: null,
        last_seen_at: null,
      };
      const made = { ...recordOf(row), ...link.shown };
      await store.transaction().execute(async (trx) => {
        await takeTurn(trx, by.principal.accountId);
        await refuseTaken(trx, deps, row);
        await trx.insertInto('members').values(row).execute();
        await auditMember(trx, deps, by, 'member.invited', row);
        await settle(trx, made);
      });
      return made;
    },

    change: (by, clientId, memberId, { name, role }) =>
      changing(by, clientId, memberId, async (trx, row) => {
        const set = {
          ...(name === undefined ? {} : { name }),
          ...(role === undefined ? {} : { role }),
        };
        await trx.updateTable('members').set(set).where('id', '=', memberId).execute();
        const changed = { ...row, ...set };
        await auditMember(trx, deps, by, 'member.changed', changed);
        return recordOf(changed);
      }),

    link: (by, clientId, memberId, settle) =>
      changing(by, clientId, memberId, async (trx, row) => {
        const link = newLink(deps);
        await trx.updateTable('members').set(link.row).where('id', '=', memberId).execute();
        await auditMember(trx, deps, by, 'member.link_created', row);
        const made = { ...recordOf(row), ...link.shown };
        await settle(trx, made);
        return made;
      }),

    remove: (by, clientId, memberId) =>
      changing(by, clientId, memberId, async (trx, row) => {
        await trx.deleteFrom('members').where('id', '=', memberId).execute();
        // Public links show what their maker was allowed to see, and nobody answers for them any more.
        await trx
          .deleteFrom('snapshots')
          .where('client_id', '=', clientId)
          .where('end_user_id', '=', memberId)
          .execute();
        await auditMember(trx, deps, by, 'member.removed', row);
      }),

    async readLink(token) {
      const row = await store
        .selectFrom('members')
        .innerJoin('tenants', 'tenants.id', 'members.client_id')
        .selectAll('members')
        .select('tenants.name as tenant')
        .where('members.link_hash', '=', hash('sha256', token))
        .where('members.link_until', '>', now())
        .executeTakeFirst();
      if (!row) throw linkNotFound();
      const { tenant, name, email, joined_at, link_until, client_id } = row;
      const kind = joined_at === null ? 'invitation' : 'reset';
      const providers = deps.config.people.oidc
        .filter((one) => one.tenant === client_id)
        .map((one) => ({ name: one.name, label: one.label }));
      return { tenant, name, email, kind, expires_at: link_until ?? '', providers };
    },

    async accept(token, password, requestId) {
      const { email } = await this.readLink(token);
      const hashed = await deps.passwords.hash(password, email);
      const at = now();
      return store.transaction().execute(async (trx) => {
        // Of two who use one link at once, only the first changes a row.
        const row = await trx
          .updateTable('members')
          .set((e) => ({
            password: hashed,
            link_hash: null,
            link_until: null,
            joined_at: e.fn.coalesce('joined_at', e.val(at)),
            last_seen_at: at,
          }))
          .where('link_hash', '=', hash('sha256', token))
          .where('link_until', '>', at)
          .returningAll()
          .executeTakeFirst();
        const principal = row && (await memberPrincipal(trx, row.id));
        if (!row || !principal) throw linkNotFound();
        await trx.deleteFrom('sign_ins').where('member_id', '=', row.id).execute();
        await auditMember(trx, deps, { principal, requestId }, 'member.password_set', row);
        return principal;
      });
    },

    async signIn(request) {
      const id = await memberWith(deps, request);
      if (id === null) return null;
      await store
        .updateTable('members')
        .set({ last_seen_at: now() })
        .where('id', '=', id)
        .execute();
      return memberPrincipal(store, id);
    },

    signInAs: (identity, request) => signInAs(deps, identity, request),
  };
}

/**
 * The member with this email address and password; null: nobody. All tenants are looked at, however many others made
 * somebody of that address a member of theirs; where several have the same password, the one signed in to last counts.
 */
async function memberWith(
  { store, passwords }: MembersDeps,
  { email, password, clientId }: PasswordSignIn,
): Promise<string | null> {
  const owner = email.toLowerCase();
  let query = store
    .selectFrom('members')
    .select(['id', 'password'])
    .where('email', '=', owner)
    .where('password', 'is not', null);
  if (clientId !== null) query = query.where('client_id', '=', clientId);
  const rows = await query.orderBy('last_seen_at', 'desc').execute();
  const at = await passwords.find(
    password,
    owner,
    rows.map((row) => row.password ?? ''),
  );
  return rows[at]?.id ?? null;
}

/** A tenant's members are the matter of those who manage the whole tenant. */
async function mayManage(
  { accounts }: MembersDeps,
  principal: Principal,
  clientId: string,
): Promise<void> {
  await accounts.tenant(principal, clientId);
  if (principal.workspaceId !== null)
    throw new AppError('forbidden', 'You need a key for the whole tenant to manage members.');
}

function newLink({ clock, config }: MembersDeps) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const until = timestamp(new Date(clock.now().getTime() + config.people.link_hours * HOUR_MS));
  // The token stands behind `#`, which browsers send nowhere.
  const base = (config.public_url ?? '').replace(/\/+$/, '');
  return {
    row: { link_hash: hash('sha256', token), link_until: until },
    shown: { link: `${base}/invite#${token}`, link_expires_at: until },
  };
}

const recordOf = (row: MemberRow): MemberRecord => ({
  member_id: row.id,
  client_id: row.client_id,
  name: row.name,
  email: row.email,
  role: row.role,
  status: row.joined_at === null ? 'invited' : 'active',
  end_user_id: row.id,
  issuer: row.issuer,
  created_at: row.created_at,
  last_seen_at: row.last_seen_at,
});
