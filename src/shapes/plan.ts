import { type Language, languageOf } from '#src/language/recognise.ts';
import type { Plan, Planner, PlanRequest } from '#src/planner/plan.ts';
import { restate } from '#src/planner/restate.ts';
import { plan as planByRules } from '#src/read/plan.ts';
import type { Alignment } from '#src/shapes/align.ts';
import { type Model, probabilityOf } from '#src/shapes/boosted-trees.ts';
import { type Candidates, candidatesFor, type Group } from '#src/shapes/candidates.ts';
import { featuresOf } from '#src/shapes/features.ts';
import { taughtBy } from '#src/shapes/lessons.ts';
import { WEIGHTS } from '#src/shapes/weights.ts';
import type { WordClass } from '#src/shapes/word-weights.ts';

/** Queries that are ranked, cheapest first. */
const MOST_RANKED = 8;
/** Below it nothing is proposed, whatever the setting says. */
const LOWEST = 0.5;
/** How much less probable every other query must be. */
const APART = 0.15;
/** How sure a query is that differs from an approved one by what the question names. */
const LEARNED = 0.97;

/** Languages of our examples; a text of names alone is of none. */
const READ: ReadonlySet<Language | null> = new Set<Language | null>(['en', null]);

type Declined = Extract<Plan, { kind: 'decline' }>;

let model: Model | null = null;

/**
 * The built-in planner with the examples: what the rules answer, ask back or doubt stands. Where they only met a wording
 * that they do not know, the question is read by the examples that are nearest to it.
 */
export const plan: Planner = (request) => {
  const planned = planByRules(request);
  if (planned.kind !== 'decline' || request.history.length > 0) return planned;
  const taught = planByLesson(request, planned);
  if (taught) return taught;
  const stands = !planned.unread || !READ.has(languageOf(request.question));
  return stands ? planned : (planByExample(request, planned) ?? planned);
};

/** The plan of a question that differs from an approved one by what it names. */
function planByLesson(request: PlanRequest, otherwise: Declined): Plan | null {
  const taught = request.lessons?.length ? taughtBy(request, request.lessons) : null;
  if (!taught) return null;
  const { query, lesson } = taught;
  return {
    ...{ kind: 'query', query, restatement: restate(query, request.catalog), breakdown: null },
    assumptions: [`The question was read as the approved example "${lesson.question}" is.`],
    ...{ confidence: LEARNED, complexity: 'medium', byExample: { otherwise } },
  };
}

function planByExample(request: PlanRequest, otherwise: Declined): Plan | null {
  const candidates = candidatesFor(request);
  const [best, next] = candidates ? ranked(candidates) : [];
  if (!candidates || !best || best.probability < LOWEST) return null;
  if (next && best.probability - next.probability < APART) return null;
  if (!isWhole(best.group, candidates)) return null;
  const { query, assumptions } = best.group;
  return {
    ...{ kind: 'query', query, restatement: restate(query, request.catalog), breakdown: null },
    assumptions: [...assumptions, ...passedOver(best.group, candidates)],
    confidence: Math.round(100 * best.probability) / 100,
    complexity:
      query.joins.length + query.groupBy.length + query.where.length > 2 ? 'hard' : 'medium',
    heldTo: request.question,
    byExample: { otherwise },
  };
}

/** Queries with the probability that they are meant, most probable first. */
function ranked(candidates: Candidates): readonly { group: Group; probability: number }[] {
  model ??= JSON.parse(WEIGHTS) as Model;
  const weights = model;
  return candidates.groups
    .slice(0, MOST_RANKED)
    .map((group) => ({ group, probability: probabilityOf(weights, featuresOf(group, candidates)) }))
    .toSorted((a, b) => b.probability - a.probability);
}

/** Whether the rules agree with an example that leaves nothing unread that may be asked for. */
const isWhole = ({ proposals }: Group, { classes }: Candidates): boolean =>
  proposals.some(({ by }) => by === 'rules') &&
  proposals.some(
    (one) =>
      one.by === 'example' &&
      one.alignment.skipped.every((at) => mayBeUnread(at, one.alignment, classes)),
  );

/** Names, numbers and words of the grammar are asked for, and so is what stands beside a name: `female people`, `movie reviews`. */
function mayBeUnread(
  at: number,
  { starts, ends }: Alignment,
  classes: readonly WordClass[],
): boolean {
  const own = classes[at];
  if (own === 'named' || own === 'operator') return false;
  if (own !== 'unknown' && own !== 'hinted') return true;
  return !ends.has(at) && !starts.has(at + 1) && classes[at - 1] !== 'operator';
}

/** Words that nothing was read in, told. */
function passedOver({ proposals }: Group, { question, classes }: Candidates): readonly string[] {
  const [best] = proposals;
  if (best?.by !== 'example') return [];
  const told = best.alignment.skipped.filter(
    (at) => classes[at] === 'unknown' || classes[at] === 'hinted',
  );
  const texts = told.map((at) => `"${question.tokens[at]!.text}"`);
  return texts.length > 0 ? [`Nothing was read in ${texts.join(', ')}.`] : [];
}
