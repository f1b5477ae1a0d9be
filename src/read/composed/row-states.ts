import { ending, isCreation, isDue, isLeaving } from '#src/catalog/creation.ts';
import { foldToLemmas } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { isAkin } from '#src/language/en/stem.ts';
import type { RowState } from '#src/language/meanings.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { holdsPeople } from '#src/planner/lexicon/people.ts';
import type { Period } from '#src/planner/periods/periods.ts';
import { Aliases } from '#src/planner/scope.ts';
import { aliasesIn, sourcesOf } from '#src/planner/select-blocks.ts';
import { speaksOf } from '#src/planner/telling-words.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Expr, Literal, Predicate, SelectQuery } from '#src/plugin-api/query.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import { column } from '#src/read/composed/group-rows.ts';
import type { Composed, Open, PlanOne } from '#src/read/composed/parts.ts';
import { dateOf, datesOf } from '#src/read/composed/row-dates.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';

/** What is said of rows: the tokens that say it, a state or what was not done, and a verb of it. */
interface Said {
  readonly from: number;
  readonly to: number;
  readonly state: RowState | 'undone' | 'left';
  readonly verb: string | null;
}

/** Told by how many rows belong to others, or by whose date it is: no value of the same stem says it. */
export const isOfOften = (state: Said['state']): boolean =>
  state === 'repeated' || state === 'single' || state === 'left';

/** A condition on rows, and what is told of it. */
interface Told {
  readonly where: (alias: string, query: SelectQuery) => readonly Predicate[] | null;
  readonly told: string;
}

interface About {
  readonly question: Question;
  readonly plan: PlanOne;
  readonly schema: Schema;
}

/**
 * `Orders delivered late`, `unpaid invoices`, `who left in 2024`, `new customers in 2025`, `returning customers`: rows by what has
 * become of them, as their dates or the rows that belong to them tell. The rest of the question is planned by itself.
 */
export function readRowState(
  question: Question,
  plan: PlanOne,
  schema: Schema,
  reads: (state: Said['state']) => boolean = () => true,
): Composed | Open | null {
  const said = saidOf(question);
  if (!said || isKnown(said, question)) return null;
  if (!reads(said.state)) return null;
  const about = { question, plan, schema };
  const found = tablesNamed(said, about).flatMap((table) => stateOf(said, table, about) ?? []);
  const [one, second] = found;
  return one && !second ? one : null;
}

/** The only thing that is said of what has become of rows. */
function saidOf(question: Question): Said | null {
  const { rowStates, left, notYet, yet } = question.language.everyday;
  const { verbs } = question.language;
  const found: Said[] = [];
  for (let at = 0; at <= question.lastWord; at++) {
    const state = question.phrase(at, rowStates);
    const gone = left.find((phrase) => question.starts(at, phrase));
    const denied = notYet.find((phrase) => question.starts(at, phrase));
    const word = question.word(at);
    const undone = question.language.everyday.undone.get(word) ?? verbs.undone(word);
    const behind = at + (denied?.length ?? 0);
    if (state) {
      const isVerb = at > 0 && verbs.isParticiple(question.word(at - 1)) === true;
      const from = isVerb ? at - 1 : at;
      found.push({
        from,
        to: state.to,
        state: state.means,
        verb: isVerb ? question.word(from) : null,
      });
      at = state.to - 1;
    } else if (gone) {
      found.push({ from: at, to: at + gone.length, state: 'left', verb: null });
      at += gone.length - 1;
    } else if (undone) found.push({ from: at, to: at + 1, state: 'undone', verb: undone });
    else if (denied && verbs.isParticiple(question.word(behind)) === true) {
      const to = question.is(behind + 1, yet) ? behind + 2 : behind + 1;
      // `not trained any club`: what was not done is done to something else.
      if (question.endsPart(to))
        found.push({ from: at, to, state: 'undone', verb: question.word(behind) });
      at = behind;
    }
  }
  const [one, second] = found;
  return one && !second ? one : null;
}

