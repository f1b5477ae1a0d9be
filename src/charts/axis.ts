import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { utcDay, utcHour, utcMinute, utcMonday, utcMonth, utcYear } from 'd3-time';
import { tickText, tickTexts, timeText } from './format.ts';
import { label, rule } from './nodes.ts';
import type { Sheet } from './sheet.ts';
import { widthOf } from './text.ts';
import type { ChartNode, Grain } from './types.ts';

/** Room of a chart's marks, in pixels of the picture. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface ValueAxis {
  readonly scale: ScaleLinear<number, number>;
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  readonly texts: readonly string[];
  /** Whether the axis leaves zero out. */
  readonly leavesZero: boolean;
}

/** Share of the largest value below which the range of a line is worth an axis of its own. */
const NARROW = 0.2;

/** Ends of an axis: from zero, unless a line's values lie close together far from it. */
export function extentOf(
  values: readonly (number | null)[],
  mayLeaveZero: boolean,
): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [0, 1];
  const range = high - low;
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const isOneSided = low > 0 || high < 0;
  if (mayLeaveZero && isOneSided && range > 0 && range < NARROW * largest) return [low, high];
  const ends = [Math.min(0, low), Math.max(0, high)] as const;
  return ends[0] === ends[1] ? [0, 1] : ends;
}

export function valueAxis(
  extent: readonly [number, number],
  range: readonly [number, number],
  lang: string,
  count = 4,
): ValueAxis {
  const scale = scaleLinear().domain(extent).range(range).nice(count);
  const [low = 0, high = 1] = scale.domain();
  const ticks = scale.ticks(count);
  const leavesZero = low > 0 || high < 0;
  return { scale, domain: [low, high], ticks, texts: tickTexts(ticks, lang), leavesZero };
}

/** Room that the texts of a vertical axis take at its left. */
export const axisRoom = (texts: readonly string[]): number =>
  Math.max(24, ...texts.map((text) => widthOf(text))) + 12;

/** Lines and texts of a vertical axis of values. */
export function drawValueAxis(
  { paint }: Pick<Sheet, 'paint'>,
  { scale, ticks, texts }: ValueAxis,
  { left, right }: Pick<Box, 'left' | 'right'>,
): readonly ChartNode[] {
  return ticks.flatMap((tick, at) => {
    const y = scale(tick);
    return [
      rule([left, y, right, y], paint(tick === 0 ? 'axis' : 'grid')),
      label(left - 8, y + 4, texts[at] ?? '', { anchor: 'end', fill: paint('text-2') }),
    ];
  });
}

export interface TimeTick {
  readonly at: number;
  readonly text: string;
}

type Level = 'year' | 'month' | 'day' | 'clock';

interface Interval {
  readonly grain: Grain;
  readonly level: Level;
  readonly range: (from: Date, to: Date) => Date[];
}

const every = (
  grain: Grain,
  level: Level,
  interval: { range(from: Date, to: Date): Date[] } | null,
): Interval[] =>
  interval ? [{ grain, level, range: (from, to) => interval.range(from, to) }] : [];

/** Steps of ticks from the finest to the coarsest: each begins where the calendar does. */
const INTERVALS: readonly Interval[] = [
  ...[1, 5, 15, 30].flatMap((step) => every('minute', 'clock', utcMinute.every(step))),
  ...[1, 3, 6, 12].flatMap((step) => every('hour', 'clock', utcHour.every(step))),
  ...every('day', 'day', utcDay),
  ...every('week', 'day', utcMonday),
  ...every('month', 'month', utcMonth),
  ...every('quarter', 'month', utcMonth.every(3)),
  ...every('quarter', 'month', utcMonth.every(6)),
  ...[1, 2, 5, 10, 20, 50, 100].flatMap((step) => every('year', 'year', utcYear.every(step))),
];
const ORDER: readonly (Grain | null)[] = [
  null,
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
];
/** Pixels between the texts of two ticks at least. */
const GAP = 14;

/** Ticks on starts of the calendar, as many as fit: never between two periods, never the same text twice. */
export function timeTicks(
  [from, to]: readonly [number, number],
  grain: Grain | null,
  x: (at: number) => number,
  lang: string,
): readonly TimeTick[] {
  const least = ORDER.indexOf(grain);
  for (const { grain: step, level, range } of INTERVALS) {
    if (ORDER.indexOf(step) < least && grain !== null) continue;
    // More ticks than pixels are not made to be thrown away.
    if ((to - from) / ROUGH_MS[step] > 400) continue;
    const starts = range(new Date(from), new Date(to + 1)).map((date) => date.getTime());
    const ticks = texted(starts, level, grain, lang);
    if (doFit(ticks, x)) return ticks;
  }
  return [];
}

const ROUGH_MS: Readonly<Record<Grain, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  weekday: 86_400_000,
  day: 86_400_000,
  week: 604_800_000,
  month: 2_592_000_000,
  quarter: 7_776_000_000,
  year: 31_536_000_000,
};

/** Texts of ticks: quarters and weeks by name, years only where they begin or at the first tick. */
function texted(
  starts: readonly number[],
  level: Level,
  grain: Grain | null,
  lang: string,
): readonly TimeTick[] {
  const part = tickText(lang);
  return starts.map((at, index) => {
    const before = starts[index - 1];
    const isNew = (of: (at: number) => string) => before === undefined || of(before) !== of(at);
    if (level === 'year') return { at, text: part.year(at) };
    if (grain === 'quarter') return { at, text: timeText(at, grain, lang) };
    if (level === 'month')
      return { at, text: isNew(part.year) ? timeText(at, 'month', lang) : part.month(at) };
    if (level === 'day')
      return { at, text: isNew(part.year) ? timeText(at, 'day', lang) : part.day(at) };
    return { at, text: isNew(part.day) ? `${part.day(at)} ${part.clock(at)}` : part.clock(at) };
  });
}

function doFit(ticks: readonly TimeTick[], x: (at: number) => number): boolean {
  let end = Number.NEGATIVE_INFINITY;
  for (const { at, text } of ticks) {
    const half = widthOf(text) / 2;
    if (x(at) - half < end + GAP) return false;
    end = x(at) + half;
  }
  return ticks.length > 0;
}

/** Texts of a horizontal axis, none of which leaves the picture (or the panel that begins at `left`). */
export function drawTicks(
  { paint, width, left = 0 }: Pick<Sheet, 'paint' | 'width'> & { readonly left?: number },
  ticks: readonly { readonly x: number; readonly text: string }[],
  y: number,
): readonly ChartNode[] {
  let end = Number.NEGATIVE_INFINITY;
  return ticks.flatMap(({ x, text }) => {
    const half = widthOf(text) / 2;
    const placed = Math.min(Math.max(x, left + half + 2), width - half - 2);
    // One that was moved inwards may have taken the room of the next.
    if (placed - half < end + 4) return [];
    end = placed + half;
    return [label(placed, y, text, { anchor: 'middle', fill: paint('text-2') })];
  });
}

/** Every so many of names that stand at equal steps, so that none touches its neighbour. */
export function everyNth(texts: readonly string[], step: number): number {
  const widest = Math.max(0, ...texts.map((text) => widthOf(text)));
  return Math.max(1, Math.ceil((widest + 8) / Math.max(1, step)));
}
