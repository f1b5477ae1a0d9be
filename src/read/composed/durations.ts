import { ending, isBeginning, isCreation, isDue } from '#src/catalog/creation.ts';
import { foldToLemmas } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import type { Phrase } from '#src/language/tables.ts';
import { isDate } from '#src/planner/measured.ts';
import { speaksOf } from '#src/planner/telling-words.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { DaysBetween } from '#src/plugin-api/query.ts';
import { AGGREGATE_NAMES, type AggregateFunction, FUNCTIONS } from '#src/query/functions.ts';
import { isNameOfRows, type Option } from '#src/read/ask.ts';
import { column } from '#src/read/composed/group-rows.ts';
import { type ReadGrouped, withNumber } from '#src/read/composed/grouped.ts';
import type { Composed } from '#src/read/composed/parts.ts';
import { dateOf, datesOf } from '#src/read/composed/row-dates.ts';
import { numberedRow, said } from '#src/read/composed/single-row.ts';
import { onceOf } from '#src/read/once-of.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';
import { sayableOf } from '#src/read/sayable.ts';

/** What fills a slot: the word of a date, with the only date where it names one, or rows. */
interface Filling {
  readonly at: number;
  readonly to: number;
  /** The rows that a date is said to be of. */
  readonly rows?: number;
}

type Slots = ReadonlyMap<string, Filling>;

/** Where a question says how long something took. */
interface DurationAt {
  readonly fn: AggregateFunction | null;
  /** Null where none is said: days between days, hours between instants. */
  readonly unit: Unit | null;
  readonly slots: Slots;
  /** The token that it begins at, and the one behind it. */
  readonly from: number;
  readonly to: number;
}

type Unit = 'days' | 'hours' | 'minutes';

/** Two dates of rows of a table; where the question names none, its first and the one that ends what they are about. */
interface Lasting {
  readonly table: CatalogTable;
  readonly from: CatalogColumn;
  readonly to: CatalogColumn;
}

/** A question without what is said of its number apart: `on average`, `in hours`, and with its groups behind. */
interface Plain {
  readonly question: Question;
  readonly averaged: boolean;
  readonly unit: Unit | null;
}

/**
 * `Average time from order to delivery`, `delivery time by country`, `how long does it take to close a ticket`: the days between
 * two dates of rows, or the hours. The question is planned as one for the number of the rows, in the place of which they are
 * computed.
 */
export function readDuration(asked: Question, read: ReadGrouped, schema: Schema): Composed | null {
  const { question, averaged, unit } = plainly(asked);
  for (const at of durationsAt(question, unit, averaged)) {
    if (isColumn(at, question)) return null;
    const found = [...schema.tables.values()].flatMap(
      (table) => lasting(at, table, question, schema) ?? [],
    );
    const named = found.filter(({ table }) => isNamed(table, question));
    const [one, second] = named.length > 0 ? named : found;
    if (one) return second ? null : computed(at, one, question, read, schema);
  }
  return null;
}

/** `delivery time`, where a column is called so. */
function isColumn({ from, to, slots }: DurationAt, question: Question): boolean {
  const isApart = (at: number) =>
    ![...slots.values()].some((one) => (at >= one.at && at < one.to) || one.rows === at);
  const isOwn = (at: number, { label }: CatalogColumn) =>
    isApart(at) && wordsOf(label).includes(question.tokens[at]!.lemma);
  for (let at = from; at < to; at++)
    for (const ref of question.refs(at)) {
      const within = [...Array(ref.to - at).keys()].map((more) => at + more);
      const isSaid = ref.options.some(
        (one) =>
          one.kind === 'column' &&
          one.evidence === 'name' &&
          one.columns.some((column) => within.some((word) => isOwn(word, column))),
      );
      if (ref.to <= to && isSaid) return true;
    }
  return false;
}

