/** A phrase in small letters, a word each. */
export type Phrase = readonly string[];

/** A phrase and what it means. */
export interface PhraseRow<Meaning> {
  readonly phrase: Phrase;
  readonly means: Meaning;
}

/** Words in small letters, parted by white space. */
export const words = (text: string): ReadonlySet<string> =>
  new Set(text.split(/\s+/).filter(Boolean));

const phrasesOf = (text: string): readonly Phrase[] =>
  text.split('|').map((one) => one.trim().split(/\s+/));

const longestFirst = (one: Phrase, other: Phrase) => other.length - one.length;

/** Phrases parted by `|`, longest first. */
export const phrases = (text: string): readonly Phrase[] => phrasesOf(text).toSorted(longestFirst);

/** What phrases mean, each row the meaning and its phrases parted by `|`; longest phrases first. */
export const meanings = <Meaning>(
  table: readonly (readonly [Meaning, string])[],
): readonly PhraseRow<Meaning>[] =>
  table
    .flatMap(([means, text]) => phrasesOf(text).map((phrase) => ({ phrase, means })))
    .toSorted((one, other) => longestFirst(one.phrase, other.phrase));

/** Rows `left = right`, one a line. */
export const rowsOf = (text: string): readonly (readonly [left: string, right: string])[] =>
  text
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map((row) => {
      const at = row.lastIndexOf('=');
      return [row.slice(0, at).trim(), row.slice(at + 1).trim()] as const;
    });
