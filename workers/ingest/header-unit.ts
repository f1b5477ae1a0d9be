import { CURRENCY_SIGNS, CURRENCY_WORDS, WRITTEN_CURRENCIES } from '#src/catalog/currencies.ts';

const UNITS: ReadonlySet<string> = new Set([
  ...WRITTEN_CURRENCIES,
  ...'kg km kWh MWh GWh t g l m² m³ ha h % ‰'.split(' '),
]);

/** The unit that a header ends with: `Revenue (EUR)`, `Weight [kg]`, `Umsatz in €`, `Amount EUR`; null where none. */
export function unitOfHeader(header: string | null): string | null {
  if (!header) return null;
  const bracketed = /[([]\s*(?:in\s+)?([^()[\]]{1,12}?)\s*[)\]]\s*$/.exec(header)?.[1];
  const last = /(?:^|\s)(?:in\s+|en\s+|em\s+)?(\S{1,5})$/.exec(header)?.[1];
  const text = bracketed ?? (header.includes(' ') ? last : undefined);
  if (!text) return null;
  const unit = CURRENCY_SIGNS.get(text) ?? CURRENCY_WORDS.get(text.toLowerCase()) ?? text;
  // One letter at the end of a name is rarely a unit.
  return UNITS.has(unit) && (bracketed !== undefined || unit.length > 1 || unit === '%')
    ? unit
    : null;
}