function plainly(asked: Question): Plain {
  const { ofEach, everyday, grouping } = asked.language;
  const { units, inUnits } = everyday.durations;
  const dropped = new Set<number>();
  const drop = (from: number, to: number) => {
    for (let at = from; at < to; at++) dropped.add(at);
    if (asked.word(from - 1) === ',') dropped.add(from - 1);
    else if (asked.word(to) === ',' && from === 0) dropped.add(to);
  };
  let unit: Unit | null = null;
  let averaged = false;
  for (let at = 0; at <= asked.lastWord; at++) {
    const average = ofEach.onAverage.find((one) => asked.starts(at, one));
    const said = units.get(asked.word(at + 1));
    const inMarks = asked.word(at) === '(' && asked.word(at + 2) === ')';
    if (average) {
      averaged = true;
      drop(at, at + average.length);
    } else if (said && (inMarks || asked.is(at, inUnits))) {
      unit = said;
      drop(at, inMarks ? at + 3 : at + 2);
    }
  }
  const text =
    dropped.size > 0 ? asked.withoutTokens([...dropped].toSorted((a, b) => a - b)) : null;
  const question = text === null ? asked : asked.saying(text);
  // `for each priority, the mean time …`
  const comma = question.tokens.findIndex(({ kind, lower }) => kind === 'mark' && lower === ',');
  if (comma < 0 || !question.phrase(0, grouping)) return { question, averaged, unit };
  const moved = `${question.textOf(comma + 1, question.lastWord + 1)} ${question.textOf(0, comma)}`;
  return { question: question.saying(moved), averaged, unit };
}

const sayableForms = onceOf(({ everyday }: Question['language']) =>
  sayableOf(everyday.durations.forms, (form) => form),
);

/** The ways to read the most words that say how long something took. */
function durationsAt(
  question: Question,
  unit: Unit | null,
  averaged: boolean,
): readonly DurationAt[] {
  const { before, units } = question.language.everyday.durations;
  const forms = sayableForms(question.language)(question);
  let fn: DurationAt['fn'] = averaged ? AVERAGE : null;
  for (let at = 0; at <= question.lastWord; at++) {
    const computes = functionAt(at, question);
    if (computes) {
      if (fn && fn !== computes) return [];
      fn = computes;
      continue;
    }
    const matches = forms.flatMap((form) => matched(form, 0, at, question, new Map()) ?? []);
    const end = Math.max(...matches.map(({ to }) => to));
    if (matches.length > 0)
      return matches
        .filter(({ to }) => to === end)
        .toSorted((a, b) => b.slots.size - a.slots.size)
        .map(({ slots, to }) => {
          const counted = slots.get('{unit}');
          const said = counted && units.get(question.word(counted.at));
          return { fn, unit: unit ?? said ?? null, slots, from: at, to };
        });
    if (!question.is(at, before)) return [];
  }
  return [];
}

function matched(
  form: Phrase,
  index: number,
  at: number,
  question: Question,
  slots: Slots,
): { readonly slots: Slots; readonly to: number } | null {
  const part = form[index];
  if (part === undefined) return { slots, to: at };
  if (at > question.lastWord) return null;
  if (!part.startsWith('{'))
    return question.word(at) === part ? matched(form, index + 1, at + 1, question, slots) : null;
  for (const one of fillings(part, at, question)) {
    // `returned on time`
    const isPlace = question.is(one.to - 1, question.language.functionWords.links);
    if (isPlace && form.length <= SHORT_FORM) continue;
    const found = matched(form, index + 1, one.to, question, new Map(slots).set(part, one));
    if (found) return found;
  }
  return null;
}

/** `{rows} {b} time`: nothing tells where its parts end but their words. */
const SHORT_FORM = 3;

/** What may fill a slot at a token, longest first. */
function fillings(slot: string, at: number, question: Question): readonly Filling[] {
  const { units, beforeEnds } = question.language.everyday.durations;
  if (slot === '{unit}') return units.has(question.word(at)) ? [{ at, to: at + 1 }] : [];
  const from = question.isArticle(at) || question.is(at, beforeEnds) ? at + 1 : at;
  if (slot === '{rows}' || slot === '{whose}')
    return question
      .refs(from)
      .filter(({ options }) => options.some(isNameOfRows))
      .map(({ to }) => ({ at: from, to }));
  const plain = dateFillings(from, question);
  // `ticket creation`, `the issue of an invoice`
  const before = question
    .refs(from)
    .filter(({ options }) => options.some(isNameOfRows))
    .flatMap(({ to }) => dateFillings(to, question).map((one) => ({ ...one, rows: from })));
  const behind = plain.flatMap((one) => {
    if (!question.is(one.to, question.language.everyday.durations.of)) return [];
    const rows = question.isArticle(one.to + 1) ? one.to + 2 : one.to + 1;
    return question
      .refs(rows)
      .filter(({ options }) => options.some(isNameOfRows))
      .map(({ to }) => ({ ...one, to, rows }));
  });
  return [...behind, ...before, ...plain].toSorted((a, b) => b.to - a.to);
}

