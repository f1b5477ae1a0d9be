import { fallsBack } from '#src/ask/agents/model-sql.ts';
import type { Text2SqlOutcome } from '#src/ask/agents/run-draft.ts';
import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import { guardSql } from '#src/ask/draft.ts';
import { askModel } from '#src/ask/model/ask-model.ts';
import type { Check } from '#src/ask/types.ts';
import type { Catalog, CellValue } from '#src/plugin-api/catalog.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';

type Answered = Extract<Text2SqlOutcome, { kind: 'answered' }>;
type Rows = readonly (readonly CellValue[])[];

const NAME = 'second_reading';

/**
 * Lets a model read the question a second time, without the first reading, and compares the rows: agreement verifies a
 * checked answer, disagreement is a warning. Where the model or its statement fails, the answer stands as it was.
 */
export async function withSecondReading(
  context: AskContext,
  catalog: Catalog,
  outcome: Answered,
): Promise<Answered> {
  try {
    const second = await context.watch.time('second_reading', () => secondRows(context, catalog));
    return second ? { ...outcome, verification: compared(outcome, second) } : outcome;
  } catch (error) {
    if (fallsBack(error)) context.use.fallbackReason = error.kind;
    else if (!(error instanceof SourceError)) throw error;
    return outcome;
  }
}

async function secondRows(context: AskContext, catalog: Catalog): Promise<Rows | null> {
  const { deps, signal } = context;
  const reply = await askModel(context, catalog, null);
  if (!reply.answerable || reply.sql === '') return null;
  const source = await abortable(deps.sourceOf(catalog), signal);
  const { maxRows, maxResultBytes: maxBytes, queryTimeoutMs: timeoutMs } = deps.limits;
  const guarded = await guardSql(context, catalog, source, reply.sql, maxRows);
  if ('refused' in guarded) return null;
  const rows: (readonly CellValue[])[] = [];
  const options = { maxRows, maxBytes, timeoutMs, signal };
  for await (const chunk of source.query(guarded.checked.guarded, options))
    if (chunk.kind === 'rows') rows.push(...chunk.rows);
  return rows;
}

function compared({ result, verification }: Answered, second: Rows): Answered['verification'] {
  const first = result.rows.slice(0, second.length || undefined);
  const width = result.columns.length;
  const comparable =
    result.rows.length === result.totalRows && second.every((row) => row.length === width);
  const agree = comparable && same(first, second) && result.rows.length === second.length;
  const check: Check = {
    name: NAME,
    outcome: !comparable ? 'skipped' : agree ? 'passed' : 'warning',
    detail: !comparable
      ? 'A second, independent reading of the question shows other columns and could not be compared.'
      : agree
        ? 'A second, independent reading of the question gives the same rows.'
        : 'A second, independent reading of the question gives other rows: see whether the explanation says what you meant.',
  };
  const checks = [...verification.checks, check];
  if (check.outcome === 'warning')
    return { ...verification, status: 'warning', reason: check.detail, checks };
  const verified = check.outcome === 'passed' && verification.status === 'checked';
  return { ...verification, status: verified ? 'verified' : verification.status, checks };
}

/** Whether two results hold the same rows in any order; numbers to six digits behind the point. */
function same(left: Rows, right: Rows): boolean {
  const text = (rows: Rows) =>
    rows
      .map((row) => JSON.stringify(row.map(rounded)))
      .sort()
      .join('\n');
  return text(left) === text(right);
}

const rounded = (cell: CellValue) =>
  cell !== null && cell !== '' && typeof cell !== 'boolean' && Number.isFinite(Number(cell))
    ? Math.round(Number(cell) * 1e6) / 1e6
    : cell;
