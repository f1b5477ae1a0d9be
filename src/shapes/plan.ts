import { meaningIn } from '#src/language/en/asking.ts';
import { languageOf } from '#src/language/recognise.ts';
import { countedLists, withListCells } from '#src/planner/list-cells.ts';
import type { Meaning } from '#src/planner/meanings.ts';
import { withNames } from '#src/planner/named-references.ts';
import type { Plan, Planner, PlanRequest, QueryPlan } from '#src/planner/plan.ts';
import { restate } from '#src/planner/restate.ts';
import { toldSharedNames } from '#src/planner/shared-names.ts';
import { toldUnmatched } from '#src/planner/unmatched-rows.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import { askedWords } from '#src/read/ask.ts';
import { complexityOf } from '#src/read/complexity.ts';
import { toldCounts } from '#src/read/counts-past-column.ts';
import { withEmptyGroups } from '#src/read/empty-groups.ts';
import { lossOf } from '#src/read/losses.ts';
import {
  correctedOf,
  plan as planByRules,
  questionOf,
  schemaOf,
  toldOfReading,
  withAmounts,
} from '#src/read/plan.ts';
import { toldRanked } from '#src/read/ranked-rows.ts';
import {
  type Candidates,
  candidatesFor,
  exampleIndex,
  type Group,
} from '#src/shapes/candidates.ts';
import { isComplete } from '#src/shapes/complete.ts';
import { taughtBy } from '#src/shapes/lessons.ts';
import { meaningOf, meaningsOf, otherReadingOf, READ } from '#src/shapes/other-reading.ts';
import { asRequested, prepared } from '#src/shapes/prepared.ts';
import { APART, ranked, rankingModel } from '#src/shapes/ranking.ts';
import { planRowsMeant } from '#src/shapes/rows-meant.ts';

/** Below it nothing is proposed, whatever the setting says. */
const LOWEST = 0.5;
/** How sure a query is that differs from an approved one by what the question names. */
const LEARNED = 0.97;
/** How sure one is that was chosen among those that the question may mean. */
const CHOSEN = 0.9;

type Declined = Extract<Plan, { kind: 'decline' }>;

/** Reads examples and weights before a question needs them: some hundred milliseconds. */
export function prepareExamples(): void {
  exampleIndex();
  rankingModel();
}

/**
 * The built-in planner with the examples: what the rules answer, ask back or doubt stands. Where they only met a wording
 * that they do not know, the question is read by the examples that are nearest to it.
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
      text: `Cells of ${counted.label} hold several values: how many different ones there are is not known. Ask for the list of them.`,
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

/** What else a question may mean that `plan` planned as `query`, by examples and rules; null where they mean the same. */
export const otherReading = (asked: PlanRequest, query: SelectQuery): Meaning | null =>
  otherReadingOf(prepared(asked), query);

/** The plan of a question that says which of its readings is meant; null of any other. */
function planMeant(request: PlanRequest): QueryPlan | null {
  const said = meaningIn(request.question);
  if (!said) return null;
  const own = { ...request, question: said.question, history: [] };
  const planned = planAlone(own);
  const first = planned.kind === 'query' && planned.query.kind === 'select' ? planned : null;
  if (first && meaningOf(own, first.query as SelectQuery).restatement === said.meaning)
    return first;
  const meant = meaningsOf(own).find(({ restatement }) => restatement === said.meaning);
  return meant
    ? {
        ...{ kind: 'query', query: meant.query, restatement: meant.restatement, breakdown: null },
        ...{ assumptions: [], confidence: CHOSEN, complexity: complexityOf(meant.query) },
        heldTo: said.question,
      }
    : null;
}

const planAlone: Planner = (request) => {
  const planned = planByRules(request);
  if (planned.kind === 'query' || request.history.length > 0) return planned;
  if (planned.unread && READ.has(languageOf(request.question))) {
    const meant = planRowsMeant(request, planByRules);
    if (meant) return meant;
  }
  if (planned.kind === 'clarify') return planned;
  const taught = planByLesson(request, planned);
  if (taught) return taught;
  const stands = !planned.unread || !READ.has(languageOf(request.question));
  if (stands) return planned;
  const read = planByExample(request, planned) ?? planCorrected(request, planned);
  return read ? withAmounts(read, request) : planned;
};

/** The plan of a question that differs from an approved one by what it names. */
function planByLesson(request: PlanRequest, otherwise: Declined): Plan | null {
  const taught = request.lessons?.length ? taughtBy(request, request.lessons) : null;
  if (!taught) return null;
  const { query, lesson } = taught;
  return {
    ...{ kind: 'query', query, restatement: restate(query, request.catalog), breakdown: null },
    assumptions: [`The question was read like the approved example "${lesson.question}".`],
    ...{ confidence: LEARNED, complexity: 'medium', byExample: { otherwise } },
  };
}

/** The same of a question with typing errors, which are told. */
function planCorrected(request: PlanRequest, otherwise: Declined): Plan | null {
  const better = correctedOf(request);
  const planned = better && planByExample({ ...request, question: better.text }, otherwise);
  return planned?.kind === 'query'
    ? { ...planned, assumptions: [...better!.notes, ...planned.assumptions] }
    : null;
}

function planByExample(request: PlanRequest, otherwise: Declined): Plan | null {
  const candidates = candidatesFor(request);
  if (!candidates) return null;
  const asked = questionOf(request);
  // What loses something of the question is no rival of what does not.
  const [best, next] = ranked(candidates)
    .filter(({ probability }) => probability > LOWEST - APART)
    .map((one) => ({ ...one, named: namedOf(one.group, candidates) }))
    .filter(({ named }) => !asked || lossOf(asked, named.query, candidates.schema) === null);
  if (!best || best.probability < LOWEST) return null;
  if (next && best.probability - next.probability < APART) return null;
  if (!isComplete(best.group, candidates)) return null;
  const { named } = best;
  const { query } = named;
  const assumptions = [
    ...named.told(best.group.assumptions),
    ...readAs(best.group, request.catalog),
  ];
  return {
    ...{ kind: 'query', query, restatement: restate(query, request.catalog), breakdown: null },
    assumptions: [...assumptions, ...toldOfReading(request, query, assumptions)],
    confidence: Math.round(100 * best.probability) / 100,
    complexity: complexityOf(query),
    heldTo: request.question,
    byExample: { otherwise },
  };
}

/** A query that shows rows by their names, and what is told of that. */
const namedOf = ({ query, proposals: [first] }: Group, { schema }: Candidates) =>
  withNames(query, schema, askedWords(first!.ask));

/** What a dictionary's words were taken for, told. */
function readAs({ proposals }: Group, { tables }: Catalog): readonly string[] {
  const told = [...proposals[0]!.choice.refs].flatMap(([{ text }, one]) => {
    if (one.evidence !== 'related') return [];
    const name =
      one.kind === 'column'
        ? one.columns.map(({ label }) => label).join(' and ')
        : tables.find(({ name: table }) => table === one.table)!.label;
    return [`"${text}" was read as ${name}.`];
  });
  return [...new Set(told)];
}
