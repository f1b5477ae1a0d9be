import { numberFormat, numberText, withMinus } from './format.ts';
import type { Cell, ColumnInfo } from './types.ts';
import { numberOf } from './values.ts';

/** ISO 4217 codes. */
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** A number that stands alone, with its unit: `€1,234.50`, `3 kg`. */
export function aloneText(cell: Cell, info: ColumnInfo, lang: string): string {
  const { full, digits } = numberText([cell], info, lang);
  const value = numberOf(cell);
  const { unit, scale } = info;
  // `120` of million USD is not $120.
  if (value === null || unit === null || unit === '%' || (scale ?? 1) !== 1) return full(cell);
  if (!CURRENCIES.has(unit)) return `${full(cell)} ${unit}`;
  const decimals = digits === 0 ? 0 : Math.max(2, digits);
  const shape = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = numberFormat(lang, { style: 'currency', currency: unit, ...shape });
  return withMinus(format.format(value));
}
