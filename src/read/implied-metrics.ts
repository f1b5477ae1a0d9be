import { wordsOf } from '#src/catalog/name-keys.ts';
import { withRevenue } from '#src/catalog/revenue.ts';
import type { Plan, Planner, PlanRequest } from '#src/planner/plan.ts';

/**
 * A planner over what a catalog says, and the revenue that this implies. Where that can be computed in two ways, the second
 * answers what the first does not.
 */
export const overImplied =
  (planOne: Planner): Planner =>
  (asked) => {
    const [request, ...others] = withRevenue(asked.catalog).map((catalog) =>
      catalog === asked.catalog ? asked : { ...asked, catalog },
    );
    const planned = planOne(request!);
    if (!namesImplied(request!)) return planned;
    const isOpen = planned.kind === 'decline' || countsWhole(planned);
    const again = isOpen ? others.map(planOne).find(isAnsweredInPart) : undefined;
    return again ?? (countsWhole(planned) ? OF_PARTS : planned);
  };

/** Whether a question asks for a number that its catalog only implies. */
const namesImplied = ({ question, catalog }: PlanRequest): boolean => {
  const words = wordsOf(question);
  return (catalog.meaning?.metrics ?? []).some(
    ({ implied, name, synonyms }) =>
      implied && [name, ...synonyms].some((one) => words.includes(wordsOf(one)[0]!)),
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
