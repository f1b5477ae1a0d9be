/** The name by which IANA has a time zone, of any spelling of it (`europe/berlin`); null where there is none. */
export function timeZoneOf(text: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
