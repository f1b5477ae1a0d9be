import { keyOf, wordsOf } from '#src/catalog/name-keys.ts';
import { withRevenue } from '#src/catalog/revenue.ts';
import { withChosenOptions } from '#src/planner/chosen-options.ts';
import type { Plan, Planner, PlanRequest } from '#src/planner/plan.ts';
import { tokenize } from '#src/planner/tokens.ts';
import type { Catalog, CatalogColumn, CatalogMetric } from '#src/plugin-api/catalog.ts';

/**
 * A planner over a catalog and the revenue that it implies. Where revenue can be computed in two ways, the second answers
 * what the first doesn't. Where a metric is called `net revenue`, the question is asked back.
 */
export const overImplied = (planOne: Planner): Planner => {
  const plan: Planner = (asked) => {
    const isReply = asked.history.length > 0 && asked.catalog.meaning?.metrics.length;
    const request = isReply ? withChosenOptions(asked, plan) : asked;
    const planned = overAll(request, planOne);
    return planned.kind === 'query' ? (whichRevenue(request, planOne) ?? planned) : planned;
  };
  return plan;
};

function overAll(asked: PlanRequest, planOne: Planner): Plan {
  const [request, ...others] = withRevenue(asked.catalog).map((catalog) =>
    catalog === asked.catalog ? asked : { ...asked, catalog },
  );
  const planned = planOne(request!);
  if (!namesImplied(request!)) return planned;
  const isOpen = planned.kind === 'decline' || countsWhole(planned);
  const again = isOpen ? others.map(planOne).find(isAnsweredInPart) : undefined;
  return again ?? (countsWhole(planned) ? OF_PARTS : planned);
}

/**
 * Asks whether `revenue` is the metric that is called `net revenue`, or the column that it is computed of without one;
 * null where both aren't answered.
 */
function whichRevenue(asked: PlanRequest, planOne: Planner): Plan | null {
  const [catalog] = withRevenue(asked.catalog);
  const metrics = catalog?.meaning?.metrics ?? [];
  const implied = metrics.find((one) => one.implied);
  const plain = implied && columnOf(implied, asked.catalog);
  if (!plain) return null;
  const tokens = tokenize(asked.question);
  const said = tokens.find(({ lower }) => namesOf(implied).includes(lower));
  const rivals = metrics.filter((one) =>
    namesOf(one).some((name) => wordsOf(name).length > 1 && wordsOf(name).at(-1) === said?.lemma),
  );
  const { question } = asked;
  const isWhole = rivals.some((one) =>
    namesOf(one).some((name) => keyOf(wordsOf(question)).includes(keyOf(wordsOf(name)))),
  );
  if (!said || rivals.length === 0 || isWhole) return null;
  const before = tokens[tokens.indexOf(said) - 1];
  const start = before?.lower === 'total' ? before.start : said.start;
  const labels = [...rivals.map(({ name }) => name), `total ${plain.label}`];
  const options = labels.map((label) => ({
    label,
    question: question.slice(0, start) + label + question.slice(said.end),
  }));
  const isAnswered = (one: { readonly question: string }) =>
    planOne({ ...asked, question: one.question }).kind === 'query';
  return options.every(isAnswered)
    ? { kind: 'clarify', question: `What does "${said.text}" mean?`, options }
    : null;
}

/** The only column that a metric is computed of. */
function columnOf({ table, expression }: CatalogMetric, { tables }: Catalog): CatalogColumn | null {
  const [part, second] = expression.flatMap((one) => (typeof one === 'string' ? [] : [one.column]));
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  return second === undefined ? (columns.find(({ name }) => name === part) ?? null) : null;
}

const namesOf = ({ name, synonyms }: CatalogMetric): readonly string[] => [name, ...synonyms];

/** Whether a question asks for a number that its catalog only implies. */
const namesImplied = ({ question, catalog }: PlanRequest): boolean => {
  const words = wordsOf(question);
  return (catalog.meaning?.metrics ?? []).some(
    (metric) => metric.implied && namesOf(metric).some((one) => words.includes(wordsOf(one)[0]!)),
  );
};

const isAnsweredInPart = (planned: Plan): boolean =>
  planned.kind !== 'decline' && !countsWhole(planned);

/** `revenue of lamps`, computed of whole orders that have a lamp among other things. */
const countsWhole = (planned: Plan): boolean =>
  planned.kind === 'query' &&
  planned.query.kind === 'select' &&
  planned.query.select.some(({ expr }) => expr.kind === 'fragment') &&
  planned.query.where.some((one) => one.kind === 'exists' && !one.negated);

const OF_PARTS: Plan = {
  ...{ kind: 'decline', reason: 'unsupported_question', suggestions: [] },
  text: 'The data only has amounts for whole rows, but the question asks for part of a row.',
};
