import { isSummedMoney } from '#src/catalog/amounts.ts';
import { spokenNames } from '#src/catalog/catalog-names.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { arePaid } from '#src/catalog/revenue.ts';
import { ENGLISH } from '#src/language/en/english.ts';
import { HUMANS } from '#src/language/en/people.ts';
import { TOTAL_LABELS } from '#src/language/en/single-table.ts';
import { partlyInEnglish } from '#src/language/partly-in-english.ts';
import { READ_LANGUAGES } from '#src/language/translations.ts';
import { withAmountsOfRows } from '#src/planner/amounts-of-rows.ts';
import { showsSomebody } from '#src/planner/asked-people.ts';
import { withChosenOptions } from '#src/planner/chosen-options.ts';
import { isState } from '#src/planner/compile/said-of.ts';
import { isContradictory } from '#src/planner/contradiction.ts';
import { answeredTurns } from '#src/planner/conversation.ts';
import { dayFor } from '#src/planner/day.ts';
import { JoinGraph } from '#src/planner/joins.ts';
import { buildLexicon } from '#src/planner/lexicon/lexicon.ts';
import { isLinking } from '#src/planner/linking.ts';
import {
  losesAgent,
  losesMeasure,
  losesOwnTie,
  losesRole,
  restrictingVerbs,
  untoldVerbs,
} from '#src/planner/lost-role.ts';
import { withNames } from '#src/planner/named-references.ts';
import type { DeclineReason, Plan, Planner, PlanRequest, QueryPlan } from '#src/planner/plan.ts';
import { plan as planSurely } from '#src/planner/planner.ts';
import { restate } from '#src/planner/restate.ts';
import { type Token, tokenize } from '#src/planner/tokens.ts';
import { withoutTotalRows } from '#src/planner/total-rows.ts';
import { withValidRows } from '#src/planner/valid-rows.ts';
import type { Catalog, TotalRows } from '#src/plugin-api/catalog.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import { type Ask, askedWords } from '#src/read/ask.ts';
import { askBack } from '#src/read/asking/ask-back.ts';
import { buildCalled } from '#src/read/called-rows.ts';
import { complexityOf } from '#src/read/complexity.ts';
import {
  planAverages,
  planComposed,
  planOtherwise,
  planRowState,
  planRowsOften,
} from '#src/read/composed/composed.ts';
import { guidedBy } from '#src/read/guided.ts';
import { overImplied } from '#src/read/implied-metrics.ts';
import { type Loss, lossOf, lossOfWords } from '#src/read/losses.ts';
import { withoutAnySuch } from '#src/read/lost-denial.ts';
import { type Names, namesOf } from '#src/read/names.ts';
import { onceOf } from '#src/read/once-of.ts';
import { Question } from '#src/read/question.ts';
import type { Reading } from '#src/read/reading.ts';
import { planUnrelated } from '#src/read/relating.ts';
import { type Choice, choicesOf, type Schema } from '#src/read/resolve.ts';
import {
  corrected,
  planCounted,
  planReworded,
  type Reader,
  readReworded,
  reworded,
  saidWithMoney,
} from '#src/read/reworded.ts';
import { boundAt } from '#src/read/rules/bounds.ts';
import { perhapsSaidInEnglish, type Said, saidInEnglish } from '#src/read/said.ts';
import { saidAs } from '#src/read/said-as.ts';
import { readingsOf } from '#src/read/search.ts';
import { signatureOf } from '#src/read/signature.ts';
import { readSingleTable } from '#src/read/single/read-single-table.ts';
import { withoutUnitColumns } from '#src/read/unit-columns.ts';
import { toldRoles } from '#src/read/unsaid-role.ts';
import { toldAside } from '#src/read/words-aside.ts';

interface Prepared {
  readonly names: Names;
  /** Words of the names of tables and columns, and their plurals. */
  readonly vocabulary: ReadonlySet<string>;
  /** The only amount of money that the data adds up, else what is taken in; null where there is none, or several. */
  readonly money: string | null;
  /** What is taken in, where one amount may be. */
  readonly revenue: string | null;
  /** Tables whose rows earn what is taken in: it belongs to them, and they are nobody who is paid. */
  readonly earning: ReadonlySet<string>;
  /** The only one of what belongs to the rows of each table that has one. */
  readonly moneyOfRows: ReadonlyMap<string, string>;
  /** The only amount that adds up over the rows of each table that has one. */
  readonly amounts: ReadonlyMap<string, string>;
  readonly schema: Schema;
  /** Tables whose rows refer to each other. */
  readonly selfTied: ReadonlySet<string>;
}

