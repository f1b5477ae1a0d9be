import { readable } from '#src/catalog/catalog-names.ts';
import { quantitiesOf } from '#src/catalog/column-quantities.ts';
import type { Asked } from '#src/check/asked.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import {
  isMeasured,
  longUnit,
  MAJOR,
  type Quantity,
  quantityIn,
  sameKind,
  sameQuantity,
  unitOfQuantity,
  unitsOfWord,
} from '#src/query/units.ts';
import { divides, origin } from '#src/sql/nodes.ts';
import { quantityOf } from '#src/sql/quantities.ts';

const NAME = 'stated_units';
/** `in hours`, `in EUR`, `how many minutes`: a unit that a question asks for. */
const ASKED_IN = /\b(?:in|how many)\s+(?:total\s+)?(%|\p{L}+)/giu;

/**
 * Whether numbers are in the unit that the question asks for, and in the one that a model's name for them says: cents
 * aren't euros, and seconds divided by 3600 aren't minutes.
 */
export function checkStatedUnits(
  { root }: QueryFacts,
  catalog: Catalog,
  { question, writtenFor }: Asked,
): Check {
  const columns = quantitiesOf(catalog);
  const shown = root.outputs.flatMap(({ name, node }) => {
    const quantity = quantityOf(node, columns);
    // A number without a unit is a fraction where something is divided; any other can't be in a wrong unit.
    const hasUnit =
      quantity && (isMeasured(quantity) || (isUnitless(quantity) && divides(origin(node))));
    return hasUnit ? [{ name, quantity }] : [];
  });
  let looked = false;
  const asked = [...question.matchAll(ASKED_IN)].flatMap(([, word = '']) =>
    [unitsOfWord(word.toLowerCase())].filter((units) => units.length > 0),
  );
  for (const units of asked) {
    const ofKind = shown.filter(({ quantity }) => isOfKind(quantity, units));
    const [first] = ofKind;
    if (!first) continue;
    looked = true;
    if (!ofKind.some(({ quantity }) => isIn(quantity, units)))
      return warning(
        `The question asks for ${longUnit(units[0]!)}, but ${readable(first.name)} is in ${unitName(first.quantity)}.`,
      );
  }
  for (const { name, quantity } of writtenFor ? shown : []) {
    for (const word of readable(name).toLowerCase().split(/\s+/)) {
      const units = unitsOfWord(word);
      if (units.length === 0 || !isOfKind(quantity, units)) continue;
      looked = true;
      if (!isIn(quantity, units))
        return warning(`The column "${readable(name)}" is actually in ${unitName(quantity)}.`);
    }
  }
  return looked
    ? { name: NAME, outcome: 'passed', detail: 'Numbers are in the units the question asks for.' }
    : {
        name: NAME,
        outcome: 'skipped',
        detail: "The question doesn't mention a unit found in the data.",
      };
}

const warning = (detail: string): Check => ({ name: NAME, outcome: 'warning', detail });

const isUnitless = ({ powers }: Quantity) => Object.keys(powers).length === 0;

const isOfKind = (quantity: Quantity, units: readonly string[]) =>
  units.some((unit) => sameKind(quantity, quantityIn(unit)) || isOtherMoney(quantity, unit));

const isOtherMoney = (quantity: Quantity, unit: string) =>
  quantity.currency !== null &&
  unitOfQuantity(quantity) !== null &&
  sameKind({ ...quantity, currency: null }, quantityIn(unit));

const isIn = (quantity: Quantity, units: readonly string[]) =>
  units.some((unit) => sameQuantity(quantity, quantityIn(unit)));

/** `cents`, `km per hour`. Multiplied by a constant a number may be in a unit that has no name. */
function unitName(quantity: Quantity): string {
  const unit = unitOfQuantity(quantity);
  if (unit === MAJOR) return 'the main unit of its currency, not cents';
  if (unit !== null) return longUnit(unit);
  return isUnitless(quantity) ? 'fractions, where 1 is 100 %' : 'a unit Plumbline has no name for';
}
