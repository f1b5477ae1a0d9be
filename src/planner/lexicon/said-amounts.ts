import { isUnitWord } from '#src/catalog/measure-traits.ts';
import { keyOf, wordsOf } from '#src/catalog/name-keys.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/** What the numbers of a catalog are called: a synonym that nobody confirmed does not stand for anything else by it. */
export interface SaidAmounts {
  /** Every part of their names: rows of `sales` with a `revenue_usd` are not called revenue. */
  readonly parts: ReadonlySet<string>;
  /** Their names without the unit: of `sales` and `revenue_usd` the second alone is the revenue. */
  readonly unitless: ReadonlySet<string>;
}

export function saidAmounts({ tables }: Catalog): SaidAmounts {
  const labels = tables
    .flatMap(({ columns }) => columns)
    .filter(({ kind, hidden }) => kind === 'measure' && !hidden)
    .map(({ label }) => wordsOf(label));
  return {
    parts: new Set(labels.flatMap(partsOf)),
    unitless: new Set(labels.map((words) => keyOf(withoutUnit(words)))),
  };
}

const partsOf = (words: readonly string[]): string[] =>
  words.flatMap((_, from) =>
    words.slice(from).map((_, more) => keyOf(words.slice(from, from + more + 1))),
  );

function withoutUnit(words: readonly string[]): readonly string[] {
  const last = words.findLastIndex((word) => word !== 'in' && !isUnitWord(word));
  return last < 0 ? words : words.slice(0, last + 1);
}
