/** Umlauts and their spellings without them, so that `Verkäufe`, `Verkaeufe` and `Verkaufe` are one. */
export const plain = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('ß', 'ss')
    .replace(/ä|ae/g, 'a')
    .replace(/ö|oe/g, 'o')
    .replace(/(?<![aeoq])ue|ü/g, 'u');

const ENDINGS = ['ern', 'em', 'en', 'er', 'es', 'nd', 'e', 'n', 's', 't'] as const;
const SHORTEST = 3;

/**
 * What the forms of a word share: `Kunden`, `Kunde` → `kund`; `Städte`, `Stadt` → `stad`. After CISTEM (Weissweiler,
 * Fraser: Developing a Stemmer for German Based on a Comparative Analysis, 2017), without its prefix `ge`, which would
 * make `gehalt` of `halt`.
 */
export function stem(word: string): string {
  let rest = plain(word);
  for (;;) {
    const ending = ENDINGS.find(
      (one) =>
        rest.endsWith(one) && rest.length - one.length >= Math.max(SHORTEST, one === 't' ? 4 : 0),
    );
    if (ending === undefined) return rest;
    rest = rest.slice(0, -ending.length);
  }
}
