import { tableOf } from '#src/catalog/catalog-names.ts';
import type { Asked } from '#src/check/asked.ts';
import { typicalGap } from '#src/check/partial-period.ts';
import { type DayRange, measuredDays, rangeOfFilters, timeColumn } from '#src/check/timeline.ts';
import type { Check, CheckedResult } from '#src/check/types.ts';
import { MONTH_NAMES } from '#src/language/en/periods.ts';
import { addDays, type Day, dayOfMonth, daysBetween, monthOf, yearOf } from '#src/planner/day.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type {
  ExprNode,
  FilterFacts,
  QueryFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { rowBlocks } from '#src/sql/blocks.ts';
import { nodesIn } from '#src/sql/nodes.ts';

const NAME = 'uncovered_period';

/** Days of the shortest month: a whole month without one row is more than a pause. */
const MONTH = 28;

interface Period {
  readonly table: CatalogTable;
  readonly column: CatalogColumn;
  readonly range: DayRange;
}

/** The days that a column has, and how many may pass between two of them. */
interface Covered {
  readonly first: Day;
  readonly last: Day;
  readonly gap: number;
  /** Whether only years are known. */
  readonly inYears: boolean;
}

/**
 * Whether an answer of nothing is about days that the data have: before they begin and after they end a 0 is no count.
 * Days yet to come are left to the asker, and so is a pause that is usual in the data.
 */
export function checkUncoveredPeriod(
  facts: QueryFacts,
  catalog: Catalog,
  { today, seesAll }: Asked,
  result: CheckedResult,
): Check {
  const periods = seesAll ? rowBlocks(facts.root).flatMap((one) => periodsOf(one, catalog)) : [];
  const known = periods.flatMap((period) => {
    const covered = coveredDays(period.column);
    return covered ? [{ period, covered }] : [];
  });
  if (known.length === 0)
    return {
      name: NAME,
      outcome: 'skipped',
      detail: "The SQL doesn't filter by a period with known dates.",
    };
  // What was measured may be older than the rows of a database: what has rows is covered.
  if (showsNothing(facts, result))
    for (const { period, covered } of known) {
      const detail = uncoveredText(period, covered, today);
      if (detail) return { name: NAME, outcome: 'warning', detail };
    }
  return { name: NAME, outcome: 'passed', detail: 'The data has dates in the period.' };
}

/** The days that rows of a SELECT are kept to, one a column. */
function periodsOf({ filters, joins }: SelectFacts, catalog: Catalog): readonly Period[] {
  const conditions = [...filters, ...joins.flatMap(({ conditions = [] }) => conditions)];
  const byColumn = Map.groupBy(
    conditions.filter(({ column }) => column !== null),
    ({ column }) => `${column?.table}\n${column?.column}`.toLowerCase(),
  );
  return [...byColumn.values()].flatMap((own) => periodOf(own, catalog) ?? []);
}

function periodOf(filters: readonly FilterFacts[], catalog: Catalog): Period | null {
  const base = filters[0]?.column ?? null;
  const column = timeColumn(catalog, base);
  const table = base && tableOf(catalog, base.table);
  const range = rangeOfFilters(filters);
  return column && table && (range.from !== null || range.to !== null)
    ? { table, column, range }
    : null;
}

function coveredDays(column: CatalogColumn): Covered | null {
  const days = measuredDays(column);
  if (days) return { ...days, gap: typicalGap(column, days), inYears: false };
  const [min, max] = [column.profile?.min ?? '', column.profile?.max ?? ''];
  return [min, max].every((year) => /^[12]\d{3}$/.test(year))
    ? { first: `${min}-01-01`, last: `${max}-12-31`, gap: 0, inYears: true }
    : null;
}

/** No row, or none in which anything was counted or added up. */
function showsNothing({ root }: QueryFacts, { rows, totalRows }: CheckedResult): boolean {
  if (totalRows === 0) return true;
  const isMeasured = (node: ExprNode): boolean =>
    [...nodesIn(node)].some(
      (one) =>
        (one.kind === 'call' && one.aggregate) ||
        (one.kind === 'column' && one.of !== null && isMeasured(one.of)),
    );
  const measures = root.outputs.flatMap(({ node }, at) => (isMeasured(node) ? [at] : []));
  const isNothing = (row: CheckedResult['rows'][number], at: number) =>
    (row[at] ?? null) === null || Number(row[at]) === 0;
  return measures.length > 0 && rows.every((row) => measures.every((at) => isNothing(row, at)));
}

function uncoveredText(
  { table, column, range: { from, to } }: Period,
  { first, last, gap, inYears }: Covered,
  today: Day,
): string | null {
  const subject = subjectOf(table, column);
  const day = (of: Day) => (inYears ? `in ${yearOf(of)}` : `on ${spoken(of)}`);
  const isPast = to !== null && to <= today;
  if (isPast && to <= first) {
    const isLong = from === null || daysBetween(from, to) >= MONTH;
    return isLong || daysBetween(from, first) > gap
      ? `${subject('start')} ${day(first)}, so there's nothing before that.`
      : null;
  }
  if (from === null || from <= last || from > today) return null;
  const end = isPast ? addDays(to, -1) : today;
  return daysBetween(last, end) > gap
    ? `${subject('end')} ${day(last)}, so there's nothing after that.`
    : null;
}

/** The beginning of the sentence: it names the date where a table has several. */
function subjectOf({ label, columns }: CatalogTable, column: CatalogColumn) {
  const isSole = columns.filter(({ kind, hidden }) => kind === 'time' && !hidden).length === 1;
  return (verb: 'start' | 'end') =>
    isSole ? `The data in ${label} ${verb}s` : `In ${label}, ${column.label} ${verb}s`;
}

const spoken = (of: Day) => `${MONTH_NAMES[monthOf(of) - 1]} ${dayOfMonth(of)}, ${yearOf(of)}`;
