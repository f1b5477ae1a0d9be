import { columnOf } from '#src/catalog/catalog-names.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { BaseColumn } from '#src/plugin-api/query-facts.ts';
import { MONEY_WORDS } from '#src/query/money.ts';
import {
  type Quantity,
  quantityIn,
  RATE,
  UNKNOWN_MONEY,
  unknownQuantity,
} from '#src/query/units.ts';
import type { ColumnQuantities } from '#src/sql/quantities.ts';

/** What the columns of a catalog count: by their units, and money by its name. */
export const quantitiesOf = (catalog: Catalog): ColumnQuantities => ({
  quantity: (column) => columnQuantity(column, catalog),
  time(column) {
    const type = columnOf(catalog, column)?.type;
    return type === 'date' || type === 'timestamp' ? type : null;
  },
});

/** Names of numbers that others are multiplied by to be in another unit. */
const RATES: ReadonlySet<string> = new Set(
  'rate fx exchange factor conversion multiplier'.split(' '),
);

function columnQuantity(column: BaseColumn, catalog: Catalog): Quantity {
  const known = columnOf(catalog, column);
  if (known?.unit) return quantityIn(known.unit);
  if (wordsOf(known?.label ?? column.column).some((word) => RATES.has(word))) return RATE;
  const isMoney =
    known?.kind === 'measure' && wordsOf(known.label).some((word) => MONEY_WORDS.has(word));
  return isMoney ? UNKNOWN_MONEY : unknownQuantity(`${column.table}.${column.column}`);
}
