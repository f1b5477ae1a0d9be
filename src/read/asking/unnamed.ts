import { isNumber, isSum, isSummedMoney } from '#src/catalog/amounts.ts';
import {
  BARE_AGGREGATES,
  BARE_FILLERS,
  type BareAggregate,
  BEFORE_PERIODS,
} from '#src/language/en/asking.ts';
import { isBirth } from '#src/planner/lexicon/birth.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { isDate } from '#src/planner/measured.ts';
import type { Catalog, CatalogTable } from '#src/plugin-api/catalog.ts';
import { isNameOfRows, type ValueOption, type ValueRef } from '#src/read/ask.ts';
import type { DoubtAbout, ReadDoubt } from '#src/read/asking/doubt.ts';
import type { Question } from '#src/read/question.ts';

/** References between rows that are counted and those that have the value. */
const FARTHEST = 2;
/** Years that a number alone may be. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2100];

/** A count or an aggregate, of no column that is named, perhaps of what has a value or happened in a period. */
interface Bare {
  readonly means: BareAggregate;
  /** `the average for all movies`: the table of the rows, where these are named. */
  readonly rows: string | null;
  readonly value: ValueRef | null;
  /** With its preposition; empty where none is named. */
  readonly period: string;
}

/** `how many in Munich`, `total for 2025`, `the average last year`: nothing says of what. */
export const unnamedRows: ReadDoubt = (about) => {
  const said = about.follows ? null : bareIn(about.question);
  if (!said) return null;
  return {
    ask: `Which data does "${about.question.withoutTokens([])}" refer to?`,
    options: optionsOf(said, about).map((label) => ({ label, question: label })),
    fewest: 1,
  };
};

/** What a question says that names no column, and no rows either where they are counted; null of any other. */
function bareIn(question: Question): Bare | null {
  let means: BareAggregate | null = null;
  let rows: string | null = null;
  let value: ValueRef | null = null;
  let period = '';
  for (let at = 0; at < question.length; ) {
    const aggregate = question.phrase(at, BARE_AGGREGATES);
    const time = question.period(at);
    const year = question.number(at);
    if (aggregate) {
      means ??= aggregate.means;
      at = aggregate.to;
    } else if (time && period === '') {
      const from = question.past(at, BEFORE_PERIODS);
      const isBare = question.number(from) !== null;
      const text = question.textOf(from, time.end);
      // `In 2025, …`: what begins a question is said within an option.
      const within = from === 0 ? text[0]!.toLowerCase() + text.slice(1) : text;
      period = isBare ? `in ${text}` : within;
      at = time.end;
    } else if (year !== null && year >= FIRST_YEAR && year <= LAST_YEAR && period === '') {
      period = `in ${year}`;
      at++;
    } else if (question.is(at, BARE_FILLERS) || question.isPunctuation(at)) at++;
    else {
      const found: ValueRef | undefined = value ? undefined : question.valueRefs(at)[0];
      const named = question.refs(at).at(-1);
      const table = named?.options.find(isNameOfRows);
      if (table && rows === null && means !== 'count') {
        rows = table.table;
        at = named!.to;
      } else if (found && !named) {
        value = found;
        at = found.to;
      } else return null;
    }
  }
  return means && !(means === 'count' && rows) ? { means, rows, value, period } : null;
}

/**
 * `number of boats with harbour "Lund"`, `total income of rentals with boats harbour "Lund"`: what may be computed of the
 * rows that have the value or refer to those that do; money first, and what is nearest.
 */
function optionsOf(said: Bare, { catalog, graph }: DoubtAbout): readonly string[] {
  const { means, value, rows, period } = said;
  const found = catalog.tables.flatMap((table) => {
    if (table.coveredBy !== undefined || (rows !== null && rows !== table.name)) return [];
    const times = timesOf(table, period);
    return (value?.options ?? [null]).flatMap((option) => {
      const path = option ? graph.toOne(table.name, option.table) : [];
      if (!path || path.length > FARTHEST) return [];
      const which = whichHave(option, table, catalog);
      return computedOf(means, table).flatMap(({ text, isMoney }) =>
        times.map((time) => ({ text: text + which + time, isMoney, far: path.length })),
      );
    });
  });
  return found
    .toSorted((a, b) => Number(b.isMoney) - Number(a.isMoney) || a.far - b.far)
    .map(({ text }) => text);
}

/** `number of boats`, or `total length of boats` of each of their numbers. */
function computedOf(means: BareAggregate, { label, columns }: CatalogTable) {
  if (means === 'count') return [{ text: `number of ${label}`, isMoney: false }];
  return columns.filter(means === 'total' ? isSum : isNumber).map((column) => ({
    text: `${means} ${column.label} of ${label}`,
    isMoney: isSummedMoney(column),
  }));
}

/** ` with harbour "Lund"`, ` with boats harbour "Lund"` of what refers to them, ` of boats "Gull"` of what they are called by. */
function whichHave(option: ValueOption | null, counted: CatalogTable, { tables }: Catalog): string {
  if (!option) return '';
  const holder = tables.find(({ name }) => name === option.table)!;
  const { label } = holder.columns.find(({ name }) => name === option.column)!;
  const [text] = option.texts;
  if (counted === holder) return ` with ${label} "${text}"`;
  const isName = displayColumns(holder).some(({ name }) => name === option.column);
  return isName ? ` of ${holder.label} "${text}"` : ` with ${holder.label} ${label} "${text}"`;
}

/** ` in 2025`, or of each time of the rows ` with booked on in 2025`; none where they have no time. */
function timesOf({ columns }: CatalogTable, period: string): readonly string[] {
  if (period === '') return [''];
  const times = columns.filter((column) => isDate(column) && !isBirth(column) && !column.hidden);
  return times.length === 1 ? [` ${period}`] : times.map(({ label }) => ` with ${label} ${period}`);
}