const prepare = onceOf((catalog: Catalog): Prepared => {
  const lexicon = buildLexicon(catalog);
  const graph = new JoinGraph(catalog);
  const revenue = impliedMoney(catalog);
  return {
    names: namesOf(catalog, lexicon, ENGLISH),
    vocabulary: vocabularyOf(catalog),
    money: onlyMoney(catalog) ?? revenue,
    revenue,
    earning: earningIn(catalog),
    moneyOfRows: moneyOfRows(catalog, graph),
    amounts: amountsOf(catalog),
    selfTied: new Set(
      catalog.relationships
        .filter(({ from, to }) => from.table === to.table)
        .map(({ from }) => from.table),
    ),
    schema: {
      graph,
      tables: new Map(catalog.tables.map((table) => [table.name, table])),
      references: new Map(
        catalog.relationships
          .filter(({ from }) => from.columns.length === 1)
          .map(({ from, to }) => [
            `${from.table}\0${from.columns[0]}`,
            `${to.table}\0${to.columns[0]}`,
          ]),
      ),
    },
  };
});

/** Whether words are a name of a request's catalog or a value of its data. */
export function isNamedIn({ catalog, values }: PlanRequest, words: string): boolean {
  const { vocabulary } = prepare(catalog);
  return vocabulary.has(words.toLowerCase()) || values.lookup(words, { limit: 1 }).length > 0;
}

/** The tables of a catalog as readings are resolved and written over them. */
export const schemaOf = (catalog: Catalog): Schema => prepare(catalog).schema;

function vocabularyOf({ tables }: Catalog): ReadonlySet<string> {
  const named = tables.flatMap((table) => [
    table,
    ...table.columns.filter(({ hidden }) => !hidden),
  ]);
  const said = named.flatMap(({ label, synonyms }) => [label, ...synonyms]);
  const words = said.flatMap((one) => one.toLowerCase().split(/[^\p{L}]+/u));
  return new Set(words.flatMap((word) => (word.length > 2 ? [word, `${word}s`] : [])));
}

/** The money that sales bring in, where the planner computes it of several columns. */
const impliedMoney = ({ meaning }: Catalog): string | null =>
  meaning?.metrics.find(({ implied }) => implied)?.name ?? null;

function earningIn({ meaning, tables, relationships }: Catalog): ReadonlySet<string> {
  const sold = meaning?.metrics.find(({ implied }) => implied)?.table;
  const found = new Set(sold === undefined ? [] : [sold]);
  for (const at of found)
    for (const { from, to } of relationships) if (from.table === at) found.add(to.table);
  return new Set(
    tables.flatMap((table) => (found.has(table.name) && !arePaid(table) ? [table.name] : [])),
  );
}

function amountsOf({ tables }: Catalog): ReadonlyMap<string, string> {
  return new Map(
    tables.flatMap(({ name, columns }) => {
      const [amount, second] = columns.filter(isSummedMoney);
      return amount && !second ? [[name, amount.label] as const] : [];
    }),
  );
}

/** Money that adds up, each column with its table, by a name that no other has. */
function moneyOf({
  tables,
}: Catalog): readonly { readonly table: string; readonly said: string }[] {
  const all = tables.flatMap((table) =>
    table.columns.filter(isSummedMoney).map(({ label }) => ({ table, label })),
  );
  return all.map(({ table, label }) => {
    const isOnly = all.filter((one) => one.label === label).length === 1;
    return { table: table.name, said: isOnly ? label : `${label} of ${table.label}` };
  });
}

/** For each table the only money of what belongs to its rows: the amount of rentals for customers, whatever repairs cost. */
function moneyOfRows(catalog: Catalog, graph: JoinGraph): ReadonlyMap<string, string> {
  const all = moneyOf(catalog);
  return new Map(
    catalog.tables.flatMap(({ name }) => {
      const [money, second] = all.filter(({ table }) => graph.toOne(table, name) !== null);
      return money && !second ? [[name, money.said] as const] : [];
    }),
  );
}

function onlyMoney(catalog: Catalog): string | null {
  const [money, second] = moneyOf(catalog);
  return money && !second ? money.said : null;
}

/** A query that a reading computes, with what speaks for it. */
export interface Candidate {
  readonly query: SelectQuery;
  readonly assumptions: readonly string[];
  readonly reading: Reading;
  readonly choice: Choice;
  /** Less is better. */
  readonly cost: number;
  /** What a reading costs that is surer, and that computes nothing sound. */
  readonly surer: number | null;
}

