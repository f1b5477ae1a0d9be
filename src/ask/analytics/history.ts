import { type Series, within } from '#src/ask/analytics/series.ts';
import {
  type Change,
  type Contribution,
  contributionsOf,
  type Parts,
} from '#src/ask/analytics/statistics/contribution.ts';
import { shifted, type Window, type WindowPair } from '#src/ask/analytics/windows.ts';
import { addUnits, type Day } from '#src/planner/day.ts';
import { type Spread, spreadOf } from '#src/statistics/robust.ts';

/** Earlier changes that are looked at, at the most, and the fewest that tell what is usual. */
const MOST = 24;
export const FEWEST = 6;

/** How often the pair can be moved back within the data. */
export function earlierPairs(pair: WindowPair, first: Day): number {
  let times = 0;
  while (times < MOST && shifted(pair, times + 1).before.from >= first) times++;
  return times;
}

/** The window that holds the pair and so many before it. */
export function historyWindow(pair: WindowPair, times: number): Window {
  return { from: shifted(pair, times).before.from, to: pair.after.to };
}

export interface UsualChange {
  /** Of the whole. */
  readonly total: Spread;
  /** Of each member, as `excessOf` measures it. */
  readonly excess: ReadonlyMap<string, Spread>;
  /** What each member is of the whole, as `levelOf` measures it. */
  readonly level: ReadonlyMap<string, Spread>;
  /** Earlier changes that this is known from. */
  readonly count: number;
}

/**
 * How much more a member moved than its part of the whole would have, as a part of the whole: for sums the change of
 * its share.
 */
export function excessOf({ contribution, weights }: Contribution, whole: Change): number {
  const scale = Math.abs(whole.after ?? 0) || Math.abs(whole.before ?? 0) || 1;
  return (contribution - weights.before * whole.change) / scale;
}

/** What a member is of the whole in one of the periods: the share of a sum; the pull on an average, as a part of it. */
export function levelOf({ members, ...whole }: Change, member: string, at: Period): number {
  const one = members.find((each) => each.member === member);
  const [value, all] = [one?.[at] ?? null, whole[at]];
  if (!one || value === null || !all) return 0;
  if (one.mix === null) return value / all;
  return (one.weights[at] * (value - all)) / Math.abs(all);
}

type Period = 'before' | 'after';

/** What changes between two such windows were usually like; null where too few came before. */
export function usualChange(series: Series, pair: WindowPair, times: number): UsualChange | null {
  const changes = Array.from({ length: times }, (_, index) => {
    const windows = shifted(pair, index + 1);
    return contributionsOf(within(series, windows.before), within(series, windows.after));
  }).filter(({ before, after }) => before !== null && after !== null);
  if (changes.length < FEWEST) return null;
  const excess = new Map<string, Spread>();
  const level = new Map<string, Spread>();
  for (const member of series.members.keys()) {
    const own = changes.map((whole) => {
      const one = whole.members.find((each) => each.member === member);
      return one ? excessOf(one, whole) : 0;
    });
    excess.set(member, spreadOf(own));
    level.set(member, spreadOf(changes.map((whole) => levelOf(whole, member, 'before'))));
  }
  return {
    total: spreadOf(changes.map(({ change }) => change)),
    excess,
    level,
    count: changes.length,
  };
}

/** Whether the same change came in the same season of every earlier year, at least half as large. */
export function isSeasonal(total: Series, pair: WindowPair, first: Day): boolean {
  const now = relativeChange(within(total, pair.before), within(total, pair.after));
  const earlier: (number | null)[] = [];
  const back = ({ from, to }: Window, years: number): Window => ({
    from: addUnits(from, 'year', -years),
    to: addUnits(to, 'year', -years),
  });
  for (let years = 1; back(pair.before, years).from >= first; years++)
    earlier.push(
      relativeChange(
        within(total, back(pair.before, years)),
        within(total, back(pair.after, years)),
      ),
    );
  return (
    pair.unit !== 'year' &&
    now !== null &&
    earlier.length > 0 &&
    earlier.every((one) => one !== null && one / now >= 0.5)
  );
}

function relativeChange(before: Parts, after: Parts): number | null {
  const { before: base, change } = contributionsOf(before, after);
  return base ? change / base : null;
}
