import type { Answer, KeptForm } from '#src/ask/types.ts';
import type { RecalledRows } from '#src/results/types.ts';
import { envelope, onceForSame } from './envelope.ts';

const formOnce = onceForSame(writtenForm);

/**
 * The envelope of an answer as it is kept: without its rows, which are kept for a shorter time and revoked with the
 * data, without the token of its result, which nobody is to read from the store, and without its trace id, which stands
 * beside it. Answers that are the same have the same object.
 */
export const keptForm = (answer: Answer): KeptForm => formOnce(answer);

function writtenForm(answer: Answer): KeptForm {
  const { result_token: _, trace_id: __, ...form } = envelope(answer);
  const { data, breakdown, chart } = form as Drawn;
  return {
    ...form,
    ...(data ? { data: { columns: data.columns } } : {}),
    ...(breakdown ? { breakdown: without(breakdown, 'rows') } : {}),
    ...(chart ? { chart: without(chart, 'spec') } : {}),
  };
}

/**
 * - `included`: the rows are there
 * - `kept`: they can be had (`rows=1`, or page by page)
 * - `gone`: their time is over, or the data was closed or removed since: ask again
 * - `none`: the answer had none
 */
type RowsState = 'included' | 'kept' | 'gone' | 'none';

/** An answer as it can be drawn again. */
export interface Redrawn {
  readonly answer: KeptForm | null;
  readonly rows_state: RowsState;
  /** When its rows are forgotten; null where there are none. */
  readonly rows_until: string | null;
}

/** Puts an answer together again with the rows that are still kept of it. */
export function redrawn(
  kept: KeptForm | null,
  traceId: string,
  recalled: RecalledRows | null,
): Redrawn {
  const form: KeptForm | null = kept && { ...kept, trace_id: traceId };
  const { data, breakdown } = (form ?? {}) as Drawn;
  if (!form || !data) return { answer: form, rows_state: 'none', rows_until: null };
  if (!recalled)
    return { answer: withRows(form, null, null), rows_state: 'gone', rows_until: null };
  const { rows, totalRows, totalRowsExact, until } = recalled;
  const isWhole = rows !== null && rows.length === totalRows && totalRowsExact;
  const { truncated: _, total_rows: __, total_rows_exact: ___, ...rest } = form;
  const answer = {
    ...withRows(rest, rows, (breakdown && rows && recalled.breakdown) ?? null),
    ...(isWhole
      ? {}
      : {
          truncated: true,
          total_rows: totalRows,
          ...(totalRowsExact ? {} : { total_rows_exact: false }),
          result_token: traceId,
        }),
  };
  return { answer, rows_state: rows ? 'included' : 'kept', rows_until: until };
}

/** The parts of an envelope that hold rows. */
interface Drawn {
  readonly data?: { readonly columns: unknown } | null;
  readonly breakdown?: { readonly columns: unknown; readonly sql: unknown };
  readonly chart?: Readonly<Record<string, unknown>> | null;
}

function withRows(form: KeptForm, rows: unknown, groups: unknown): KeptForm {
  const { data, breakdown } = form as Drawn;
  return {
    ...form,
    ...(data ? { data: { columns: data.columns, rows } } : {}),
    ...(breakdown ? { breakdown: { ...breakdown, rows: groups } } : {}),
  };
}

function without(record: Readonly<Record<string, unknown>>, name: string) {
  const { [name]: _, ...rest } = record;
  return rest;
}
