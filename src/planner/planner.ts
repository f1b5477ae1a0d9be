import { lemma } from '#src/catalog/fold.ts';
import { PERSONS } from '#src/language/en/grammar.ts';
import { showsSomebody } from '#src/planner/asked-people.ts';
import { averagesSingleRows, countsSingleRows } from '#src/planner/averaged-rows.ts';
import { withChosenOptions } from '#src/planner/chosen-options.ts';
import { askBack, clarify, TwoReadings } from '#src/planner/clarify.ts';
import { buildQuery } from '#src/planner/compile/build.ts';
import { atOnePeriod } from '#src/planner/compile/states-over-time.ts';
import { BuildContext, type BuildGround } from '#src/planner/compile-context.ts';
import { isContradictory } from '#src/planner/contradiction.ts';
import { answeredTurns, type Reading, readInContext } from '#src/planner/conversation.ts';
import { withoutCovered } from '#src/planner/covered-tables.ts';
import { dayFor } from '#src/planner/day.ts';
import { draftedNames } from '#src/planner/drafted-names.ts';
import { AskBack, attempt, Declined, type Frame, UnknownWord, Unread } from '#src/planner/frame.ts';
import { acrossGroups, groupsOfTotal } from '#src/planner/grammar/across.ts';
import { JoinGraph } from '#src/planner/joins.ts';
import { refuseKindsOfOthers, withKindsOnce } from '#src/planner/kinds.ts';
import { type Mention, readMentions } from '#src/planner/lattice.ts';
import { buildLexicon, type Lexicon } from '#src/planner/lexicon/lexicon.ts';
import { losesRole } from '#src/planner/lost-role.ts';
import { withNames } from '#src/planner/named-references.ts';
import { markNames, refuseDangling } from '#src/planner/named-words.ts';
import type { Plan, Planner, PlanRequest, PriorTurn, QueryPlan } from '#src/planner/plan.ts';
import { countThingsOnce } from '#src/planner/repeated-things.ts';
import { type Assignment, resolveFrame } from '#src/planner/resolve.ts';
import { restate } from '#src/planner/restate.ts';
import { planOfTimes } from '#src/planner/rival-times.ts';
import { namesSame } from '#src/planner/same-reading.ts';
import { refuseOneOfShape, type SameShape, sameShape } from '#src/planner/same-shape.ts';
import { refuse } from '#src/planner/scope-of-service.ts';
import { refuseBoundInName } from '#src/planner/since-columns.ts';
import { suggest } from '#src/planner/suggest.ts';
import { tokenize } from '#src/planner/tokens.ts';
import { withoutTotalRows } from '#src/planner/total-rows.ts';
import { passedVerbs, refuseUnmet } from '#src/planner/unmet.ts';
import { refuseUnclearPeople } from '#src/planner/which-people.ts';
import { ASKING, SUPERLATIVES } from '#src/planner/words.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Query, SelectQuery } from '#src/plugin-api/query.ts';

/** What planning needs of a catalog, made once for it. */
interface Prepared extends BuildGround {
  readonly lexicon: Lexicon;
  readonly shapes: SameShape;
  /** Whether the data changes between two looks of the catalog at it. */
  readonly live: boolean;
}

const prepared = new WeakMap<Catalog, Prepared>();
const MAX_TOKENS = 120;
/** Two readings this close in cost are equally good. */
const TIE = 0.12;

function prepare(catalog: Catalog): Prepared {
  const known = prepared.get(catalog);
  if (known) return known;
  const references = new Map(
    catalog.relationships
      .filter(({ from }) => from.columns.length === 1)
      .map(({ from, to }) => [
        `${from.table}\0${from.columns[0]}`,
        `${to.table}\0${to.columns[0]}`,
      ]),
  );
  const made = {
    lexicon: buildLexicon(catalog),
    graph: new JoinGraph(catalog),
    tables: new Map(catalog.tables.map((table) => [table.name, table])),
    references,
    shapes: sameShape(catalog),
    live: catalog.databaseId !== undefined,
    asOf: catalog.asOf,
  };
  prepared.set(catalog, made);
  return made;
}

