import { lookupTable } from '#src/sql/lookup-table.ts';

const CURRENCIES: Readonly<Record<string, string>> = lookupTable({
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  '₽': 'RUB',
  euro: 'EUR',
  euros: 'EUR',
});
const CODE =
  /^(?:EUR|USD|GBP|CHF|JPY|RUB|PLN|SEK|NOK|DKK|CZK|HUF|BRL|CAD|AUD|CNY|INR|kg|km|kWh|MWh|GWh|t|g|l|m²|m³|ha|h|%|‰)$/;

/** The unit that a header ends with: `Revenue (EUR)`, `Weight [kg]`, `Umsatz in €`, `Amount EUR`; null where none. */
export function unitOfHeader(header: string | null): string | null {
  if (!header) return null;
  const bracketed = /[([]\s*(?:in\s+)?([^()[\]]{1,12}?)\s*[)\]]\s*$/.exec(header)?.[1];
  const last = /(?:^|\s)(?:in\s+|en\s+|em\s+)?(\S{1,5})$/.exec(header)?.[1];
  const text = bracketed ?? (header.includes(' ') ? last : undefined);
  if (!text) return null;
  const unit = CURRENCIES[text.toLowerCase()] ?? text;
  // One letter at the end of a name is rarely a unit.
  return CODE.test(unit) && (bracketed !== undefined || unit.length > 1 || unit === '%')
    ? unit
    : null;
}
