import { foldToLemmas } from '#src/catalog/fold.ts';
import { words } from '#src/language/tables.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import { CURRENCY_CODES } from '#src/query/currencies.ts';
import { MONEY_WORDS } from '#src/query/money.ts';

/** A number that is measured, and may be shown. */
export const isNumber = ({ type, hidden, sensitive, kind }: CatalogColumn): boolean =>
  (type === 'integer' || type === 'decimal' || type === 'float') &&
  !hidden &&
  !sensitive &&
  kind === 'measure';

/** A number that adds up over rows. */
export const isSum = (column: CatalogColumn): boolean =>
  isNumber(column) && column.additive === true;

/** Money, by its unit or by a word of its name. */
export const isMoney = ({ label, unit }: CatalogColumn): boolean =>
  unit?.split(' ').some((one) => one === 'cents' || CURRENCY_CODES.has(one)) ||
  foldToLemmas(label)
    .split(' ')
    .some((word) => MONEY_WORDS.has(word) || MONEY_OF_ROWS.has(word));

/** What names money as the name of a column, and much else in a question: `in charge of`. */
const MONEY_OF_ROWS = words('charge turnover earning takings proceeds');

export const isSummedMoney = (column: CatalogColumn): boolean => isSum(column) && isMoney(column);
