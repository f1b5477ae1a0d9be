/** Characters of a text of the file that a note or a refusal quotes. */
const QUOTED_CHARS = 200;

/** The beginning of a text of the file, to quote it: headers and sheet names may be as long as a cell. */
export function excerpt(text: string): string {
  return text.length > QUOTED_CHARS ? `${text.slice(0, QUOTED_CHARS).toWellFormed()}…` : text;
}
