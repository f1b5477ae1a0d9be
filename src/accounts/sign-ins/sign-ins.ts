import { hash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { newId } from '#src/ids.ts';
import type { Principal } from '#src/principal.ts';
import { readPage } from '#src/store/page.ts';
import { prepared } from '#src/store/prepared.ts';
import type { SignInRow, Store, StoreSchema } from '#src/store/schema.ts';
import { takeTurn } from '#src/store/take-turn.ts';
import { auditedBy, recordAudit } from '../audit.ts';
import type { Authenticator } from '../authenticate.ts';
import { memberPrincipal } from '../members/principal.ts';
import type { SessionCookie, SignInRecord, SignIns } from './types.ts';

export interface SignInsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Pick<Config, 'sessions' | 'people'>;
  readonly authenticator: Pick<Authenticator, 'keyById'>;
}

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How often the time of the last call is written. */
const SEEN_MS = MINUTE_MS;
const MAX_USER_AGENT = 200;

/** Sessions in the metadata store; only hashes of tokens are kept. */
export function createSignIns(deps: SignInsDeps): SignIns {
  const { store, clock } = deps;
  const times = createTimes(deps);
  return {
    async authenticate(token) {
      const sent = hash('sha256', token);
      const [row] = TOKEN.test(token) ? await byToken(store, sent, sent) : [];
      if (!row || times.isOver(row)) throw sessionEnded();
      const principal = await principalOf(deps, row);
      const successor = await renewed(deps, times, row, sent);
      const cookie = successor === null ? null : times.cookie(row, successor);
      return { principal, session: times.of(row), cookie };
    },

    async open(by, request) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const at = timestamp(clock.now());
      const { principal } = by;
      const row: SignInRow = {
        id: newId('sin'),
        account_id: principal.accountId,
        client_id: principal.clientId,
        workspace_id: principal.workspaceId,
        key_id: principal.person ? null : principal.key.id,
        member_id: principal.person?.memberId ?? null,
        end_user_id: principal.endUserId ?? endUserOf(principal, request.endUserId),
        token_hash: hash('sha256', token),
        token_seen: 0,
        previous_hash: null,
        previous_until: null,
        rotated_at: at,
        is_lasting: request.isLasting ? 1 : 0,
        user_agent: request.userAgent.slice(0, MAX_USER_AGENT),
        created_at: at,
        last_seen_at: at,
      };
      await store.transaction().execute(async (trx) => {
        await takeTurn(trx, row.account_id);
        await refuseTooMany(trx, deps, times, row.account_id);
        await trx.insertInto('sign_ins').values(row).execute();
        await audit(trx, deps, by, 'session.started', row);
      });
      return {
        principal: { ...principal, endUserId: row.end_user_id, session: { id: row.id } },
        session: times.of(row),
        cookie: times.cookie(row, token),
      };
    },

    async list(principal, page) {
      const about = { table: 'sign_ins', newestFirst: true };
      const { items, nextCursor } = await readPage(page, about, ({ after, limit }) =>
        reached(store, principal)
          .leftJoin('api_keys', 'api_keys.id', 'sign_ins.key_id')
          .leftJoin('members', 'members.id', 'sign_ins.member_id')
          .selectAll('sign_ins')
          .select(['api_keys.name as key_name', 'api_keys.prefix as key_prefix'])
          .select(['members.name', 'members.email', 'members.role'])
          .where(after)
          .where('sign_ins.last_seen_at', '>', times.idleSince())
          .where('sign_ins.created_at', '>', times.openSince())
          .orderBy('sign_ins.created_at', 'desc')
          .orderBy('sign_ins.id', 'desc')
          .limit(limit)
          .execute(),
      );
      return {
        items: items.map((row): SignInRecord => {
          const { key_id, member_id, name, email, role } = row;
          return {
            ...times.of(row),
            client_id: row.client_id,
            person:
              member_id !== null && name !== null && email !== null && role !== null
                ? { memberId: member_id, name, email, role }
                : null,
            key:
              key_id === null
                ? null
                : { key_id, name: row.key_name ?? '', prefix: row.key_prefix ?? '' },
            end_user_id: row.end_user_id,
            user_agent: row.user_agent,
            last_seen_at: row.last_seen_at,
            current: row.id === principal.session?.id,
          };
        }),
        nextCursor,
      };
    },

    revoke: (by, id) =>
      store.transaction().execute(async (trx) => {
        const row = await reached(trx, by.principal)
          .selectAll('sign_ins')
          .where('sign_ins.id', '=', id)
          .executeTakeFirst();
        if (!row)
          throw new AppError(
            'session_not_found',
            `Session ${id} doesn't exist or has ended. List sessions with GET /accounts/sessions.`,
          );
        await trx.deleteFrom('sign_ins').where('id', '=', id).execute();
        await audit(trx, deps, by, 'session.revoked', row);
      }),

    endAll: (by) =>
      store.transaction().execute(async (trx) => {
        const { key, person, endUserId } = by.principal;
        const all = trx.deleteFrom('sign_ins').where('account_id', '=', by.principal.accountId);
        const ended = await (person
          ? all.where('member_id', '=', person.memberId)
          : all.where('key_id', '=', key.id).where('end_user_id', endUserId ? '=' : 'is', endUserId)
        )
          .returningAll()
          .execute();
        for (const row of ended) await audit(trx, deps, by, 'session.ended', row);
      }),

    async end(token) {
      const sent = hash('sha256', token);
      await store
        .deleteFrom('sign_ins')
        .where((e) => e.or([e('token_hash', '=', sent), e('previous_hash', '=', sent)]))
        .execute();
    },
  };
}

/** Whoever asks for others has to say for whom: a session of such a key without a name gets one of its own. */
const endUserOf = ({ key }: Principal, named: string | null) =>
  named ?? (key.scope === 'query' ? newId('web') : null);

