import type { Chart, ChartData, ColumnInfo } from '#src/charts/types.ts';
import { type AskAnswer, type AskEvent, NO_ANSWER_YET, withEvent } from '#src/client/ask-stream.ts';
import type { AnswerError, KeptAnswer, Lineage } from '#src/client/generated/types.ts';

/** How far an answer came. */
export type TurnEnd =
  | { readonly kind: 'open' }
  | { readonly kind: 'done' }
  /** The connection broke. */
  | { readonly kind: 'cut' }
  /** The person who asked stopped it. */
  | { readonly kind: 'stopped' }
  /** The service took no question. */
  | ({ readonly kind: 'refused' } & Refusal);

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly requestId: string | null;
  /** Seconds. */
  readonly retryAfter: number | null;
}

/** A question with what came of it. */
export interface Turn {
  readonly id: string;
  readonly question: string;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  readonly answer: AskAnswer;
  readonly traceId: string | null;
  readonly end: TurnEnd;
  /** It was answered before, and the service has its rows no more. */
  readonly areRowsGone?: boolean;
  /** The trace of the answer whose SQL was edited; its question is what the SQL is for. */
  readonly editedFrom?: string;
}

export const newTurn = (id: string, question: string, askedAt: number): Turn => ({
  id,
  question,
  askedAt,
  answer: NO_ANSWER_YET,
  traceId: null,
  end: { kind: 'open' },
});

/** The turn with one more event of its stream. */
export function withTurnEvent(turn: Turn, event: AskEvent): Turn {
  const named =
    event.event === 'status' || event.event === 'done' ? event.data.trace_id : undefined;
  return {
    ...turn,
    answer: withEvent(turn.answer, event),
    traceId: named ?? turn.traceId,
    ...(event.event === 'done' ? { end: { kind: 'done' } } : {}),
  };
}

/** The turn at its end; what came stays. An answer that is whole is not changed any more. */
export const endedTurn = (turn: Turn, end: TurnEnd): Turn =>
  turn.answer.done ? turn : { ...turn, end };

/** How an answer is drawn: a service may tell it or not. */
export interface Drawn {
  readonly chart?: Chart | null;
  readonly chart_reason?: string | null;
  readonly columns_info?: readonly ColumnInfo[];
}

interface Run {
  readonly model_used?: string;
  readonly cost_usd?: number;
  readonly tokens?: { readonly input: number; readonly output: number };
}

/** Result and end as the page reads them: a service may tell less. */
type ToldResult = NonNullable<AskAnswer['result']> & Drawn;
type ToldDone = NonNullable<AskAnswer['done']> & Drawn & Run;

export type VerdictKind =
  | 'verified'
  | 'checked'
  | 'warning'
  | 'failed'
  | 'catalog'
  /** Rows of a statement that the reader wrote, in which nothing was found. */
  | 'ownSql'
  /** The answer is not whole yet. */
  | 'pending'
  /** It never came to be. */
  | 'partial';

/** Words that can be asked in the place of the question. */
interface Choice {
  readonly label: string;
  /** What is asked by it. */
  readonly question: string;
}

/** What is shown of a turn. */
export type TurnState =
  | { readonly kind: 'waiting'; readonly stage: string | null }
  | { readonly kind: 'answer'; readonly verdict: VerdictKind }
  | { readonly kind: 'empty'; readonly verdict: VerdictKind; readonly without: readonly Choice[] }
  | { readonly kind: 'clarify'; readonly question: string; readonly choices: readonly Choice[] }
  | {
      readonly kind: 'declined';
      readonly reason: string;
      readonly hint: string | null;
      /** The words of the question that weren't understood; null where the reason quotes none. */
      readonly term: string | null;
      readonly choices: readonly Choice[];
    }
  | {
      readonly kind: 'budget';
      readonly message: string;
      /** US dollars; null where the service does not say. */
      readonly spent: number | null;
      readonly cap: number | null;
    }
  | { readonly kind: 'permission'; readonly message: string; readonly isKeyLost: boolean }
  | { readonly kind: 'busy'; readonly message: string; readonly retryAfter: number | null }
  | { readonly kind: 'noData'; readonly message: string }
  | { readonly kind: 'error'; readonly message: string; readonly reference: string | null }
  | { readonly kind: 'cut' }
  | { readonly kind: 'stopped' };

