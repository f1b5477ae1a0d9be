import { isSum } from '#src/catalog/amounts.ts';
import { isEnglish } from '#src/catalog/dictionary.ts';
import { editDistance } from '#src/catalog/edit-distance.ts';
import { lemma } from '#src/catalog/fold.ts';
import { longForm, shortForms } from '#src/catalog/names.ts';
import { ARTICLES, ASKING, LINKS } from '#src/language/en/function-words.ts';
import {
  AGGREGATES,
  COMPARATORS,
  DIRECTIONS,
  GROUPING,
  ORDERED,
  RANKINGS,
} from '#src/language/en/operators.ts';
import { RECURRING, UNITS } from '#src/language/en/periods.ts';
import {
  ACTING,
  ANY,
  ANY_NAMES,
  ASKERS,
  AUXILIARIES,
  BRINGING_IN,
  COUNTING,
  DEMONYMS,
  EARNING,
  FOLLOWING,
  GETTING,
  LIST_ARTICLES,
  LIST_MARKS,
  NAME_TIES,
  PARTICLES,
  PAYING,
  QUANTITIES,
  REWORDINGS,
  type Rewording,
  SELLING,
  TYPED,
  UNREFERRED,
} from '#src/language/en/rewordings.ts';
import type { PhraseRow } from '#src/language/tables.ts';
import { mayBeYear } from '#src/planner/day.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { isDate, isNumeric } from '#src/planner/measured.ts';
import type { Period } from '#src/planner/periods/periods.ts';
import type { Plan, Planner, PlanRequest, PriorTurn, QueryPlan } from '#src/planner/plan.ts';
import { restate } from '#src/planner/restate.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { Expr, Query, SelectQuery } from '#src/plugin-api/query.ts';
import { saidUnits } from '#src/query/units.ts';
import { isNameOfRows, type Option, type ValueOption } from '#src/read/ask.ts';
import { askedOfRow } from '#src/read/asked-of-row.ts';
import { onceOf } from '#src/read/once-of.ts';
import type { Question } from '#src/read/question.ts';
import { saidAs } from '#src/read/said-as.ts';
import { sayableOf } from '#src/read/sayable.ts';
import { withoutStatement } from '#src/read/stated-before.ts';

/** A question in other words, and what was read for what of it. */
export interface Reworded {
  readonly text: string;
  readonly notes: readonly string[];
}

/** The tokens that fill each slot, half-open. */
type Slots = ReadonlyMap<string, { readonly from: number; readonly to: number }>;

/** Words of the grammar, which are typed wrongly as any. */
const GRAMMAR: ReadonlySet<string> = new Set([
  ...[ARTICLES, LINKS, ASKING].flatMap((own) => [...own]),
  ...[AGGREGATES, COMPARATORS, RANKINGS, GROUPING, DIRECTIONS, ORDERED].flatMap((rows) =>
    (rows as readonly PhraseRow<unknown>[]).flatMap(({ phrase }) => phrase),
  ),
]);

const MOST = 24;
/** Of these, so many are read by the rules, which take longer. */
const MOST_BY_RULES = 6;
const DEEPEST = 3;
/** Of questions as people type them, in characters. */
const LONGEST = 160;

export interface Reader {
  /** All that the words of a text can be. */
  read(text: string): Question;
  /** Words of the names of the catalog. */
  readonly vocabulary: ReadonlySet<string>;
  /** The only amount of money that the data adds up; null where there is none, or several. */
  readonly money: string | null;
  /** What is taken in, where one amount may be. */
  readonly revenue: string | null;
  /** Tables whose rows earn what is taken in: it belongs to them, and they are nobody who is paid. */
  readonly earning: ReadonlySet<string>;
  /** The only one of what belongs to the rows of each table that has one. */
  readonly moneyOfRows: ReadonlyMap<string, string>;
  /** The only amount that adds up over the rows of each table that has one. */
  readonly amounts: ReadonlyMap<string, string>;
  /** By the sure path alone. */
  readonly plan: Planner;
  /** By the rules, too. */
  readonly planByRules: Planner;
}

/**
 * What a question asks that is worded as no rule reads it: the same in other words, which the rows of the tables of
 * rewordings, short forms, demonyms and typing errors give, planned as any question. Null where no wording is read, or
 * several that compute something else.
 */
export function planReworded(request: PlanRequest, reader: Reader): QueryPlan | null {
  const sure = onlyReading(request, reader, { read: reader.plan });
  const only =
    sure === null
      ? onlyReading(request, reader, { read: reader.planByRules, most: MOST_BY_RULES })
      : sure;
  if (!only || only === 'several') return null;
  const read = told(only);
  // A change of an answer before is asked in part by the words of that one.
  return request.history.length === 0 ? { ...read, heldTo: only.by.text } : read;
}

