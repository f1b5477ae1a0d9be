import type { Cell } from '#src/charts/types.ts';
import { type DrillBreakdown, type DrillTargets, drill, getDrillTargets } from '../api/drill.ts';
import { serviceOf } from '../api/kit.ts';
import { runTurn } from './conversation.ts';
import { caller } from './session.ts';
import { lineageOf, type Turn, turnOfKept } from './thread.ts';

/** Rows that the answer carries; the others come in pages. */
const ROWS = 1_000;

/** Cells of a row by the columns that tell it; none for the whole answer. */
export type DrillCells = readonly { readonly column: string; readonly value: Cell }[];

/** What is shown of the rows behind some cells. */
export type DrillTo =
  | { readonly show: 'figure' | 'rows' }
  | { readonly by: Omit<DrillBreakdown, 'label'> };

/** Answers of the built-in planner keep the plan that steps are written from; rows one by one have nothing behind them. */
export const isDrillable = ({ answer, traceId, end }: Turn): boolean =>
  traceId !== null &&
  end.kind === 'done' &&
  answer.done?.agent === 'Text2SQL' &&
  (answer.result?.rows.length ?? 0) > 0 &&
  (lineageOf(answer)?.measures.length ?? 0) > 0;

const known = new Map<string, Promise<DrillTargets>>();

/** What an answer can be drilled into; asked for once. */
export function targetsOf(traceId: string): Promise<DrillTargets> {
  const who = caller.peek();
  if (who === null) return Promise.reject(new Error("You're not signed in."));
  const found =
    known.get(traceId) ??
    getDrillTargets(serviceOf(who), { client_id: who.clientId, trace_id: traceId });
  known.set(traceId, found);
  found.catch(() => known.delete(traceId));
  return found;
}

/** Takes a step from an answer, as the next turn of its chat. */
export const takeStep = (
  of: Turn,
  values: DrillCells,
  to: DrillTo,
  said: string,
): Promise<unknown> =>
  runTurn(`${of.question}, ${said}`, {}, async ({ who, signal, change, begins }) => {
    const made = await drill(
      serviceOf(who),
      {
        client_id: who.clientId,
        trace_id: of.traceId ?? '',
        body: { ...to, values: [...values], max_rows: ROWS },
      },
      { signal },
    );
    const { answer, question } = made;
    const chat = answer.session_id ?? null;
    change(({ id, askedAt }) => ({
      ...turnOfKept({
        ...{ question, askedAt, answer, sessionId: chat },
        sql: answer.result === 'error' ? null : answer.sql,
        traceId: answer.trace_id,
        durationMs: Date.now() - askedAt,
      }),
      id,
    }));
    if (chat !== null) begins(chat);
  });
