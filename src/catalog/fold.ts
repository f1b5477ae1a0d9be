import { createRequire } from 'node:module';
import type lemmatizer from 'wink-lemmatizer';

let nouns: typeof lemmatizer.noun | undefined;
/** Loaded with the first word: its 18 MB stand in every process and worker thread that asks for one, and no other. */
function nounOf(word: string): string {
  nouns ??= (createRequire(import.meta.url)('wink-lemmatizer') as typeof lemmatizer).noun;
  return nouns(word);
}

/** Letters that Unicode does not decompose, as people without them on the keyboard write them. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ς', 'σ'],
]);

/** Words that WordNet's rules lemmatise wrongly, or does not know, in talk about data. */
const NOUNS: ReadonlyMap<string, string> = new Map([
  ['data', 'data'],
  ['media', 'media'],
  ['species', 'species'],
  ['analyses', 'analysis'],
  ['movies', 'movie'],
  ['emails', 'email'],
  ['urls', 'url'],
  ['ids', 'id'],
  ['skus', 'sku'],
  ['apps', 'app'],
  ['dvds', 'dvd'],
  ['cds', 'cd'],
  ['pcs', 'pc'],
  ['tvs', 'tv'],
  ['kpis', 'kpi'],
  ['atms', 'atm'],
  ['suvs', 'suv'],
]);

/** Words whose singular is kept: an index asks for the same ones again and again. */
const MAX_LEMMAS = 20_000;
const lemmas = new Map<string, string>();

/** Texts that differ from their folded form in case alone. */
const PLAIN = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;
const DIGITS = /^\d+$/;
const POSSESSIVE = /['’]s(?![\p{L}\p{N}])/gu;

/**
 * A text as it compares without case, accents, punctuation and extra white space: `"São  Paulo!"` → `sao paulo`,
 * `R&D` → `r and d`. Apostrophes go without a gap (`O'Neil` → `oneil`); `+ # % $ €` stay, a point or comma between
 * digits and a leading minus too, so that `C++`, `C#`, `C` and `1.5`, `15`, `-15` stay apart. A text of nothing but
 * punctuation folds to itself in lower case.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ßæœøłđðþıς]/g, (letter) => PLAIN_LETTERS.get(letter) ?? letter);
  const folded = plain
    .replace(/['’‘`´]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[−–]/g, '-')
    .replace(
      /((?<=\d)[.,](?=\d)|(?<=^\s*)-(?=[\d.]))|[^\p{L}\p{M}\p{N}+#%$€]+/gu,
      (_match, kept: string | undefined) => kept ?? ' ',
    )
    .trim();
  return folded || plain.trim().replace(/\s+/g, ' ') || text.trim();
}

/**
 * A folded text without its spaces, so that `e mail` and `email` are one; a space between two digits stays, `1 2` is
 * not `12`.
 */
export function squash(folded: string): string {
  return folded.replace(/(?<!\d) | (?!\d)/g, '');
}

/**
 * The singular of an English noun in lower case; a word that is none comes back as it is (`sales` → `sale`).
 * WordNet's morphology by wink-lemmatizer, with corrections.
 */
export function lemma(word: string): string {
  if (DIGITS.test(word)) return word;
  const known = NOUNS.get(word) ?? lemmas.get(word);
  if (known !== undefined) return known;
  if (lemmas.size >= MAX_LEMMAS) lemmas.clear();
  // `boss` is none of many.
  const found = word.endsWith('ss') ? word : nounOf(word);
  lemmas.set(word, found);
  return found;
}

/** A text folded, each word in the singular, possessive `'s` off: `Women's Shoes` → `woman shoe`. */
export function foldToLemmas(text: string): string {
  return lemmasOf(fold(text.replace(POSSESSIVE, '')));
}

/** The keys that a text is found under, folded without spaces: as it is, and by its lemmas; folded once where it has no possessive. */
export function keysOf(text: string): { readonly key: string; readonly lemmaKey: string } {
  const folded = fold(text);
  const bare = text.replace(POSSESSIVE, '');
  const foldedBare = bare === text ? folded : fold(bare);
  return { key: squash(folded), lemmaKey: squash(lemmasOf(foldedBare)) };
}

const lemmasOf = (folded: string) => folded.split(' ').map(lemma).join(' ');

/** The key of the text's lemmas. */
export function lemmaKeyOf(text: string): string {
  return squash(foldToLemmas(text));
}