const MOST_READINGS = 24;
const MOST_CHOICES = 6;
const MAX_TOKENS = 60;
/** The next best result must cost so much more. */
const GAP = 0.12;
/** A reading that is so much surer, and not sound, speaks against others. */
const SURER = 0.1;
/** What costs more must be alone. */
const DEAR = 2.1;
const WIDE_GAP = 0.3;
/** What a question about the only table costs, whose words are not all looked up. */
const SINGLE_COST = 1;
/** What costs so much more than the best is no rival of it, and is not built. */
const FAR_OFF = 0.5;
/** What an answer may cost. */
const DEAREST = 2.9;

/** The readings of a question by the rules, cheapest first, and the token that none comes past. */
export function readingsFor(request: PlanRequest): {
  readonly tokens: readonly Token[];
  readonly readings: readonly Reading[];
  readonly stuck: number;
} {
  const question = questionOf(request);
  return question
    ? { tokens: question.tokens, ...readingsIn(question) }
    : { tokens: tokenize(request.question), readings: [], stuck: 0 };
}

const readingsIn = onceOf(readingsOf);

/** All that readings compute, where nothing of it was left out. */
const computed = new WeakMap<readonly Reading[], readonly Candidate[]>();

/** A question with what its words can be; null where it has too many. Several steps of planning look at it. */
export const questionOf = onceOf((request: PlanRequest): Question | null => {
  const { catalog, values, question: text } = request;
  const tokens = tokenize(text);
  if (tokens.length > MAX_TOKENS) return null;
  const { names } = prepare(catalog);
  return new Question(text, tokens, ENGLISH, names, values, dayFor(catalog, request.now));
});

/** All that a question may compute, best first: one candidate for each query. */
const candidatesOf = onceOf((request: PlanRequest) =>
  candidatesAmong(request, readingsFor(request).readings, { answers: true }),
);

interface Among {
  /**
   * Whether candidates are left out that are neither an answer nor speak against one, as a reading that is surer computes
   * nothing sound.
   */
  readonly answers?: boolean;
}

/** What readings of a question compute, best first. */
export function candidatesAmong(
  request: PlanRequest,
  readings: readonly Reading[],
  { answers = false }: Among = {},
): readonly Candidate[] {
  const before = computed.get(readings);
  if (before) return before;
  const { schema, selfTied } = prepare(request.catalog);
  let isCut = false;
  let unsound = Infinity;
  const found = new Map<string, Candidate>();
  let least = Infinity;
  const isFar = (cost: number): boolean => {
    const decides = !answers || found.size > 0 || cost <= unsound + SURER + WIDE_GAP;
    isCut ||= !decides;
    return !decides || cost > least + FAR_OFF;
  };
  const question = questionOf(request);
  for (const reading of readings.slice(0, MOST_READINGS)) {
    if (isFar(reading.cost)) break;
    const guided = question ? guidedBy(reading, question, schema) : schema;
    const tellsRole = reading.passed.some((at) => question?.isRole(at));
    for (const choice of choicesOf(reading.ask, schema).slice(0, MOST_CHOICES)) {
      if (isFar(reading.cost + choice.cost)) break;
      const built = buildCalled(reading.ask, choice, guided);
      // `routes that start in May`: a verb that tells no way between tables says something else.
      const isUnused =
        tellsRole &&
        guided !== schema &&
        typeof buildCalled(reading.ask, choice, schema) !== 'string';
      if (isUnused) continue;
      if (typeof built === 'string') {
        if (found.size === 0) unsound = Math.min(unsound, reading.cost + choice.cost);
        continue;
      }
      // `who report to Ann`: rows that are tied to rows of their own table, and the verb tells by what.
      const taken = [...choice.refs.values(), ...choice.values.values()];
      if (question && partsValueFromRows(reading.ask, choice, question)) continue;
      if (question && showsVerb(reading.ask, choice, question)) continue;
      if (question && takesStateOfOthers(reading.ask, choice, question, schema)) continue;
      const isOfOwn = taken.some(({ table }) => selfTied.has(table));
      if (reading.passed.length > 0 && (isOfOwn || losesOwnTie(built.query, schema))) continue;
      if (reading.tying && new Set(taken.map(({ table }) => table)).size < 2) continue;
      const named = withNames(built.query, schema, askedWords(reading.ask));
      const query = withoutTotalRows(withoutAnySuch(named.query, question, schema), schema.tables);
      const key = JSON.stringify(query);
      const known = found.get(key);
      if (!known && !isSound(query, question, schema)) continue;
      const verbs = [...reading.passed, ...reading.verbs].map((at) => question?.word(at) ?? '');
      if (losesRole(built.query, verbs, schema.tables)) continue;
      if (
        asksHowOften(reading.ask) &&
        losesMeasure(built.query, verbs, schema.tables, saidIn(choice))
      )
        continue;
      if (question?.asksWho && showsGroupsAlone(reading.ask)) continue;
      if (question?.asksWho && ranksByOthersDeed(reading.ask, choice, question)) continue;
      if (question?.asksWho && losesAgent(built.query, verbs, schema)) continue;
      const unmet = untoldVerbs(built.query, verbs, schema);
      const untold = reading.tying ? unmet : [];
      if (question?.asksWho && untold.length > 0) continue;
      if (restrictingVerbs(built.query, verbs, schema).length > 0) continue;
      const isOfSome =
        !unmet.every(isLinking) && question && takesSomeForAll(choice, question, schema);
      if (isOfSome) continue;
      const cost = reading.cost + choice.cost;
      least = Math.min(least, cost);
      if (!known || known.cost > cost)
        found.set(key, {
          query,
          assumptions: [
            ...reading.told,
            ...untold.filter((verb) => !isLinking(verb)).map(toldOfVerb),
            ...named.told(built.assumptions),
          ],
          reading,
          choice,
          cost,
          surer: null,
        });
    }
  }
  const all = [...found.values()]
    .map((one) => ({ ...one, surer: unsound < one.cost - SURER ? unsound : null }))
    .toSorted((a, b) => a.cost - b.cost);
  if (!isCut) computed.set(readings, all);
  return all;
}

