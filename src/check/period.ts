import { wordsOf } from '#src/catalog/name-keys.ts';
import type { Asked } from '#src/check/asked.ts';
import { readsAsEnglish } from '#src/check/asked-for/question-language.ts';
import { conditionsOf } from '#src/check/conditions.ts';
import { type DayRange, measuredDays, rangeOfFilters, timeColumn } from '#src/check/timeline.ts';
import type { Check } from '#src/check/types.ts';
import { MONTHS, RECURRING } from '#src/language/en/periods.ts';
import { addUnits, monthOf } from '#src/planner/day.ts';
import { periodsIn } from '#src/planner/periods/periods.ts';
import { tokenize } from '#src/planner/tokens.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { ExprNode, FilterFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';
import { readsClock, takesMonth, tellsYear } from '#src/sql/date-parts.ts';
import { columnNodes, identical, literalsIn } from '#src/sql/nodes.ts';
import { rowConditions } from '#src/sql/row-conditions.ts';

const NAME = 'period';

const OPEN_ENDS: ReadonlySet<string> = new Set('end start beginning until till by'.split(' '));

interface AskedPeriod extends DayRange {
  readonly text: string;
}

/** Whether the statement keeps to the period that the question names, with both its ends. */
export function checkPeriod(facts: QueryFacts, catalog: Catalog, asked: Asked): Check {
  const english =
    asked.writtenFor === undefined || asked.isPartly || readsAsEnglish(asked.question, catalog);
  const periods = askedPeriods(asked).filter(({ text }) => english || isWrittenInDigits(text));
  const everyYear = monthOfEveryYear(facts, catalog, asked);
  if (everyYear) return { name: NAME, outcome: 'warning', detail: everyYear };
  const [period, second] = periods;
  if (!period)
    return { name: NAME, outcome: 'skipped', detail: "The question doesn't mention a period." };
  if (second)
    return { name: NAME, outcome: 'skipped', detail: 'The question mentions several periods.' };
  return { name: NAME, ...compared(period, facts, catalog, { ...asked, isRead: english }) };
}

type Finding = Pick<Check, 'outcome' | 'detail'>;

const warning = (detail: string): Finding => ({ outcome: 'warning', detail });
const kept = ({ text }: AskedPeriod): Finding => ({
  outcome: 'passed',
  detail: `The SQL covers the period "${text}".`,
});
const NOT_COMPARED: Finding = {
  outcome: 'skipped',
  detail: "The dates in the SQL can't be compared with the period in the question.",
};

/** `2025`, `2025-03`: the only periods that are written alike in every language ("sept" is seven in French). */
const isWrittenInDigits = (text: string) => !/\p{L}/u.test(text);

/** A day on which no period of the present is the same. */
const ANOTHER_DAY = '1971-06-15';

/**
 * Whether a statement that was written on another day still says what the question says: where that names a period
 * that moves on ("last month"), the statement has the bounds of just that period, or counts from the present day.
 */
export function keepsRelativePeriod(facts: QueryFacts, catalog: Catalog, asked: Asked): boolean {
  const spans = (today: string) =>
    JSON.stringify(allPeriods({ ...asked, today }).map(({ from, to }) => [from, to]));
  if (spans(asked.today) === spans(ANOTHER_DAY)) return true;
  const [period, second] = allPeriods(asked);
  const filters = allBlocks(facts.root).flatMap((block) => block.filters);
  if (filters.some(({ node }) => readsClock(node))) return true;
  if (!period || second) return false;
  const range = rangeOfFilters(filters.filter(({ column }) => timeColumn(catalog, column)));
  return range.from === period.from && range.to === period.to;
}

const allPeriods = (asked: Asked) => askedPeriods(asked, new Set());

/** The periods of a question; those after `openers` are left out: they name one end only. */
function askedPeriods(
  { question, today }: Asked,
  openers: ReadonlySet<string> = OPEN_ENDS,
): readonly AskedPeriod[] {
  const tokens = tokenize(question);
  return periodsIn(tokens, today).flatMap(({ period, start }) => {
    const before = tokens
      .slice(Math.max(0, start - 3), start + 1)
      .map(({ text }) => text.toLowerCase());
    // "Until the end of June" names one end only, which the reader takes for the month.
    return isOpened(before, openers) ? [] : [period];
  });
}