/** Whether the data says itself what is said: a value, a table or a column is called so. */
function isKnown({ from, to, state }: Said, question: Question): boolean {
  const places = question.tokens.flatMap((_, at) => (at >= from && at < to ? [at] : []));
  // `doctors who accept new patients`, of a column that is called so.
  const isPart = question.tokens
    .slice(0, from)
    .some((_, at) =>
      question
        .refs(at)
        .some((ref) => ref.to > from && ref.options.some(({ kind }) => kind === 'column')),
    );
  return (
    isPart ||
    places.some((at) => {
      const isValue = question
        .valueRefs(at)
        .some(
          (ref) =>
            ref.to > at && (ref.from >= from || ref.to > to) && isSpelled(ref.text, ref.options),
        );
      const isNamed = question
        .refs(at)
        .some(
          (ref) =>
            (ref.to > to || state === 'new') &&
            ref.options.some(({ evidence }) => evidence === 'name'),
        );
      return isValue || isNamed;
    })
  );
}

/** Whether a value is written as it was said, rather than made of the same stem: `returning` is no `returned`. */
const isSpelled = (
  text: string,
  options: readonly { readonly texts: readonly string[] }[],
): boolean =>
  options.some(({ texts }) => texts.some((one) => one.toLowerCase() === text.toLowerCase()));

/** The tables whose rows are named outside of what is said; people, where nothing is. */
function tablesNamed({ from, to }: Said, { question, schema }: About): readonly CatalogTable[] {
  const named = new Set<string>();
  question.tokens.forEach((_, at) => {
    if (at >= from && at < to) return;
    for (const { options } of question.refs(at))
      for (const { kind, evidence, table } of options)
        if (kind === 'table' && evidence === 'name') named.add(table);
  });
  const found = [...named].map((name) => schema.tables.get(name)!);
  const people = asksPeople(question) ? [...schema.tables.values()].filter(holdsPeople) : [];
  return [...new Set([...found, ...people])];
}

const asksPeople = (question: Question): boolean =>
  question.asksWho ||
  question.tokens.some((_, at) => question.is(at, question.language.everyday.staff));

function stateOf(said: Said, table: CatalogTable, about: About): Composed | Open | null {
  switch (said.state) {
    case 'late':
    case 'punctual':
    case 'overdue':
      return restWith(said, table, about, againstDue(said, table, about));
    case 'undone':
      return restWith(said, table, about, notDone(said, table));
    case 'present':
    case 'former':
      return restWith(said, table, about, employed(said, table));
    case 'left':
    case 'new': {
      const period = periodBehind(said, about.question);
      const isGone = said.state === 'left';
      if (isGone && !asksPeople(about.question) && holdsPeople(table) && !leavingOf(table))
        return neverLeft(table);
      if (!isGone && !period && !asksEach(about.question)) return askWhen(said, table, about);
      const told = isGone ? goneIn(table, period) : newIn(table, period, about);
      return restWith(said, table, about, told, period);
    }
    case 'repeated':
    case 'single':
      if (about.question.tokens.some((_, at) => about.question.period(at) !== null))
        return ofTime(table, about);
      return restWith(said, table, about, howOften(said, table, about));
    case 'inactive':
      return askSince(said, table, about);
  }
}

const isMissing = (alias: string, { name }: CatalogColumn, negated = false): Predicate => ({
  ...{ kind: 'null', expr: column(alias, name), negated },
});

const day = (value: string): Literal => ({ kind: 'literal', type: 'date', value });

function againstDue({ state, verb }: Said, table: CatalogTable, { question }: About): Told | null {
  const dates = datesOf(table);
  const [due, second] = dates.filter(isDue);
  const done = doneBy(verb, dates, question);
  if (!due || second || !done || isDueOfOther(due, done, dates)) return null;
  if (state === 'overdue')
    return {
      where: (alias) => [
        { kind: 'compare', op: '<', left: column(alias, due.name), right: day(question.today) },
        isMissing(alias, done),
      ],
      told: `"Overdue" means ${table.label} without ${done.label} whose ${due.label} is before ${question.today}.`,
    };
  const isLate = state === 'late';
  return {
    where: (alias) => [
      {
        ...{ kind: 'compare', op: isLate ? '>' : '<=' },
        ...{ left: column(alias, done.name), right: column(alias, due.name) },
      },
    ],
    told: `${isLate ? '"Late"' : '"On time"'} means ${table.label} whose ${done.label} is ${isLate ? 'after' : 'on or before'} their ${due.label}. Entries without both dates are left out.`,
  };
}

