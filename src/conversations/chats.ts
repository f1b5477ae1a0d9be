import { type SelectQueryBuilder, sql } from 'kysely';
import { readCursor, writeCursor } from '#src/conversations/cursor.ts';
import type { Chat, ChatReader, Chats, ChatTurn, PageRequest } from '#src/conversations/types.ts';
import { AppError } from '#src/errors.ts';
import { type FilterOf, NO_ROW_POLICY, readsWordsOf, setsFilters } from '#src/principal.ts';
import { closingsOf } from '#src/store/closings.ts';
import type { SessionRow, Store, StoreSchema } from '#src/store/schema.ts';

/** Chats in the metadata store, for those whom they belong to. */
export function createChats(store: Store, filterOf: FilterOf = async () => ({})): Chats {
  return {
    list: (reader, page) => listChats(store, reader, page),
    read: (reader, sessionId, page) => readChat({ store, filterOf }, reader, sessionId, page),
    async rename(reader, sessionId, title) {
      const { id } = await find(store, reader, sessionId);
      await store.updateTable('sessions').set({ title }).where('id', '=', id).execute();
      const row = await summaries(store, reader).where('sessions.id', '=', id).executeTakeFirst();
      if (!row) throw notFound();
      return summaryOf(row);
    },
    async remove(reader, sessionId) {
      const { id } = await find(store, reader, sessionId);
      const traceIds = await store.transaction().execute(async (trx) => {
        const turns = trx.selectFrom('turns').select('trace_id').where('session_id', '=', id);
        const traces = (await turns.execute()).map(({ trace_id }) => trace_id);
        await trx.deleteFrom('results').where('trace_id', 'in', turns).execute();
        await trx.deleteFrom('turns').where('session_id', '=', id).execute();
        const { numDeletedRows } = await trx
          .deleteFrom('sessions')
          .where('id', '=', id)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw notFound();
        return traces;
      });
      await closingsOf(store).close({ sessionIds: [id], traceIds });
    },
  };
}

async function listChats(
  store: Store,
  reader: ChatReader,
  { limit, cursor, text = null }: PageRequest & { readonly text?: string | null },
) {
  const after = cursor === null ? null : readCursor(cursor, ['string', 'string']);
  const rows = await summaries(store, reader)
    .$if(text !== null, (query) => query.where(speaksOf(text ?? '')))
    .$if(after !== null, (query) =>
      query.where(({ or, and, eb }) =>
        or([
          eb('sessions.updated_at', '<', after![0]),
          and([eb('sessions.updated_at', '=', after![0]), eb('sessions.id', '<', after![1])]),
        ]),
      ),
    )
    .orderBy('sessions.updated_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .limit(limit + 1)
    .execute();
  const chats = rows.slice(0, limit).map(summaryOf);
  const last = chats.at(-1);
  const more = rows.length > limit && last;
  return { chats, next_cursor: more ? writeCursor([last.updated_at, last.session_id]) : null };
}

const summaries = (store: Store, reader: ChatReader) =>
  visible(store.selectFrom('sessions'), reader).select((expression) => [
    'sessions.id',
    'sessions.workspace_id',
    'sessions.title',
    'sessions.created_at',
    'sessions.updated_at',
    expression
      .selectFrom('turns')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .whereRef('turns.session_id', '=', 'sessions.id')
      .as('turns'),
  ]);

const summaryOf = ({
  id,
  turns,
  ...rest
}: Pick<SessionRow, 'id' | 'workspace_id' | 'title' | 'created_at' | 'updated_at'> & {
  readonly turns: number | string | null;
}) => ({ session_id: id, ...rest, turns: Number(turns ?? 0) });

/** Whether a chat's title or one of its questions holds a text, in any case. */
function speaksOf(text: string) {
  const wanted = text.toLowerCase();
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`;
  // SQLite lowers ASCII letters only.
  const others = new Set(wanted.match(/(?![a-z])\p{Ll}/gu));
  const holds = (column: string) => {
    const lowered = [...others].reduce(
      (found, letter) => sql`replace(${found}, ${letter.toUpperCase()}, ${letter})`,
      sql`lower(${sql.ref(column)})`,
    );
    return sql`${lowered} like ${pattern} escape '\\'`;
  };
  return sql<boolean>`(${holds('sessions.title')} or exists (
    select 1 from turns where turns.session_id = sessions.id and ${holds('turns.question')}))`;
}

async function readChat(
  { store, filterOf }: { readonly store: Store; readonly filterOf: FilterOf },
  reader: ChatReader,
  sessionId: string,
  { limit, cursor }: PageRequest,
): Promise<Chat> {
  const after = cursor === null ? 0 : readCursor(cursor, ['number'])[0];
  const session = await find(store, reader, sessionId);
  const rows = await store
    .selectFrom('turns')
    .where('session_id', '=', session.id)
    .select(['question', 'answer', 'trace_id', 'created_at', 'position'])
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const { principal } = reader;
  const { client_id: clientId, workspace_id: workspaceId, policy_hash } = session;
  const catalog = setsFilters(principal)
    ? {}
    : await filterOf(principal, { clientId, workspaceId });
  const reads = (made = policy_hash) => readsWordsOf(principal, catalog, made);
  return {
    session_id: session.id,
    workspace_id: session.workspace_id,
    title: session.title,
    created_at: session.created_at,
    updated_at: session.updated_at,
    turns: shown.map((row) => turnOf(row, reads)),
    next_cursor: rows.length > limit ? writeCursor([shown.at(-1)!.position]) : null,
  };
}

/** A turn; without its words where the reader does not see the rows (`rowsSeen`) that they were made of. */
function turnOf(
  row: {
    readonly question: string;
    readonly answer: string;
    readonly trace_id: string;
    readonly created_at: string;
  },
  reads: (made: string | undefined) => boolean,
): ChatTurn {
  const { question, trace_id, created_at } = row;
  const kept = JSON.parse(row.answer) as Partial<ChatTurn> & { readonly rows?: string };
  const answer: Partial<ChatTurn> = reads(kept.rows) ? kept : { result: kept.result ?? 'error' };
  return {
    question,
    answer: answer.answer ?? null,
    decline_reason: answer.decline_reason ?? null,
    hint: answer.hint ?? null,
    result: answer.result ?? 'error',
    explanation: answer.explanation ?? '',
    sql: answer.sql ?? null,
    trace_id,
    created_at,
  };
}

async function find(store: Store, reader: ChatReader, sessionId: string): Promise<SessionRow> {
  const row = await visible(store.selectFrom('sessions'), reader)
    .selectAll('sessions')
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Chats of the tenant, workspace and person; the account of a path's tenant was compared before. */
function visible<O>(
  query: SelectQueryBuilder<StoreSchema, 'sessions', O>,
  { principal, clientId, workspaceId }: ChatReader,
) {
  const within = workspaceId ?? principal.workspaceId;
  const { endUserId, policy } = principal;
  const seesAll = endUserId === null && policy.hash === NO_ROW_POLICY.hash;
  return query
    .where('sessions.client_id', '=', clientId)
    .$if(within !== null, (q) => q.where('sessions.workspace_id', '=', within))
    .$if(endUserId !== null, (q) => q.where('sessions.end_user_id', '=', endUserId))
    .$if(!seesAll, (q) => q.where('sessions.policy_hash', '=', policy.hash));
}

const notFound = () =>
  new AppError(
    'session_not_found',
    "This session_id doesn't exist. Check it, or start a new chat.",
  );
