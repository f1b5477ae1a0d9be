/**
 * What a member of a dimension adds to a measure in a period: `top` alone for sums and counts, `top / bottom` for
 * averages and ratios (`bottom` is what it is divided by).
 */
export interface Part {
  readonly top: number;
  readonly bottom: number | null;
}

export interface Contribution {
  readonly member: string;
  /** The measure of the member; null where a ratio has nothing to divide by. */
  readonly before: number | null;
  readonly after: number | null;
  /** What the member adds to the change of the whole; over all members these give that change. */
  readonly contribution: number;
  /** Of a ratio: how much of it comes from more or less weight, and from the member's own change. */
  readonly mix: number | null;
  readonly rate: number | null;
  /** Its part of the whole: of the sum, or of what a ratio is divided by. */
  readonly weights: { readonly before: number; readonly after: number };
}

export interface Change {
  readonly before: number | null;
  readonly after: number | null;
  /** `after - before`. */
  readonly change: number;
  readonly members: readonly Contribution[];
}

const NOTHING: Part = { top: 0, bottom: null };

export type Parts = ReadonlyMap<string, Part>;

/**
 * How a change of the whole comes from its members: differences for sums; for ratios the weighted distance from the
 * ratio before, split in mix and rate (so that the parts add up exactly).
 */
export function contributionsOf(before: Parts, after: Parts): Change {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const wholes = [wholeOf(before), wholeOf(after)] as const;
  const [first, last] = wholes.map(quotientOf) as [number | null, number | null];
  const members = names.map((member) =>
    contribution(member, [before.get(member) ?? null, after.get(member) ?? null], wholes),
  );
  return { before: first, after: last, change: (last ?? 0) - (first ?? 0), members };
}

function contribution(
  member: string,
  [before, after]: readonly [Part | null, Part | null],
  [first, last]: readonly [Part, Part],
): Contribution {
  if (first.bottom === null && last.bottom === null) {
    const values = { before: before?.top ?? 0, after: after?.top ?? 0 };
    const part = (value: number, all: number) => (all === 0 ? 0 : value / all);
    const weights = {
      before: part(values.before, first.top),
      after: part(values.after, last.top),
    };
    const difference = values.after - values.before;
    return { member, ...values, contribution: difference, mix: null, rate: null, weights };
  }
  const values = { before: before && quotientOf(before), after: after && quotientOf(after) };
  const weights = { before: share(before, first), after: share(after, last) };
  const base = quotientOf(first) ?? 0;
  const away = (value: number | null, weight: number) =>
    value === null ? 0 : weight * (value - base);
  const whole = away(values.after, weights.after) - away(values.before, weights.before);
  const rate =
    values.before === null || values.after === null
      ? 0
      : weights.after * (values.after - values.before);
  return { member, ...values, contribution: whole, mix: whole - rate, rate, weights };
}

const share = (part: Part | null, whole: Part) =>
  whole.bottom ? (part?.bottom ?? 0) / whole.bottom : 0;

/** The measure of a part: its sum, or its ratio; null where there is nothing to divide by. */
export function quotientOf({ top, bottom }: Part): number | null {
  if (bottom === null) return top;
  return bottom === 0 ? null : top / bottom;
}

export function wholeOf(parts: Parts): Part {
  return [...parts.values()].reduce(addParts, NOTHING);
}

export function addParts(a: Part, b: Part): Part {
  const bottom = a.bottom === null && b.bottom === null ? null : (a.bottom ?? 0) + (b.bottom ?? 0);
  return { top: a.top + b.top, bottom };
}