/** Whether rows can meet a query that loses nothing of its question, and show somebody where people are asked. */
const isSound = (query: SelectQuery, question: Question | null, schema: Schema): boolean =>
  !isContradictory(query) &&
  !(question?.asksWho && !showsSomebody(query, schema)) &&
  (!question || lossOf(question, query, schema) === null);

/** `houses screened Blue Hour`, where houses have screens: what a verb behind rows is called after is not asked to be seen. */
const showsVerb = ({ items }: Ask, choice: Choice, question: Question): boolean =>
  items.some(({ fn, of }) => {
    const chosen = choice.refs.get(of);
    return (
      fn === null &&
      chosen?.kind === 'column' &&
      chosen.evidence === 'derived' &&
      question.isVerbForm(of.to - 1) &&
      question.rowsSaidBefore(of.to - 1) !== null
    );
  });

/** `people who benefited`, of which the volunteers were taken: of people whom a verb tells from others any may be meant. */
const takesSomeForAll = ({ refs }: Choice, question: Question, { tables }: Schema): boolean =>
  [...refs].some(([{ from, to }, { kind, table }]) => {
    const { lemma } = question.tokens[from]!;
    const isOfAll = to === from + 1 && HUMANS.has(lemma) && kind === 'table';
    return isOfAll && !wordsOf(tables.get(table)!.label).some((word) => HUMANS.has(word));
  });

const toldOfVerb = (verb: string): string =>
  `"${verb}" was ignored, because nothing in the data has that name.`;

/** `members that cancelled more than 3 bookings`: the bookings that are counted are cancelled, whatever others are. */
function partsValueFromRows({ conditions }: Ask, choice: Choice, question: Question): boolean {
  return conditions.some((one) => {
    if (one.kind !== 'value') return false;
    return one.values.some((value) => {
      const bound = boundAt(value.to, question);
      const table = choice.values.get(value)?.table;
      return conditions.some(
        (other) =>
          other.kind === 'rows' &&
          other.of.from === bound?.to &&
          choice.refs.get(other.of)?.table === table,
      );
    });
  });
}

/** `expired memberships` where reservations expire: a state right before a noun is of what the noun names. */
function takesStateOfOthers(
  { items, entity, conditions }: Ask,
  choice: Choice,
  question: Question,
  { graph, tables }: Schema,
): boolean {
  const nouns = [...items.map(({ of }) => of), ...(entity ? [entity] : [])];
  return conditions.some((one) => {
    if (one.kind !== 'value' || one.of) return false;
    return one.values.some((value) => {
      const noun = nouns.find(({ from }) => from === value.to);
      const rows = noun && choice.refs.get(noun)?.table;
      const chosen = choice.values.get(value);
      if (!rows || !chosen || rows === chosen.table || graph.toOne(rows, chosen.table))
        return false;
      const table = tables.get(chosen.table)!;
      const column = table.columns.find(({ name }) => name === chosen.column)!;
      const isSaid = question.language.verbs.isParticiple(question.word(value.from));
      return isSaid || isState(column, table);
    });
  });
}

