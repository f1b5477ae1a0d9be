import { type Measure, periodWords, whereWithin } from '#src/ask/analytics/measure.ts';
import type { SeriesUnit } from '#src/ask/analytics/question.ts';
import { type AnalysisReads, type ReadRows, unsupported } from '#src/ask/analytics/reads.ts';
import { addParts, type Part } from '#src/ask/analytics/statistics/contribution.ts';
import type { DataRange, Window } from '#src/ask/analytics/windows.ts';
import { nameText } from '#src/ask/cells.ts';
import type { Day } from '#src/planner/day.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { Expr, Join, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';

/** A group that a series is split by, with the joins that reach it. */
export interface SeriesGroup {
  readonly items: readonly SelectItem[];
  /** What is grouped by; more than the items where names repeat. */
  readonly by: readonly Expr[];
  readonly joins: readonly Join[];
}

const NO_GROUP: SeriesGroup = { items: [], by: [], joins: [] };

/** Parts of a measure by member and start of period. */
export interface Series {
  readonly read: ReadRows;
  readonly members: ReadonlyMap<string, ReadonlyMap<Day, Part>>;
  /** Index of the measure among the result columns. */
  readonly measureAt: number;
}

/** The member that stands for all, in a series without groups. */
export const WHOLE = '';
/** How rows without a value in the group are called. */
const NO_VALUE = '(none)';

/** A member within a sentence. */
export const saidMember = (member: string): string =>
  member === NO_VALUE ? member : nameText(member);

/** The statement for a measure by group and unit of time within a window. */
export function seriesQuery(
  measure: Measure,
  window: Window | null,
  unit: SeriesUnit | null,
  group: SeriesGroup = NO_GROUP,
): SelectQuery {
  const { query, top, bottom, period } = measure;
  const bucket: Expr | null = unit && { kind: 'bucket', unit, arg: period.expr };
  const by = [...group.by, ...(bucket ? [bucket] : [])];
  return {
    ...query,
    joins: [...query.joins, ...group.joins],
    where: whereWithin(measure, window),
    groupBy: by,
    select: [
      ...group.items,
      ...(bucket && unit ? [{ expr: bucket, as: unit }] : []),
      top,
      ...(bottom ? [{ expr: bottom, as: 'divided_by' }] : []),
    ],
    orderBy: by.map((expr) => ({ expr, direction: 'asc' as const })),
    limit: null,
  };
}

/** Reads a series; `isCut` of its read says that it is not whole. */
export async function readSeries(
  reads: AnalysisReads,
  measure: Measure,
  window: Window,
  unit: SeriesUnit,
  group: SeriesGroup = NO_GROUP,
): Promise<Series> {
  const query = seriesQuery(measure, window, unit, group);
  const read = await reads.rows(query, `what is the ${measure.phrase} ${periodWords(window)}`);
  const named = group.items.length;
  const members = new Map<string, Map<Day, Part>>();
  for (const row of read.rows) {
    const day = String(row[named] ?? '').slice(0, 10);
    if (day === '') continue;
    const name = named === 0 ? WHOLE : memberName(row.slice(0, named));
    const part = partOf(row, named + 1, measure.bottom !== null);
    const known = members.get(name) ?? new Map<Day, Part>();
    const before = known.get(day);
    known.set(day, before ? addParts(before, part) : part);
    members.set(name, known);
  }
  return { read, members, measureAt: named + 1 };
}

export const memberName = (cells: readonly CellValue[]) =>
  cells.map((cell) => (cell === null || cell === '' ? NO_VALUE : String(cell))).join(', ');

export function partOf(row: readonly CellValue[], at: number, isRatio: boolean): Part {
  const number = (cell: CellValue | undefined) => (cell === null ? 0 : Number(cell));
  return { top: number(row[at]), bottom: isRatio ? number(row[at + 1]) : null };
}

/** What each member has within a window. */
export function within(
  { members }: Pick<Series, 'members'>,
  { from, to }: Window,
): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  for (const [member, days] of members) {
    const inside = [...days].flatMap(([day, part]) => (day >= from && day < to ? [part] : []));
    if (inside.length > 0) parts.set(member, inside.reduce(addParts));
  }
  return parts;
}

/** The first and last day of the rows that the measure is over; fails where there are none. */
export async function readRange(
  reads: AnalysisReads,
  measure: Measure,
  today: Day,
): Promise<DataRange> {
  const { query, period } = measure;
  const end = (fn: 'min' | 'max'): SelectItem => ({
    expr: { kind: 'aggregate', fn, arg: period.expr, distinct: false },
    as: fn === 'min' ? 'first' : 'last',
  });
  const read = await reads.rows(
    {
      ...query,
      where: whereWithin(measure, null),
      groupBy: [],
      orderBy: [],
      select: [end('min'), end('max')],
    },
    'what are the first and the last date',
  );
  await reads.checkValues(read);
  const [first, last] = (read.rows[0] ?? []).map((cell) => String(cell ?? '').slice(0, 10));
  if (!first || !last) throw unsupported(`No rows with a date match "${measure.phrase}".`);
  return { first, last, today };
}

/** Parts of a measure by member, over a whole window. */
export interface Whole {
  readonly read: ReadRows;
  readonly parts: ReadonlyMap<string, Part>;
  readonly measureAt: number;
}

/** Reads a measure for a window as one period. */
export async function readWhole(
  reads: AnalysisReads,
  measure: Measure,
  window: Window,
  group: SeriesGroup = NO_GROUP,
): Promise<Whole> {
  const query = seriesQuery(measure, window, null, group);
  const read = await reads.rows(query, `what is the ${measure.phrase} ${periodWords(window)}`);
  const named = group.items.length;
  const parts = new Map<string, Part>();
  for (const row of read.rows) {
    const name = named === 0 ? WHOLE : memberName(row.slice(0, named));
    const part = partOf(row, named, measure.bottom !== null);
    const before = parts.get(name);
    parts.set(name, before ? addParts(before, part) : part);
  }
  return { read, parts, measureAt: named };
}
