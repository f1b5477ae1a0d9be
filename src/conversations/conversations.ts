import { createHash } from 'node:crypto';
import { type Clock, timestamp } from '#src/clock.ts';
import type { Conversations, NewTurn, Session, SessionScope } from '#src/conversations/types.ts';
import type { Query } from '#src/plugin-api/query.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
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
          policy_hash: scope.policyHash,
          is_default: isDefault ? 1 : 0,
          title,
          created_at: now,
          updated_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return id;
    },

    async history(sessionId, limit, before) {
      const rows = await store
        .selectFrom('turns')
        .select(['question', 'query', 'answer'])
        .where('session_id', '=', sessionId)
        .$if(before !== undefined, (query) =>
          query.where('position', '<', ({ selectFrom }) =>
            selectFrom('turns')
              .select('position')
              .where('id', '=', before ?? '')
              .where('session_id', '=', sessionId),
          ),
        )
        .orderBy('position', 'desc')
        .limit(limit)
        .execute();
      return rows.reverse().map(({ question, query, answer }) => ({
        question,
        query: query === null ? null : (JSON.parse(query) as Query),
        sql: (JSON.parse(answer) as { readonly sql?: string | null }).sql ?? null,
      }));
    },

    async answerOf(traceId) {
      const row = await store
        .selectFrom('turns')
        .select('answer')
        .where('id', '=', traceId)
        .executeTakeFirst();
      return row ? (JSON.parse(row.answer) as Record<string, unknown>) : null;
    },

    async queryOf(traceId) {
      const row = await store
        .selectFrom('turns')
        .select('query')
        .where('id', '=', traceId)
        .executeTakeFirst();
      return row?.query ? (JSON.parse(row.query) as Query) : null;
    },

    record: (turn) => recordTurn(store, turn, timestamp(clock.now())),
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
function defaultId({ clientId, workspaceId, endUserId, policyHash }: SessionScope): string {
  const person = [clientId, workspaceId, endUserId];
  const text = JSON.stringify(policyHash === NO_ROW_POLICY.hash ? person : [...person, policyHash]);
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

function sessionOf(row: SessionRow): Session {
  return {
    id: row.id,
    clientId: row.client_id,
    workspaceId: row.workspace_id,
    endUserId: row.end_user_id,
    policyHash: row.policy_hash,
    isDefault: row.is_default === 1,
    title: row.title,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