/** The number of what a question asks to list, where nobody reads it as a number: `how many customers did not buy a lamp`. */
export function planCounted(request: PlanRequest, reader: Reader): QueryPlan | null {
  const question = reader.read(bare(request.question));
  for (const row of COUNTING) {
    const listing = applied(row, question, reader);
    const listed = listing && reader.plan(saidAs(request, listing.text));
    const query = listed?.kind === 'query' ? countOf(listed.query, request.catalog) : null;
    if (query)
      return {
        ...(listed as QueryPlan),
        ...{ query, restatement: restate(query, request.catalog), heldTo: request.question },
      };
  }
  return null;
}

/** How many things a list shows, each once or as rows of their table; null of what shows something else. */
function countOf(query: Query, { tables }: Catalog): SelectQuery | null {
  if (query.kind !== 'select' || query.limit || query.groupBy.length > 0) return null;
  const [only, second] = query.select;
  if (only?.expr.kind !== 'column' || second) return null;
  const { distinct, joins, from } = query;
  const { column: shown } = only.expr;
  const table = tables.find(({ name }) => name === from.table)!;
  const own = table.columns.find(({ name }) => name === shown);
  const areRows =
    joins.length === 0 &&
    own?.kind !== 'measure' &&
    (own?.profile?.unique || displayColumns(table).some(({ name }) => name === shown));
  if (!distinct && !areRows) return null;
  const expr: Expr = {
    ...{ kind: 'aggregate', fn: 'count', distinct },
    arg: distinct ? only.expr : null,
  };
  return { ...query, select: [{ expr, as: 'count' }], distinct: false, orderBy: [] };
}

/** What reads the wordings of a question, and how many of them at the most. */
interface Reads {
  read(request: PlanRequest): Plan | null;
  readonly most?: number;
}

interface Only {
  readonly plan: QueryPlan;
  readonly by: Reworded;
}

/** What the wordings of a question compute; null where none is read, `several` where they compute something else. */
function onlyReading(
  request: PlanRequest,
  reader: Reader,
  { read, most = MOST }: Reads,
): Only | 'several' | null {
  let only: Only | null = null;
  for (const by of waysOf(request, reader).slice(0, most)) {
    const plan = read(saidAs(request, by.text));
    if (plan?.kind !== 'query') continue;
    if (only && JSON.stringify(only.plan.query) !== JSON.stringify(plan.query)) return 'several';
    only ??= { plan, by };
  }
  return only;
}

const told = ({ plan, by }: Only): QueryPlan => ({
  ...plan,
  assumptions: [...by.notes, ...plan.assumptions],
});

/** A question in other words, as a planner of its own reads it; null where none does, or several compute something else. */
export function readReworded(request: PlanRequest, reader: Reader, reads: Reads): QueryPlan | null {
  const only = onlyReading(request, reader, reads);
  return only && only !== 'several' ? told(only) : null;
}

const waysOf = onceOf((request: PlanRequest, reader: Reader) =>
  rewordings(request.question, request.history.length > 0, reader),
);

/**
 * The turns of a conversation in the words that gave their queries, so that a change of them can be read: a question
 * that was answered in other words is repeated in these.
 */
export function reworded(request: PlanRequest, reader: Reader): readonly PriorTurn[] {
  const turns: PriorTurn[] = [];
  for (const turn of request.history) {
    const gives = (question: string): boolean => {
      const plan = reader.plan({ ...request, question, history: turns });
      return plan.kind === 'query' && JSON.stringify(plan.query) === JSON.stringify(turn.query);
    };
    const other =
      turn.query === null || gives(turn.question)
        ? undefined
        : rewordings(turn.question, turns.length > 0, reader).find(({ text }) => gives(text));
    turns.push(other ? { ...turn, question: other.text } : turn);
  }
  return turns.every((turn, index) => turn === request.history[index]) ? request.history : turns;
}

/** All ways to say a question otherwise, fewest changes first. */
function rewordings(text: string, follows: boolean, reader: Reader): readonly Reworded[] {
  if (text.length > LONGEST) return [];
  const first = bare(text);
  const seen = new Set([text, first]);
  const start = { text: first, notes: [] };
  const all: Reworded[] = first.length < text.trim().length - 1 ? [start] : [];
  const stated = follows ? null : withoutStatement(reader.read(first));
  let last: Reworded[] = [start, ...(stated ? [stated] : [])];
  if (stated) all.push(stated);
  for (let depth = 0; depth < DEEPEST && last.length > 0; depth++) {
    const next: Reworded[] = [];
    for (const one of last) {
      const question = reader.read(one.text);
      const asked = follows ? null : askedOfRow(question);
      for (const other of [
        ...(asked ? [{ text: asked.text, notes: [...one.notes, ...asked.notes] }] : []),
        ...inOtherWords(question, one, reader),
        ...withNamedYears(question, one),
        ...byTables(question, one, reader, follows),
      ]) {
        if (seen.has(other.text) || all.length + next.length >= MOST) continue;
        seen.add(other.text);
        next.push(other);
      }
    }
    all.push(...next);
    last = next;
  }
  return all;
}

