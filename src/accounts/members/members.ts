import { hash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { newId } from '#src/ids.ts';
import type { Principal } from '#src/principal.ts';
import { readPage } from '#src/store/page.ts';
import type { MemberRow, Store, StoreSchema } from '#src/store/schema.ts';
import { takeTurn } from '#src/store/take-turn.ts';
import { auditedBy, recordAudit } from '../audit.ts';
import type { AccountsService, Actor } from '../types.ts';
import type { Passwords } from './passwords.ts';
import { memberPrincipal } from './principal.ts';
import type { MemberRecord, Members, PasswordSignIn } from './types.ts';

export interface MembersDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Pick<Config, 'people' | 'public_url'>;
  readonly accounts: Pick<AccountsService, 'tenant'>;
  readonly passwords: Passwords;
}

type Trx = Transaction<StoreSchema>;

const TOKEN_BYTES = 32;
const HOUR_MS = 3_600_000;
/** Tenants in which one e-mail address is tried. */
const MOST_TENANTS = 3;

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
        created_at: now(),
        joined_at: null,
        last_seen_at: null,
      };
      const made = { ...recordOf(row), ...link.shown };
      await store.transaction().execute(async (trx) => {
        await takeTurn(trx, by.principal.accountId);
        await refuseTaken(trx, deps, row);
        await trx.insertInto('members').values(row).execute();
        await audit(trx, deps, by, 'member.invited', row);
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
        await audit(trx, deps, by, 'member.changed', changed);
        return recordOf(changed);
      }),

    link: (by, clientId, memberId, settle) =>
      changing(by, clientId, memberId, async (trx, row) => {
        const link = newLink(deps);
        await trx.updateTable('members').set(link.row).where('id', '=', memberId).execute();
        await audit(trx, deps, by, 'member.link_created', row);
        const made = { ...recordOf(row), ...link.shown };
        await settle(trx, made);
        return made;
      }),

    remove: (by, clientId, memberId) =>
      changing(by, clientId, memberId, async (trx, row) => {
        await trx.deleteFrom('members').where('id', '=', memberId).execute();
        await audit(trx, deps, by, 'member.removed', row);
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
      const { tenant, name, email, joined_at, link_until } = row;
      const kind = joined_at === null ? 'invitation' : 'reset';
      return { tenant, name, email, kind, expires_at: link_until ?? '' };
    },

    async accept(token, password, requestId) {
      await this.readLink(token);
      const hashed = await deps.passwords.hash(password);
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
        await audit(trx, deps, { principal, requestId }, 'member.password_set', row);
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
  };
}

/** The member with this e-mail address and password; null: nobody. */
async function memberWith(
  { store, passwords }: MembersDeps,
  { email, password, clientId }: PasswordSignIn,
): Promise<string | null> {
  let query = store
    .selectFrom('members')
    .select(['id', 'password'])
    .where('email', '=', email.toLowerCase())
    .where('password', 'is not', null);
  if (clientId !== null) query = query.where('client_id', '=', clientId);
  const rows = await query.orderBy('last_seen_at', 'desc').limit(MOST_TENANTS).execute();
  if (rows.length === 0) await passwords.matches(password, null);
  for (const row of rows) if (await passwords.matches(password, row.password)) return row.id;
  return null;
}

/** A tenant's members are the matter of those who manage the whole tenant. */
async function mayManage(
  { accounts }: MembersDeps,
  principal: Principal,
  clientId: string,
): Promise<void> {
  await accounts.tenant(principal, clientId);
  if (principal.workspaceId !== null)
    throw new AppError('forbidden', 'Managing members needs a key of the whole tenant.');
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

async function refuseTaken(trx: Trx, { config }: MembersDeps, row: MemberRow): Promise<void> {
  const members = trx.selectFrom('members').where('client_id', '=', row.client_id);
  const known = await members.select('id').where('email', '=', row.email).executeTakeFirst();
  if (known)
    throw new AppError(
      'conflict',
      `${row.email} is a member already. Create a new link for them instead.`,
    );
  const { count } = await members
    .select((e) => e.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= config.people.max_members)
    throw new AppError(
      'conflict',
      `The tenant has ${count} members, the maximum. Remove one first.`,
    );
}

const audit = (
  trx: Trx,
  { clock }: MembersDeps,
  by: Actor,
  action: string,
  { id, client_id, name, role }: MemberRow,
) =>
  recordAudit(trx, clock, {
    ...auditedBy(by),
    clientId: client_id,
    workspaceId: null,
    action,
    target: { member_id: id, name, role },
  });

const recordOf = (row: MemberRow): MemberRecord => ({
  member_id: row.id,
  client_id: row.client_id,
  name: row.name,
  email: row.email,
  role: row.role,
  status: row.joined_at === null ? 'invited' : 'active',
  end_user_id: row.id,
  created_at: row.created_at,
  last_seen_at: row.last_seen_at,
});

const linkNotFound = () =>
  new AppError(
    'link_not_found',
    'This link was already used or has expired. Ask your admin for a new one.',
  );
