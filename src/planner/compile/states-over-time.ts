import { overTime, type Repeats, repeatsOf } from '#src/catalog/over-time.ts';
import { MONTH_NAMES } from '#src/language/en/periods.ts';
import { DAYS, stepOf } from '#src/planner/compile/snapshots.ts';
import { daysBetween } from '#src/planner/day.ts';
import { AskBack, Declined, type Frame } from '#src/planner/frame.ts';
import { blocksIn, columnsIn, inEachBlock } from '#src/planner/select-blocks.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { ColumnRef, Expr, Literal, Predicate, SelectQuery } from '#src/plugin-api/query.ts';

/** Tables with fewer of their pairs of thing and period hold what happened, rather than what is counted anew. */
const PANEL = 0.5;

/** A measure that a block adds up, or ranks rows by, in a table that repeats its things. */
interface Used {
  readonly arg: ColumnRef;
  readonly table: CatalogTable;
  readonly column: CatalogColumn;
  readonly repeats: Repeats;
}

interface Known {
  readonly tables: ReadonlyMap<string, CatalogTable>;
  /** Whether rows can come after the catalog looked at them: which period is the last is not known then. */
  readonly live: boolean;
}

/**
 * The query with states that are counted anew in each period, `students` of schools × years, read at the last period
 * where the question names none. Throws `AskBack` where a measure may be such a state or an amount of each period, and
 * where the last period has not all of the things.
 */
export function atOnePeriod(
  query: SelectQuery,
  frame: Frame,
  known: Known,
): { readonly query: SelectQuery; readonly assumptions: readonly string[] } {
  if (frame.overPeriods) return { query, assumptions: [] };
  const assumptions = new Set<string>();
  const held = inEachBlock(query, (block) => {
    const open = usedIn(block, known.tables).filter((used) => isOpen(used, block));
    const added = new Map<string, Predicate>();
    for (const used of open) {
      const { table, column, arg } = used;
      const [period] = used.repeats.periods;
      const last = lastPeriod(used, block, known);
      if (!last) throw whichPeriod(used, isBounded(used, block));
      assumptions.add(
        `${column.label} of ${table.label} is recorded for each ${period!.label}, so the latest is used: ${saidOf(period!, last)}.`,
      );
      const left: ColumnRef = { kind: 'column', alias: arg.alias, column: period!.name };
      added.set(arg.alias, { kind: 'compare', op: '=', left, right: last });
    }
    return added.size === 0 ? block : { ...block, where: [...block.where, ...added.values()] };
  });
  return { query: held, assumptions: [...assumptions] };
}

/**
 * `How much stock is there` of which a query counts the rows: each thing has one for each period, so that their number is
 * none of things. The state that is counted anew; null where one period is read.
 */
export function countedOverTime(query: SelectQuery, tables: Known['tables']): CatalogColumn | null {
  for (const block of blocksIn(query)) {
    const table = tables.get(block.from.table);
    const repeats = table && repeatsOf(table);
    const counts = block.select.some(
      ({ expr }) => expr.kind === 'aggregate' && expr.fn === 'count' && expr.arg === null,
    );
    if (!counts || !repeats || repeats.things.length === 0 || repeats.filled < PANEL) continue;
    const measures = table.columns.filter(({ kind }) => kind === 'measure');
    const [column] = measures;
    if (!column || measures.some((one) => overTime(one) !== 'state')) continue;
    const arg: ColumnRef = { kind: 'column', alias: block.from.alias, column: column.name };
    if (isOpen({ arg, table, column, repeats }, block)) return column;
  }
  return null;
}

function usedIn(block: SelectQuery, tables: Known['tables']): readonly Used[] {
  const sources = [block.from, ...block.joins.map(({ source }) => source)];
  const ranking = block.limit === null ? [] : block.orderBy.map(({ expr }) => expr);
  const summed = [block.select.map(({ expr }) => expr), block.having, block.orderBy].flatMap(
    sumsIn,
  );
  const ranked = block.groupBy.length > 0 ? [] : ranking.filter((expr) => expr.kind === 'column');
  return [...new Set([...summed, ...ranked])].flatMap((arg) => {
    const table = tables.get(sources.find(({ alias }) => alias === arg.alias)?.table ?? '');
    const column = table?.columns.find(({ name }) => name === arg.column);
    const repeats = table && repeatsOf(table);
    if (!table || !repeats || column?.kind !== 'measure' || column.additive === false) return [];
    // The highest number of all rows is one of a thing and a period, whichever it is.
    if (!summed.includes(arg) && overTime(column) !== 'state') return [];
    return [{ arg, table, column, repeats }];
  });
}

/** The columns that sums of a part of a block are over, outside blocks nested in it. */
function sumsIn(part: unknown): readonly ColumnRef[] {
  if (part === null || typeof part !== 'object') return [];
  if (!('kind' in part)) return Object.values(part).flatMap(sumsIn);
  if (part.kind === 'select' || part.kind === 'set') return [];
  if (part.kind === 'aggregate') return 'fn' in part && part.fn === 'sum' ? columnsIn(part) : [];
  return Object.values(part).flatMap(sumsIn);
}

