import { meaningIn } from '#src/language/en/asking.ts';
import { countedLists, withListCells } from '#src/planner/list-cells.ts';
import type { Plan, Planner, PlanRequest, QueryPlan } from '#src/planner/plan.ts';
import { restate, restateInFull } from '#src/planner/restate.ts';
import { toldSharedNames } from '#src/planner/shared-names.ts';
import { toldUnmatched } from '#src/planner/unmatched-rows.ts';
import { toldCounts } from '#src/read/counts-past-column.ts';
import { withEmptyGroups } from '#src/read/empty-groups.ts';
import { taughtBy } from '#src/read/lessons/lessons.ts';
import { plan as planByRules, schemaOf } from '#src/read/plan.ts';
import { asRequested, prepared } from '#src/read/prepared.ts';
import { toldRanked } from '#src/read/ranked-rows.ts';

/** How sure a query is that differs from an approved one by what the question names. */
const LEARNED = 0.97;

/**
 * The built-in planner: what the rules answer or ask back stands. What they decline is read like an approved question of
 * which it is a sibling.
 */
export const plan: Planner = (asked) => {
  const request = prepared(asked);
  const planned = planMeant(request) ?? planAlone(request);
  const requested = planned.kind === 'decline' ? asRequested(request, asked) : null;
  const again = requested && planByRules(requested);
  return overItsRows(again?.kind === 'query' ? again : planned, request);
};

/** A plan that finds values in cells with several of them, and tells that, which rows its joins leave out, and what is one group or one number. */
function overItsRows(planned: Plan, { catalog, values, history }: PlanRequest): Plan {
  if (planned.kind !== 'query' || planned.query.kind !== 'select') return planned;
  const schema = schemaOf(catalog);
  const { tables } = schema;
  const counted = countedLists(planned.query, tables);
  if (counted)
    return {
      ...{ kind: 'decline', reason: 'unsupported_question', suggestions: [] },
      text: `Cells in ${counted.label} hold several values, so Plumbline can't count the different ones. Ask for a list of them.`,
    };
  const maySee = (cell: string): boolean => values.lookup(cell).some(({ value }) => value === cell);
  // `Bottom 3` behind an answer is of the groups that it showed.
  const within = history.length === 0 ? withEmptyGroups(planned.query, schema) : null;
  const { query, told } = withListCells(within?.query ?? planned.query, tables, maySee);
  const { assumptions } = planned;
  const more = [
    ...told,
    ...(within?.told ?? []),
    ...toldUnmatched(query, catalog),
    ...toldSharedNames(query, schema),
    ...toldCounts(query, schema),
    ...toldRanked(query, schema),
  ].filter((one) => !assumptions.includes(one));
  const isOther = within !== null && within.query !== planned.query;
  const restatement = isOther ? restate(within.query, catalog) : planned.restatement;
  return { ...planned, query, restatement, assumptions: [...assumptions, ...more] };
}

/** The plan of a question that says which of its readings is meant; null of any other. */
function planMeant(request: PlanRequest): QueryPlan | null {
  const said = meaningIn(request.question);
  if (!said) return null;
  const planned = planAlone({ ...request, question: said.question, history: [] });
  if (planned.kind !== 'query' || planned.query.kind !== 'select') return null;
  return restateInFull(planned.query, request.catalog) === said.meaning ? planned : null;
}

const planAlone: Planner = (request) => {
  const planned = planByRules(request);
  const isDone = planned.kind !== 'decline' || request.history.length > 0;
  return isDone ? planned : (planByLesson(request) ?? planned);
};

/** The plan of a question that differs from an approved one by what it names. */
function planByLesson(request: PlanRequest): QueryPlan | null {
  const taught = request.lessons?.length ? taughtBy(request, request.lessons) : null;
  if (!taught) return null;
  const { query, lesson } = taught;
  return {
    ...{ kind: 'query', query, restatement: restate(query, request.catalog), breakdown: null },
    assumptions: [`The question was read like the approved example "${lesson.question}".`],
    ...{ confidence: LEARNED, complexity: 'medium' },
  };
}
