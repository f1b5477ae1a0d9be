import { serviceOf } from '../api/kit.ts';
import { getSchema, runSelect } from '../api/sql.ts';
import { place, runTurn } from './conversation.ts';
import { caller } from './session.ts';
import { type Turn, turnOfKept } from './thread.ts';

/** Rows that the answer carries; the others come in pages. */
const ROWS = 1_000;

/** Runs SQL that was made of an answer's, as the next turn of the chat under the same question. */
export const runOwnSql = (of: Turn, sql: string): Promise<void> =>
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