export function stateOf({ question, answer, end, traceId }: Turn): TurnState {
  if (end.kind === 'refused') return refusedState(end);
  if (answer.error) return failedState(question, answer, traceId);
  const done = answer.done as ToldDone | null;
  if (done?.clarification)
    return {
      kind: 'clarify',
      question: done.clarification.question,
      choices: done.clarification.options,
    };
  if (answer.result) {
    const verdict = verdictOf(answer, end);
    if (answer.result.rows.length === 0 && end.kind === 'done')
      return { kind: 'empty', verdict, without: withoutFilters(question, lineageOf(answer)) };
    return { kind: 'answer', verdict };
  }
  if (done) return { kind: 'answer', verdict: verdictOf(answer, end) };
  if (end.kind === 'open') return { kind: 'waiting', stage: answer.stage };
  return end.kind === 'stopped' ? { kind: 'stopped' } : { kind: 'cut' };
}

/** Whether the reader wrote the SQL of an answer. */
export const isOwnSql = ({ done }: AskAnswer): boolean => done?.agent === 'OwnSQL';

function verdictOf(answer: AskAnswer, end: TurnEnd): VerdictKind {
  const verification = answer.done?.verification;
  if (end.kind === 'open') return 'pending';
  if (end.kind !== 'done' || !verification) return 'partial';
  if (verification.status !== 'not_applicable') return verification.status;
  return isOwnSql(answer) ? 'ownSql' : 'catalog';
}

function refusedState({ status, code, message, requestId, retryAfter }: Refusal): TurnState {
  if (status === 402) return { kind: 'budget', message, spent: null, cap: null };
  if (status === 401 || status === 403)
    return { kind: 'permission', message, isKeyLost: status === 401 };
  if (code === 'no_data') return { kind: 'noData', message };
  if (status === 429 || status === 503) return { kind: 'busy', message, retryAfter };
  return { kind: 'error', message, reference: requestId };
}