/** Without the marks at its end. */
const bare = (text: string): string => text.trim().replace(/[\s.?!]+$/, '');

/** Words that name nothing as they stand, read as what they are short for, of, or nearly. */
function inOtherWords(question: Question, { notes }: Reworded, reader: Reader): Reworded[] {
  let { text } = question;
  const said = [...notes];
  let changed = false;
  for (let at = question.length - 1; at >= 0; at--) {
    const other = otherWord(question, at, reader);
    if (!other) continue;
    const { start, end } = question.tokens[at]!;
    const note = `"${text.slice(start, end)}" means "${other.text}".`;
    if (other.told && !said.includes(note)) said.push(note);
    text = text.slice(0, start) + other.text + text.slice(end);
    changed = true;
  }
  const own = changed ? [{ text, notes: said }] : [];
  return [...own, ...byItsNoun(question, notes, reader), ...byItsName(question, notes)];
}

/** `never logged in`, where a column is the last login: a verb and its particle as the noun that they make. */
function byItsNoun(question: Question, notes: readonly string[], reader: Reader): Reworded[] {
  for (let at = 0; at + 1 < question.length; at++) {
    if (!question.is(at + 1, PARTICLES) || !question.isVerbForm(at)) continue;
    const noun = `${question.language.names.stem(question.word(at))}${question.word(at + 1)}`;
    if (!reader.vocabulary.has(noun) || question.standsInName(at)) continue;
    const [start, end] = [question.tokens[at]!.start, question.tokens[at + 1]!.end];
    const told = `"${question.text.slice(start, end)}" means "${noun}".`;
    const text = question.text.slice(0, start) + noun + question.text.slice(end);
    return [{ text, notes: [...notes, told] }];
  }
  return [];
}

/** `the reason for churn`, where a column is the churn reason, and `monthly recurring revenue`, where it is the mrr. */
function byItsName(question: Question, notes: readonly string[]): Reworded[] {
  const found: Reworded[] = [];
  const put = (from: number, to: number, name: string) => {
    const [start, end] = [question.tokens[from]!.start, question.tokens[to - 1]!.end];
    const text = question.text.slice(0, start) + name + question.text.slice(end);
    const told = `"${question.text.slice(start, end)}" means "${name}".`;
    found.push({ text, notes: [...notes, told] });
  };
  const isName = (text: string) => {
    const read = question.saying(text);
    return read
      .refs(0)
      .some(
        ({ to, options }) =>
          to === read.length &&
          options.some(({ kind, evidence }) => kind === 'column' && evidence === 'name') &&
          !options.some(isNameOfRows),
      );
  };
  const isWord = (at: number) =>
    question.tokens[at]?.kind === 'word' && !question.isFunctionWord(at);
  for (let at = 0; at < question.length; at++) {
    const to = question.isArticle(at + 2) ? at + 3 : at + 2;
    const ties = question.is(at + 1, NAME_TIES) && !question.is(at, ANY_NAMES);
    if (isWord(at) && ties && isWord(to)) {
      const name = `${question.word(to)} ${question.word(at)}`;
      if (isName(name)) put(at, to + 1, name);
    }
    for (let length = LONGEST_ACRONYM; length >= SHORTEST_ACRONYM; length--) {
      const span = [...Array(length).keys()].map((more) => at + more);
      if (!span.every((one) => question.tokens[one]?.kind === 'word')) continue;
      const name = span.map((one) => question.word(one)[0]).join('');
      if (!isWord(at) || !isWord(at + length - 1) || !isName(name)) continue;
      put(at, at + length, name);
      break;
    }
  }
  return found;
}

/** Of words whose first letters are a name. */
const SHORTEST_ACRONYM = 3;
const LONGEST_ACRONYM = 5;
/**
 * `Sick days per department for 2025`, `last year's bonus`: the year stands in the name of the column, and its rows are not of that
 * year. The question with that name, and without the period.
 */