/** `who has the highest salary in each department`: what each group comes to is nobody. */
const showsGroupsAlone = ({ items, groups }: Ask): boolean =>
  groups.length > 0 && items.length > 0 && items.every(({ fn }) => fn !== null);

/** `who interviewed the most`, where the rows of interviews have an interviewer: those who were interviewed are not asked. */
const ranksByOthersDeed = ({ orders }: Ask, choice: Choice, question: Question): boolean =>
  orders.some(({ by: { fn, of } }) => {
    const chosen = choice.refs.get(of);
    if (fn !== 'count' || chosen?.evidence !== 'derived') return false;
    const named = question.refs(of.from).flatMap(({ options }) => options);
    return named.some(
      (one) =>
        one.kind === 'column' &&
        one.table === chosen.table &&
        wordsOf(one.columns[0].label).some(ENGLISH.names.isAgent),
    );
  });

/** The tables that words of a choice name, whatever they were taken for. */
const saidIn = ({ refs }: Choice): readonly string[] =>
  [...refs.keys()].flatMap(({ options }) =>
    options.flatMap(({ kind, table, evidence }) =>
      kind === 'table' && evidence === 'name' ? [table] : [],
    ),
  );

/** `accessed most often`, `more than the average document`: rows are ranked or compared by a number that no word names. */
const asksHowOften = ({ frequency, orders, conditions }: Ask): boolean =>
  frequency !== null ||
  orders.some(({ by }) => by.fn === 'count') ||
  conditions.some(({ kind }) => kind === 'compared' || kind === 'frequent');

/** A question over all that its catalog says and implies. */
const readAnyLanguage: Planner = (asked) => {
  const request = asked.history.length === 0 ? asked : { ...asked, history: saidHistory(asked) };
  const partly = partlyInEnglish(request.question, () => spokenNames(request.catalog));
  if (partly) return notRead(partly.language.name);
  const said = saidInEnglish(request.question, request);
  if (said) return readTranslated(request, said);
  const planned = readEnglish(request);
  const perhaps =
    planned.kind === 'decline' ? perhapsSaidInEnglish(request.question, request) : null;
  const again = perhaps && readTranslated(request, perhaps);
  return again && again.kind !== 'decline' ? again : planned;
};

/**
 * The built-in planner. A question in another language is said in the words of the planner first. What its sure path
 * answers or asks back stands. What that declines is read by rules over all senses of the words: the best reading is
 * the answer where no other is nearly as good.
 */
export const plan: Planner = overImplied((request) =>
  asOfToday(withAmounts(readAnyLanguage(request), request), request),
);

/** A plan over the rows of histories that hold today. */
function asOfToday(planned: Plan, { catalog, now }: PlanRequest): Plan {
  if (planned.kind !== 'query') return planned;
  const { tables } = prepare(catalog).schema;
  const today = dayFor(catalog, now);
  const { query, assumptions } = withValidRows(planned.query, tables, today);
  if (assumptions.length === 0) return planned;
  return {
    ...planned,
    query,
    breakdown: planned.breakdown && withValidRows(planned.breakdown, tables, today).query,
    restatement: restate(query, catalog),
    assumptions: [...planned.assumptions, ...assumptions],
  };
}

/** A plan in which rows that are named after an amount are not counted. */
function withAmounts(planned: Plan, { question, catalog }: PlanRequest): Plan {
  if (planned.kind !== 'query' || planned.query.kind !== 'select') return planned;
  const { tables } = prepare(catalog).schema;
  const { query, assumptions } = withAmountsOfRows(planned.query, tables, question);
  if (assumptions.length === 0) return planned;
  const breakdown =
    planned.breakdown?.kind === 'select'
      ? withAmountsOfRows(planned.breakdown, tables, question).query
      : planned.breakdown;
  return {
    ...planned,
    ...{ query, breakdown, restatement: restate(query, catalog) },
    assumptions: [...planned.assumptions, ...assumptions],
  };
}