/**
 * The built-in planner: a question becomes a query that computes exactly what was asked, or it is asked back or
 * declined. The words of an option that was offered before are the answer to what was asked back.
 */
export const plan: Planner = (request) =>
  planOnce(withChosenOptions(withoutCovered(request), planOnce));

const planOnce: Planner = (request) => attemptPlan(request, true);

/** The same without asking back: what an option would have to ask again is not offered. */
const planPlainly: Planner = (request) => attemptPlan(request, false);

function attemptPlan(request: PlanRequest, mayAsk: boolean): Plan {
  try {
    return planQuestion(request);
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    const asked = mayAsk ? askedBack(error, request) : null;
    if (asked) return asked;
    const suggestions = suggest(error, request, prepare(request.catalog).lexicon);
    const text = textOf(error, request.catalog);
    const unread = error instanceof Unread ? ({ unread: true } as const) : {};
    const word = error instanceof UnknownWord && error.word !== null ? { word: error.word } : {};
    return { kind: 'decline', reason: error.reason, text, suggestions, ...unread, ...word };
  }
}

/** Names in which a word is looked for that names nothing alone are told up to this many. */
const MOST_NAMES = 3;

/** Why a question is declined. Of `solar` it is not said that it is nowhere where a table is called `solar park sites`. */
function textOf(error: Declined, { tables, meaning }: Catalog): string {
  if (!(error instanceof UnknownWord) || error.word === null) return error.message;
  const said = lemma(error.word.toLowerCase());
  const holds = ({ label }: { readonly label: string }) =>
    label.toLowerCase().split(/\s+/).map(lemma).includes(said);
  const metrics = (meaning?.metrics ?? []).map(({ name }) => name);
  const names = [
    ...metrics.filter((label) => holds({ label })),
    ...tables.flatMap((table) => [
      ...(holds(table) ? [table.label] : []),
      ...table.columns
        .filter((column) => !column.hidden && holds(column))
        .map(({ label }) => `${label} of ${table.label}`),
    ]),
  ];
  if (names.length === 0) return error.message;
  const told = [...new Set(names)].slice(0, MOST_NAMES).join(', or ');
  return `"${error.word}" is only part of a name. If you mean ${told}, write the whole name.`;
}

/** What is asked back in place of a decline; null where nothing is. */
function askedBack(error: Declined, request: PlanRequest): Plan | null {
  if (error instanceof TwoReadings)
    return clarify(error, request, prepare(request.catalog).tables, planPlainly);
  return error instanceof AskBack ? askBack(error, request, planPlainly) : null;
}

function planQuestion(request: PlanRequest): Plan {
  const made = prepare(request.catalog);
  const { question } = request;
  refuse(question, tokenize(question));
  const mentions = mentionsOf(question, request, made, true);
  refuseDangling(mentions);
  refuseBoundInName(mentions);
  return planOfTimes(
    (timed) =>
      planReading(request, made, timed ? mentions : mentionsOf(question, request, made, false)),
    mentions.find(({ rival }) => rival),
  );
}

function planReading(
  request: PlanRequest,
  made: Prepared,
  mentions: readonly Mention[],
): QueryPlan {
  const read = readFrame(request, made, mentions);
  const { changes } = read;
  const frame = withKindsOnce(read.frame);
  const best = decide(frame, made);
  refuseKindsOfOthers(frame, best.senses);
  const people = refuseUnclearPeople(frame, best.senses, made.graph);
  if (PERSONS.has(mentions[0]?.word ?? '') && !showsSomebody(best.query, made))
    throw new Unread(
      'unsupported_question',
      `It's not clear who "who" refers to. Ask "which" with the name of a table, such as "which customers".`,
      'who',
    );
  const understood = {
    ...{ mentions, frame, senses: best.senses, tables: made.tables, graph: made.graph },
    values: request.values,
  };
  refuseUnmet(understood);
  const verbs = passedVerbs(understood).map(({ word }) => word);
  if (losesRole(best.query, verbs, made.tables))
    throw new Unread('ambiguous', `It's not clear who "${verbs.join('", "')}" refers to.`);
  const turns = changes ? contextOf(changes, best.query, request) : [];
  return {
    kind: 'query',
    query: best.query,
    restatement: restate(best.query, request.catalog),
    assumptions: [...turns, ...people, ...best.assumptions],
    breakdown: breakdownOf(frame, best.query, made),
    confidence: confidenceOf(best.cost),
    complexity: complexityOf(best.query),
  };
}

