const POINTED = /^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/;

/** `50.000`, `1.234,5`: a point parts thousands, a comma decimals. */
export const POINTED_NUMBERS = {
  number: /(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?/,
  isNumber: (text: string): boolean => POINTED.test(text),
  numberOf: (text: string): number => Number(text.replaceAll('.', '').replace(',', '.')),
};

const SPACES = String.raw`[ \u00a0\u202f]`;
const SPACED = new RegExp(`^(?:\\d{1,3}(?:${SPACES}\\d{3})+|\\d+)(?:,\\d+)?$`);

/** `50 000`, `1 234,5`: a blank parts thousands, a comma decimals. */
export const SPACED_NUMBERS = {
  number: new RegExp(`(?:\\d{1,3}(?:${SPACES}\\d{3})+(?!\\d)|\\d+)(?:,\\d+)?`),
  isNumber: (text: string): boolean => SPACED.test(text),
  numberOf: (text: string): number =>
    Number(text.replaceAll(new RegExp(SPACES, 'g'), '').replace(',', '.')),
};

const DAY = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;

/** A day written day first, `5.1.2025`, as YYYY-MM-DD; null for other texts. */
export function dayFirst(text: string): string | null {
  const [, day, , month, year] = DAY.exec(text) ?? [];
  return day === undefined ? null : `${year}-${month!.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Letters without their marks: `année` → annee, `œuvre` → oeuvre. */
export const withoutMarks = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('’', "'");

/** Names of months, each row of the table `names = Month`, parted by semicolons. */
export const monthNames = (table: string): ReadonlyMap<string, string> =>
  new Map(
    table.split(';').flatMap((row) => {
      const [names, month] = row.split('=').map((one) => one.trim());
      return names!.split(' ').map((name) => [name, month!] as const);
    }),
  );
