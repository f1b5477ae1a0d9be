import { createHash } from 'node:crypto';
import type { SavedQuestion, SavedResult } from '#src/boards/types.ts';
import { columnFormats } from '#src/charts/columns.ts';
import { periodAfter } from '#src/charts/periods.ts';
import type { ColumnInfo, Grain } from '#src/charts/types.ts';
import { numberOf, timeOf } from '#src/charts/values.ts';
import { type UsualRange, usualRangeOf } from '#src/statistics/robust.ts';
import { amountText } from '#src/texts/numbers.ts';
import { wallClock } from './timing.ts';

/** Why a result has no number to watch. */
export interface NotWatched {
  readonly why: string;
}

/** The column of an alert's number. */
interface Watched {
  readonly result: SavedResult;
  readonly at: number;
  readonly info: ColumnInfo;
  readonly infos: readonly ColumnInfo[];
}

/** By its name, else the first column that measures something: whether it holds a number this time or not. */
function watchedColumn(
  saved: SavedQuestion | undefined,
  column: string | undefined,
): Watched | NotWatched {
  const result = saved?.result;
  if (!result) return { why: 'There is no result.' };
  const { columns, columns_info = null, rows } = result;
  const infos = columnFormats(columns, columns_info, rows, 'en').map(({ info }) => info);
  const at =
    column === undefined
      ? firstNumber(infos, rows)
      : columns.findIndex((name) => name.toLowerCase() === column.toLowerCase());
  const info = infos[at];
  if (!info) return { why: noNumber(column) };
  return { result, at, info, infos };
}

function firstNumber(infos: readonly ColumnInfo[], rows: SavedResult['rows']): number {
  const measure = infos.findIndex(({ kind }) => kind === 'measure');
  return measure >= 0 ? measure : (rows[0]?.findIndex((cell) => numberOf(cell) !== null) ?? -1);
}

const noNumber = (column: string | undefined) =>
  `The result has no number in ${column ?? 'any column'}.`;

interface SingleNumber {
  readonly value: number;
  readonly info: ColumnInfo;
}

/** The number of a question with one row. */
export function singleNumber(
  saved: SavedQuestion | undefined,
  column: string | undefined,
): SingleNumber | NotWatched {
  const watched = watchedColumn(saved, column);
  return 'why' in watched ? watched : singleOf(watched);
}

function singleOf({ result, at, info }: Watched): SingleNumber | NotWatched {
  if (result.total_rows !== 1)
    return {
      why: `An alert needs a question that returns one row; this one returns ${result.total_rows}.`,
    };
  const value = numberOf(result.rows[0]?.[at]);
  return value === null ? { why: noNumber(info.name) } : { value: withoutNoise(value), info };
}

/** Sums of floating-point numbers differ in their last digits from run to run. */
const withoutNoise = (value: number) => Number(value.toPrecision(12));

/** A number of the past: of the local day of a run, or of a period (milliseconds of its wall clock). */
interface PastValue {
  readonly at: number;
  readonly value: number;
}

/** What is kept of earlier runs. */
export interface KeptPast {
  /** What the values are of: a value of another question, column, unit or row filter compares with none. */
  readonly basis: string;
  readonly values: readonly PastValue[];
}

interface Bounds {
  /** Values without which nothing is called unusual. */
  readonly least: number;
  readonly most: number;
}

/** What a look at a number found. */
export interface Judged {
  /** Null where no period is complete yet. */
  readonly value: number | null;
  readonly info: ColumnInfo;
  /** Start of the period that the number is of; null where it is of the run itself. */
  readonly period: number | null;
  readonly of: 'run' | PastGrain;
  /** Values that it was compared with. */
  readonly count: number;
  /** Null where there are not enough of them yet. */
  readonly usual: UsualRange | null;
}