/** The groups that are asked beside a total. */
function breakdownOf(frame: Frame, total: SelectQuery, made: Prepared): SelectQuery | null {
  const across = acrossGroups(frame);
  return across && groupsOfTotal(total, decide(across, made).query, frame);
}

/**
 * What an answer says of the turn that it changes: its question, where others were asked since that got no answer. A
 * change that gives the query of the answer before was not understood.
 */
function contextOf(
  changed: PriorTurn,
  query: SelectQuery,
  { question, history }: PlanRequest,
): readonly string[] {
  if (JSON.stringify(changed.query) === JSON.stringify(query))
    throw new Declined(
      'unsupported_question',
      "That wouldn't change the previous answer. Ask the whole question again.",
    );
  if (history.at(-1) === changed) return [];
  return [`"${question.trim()}" changes the earlier question "${changed.question.trim()}".`];
}

/** Reads a question with what was asked before it. */
function readFrame(request: PlanRequest, made: Prepared, mentions: readonly Mention[]): Reading {
  const { question, history, catalog } = request;
  const asks = ASKING.has(mentions[0]?.word ?? '') || mentions[0]?.word === 'how';
  const ranked = mentions[0]?.people.length && mentions.some(ranks);
  if (!asks && !ranked && answeredTurns(history).length === 0 && mentions.every(saysNothing))
    throw new Declined(
      'out_of_scope',
      "The question doesn't mention any table, column or value in the data.",
    );
  return readInContext(question, mentions, history, {
    catalog,
    mentionsOf: (earlier, asTimes) => mentionsOf(earlier, request, made, asTimes),
    gives: (frame, query) => givesQuery(frame, query, made),
  });
}

const saysNothing = (one: Mention) =>
  one.tables.length + one.columns.length + one.values.length === 0 && !one.period;

/** `who earns the most` asks for people although it names nothing else. */
const ranks = ({ word }: Mention) => word === 'most' || word === 'least' || SUPERLATIVES.has(word);

/** Whether the frame read again gives the query that was answered: a change is made of nothing else. */
function givesQuery(frame: Frame, query: Query | null, made: Prepared): boolean {
  const built = attempt(() => decide(frame, made));
  return !(built instanceof Declined) && JSON.stringify(built.query) === JSON.stringify(query);
}

/** `timed` as in `readMentions`. */
function mentionsOf(
  question: string,
  request: PlanRequest,
  made: Prepared,
  timed: boolean,
): Mention[] {
  const { catalog, values } = request;
  const tokens = tokenize(question);
  if (tokens.length > MAX_TOKENS)
    throw new Declined('unsupported_question', 'The question is too long.');
  const now = dayFor(catalog, request.now);
  const marked = markNames(tokens, made.lexicon, values);
  return readMentions(question, marked, made.lexicon, values, now, timed);
}

/** Sure words and near tables make a sure reading. */
const confidenceOf = (cost: number) => Math.round(100 * Math.max(0.5, 0.97 - 0.08 * cost)) / 100;

interface Built {
  readonly query: SelectQuery;
  readonly assumptions: readonly string[];
  readonly cost: number;
  readonly senses: Assignment;
}

/** Readings that are looked at before the question is asked back: a file for each month of a year. */
const MOST_OPTIONS = 12;

