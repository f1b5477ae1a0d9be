/** Functions that look at the row before or after. */
export const NEIGHBOURS: ReadonlySet<string> = new Set(['lag', 'lead']);
