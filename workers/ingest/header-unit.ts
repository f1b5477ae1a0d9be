import {
  AMOUNT_SIGNS,
  CURRENCY_SIGNS,
  CURRENCY_WORDS,
  WRITTEN_CURRENCIES,
} from '#src/query/currencies.ts';

/** Units that stand behind the numbers of cells, as they are written: `12 kg`, `21.5 °C`. */
export const CELL_UNITS: readonly string[] =
  'kg g mg t lb lbs oz km m cm mm mi ft m² m³ km² ha l L ml h min s ms kWh MWh GWh kW MW km/h mph m/s °C °F hPa bar ppm dB MB GB TB ‰ pcs pcs. Stk Stk. Stück'.split(
    ' ',
  );

const UNITS: ReadonlySet<string> = new Set([
  ...WRITTEN_CURRENCIES,
  ...'kg km kWh MWh GWh t g l m² m³ ha h % ‰ °C °F'.split(' '),
]);

/** The currency that a sign mostly stands for; null where it is that of several alike. */
function currencyOfSign(sign: string): string | null {
  const [code = null, ...others] = AMOUNT_SIGNS.get(sign) ?? [];
  return CURRENCY_SIGNS.get(sign) ?? (others.length === 0 || HAN_SIGNS.has(sign) ? code : null);
}
/** Written in full width or as a word, these are of one country but for rare cases. */
const HAN_SIGNS: ReadonlySet<string> = new Set(['元']);

/** The unit that a header ends with: `Revenue (EUR)`, `Weight [kg]`, `Umsatz in €`, `Amount EUR`; null where none. */
export function unitOfHeader(header: string | null): string | null {
  if (!header) return null;
  const bracketed = /[([（]\s*(?:in\s+|单位[:：]\s*)?([^()[\]（）]{1,12}?)\s*[)\]）]\s*$/.exec(
    header,
  )?.[1];
  const last = /(?:^|\s)(?:in\s+|en\s+|em\s+)?(\S{1,5})$/.exec(header)?.[1];
  const text = bracketed ?? (header.includes(' ') ? last : undefined);
  if (!text) return null;
  const unit = currencyOfSign(text) ?? CURRENCY_WORDS.get(text.toLowerCase()) ?? text;
  // One letter at the end of a name is rarely a unit.
  return UNITS.has(unit) && (bracketed !== undefined || unit.length > 1 || unit === '%')
    ? unit
    : null;
}

/**
 * The currency that amounts with a sign of several are in: what the header says of those that the sign is written for,
 * `Amount (CAD)` over `$5`; the yuan where a `¥` has parts of a hundred, which the yen lacks; else what it mostly stands
 * for, or the sign alone (`kr`).
 */
export function currencyOf(sign: string, header: string | null, hasFractions: boolean): string {
  const codes = AMOUNT_SIGNS.get(sign) ?? [];
  const said = unitOfHeader(header);
  if (said !== null && codes.includes(said)) return said;
  if (hasFractions && codes.includes('JPY')) return 'CNY';
  return currencyOfSign(sign) ?? sign;
}