/** The word of a date, or a date by its name. */
function dateFillings(at: number, question: Question): readonly Filling[] {
  const isLink = question.is(at, question.language.functionWords.links);
  const isWord = question.tokens[at]?.kind === 'word' && functionAt(at, question) === null;
  if (isLink || question.isArticle(at) || !isWord) return [];
  const heads = new Set(question.language.everyday.dateHeads);
  const ends = question
    .refs(at)
    .filter(({ options }) => options.some(isDateColumn))
    .map(({ to }) => to);
  const end = at + 1;
  // `order date`, said in full.
  const all = new Set([...ends, end, ...(question.is(end, heads) ? [end + 1] : [])]);
  return [...all].map((to) => ({ at, to }));
}

const isDateColumn = (option: Option): boolean =>
  option.kind === 'column' && option.columns.length === 1 && isDate(option.columns[0]!);

/** The dates of a table that a duration goes by; null where these are not clear. */
function lasting(
  { slots, unit }: DurationAt,
  table: CatalogTable,
  question: Question,
  schema: Schema,
): Lasting | null {
  const rows = [slots.get('{rows}')?.at, slots.get('{a}')?.rows, slots.get('{b}')?.rows];
  if (rows.some((at) => at !== undefined && !isCalled(table, at, question))) return null;
  const whose = slots.get('{whose}');
  if (whose && !ownersOf(table, schema).some((one) => isCalled(one, whose.at, question)))
    return null;
  const until = slots.get('{b}');
  const end = until ? dateSaid(until, table, question) : ending(datesOf(table));
  const begin = slots.get('{a}');
  const start = begin ? dateSaid(begin, table, question) : beginningOf(table);
  const isOrdered = start && end && start !== end;
  if (!isOrdered || isDue(start) || (!begin && (isDue(end) || isCreation(end)))) return null;
  // A day has no hours.
  if (unit !== null && unit !== 'days' && !areInstants(start, end)) return null;
  return { table, from: start, to: end };
}

const areInstants = (...dates: readonly CatalogColumn[]): boolean =>
  dates.every(({ type }) => type === 'timestamp');

/** A table, and those that each of its rows belongs to. */
const ownersOf = (table: CatalogTable, { tables, graph }: Schema): readonly CatalogTable[] => [
  table,
  ...[...tables.values()].filter((one) => one !== table && graph.toOne(table.name, one.name)),
];

/** The date of rows, else the only one that says when they began. */
function beginningOf(table: CatalogTable): CatalogColumn | null {
  const [start, second] = datesOf(table).filter(isBeginning);
  return dateOf(table) ?? (start && !second ? start : null);
}

const isCalled = (table: CatalogTable, at: number, question: Question): boolean =>
  question.canBe(at, (one) => isNameOfRows(one) && one.table === table.name);

const isNamed = (table: CatalogTable, question: Question): boolean =>
  question.tokens.some((_, at) => isCalled(table, at, question));

/** The only date of a table that a word speaks of, `delivery`, of the delivered date, or that is called so. */
function dateSaid(
  { at, to }: Filling,
  table: CatalogTable,
  question: Question,
): CatalogColumn | null {
  const named = question
    .refs(at)
    .filter((ref) => ref.to <= to && ref.options.some(isDateColumn))
    .toSorted((a, b) => b.to - a.to)[0]
    ?.options.flatMap((one) =>
      one.kind === 'column' && one.table === table.name && one.evidence === 'name'
        ? one.columns.filter(isDate)
        : [],
    );
  if (named?.length === 1) return named[0]!;
  const { names, rates } = question.language;
  const word = question.word(at);
  const states = rates.states.get(word);
  const stem = names.stem(word);
  const spoken = ({ label }: CatalogColumn) =>
    label
      .toLowerCase()
      .split(' ')
      .filter((one) => one.length > 2 && one !== 'date' && one !== 'time');
  const exact = datesOf(table).filter((one) => {
    const own = spoken(one);
    return own.includes(word) || wordsOf(one.label).includes(question.tokens[at]!.lemma);
  });
  const akin = datesOf(table).filter((one) =>
    spoken(one).some(
      (own) => names.stem(own) === stem || states?.has(own) || speaksOf(foldToLemmas(word), [own]),
    ),
  );
  const [date, second] = exact.length > 0 ? exact : akin;
  return date && !second ? date : null;
}

