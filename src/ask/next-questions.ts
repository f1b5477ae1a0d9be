import type { AskContext } from '#src/ask/context.ts';
import { quantityInstead } from '#src/ask/counted-rows.ts';
import { abortable, startDeadline } from '#src/ask/deadline.ts';
import { grainTable } from '#src/ask/expression-labels.ts';
import { lineageOf } from '#src/ask/lineage.ts';
import { metricsUsed } from '#src/ask/metrics-used.ts';
import { onceAStatement } from '#src/ask/once-a-statement.ts';
import type { Answered } from '#src/ask/run-draft.ts';
import { columnOf, tableOf } from '#src/catalog/catalog-names.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { AggregateFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { rowOf } from '#src/query/functions.ts';
import { columnOf as soleColumn } from '#src/sql/nodes.ts';

/** Questions that an answer leads on to, at the most. */
const OFFERED_QUESTIONS = 3;

const candidatesOnce = onceAStatement<readonly string[]>();

/** A statement that an answer stands on. */
export interface LeadsOn {
  readonly facts: QueryFacts;
  readonly query: Query | null;
  /** Names of metrics that it is vouched to compute. */
  readonly metrics: readonly string[];
}

/**
 * Questions that lead on from an answer: the same measure (a metric by its name) by another dimension, over time, its
 * top groups. Only such that the planner answers, each of which stands alone. None where the look-up fails. Never
 * rejects: it is begun before the rows are read, and who does not get so far does not wait for it.
 */
export async function nextQuestions(
  context: AskContext,
  catalog: Catalog,
  from: LeadsOn,
): Promise<readonly string[]> {
  const { deps, state, signal, asker, varies } = context;
  const { question: asked, principal } = state.request;
  const about = { catalog, policy: principal.policy, asker };
  const limit = startDeadline(signal, deps.limits.nextQuestionsMs);
  try {
    const instead = quantityInstead(from.facts, from.query, asked, catalog);
    const candidates = [...(instead ? [instead] : []), ...candidatesAfter(from, catalog)];
    const questions = candidates.filter(
      (question) => question.toLowerCase() !== asked.trim().toLowerCase(),
    );
    if (questions.length === 0) return [];
    const wanted = { questions, atMost: OFFERED_QUESTIONS, now: deps.clock.now() };
    const asking = deps.planning.answerable(about, wanted, limit.signal);
    return await abortable(asking, limit.signal);
  } catch (error) {
    varies();
    if (!limit.signal.aborted) deps.log.warn({ err: error }, 'no next questions');
    return [];
  } finally {
    limit.clear();
  }
}

/** The answer with a question that is offered before the others that lead on from it. */
export function offeringFirst(
  question: string,
  outcome: Answered,
  others: Promise<readonly string[]>,
): Answered {
  const next = others.then((questions) =>
    [...new Set([question, ...questions])].slice(0, OFFERED_QUESTIONS),
  );
  return { ...outcome, draft: { ...outcome.draft, next } };
}

/** Candidates, best first, over the rows of the answer: a question that left its filter would be of other rows. */
function candidatesAfter({ facts, query, metrics }: LeadsOn, catalog: Catalog): readonly string[] {
  const used = metricsUsed(query, catalog).metrics.map(({ name }) => name);
  const [metric = null, second] = new Set([...used, ...metrics]);
  const only = second === undefined ? metric : null;
  return candidatesOnce(facts, catalog, only ?? '', () => {
    const { period, filters } = lineageOf(facts, catalog, null);
    const where = filters.length > 0 ? ` where ${filters.join(' and ')}` : '';
    const within = `${periodPhrase(period)}${where}`;
    return candidateQuestions(facts, catalog, only).map((question) => question + within);
  });
}

/** The period of the answer as the end of a question, where it is one that people name; else nothing. */
function periodPhrase(period: string): string {
  return /^(?:\d{4}|Q[1-4] \d{4}|[A-Z][a-z]+ \d{4})$/.test(period) ? ` in ${period}` : '';
}

/** Candidates, best first; the planner has the last word. `metric`: the one that the answer computes, by its name. */
function candidateQuestions(
  facts: QueryFacts,
  catalog: Catalog,
  metric: string | null,
): readonly string[] {
  const aggregate = facts.root.outputs.flatMap(({ aggregates }) => aggregates)[0];
  const measure = aggregate && (metric ?? measureText(aggregate, facts, catalog));
  if (!measure) return [];
  const tables = facts.tables.flatMap((name) => tableOf(catalog, name) ?? []);
  const { groupBy, filters } = facts.root;
  const picked = filters.filter(({ op }) => op === '=');
  const taken = new Set([...groupBy, ...picked].flatMap(({ columns }) => columns.map(key)));
  const columns = tables.flatMap((table) =>
    table.columns
      .filter(({ hidden, sensitive }) => !hidden && !sensitive)
      .map((column) => ({ table: table.name, column })),
  );
  const dimensions = columns.filter(
    ({ table, column }) =>
      column.kind === 'dimension' &&
      !taken.has(key({ table, column: column.name })) &&
      between(column.profile?.distinctCount ?? 0, 2, 50),
  );
  const time = columns.find(({ column }) => column.kind === 'time');
  const byTime = time && !facts.root.groupBy.some(({ dateUnit }) => dateUnit !== null);
  return [
    ...dimensions.slice(0, 2).map(({ column }) => `${measure} by ${column.label}`),
    ...(byTime ? [`${measure} by month`] : []),
    ...dimensions
      .filter(({ column }) => (column.profile?.distinctCount ?? 0) > 5)
      .slice(0, 1)
      .map(({ column }) => `top 5 ${column.label} by ${measure}`),
  ];
}

function measureText(
  { fn, arg, distinct }: AggregateFacts,
  facts: QueryFacts,
  catalog: Catalog,
): string | null {
  if (fn === 'count') {
    const counted = arg?.column?.table ?? grainTable(facts, catalog);
    return counted === null ? null : `number of ${tableOf(catalog, counted)?.label ?? counted}`;
  }
  const [word] = rowOf(fn)?.asked ?? [];
  const over = arg && soleColumn(arg.node);
  const column = over && columnOf(catalog, over);
  return word && column && !distinct ? `${word} ${column.label}` : null;
}

const key = ({ table, column }: { readonly table: string; readonly column: string }) =>
  `${table}.${column}`.toLowerCase();

const between = (value: number, low: number, high: number) => value >= low && value <= high;
