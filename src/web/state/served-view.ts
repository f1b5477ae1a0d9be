import { type ViewBody, viewOf } from '../api/answers.ts';
import { openRows, type ResultRows } from './rows.ts';
import { caller } from './session.ts';

/** Rows of a result as the service sorted and filtered them. */
export interface ServedView {
  readonly rows: ResultRows;
  readonly total: number;
}

export async function openView(
  token: string,
  body: ViewBody,
  signal: AbortSignal,
): Promise<ServedView> {
  const who = caller.peek();
  if (who === null) throw new Error("You're not signed in.");
  const { rows, total_rows, result_token } = await viewOf(who, token, body, signal);
  return { rows: openRows(rows, total_rows, result_token), total: total_rows };
}