function withNamedYears(question: Question, { notes }: Reworded): Reworded[] {
  for (let from = 0; from < question.length; from++) {
    const found = question.period(from);
    const year = found && wholeYear(found.period);
    if (!found || year === null) continue;
    const named = question.tokens.flatMap((_, at) =>
      question.refs(at).flatMap(({ to, options }) => {
        const overlaps = at < found.end && from < to;
        const columns = options.flatMap((one) =>
          one.kind === 'column' && one.columns.length === 1 ? one.columns : [],
        );
        const own = columns.filter(({ label }) => label.split(' ').includes(year));
        const isOwn = options.every(({ kind }) => kind === 'column') && own.length === 1;
        return !overlaps && isOwn ? [{ at, to, label: own[0]!.label }] : [];
      }),
    );
    const [best] = named.toSorted((a, b) => b.to - b.at - (a.to - a.at));
    if (!best) continue;
    const own = question.word(found.end) === "'s" ? found.end + 1 : found.end;
    const cuts = [
      { from, to: own, text: '' },
      { from: best.at, to: best.to, text: best.label },
    ].toSorted((a, b) => b.from - a.from);
    let { text } = question;
    for (const cut of cuts)
      text =
        text.slice(0, question.tokens[cut.from]!.start) +
        cut.text +
        text.slice(question.tokens[cut.to - 1]!.end);
    const told = `"${found.period.text}" refers to ${best.label}.`;
    return [{ text: text.replaceAll(/\s+/g, ' ').trim(), notes: [...notes, told] }];
  }
  return [];
}

/** The year that a period is, all of it and nothing else. */
function wholeYear({ from, to }: Period): string | null {
  const year = from?.slice(0, 4);
  const isWhole = from?.endsWith('-01-01') && to === `${Number(year) + 1}-01-01`;
  return isWhole ? year! : null;
}

function otherWord(
  question: Question,
  at: number,
  { vocabulary, read }: Reader,
): { readonly text: string; readonly told: boolean } | null {
  const token = question.tokens[at]!;
  const word = token.lower;
  const clip = question.clipAt(at);
  if (clip) return { text: clip, told: true };
  if (token.kind !== 'word' || question.isFunctionWord(at) || question.standsInName(at))
    return null;
  const typed = TYPED.get(word);
  if (typed) return { text: typed, told: false };
  const namesRows = (one: string) => read(one).canBe(0, ({ kind }) => kind === 'table');
  const act = ACTING.get(word)?.find(namesRows);
  if (act) return { text: act, told: true };
  const place = DEMONYMS.get(word)?.find((one) => read(one).valueRefs(0).length > 0);
  if (place) return { text: place, told: true };
  const long = longForm(word);
  if (long && read(long).refs(0).length > 0) return { text: long, told: true };
  const short = QUANTITIES.has(word)
    ? undefined
    : shortForms(word).find((one) => read(one).refs(0).length > 0);
  if (short) return { text: short, told: false };
  const near = nearWord(word, vocabulary);
  return near ? { text: near, told: true } : null;
}

/** A question whose words of no language are read as what they are typing errors of, in names and in the grammar; null where it has none. */
export function corrected(text: string, { vocabulary, read }: Reader): Reworded | null {
  const question = read(text);
  const notes: string[] = [];
  let better = text;
  for (let at = question.length - 1; at >= 0; at--) {
    const { kind, lower, start, end } = question.tokens[at]!;
    if (kind !== 'word' || question.isFunctionWord(at) || question.standsInName(at)) continue;
    const near = nearWord(lower, vocabulary) ?? nearOfGrammar(lower);
    if (near === null) continue;
    better = better.slice(0, start) + near + better.slice(end);
    notes.unshift(`"${text.slice(start, end)}" means "${near}".`);
  }
  return notes.length > 0 ? { text: better, notes } : null;
}

/** The one word of the grammar that a word is a typing error of: `teh`, `mininum`. */
function nearOfGrammar(word: string): string | null {
  if (word.length < 3 || !/^\p{L}+$/u.test(word) || GRAMMAR.has(word) || isEnglish(word))
    return null;
  const isSwapped = (one: string) => [...one].sort().join('') === [...word].sort().join('');
  const [near, second] = [...GRAMMAR].filter(
    (one) =>
      one[0] === word[0] &&
      editDistance(word, one, 1) === 1 &&
      (word.length > 3 ? one.length > 3 : isSwapped(one)),
  );
  return near !== undefined && second === undefined ? near : null;
}

const SHORTEST = 5;

/** The one word of the catalog that a word is a typing error of; none for words that English has. */
function nearWord(word: string, vocabulary: ReadonlySet<string>): string | null {
  if (word.length < SHORTEST || !/^\p{L}+$/u.test(word) || vocabulary.has(word) || isEnglish(word))
    return null;
  const near = [...vocabulary].filter(
    (one) =>
      one.length >= SHORTEST - 1 &&
      one[0] === word[0] &&
      editDistance(word, one, 1) === 1 &&
      lemma(one) !== lemma(word),
  );
  const [first] = near;
  return first && new Set(near.map(lemma)).size === 1 ? first : null;
}