/** What may stand between a word that opens a period and the period: `by the end of June`, but not `by city in June`. */
const BETWEEN: ReadonlySet<string> = new Set('the a of in on at from'.split(' '));

function isOpened(before: readonly string[], openers: ReadonlySet<string>): boolean {
  const last = before.findLastIndex((word) => openers.has(word));
  return last >= 0 && before.slice(last + 1, -1).every((word) => BETWEEN.has(word));
}

function compared(
  period: AskedPeriod,
  facts: QueryFacts,
  catalog: Catalog,
  asked: Asked & { readonly isRead: boolean },
): Finding {
  const blocks = allBlocks(facts.root);
  const all = conditionsOf(facts);
  const exprs = blocks.flatMap(({ outputs, groupBy, orderBy }) => [
    ...outputs,
    ...groupBy,
    ...orderBy.map(({ expr }) => expr),
  ]);
  const made = blocks.flatMap(({ sources }) => sources.flatMap(({ calls = [] }) => calls));
  const nodes = [...[...all, ...exprs].map(({ node }) => node), ...made];
  const isTimed = ({ column, op }: FilterFacts) =>
    timeColumn(catalog, column) !== null && !op?.startsWith('is ');
  const ofRows = rowConditions(facts).filter(isTimed);
  const timed = ofRows.length > 0 ? ofRows : all.filter(isTimed);
  if (timed.length === 0) return withoutDates(period, facts, catalog, nodes);
  const columns = new Set(timed.map(({ column }) => `${column!.table}.${column!.column}`));
  if (columns.size > 1) return NOT_COMPARED;
  const isSaid = timed.some(({ node }) => names(node, yearOf(period)));
  const wrong = boundsOf(timed, period, catalog) ?? otherDays(timed, period, asked);
  // What stands before a year is not read: "nach 2007" begins after it.
  if (wrong && (asked.isRead || !isSaid)) return warning(wrong);
  const { from, to } = rangeOfFilters(timed);
  return from !== null || to !== null || isSaid ? kept(period) : NOT_COMPARED;
}

const yearOf = ({ from, to }: AskedPeriod) => (from ?? to)!.slice(0, 4);

/** A period in the question and none in the statement; none is needed where all the data lie in it. */
function withoutDates(
  period: AskedPeriod,
  facts: QueryFacts,
  catalog: Catalog,
  nodes: readonly ExprNode[],
): Finding {
  const year = yearOf(period);
  if (nodes.some((node) => isNamedMonth(node, period))) return kept(period);
  if (nodes.some((node) => names(node, year)) || facts.tables.some((name) => name.includes(year)))
    return kept(period);
  if (nodes.some((node) => readsClock(node) || takesMonth(node))) return NOT_COMPARED;
  const columns = timesOf(facts, catalog);
  if (columns.length === 0)
    return warning(
      `The question mentions a period (${period.text}), but the data used has no dates, so the answer isn't limited to it.`,
    );
  const inside = columns.every((column) => {
    const days = measuredDays(column);
    return days && !outside(days, period);
  });
  return inside
    ? kept(period)
    : warning(`The question mentions a period (${period.text}), but the answer covers all dates.`);
}

/** Whether a literal or a name says that year. */
const names = (node: ExprNode, year: string) =>
  literalsIn(node).some(({ text }) => text.includes(year)) ||
  columnNodes(node).some(({ name }) => name.includes(year));

/**
 * Whether a column is called by the month of a period without a year, or compared with its name: `jan` of
 * `city, jan, feb, mar`, `month = 'January'`.
 */
function isNamedMonth(node: ExprNode, { text, from, to }: AskedPeriod): boolean {
  if (from === null || to !== addUnits(from, 'month', 1) || /\d/.test(text)) return false;
  const isMonth = (word: string) => MONTHS.get(word) === monthOf(from);
  return (
    columnNodes(node).some(({ name }) => wordsOf(name).some(isMonth)) ||
    literalsIn(node).some(({ text: value }) => isMonth(value.toLowerCase()))
  );
}