const byToken = prepared((db) =>
  db
    .selectFrom('sign_ins')
    .selectAll()
    .where((e) => e.or([e('token_hash', '=', ''), e('previous_hash', '=', '')])),
);

/** Sessions that reach no further than the caller. */
const reached = (db: Store, { accountId, clientId, workspaceId }: Principal) => {
  let query = db.selectFrom('sign_ins').where('sign_ins.account_id', '=', accountId);
  if (clientId !== null) query = query.where('sign_ins.client_id', '=', clientId);
  if (workspaceId !== null) query = query.where('sign_ins.workspace_id', '=', workspaceId);
  return query;
};

/** Whom a session stands for, as the key or member is now. */
async function principalOf(
  { store, config, authenticator }: SignInsDeps,
  row: Readonly<SignInRow>,
): Promise<Principal> {
  const { key_id, member_id, end_user_id } = row;
  const found =
    key_id === null
      ? config.people.enabled && member_id !== null && (await memberPrincipal(store, member_id))
      : await authenticator.keyById(key_id);
  if (!found)
    throw key_id === null
      ? sessionEnded()
      : sessionEnded('The key of this session was revoked. Sign in with another key.');
  return { ...found, endUserId: end_user_id, session: { id: row.id } };
}

/**
 * Notes that a session is used, and gives the token that takes the place of the one sent, where it is time. The replaced
 * token works for a while after the browser used the new one, so that calls under way in other tabs are not refused; if
 * the new one never arrived, the old one gets another.
 */
async function renewed(
  { store, clock, config: { sessions } }: SignInsDeps,
  times: Times,
  row: Readonly<SignInRow>,
  sent: string,
): Promise<string | null> {
  const at = timestamp(clock.now());
  const update = store.updateTable('sign_ins').where('id', '=', row.id);
  const isPrevious = sent !== row.token_hash;
  if (isPrevious && row.previous_until !== null) {
    if (row.previous_until > at) return null;
    // The browser has the new token, so whoever still sends the old one may be another: neither goes on.
    await store.deleteFrom('sign_ins').where('id', '=', row.id).execute();
    throw sessionEnded();
  }
  if (!isPrevious && row.token_seen === 0)
    await update
      .set({ token_seen: 1, last_seen_at: at, previous_until: times.ago(-sessions.grace_ms) })
      .where('token_hash', '=', sent)
      .execute();
  else if (row.last_seen_at <= times.ago(SEEN_MS)) await update.set({ last_seen_at: at }).execute();
  const dueMs = isPrevious ? sessions.grace_ms : sessions.rotate_minutes * MINUTE_MS;
  if (row.rotated_at > times.ago(dueMs)) return null;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { numUpdatedRows } = await update
    .set({
      token_hash: hash('sha256', token),
      token_seen: 0,
      previous_hash: sent,
      previous_until: null,
      rotated_at: at,
    })
    // Of two tabs at once, one replaces it; the other finds the new one in the browser.
    .where('token_hash', '=', row.token_hash)
    .executeTakeFirst();
  return numUpdatedRows === 0n ? null : token;
}

type Times = ReturnType<typeof createTimes>;

function createTimes({ clock, config: { sessions } }: SignInsDeps) {
  const [idleMs, maxMs] = [sessions.idle_hours * HOUR_MS, sessions.max_days * 24 * HOUR_MS];
  const later = (at: string, ms: number) => timestamp(new Date(Date.parse(`${at}Z`) + ms));
  const ago = (ms: number) => timestamp(new Date(clock.now().getTime() - ms));
  const idleSince = () => ago(idleMs);
  const openSince = () => ago(maxMs);
  return {
    ago,
    idleSince,
    openSince,
    isOver: ({ last_seen_at, created_at }: Pick<SignInRow, 'last_seen_at' | 'created_at'>) =>
      last_seen_at <= idleSince() || created_at <= openSince(),
    of({ id, created_at, last_seen_at }: Pick<SignInRow, 'id' | 'created_at' | 'last_seen_at'>) {
      const ends = [later(last_seen_at, idleMs), later(created_at, maxMs)];
      const expires_at = ends.toSorted()[0] ?? created_at;
      return { session_id: id, created_at, expires_at };
    },
    cookie: (
      { is_lasting, created_at }: Pick<SignInRow, 'is_lasting' | 'created_at'>,
      token: string,
    ): SessionCookie => ({
      token,
      maxAgeMs:
        is_lasting === 1
          ? Date.parse(`${later(created_at, maxMs)}Z`) - clock.now().getTime()
          : null,
    }),
  };
}

async function refuseTooMany(
  trx: Transaction<StoreSchema>,
  { config }: SignInsDeps,
  times: Times,
  accountId: string,
): Promise<void> {
  const { count } = await trx
    .selectFrom('sign_ins')
    .select((e) => e.fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .where('last_seen_at', '>', times.idleSince())
    .executeTakeFirstOrThrow();
  if (Number(count) >= config.sessions.max_open)
    throw new AppError(
      'conflict',
      `The account has ${count} open sessions, the maximum. End some of them first.`,
    );
}

const audit = (
  trx: Transaction<StoreSchema>,
  { clock }: SignInsDeps,
  by: Parameters<typeof auditedBy>[0],
  action: string,
  { id, client_id, workspace_id, key_id, member_id, end_user_id }: SignInRow,
) =>
  recordAudit(trx, clock, {
    ...auditedBy(by),
    clientId: client_id,
    workspaceId: workspace_id,
    action,
    target: { session_id: id, key_id, member_id, end_user_id },
  });

const sessionEnded = (text = 'Your session has ended. Sign in again.') =>
  new AppError('session_ended', text);