function byTables(
  question: Question,
  { notes }: Reworded,
  reader: Reader,
  follows: boolean,
): Reworded[] {
  const rows = [...(follows ? FOLLOWING : UNREFERRED), ...sayableRows(question)];
  return rows.flatMap((one) => {
    const found = applied(one, question, reader);
    return found === null ? [] : [{ text: found.text, notes: [...notes, ...found.notes] }];
  });
}

const sayableRows = sayableOf(REWORDINGS, ({ said }) => said.split(' '));

/** A question whose verb is one of money, said with an amount; null where it has none. */
export function saidWithMoney(question: Question, amount: string, reader: Reader): string | null {
  const own = { ...reader, money: amount, revenue: null, moneyOfRows: new Map() };
  for (const row of sayableRows(question)) {
    const said = row.means.includes(MONEY) && applied(row, question, own);
    if (said) return said.text;
  }
  return null;
}

/** The question by the right side of a row; null where the left side is not what it says. */
function applied(row: Rewording, question: Question, reader: Reader): Reworded | null {
  const { said, means } = row;
  const speaksOfMoney = means.includes(MONEY);
  const { money: any, revenue, moneyOfRows } = reader;
  if (speaksOfMoney && (any ?? revenue) === null && moneyOfRows.size === 0) return null;
  const pattern = said.split(' ');
  const slots = matched(pattern, 0, question, 0, new Map());
  if (!slots) return null;
  const money = speaksOfMoney ? moneySaid(slots, question, reader) : null;
  if (speaksOfMoney && money === null) return null;
  const paying = slots.get(PAYS);
  // `Gave us`: who is paid may be whoever asks.
  const isByAskers = question.tokens.some(
    (_, at) => paying && at < paying.from && question.is(at, ASKERS),
  );
  if (speaksOfMoney && isByAskers) return null;
  const owner = means.includes(OWNER) ? ownerOf(slots, question) : null;
  if (means.includes(OWNER) && owner === null) return null;
  const acted = slots.get('{acts}');
  const amount = acted ? reader.amounts.get(actedTable(question, acted.from) ?? '') : undefined;
  if (means.includes(SUM) && amount === undefined) return null;
  const saidFor = new Map([
    [MONEY, money],
    [OWNER, owner],
    [SUM, `total ${amount}`],
  ]);
  const text = means
    .split(' ')
    .map(
      (part, index) =>
        saidFor.get(part) ?? filled(part, slots, question, index === 0 ? '…<' : '…>'),
    )
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (text === '') return null;
  const verb = paying ?? slots.get(SELLS);
  const notes =
    speaksOfMoney && verb ? [`"${question.textOf(verb.from, verb.to)}" means ${money}.`] : [];
  return { text, notes: owner === null ? notes : [`The answer uses rows of ${owner}.`] };
}

/** `brought` | `in` */
const bringsIn = (question: Question, at: number): boolean =>
  question.is(at, BRINGING_IN) && question.word(at + 1) === 'in';

/** Whether a verb stands at a token that is one of these, or an amount of its own. */
const isVerbOf = (verbs: ReadonlySet<string>, question: Question, at: number): boolean =>
  question.standsInName(at) ? amountCalledSo(question, at) !== null : question.is(at, verbs);

/** The only amount that is called by a verb: `earned`, a synonym of the charge, and `earn` with it. */
function amountCalledSo(question: Question, at: number): string | null {
  const isOfMoney = question.is(at, PAYING) || question.is(at, SELLING);
  if (!(isOfMoney || question.isVerbForm(at)) || question.valueRefs(at).length > 0) return null;
  const [only, second] = question.refsOver(at).flatMap(({ options }) => options);
  const isCalledSo = only?.evidence === 'name' || (isOfMoney && only?.evidence === 'derived');
  if (only?.kind !== 'column' || !isCalledSo || second) return null;
  const [column, other] = only.columns;
  return !other && isSum(column) ? column.label : null;
}

/** Whether all rows that are spoken of may earn: not `how much does Alba earn`, of whom the data has a wage. */
const areEarning = (question: Question, { earning }: Reader): boolean =>
  !question.speaksOf(
    (one) => isNameOfRows(one) && one.evidence === 'name' && !earning.has(one.table),
  ) &&
  question.tokens.every((_, at) =>
    question.valueRefs(at).every(({ options }) => options.some(({ table }) => earning.has(table))),
  );