interface LookedAt {
  readonly now: Date;
  readonly zone: string;
  readonly bounds: Bounds;
  readonly kept: KeptPast | undefined;
  readonly policyHash: string;
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/**
 * Compares a number with its past: of a question by periods with the earlier periods of the same result, of any other
 * with what earlier runs found.
 */
export function judgeNumber(
  saved: SavedQuestion | undefined,
  column: string | undefined,
  looked: LookedAt,
): (Judged & { readonly past: KeptPast | undefined }) | NotWatched {
  const watched = watchedColumn(saved, column);
  if ('why' in watched) return watched;
  const { result, infos, info } = watched;
  if (column === undefined && infos.filter(({ kind }) => kind === 'measure').length > 1)
    return { why: 'The result has several numbers. Set column to the one to watch.' };
  const time = infos.findIndex(({ kind }) => kind === 'time');
  if (result.total_rows !== 1 && time >= 0) {
    const judged = byPeriods(watched, time, looked);
    return 'why' in judged ? judged : { ...judged, past: undefined };
  }
  const found = singleOf(watched);
  if ('why' in found) return found;
  const { value } = found;
  const at = Math.floor(wallClock(looked.now.getTime(), looked.zone) / DAY_MS) * DAY_MS;
  const basis = basisOf(saved, info, looked.policyHash);
  const known = looked.kept?.basis === basis ? looked.kept.values : [];
  // One value a day: a second run of a day, or clocks that were set back, add none.
  const earlier = known.filter((one) => one.at !== at);
  const values = [...earlier, { at, value }].slice(-looked.bounds.most);
  return {
    ...{ value, info, period: null, of: 'run' },
    ...compared(earlier, at, looked.bounds),
    past: { basis, values },
  };
}

const basisOf = (saved: SavedQuestion | undefined, info: ColumnInfo, policyHash: string) =>
  createHash('sha256')
    .update(JSON.stringify([saved?.id, info.name, info.unit, info.scale, policyHash]))
    .digest('hex')
    .slice(0, 16);

const PAST_GRAINS = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute'] as const;
type PastGrain = (typeof PAST_GRAINS)[number];
const isPastGrain = (grain: Grain | null): grain is PastGrain =>
  PAST_GRAINS.some((one) => one === grain);

/** The last period that is over, and that the data go beyond: what is not complete looks unusual without being so. */
function byPeriods(
  { result, at, infos, info }: Watched,
  time: number,
  { now, zone, bounds }: LookedAt,
): Judged | NotWatched {
  const { grain } = infos[time]!;
  if (!isPastGrain(grain))
    return { why: "The result's dates aren't periods. Ask by day, week, month or year." };
  if (result.rows.length < result.total_rows)
    return { why: `The result has ${result.total_rows} rows, too many to compare.` };
  const times = result.rows.map((row) => timeOf(row[time]));
  const known = times.filter((one) => one !== null);
  if (new Set(known).size < known.length)
    return {
      why: 'The result has several rows for one period. Watch a question with one row per period.',
    };
  if (!isInOrder(known))
    return { why: "The rows aren't in time order, so periods may be missing." };
  const clock = wallClock(now.getTime(), zone);
  const last = Math.max(...known);
  const over = times
    .flatMap((start, row) => {
      if (start === null || start === last) return [];
      const end = periodAfter(grain, start);
      return end !== null && end <= clock ? [{ at: start, cell: result.rows[row]?.[at] }] : [];
    })
    .toSorted((a, b) => a.at - b.at);
  const judged = over.at(-1);
  if (!judged) return { value: null, info, period: null, of: grain, count: 0, usual: null };
  const value = numberOf(judged.cell);
  if (value === null) return { why: noNumber(info.name) };
  const earlier = over.slice(0, -1).flatMap((one): PastValue[] => {
    const number = numberOf(one.cell);
    return number === null ? [] : [{ at: one.at, value: withoutNoise(number) }];
  });
  return {
    ...{ value: withoutNoise(value), info, period: judged.at, of: grain },
    ...compared(earlier, grain === 'day' ? judged.at : null, bounds),
  };
}

const isInOrder = (times: readonly number[]) => {
  const ascending = times.toSorted((a, b) => a - b);
  const [first = 0, second = 0] = times;
  const expected = second < first ? ascending.toReversed() : ascending;
  return times.every((one, at) => one === expected[at]);
};

/** A day is compared with the same weekday where enough of them are known. */
function compared(
  earlier: readonly PastValue[],
  day: number | null,
  { least, most }: Bounds,
): Pick<Judged, 'count' | 'usual'> {
  const alike = day === null ? [] : earlier.filter((one) => (one.at - day) % WEEK_MS === 0);
  const past = (alike.length >= least ? alike : earlier).slice(-most).map(({ value }) => value);
  const isEnough = past.length >= least;
  return { count: past.length, usual: isEnough ? usualRangeOf(past) : null };
}

/** On which side of its usual range a number is; null within it, or where none is known yet. */
export function sideOf({ value, usual }: Pick<Judged, 'value' | 'usual'>) {
  if (usual === null || value === null) return null;
  if (value > usual.high) return 'above' as const;
  return value < usual.low ? ('below' as const) : null;
}

/** A number with its unit, as people of a language write it. */
export const withUnit = (value: number, { unit, scale }: ColumnInfo, language: string) =>
  amountText(
    {
      amount: String(value),
      // `120` of million USD is not $120.
      unit: scale === null || scale === 1 ? unit : null,
      isQuantity: true,
    },
    language,
  );