function readTranslated(request: PlanRequest, said: Said): Plan {
  if ('unknown' in said) return unknownWord(said.unknown);
  const planned = readEnglish({ ...request, question: said.text });
  const assumption = `The question was read as "${said.text}".`;
  switch (planned.kind) {
    case 'query':
      return { ...planned, assumptions: [assumption, ...said.assumptions, ...planned.assumptions] };
    case 'decline':
      return { ...planned, text: `${assumption} ${planned.text}` };
    default:
      return planned;
  }
}

/** What a language without spaces asks for is known in part, which is no ground for an answer. */
const notRead = (language: string): Plan => ({
  ...{ kind: 'decline', reason: 'unsupported_question', suggestions: [] },
  text: `Without a model, Plumbline can't read questions in ${language}. Ask in ${READ_LANGUAGES}.`,
});

const unknownWord = (word: string): Plan => ({
  kind: 'decline',
  reason: 'not_in_data',
  text: `"${word}" wasn't understood, because nothing in the data has that name. Use the names of tables and columns, or ask in English.`,
  suggestions: [],
});

/** Earlier questions of the conversation in the words of the planner, which reads them again. */
const saidHistory = (request: PlanRequest): PlanRequest['history'] =>
  request.history.map((turn) => {
    const said = saidInEnglish(turn.question, request);
    return said && 'text' in said ? { ...turn, question: said.text } : turn;
  });

/** A question in English; what it leaves open is asked back, where options can be given. */
const readEnglish: Planner = (request) => {
  const chosen = request.history.length > 0 ? withChosenOptions(request, readAsked) : request;
  const planned = readAsked(chosen);
  const said = request.history.length === 0 && questionOf(request);
  if (said && planned.kind === 'query' && planned.query.kind === 'select') {
    const lost = lossOfWords(said, planned.query, schemaOf(request.catalog));
    if (lost) return declinedFor(lost);
  }
  if (planned.kind === 'decline' && said) {
    const catalog = withoutUnitColumns(request.catalog, said);
    const again = catalog && readEnglish({ ...request, catalog });
    if (again?.kind === 'query') return again;
  }
  if (planned.kind !== 'query' || chosen.question === request.question) return planned;
  const told = `"${request.question.trim()}" means "${chosen.question}".`;
  return { ...planned, assumptions: [told, ...planned.assumptions] };
};

/** A question that is read, with what its readers share. */
interface Asked {
  readonly request: PlanRequest;
  readonly question: Question;
  readonly schema: Schema;
  /** Plans another question, as a part of this one. */
  plain(question: string): Plan;
  /** Why the readers before declined it. */
  readonly declined: Declined;
}

type Reads = (asked: Asked) => Plan | null;

/** Readers of what the grammars and rewordings decline, one after the other: what the first of them makes of it stands. */
const READERS_OF_DECLINED: readonly Reads[] = [
  ({ request, question, schema, plain }) => planRowState(request, question, schema, plain),
  ({ request, schema, plain }) =>
    inOtherWords(request, MOST_STATES, (own, said) => planRowState(own, said, schema, plain)),
  ({ request, question, schema, plain }) => planAverages(request, question, schema, plain),
  ({ request, schema, plain, declined }) =>
    declined.unread
      ? inOtherWords(request, undefined, (own, said) => planOtherwise(own, said, schema, plain))
      : null,
  ({ request, question, plain }) => planUnrelated(request, question, plain),
  askedBack,
];

const readAsked: Planner = (request) => {
  const question = questionOf(request);
  if (!question) return readInWords(request);
  const { schema } = prepare(request.catalog);
  const plain = (text: string): Plan => {
    const own = saidAs(request, text);
    const said = questionOf(own);
    const planned = (said && planRowsOften(own, said, schema, plain)) ?? readInWords(own);
    if (planned.kind !== 'decline' || !said) return planned;
    return planRowState(own, said, schema, plain) ?? planned;
  };
  const often = planRowsOften(request, question, schema, plain);
  const isLost =
    often?.kind === 'query' &&
    often.query.kind === 'select' &&
    lossOf(question, often.query, schema) !== null;
  if (often && !isLost) return often;
  const found = planComposed(request, question, schema, plain) ?? readInWords(request);
  if (found.kind !== 'decline' || !WAYS_TO_ASK.has(found.reason)) return found;
  const asked = { request, question, schema, plain, declined: found };
  for (const reads of READERS_OF_DECLINED) {
    const planned = reads(asked);
    if (planned) return planned;
  }
  return found;
};

