import { isClip, isClipOf } from '#src/catalog/clips.ts';
import { isEnglish } from '#src/catalog/dictionary.ts';
import { lemma } from '#src/catalog/fold.ts';
import { longForm, tellingWords } from '#src/catalog/names.ts';

/** Words that names end with, before which another one may be written without a gap: `workcode`, `hiredate`. */
const HEADS: readonly string[] = `
  code number date type title time status address city count price cost amount account acct total rate year month
  size weight height length colour color level kind rank phone email location place
`
  .trim()
  .split(/\s+/);
/** Heads that a single letter may stand before: `pname` of people, `dno` of departments. */
const LETTERED: ReadonlySet<string> = new Set([
  ...HEADS,
  'name',
  'no',
  'num',
  'nr',
  'addr',
  'loc',
  'id',
  'nm',
]);
/** Words of today that are one, though WordNet has none of them. */
const WHOLE: ReadonlySet<string> = new Set(
  `runtime uptime downtime playtime airtime airdate screentime barcode postcode zipcode username userid login
   headcount passcode subtitle filetype mealtime showtime`.split(/\s+/),
);
const NAME_PARTS: readonly string[] = ['fname', 'lname'];
/** A word before a head has so many letters. */
const SHORTEST = 3;

/** How names of columns are parted and written out by what their table is called. */
export interface OwnForms {
  /** The words of a column's name: `pltn`, `number` → plantation, number, where the rows are plantations. */
  of(words: readonly string[]): readonly string[];
}

/**
 * Words of columns that are short for what the rows of their table are, or that run together with the noun behind them:
 * `pltn_number` of plantations, `pname` of people, `workcode`. A word that English has, or that is a known short form,
 * stays as it is.
 */
export function ownForms(table: string, columns: readonly (readonly string[])[]): OwnForms {
  const last = lemma(tellingWords(table).at(-1) ?? '');
  const noun = longForm(last) ?? last;
  const isWord = (word: string) =>
    word.length >= SHORTEST && (isEnglish(word) || longForm(word) !== null);
  // `fname` beside `lname` is a first name; of films it is theirs.
  const names = new Set(columns.flat());
  const isPerson = NAME_PARTS.every((word) => names.has(word));
  const isOpen = (word: string) =>
    !isEnglish(word) &&
    !WHOLE.has(word) &&
    (longForm(word) === null || (NAME_PARTS.includes(word) && !isPerson));
  const ofNoun = (word: string): readonly string[] | null =>
    isClip(word) && isClipOf(word, noun) ? [noun] : null;
  const parted = (word: string): readonly string[] | null => {
    if (!isOpen(word)) return null;
    const head = HEADS.find(
      (one) => word.endsWith(one) && isWord(word.slice(0, word.length - one.length)),
    );
    if (head) return [word.slice(0, word.length - head.length), head];
    const rest = word.slice(1);
    return word[0] === noun[0] && LETTERED.has(rest) && word !== noun ? [noun, rest] : null;
  };
  return {
    of: (words) =>
      words.flatMap((word, at) => {
        const own = at === 0 && words.length > 1 ? ofNoun(word) : null;
        return own ?? parted(word) ?? [word];
      }),
  };
}
