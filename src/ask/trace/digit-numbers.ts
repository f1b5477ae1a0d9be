import type { Reading } from '#src/ask/trace/types.ts';
import { withPlainDigits } from '#src/language/digits.ts';
import type { Language } from '#src/language/recognise.ts';
import { canonical, parseExact } from '#src/sql/exact.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';

/** Words behind a number that make it larger, by their spelling in lower case. */
const SCALES: Readonly<Record<string, number>> = lookupTable({
  k: 1e3,
  tsd: 1e3,
  thousand: 1e3,
  tausend: 1e3,
  mille: 1e3,
  mil: 1e3,
  mila: 1e3,
  duizend: 1e3,
  m: 1e6,
  mn: 1e6,
  mm: 1e6,
  mio: 1e6,
  mln: 1e6,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  millones: 1e6,
  millón: 1e6,
  milioni: 1e6,
  milione: 1e6,
  milhões: 1e6,
  milhão: 1e6,
  miljoen: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  billions: 1e9,
  mrd: 1e9,
  md: 1e9,
  mds: 1e9,
  milliarde: 1e9,
  milliarden: 1e9,
  milliard: 1e9,
  milliards: 1e9,
  miliardi: 1e9,
  miljard: 1e9,
  lakh: 1e5,
  lakhs: 1e5,
  crore: 1e7,
  crores: 1e7,
  dozen: 12,
  dutzend: 12,
  hundred: 100,
  hundert: 100,
});
const SCALE = /^(?:[\s\u00a0\u202f]*|-)([\p{L}]+)\.?(?![\p{L}\d])/u;
const DIGITS =
  /(?<![\p{L}\p{N}_⁄])(?:[+\-−–]?\p{Nd}+(?!⁄|\s?\d⁄)(?:[.,'’٬٫](?=\p{Nd})\p{Nd}+|[ \u00a0\u202f\u2009](?=\p{Nd}{3}(?!\p{Nd}))\p{Nd}{3})*(?:e[+-]?\d{1,3}(?!\p{L}))?|(?:\d+ )?\d+⁄\d+)/giu;
/** Compatibility forms are taken apart before: `½` is `1⁄2`. */
const FRACTION = /^(?:(\d+) )?(\d+)⁄(\d+)$/;

export interface DigitNumber {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly readings: readonly Reading[];
}

/** Numbers in digits of any script, in the formats of the language, with the scale behind them (`1,2 Mio.`). */
export function digitNumbers(text: string, language: Language): readonly DigitNumber[] {
  return [...text.matchAll(DIGITS)].map((match) => {
    const start = match.index;
    const bare = start + match[0].length;
    const scale = SCALE.exec(text.slice(bare));
    // A capital M behind a digit is a million, a small m a metre or a minute.
    const isGlued = scale !== null && /^\p{L}/u.test(scale[0]);
    const word = scale?.[1] ?? '';
    const short = word.length === 1 && !(isGlued && /^[kKMB]$/.test(word));
    const factor = short ? undefined : SCALES[word.toLowerCase()];
    const end = factor === undefined ? bare : bare + scale![0].length;
    const readings = readingsOf(match[0], language, factor ?? 1);
    return { text: text.slice(start, end), start, end, readings };
  });
}

function readingsOf(raw: string, language: Language, factor: number): readonly Reading[] {
  const [, whole = '0', over, under] = FRACTION.exec(raw) ?? [];
  if (over && under) {
    const value = Number(whole) + Number(over) / Number(under);
    return [{ value: value * factor, step: 0.01 * factor, exact: null }];
  }
  const plain = withPlainDigits(raw.replace(/[−–]/, '-'));
  return spellings(plain, language).flatMap((spelling) => {
    const exact = parseExact(spelling);
    if (!exact) return [];
    const value = Number(spelling) * factor;
    const step = 10 ** -exact.scale * factor;
    return [{ value, step, exact: factor === 1 ? canonical(exact) : null }];
  });
}

const POINT_LANGUAGES: ReadonlySet<Language> = new Set(['en']);

/** What a writing stands for: separators that group by three go, the language's decimal sign becomes a point. */
function spellings(text: string, language: Language): readonly string[] {
  const compact = text.replace(/[ \u00a0\u202f\u2009'’٬]/g, '').replace('٫', '.');
  const isPoint = POINT_LANGUAGES.has(language);
  const decimal = isPoint ? '.' : ',';
  const group = isPoint ? ',' : '.';
  const strict = inFormat(compact, group, decimal);
  if (strict !== null) return [strict];
  // The other format, where it can be read in one way only: `1234.50` in a German text, `0,75` in an English one.
  const other = inFormat(compact, decimal, group);
  return other !== null ? [other] : [];
}

function inFormat(text: string, group: string, decimal: string): string | null {
  const g = `\\${group}`;
  const d = `\\${decimal}`;
  const grouped = new RegExp(
    `^[+-]?(?:\\d{1,3}(?:${g}\\d{3})+|\\d{1,2}(?:${g}\\d{2})*${g}\\d{3}|\\d+)(?:${d}\\d+)?(?:e[+-]?\\d+)?$`,
    'i',
  );
  return grouped.test(text) ? text.replaceAll(group, '').replace(decimal, '.') : null;
}