/** `New accounts in every quarter of last year`: a question of its own in other words, by a reader of its words. */
const inOtherWords = (
  request: PlanRequest,
  most: number | undefined,
  reads: (own: PlanRequest, question: Question) => Plan | null,
): Plan | null => {
  if (request.history.length > 0) return null;
  const read = (own: PlanRequest) => {
    const question = questionOf(own);
    return question && reads(own, question);
  };
  return readReworded(request, readerOf(request), { read, ...(most !== undefined && { most }) });
};

const MOST_STATES = 8;

function askedBack({ request, question, schema, plain, declined }: Asked): Plan | null {
  const { catalog, history } = request;
  const follows = answeredTurns(history).length > 0;
  const rivals = declined.unread && !follows ? rivalsOf(request) : [];
  const { graph } = schema;
  const isFirst = history.length === 0;
  const withMoney = (amount: string) => saidWithMoney(question, amount, readerOf(request));
  const about = { question, catalog, graph, declined, rivals, follows, isFirst, withMoney };
  return askBack(about, (text) => {
    const own = saidAs(request, text);
    const said = questionOf(own);
    const plan = (said && planOtherwise(own, said, schema, plain)) ?? readAsWorded(own);
    return plan.kind === 'query' ? plan : null;
  });
}

/** The surest candidates that are nearly as sure as the first; none where that one is no answer anyway. */
function rivalsOf(request: PlanRequest): readonly Choice[] {
  const [best, ...others] = candidatesOf(request);
  if (!best || best.cost > DEAREST || best.surer !== null) return [];
  return [best, ...others.filter(({ cost }) => cost - best.cost < GAP)].map(({ choice }) => choice);
}

const WAYS_TO_ASK: ReadonlySet<DeclineReason> = new Set([
  ...(['not_in_data', 'ambiguous', 'value_not_found', 'unsupported_question'] as const),
  'out_of_scope',
]);

/** As it is worded, else in other words: by the exact grammar, the rules, rewordings, without typing errors, over the only table. */
const readInWords: Planner = (request) => {
  const found = readAsWorded(request);
  if (found.kind !== 'decline') return found;
  const reader = readerOf(request);
  const history = reworded(request, reader);
  const own = history === request.history ? request : { ...request, history };
  const again = own === request ? found : readAsWorded(own);
  if (again.kind !== 'decline' || !again.unread) return again;
  const plan: Planner = (one) => {
    const worded = readAsWorded(one);
    return worded.kind === 'decline' ? (planReworded(one, readerOf(one)) ?? worded) : worded;
  };
  return (
    planReworded(own, reader) ??
    readCorrected(request) ??
    readOnlyTable(request) ??
    planCounted(own, { ...reader, plan }) ??
    again
  );
};

/** A question of its own with its typing errors mended, planned as any. */
function readCorrected(request: PlanRequest): QueryPlan | null {
  const better = correctedOf(request);
  const planned = better && readInWords(saidAs(request, better.text));
  return planned?.kind === 'query'
    ? { ...planned, assumptions: [...better!.notes, ...planned.assumptions] }
    : null;
}

/** A question of its own with its typing errors mended, and what is told of them; null where it has none. */
const correctedOf = onceOf((request: PlanRequest) =>
  request.history.length > 0 ? null : corrected(request.question, readerOf(request)),
);

/** A question of its own about the only table that there is. */
function readOnlyTable(request: PlanRequest): QueryPlan | null {
  const { catalog, history } = request;
  if (catalog.tables.length !== 1 || history.length > 0) return null;
  const question = questionOf(request);
  const read = question && readSingleTable(question, catalog);
  if (!read) return null;
  const [table] = catalog.tables;
  const known = table!.totalRows ?? [];
  const totals = known.length > 0 ? [] : rowsCalledTotal(request);
  const counted = { ...table!, totalRows: [...known, ...totals] };
  const query = withoutTotalRows(read.query, new Map([[counted.name, counted]]));
  const schema = schemaOf(catalog);
  if (!isSound(query, question, schema)) return null;
  const told = totals.map(({ values }) => `Rows called ${values.join(' or ')} are left out.`);
  const assumptions = [...read.assumptions, ...told];
  return planOf({ query, assumptions, cost: SINGLE_COST }, request);
}

/** Rows that a sheet calls a total, where nobody has looked whether they are one. */
function rowsCalledTotal({ values, catalog }: PlanRequest): readonly TotalRows[] {
  const hits = TOTAL_LABELS.flatMap((label) => values.lookup(label, { limit: 5 })).filter(
    ({ match, table }) => match !== 'near' && table === catalog.tables[0]!.name,
  );
  const [first] = hits;
  if (!first) return [];
  const own = hits.filter(({ column }) => column === first.column);
  return [{ column: first.column, values: [...new Set(own.map(({ value }) => value))] }];
}

