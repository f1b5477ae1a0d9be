import { serviceOf } from '../api/kit.ts';
import { getSchema, runSelect } from '../api/sql.ts';
import { place, runTurn, turns } from './conversation.ts';
import { caller } from './session.ts';
import { stateOf, type Turn, turnOfKept } from './thread.ts';

/** Rows that the answer carries; the others come in pages. */
const ROWS = 1_000;

/** What came of SQL: the turn with its answer, or why it was refused; null where nothing ran. */
type Ran = { readonly turnId: string } | { readonly refusal: string } | null;

/**
 * Runs SQL that was made of an answer's, as the next turn of the chat under the same question. One that is refused is
 * taken from the chat: it is said where the SQL was written.
 */
export async function runOwnSql(of: Turn, sql: string): Promise<Ran> {
  const turnId = await runAsTurn(of, sql);
  const made = turns.peek().find(({ id }) => id === turnId);
  if (turnId === undefined || !made) return null;
  const state = stateOf(made);
  if (state.kind !== 'declined' && state.kind !== 'error') return { turnId };
  turns.value = turns.peek().filter((turn) => turn !== made);
  return { refusal: state.kind === 'error' ? state.message : state.reason };
}

const runAsTurn = (of: Turn, sql: string): Promise<string | undefined> =>
  runTurn(of.question, {}, async ({ who, signal, change, begins }) => {
    const { sessionId, workspaceId } = place();
    const body = {
      sql,
      question: of.question,
      max_rows: ROWS,
      ...(sessionId === null ? { new_session: true } : { session_id: sessionId }),
      ...(workspaceId === null ? {} : { workspace_id: workspaceId }),
    };
    const service = serviceOf(who);
    const answer = await runSelect(service, { client_id: who.clientId, body }, { signal });
    const chat = answer.session_id ?? sessionId;
    change(({ id, question, askedAt }) => ({
      ...turnOfKept({
        ...{ question, askedAt, answer, sql, sessionId: chat },
        traceId: answer.trace_id,
        durationMs: Date.now() - askedAt,
      }),
      id,
      editedFrom: of.editedFrom ?? of.traceId ?? '',
    }));
    if (sessionId === null && chat !== null) begins(chat);
  });

/** Tables of the workspace with their columns, for completion; empty where they cannot be read. */
export async function completionNames(): Promise<Readonly<Record<string, readonly string[]>>> {
  const who = caller.peek();
  const { workspaceId } = place();
  if (who === null) return {};
  const about = {
    client_id: who.clientId,
    ...(workspaceId === null ? {} : { workspace_id: workspaceId }),
  };
  const schema = await getSchema(serviceOf(who), about).catch(() => null);
  return Object.fromEntries(
    (schema?.tables ?? []).map(({ table_name, columns }) => [
      table_name,
      columns.map(({ name }) => name),
    ]),
  );
}
