import { abortable } from '#src/ask/deadline.ts';
import type { AnswerSource, AskDeps } from '#src/ask/deps.ts';
import type { ModelUse } from '#src/ask/model-use/use.ts';
import type { PreparedState } from '#src/ask/prepare.ts';
import type { Stopwatch } from '#src/ask/stopwatch.ts';
import type { EnglishEvent } from '#src/ask/types.ts';
import type { Asker } from '#src/places.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/** What the steps of one question share. */
export interface AskContext {
  readonly deps: AskDeps;
  readonly state: PreparedState;
  /** Aborted when the caller leaves, the service stops, or the time is over. */
  readonly signal: AbortSignal;
  readonly watch: Stopwatch;
  readonly use: ModelUse;
  /** On whose behalf places of the planner and of engines are waited for; notes the waits as the timing `waiting`. */
  readonly asker: Asker;
  emit(event: EnglishEvent): void;
  /** Says that the answer may be another one when the question comes again, so that it is not kept. */
  varies(): void;
}

/** The same, with the data that statements of the question are judged for and run on. */
export interface SourceContext extends AskContext {
  readonly catalog: Catalog;
  readonly source: AnswerSource;
}

export async function onSource(context: AskContext, catalog: Catalog): Promise<SourceContext> {
  const source = await abortable(context.deps.sourceOf(catalog), context.signal);
  return { ...context, catalog, source };
}

/**
 * The same for work of which only the last statement counts: `sql` and `executing` of those that are mended, refused or
 * outvoted are not said. The one that is answered with is said by `tellStatement`.
 */
export const withoutStatements = <C extends AskContext>(context: C): C => ({
  ...context,
  emit: (event) => {
    const isOfStatement =
      event.event === 'sql' || (event.event === 'status' && event.stage === 'executing');
    if (!isOfStatement) context.emit(event);
  },
});

/** Says the statement that is answered with, and that it ran. */
export function tellStatement({ emit }: AskContext, sql: string, ran: boolean): void {
  emit({ event: 'sql', sql });
  if (ran) emit({ event: 'status', stage: 'executing' });
}

/** The same, with nothing said to the one who asks. */
export const quietly = <C extends AskContext>(context: C): C => ({ ...context, emit: () => {} });
