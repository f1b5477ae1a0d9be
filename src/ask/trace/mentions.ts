import { dateMentions } from '#src/ask/trace/dates.ts';
import { digitNumbers } from '#src/ask/trace/digit-numbers.ts';
import type { LabelMention } from '#src/ask/trace/labels.ts';
import { numbersInWords } from '#src/ask/trace/number-words.ts';
import { ordinalMentions } from '#src/ask/trace/ordinals.ts';
import type { Mention, MentionKind, Reading } from '#src/ask/trace/types.ts';
import type { Language } from '#src/language/recognise.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';

const SUFFIXES: readonly (readonly [MentionKind, RegExp])[] = [
  [
    'points',
    /^\s*(?:percentage[ -]points?|prozentpunkte?n?|points? de pourcentage|pp\b|%[ -]?points?)/iu,
  ],
  [
    'percent',
    /^\s*(?:%|٪|per ?cent\b|percent\b|pct\b|prozent\b|pour ?cents?\b|por ?ciento\b|per ?cento\b|por ?cento\b|procent\b)/iu,
  ],
  [
    'times',
    /^\s*(?:times\b|mal\b|fois\b|veces\b|volte\b|vezes\b|keer\b|x\b|×)|^-?(?:fold|fach\p{L}*)(?!\p{L})/iu,
  ],
];
const FRACTIONS: readonly (readonly [RegExp, number])[] = [
  [/\bevery (?:second|other)\b|\bjede[rsnm]? zweite[rsnm]?\b|\bun(?:e)? sur deux\b/giu, 1 / 2],
  [/\bevery third\b|\bjede[rsnm]? dritte[rsnm]?\b|\bun(?:e)? sur trois\b/giu, 1 / 3],
  [/\bevery fourth\b|\bjede[rsnm]? vierte[rsnm]?\b/giu, 1 / 4],
  [/\btwo[ -]thirds\b|\bzwei drittel\b|\bdeux tiers\b/giu, 2 / 3],
  [/\bthree[ -]quarters\b|\bdrei viertel\b|\bdreiviertel\b|\btrois quarts\b/giu, 3 / 4],
  [/\b(?:a|one)[ -]third\b|\bein drittel\b|\bun tiers\b/giu, 1 / 3],
  [/\b(?:a|one)[ -]quarter of\b|\bein viertel\b|\bun quart\b/giu, 1 / 4],
  [/\b(?:a|one)[ -]fifth\b|\bein fünftel\b|\bun cinquième\b/giu, 1 / 5],
  [/\b(?:a|one)[ -]tenth\b|\bein zehntel\b|\bun dixième\b/giu, 1 / 10],
  [
    /\bhalf\b(?! of 20| year| a year)|\bhalved\b|(?<!\p{L})(?:hälfte|halbiert\p{L}*)(?!\p{L})|\bhalb so\b|\bmoitié\b/giu,
    1 / 2,
  ],
];
const MULTIPLES: readonly (readonly [RegExp, number])[] = [
  [/\b(?:twice|double|doubled|doubles|doppelt|verdoppelt\p{L}*|doubl[ée]|dobles?|doppio)\b/giu, 2],
  [/\b(?:triple|tripled|thrice|dreifach\p{L}*|verdreifacht\p{L}*)\b/giu, 3],
  [/\b(?:quadruple|quadrupled|vierfach\p{L}*)\b/giu, 4],
];
/** Numbers that nobody can check. */
const VAGUE =
  /\b(?:dozens|hundreds|thousands|millions|billions|dutzende|hunderte|tausende|centaines|milliers|cientos|miles|centinaia|migliaia)\b(?! de (?:dollars|euros))/giu;
const ROMAN =
  /(?<![\p{L}\p{N}])(?=[IVXLCDM]{2})M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?![\p{L}\p{N}])/gu;
/** Letters with digits that are no name of the data: `H2`, `A4`; units as `km2` and `CO2` are none. */
const MIXED = /(?<![\p{L}\p{N}_])(?!(?:[kcmd]?m[23]|co2)\b)\p{L}{1,4}\d+(?![\p{L}\p{N}])/giu;
const CJK = /[一二三四五六七八九十百千万億亿兆两零〇]+/gu;

/** Every number that a text says, in any form; what belongs to a label or a date is no number of its own. */
export function mentionsIn(
  text: string,
  language: Language,
  labels: readonly LabelMention[],
): readonly Mention[] {
  let rest = blank(text, labels);
  const found: Mention[] = [];
  const take = (mentions: readonly Mention[]) => {
    const fresh = mentions.filter(
      ({ start, end }) => !found.some((one) => start < one.end && end > one.start),
    );
    found.push(...fresh);
    rest = blank(rest, fresh);
  };
  take(dateMentions(rest));
  take(fixed(rest, FRACTIONS));
  take(ordinalMentions(rest, language));
  take(digitNumbers(rest, language).map((one) => withSuffix(one, text)));
  take(fixed(rest, MULTIPLES));
  take(
    numbersInWords(rest, language).map(({ value, ...one }) =>
      withSuffix({ ...one, readings: [whole(value)] }, text),
    ),
  );
  take(vague(rest));
  take(roman(rest));
  return found.toSorted((a, b) => a.start - b.start);
}

const whole = (value: number): Reading => ({ value, step: wordStep(value), exact: String(value) });

/** `two million` is said to the million, `twelve` to the one. */
const wordStep = (value: number) => (value >= 1e6 && value % 1e6 === 0 ? 1e6 : 1);

function blank(text: string, spans: readonly { start: number; end: number }[]): string {
  return spans.reduce(
    (rest, { start, end }) => rest.slice(0, start) + '_'.repeat(end - start) + rest.slice(end),
    text,
  );
}

function withSuffix(one: Omit<Mention, 'kind'>, text: string): Mention {
  const after = text.slice(one.end);
  for (const [kind, pattern] of SUFFIXES) {
    const match = pattern.exec(after);
    if (match) return { ...one, kind, text: one.text + match[0], end: one.end + match[0].length };
  }
  return { ...one, kind: 'number' };
}

/** Fractions and multiples in words: ratios of two things. */
function fixed(text: string, forms: readonly (readonly [RegExp, number])[]): readonly Mention[] {
  return forms.flatMap(([pattern, value]) =>
    [...text.matchAll(pattern)].map((match) => ({
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
      kind: 'times' as const,
      readings: [{ value, step: 0.02 * value, exact: null }],
    })),
  );
}

const vague = (text: string): readonly Mention[] =>
  [VAGUE, CJK, MIXED]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((match) => ({
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
      kind: 'number' as const,
      readings: [],
    }));

const ROMAN_VALUES: Readonly<Record<string, number>> = lookupTable({
  I: 1,
  V: 5,
  X: 10,
  L: 50,
  C: 100,
  D: 500,
  M: 1000,
});

function roman(text: string): readonly Mention[] {
  return [...text.matchAll(ROMAN)].map((match) => {
    const digits = [...match[0]].map((letter) => ROMAN_VALUES[letter]!);
    const value = digits.reduce(
      (sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit),
      0,
    );
    const end = match.index + match[0].length;
    return { text: match[0], start: match.index, end, kind: 'number', readings: [whole(value)] };
  });
}