/** Whether several periods fall together in a number that may be of one period only. */
function isOpen({ arg, column, repeats }: Used, block: SelectQuery): boolean {
  const nature = overTime(column);
  const panel = repeats.things.length > 0 && repeats.filled >= PANEL;
  if (nature === 'flow' || (nature === 'unknown' && !panel)) return false;
  return repeats.periods.some((period) => {
    const is = (expr: Expr) =>
      expr.kind === 'column' && expr.alias === arg.alias && expr.column === period.name;
    const step = stepOf(period);
    const grouped = block.groupBy.some(
      (expr) =>
        is(expr) || (expr.kind === 'bucket' && is(expr.arg) && DAYS[expr.unit] <= step * 1.2),
    );
    return !grouped && !block.where.some((one) => holdsOne(one, is, period));
  });
}

/** Whether a condition leaves one period. */
function holdsOne(one: Predicate, is: (expr: Expr) => boolean, period: CatalogColumn): boolean {
  switch (one.kind) {
    case 'compare':
      return one.op === '=' && is(one.left);
    case 'in':
      return !one.negated && is(one.expr) && one.values.length === 1;
    case 'and':
      return one.parts.some((part) => holdsOne(part, is, period));
    case 'range':
      return is(one.expr) && periodsWithin(one.from, one.to, period) <= 1;
    default:
      return false;
  }
}

function periodsWithin(from: Literal | null, to: Literal | null, period: CatalogColumn): number {
  const step = Math.max(1, stepOf(period));
  const [first, last] = [period.profile?.min, period.profile?.max].map(dayOf);
  const [start, end] = [dayOf(from?.value) ?? first, dayOf(to?.value)];
  if (!start || !first || !last) return Infinity;
  const begin = daysBetween(start, first) > 0 ? first : start;
  // Periods differ in length by a few days, months by a tenth.
  if (!end || end > last) return Math.floor(daysBetween(begin, last) / step + 0.2) + 1;
  return Math.ceil(daysBetween(begin, end) / step - 0.2);
}

/** A period as the day that it begins with: `2024` → 2024-01-01; null for none. */
function dayOf(value: unknown): string | null {
  const [, year, month = '01', day = '01'] =
    /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(String(value ?? '')) ?? [];
  return year ? `${year}-${month}-${day}` : null;
}

/** The last period of a table, where all of its things have a row and a number in it; else null. */
function lastPeriod(used: Used, block: SelectQuery, known: Known): Literal | null {
  const { column, arg, repeats } = used;
  const [period, another] = repeats.periods;
  const max = period?.profile?.max;
  const optional = block.joins.some(
    ({ type, source }) => type === 'left' && source.alias === arg.alias,
  );
  const complete = repeats.filled === 1 && column.profile?.nullCount === 0;
  if (
    !max ||
    period.kind !== 'time' ||
    another ||
    optional ||
    !complete ||
    known.live ||
    overTime(column) !== 'state'
  )
    return null;
  if (isBounded(used, block)) return null;
  if (period.type === 'integer') return { kind: 'literal', type: 'integer', value: Number(max) };
  if (period.type === 'date') return { kind: 'literal', type: 'date', value: max.slice(0, 10) };
  return null;
}

/** Whether a condition already says between which periods: more than one of them is meant. */
function isBounded({ arg, repeats }: Used, { where }: SelectQuery): boolean {
  return where.some(
    (one) =>
      one.kind === 'range' &&
      one.expr.kind === 'column' &&
      one.expr.alias === arg.alias &&
      repeats.periods.some(({ name }) => one.expr.kind === 'column' && name === one.expr.column),
  );
}

/** What is asked back: for the last period, for each, or over all of them. */
function whichPeriod({ column, repeats }: Used, bounded: boolean): Declined {
  const [period, another] = repeats.periods;
  if (!period || another)
    return new Declined(
      'ambiguous',
      `${column.label} is recorded for each ${repeats.periods.map(({ label }) => label).join(' and ')}. Name the ones you mean, or write "over all periods".`,
      column.label,
    );
  const max = period.profile?.max ?? null;
  const last =
    max === null || bounded || period.kind !== 'time'
      ? null
      : saidOf(period, { kind: 'literal', type: period.type, value: max });
  const unit = unitOf(period);
  const options = [...(last ? [`in ${last}`] : []), `by ${period.label}`, `over all ${unit}s`];
  const why =
    overTime(column) === 'state'
      ? `${column.label} is recorded anew for each ${period.label}`
      : `${column.label} has a number for each ${period.label}, and these may not add up over time`;
  return new AskBack(
    `${why}. Do you mean one ${unit}, each of them, or all added up? Add ${options.map((one) => `"${one}"`).join(' or ')} to the question.`,
    null,
    options,
  );
}

function unitOf(period: CatalogColumn): 'year' | 'month' | 'day' | 'period' {
  if (period.kind !== 'time') return 'period';
  const step = stepOf(period);
  if (step >= 300 || period.type === 'integer') return 'year';
  return step >= 28 && step <= 31 ? 'month' : step <= 1 ? 'day' : 'period';
}

/** A period in a question's words: `2024`, `June 2025`, `2025-06-03`. */
function saidOf(period: CatalogColumn, { value }: Literal): string {
  const day = dayOf(value);
  if (!day || period.type === 'integer') return String(value);
  const unit = unitOf(period);
  if (unit === 'year') return day.slice(0, 4);
  return unit === 'month' ? `${MONTH_NAMES[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}` : day;
}
