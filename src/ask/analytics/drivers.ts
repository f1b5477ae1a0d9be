import { byName } from '#src/ask/analytics/finding.ts';
import { excessOf, FEWEST, levelOf, type UsualChange } from '#src/ask/analytics/history.ts';
import type { Change, Contribution } from '#src/ask/analytics/statistics/contribution.ts';
import { distanceFrom, unusualDistance } from '#src/statistics/robust.ts';

/** Part of a change that its drivers explain at least, together, and each of them. */
const EXPLAINED = 0.4;
const MATERIAL = 0.15;
/** Beyond this the others made up for most of it: the change of the whole is no sign of its drivers. */
export const OFFSET = 1.65;
/** How many times the limit makes it sure all the same. */
const SURE = 1.3;
/** What a member moves against the rest at the least, where its part of the whole is looked at. */
const LEAST_MOVED = 2;
/** How unusual a part of the whole has to be after a change for the change itself to count. */
const LEAST_LEVEL = 2;
/** How much more of the change than of the whole they are. */
const BEYOND_WEIGHT = 0.2;
/** Deviations from what a member usually does against the rest, at the least. */
const LEAST_DISTANCE = 3;
/** Members named by chance, over all dimensions of a question. */
const FALSE_ALARMS = 0.05;
/** The same of one dimension. */
const FALSE_ALARMS_IN_ONE = 0.01;
/** How much a short history is distrusted: with so many earlier changes the limit is twice as far. */
const FEW = 8;
/** A change of the whole that is further from the usual than this is itself unusual. */
const UNUSUAL_TOTAL = 2.5;

/** Of a member that the history does not know. */
const NEVER = { middle: 0, deviation: 0 };

/** The members of a dimension that a change comes from. */
export interface Drivers {
  readonly members: readonly Contribution[];
  /** Their part of the change, 0 to about 1. */
  readonly explained: number;
  /** The same less their part of the whole before: 0 where everything moved alike. */
  readonly beyond: number;
}

/** Whether a change of the whole is more than what usually happens between two such periods. */
export function isUnusual({ change }: Change, usual: UsualChange | null): boolean | null {
  return usual && Math.abs(distanceFrom(usual.total, change)) >= UNUSUAL_TOTAL;
}

/**
 * The members that moved against the rest by far more than they usually do (robust distance of what a member moved
 * beyond its part), in the direction of the whole, and explain much of it. The idea of explanatory power and surprise
 * is that of Adtributor (Bhagwan & al., NSDI 2014); what surprises is measured by the member's own history. Null where
 * there are none, or too little history. The limit is that of all members of so many `dimensions` (Bonferroni).
 */
export function driversOf(
  change: Change,
  usual: UsualChange | null,
  dimensions: number,
): Drivers | null {
  if (!usual || usual.count < FEWEST || change.change === 0) return null;
  const alarms = Math.min(FALSE_ALARMS, dimensions * FALSE_ALARMS_IN_ONE);
  const limit =
    unusualDistance(change.members.length * dimensions, LEAST_DISTANCE, alarms) *
    (1 + (FEW / usual.count) ** 2);
  const direction = Math.sign(change.change);
  const members = change.members
    .map((one) => ({ ...one, surprise: surpriseOf(one, change, usual) * direction }))
    .filter(({ contribution, surprise }) => {
      return surprise >= limit && contribution / change.change >= MATERIAL;
    })
    .sort(
      (a, b) => Math.abs(b.contribution) - Math.abs(a.contribution) || byName(a.member, b.member),
    );
  const explained = sum(members, ({ contribution }) => contribution) / change.change;
  const beyond = explained - sum(members, ({ weights }) => weights.before);
  if (explained < EXPLAINED || beyond < BEYOND_WEIGHT) return null;
  const isSure = members.every(({ surprise }) => surprise >= SURE * limit);
  if (explained > OFFSET && !isSure) return null;
  const size = Math.abs(explained * change.change);
  const isLarge = isUnusual(change, usual) === true || size >= usual.total.deviation / 2;
  return isLarge ? { members, explained, beyond } : null;
}

/**
 * How far a member moved from what is usual for it: in its change against the rest, where that leaves it at an unusual
 * part of the whole; or in that part after the change, or (where it comes back from something) before it. The furthest
 * counts.
 */
function surpriseOf(one: Contribution, change: Change, usual: UsualChange): number {
  const direction = Math.sign(one.contribution);
  const excess = usual.excess.get(one.member) ?? NEVER;
  const moved = direction * distanceFrom(excess, excessOf(one, change));
  if (moved < LEAST_MOVED) return direction * moved;
  const level = usual.level.get(one.member) ?? NEVER;
  const [before, after] = (['before', 'after'] as const).map((at) =>
    distanceFrom(level, levelOf(change, one.member, at)),
  );
  const [to, from] = [direction * after!, -direction * before!];
  // A change is the difference of two values that vary: one that ends where the member usually is began with chance.
  const isNew = to >= LEAST_LEVEL && to >= from;
  return direction * Math.max(isNew ? moved : LEAST_MOVED, to, from);
}

/** The dimension that explains most with fewest members: higher is better. */
export const tellingness = ({ members, explained, beyond }: Drivers): number =>
  Math.min(1.2, explained) + beyond - 0.15 * (members.length - 1);

const sum = <T>(items: readonly T[], of: (item: T) => number) =>
  items.reduce((total, item) => total + of(item), 0);
