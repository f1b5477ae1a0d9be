/** What makes a spreadsheet take a text for a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r\n]/;

/** A text that no spreadsheet runs: one that would begin a formula gets an apostrophe before it. */
export const neutralised = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
