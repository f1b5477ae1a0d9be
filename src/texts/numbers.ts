import { CURRENCY_CODES } from '#src/query/currencies.ts';
import type { Amount, Moment } from '#src/texts/message.ts';

// Formats are slow to make.
const formats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function numberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([language, options]);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(language, options);
  formats.set(key, made);
  return made;
}

/** No digit of an exact number is lost. */
const ALL_DIGITS = 100;
const CENTS = 2;

/** An exact decimal as a language writes it: `1234567.5` of USD → `$1,234,567.50`, `1.234.567,50 $`. */
export function amountText({ amount, unit, isQuantity, decimals = 0 }: Amount, language: string) {
  // Numbers with a negative exponent or more digits than a format can show stay as they are.
  if (/e-/i.test(amount) || (amount.split('.')[1]?.length ?? 0) > ALL_DIGITS)
    return unit === null ? amount : `${amount} ${unit}`;
  const isMoney = unit !== null && CURRENCY_CODES.has(unit);
  const written = Math.max(decimals, amount.split('.')[1]?.length ?? 0);
  const shape = {
    maximumFractionDigits: ALL_DIGITS,
    minimumFractionDigits: isMoney && written > 0 ? Math.max(CENTS, written) : written,
    useGrouping: isQuantity,
  };
  // Exact decimals are formatted digit by digit (ECMA-402, 2023); the types know literals only.
  const text = (options: Intl.NumberFormatOptions) =>
    numberFormat(language, { ...shape, ...options }).format(amount as `${number}`);
  if (unit === null) return text({});
  if (isMoney) return text({ style: 'currency', currency: unit });
  if (unit === '%') return text({ style: 'unit', unit: 'percent' });
  return `${text({})} ${unit}`;
}

const MOMENTS: Readonly<Record<'day' | 'month' | 'year', Intl.DateTimeFormatOptions>> = {
  day: { year: 'numeric', month: 'long', day: 'numeric' },
  month: { year: 'numeric', month: 'long' },
  year: { year: 'numeric' },
};

function dateFormat(language: string, unit: keyof typeof MOMENTS): Intl.DateTimeFormat {
  const key = `${language} ${unit}`;
  const known = dateFormats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(`${language}-u-ca-gregory`, {
    ...MOMENTS[unit],
    timeZone: 'UTC',
  });
  dateFormats.set(key, made);
  return made;
}

/** `March 1, 2025`, `December 2025`, `2025`; a quarter is `quarter` with its number and its year. */
export function momentText(
  { day, unit }: Moment,
  language: string,
  quarter: (number: string, year: string) => string,
): string {
  const date = new Date(`${day}T00:00:00Z`);
  const form = (of: keyof typeof MOMENTS) => dateFormat(language, of).format(date);
  if (unit !== 'quarter') return form(unit);
  const number = numberFormat(language, {}).format(Math.floor(date.getUTCMonth() / 3) + 1);
  return quarter(number, form('year'));
}