/** `arrived late` beside a planned departure, and when they departed: what was planned is not when they were to arrive. */
function isDueOfOther(
  due: CatalogColumn,
  done: CatalogColumn,
  dates: readonly CatalogColumn[],
): boolean {
  const isOf = (one: CatalogColumn) =>
    wordsOf(due.label).some((word) =>
      wordsOf(one.label).some((other) => isLong(word) && isLong(other) && isAkin(word, other)),
    );
  return !isOf(done) && dates.some((one) => one !== due && one !== done && isOf(one));
}

/** No preposition, and none of the words that dates are called by. */
const isLong = (word: string): boolean => word.length > 4;

/** The date that a verb speaks of; without a verb the one that ends what the rows are about. */
function doneBy(
  verb: string | null,
  dates: readonly CatalogColumn[],
  question: Question,
): CatalogColumn | null {
  if (verb === null || question.language.everyday.finished.has(verb)) return ending(dates);
  const [found, second] = dates.filter((one) => !isDue(one) && isOfVerb(verb, one));
  return found && !second ? found : null;
}

const isOfVerb = (verb: string, { label }: CatalogColumn): boolean =>
  speaksOf(
    foldToLemmas(verb),
    label
      .toLowerCase()
      .split(' ')
      .filter((word) => word.length > 3),
  );

/** `unpaid`, `unassigned`: what the date or the reference of it lacks. */
function notDone({ verb }: Said, table: CatalogTable): Told | null {
  const [found, second] = table.columns.filter(
    (one) =>
      !one.hidden &&
      (one.kind === 'time' || one.kind === 'identifier') &&
      !isDue(one) &&
      isOfVerb(verb!, one),
  );
  // A state may say it otherwise than the date.
  const isState = table.columns.some(
    ({ type, profile }) => type === 'text' && profile?.samples.some((one) => one === verb),
  );
  if (!found || second || isState) return null;
  return {
    where: (alias) => [isMissing(alias, found)],
    told: `"Not ${verb}" means ${table.label} without ${found.label}.`,
  };
}

function leavingOf(table: CatalogTable): CatalogColumn | null {
  const [found, second] = holdsPeople(table) ? datesOf(table).filter(isLeaving) : [];
  return found && !second ? found : null;
}

function employed({ state }: Said, table: CatalogTable): Told | null {
  const date = leavingOf(table);
  if (!date) return null;
  const isFormer = state === 'former';
  return {
    where: (alias) => [isMissing(alias, date, isFormer)],
    told: `${isFormer ? 'Former' : 'Current'} ${table.label} are those ${isFormer ? 'with' : 'without'} a ${date.label}.`,
  };
}

function goneIn(table: CatalogTable, period: Period | null): Told | null {
  const date = leavingOf(table);
  if (!date) return null;
  return {
    where: (alias) => [period ? within(alias, date, period) : isMissing(alias, date, true)],
    told: `Departures use ${date.label} from ${table.label}.`,
  };
}

function within(alias: string, { name }: CatalogColumn, { from, to }: Period): Predicate {
  return {
    ...{ kind: 'range', expr: column(alias, name) },
    ...{ from: from === null ? null : day(from), to: to === null ? null : day(to) },
  };
}

/** New rows of a time: created in it, else with the first of what belongs to them in it. */
function newIn(table: CatalogTable, period: Period | null, about: About): Told | null {
  const date = dateOf(table);
  if (!period) {
    // `new customers per month`: each month has its own.
    const isByDate = (alias: string, { groupBy }: SelectQuery) =>
      groupBy.some(
        (one) =>
          one.kind === 'bucket' &&
          one.arg.kind === 'column' &&
          one.arg.alias === alias &&
          one.arg.column === date?.name,
      );
    return date && holdsPeople(table)
      ? {
          where: (alias, query) => (isByDate(alias, query) ? [] : null),
          told: `New ${table.label} are counted by their ${date.label}.`,
        }
      : null;
  }
  if (date && (isCreation(date) || datesOf(table).length === 1))
    return {
      where: (alias) => [within(alias, date, period)],
      told: `New ${table.label} are those whose ${date.label} is in that period.`,
    };
  const events = eventsOf(table, about.schema);
  const [event, second] = events;
  if (date || !event || second || period.from === null || !holdsPeople(table)) return null;
  const before: Period = { ...period, from: null, to: period.from };
  return {
    where: (alias, query) => {
      const has = (one: Period, negated: boolean, beside: SelectQuery) =>
        existsEvent(event, alias, beside, (own) => [within(own, event.date, one)], negated);
      const first = has(period, false, query);
      return [first, has(before, true, { ...query, where: [...query.where, first] })];
    },
    told: `New ${table.label} are those with their first ${event.table.label} in that period, by ${event.date.label}.`,
  };
}