/** `Bob's friends` as the friends that are Bob: what is asked is the very column that holds the value. */
function showsItself({ select, conditions }: Frame, senses: Assignment): boolean {
  const [thing, second] = select;
  const shown = thing && !second && thing.aggregate === null ? senses.get(thing.of) : undefined;
  if (shown?.kind !== 'column') return false;
  return conditions.some((one) => {
    if (one.kind !== 'value' || one.of !== null || one.negated) return false;
    return one.values.some((value) => {
      const held = senses.get(value);
      return (
        held?.kind === 'value' &&
        held.table === shown.table &&
        shown.columns.every(({ name }) => name === held.column)
      );
    });
  });
}

/** Builds the cheapest reading; others as cheap that compute something else make the question ambiguous. */
function decide(frame: Frame, made: Prepared): Built {
  const resolutions = resolveFrame(frame, made.graph, made.tables, made.references).filter(
    ({ senses }) => !showsItself(frame, senses),
  );
  if (resolutions.length === 0)
    throw new Declined(
      'unsupported_question',
      `Which column do you mean by "${frame.select[0]!.of.text}"? Write its name.`,
      frame.select[0]!.of.text,
    );
  const found = new Map<string, Built>();
  let failure: unknown = null;
  let limit = resolutions[0]!.cost + TIE;
  for (const { senses, cost } of resolutions) {
    if (cost > limit || found.size >= MOST_OPTIONS) break;
    const context = new BuildContext(senses, made);
    try {
      const built = atOnePeriod(buildQuery(frame, context), frame, made);
      const counted = countThingsOnce(built.query, made.tables);
      const named = withNames(counted.query, made, askedWords(frame));
      const query = withoutTotalRows(named.query, made.tables);
      if (isContradictory(query))
        throw new Declined(
          'unsupported_question',
          'No row can meet all of these conditions at once. Ask for one of them.',
        );
      if (averagesSingleRows(query, made.tables))
        throw new Unread(
          'unsupported_question',
          'Each group has a single row, so there is nothing to average.',
        );
      if (countsSingleRows(query, made.tables))
        throw new Unread(
          'unsupported_question',
          'Each group has a single row, so there is nothing to count.',
        );
      if (found.size === 0) limit = cost + TIE;
      const key = JSON.stringify(query);
      const assumptions = [
        ...named.told(context.assumptions),
        ...built.assumptions,
        ...counted.assumptions,
        ...draftedNames(senses, made.tables),
      ];
      const known = [...found.values()].some((other) =>
        namesSame(other.senses, senses, made.tables),
      );
      if (!found.has(key) && !known) found.set(key, { query, assumptions, cost, senses });
    } catch (error) {
      if (!(error instanceof Declined)) throw error;
      // Another reading is no answer to what the best one leaves open.
      if (error instanceof AskBack && found.size === 0 && failure === null) throw error;
      failure ??= error;
    }
  }
  const [best] = found.values();
  if (!best) throw failure;
  if (found.size > 1) throw new TwoReadings([...found.values()]);
  refuseOneOfShape(best.senses, made.shapes);
  return best;
}

/** The words of what is shown. */
const askedWords = ({ select, entity, groups }: Frame): readonly string[] =>
  [...select.map(({ of }) => of), entity, ...groups.map(({ of }) => of)].flatMap(
    (mention) => mention?.tokens.map(({ lower }) => lower) ?? [],
  );

function complexityOf(query: SelectQuery): 'easy' | 'medium' | 'hard' {
  const nested =
    JSON.stringify(query.where).includes('"subquery"') ||
    query.where.some((one) => one.kind === 'exists');
  const points =
    query.joins.length +
    query.groupBy.length +
    query.having.length +
    query.orderBy.length +
    query.where.length / 2 +
    (nested ? 2 : 0);
  return points <= 1 ? 'easy' : points <= 3 ? 'medium' : 'hard';
}
