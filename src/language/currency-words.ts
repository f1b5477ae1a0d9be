/** A currency that stands behind a number, as answers name it. */
export interface Currency {
  readonly sign: string;
  readonly name: string;
}

const EURO: Currency = { sign: '€', name: 'euros' };
const DOLLAR: Currency = { sign: '$', name: 'dollars' };
/** Its words in any language, in small letters. */
export const CURRENCIES: ReadonlyMap<string, Currency> = new Map([
  ...['€', 'euro', 'euros', 'eur'].map((word) => [word, EURO] as const),
  ...['$', 'usd', 'dollar', 'dollars', 'dólares', 'dólar', 'dollari', 'dollaro'].map(
    (word) => [word, DOLLAR] as const,
  ),
]);