/** An end that the question names, the statement leaves open, and the data go beyond. */
function boundsOf(
  filters: readonly FilterFacts[],
  period: AskedPeriod,
  catalog: Catalog,
): string | null {
  const range = rangeOfFilters(filters);
  const days = measuredDays(timeColumn(catalog, filters[0]!.column)!);
  if (!days || (range.from === null && range.to === null)) return null;
  const late = period.to !== null && range.to === null && days.last >= period.to;
  const early = period.from !== null && range.from === null && days.first < period.from;
  if (late)
    return `The question mentions a period (${period.text}), but the answer also includes later dates.`;
  return early
    ? `The question mentions a period (${period.text}), but the answer also includes earlier dates.`
    : null;
}

/** Words of questions that are answered with other periods, too. */
const COMPARED =
  /\b(?:growth|grew|grow|chang\w*|compar\w*|previous|before|prior|than|versus|vs|over|trend)\b/i;

/** Words that name a part of a period that is read as the whole. */
const PART =
  /\b(?:half|halves|first|last|early|late|mid|weeks?|weekends?|seasons?|spring|summer|autumn|winter|so far)\b/i;

/** Bounds of a model's statement that leave out days which the question names, or take in others. */
function otherDays(
  filters: readonly FilterFacts[],
  period: AskedPeriod,
  { question, writtenFor }: Asked,
): string | null {
  if (!writtenFor) return null;
  const { from, to } = rangeOfFilters(filters);
  const { from: first, to: end } = period;
  if (first === null || end === null) return null;
  if ((to !== null && to <= first) || (from !== null && from >= end))
    return `The question mentions a period (${period.text}), but the SQL uses other dates.`;
  // Bounds of relative periods are a matter of taste by a day or a month; those of a year that is named are not.
  if (!/\b[12]\d{3}\b/.test(period.text)) return null;
  // `= '2025-01-01'` is January in a column that has one day of each month.
  if (PART.test(question) || filters.some(({ op }) => op === '=' || op === 'in')) return null;
  if ((from !== null && from > first) || (to !== null && to < end))
    return `The question mentions a period (${period.text}), but the SQL leaves out part of it.`;
  const wider = (from !== null && from < first) || (to !== null && to > end);
  return wider && !COMPARED.test(question)
    ? `The question mentions a period (${period.text}), but the SQL goes beyond it.`
    : null;
}

const outside = ({ first, last }: { first: string; last: string }, { from, to }: DayRange) =>
  (from !== null && first < from) || (to !== null && last >= to);

function timesOf({ tables }: QueryFacts, catalog: Catalog): readonly CatalogColumn[] {
  return catalog.tables
    .filter(({ name }) => tables.some((table) => table.toLowerCase() === name.toLowerCase()))
    .flatMap(({ columns }) =>
      columns.filter(({ kind, type }) => kind === 'time' && type !== 'time'),
    );
}

/** `by month of the year`: that of all years is asked for. */
function saysRecurring(question: string): boolean {
  const words = tokenize(question).map(({ lower }) => lower);
  return RECURRING.some(
    ({ phrase, means }) =>
      means === 'month' &&
      words.some((_, at) => phrase.every((word, index) => words[at + index] === word)),
  );
}

/** `EXTRACT(month …) = 5` without a year: May of each year in the data. */
function monthOfEveryYear(
  facts: QueryFacts,
  catalog: Catalog,
  { seesAll, question }: Asked,
): string | null {
  if (saysRecurring(question)) return null;
  for (const block of allBlocks(facts.root)) {
    const part = [...block.filters, ...block.groupBy].find(({ node }) => takesMonth(node));
    const column = part?.columns.map((one) => timeColumn(catalog, one)).find((one) => one !== null);
    if (!part || !column) continue;
    const exprs = [
      ...block.filters.filter((one) => one !== part),
      ...block.groupBy.filter(({ node }) => !identical(node, part.node)),
      ...block.outputs.filter(({ node }) => !identical(node, part.node)),
    ];
    if (exprs.some(({ node }) => tellsYear(node))) continue;
    if (exprs.some((one) => 'op' in one && timeColumn(catalog, one.column))) continue;
    const days = measuredDays(column);
    const [first, last] = [days?.first.slice(0, 4), days?.last.slice(0, 4)];
    if (!days || first === last) continue;
    const years = seesAll ? ` from ${first} to ${last}` : '';
    return `The question doesn't mention a year, so the answer includes this month in every year${years}.`;
  }
  return null;
}
