import { columnOf } from '#src/catalog/catalog-names.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { BaseColumn } from '#src/plugin-api/query-facts.ts';
import { MONEY_WORDS } from '#src/query/money.ts';
import {
  type Quantity,
  quantityIn,
  RATE,
  timesQuantity,
  UNKNOWN_MONEY,
  unitsOfWord,
  unknownQuantity,
} from '#src/query/units.ts';
import type { ColumnQuantities } from '#src/sql/quantities.ts';

/** The quantities of a catalog's columns: by their units, and of money by its name. */
export const quantitiesOf = (catalog: Catalog): ColumnQuantities => ({
  quantity: (column) => columnQuantity(column, catalog),
  time(column) {
    const type = columnOf(catalog, column)?.type;
    return type === 'date' || type === 'timestamp' ? type : null;
  },
});

/**
 * The same with units that the end of a name may mean (`flour g`, `talk s`). They are guesses: use them only to confirm a
 * unit that somebody asks for.
 */
export const likelyQuantitiesOf = (catalog: Catalog): ColumnQuantities => {
  const sure = quantitiesOf(catalog);
  return {
    ...sure,
    quantity(column) {
      const known = columnOf(catalog, column);
      const last = known?.label.toLowerCase().split(' ').at(-1) ?? '';
      const [unit] = known?.unit || known?.label === last ? [] : unitsOfWord(last);
      return unit === undefined ? sure.quantity(column) : quantityIn(unit);
    },
  };
};

function columnQuantity(column: BaseColumn, catalog: Catalog): Quantity {
  const known = columnOf(catalog, column);
  const rate = ratePer(known?.label ?? column.column);
  if (rate) return rate;
  if (known?.unit) return quantityIn(known.unit);
  if (wordsOf(known?.label ?? column.column).some((word) => RATES.has(word))) return RATE;
  const isMoney =
    known?.kind === 'measure' && wordsOf(known.label).some((word) => MONEY_WORDS.has(word));
  return isMoney ? UNKNOWN_MONEY : unknownQuantity(`${column.table}.${column.column}`);
}

/** `tariff ct per kwh`: cents for each kilowatt hour; null for a name that says no such rate. */
function ratePer(label: string): Quantity | null {
  const [over = '', under, more] = label.toLowerCase().split(' per ');
  if (under === undefined || more !== undefined) return null;
  const [one, other] = [over, under].map((text) => text.split(' ').flatMap(unitsOfWord)[0]);
  return one && other ? timesQuantity(quantityIn(one), quantityIn(other), -1) : null;
}

/** Words for numbers that convert others into another unit. */
const RATES: ReadonlySet<string> = new Set(
  'rate fx exchange factor conversion multiplier'.split(' '),
);