/** Rows with a date of their own that each belong to one of a table. */
interface Event {
  readonly table: CatalogTable;
  readonly date: CatalogColumn;
  readonly reference: string;
  readonly key: string;
}

function eventsOf({ name }: CatalogTable, { tables, references }: Schema): readonly Event[] {
  return [...references].flatMap(([from, to]) => {
    const [own, reference] = from.split('\0') as [string, string];
    const [other, key] = to.split('\0') as [string, string];
    const table = tables.get(own)!;
    const date = dateOf(table);
    const isNamed = displayColumns(table).some((one) => !table.primaryKey?.includes(one.name));
    return other === name && own !== name && date && !isNamed
      ? [{ table, date, reference, key }]
      : [];
  });
}

function existsEvent(
  event: Event,
  alias: string,
  query: SelectQuery,
  where: (own: string) => readonly Predicate[],
  negated: boolean,
): Predicate {
  const { own, block } = eventBlock(event, alias, query);
  return {
    ...{ kind: 'exists', negated },
    query: { ...block, where: [...block.where, ...where(own)] },
  };
}

function eventBlock({ table, reference, key }: Event, alias: string, query: SelectQuery) {
  const own = new Aliases(aliasesIn(query)).next(table.name);
  const tie: Predicate = {
    ...{ kind: 'compare', op: '=', left: column(own, reference), right: column(alias, key) },
  };
  const one: Expr = { kind: 'literal', type: 'integer', value: 1 };
  const block: SelectQuery = {
    ...{ kind: 'select', from: { table: table.name, alias: own }, joins: [], where: [tie] },
    ...{ groupBy: [], having: [], distinct: false, orderBy: [], limit: null },
    select: [{ expr: one, as: 'one' }],
  };
  return { own, block };
}

/** `returning customers`: with more than one of the rows that belong to them. */
function howOften({ state }: Said, table: CatalogTable, about: About): Told | null {
  const [event, second] = eventsOf(table, about.schema);
  if (!event || second) return null;
  const isSingle = state === 'single';
  return {
    where: (alias, query) => {
      const { block } = eventBlock(event, alias, query);
      const count: Expr = { kind: 'aggregate', fn: 'count', arg: null, distinct: false };
      return [
        {
          ...{ kind: 'compare', op: isSingle ? '=' : '>' },
          left: { kind: 'subquery', query: { ...block, select: [{ expr: count, as: 'value' }] } },
          right: { kind: 'literal', type: 'integer', value: 1 },
        },
      ];
    },
    told: `Only ${table.label} with ${isSingle ? 'exactly one row' : 'more than one row'} of ${event.table.label} are included.`,
  };
}

const asksEach = (question: Question): boolean =>
  question.tokens.some((_, at) => question.is(at, question.language.ofEach.units));

/** `customers who left`, where others have a date of leaving. */
const neverLeft = ({ label }: CatalogTable): Open => ({
  ...{ kind: 'decline', reason: 'not_in_data', suggestions: [] },
  text: `${label} has no date that says when they left.`,
});

/** `new customers`: of what time is asked. */
function askWhen(said: Said, table: CatalogTable, { question, schema }: About): Open | null {
  const date = dateOf(table);
  const isNew = date ? isCreation(date) : eventsOf(table, schema).length === 1;
  if (!isNew || !holdsPeople(table)) return null;
  const whole = question.textOf(0, question.lastWord + 1);
  return {
    kind: 'clarify',
    question: `"${question.textOf(said.from, said.to)}" in which period?`,
    options: ['this year', 'this month', 'in the last 30 days'].map((one) => ({
      label: one,
      question: `${whole} ${one}`,
    })),
  };
}