/** What is taken in, where a verb says so; the money that rows have to do with, else the only one that there is. */
function moneySaid(slots: Slots, question: Question, reader: Reader): string | null {
  const verb = slots.get(SELLS) ?? slots.get(PAYS);
  const called = verb && amountCalledSo(question, verb.from);
  if (called) return called;
  const takesIn = verb && (question.is(verb.from, SELLING) || bringsIn(question, verb.from));
  if (takesIn && question.is(verb.from, EARNING) && !areEarning(question, reader)) return null;
  if (takesIn && reader.revenue !== null) return reader.revenue;
  const named = slots.get('{rows}');
  const rows = question
    .refs(named?.from ?? question.length)
    .flatMap((one) => (one.to === named?.to ? one.options.filter(isNameOfRows) : []));
  const [own, second] = new Set(rows.flatMap(({ table }) => reader.moneyOfRows.get(table) ?? []));
  return own && second === undefined ? own : reader.money;
}

const OWNER = '{rows!}';
const SUM = '{sum!}';

/** The only table that has what fills a value or a name, where that is no table itself. */
function ownerOf(slots: Slots, question: Question): string | null {
  const said = slots.get('{said}');
  const name = slots.get('{name}');
  const options = [
    ...(said ? question.valueRefs(said.from).filter(({ to }) => to === said.to) : []),
    ...(name ? question.refs(name.from).filter(({ to }) => to === name.to) : []),
  ].flatMap((one) => one.options as readonly (Option | ValueOption)[]);
  if (options.some((one) => 'kind' in one && one.kind === 'table')) return null;
  const [only, second] = new Set(options.map(({ table }) => table));
  return second === undefined ? (only ?? null) : null;
}

const MONEY = '{money}';
const PAYS = '{pays}';
const SELLS = '{sells}';

function filled(part: string, slots: Slots, question: Question, end: string): string {
  const key = part === '…' ? end : part.replace('!', '');
  const span = slots.get(key);
  if (!span) return part === '…' ? '' : part;
  if (span.from === span.to) return '';
  if (part === '{verb!}')
    return question.tokens[span.from]!.lemma.replace(/(?:e?d|ing)$/, '') || '';
  if (part === COLUMNS) {
    const names = namesAt(question, span.from)?.names ?? [];
    return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  }
  if (part === '{doer!}') return doerColumn(question, span.from) ?? '';
  if (part === '{lacking!}') return lackingColumn(question, span)?.label ?? '';
  if (part === '{acts!}') return actedTable(question, span.from) ?? '';
  return question.textOf(span.from, span.to);
}

function matched(
  pattern: readonly string[],
  part: number,
  question: Question,
  at: number,
  slots: Slots,
): Slots | null {
  if (part === pattern.length) return at === question.length ? slots : null;
  const one = pattern[part]!;
  const goOn = (to: number, key = one): Slots | null =>
    matched(
      pattern,
      part + 1,
      question,
      to,
      key.startsWith('{') || key.startsWith('…')
        ? new Map(slots).set(key, { from: at, to })
        : slots,
    );
  if (one === '…') {
    const key = part === 0 ? '…<' : '…>';
    if (part === pattern.length - 1) return goOn(question.length, key);
    for (let to = at; to < question.length; to++) {
      const found = goOn(to, key);
      if (found) return found;
    }
    return null;
  }
  if (!one.startsWith('{'))
    return question.word(at) === one && !isInColumn(question, at) ? goOn(at + 1) : null;
  for (const to of endsOf(one, question, at, slots)) {
    const found = goOn(to);
    if (found) return found;
  }
  return null;
}