function failedState(question: string, { error }: AskAnswer, traceId: string | null): TurnState {
  if (!error) return { kind: 'cut' };
  if ('blocking_scope' in error) {
    const { spent, cap } = error.blocking_scope;
    return { kind: 'budget', message: error.message, spent, cap };
  }
  if (error.kind !== 'decline')
    return { kind: 'error', message: error.message, reference: traceId };
  const choices = (error.suggestions ?? []).flatMap(({ raw, resolved }) => {
    const instead = replaced(question, raw, resolved);
    return instead === null ? [] : [{ label: instead, question: instead }];
  });
  const { message: reason, hint = null } = error;
  const quoted = /["„“]([^"“”]+)/.exec(reason)?.[1];
  const term = quoted && question.toLowerCase().includes(quoted.toLowerCase()) ? quoted : null;
  return { kind: 'declined', reason, hint, term, choices };
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The question with another word in the place of one; null where it does not have that. */
function replaced(question: string, raw: string, by: string): string | null {
  const found = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(raw)}(?![\\p{L}\\p{N}])`, 'iu').exec(
    question,
  );
  if (!found) return null;
  return question.slice(0, found.index) + by + question.slice(found.index + found[0].length);
}

/** The question without each of its filters, where the words of that can be found in it. */
function withoutFilters(question: string, lineage: Lineage | null): readonly Choice[] {
  const filters = [...(lineage?.filters ?? [])];
  if (lineage?.period && !/^all dates$/i.test(lineage.period)) filters.push(lineage.period);
  return filters.flatMap((filter) => {
    const value = / is (?:one of )?(.+)$/.exec(filter)?.[1] ?? filter;
    const found = new RegExp(
      `\\s*(?<![\\p{L}\\p{N}])(?:(?:in|for|of|from|with|where|during|on|at)\\s+)?(?:the\\s+)?${escaped(value)}(?![\\p{L}\\p{N}])`,
      'iu',
    ).exec(question);
    if (!found) return [];
    const rest = question.slice(0, found.index) + question.slice(found.index + found[0].length);
    return rest.trim() === '' ? [] : [{ label: filter, question: rest.trim() }];
  });
}

export const lineageOf = ({ result }: AskAnswer): Lineage | null => result?.lineage ?? null;

/** What is known of the columns of a result; null where the service does not say. */
export const columnsInfoOf = ({ result, done }: AskAnswer): readonly ColumnInfo[] | null =>
  (result as ToldResult | null)?.columns_info ?? (done as ToldDone | null)?.columns_info ?? null;

/** The model, tokens and cost of an answer, as far as they are told. */
export const runOf = ({ done }: AskAnswer): Run => (done as ToldDone | null) ?? {};

/** Why the answer has no chart; null where it has one, or nothing is said. */
export const noChartReason = ({ result, done }: AskAnswer): string | null => {
  const told = (done as ToldDone | null) ?? (result as ToldResult | null);
  return told && !told.chart ? (told.chart_reason ?? null) : null;
};

/** The chart of an answer with what it draws; null where the answer is better as a table, or not whole. */
export function chartOf({ answer }: Turn): ChartData | null {
  const result = answer.result as ToldResult | null;
  const done = answer.done as ToldDone | null;
  const chart = done?.chart ?? result?.chart ?? null;
  const columns = columnsInfoOf(answer);
  if (!result || !chart || !columns) return null;
  const breakdown = done?.breakdown as (NonNullable<ToldDone['breakdown']> & Drawn) | undefined;
  const base = { chart, columns, rows: result.rows };
  if (!breakdown || !chart.breakdown) return { ...base, chart: withoutBreakdown(chart) };
  const told = breakdown.columns_info ?? guessed(breakdown.columns, chart.breakdown);
  return { ...base, breakdown: { columns: told, rows: breakdown.rows } };
}

const withoutBreakdown = ({ breakdown: _none, ...chart }: Chart): Chart => chart;

/** Columns of a breakdown that says nothing of them: the values are measures, the others name the groups. */
const guessed = (names: readonly string[], chart: Chart): readonly ColumnInfo[] =>
  names.map((name) => ({
    name,
    kind: chart.y.includes(name) ? ('measure' as const) : ('category' as const),
    grain: null,
    unit: null,
    scale: null,
    additive: null,
  }));

/** An answer that was given before, as a trace or a turn of a chat tells it. */
export interface Told {
  readonly traceId: string;
  readonly question: string;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  readonly sessionId: string | null;
  readonly sql: string | null;
  /** The envelope that it was given as; null where that is not kept. */
  readonly answer: KeptAnswer | AnswerError | null;
  readonly durationMs: number | null;
}

/** The turn of an answer that was given before, as whole as the service still has it. */
export function turnOfKept({
  traceId,
  question,
  askedAt,
  sessionId,
  sql,
  answer,
  durationMs,
}: Told): Turn {
  const base = { ...newTurn(traceId, question, askedAt), traceId };
  const known = { ...NO_ANSWER_YET, sql, sessionId };
  if (answer === null) return { ...base, answer: known, end: { kind: 'cut' }, areRowsGone: true };
  const about = {
    agent: 'agent' in answer ? answer.agent : 'none',
    output_mode: 'both',
    duration_ms: Math.round(durationMs ?? 0),
    trace_id: traceId,
    ...(sessionId === null ? {} : { session_id: sessionId }),
  } as const;
  if (answer.result === 'error') {
    const { error, error_type, suggestions } = answer;
    const kind = error_type === 'DECLINED' ? 'decline' : 'error';
    const failure = { message: error, kind, ...(suggestions ? { suggestions } : {}) };
    const done = { ...about, result: 'error' } as const;
    return { ...base, answer: { ...known, error: failure, done }, end: { kind: 'done' } };
  }
  // The envelope has what the end of a stream has, and more.
  const { data, breakdown, ...rest } = answer;
  const done = {
    ...rest,
    ...about,
    ...(breakdown?.rows ? { breakdown: { ...breakdown, rows: breakdown.rows } } : {}),
  } as unknown as AskAnswer['done'];
  const explanation = answer.explanation === '' ? null : answer.explanation;
  if (data === null || data.rows === null)
    return {
      ...base,
      answer: { ...known, explanation, done },
      end: { kind: 'done' },
      ...(data === null ? {} : { areRowsGone: true }),
    };
  const {
    lineage,
    result_token,
    truncated = false,
    total_rows,
    columns_info,
  } = rest as typeof rest & Drawn;
  const result = {
    columns: data.columns,
    rows: data.rows,
    total_rows: total_rows ?? data.rows.length,
    truncated,
    ...(lineage ? { lineage } : {}),
    ...(result_token ? { result_token } : {}),
    ...(columns_info ? { columns_info } : {}),
    ...(answer.cut_cells ? { cut_cells: answer.cut_cells } : {}),
  };
  return { ...base, answer: { ...known, explanation, result, done }, end: { kind: 'done' } };
}

/** The one number that an answer is, where it is one: shown big. */
export function bigNumberOf({ result, done }: AskAnswer): { readonly column: number } | null {
  if (result?.rows.length !== 1 || done?.result === 'clarification') return null;
  const [row] = result.rows;
  if (row?.length !== 1) return null;
  const [cell] = row;
  return typeof cell === 'number' || (typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell))
    ? { column: 0 }
    : null;
}