/** `returning customers in 2025`: the time may be that of all of the rows, or of a later one alone. */
function ofTime(table: CatalogTable, { schema }: About): Open | null {
  const [event, second] = eventsOf(table, schema);
  if (!event || second) return null;
  return {
    ...{ kind: 'decline', reason: 'ambiguous', suggestions: [] },
    text: `Do you mean those who already had ${event.table.label} before that period, or more than one during it? If during, ask for "${table.label} with more than 1 ${event.table.label}" in that period.`,
  };
}

/** `inactive customers`: since when is asked. */
function askSince(said: Said, table: CatalogTable, { question, schema }: About): Open | null {
  const [event, second] = eventsOf(table, schema);
  if (!event || second || said.to > question.lastWord) return null;
  const rest = question.textOf(said.to, question.lastWord + 1);
  const before = said.from > 0 ? `${question.textOf(0, said.from)} ` : '';
  const none = `without ${event.table.label}`;
  const options = [none, `${none} in the last 6 months`, `${none} in the last 12 months`];
  return {
    kind: 'clarify',
    question: `What does "${question.textOf(said.from, said.to)}" mean?`,
    options: options.map((one) => ({ label: one, question: `${before}${rest} ${one}` })),
  };
}

/** A period, right behind what is said or at the end of the question. */
function periodBehind({ to }: Said, question: Question): Period | null {
  const [one, second] = periodsFrom(to, question);
  return one && !second ? question.period(one)!.period : null;
}

function periodsFrom(from: number, question: Question): readonly number[] {
  const found: number[] = [];
  for (let at = from; at <= question.lastWord; at++) {
    const period = question.period(at);
    if (!period) continue;
    found.push(at);
    at = period.end - 1;
  }
  return found;
}

/** The question without what is said, with the condition that this is. */
function restWith(
  said: Said,
  table: CatalogTable,
  { question, plan }: About,
  condition: Told | null,
  period: Period | null = null,
): Composed | null {
  if (!condition) return null;
  const dropped = new Set<number>();
  const drop = (from: number, to: number) => {
    for (let at = from; at < to; at++) dropped.add(at);
  };
  drop(said.from, said.to);
  const { beforeStates, weHave, staff } = question.language.everyday;
  for (let at = said.from - 1; at > 0 && question.is(at, beforeStates); at--) drop(at, at + 1);
  if (period)
    for (const at of periodsFrom(said.to, question)) {
      const isOpened = question.is(at - 1, question.language.composed.before);
      drop(isOpened && !dropped.has(at - 1) ? at - 1 : at, question.period(at)!.end);
    }
  for (let at = 1; at <= question.lastWord; at++) {
    const phrase = weHave.find((one) => question.starts(at, one));
    if (phrase) drop(at, at + phrase.length);
  }
  const isNamed = question.tokens.some(
    (_, at) =>
      !dropped.has(at) &&
      question.canBe(at, (one) => isNameOfRows(one) && one.table === table.name),
  );
  const pieces: string[] = [];
  for (let at = 0; at <= question.lastWord; at++) {
    if (dropped.has(at)) continue;
    const isOwnName = wordsOf(table.label).includes(question.tokens[at]!.lemma);
    const isPeople =
      (question.is(at, staff) && !isOwnName && holdsPeople(table)) ||
      (at === 0 && question.asksWho && !isNamed);
    pieces.push(isPeople ? table.label : question.textOf(at, at + 1));
  }
  const text = pieces.join(' ').replaceAll(" 's", "'s").trim();
  if (text === '') return null;
  const planned = plan(text);
  if (planned.kind !== 'query' || planned.query.kind !== 'select') return null;
  const { query, assumptions, confidence } = planned;
  const [own, another] = sourcesOf(query).filter((one) => one.table === table.name);
  if (!own || another || query.having.length > 0) return null;
  // `revenue of new customers in 2025`: the time may be that of either.
  if (period && (period.weekdays || query.from.table !== table.name)) return null;
  const where = condition.where(own.alias, query);
  if (!where) return null;
  return {
    query: { ...query, where: [...query.where, ...where] },
    assumptions: [...assumptions, condition.told],
    confidence,
  };
}