/** Where what fills a slot may end, longest first; of any words, shortest first. */
function endsOf(slot: string, question: Question, at: number, slots: Slots): readonly number[] {
  if (at >= question.length) return [];
  const longestFirst = (ends: readonly number[]) => [...new Set(ends)].toSorted((a, b) => b - a);
  const refs = (holds: (option: Option) => boolean) =>
    longestFirst(
      question
        .refs(at)
        .filter(({ options }) => options.some(holds))
        .map(({ to }) => to),
    );
  switch (slot) {
    case '{x}':
    case '{y}':
      return Array.from({ length: question.length - at }, (_, index) => at + index + 1);
    case '{told}': {
      const ends = Array.from({ length: question.length - at }, (_, index) => at + index + 1);
      const named = ends.find((to) => namesColumn(question, to - 1));
      return ends.filter((to) => named === undefined || to < named);
    }
    case '{plain}': {
      const mark = question.tokens.findIndex(({ kind }, index) => index >= at && kind === 'mark');
      const end = mark < 0 ? question.length : mark;
      return Array.from({ length: end - at }, (_, index) => at + index + 1);
    }
    case '{rows}':
    case '{others}':
      return refs(isNameOfRows);
    case '{name}':
      return refs(isNamedSo);
    case '{single}':
      return refs(isNamedSo).filter((to) => !question.isPlural(to - 1));
    case '{many}':
      return refs(isNamedSo).filter((to) => question.isPlural(to - 1));
    case '{kinds}': {
      const rows = refs(isNameOfRows);
      return refs(isNamedSo).filter((to) => question.isPlural(to - 1) && !rows.includes(to));
    }
    case '{measure}':
      return refs(isMeasure);
    case '{date}':
      return refs(isDateColumn);
    case COLUMNS: {
      const list = namesAt(question, at);
      return list ? [list.to] : [];
    }
    case '{own}': {
      const measure = slots.get('{measure}');
      const owners = measure
        ? question
            .refs(measure.from)
            .filter(({ to }) => to === measure.to)
            .flatMap(({ options }) => options.filter(isMeasure).map(({ table }) => table))
        : [];
      return refs(
        ({ kind, evidence, table }) =>
          kind === 'table' && evidence === 'name' && owners.includes(table),
      );
    }
    case '{n}': {
      const number = question.number(at);
      // `2026 biggest customer`
      const isYear = at === 0 && mayBeYear(number ?? 0);
      return number !== null && Number.isInteger(number) && !isYear ? [at + 1] : [];
    }
    case '{year}':
      return mayBeYear(question.number(at) ?? 0) ? [at + 1] : [];
    case '{period}': {
      const period = question.period(at);
      return period ? [period.end] : [];
    }
    case '{part}': {
      const recurring = question.phrase(at, RECURRING);
      return recurring ? [recurring.to] : question.is(at, UNITS) ? [at + 1] : [];
    }
    case '{said}':
      return longestFirst(question.valueRefs(at).map(({ to }) => to));
    case '{one}':
      return longestFirst(
        question
          .valueRefs(at)
          .filter(({ options }) =>
            options.every(({ column, texts }) =>
              texts.every((text) => question.rowsWith({ column: { name: column }, text }) === 1),
            ),
          )
          .map(({ to }) => to),
      );
    case '{unit}':
      return unitEnds(question, at, slots.get('{measure}')?.from ?? at);
    case '{verb}':
      return question.tokens[at]?.kind === 'word' && !ASKING.has(question.word(at)) ? [at + 1] : [];
    case PAYS:
      if (bringsIn(question, at)) return [at + 2];
      return isVerbOf(PAYING, question, at) ? [at + 1] : [];
    case SELLS:
      if (bringsIn(question, at)) return [at + 2];
      return isVerbOf(SELLING, question, at) ? [at + 1] : [];
    case '{kind}':
      return refs(isKind);
    case '{doer}':
      return doerColumn(question, at) === null ? [] : [at + 1];
    case '{done}':
      return question.language.verbs.isParticiple(question.word(at)) ? [at + 1] : [];
    case '{setting}':
      return question.is(at, question.language.settings.nouns) && !question.namesSomething(at)
        ? [at + 1]
        : [];
    case '{got}':
      return question.is(at, GETTING) ? [at + 1] : [];
    case '{any}':
    case '{aux}': {
      const own = slot === '{any}' ? ANY : AUXILIARIES;
      const end = question.past(at, own);
      return longestFirst(Array.from({ length: end - at + 1 }, (_, index) => at + index));
    }
    case '{category}':
      return refs(isCategory).filter((to) => !namesRows(question, at, to));
    case '{lacking}':
      return longestFirst(question.refs(at).map(({ to }) => to)).filter(
        (to) => lackingColumn(question, { from: at, to }) !== null,
      );
    case '{acts}':
      return actedTable(question, at) === null ? [] : [at + 1];
    default:
      return [];
  }
}

/** Where the unit of a column ends that is named from a token on: `minutes`, `millions`, `million dollars`. */
function unitEnds(question: Question, at: number, measure: number): readonly number[] {
  const units = question
    .refs(measure)
    .flatMap(({ options }) =>
      options.flatMap((one) => (one.kind === 'column' ? [one.columns[0].unit ?? ''] : [])),
    );
  const said = saidUnits(question.word(at));
  if (units.some((unit) => said.includes(unit))) return [at + 1];
  const scale = question.word(at).replace(/s$/, '');
  const scaled = units.flatMap((unit) =>
    scale !== '' && unit.startsWith(`${scale} `) ? [unit.slice(scale.length + 1)] : [],
  );
  const hasCurrency = saidUnits(question.word(at + 1)).some((one) => scaled.includes(one));
  return scaled.length === 0 ? [] : hasCurrency ? [at + 2, at + 1] : [at + 1];
}

