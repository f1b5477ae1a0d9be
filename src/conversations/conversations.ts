import { createHash } from 'node:crypto';
import { type Clock, timestamp } from '#src/clock.ts';
import type {
  ChatSummary,
  Conversations,
  NewTurn,
  Session,
  SessionScope,
} from '#src/conversations/types.ts';
import { AppError } from '#src/errors.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { SessionRow, Store } from '#src/store/schema.ts';

/** Chats in the metadata store. */
export function createConversations(store: Store, clock: Clock): Conversations {
  return {
    async find(sessionId) {
      const row = await store
        .selectFrom('sessions')
        .selectAll()
        .where('id', '=', sessionId)
        .executeTakeFirst();
      return row ? sessionOf(row) : null;
    },

    async findDefault(scope) {
      const row = await store
        .selectFrom('sessions')
        .selectAll()
        .where('id', '=', defaultId(scope))
        .executeTakeFirst();
      return row ? sessionOf(row) : null;
    },

    async start(sessionId, scope, { isDefault, title }) {
      const now = timestamp(clock.now());
      const id = isDefault ? defaultId(scope) : sessionId;
      await store
        .insertInto('sessions')
        .values({
          id,
          client_id: scope.clientId,
          workspace_id: scope.workspaceId,
          end_user_id: scope.endUserId,
          is_default: isDefault ? 1 : 0,
          title,
          created_at: now,
          updated_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return id;
    },

    async history(sessionId, limit) {
      const rows = await store
        .selectFrom('turns')
        .select(['question', 'query', 'answer'])
        .where('session_id', '=', sessionId)
        .orderBy('position', 'desc')
        .limit(limit)
        .execute();
      return rows.reverse().map(({ question, query, answer }) => ({
        question,
        query: query === null ? null : (JSON.parse(query) as Query),
        sql: (JSON.parse(answer) as { readonly sql?: string | null }).sql ?? null,
      }));
    },

    record: (turn) => recordTurn(store, turn, timestamp(clock.now())),
    list: (scope, page) => listChats(store, scope, page),

    async turns(sessionId) {
      const rows = await store
        .selectFrom('turns')
        .select(['question', 'answer', 'trace_id', 'created_at'])
        .where('session_id', '=', sessionId)
        .orderBy('position')
        .execute();
      return rows.map((row) => ({ ...row, answer: JSON.parse(row.answer) as unknown }));
    },

    async remove(sessionId) {
      await store.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('turns').where('session_id', '=', sessionId).execute();
        await transaction.deleteFrom('sessions').where('id', '=', sessionId).execute();
      });
    },

    async removeSample(before) {
      const { numDeletedRows } = await store
        .deleteFrom('sessions')
        .where('updated_at', '<', timestamp(before))
        .where('client_id', 'in', (expression) =>
          expression
            .selectFrom('tenants')
            .innerJoin('accounts', 'accounts.id', 'tenants.account_id')
            .select('tenants.id')
            .where('accounts.type', '=', 'sample'),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/**
 * One id a person and workspace, so that two first questions at the same time cannot make two default chats. It is
 * no secret: whose a chat is, is checked at each use.
 */
function defaultId({ clientId, workspaceId, endUserId }: SessionScope): string {
  const text = JSON.stringify([clientId, workspaceId, endUserId]);
  return `ses_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
}

/** The turn's id is its trace id, so that a repeated call finds it there. */
async function recordTurn(store: Store, turn: NewTurn, now: string): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    // Updating the session first makes turns of one chat wait for each other, so that positions do not repeat.
    const session = await transaction
      .updateTable('sessions')
      .set({ updated_at: now })
      .where('id', '=', turn.sessionId)
      .executeTakeFirst();
    // The chat was deleted meanwhile, and its turns with it.
    if (session.numUpdatedRows === 0n) return;
    const last = await transaction
      .selectFrom('turns')
      .select(({ fn }) => fn.max('position').as('position'))
      .where('session_id', '=', turn.sessionId)
      .executeTakeFirst();
    await transaction
      .insertInto('turns')
      .values({
        id: turn.traceId,
        session_id: turn.sessionId,
        position: Number(last?.position ?? 0) + 1,
        question: turn.question,
        answer: JSON.stringify(turn.answer),
        query: turn.query === null ? null : JSON.stringify(turn.query),
        trace_id: turn.traceId,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

async function listChats(
  store: Store,
  scope: SessionScope,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | null },
): Promise<{ readonly chats: readonly ChatSummary[]; readonly next_cursor: string | null }> {
  let query = store
    .selectFrom('sessions')
    .select((expression) => [
      'sessions.id',
      'title',
      'created_at',
      'updated_at',
      expression
        .selectFrom('turns')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('turns.session_id', '=', 'sessions.id')
        .as('turns'),
    ])
    .where('client_id', '=', scope.clientId)
    .where('workspace_id', '=', scope.workspaceId);
  if (scope.endUserId !== null) query = query.where('end_user_id', '=', scope.endUserId);
  const after = cursor === null ? null : readCursor(cursor);
  if (after)
    query = query.where(({ or, and, eb }) =>
      or([
        eb('updated_at', '<', after.updatedAt),
        and([eb('updated_at', '=', after.updatedAt), eb('sessions.id', '<', after.id)]),
      ]),
    );
  const rows = await query
    .orderBy('updated_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(limit + 1)
    .execute();
  const chats = rows.slice(0, limit).map(({ id, turns, ...rest }) => ({
    session_id: id,
    ...rest,
    turns: Number(turns ?? 0),
  }));
  const last = chats.at(-1);
  return { chats, next_cursor: rows.length > limit && last ? writeCursor(last) : null };
}

const writeCursor = ({ updated_at, session_id }: ChatSummary) =>
  Buffer.from(JSON.stringify([updated_at, session_id])).toString('base64url');

function readCursor(cursor: string): { readonly updatedAt: string; readonly id: string } {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parsed) && typeof parsed[0] === 'string' && typeof parsed[1] === 'string')
      return { updatedAt: parsed[0], id: parsed[1] };
  } catch {
    // Falls to the refusal below: the text is no JSON.
  }
  throw new AppError('bad_request', 'The cursor is not one that a list gave. Start without it.');
}

function sessionOf(row: SessionRow): Session {
  return {
    id: row.id,
    clientId: row.client_id,
    workspaceId: row.workspace_id,
    endUserId: row.end_user_id,
    isDefault: row.is_default === 1,
    title: row.title,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
