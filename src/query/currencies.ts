/** Signs of letters, and of two currencies: `sign code code …`. */
const WRITTEN_SIGNS: readonly (readonly string[])[] = [
  'A$ AUD;AU$ AUD;C$ CAD;CA$ CAD;NZ$ NZD;HK$ HKD;S$ SGD;NT$ TWD;MX$ MXN;R$ BRL;￥ JPY CNY;CN¥ CNY;JP¥ JPY',
  'zł PLN;Kč CZK;Ft HUF;kr SEK NOK DKK ISK;kr. DKK SEK NOK ISK;lei RON;лв. BGN;лв BGN;руб. RUB;руб RUB;грн. UAH;грн UAH',
  'Rs INR PKR LKR NPR;Rs. INR PKR LKR NPR;RM MYR;Rp IDR;Fr. CHF;SFr. CHF;元 CNY TWD;円 JPY;원 KRW;TL TRY;NIS ILS;RMB CNY',
]
  .flatMap((line) => line.split(';'))
  .map((entry) => entry.split(' '));

/** Signs of money, each as the ISO 4217 code that it mostly stands for. */
export const CURRENCY_SIGNS: ReadonlyMap<string, string> = new Map([
  ['US$', 'USD'],
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['￥', 'JPY'],
  ['₹', 'INR'],
  ['₽', 'RUB'],
  ['₩', 'KRW'],
  ['₺', 'TRY'],
  ['₪', 'ILS'],
]);

/**
 * What stands beside amounts in cells, with the ISO 4217 codes that it is written for, the likeliest first: the signs
 * that Unicode's data give (CLDR, `narrowSymbol`), and what offices write beside them. Letters that are more than one
 * thing (`R`, `P`, `KM`) are none.
 */
export const AMOUNT_SIGNS: ReadonlyMap<string, readonly string[]> = amountSigns();

function amountSigns(): Map<string, readonly string[]> {
  const signs = new Map<string, string[]>();
  const add = (sign: string, codes: readonly string[]) =>
    signs.set(sign, [...new Set([...(signs.get(sign) ?? []), ...codes])]);
  for (const [sign, code] of CURRENCY_SIGNS) add(sign, [code]);
  for (const currency of Intl.supportedValuesOf('currency')) {
    const sign = new Intl.NumberFormat('en', {
      ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
    })
      .formatToParts(1)
      .find(({ type }) => type === 'currency')?.value;
    if (sign && /[^A-Za-z. ]/.test(sign)) add(sign, [currency]);
  }
  for (const [sign, ...codes] of WRITTEN_SIGNS) add(sign!, codes);
  return signs;
}

/** Words for money, beside its signs and codes. */
export const CURRENCY_WORDS: ReadonlyMap<string, string> = new Map([
  ['dollar', 'USD'],
  ['dollars', 'USD'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
]);

/** Codes that stand beside amounts in cells and headers: those that are likelier money than a word or a part number. */
export const WRITTEN_CURRENCIES: readonly string[] =
  'USD EUR GBP JPY CHF CAD AUD NZD CNY INR RUB SEK NOK DKK PLN CZK HUF BRL MXN ZAR SGD HKD AED ARS BGN CLP COP EGP IDR ILS ISK KES KRW MYR NGN PEN PHP PKR RON RSD SAR THB TRY TWD UAH VND'.split(
    ' ',
  );

/** All codes of ISO 4217. */
export const CURRENCY_CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** The currency of the first sign in a text, `$5` → USD; null where it has none. */
export function currencyOfSign(text: string): string | null {
  for (const [sign, code] of CURRENCY_SIGNS) if (text.includes(sign)) return code;
  return null;
}
