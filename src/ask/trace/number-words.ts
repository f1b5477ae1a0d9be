import { AND, ARTICLES, SCALES, TEENS, TENS } from '#src/language/number-words.ts';
import type { Language } from '#src/language/recognise.ts';

const ONLY =
  /\b(?:only|just|exactly|nur|genau|seulement|uniquement|qu['’]|solo|sólo|apenas|slechts)\s*$/iu;
const PRONOUN_AFTER = /^\s+(?:of|another|that|which|who)\b/iu;
const PRONOUN_BEFORE = /\b(?:the|this|that|which|no|each|every|any)\s+$/iu;

export interface WordNumber {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

/** Number words of one language that are other words of another: `once`, `due`, `null`, `sei`, `dos`. */
const AMBIGUOUS: ReadonlySet<string> = new Set(
  'once due null elf sei dos cent cents mil ten nove sette'.split(' '),
);

/**
 * Numbers in words of any of the languages: a text may quote another, and a language may be guessed wrongly. Those of
 * the text's own come first; of the others, words that mean something else elsewhere are left out.
 */
export function numbersInWords(text: string, language: Language): readonly WordNumber[] {
  const own = wordNumbers(text, language);
  const others = (Object.keys(TEENS) as Language[])
    .filter((one) => one !== language)
    .flatMap((one) => wordNumbers(text, one).filter((found) => !isAmbiguous(found.text, one)));
  const longest = others.toSorted((a, b) => b.end - b.start - (a.end - a.start));
  const all = [...own];
  for (const one of longest)
    if (!all.some(({ start, end }) => one.start < end && one.end > start)) all.push(one);
  return all;
}

const isAmbiguous = (text: string, language: Language) =>
  AMBIGUOUS.has(text.toLowerCase()) || ARTICLES[language].has(text.toLowerCase());

/** Numbers written in words: `twelve`, `einundzwanzig`, `quatre-vingt-dix`, `three hundred and five`. */
function wordNumbers(text: string, language: Language): readonly WordNumber[] {
  const runs: Run[] = [];
  let open: Run | undefined;
  const words = [...text.matchAll(/\p{L}+(?:-\p{L}+)*/gu)];
  for (const [at, { 0: said, index: start }] of words.entries()) {
    const word = said.toLowerCase();
    const end = start + said.length;
    const parts = partsOf(word, language);
    if (open && !/^[\s-]*$/.test(text.slice(open.end, start))) open = undefined;
    if (parts) {
      open ??= startRun(runs, start);
      open.parts.push(...parts);
      open.end = end;
    } else if (open && word === AND[language] && nextIsNumber(words[at + 1]?.[0], language)) {
      open.end = end;
    } else open = undefined;
  }
  return runs
    .map(({ start, end, parts }) => ({
      ...{ text: text.slice(start, end), start, end },
      value: total(parts),
    }))
    .filter((one) => isNumber(one, text, language));
}

/** Number words that stand next to each other, and the numbers that they are made of. */
interface Run {
  readonly start: number;
  end: number;
  readonly parts: number[];
}

function startRun(runs: Run[], start: number): Run {
  const run = { start, end: start, parts: [] };
  runs.push(run);
  return run;
}

const nextIsNumber = (next: string | undefined, language: Language): boolean =>
  next !== undefined && partsOf(next.toLowerCase(), language) !== null;

/** A word as the numbers that it is made of; null where it is none. */
function partsOf(word: string, language: Language): number[] | null {
  for (const table of [TEENS[language], TENS[language], SCALES[language]]) {
    const value = table[word];
    if (value !== undefined) return [value];
  }
  if (word.includes('-')) {
    const parts = compound(
      word.split('-').filter((part) => part !== AND[language]),
      language,
    );
    if (parts) return parts;
  }
  return language === 'de' || language === 'nl' || language === 'it' ? glued(word, language) : null;
}

/** `vingt-et-un`, `twenty-one`; the French `soixante-quinze` and `quatre-vingt-douze` add a teen. */
function compound(parts: readonly string[], language: Language): number[] | null {
  for (let cut = parts.length; cut > 0; cut--) {
    const head = lookUp(parts.slice(0, cut).join('-'), language);
    if (head === null) continue;
    if (cut === parts.length) return [head];
    const tail = compound(parts.slice(cut), language);
    if (tail) return [head, ...tail];
  }
  return null;
}

function lookUp(word: string, language: Language): number | null {
  return TENS[language][word] ?? TEENS[language][word] ?? SCALES[language][word] ?? null;
}

/** `dreihundertfünfundzwanzig`: what stands before `hundert` and `tausend` multiplies, what follows adds. */
function glued(word: string, language: Language): number[] | null {
  const value = gluedValue(word, language);
  return value === null ? null : [value];
}

function gluedValue(word: string, language: Language): number | null {
  if (word === '') return null;
  const plain = lookUp(word, language);
  if (plain !== null) return plain;
  for (const [scale, factor] of Object.entries(SCALES[language]).sort(([, a], [, b]) => b - a)) {
    const at = word.indexOf(scale);
    if (at < 0 || factor > 1e3 || factor === 12) continue;
    const before = at === 0 ? 1 : gluedValue(word.slice(0, at), language);
    const rest = word.slice(at + scale.length).replace(new RegExp(`^${AND[language]}`), '');
    const after = rest === '' ? 0 : gluedValue(rest, language);
    if (before !== null && after !== null && after < factor) return before * factor + after;
  }
  return unitAndTen(word, language);
}

/** `einundzwanzig`, `tweeëntwintig`, `ventuno`. */
function unitAndTen(word: string, language: Language): number | null {
  for (const [ten, tens] of Object.entries(TENS[language])) {
    if (word.endsWith(ten)) {
      const head = word.slice(0, -ten.length).replace(/(?:und|ën|en)$/u, '');
      const unit = TEENS[language][head];
      if (unit !== undefined && unit < 10 && head !== '') return tens + unit;
    }
    const stem = ten.replace(/[ai]$/u, '');
    if (language === 'it' && word.startsWith(stem)) {
      const unit = TEENS.it[word.slice(ten.length)] ?? TEENS.it[word.slice(stem.length)];
      if (unit !== undefined && unit < 10) return tens + unit;
    }
  }
  return null;
}

/** Hundreds and thousands multiply what stands before them; the rest adds up. */
function total(parts: readonly number[]): number {
  let sum = 0;
  let group = 0;
  for (const part of parts) {
    if (part === 100 || part === 12)
      group = part === 12 && group >= 12 ? group + 12 : Math.max(1, group) * part;
    else if (part >= 1e3 && part % 1e3 === 0) {
      sum += Math.max(1, group) * part;
      group = 0;
    } else group += group > 0 && group === 4 && part === 20 ? 76 : part;
  }
  return sum + group;
}

/** `one` and `ein` are numbers where they count: `only one region`, not `the one that`, `one of`. */
function isNumber(found: WordNumber, text: string, language: Language): boolean {
  const before = text.slice(0, found.start);
  const after = text.slice(found.end);
  if (!ARTICLES[language].has(found.text.toLowerCase())) return true;
  if (ONLY.test(before)) return true;
  return (
    language === 'en' &&
    !PRONOUN_AFTER.test(after) &&
    !PRONOUN_BEFORE.test(before) &&
    /^\s+\p{L}/u.test(after)
  );
}
