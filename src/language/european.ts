import type { Translation } from '#src/language/translation.ts';

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

/** `è`, `é` (is) is another word than `e` (and); all other letters without their marks. */
export const withoutMarksButBeing = (word: string): string =>
  /^[èé]$/i.test(word) ? 'è' : withoutMarks(word);

/** A stem that says enough; the whole word where it does not. */
export const stemOrWord = (stem: string, word: string): string => (stem.length >= 3 ? stem : word);

/** What French, Spanish, Italian and Portuguese have in common. */
export const ROMANCE = {
  genitives: new Set<string>(),
  relatives: new Set<string>(),
  computedFirst: new Map<string, string>(),
  computedLast: new Map<string, string>(),
  denying: null,
  linking: [''],
  isHeadFirst: true,
  dayOf: dayFirst,
  spellings: (text) => [text],
} satisfies Partial<Translation>;