/** Whether a word stands in the whole name of a column: `numbers` of `invoice numbers` counts nothing. */
const isInColumn = (question: Question, at: number): boolean =>
  !question.isFunctionWord(at) &&
  question
    .refsOver(at)
    .some(
      ({ from, to, options }) =>
        to - from > 1 &&
        options.some(({ kind, evidence }) => kind === 'column' && evidence === 'name'),
    );

const isNamedSo = ({ evidence }: Option): boolean => evidence === 'name' || evidence === 'part';

/** Whether a column is named from a token on, which is neither rows nor a value. */
const namesColumn = (question: Question, at: number): boolean =>
  question.valueRefs(at).length === 0 &&
  question
    .refs(at)
    .some(
      ({ options }) =>
        options.some(({ kind, evidence }) => kind === 'column' && evidence === 'name') &&
        !options.some(isNameOfRows),
    );

const COLUMNS = '{columns}';

/** A list of names from a token on, at least two of them, and where it ends. */
function namesAt(
  question: Question,
  from: number,
): { readonly to: number; readonly names: readonly string[] } | null {
  const names: string[] = [];
  let to = from;
  for (let at = from; at < question.length; ) {
    while (question.is(at, LIST_ARTICLES)) at++;
    const [named] = question
      .refs(at)
      .filter(({ options }) => options.some(({ evidence }) => evidence !== 'derived'))
      .toSorted((a, b) => b.to - a.to);
    if (!named) break;
    names.push(named.text);
    to = named.to;
    at = to;
    while (question.is(at, LIST_MARKS)) at++;
    if (at === to) break;
  }
  return names.length > 1 ? { to, names } : null;
}

const isDateColumn = (option: Option): boolean =>
  option.kind === 'column' && option.columns.length === 1 && isDate(option.columns[0]!);

const isMeasure = (option: Option): boolean =>
  option.kind === 'column' &&
  option.columns.length === 1 &&
  isNumeric(option.columns[0]!.type) &&
  option.columns[0]!.kind !== 'identifier';

/** A text that several rows have. */
const isKind = (option: Option): boolean =>
  option.kind === 'column' &&
  option.evidence === 'name' &&
  option.columns.length === 1 &&
  option.columns.every(({ type, profile }) => type === 'text' && profile?.unique === false);

/** The only column that says who did something, or to whom it was done: `assigned` → assignee. */
function doerColumn(question: Question, at: number): string | null {
  if (!question.isVerbForm(at)) return null;
  const [only, second] = question.columnsOfDoers(question.word(at));
  return only && second === undefined ? only : null;
}

/** A column that tells kinds of rows apart. */
const isCategory = (option: Option): boolean =>
  option.kind === 'column' &&
  option.columns.length === 1 &&
  option.columns[0]!.kind === 'dimension' &&
  option.columns[0]!.type === 'text' &&
  !option.columns[0]!.profile?.unique;

const namesRows = (question: Question, at: number, end: number): boolean =>
  question
    .refs(at)
    .some(({ to, options }) => to === end && options.some(({ kind }) => kind === 'table'));

/** The only column that words name, where some rows have none of it: `raise`, of a `last raise`. A number may be 0 instead. */
function lackingColumn(
  question: Question,
  { from, to }: { readonly from: number; readonly to: number },
): CatalogColumn | null {
  if (namesRows(question, from, to)) return null;
  const all = question
    .refs(from)
    .flatMap((one) => (one.to === to ? one.options : []))
    .filter(({ evidence }) => evidence !== 'derived' && evidence !== 'related');
  const rows = new Set(
    question.tokens.flatMap((_, at) =>
      question
        .refs(at)
        .flatMap((one) =>
          one.options.flatMap((option) => (isNameOfRows(option) ? [option.table] : [])),
        ),
    ),
  );
  const own = all.filter(({ table }) => rows.has(table));
  const options = own.length > 0 ? own : all;
  const sure = options.filter(({ evidence }) => evidence === 'name');
  const [only, second] = sure.length > 0 ? sure : options;
  if (only?.kind !== 'column' || only.columns.length > 1 || second) return null;
  const [column] = only.columns;
  const isEmpty = (column!.profile?.nullCount ?? 0) > 0;
  return isEmpty && column!.kind !== 'measure' ? column! : null;
}

/** The table that a verb is called by: `ordered` → orders. */
function actedTable(question: Question, at: number): string | null {
  for (const { to, options } of question.refs(at)) {
    const table = options.find(({ kind }) => kind === 'table');
    if (to === at + 1 && table) return table.table;
  }
  return null;
}
