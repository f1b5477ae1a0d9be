/** Numbers that look random and are the same for a seed on every machine. */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  /** A whole number, 0 ≤ n < count. */
  below(count: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
}

/** A draw of items by their weights. */
export type Draw<T> = (random: Random) => T;

export function drawByWeight<T>(items: readonly (readonly [T, number])[]): Draw<T> {
  const sums: number[] = [];
  for (const [, weight] of items) sums.push((sums.at(-1) ?? 0) + weight);
  return (random) => {
    const target = random.next() * sums.at(-1)!;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! > target) high = middle;
      else low = middle + 1;
    }
    return items[low]![0];
  };
}

/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state, whole-number arithmetic only. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)]!,
  };
}
