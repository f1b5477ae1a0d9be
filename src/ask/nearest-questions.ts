import type { AskContext } from '#src/ask/context.ts';
import { abortable, startDeadline } from '#src/ask/deadline.ts';
import type { Failure } from '#src/ask/failures.ts';
import { foldToLemmas } from '#src/catalog/fold.ts';
import { reachedColumns } from '#src/catalog/reach.ts';
import { starterQuestions } from '#src/catalog/starter-questions.ts';
import type { DeclineReason } from '#src/planner/plan.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import { isFiltered } from '#src/principal.ts';
import { readableCatalog } from '#src/sql/guard-policy.ts';

const OFFERED = 3;
/** Candidates that the planner is asked about. */
const TRIED = 12;
/** Groups that are worth a look. */
const MAX_GROUPS = 50;
/** Reasons that another question of the same data is a way on from. */
const WAYS_ON: ReadonlySet<DeclineReason> = new Set([
  ...(['not_in_data', 'ambiguous', 'value_not_found', 'out_of_scope'] as const),
  'unsupported_question',
]);

/**
 * The failure with the nearest questions that have an answer, where nothing is offered yet: of the measures, things and
 * groups that the question names, else of those that stand out. Each in place of the whole question. Names of the
 * catalog alone, so that they tell no more of the data than its schema. Unchanged where the look-up fails.
 */
export async function withNearest(
  context: AskContext,
  catalog: Catalog,
  failure: Failure,
): Promise<Failure> {
  if (failure.suggestions.length > 0 || !failure.declineReason) return failure;
  if (!WAYS_ON.has(failure.declineReason)) return failure;
  const { deps, state, signal, asker } = context;
  const { question, principal } = state.request;
  const { policy } = principal;
  const about = { catalog, policy, asker };
  const near = nearestCandidates(question, readableCatalog(catalog, policy));
  // They name years of the data, which a filter may hide.
  const starters = isFiltered(policy, catalog) ? [] : starterQuestions(catalog);
  const candidates = [...new Set([...near, ...starters])].slice(0, TRIED);
  const limit = startDeadline(signal, deps.limits.nextQuestionsMs);
  try {
    const wanted = { questions: candidates, atMost: OFFERED, now: deps.clock.now() };
    const found = await abortable(
      deps.planning.answerable(about, wanted, limit.signal),
      limit.signal,
    );
    return { ...failure, suggestions: found.map((resolved) => ({ raw: question, resolved })) };
  } catch (error) {
    if (!limit.signal.aborted) deps.log.warn({ err: error }, 'no nearest questions');
    return failure;
  } finally {
    limit.clear();
  }
}

interface Scored<T> {
  readonly of: T;
  readonly score: number;
}

/** Questions over what the question names, those that share most words with it first; the planner has the last word. */
function nearestCandidates(question: string, catalog: Catalog): readonly string[] {
  const words = new Set(foldToLemmas(question).split(' '));
  const score = (label: string) => likeness(label, words);
  const tables = catalog.tables
    .filter(({ coveredBy }) => coveredBy === undefined)
    .map((table) => ({ of: table, score: scoreOf(table, score) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score);
  const near = tables.flatMap(({ of: table, score: base }) =>
    aboutTable(table, catalog, score).map((one) => ({ ...one, score: one.score + base / 10 })),
  );
  const ranked = near.sort((a, b) => b.score - a.score).map(({ of }) => of);
  return ranked;
}

function scoreOf(table: CatalogTable, score: (label: string) => number): number {
  const columns = table.columns.filter(isShown).map(({ label }) => score(label));
  return score(table.label) + Math.max(0, ...columns);
}

function aboutTable(
  table: CatalogTable,
  catalog: Catalog,
  score: (label: string) => number,
): Scored<string>[] {
  const measures = table.columns.filter(isShown).flatMap((column): Scored<string>[] => {
    if (column.kind !== 'measure') return [];
    const word = column.additive === true ? 'total' : 'average';
    return [{ of: `${word} ${column.label}`, score: score(column.label) }];
  });
  const count = { of: `number of ${table.label}`, score: score(table.label) };
  const groups = reachedColumns(catalog, table)
    .filter(({ column, table: owner }) => isShown(column) && isGroup(column, owner))
    .map(({ column }) => ({ of: column.label, score: score(column.label) }));
  const time = table.columns.some(({ kind, hidden }) => kind === 'time' && !hidden);
  const by = [...groups, ...(time ? [{ of: 'month', score: score('month') }] : [])]
    .sort((a, b) => b.score - a.score)
    .slice(0, 2);
  const asked = [...measures, count].filter((one) => one.score > 0 || one === count);
  return asked.flatMap((one) => [
    one,
    ...by.map((group) => ({ of: `${one.of} by ${group.of}`, score: one.score + group.score })),
  ]);
}

const isShown = ({ hidden, sensitive }: CatalogColumn) => !hidden && !sensitive;

/** Whether several rows share most of its values. */
const isGroup = ({ kind, profile }: CatalogColumn, { rowCount }: CatalogTable) =>
  kind === 'dimension' &&
  profile !== null &&
  profile.distinctCount > 1 &&
  profile.distinctCount <= Math.min(MAX_GROUPS, rowCount / 2);

/** The share of a name's words that are said: whole, or by a beginning that both have. */
function likeness(label: string, words: ReadonlySet<string>): number {
  const parts = foldToLemmas(label).split(' ');
  const said = parts.map((part) =>
    words.has(part) ? 1 : [...words].some((word) => beginAlike(word, part)) ? 0.5 : 0,
  );
  return said.reduce<number>((sum, one) => sum + one, 0) / parts.length;
}

const ALIKE = 4;

const beginAlike = (one: string, other: string) =>
  one.length >= ALIKE && other.length >= ALIKE && one.slice(0, ALIKE) === other.slice(0, ALIKE);