function computed(
  at: DurationAt,
  { table, from, to: until }: Lasting,
  question: Question,
  read: ReadGrouped,
  schema: Schema,
): Composed | null {
  const { fn } = at;
  const unit = at.unit ?? (areInstants(from, until) ? 'hours' : 'days');
  const rest = restOf(at.to, { table, from, to: until }, question, schema);
  const counted = rest === null ? null : read(`number of ${table.label} ${rest}`.trim());
  const { query, expr } = counted ?? {};
  if (!counted || !query || expr?.fn !== 'count' || expr.arg !== null) return null;
  if (query.from.table !== table.name || query.limit !== null) return null;
  const { alias } = query.from;
  const days: DaysBetween = {
    ...{ kind: 'days', from: column(alias, from.name), to: column(alias, until.name) },
    ...(unit !== 'days' && { in: unit }),
  };
  const used = fn ?? AVERAGE;
  const name = `${FUNCTIONS[used].word}_${unit}`;
  const isMissing = [from, until].some(({ profile }) => profile?.nullCount !== 0);
  return {
    query: withNumber(
      { query, expr },
      { kind: 'aggregate', fn: used, arg: days, distinct: false },
      name,
    ),
    assumptions: [
      `The result counts the ${unit} from ${from.label} to ${until.label} of ${table.label}${fn ? '' : ', on average'}.`,
      ...(isMissing ? [`Rows of ${table.label} without both dates are left out.`] : []),
      ...counted.assumptions,
    ],
    confidence: counted.confidence,
    heldTo: `${fn === null ? '' : FUNCTIONS[fn].word} ${table.label} ${rest}`.trim(),
  };
}

const AGGREGATES = AGGREGATE_NAMES.filter((name) => FUNCTIONS[name].combine !== 'sum');
const AVERAGE = AGGREGATES.find((name) => FUNCTIONS[name].ratioOf)!;

/** `median`, `longest`: what is computed over the days of each row. */
function functionAt(at: number, question: Question): AggregateFunction | null {
  const ranking = question.phrase(at, question.language.rankings)?.means;
  if (ranking?.of.some((word) => DURATIONS.has(word))) {
    const end = ranking.direction === 'desc' ? 'max' : 'min';
    return AGGREGATES.find((name) => FUNCTIONS[name].combine === end) ?? null;
  }
  return (
    AGGREGATES.find(
      (name) =>
        FUNCTIONS[name].takes !== 'any' && FUNCTIONS[name].asked.includes(question.word(at)),
    ) ?? null
  );
}

const DURATIONS: ReadonlySet<string> = new Set(['duration']);

/** What narrows and groups the rows: all that follows, without their name and what ends the duration anyway. */
function restOf(
  to: number,
  { table, to: until }: Lasting,
  question: Question,
  schema: Schema,
): string | null {
  const { of, all, done } = question.language.everyday.durations;
  const last = question.lastWord + 1;
  let from = to;
  while (from < last && question.isPunctuation(from)) from++;
  if (from >= last) return '';
  if (question.is(from, of)) {
    const article =
      question.isArticle(from + 1) || question.is(from + 1, all) ? from + 2 : from + 1;
    const row = numberedRow(question, schema);
    if (row?.table === table && row.from === article && row.to === last)
      return said(row).slice(table.label.length).trim();
    if (isCalled(table, article, question)) from = article + 1;
  }
  const state = done.find((one) => question.starts(from, one));
  if (state) {
    const at = from + state.length;
    if (dateSaid({ at, to: at + 1 }, table, question) === until) from = at + 1;
  }
  return from < last ? question.textOf(from, last) : '';
}
