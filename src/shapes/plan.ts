import { rememberedLookup } from '#src/catalog/value-lookup.ts';
import { type Language, languageOf } from '#src/language/recognise.ts';
import { withNames } from '#src/planner/named-references.ts';
import type { Plan, Planner, PlanRequest } from '#src/planner/plan.ts';
import { restate } from '#src/planner/restate.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { askedWords, isSameOption, type Option, type Ref, type ValueRef } from '#src/read/ask.ts';
import { complexityOf } from '#src/read/complexity.ts';
import { correctedOf, doesAll, plan as planByRules, questionOf } from '#src/read/plan.ts';
import type { Question } from '#src/read/question.ts';
import { type Model, probabilityOf } from '#src/shapes/boosted-trees.ts';
import {
  type Candidates,
  candidatesFor,
  exampleIndex,
  type Group,
  type Proposal,
} from '#src/shapes/candidates.ts';
import { featuresOf } from '#src/shapes/features.ts';
import { taughtBy } from '#src/shapes/lessons.ts';
import { BROADER_COST, CLOSE_COST } from '#src/shapes/related-words.ts';
import { WEIGHTS } from '#src/shapes/weights.ts';
import type { WordClass } from '#src/shapes/word-weights.ts';

/** Queries that are ranked, cheapest first. */
export const MOST_RANKED = 8;
/** Below it nothing is proposed, whatever the setting says. */
const LOWEST = 0.5;
/** How much less probable every other query must be. */
export const APART = 0.15;
/** How sure a query is that differs from an approved one by what the question names. */
const LEARNED = 0.97;

/** Languages of our examples; a text of names alone is of none. */
const READ: ReadonlySet<Language | null> = new Set<Language | null>(['en', null]);

type Declined = Extract<Plan, { kind: 'decline' }>;

let model: Model | null = null;

function rankingModel(): Model {
  model ??= JSON.parse(WEIGHTS) as Model;
  return model;
}

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
  const request = { ...asked, values: rememberedLookup(asked.values) };
  const planned = planByRules(request);
  if (planned.kind !== 'decline' || request.history.length > 0) return planned;
  const taught = planByLesson(request, planned);
  if (taught) return taught;
  const stands = !planned.unread || !READ.has(languageOf(request.question));
  if (stands) return planned;
  return planByExample(request, planned) ?? planCorrected(request, planned) ?? planned;
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
  const [best, next] = candidates ? ranked(candidates) : [];
  if (!candidates || !best || best.probability < LOWEST) return null;
  if (next && best.probability - next.probability < APART) return null;
  if (!isComplete(best.group, candidates)) return null;
  const [first] = best.group.proposals;
  const named = withNames(best.group.query, candidates.schema, askedWords(first!.ask));
  const { query } = named;
  const asked = questionOf(request);
  if (asked && !doesAll(asked, query, candidates.schema)) return null;
  const assumptions = named.told(best.group.assumptions);
  return {
    ...{ kind: 'query', query, restatement: restate(query, request.catalog), breakdown: null },
    assumptions: [
      ...assumptions,
      ...readAs(best.group, request.catalog),
      ...passedOver(best.group, candidates),
    ],
    confidence: Math.round(100 * best.probability) / 100,
    complexity: complexityOf(query),
    heldTo: request.question,
    byExample: { otherwise },
  };
}

/** Queries with the probability that they are meant, most probable first. */
function ranked(candidates: Candidates): readonly { group: Group; probability: number }[] {
  const weights = rankingModel();
  return candidates.groups
    .slice(0, MOST_RANKED)
    .map((group) => ({ group, probability: probabilityOf(weights, featuresOf(group, candidates)) }))
    .toSorted((a, b) => b.probability - a.probability);
}

/** Whether something that proposes a query leaves nothing unread that is asked for, and takes no word for something wider. */
export function isComplete({ proposals, query }: Group, candidates: Candidates): boolean {
  const { question } = candidates;
  const { alias } = query.from;
  // `movies never reviewed by Ann` are not those that somebody else reviewed.
  const isDenied = query.where.some(
    (one) =>
      one.kind === 'compare' &&
      one.op === '<>' &&
      one.left.kind === 'column' &&
      one.left.alias !== alias,
  );
  if (isDenied || question.tokens.some((_, at) => isOnlyWider(at, question))) return false;
  return proposals.some(
    (one) =>
      one.unread.every((at) => mayBeUnread(at, one, candidates)) &&
      !passesOverBeforeDenial(one, candidates) &&
      [...one.choice.refs].every(([ref, taken]) => isOnlyRole(ref, taken, candidates)) &&
      [...one.choice.refs.values()].every(isClose) &&
      [...one.choice.values].every(([value, { table, column }]) =>
        isPlainValue(value, `${table}\0${column}`, question),
      ),
  );
}

