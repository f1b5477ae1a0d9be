import type { OutputFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';

/**
 * For each column of a narrower result the column of a wider one that it is; null where one has none. `alike` tells
 * whether two of them hold the same values.
 */
export type PairColumns = (
  narrow: number,
  wide: number,
  alike: (column: number, other: number) => boolean,
  isLeftNarrow: boolean,
) => readonly number[] | null;

/** The first column of the same values, where nothing is known of the columns but those. */
export const pairByValues: PairColumns = (narrow, wide, alike) => {
  const taken = new Set<number>();
  for (let column = 0; column < narrow; column++) {
    const found = Array.from({ length: wide }, (_, at) => at).find(
      (at) => !taken.has(at) && alike(column, at),
    );
    if (found === undefined) return null;
    taken.add(found);
  }
  return [...taken];
};

/**
 * What a result column is made of, however its statement writes it: the base columns behind it, and the functions over
 * them. `SUM(o.price * o.quantity)` and `sum(quantity * price)` are the same; COUNT of rows and COUNT of a key, too.
 */
function lineageKey({ columns, aggregates }: OutputFacts): string {
  const isCount = aggregates.length > 0 && aggregates.every(({ fn }) => fn === 'count');
  const names = columns.map(({ table, column }) => `${table}.${column}`.toLowerCase());
  const fns = aggregates.map(({ fn }) => fn.toLowerCase());
  return JSON.stringify([isCount ? [] : [...new Set(names)].sort(), [...new Set(fns)].sort()]);
}

/** How many computed columns an answer shows. */
export const computedColumns = ({ root: { outputs } }: QueryFacts): number =>
  outputs.filter(isComputed).length;

const isComputed = ({ aggregates, column }: OutputFacts) =>
  aggregates.length > 0 || column === null;

/**
 * Pairs columns by what both are made of. None where the numbers come in another order, so that one reads as another:
 * `home, away` and `away, home` hold the same cells and do not say the same.
 */
export function pairByLineage(left: QueryFacts, right: QueryFacts): PairColumns {
  return (_narrow, _wide, alike, isLeftNarrow) => {
    const [own, others] = isLeftNarrow
      ? [left.root.outputs, right.root.outputs]
      : [right.root.outputs, left.root.outputs];
    const keys = own.map(lineageKey);
    const otherKeys = others.map(lineageKey);
    const taken = new Set<number>();
    for (const [column, key] of keys.entries()) {
      const fits = [...others.keys()].filter((at) => !taken.has(at) && alike(column, at));
      const found =
        fits.find((at) => otherKeys[at] === key) ??
        fits.find((at) => !keys.includes(otherKeys[at]!));
      if (found === undefined) return null;
      taken.add(found);
    }
    const columns = [...taken];
    const numbers = columns.filter((_, column) => isComputed(own[column]!));
    return numbers.every((at, index) => index === 0 || numbers[index - 1]! < at) ? columns : null;
  };
}
