/** Functions that look at the row before or after. */
export const NEIGHBOURS: ReadonlySet<string> = new Set(['lag', 'lead']);

/** Functions that make steps of time or numbers, each of which comes once. */
export const SERIES: ReadonlySet<string> = new Set(['generate_series', 'range']);
