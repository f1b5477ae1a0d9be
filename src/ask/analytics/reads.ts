import { checkValues } from '#src/ask/check-values.ts';
import type { SourceContext } from '#src/ask/context.ts';
import { type GuardedDraft, guardQuery } from '#src/ask/draft.ts';
import { decline, type Failure, noSafeSql } from '#src/ask/failures.ts';
import type { Check } from '#src/ask/types.ts';
import { askedOn } from '#src/check/asked.ts';
import { checkStatement } from '#src/check/checks.ts';
import { verdict } from '#src/check/verdict.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { ResultColumn } from '#src/plugin-api/data-source.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';

/** What one statement of an analysis gave. */
export interface ReadRows extends GuardedDraft {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly CellValue[])[];
  /** Whether there are more rows than an analysis may read. */
  readonly isCut: boolean;
}

/** Why there is no analysis, thrown inside it and turned into an answer at the agent's door. */
export class NoAnalysis extends Error {
  readonly failure: Failure;
  /** Whether no statement answers the question either. */
  readonly isFinal: boolean;

  constructor(failure: Failure, isFinal = false) {
    super(failure.message);
    this.failure = failure;
    this.isFinal = isFinal;
  }
}

export const unsupported = (text: string): NoAnalysis =>
  new NoAnalysis(decline('unsupported_question', text));

/** Why a question has no answer, by an analysis or otherwise. */
export const refused = (text: string): NoAnalysis =>
  new NoAnalysis(decline('unsupported_question', text), true);

/**
 * The statements of one analysis: each lowered from the IR, judged by the guard, checked as the statement of any answer
 * is, and run; so many and no more (`ask.max_analysis_queries`). What the checks found is kept, the worst of each.
 */
export class AnalysisReads {
  private readonly context: SourceContext;
  private readonly found = new Map<string, Check>();
  private count = 0;

  constructor(context: SourceContext) {
    this.context = context;
  }

  /** Statements that may still be run. */
  get left(): number {
    return this.context.deps.limits.maxAnalysisQueries - this.count;
  }

  get checks(): readonly Check[] {
    return [...this.found.values()];
  }

  /** Guards and checks a statement without running it. `asks` says in words what it computes. */
  async guarded(query: SelectQuery, asks: string): Promise<GuardedDraft> {
    const { deps, state } = this.context;
    const drafted = await this.context.watch.time('guard', () =>
      guardQuery(this.context, query, deps.limits.maxAnalysisRows),
    );
    if ('refused' in drafted)
      throw new NoAnalysis(
        drafted.lacks !== undefined
          ? decline('unsupported_question', drafted.lacks)
          : noSafeSql(drafted.refused),
      );
    const { policy } = state.request.principal;
    const asked = askedOn(asks, this.context.catalog, deps.clock.now(), policy);
    const checks = checkStatement({
      facts: drafted.checked.facts,
      catalog: this.context.catalog,
      asked,
    });
    const { status, reason } = verdict(checks);
    if (status === 'failed') throw new NoAnalysis(decline('no_safe_sql', reason));
    for (const check of checks) this.note(check);
    return drafted;
  }

  /** Runs a statement. Fails with `NoAnalysis` where it is refused, doubted, or one too many. */
  async rows(query: SelectQuery, asks: string): Promise<ReadRows> {
    if (this.left <= 0)
      throw unsupported('This analysis needs too many queries. Ask for one group.');
    this.count += 1;
    this.context.use.attempts += 1;
    const drafted = await this.guarded(query, asks);
    const { limits } = this.context.deps;
    const columns: ResultColumn[] = [];
    const rows: (readonly CellValue[])[] = [];
    let isCut = false;
    const chunks = this.context.source.query(drafted.checked.guarded, {
      maxRows: limits.maxAnalysisRows,
      maxBytes: limits.maxAnswerBytes,
      timeoutMs: limits.queryTimeoutMs,
      signal: this.context.signal,
      asker: this.context.asker,
    });
    const reading = async () => {
      for await (const chunk of chunks) {
        if (chunk.kind === 'columns') columns.push(...chunk.columns);
        else if (chunk.kind === 'rows') for (const row of chunk.rows) rows.push(row);
        else isCut = chunk.truncated;
      }
    };
    await this.context.watch.time('execute', reading);
    this.context.signal.throwIfAborted();
    return { ...drafted, columns, rows, isCut };
  }

  /** Fails with `value_not_found` where a statement compares a column with a text that it does not have. */
  async checkValues(draft: GuardedDraft): Promise<void> {
    const values = await checkValues(this.context, this.context.catalog, draft);
    if (values.check.outcome === 'failed') {
      const { suggestions } = values;
      throw new NoAnalysis(decline('value_not_found', values.check.detail, { suggestions }));
    }
    this.note(values.check);
  }

  /** Adds what was found; of checks of one name the worst stays. */
  note(check: Check): void {
    const known = this.found.get(check.name);
    if (!known || BADNESS[check.outcome] > BADNESS[known.outcome])
      this.found.set(check.name, check);
  }
}

const BADNESS: Readonly<Record<Check['outcome'], number>> = {
  skipped: 0,
  passed: 1,
  warning: 2,
  failed: 3,
};
