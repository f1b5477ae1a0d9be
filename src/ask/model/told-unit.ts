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

/** The unit of a result column as its label shows it. */
export interface ToldUnit {
  /** `hours`, as the name or the question calls it if they do; empty for money whose currency is unknown. */
  readonly text: string;
  /** Whether the model's own name says it. */
  readonly isSaid: boolean;
}

/** The words and numbers of a name or question, in lower case. */
export const wordsOfName = (name: string): readonly string[] =>
  name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll('%', ' percent ')
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => word.match(/\p{N}+|\p{L}+/gu) ?? []);

/** Whether a quantity is in a unit that a word says. Money of an unknown unit that is divided by 100 is taken for cents turned into the main unit. */
export function isIn(quantity: Quantity, word: string): boolean {
  return unitsOfWord(word).some(
    (unit) =>
      sameQuantity(quantity, quantityIn(unit)) ||
      (CURRENCY_CODES.has(unit) && sameQuantity(quantity, scaledQuantity(UNKNOWN_MONEY, 1 / 100))),
  );
}

/** The quantity of a result column. Guessed units of its columns count where the name or the question says what they give. */
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

/** The unit to show with a result column, and whether its name says it; null where there is none to show. */
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
  // An amount in the main unit of its currency reads well without it.
  if (unit !== null && CURRENCY_CODES.has(unit) && asked === undefined) return null;
  if (unit === null && asked === undefined) return null;
  // The name of a column that is shown unchanged says the unit already.
  const isOwnName =
    column !== null && columnOf(catalog, column)?.name.toLowerCase() === name.toLowerCase();
  if (isOwnName || columns.length === 0) return null;
  return { text: asked ?? (unit === MAJOR ? '' : longUnit(unit!)), isSaid: false };
}
