import { wordsOf } from '#src/catalog/name-keys.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';

/** Nouns for how many of a thing a row has. */
const QUANTITIES: ReadonlySet<string> = new Set(['quantity', 'unit', 'piece', 'copy']);
/** What may stand beside such a noun without making another number of it. */
const BESIDE: ReadonlySet<string> = new Set(
  ['sold', 'ordered', 'order', 'item', 'line', 'product'].flatMap(wordsOf),
);

/** Whether a column says how many of a thing each row has: `quantity`, `qty`, `units sold`, `order quantity`. */
export const isQuantity = ({ kind, hidden, sensitive, label, synonyms }: CatalogColumn): boolean =>
  kind === 'measure' && !hidden && !sensitive && [label, ...synonyms].some(namesQuantity);

/** Whether a name is that of a quantity. */
export function namesQuantity(name: string): boolean {
  const words = wordsOf(name).map((word) => (word === 'qty' ? 'quantity' : word));
  return (
    words.filter((word) => QUANTITIES.has(word)).length === 1 &&
    words.every((word) => QUANTITIES.has(word) || BESIDE.has(word))
  );
}
