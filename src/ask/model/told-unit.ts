import { columnOf } from '#src/catalog/catalog-names.ts';
import { likelyQuantitiesOf, quantitiesOf } from '#src/catalog/column-quantities.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { OutputFacts } from '#src/plugin-api/query-facts.ts';
import { CURRENCY_CODES } from '#src/query/currencies.ts';
import {
  longUnit,
  MAJOR,
  type Quantity,
  quantityIn,
  sameQuantity,
  scaledQuantity,
  UNKNOWN_MONEY,
  unitOfQuantity,
  unitsOfWord,
} from '#src/query/units.ts';
import { quantityOf } from '#src/sql/quantities.ts';

/** The unit of a result column as its label tells it. */
export interface ToldUnit {
  /** `hours`, in the words of the name or the question where they have some; empty for money of no known currency. */
  readonly text: string;
  /** Whether the model's own name says it. */
  readonly isSaid: boolean;
}

/** The words of a name or question, in lower case. */
export const wordsOfName = (name: string): readonly string[] =>
  name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll('%', ' percent ')
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => word.match(/\p{N}+|\p{L}+/gu) ?? []);

/** Whether a number is in a unit that a word says. Amounts over 100 of which nobody knows the unit are those of cents. */
export function isIn(quantity: Quantity, word: string): boolean {
  return unitsOfWord(word).some(
    (unit) =>
      sameQuantity(quantity, quantityIn(unit)) ||
      (CURRENCY_CODES.has(unit) && sameQuantity(quantity, scaledQuantity(UNKNOWN_MONEY, 1 / 100))),
  );
}

/** What a result column counts; by units that its columns may have where the name or the question asks for what comes of them. */
export function tellingQuantity(
  { name, node }: Pick<OutputFacts, 'name' | 'node'>,
  catalog: Catalog,
  question: string,
): Quantity | null {
  const sure = quantityOf(node, quantitiesOf(catalog));
  if (sure && unitOfQuantity(sure) !== null) return sure;
  const likely = quantityOf(node, likelyQuantitiesOf(catalog));
  const said = [...wordsOfName(name), ...wordsOfName(question)];
  return likely && said.some((word) => isIn(likely, word)) ? likely : sure;
}

/** The unit of what a result column shows, and whether its name tells it; null where it has none that is known. */
export function unitTold(
  { name, column, columns }: OutputFacts,
  quantity: Quantity,
  catalog: Catalog,
  question: string,
): ToldUnit | null {
  const own = wordsOfName(name).find((word) => isIn(quantity, word));
  if (own !== undefined) return { text: own, isSaid: true };
  const asked = wordsOfName(question).find((word) => isIn(quantity, word));
  const unit = unitOfQuantity(quantity);
  // Amounts in the unit that prices are in read so without it.
  if (unit !== null && CURRENCY_CODES.has(unit) && asked === undefined) return null;
  if (unit === null && asked === undefined) return null;
  // Of a column as it stands its name tells the unit.
  const isOwnName =
    column !== null && columnOf(catalog, column)?.name.toLowerCase() === name.toLowerCase();
  if (isOwnName || columns.length === 0) return null;
  return { text: asked ?? (unit === MAJOR ? '' : longUnit(unit!)), isSaid: false };
}