/** Whether words are no part of a longer value, and no value of another column of rows that are spoken of. */
function isPlainValue({ from, to, options }: ValueRef, taken: string, question: Question): boolean {
  if (question.valueRefs(from).some((other) => other.to > to)) return false;
  const cost = options.find(({ table, column }) => `${table}\0${column}` === taken)?.cost ?? 0;
  const [home] = taken.split('\0');
  const rivals = options.filter((one) => one.table !== home && one.cost <= cost + CLOSE_VALUES);
  return !rivals.some(({ table }) => isNamed(table, question));
}

/** What the cost of two values may differ by that are as likely. */
const CLOSE_VALUES = 0.05;

const isNamed = (table: string, question: Question): boolean =>
  question.tokens.some((_, at) =>
    question
      .refs(at)
      .some(({ options }) => options.some((one) => one.kind === 'table' && one.table === table)),
  );

/** `students who registered but did not attend`: what stands before a denial is asked for, too. */
function passesOverBeforeDenial({ unread }: Proposal, { classes, question }: Candidates): boolean {
  const { functionWords, negations } = question.language;
  const denial = question.tokens.findIndex((_, at) => question.phrase(at, negations) !== null);
  return unread.some(
    (at) =>
      at > 0 &&
      at < denial &&
      classes[at] === 'verb' &&
      !functionWords.lightVerbs.has(question.word(at)),
  );
}

/** Whether no other column that refers to the same rows is named as well: `employee ids`, of who wrote it and who read it. */
function isOnlyRole({ options }: Ref, taken: Option, { schema }: Candidates): boolean {
  const targetOf = (one: Option) =>
    one.kind === 'column' && one.columns.length === 1
      ? schema.references.get(`${one.table}\0${one.columns[0].name}`)
      : undefined;
  const target = targetOf(taken);
  return (
    target === undefined ||
    options.every(
      (one) =>
        one.table !== taken.table ||
        isSameOption(one, taken) ||
        targetOf(one) !== target ||
        one.cost > taken.cost + CLOSE_VALUES,
    )
  );
}

/**
 * Rows are those that their name or a word of the same meaning says, not one part of it (`tourists` are no tourist attractions);
 * a column may be one that a word is derived from.
 */
const isClose = ({ kind, evidence, cost }: Option): boolean =>
  evidence === 'related'
    ? cost < (kind === 'table' ? CLOSE_COST : BROADER_COST)
    : kind !== 'table' || evidence !== 'part';

/** `engineers` where there are persons: not all of them are meant. */
function isOnlyWider(at: number, question: Question): boolean {
  const options = question.refs(at).flatMap((ref) => ref.options);
  return (
    options.length > 0 &&
    options.every(({ kind, evidence, cost }) => {
      return kind === 'table' && evidence === 'related' && cost >= BROADER_COST;
    }) &&
    question.valueRefs(at).length === 0
  );
}

/**
 * Names, numbers and words of the grammar are asked for. So are nouns that stand for themselves (`the names of the goods`),
 * and what stands before a name (`female people`); what follows a column only says of what kind it is (`time section`).
 */
function mayBeUnread(
  at: number,
  { unread, choice }: Proposal,
  { classes, question }: Candidates,
): boolean {
  const own = classes[at];
  if (own === 'named' || own === 'operator') return false;
  if (own !== 'unknown' && own !== 'hinted') return true;
  if (NAMING.has(classes[at + 1]) && !unread.includes(at + 1)) return false;
  const followsColumn = [...choice.refs].some(
    ([{ from, to }, { kind }]) => to === at && kind === 'column' && !question.isAsking(from),
  );
  return followsColumn || question.language.verbs.isVerbForm(question.word(at)) === true;
}

const NAMING: ReadonlySet<WordClass | undefined> = new Set<WordClass | undefined>([
  ...(['unknown', 'hinted', 'named'] as const),
]);

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

/** Words that nothing was read in, told. */
function passedOver({ proposals }: Group, { question, classes }: Candidates): readonly string[] {
  const told = proposals[0]!.unread.filter(
    (at) => classes[at] === 'unknown' || classes[at] === 'hinted',
  );
  const texts = told.map((at) => `"${question.tokens[at]!.text}"`);
  return texts.length > 0 ? [`Nothing was read in ${texts.join(', ')}.`] : [];
}
