/** Signs of money, each as the ISO 4217 code that it mostly stands for. */
export const CURRENCY_SIGNS: ReadonlyMap<string, string> = new Map([
  ['US$', 'USD'],
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
  ['₽', 'RUB'],
  ['₩', 'KRW'],
  ['₺', 'TRY'],
  ['₪', 'ILS'],
]);

/** Words for money, beside its signs and codes. */
export const CURRENCY_WORDS: ReadonlyMap<string, string> = new Map([
  ['dollar', 'USD'],
  ['dollars', 'USD'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
]);

/** Codes that stand beside amounts in cells and headers: those that are likelier money than a word or a part number. */
export const WRITTEN_CURRENCIES: readonly string[] =
  'USD EUR GBP JPY CHF CAD AUD NZD CNY INR RUB SEK NOK DKK PLN CZK HUF BRL MXN ZAR SGD HKD'.split(
    ' ',
  );

/** All codes of ISO 4217. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The currency of the first sign in a text, `$5` → USD; null where it has none. */
export function currencyOfSign(text: string): string | null {
  for (const [sign, code] of CURRENCY_SIGNS) if (text.includes(sign)) return code;
  return null;
}