function readerOf(request: PlanRequest): Reader {
  const { catalog, values, now } = request;
  const { names, vocabulary, money, revenue, earning, moneyOfRows, amounts } = prepare(catalog);
  return {
    vocabulary,
    money,
    revenue,
    earning,
    moneyOfRows,
    amounts,
    plan: readExactly,
    planByRules: (own) => (own.history.length > 0 ? readExactly(own) : readAsWorded(own)),
    read: (text) =>
      questionOf(saidAs(request, text)) ??
      new Question(text, tokenize(text), ENGLISH, names, values, dayFor(catalog, now)),
  };
}

const readAsWorded: Planner = onceOf((request: PlanRequest): Plan => {
  const planned = readByRules(request);
  if (planned.kind !== 'query' || planned.query.kind !== 'select') return planned;
  const told = toldOfReading(request, planned.query, planned.assumptions);
  return told.length > 0 ? { ...planned, assumptions: [...planned.assumptions, ...told] } : planned;
});

/** What a query passes over of a question of its own, and how its rows belong together where nothing says it. */
function toldOfReading(
  request: PlanRequest,
  query: SelectQuery,
  told: readonly string[],
): readonly string[] {
  const question = request.history.length === 0 && questionOf(request);
  if (!question) return [];
  const schema = schemaOf(request.catalog);
  return [...toldAside(question, query, schema, told), ...toldRoles(question, query, schema)];
}

const readByRules: Planner = (request) => {
  const sure = readExactly(request);
  if (request.history.length > 0) return sure;
  if (sure.kind === 'query') return questionOf(request)?.sharesHeads ? readAgain(request) : sure;
  const tellsRole = (question: Question): boolean =>
    question.tokens.some((_, at) => question.isRoleOfKey(at));
  const asked = sure.kind === 'decline' && !sure.unread ? questionOf(request) : null;
  return sure.kind === 'decline' && (sure.unread || (asked && tellsRole(asked)))
    ? byRules(request, sure)
    : sure;
};

/** The sure path, which does not answer what leaves out something that the question asks to see. */
const readExactly: Planner = (request) => {
  const sure = planSurely(request);
  if (sure.kind !== 'query' || sure.query.kind !== 'select') return sure;
  const question = request.history.length === 0 && questionOf(request);
  if (!question) return sure;
  const { schema } = prepare(request.catalog);
  const lost = lossOf(question, sure.query, schema);
  return lost ? declinedFor(lost) : sure;
};

const declinedFor = (lost: Loss): Plan => ({
  ...{ kind: 'decline', ...lost, suggestions: [], unread: true },
});

/** What the sure path takes word for word: the rules have it. */
const readAgain = (request: PlanRequest): Plan => byRules(request, NOT_READ);

type Declined = Extract<Plan, { kind: 'decline' }>;

const NOT_READ: Declined = {
  ...{ kind: 'decline', reason: 'unsupported_question', suggestions: [], unread: true },
  text: "It's not clear whether the first words belong to both names. Write each name in full.",
};

function byRules(request: PlanRequest, declined: Declined): Plan {
  const best = surest(candidatesOf(request), request);
  return best ? planOf(best, request) : declined;
}

/** The cheapest candidate, where no other one is nearly as good. */
function surest(candidates: readonly Candidate[], request: PlanRequest): Candidate | null {
  const { schema } = prepare(request.catalog);
  const [best, ...others] = candidates;
  if (!best || best.cost > DEAREST || best.surer !== null) return null;
  const same = signatureOf(best.query, schema);
  const gap = best.cost > DEAR ? WIDE_GAP : GAP;
  const isDoubted = others.some(
    ({ query, cost }) => cost - best.cost < gap && signatureOf(query, schema) !== same,
  );
  return isDoubted ? null : best;
}

function planOf(
  { query, assumptions, cost }: Pick<Candidate, 'query' | 'assumptions' | 'cost'>,
  { catalog, question }: PlanRequest,
): QueryPlan {
  return {
    kind: 'query',
    heldTo: question,
    query,
    restatement: restate(query, catalog),
    assumptions,
    breakdown: null,
    confidence: Math.round(100 * Math.max(0.5, 0.9 - 0.15 * cost)) / 100,
    complexity: complexityOf(query),
  };
}
