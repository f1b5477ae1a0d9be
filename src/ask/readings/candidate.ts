import type { SourceContext } from '#src/ask/context.ts';
import { type Draft, guardSql } from '#src/ask/draft.ts';
import { noSafeSql } from '#src/ask/failures.ts';
import { draftPlanOf } from '#src/ask/model/draft-plan.ts';
import type { ModelReply } from '#src/ask/model/reply.ts';
import { computedColumns, pairByLineage, pairByValues } from '#src/ask/readings/same-columns.ts';
import {
  asPeriods,
  DIGITS,
  type Rows,
  sameRows,
  withoutRepeats,
} from '#src/ask/readings/same-rows.ts';
import { isList, sameThings } from '#src/ask/readings/same-things.ts';
import { type Answered, failed, runDraft, type Text2SqlOutcome } from '#src/ask/run-draft.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { isFiltered } from '#src/principal.ts';
import { callsIn, numberOf } from '#src/sql/nodes.ts';

/** What a model's statement came to. */
export type Tried =
  | {
      readonly ok: true;
      readonly reply: ModelReply;
      /** The model that wrote the statement. */
      readonly writer: string | null;
      readonly outcome: Extract<Text2SqlOutcome, { kind: 'answered' | 'drafted' }>;
    }
  /** What is answered when no better statement comes, and what the model is told of it. */
  | {
      readonly ok: false;
      readonly reply: ModelReply;
      readonly instead: Text2SqlOutcome;
      readonly problem: string;
    };

/** Judges, checks and runs a model's statement like any other. */
export async function tryStatement(context: SourceContext, reply: ModelReply): Promise<Tried> {
  const { catalog, deps, state, emit } = context;
  context.use.attempts += 1;
  const writer = context.use.model;
  emit({ event: 'status', stage: 'checking_sql' });
  const { maxResultRows } = deps.limits;
  const guarded = await context.watch.time('guard', () =>
    guardSql(context, reply.sql, maxResultRows),
  );
  if ('refused' in guarded) {
    const instead = failed(noSafeSql(guarded.refused));
    return { ok: false, reply, instead, problem: guarded.refused };
  }
  const plan = draftPlanOf(reply, state.request.question, guarded.checked.facts, catalog);
  const draft: Draft = { ...guarded, plan };
  try {
    const outcome = await runDraft(context, draft);
    if (outcome.kind === 'answered' || outcome.kind === 'drafted')
      return { ok: true, reply, writer, outcome };
    const problem = outcome.kind === 'failed' ? outcome.failure.message : '';
    return { ok: false, reply, instead: outcome, problem };
  } catch (error) {
    if (!(error instanceof SourceError) || error.kind !== 'query') throw error;
    // Under a row filter an engine's text may tell of rows of others: the model is not told it either.
    const filtered = isFiltered(state.request.principal.policy, catalog);
    const problem = filtered ? 'it failed when it ran' : error.message;
    return { ok: false, reply, instead: failed(noSafeSql(error.message), draft), problem };
  }
}

/**
 * Whether two answers hold the same rows, with columns that are made of the same; null where one has more than an answer may
 * show. Without `repeats` each row counts once.
 */
export async function agree(
  context: SourceContext,
  left: Answered,
  right: Answered,
  { repeats = true } = {},
): Promise<boolean | null> {
  if (repeats && left.result.totalRows !== right.result.totalRows) return false;
  const rows = await Promise.all([left, right].map((one) => allRows(context, one)));
  const [first, second] = rows;
  const pair = pairByLineage(left.draft.checked.facts, right.draft.checked.facts);
  const digits = Math.min(roundedTo(left), roundedTo(right));
  if (!first || !second) return null;
  const [own, others] = [asPeriods(first, unitsOf(left)), asPeriods(second, unitsOf(right))];
  return repeats
    ? sameRows(own, others, pair, digits)
    : sameRows(withoutRepeats(own), withoutRepeats(others), pair, digits);
}

/** Whether two answers give the same numbers for the same things, told by their key in one of them and by their name in the other. */
export async function tellSameThings(
  context: SourceContext,
  left: Answered,
  right: Answered,
): Promise<boolean> {
  const places = sameThings(left.draft.checked.facts, right.draft.checked.facts, context.catalog);
  if (!places || left.result.totalRows !== right.result.totalRows) return false;
  const rows = await Promise.all([left, right].map((one) => allRows(context, one)));
  const [own, others] = rows.map((one, side) =>
    one?.map((row) => row.filter((_, at) => at !== places[side])),
  );
  const digits = Math.min(roundedTo(left), roundedTo(right));
  return own !== undefined && others !== undefined && sameRows(own, others, pairByValues, digits);
}

/** Whether an answer lists each row once that another one lists, too, some of them repeatedly. */
export const listsOnce = async (
  context: SourceContext,
  once: Answered,
  repeated: Answered,
): Promise<boolean> =>
  [once, repeated].every(({ draft }) => isList(draft.checked.facts)) &&
  once.result.totalRows < repeated.result.totalRows &&
  (await agree(context, once, repeated, { repeats: false })) === true;

/** Whether the rows of one answer, which another one agrees with, show no number that the other does not. */
export function confirms(other: Answered, shown: Answered): boolean {
  const [own, others] = [shown, other].map(({ draft }) => computedColumns(draft.checked.facts));
  return own! <= others!;
}

/** The period that each column stands for the start of. */
const unitsOf = ({ draft }: Answered) =>
  draft.checked.facts.root.outputs.map(({ dateUnit }) => dateUnit);

/** To how many digits behind the point the numbers of an answer are compared: fewer where its statement rounds to them. */
function roundedTo({ draft }: Answered): number {
  const digits = draft.checked.facts.root.outputs
    .flatMap(({ node }) => callsIn(node, ROUND))
    .map(({ args: [, to] }) => (to ? numberOf(to) : 0) ?? DIGITS);
  return Math.max(0, Math.min(DIGITS, ...digits));
}

const ROUND: ReadonlySet<string> = new Set(['round']);

/** All rows of an answer, also where it carries only the first of them itself. */
async function allRows(
  { source, deps, signal, asker }: SourceContext,
  { result, draft }: Answered,
): Promise<Rows | null> {
  if (!result.truncated) return result.rows;
  const { maxRows, maxAnswerBytes: maxBytes, queryTimeoutMs: timeoutMs } = deps.limits;
  if (result.totalRows > maxRows) return null;
  const rows: Rows[number][] = [];
  const options = { maxRows, maxBytes, timeoutMs, signal, asker };
  for await (const chunk of source.query(draft.checked.guarded, options))
    if (chunk.kind === 'rows') rows.push(...chunk.rows);
    else if (chunk.kind === 'end' && chunk.truncated) return null;
  return rows;
}
