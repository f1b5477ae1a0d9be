import { isBeginning, isCreation, isDue } from '#src/catalog/creation.ts';
import { foldToLemmas } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import type { Phrase } from '#src/language/tables.ts';
import { speaksOf } from '#src/planner/telling-words.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { DaysBetween } from '#src/plugin-api/query.ts';
import { AGGREGATE_NAMES, type AggregateFunction, FUNCTIONS } from '#src/query/functions.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import { column } from '#src/read/composed/group-rows.ts';
import { type ReadGrouped, withNumber } from '#src/read/composed/grouped.ts';
import type { Composed } from '#src/read/composed/parts.ts';
import { dateOf, datesOf } from '#src/read/composed/row-dates.ts';
import { numberedRow, said } from '#src/read/composed/single-row.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';

type Spans = ReadonlyMap<string, number>;

/** Where a question says how long something took. */
interface DurationAt {
  readonly fn: AggregateFunction | null;
  /** The words of either date, and the rows: their tokens. */
  readonly spans: Spans;
  /** The token that it begins at, and the one behind it. */
  readonly from: number;
  readonly to: number;
}

/** Two dates of rows of a table. */
interface Lasting {
  readonly table: CatalogTable;
  readonly from: CatalogColumn;
  readonly to: CatalogColumn;
}

/**
 * `Average time from order to delivery`, `delivery time by country`, `how long does it take to close a ticket`: the days between
 * two dates of rows. The question is planned as one for the number of the rows, in the place of which they are computed.
 */
export function readDuration(
  question: Question,
  read: ReadGrouped,
  schema: Schema,
): Composed | null {
  const at = durationAt(question);
  if (!at || isColumn(at, question)) return null;
  const found = [...schema.tables.values()].flatMap((table) => lasting(at, table, question) ?? []);
  const named = found.filter(({ table }) => isNamed(table, question));
  const [one, second] = named.length > 0 ? named : found;
  return one && !second ? computed(at, one, question, read, schema) : null;
}

/** `delivery time`, where a column is called so. */
const isColumn = ({ from, to, spans }: DurationAt, question: Question): boolean =>
  question.tokens.some(
    (_, at) =>
      at >= from &&
      at < to &&
      question
        .refs(at)
        .some(
          (ref) =>
            ref.to <= to &&
            [...Array(ref.to - at).keys()].some(
              (more) => ![...spans.values()].includes(at + more),
            ) &&
            ref.options.some(({ kind, evidence }) => kind === 'column' && evidence === 'name'),
        ),
  );

function durationAt(question: Question): DurationAt | null {
  const { forms, before } = question.language.everyday.durations;
  let fn: DurationAt['fn'] = null;
  for (let at = 0; at <= question.lastWord; at++) {
    const computes = functionAt(at, question);
    if (computes) {
      if (fn) return null;
      fn = computes;
      continue;
    }
    const matches = forms.flatMap((form) => matched(form, at, question) ?? []);
    const [longest] = matches.toSorted((a, b) => b.to - a.to || b.spans.size - a.spans.size);
    if (longest) return { fn, from: at, ...longest };
    if (!question.is(at, before)) return null;
  }
  return null;
}

function matched(
  form: Phrase,
  from: number,
  question: Question,
): { readonly spans: Spans; readonly to: number } | null {
  const spans = new Map<string, number>();
  let at = from;
  for (const part of form) {
    if (at > question.lastWord) return null;
    if (part.startsWith('{')) {
      const isLink = question.is(at, question.language.functionWords.links);
      if (isLink || question.isArticle(at) || question.tokens[at]!.kind !== 'word') return null;
      spans.set(part, at);
    } else if (question.word(at) !== part) return null;
    at++;
    // `order date`, said in full.
    const isDate = part === '{a}' || part === '{b}';
    if (isDate && question.is(at, new Set(question.language.everyday.dateHeads))) at++;
  }
  return { spans, to: at };
}

/** The dates of a table that a duration goes by; null where these are not clear. */
function lasting({ spans }: DurationAt, table: CatalogTable, question: Question): Lasting | null {
  const rows = spans.get('{rows}');
  if (rows !== undefined && !isCalled(table, rows, question)) return null;
  const end = dateSaid(spans.get('{b}')!, table, question);
  const begin = spans.get('{a}');
  const start = begin === undefined ? beginningOf(table) : dateSaid(begin, table, question);
  const isOrdered = start && end && start !== end;
  if (!isOrdered || isDue(start) || (begin === undefined && (isDue(end) || isCreation(end))))
    return null;
  return { table, from: start, to: end };
}

/** The date of rows, else the only one that says when they began. */
function beginningOf(table: CatalogTable): CatalogColumn | null {
  const [start, second] = datesOf(table).filter(isBeginning);
  return dateOf(table) ?? (start && !second ? start : null);
}

const isCalled = (table: CatalogTable, at: number, question: Question): boolean =>
  question
    .refs(at)
    .some(({ options }) => options.some((one) => isNameOfRows(one) && one.table === table.name));

const isNamed = (table: CatalogTable, question: Question): boolean =>
  question.tokens.some((_, at) => isCalled(table, at, question));

/** The only date of a table that a word speaks of: `delivery`, of the delivered date. */
function dateSaid(at: number, table: CatalogTable, question: Question): CatalogColumn | null {
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
  { fn, to }: DurationAt,
  { table, from, to: until }: Lasting,
  question: Question,
  read: ReadGrouped,
  schema: Schema,
): Composed | null {
  const rest = restOf(to, table, question, schema);
  const counted = rest === null ? null : read(`number of ${table.label} ${rest}`.trim());
  const { query, expr } = counted ?? {};
  if (!counted || !query || expr?.fn !== 'count' || expr.arg !== null) return null;
  if (query.from.table !== table.name || query.limit !== null) return null;
  const { alias } = query.from;
  const days: DaysBetween = {
    ...{ kind: 'days', from: column(alias, from.name), to: column(alias, until.name) },
  };
  const used = fn ?? AVERAGE;
  const name = `${FUNCTIONS[used].word}_days`;
  const isMissing = [from, until].some(({ profile }) => profile?.nullCount !== 0);
  return {
    query: withNumber(
      { query, expr },
      { kind: 'aggregate', fn: used, arg: days, distinct: false },
      name,
    ),
    assumptions: [
      `Counted are the days from ${from.label} to ${until.label} of ${table.label}${fn ? '' : ', on average'}.`,
      ...(isMissing ? [`Rows of ${table.label} that lack either date are left out.`] : []),
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

/** What narrows and groups the rows: all that follows, without their name. */
function restOf(
  to: number,
  table: CatalogTable,
  question: Question,
  schema: Schema,
): string | null {
  const end = question.lastWord + 1;
  const { onAverage } = question.language.ofEach;
  const average = onAverage.find((one) => question.starts(end - one.length, one));
  const last = average ? end - average.length : end;
  if (to >= last) return '';
  const isOf = question.is(to, question.language.everyday.durations.of);
  const article = isOf && question.isArticle(to + 1) ? to + 2 : to + 1;
  const row = isOf ? numberedRow(question, schema) : null;
  if (row?.table === table && row.from === article && row.to === last)
    return said(row).slice(table.label.length).trim();
  const from = isOf && isCalled(table, article, question) ? article + 1 : to;
  return from < last ? question.textOf(from, last) : '';
}
