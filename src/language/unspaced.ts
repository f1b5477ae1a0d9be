/**
 * A language whose words are written together: enough of it that is known what a question asks for. All of it is tables of
 * rows `phrase | phrase = English`, in the words that `en/asked-words.ts` and `en/periods.ts` read. In a phrase `#` is a
 * number with or without a counter, `{year}`, `{month}`, `{day}`, `{quarter}` are parts of dates, `{y}` is a year in figures or
 * one of `years`, and `[a/b]` is one of several. `?` for English: what is said there is not known.
 */
export interface UnspacedLanguage {
  /** BCP 47. */
  readonly tag: string;
  /** What it is called in English. */
  readonly name: string;
  /** Letters that none of the other languages has; null where it has none. */
  readonly letters: RegExp | null;
  /** Letters and words that tell of it where letters do not. */
  readonly own: RegExp;
  /** Pairs of a letter and the one that the tables have for it. */
  readonly variants: string;
  /** What may stand behind a number: `3 items`. */
  readonly counters: string;
  /** Between a year and a part of it. */
  readonly of: readonly string[];
  readonly years: string;
  readonly periods: string;
  /** Between the first and the last of two periods. */
  readonly links: readonly string[];
  /** Behind a period: which end of it is meant. */
  readonly periodEnds: string;
  readonly bounds: string;
  /** How many of the first rows. */
  readonly leads: string;
  /** Which end of an order. */
  readonly ends: string;
  readonly aggregates: string;
  readonly negations: string;
  /** Beside one of these a word that denies may deny nothing. */
  readonly undoesNegation: readonly string[];
  readonly groups: string;
  /** Ask for other periods, too, or for a difference. */
  readonly comparing: string;
  readonly asking: string;
  /** Hold the letters of a phrase and do not say it. */
  readonly passed: string;
  /** What values of everyday data are called. */
  readonly values: string;
}

export type UnspacedKind =
  | 'period'
  | 'bound'
  | 'lead'
  | 'end'
  | 'aggregate'
  | 'negation'
  | 'group'
  | 'comparing'
  | 'asking'
  | 'passed'
  | 'value'
  | 'name';

export interface UnspacedRow {
  readonly kind: UnspacedKind;
  /** Matches at a place alone. */
  readonly pattern: RegExp;
  /** Null: what is said there is not known. */
  readonly english: string | null;
}

/** The tables of a language, ready to be matched. */
export interface UnspacedTables {
  readonly rows: readonly UnspacedRow[];
  readonly numbers: RegExp;
  /** A number in letters is one only with a counter. */
  readonly counted: RegExp;
  readonly variants: ReadonlyMap<string, string>;
  readonly years: ReadonlyMap<string, string>;
  readonly links: RegExp;
  readonly periodEnds: readonly UnspacedRow[];
}

const KINDS = [
  ['passed', 'passed'],
  ['period', 'periods'],
  ['lead', 'leads'],
  ['bound', 'bounds'],
  ['end', 'ends'],
  ['aggregate', 'aggregates'],
  ['negation', 'negations'],
  ['group', 'groups'],
  ['comparing', 'comparing'],
  ['asking', 'asking'],
  ['value', 'values'],
] as const satisfies readonly (readonly [UnspacedKind, keyof UnspacedLanguage])[];

/** Numerals, one to nine also in the letters of dates. */
const DIGIT = '一二三四五六七八九';
const NUMERAL = `〇零${DIGIT}两十百千万亿億兆`;
const NUMBER = String.raw`[\d${NUMERAL}](?:[\d${NUMERAL}]|[.,](?=\d))*`;
const YEAR = String.raw`(?<![\d])(?:19|20)\d\d|[一二][〇零${DIGIT}]{3}`;
const MONTH = String.raw`1[0-2]|0?[1-9]|十[一二]?|[${DIGIT}]`;
const DAY = String.raw`3[01]|[12]\d|0?[1-9]|三十一?|二?十[${DIGIT}]?|[${DIGIT}]`;

/** A text as the part of a regular expression that is it. */
export const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const oneOf = (texts: readonly string[]) => texts.map(escaped).join('|');
const entries = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

/** Rows of a table: each phrase with its English. */
const phrasesOf = (table: string): readonly (readonly [phrase: string, english: string])[] =>
  table
    .split('\n')
    .filter((row) => row.trim() !== '')
    .flatMap((row) => {
      const at = row.lastIndexOf(' = ');
      const [left, english] = at < 0 ? [row, ''] : [row.slice(0, at), row.slice(at + 3).trim()];
      return left.split(' | ').map((phrase) => [phrase.trim(), english] as const);
    });

const compiled = new WeakMap<UnspacedLanguage, UnspacedTables>();

/** The tables of a language, made once. */
export function tablesOf(language: UnspacedLanguage): UnspacedTables {
  const known = compiled.get(language);
  if (known) return known;
  const counters = entries(language.counters).toSorted((a, b) => b.length - a.length);
  const years = new Map(phrasesOf(language.years));
  const parts: Readonly<Record<string, string>> = {
    '#': String.raw`(?<n>${NUMBER})\s?(?:${oneOf(counters)})?`,
    '{year}': `(?<year>${YEAR})`,
    '{month}': `(?<month>${MONTH})`,
    '{month2}': `(?<month2>${MONTH})`,
    '{day}': `(?<day>${DAY})`,
    '{quarter}': '(?<quarter>[1-4一二三四])',
    '{y}': `(?<y>(?:${YEAR})年|${oneOf([...years.keys()])})(?:${oneOf(language.of)})?`,
  };
  const patternOf = (phrase: string) =>
    new RegExp(
      phrase.replace(/#|\{\w+\}|\[[^\]]*\]|[^#{[]+/g, (piece, at: number) => {
        const part = parts[piece];
        if (part !== undefined) return piece === '#' && at > 0 ? String.raw`\s?${part}` : part;
        return piece.startsWith('[')
          ? `(?:${oneOf(piece.slice(1, -1).split('/'))})`
          : escaped(piece);
      }),
      'uy',
    );
  const rowsOf = (kind: UnspacedKind, table: string) =>
    phrasesOf(table).map(([phrase, english]) => ({
      kind,
      pattern: patternOf(phrase),
      english: english === '?' || kind === 'passed' ? null : english,
    }));
  const tables: UnspacedTables = {
    rows: KINDS.flatMap(([kind, key]) => rowsOf(kind, language[key])),
    numbers: new RegExp(NUMBER, 'uy'),
    counted: new RegExp(String.raw`${NUMBER}\s?(?:${oneOf(counters)})`, 'uy'),
    variants: new Map(
      entries(language.variants).map((pair) => [pair[0] ?? '', pair[1] ?? ''] as const),
    ),
    years,
    links: new RegExp(oneOf(language.links), 'uy'),
    periodEnds: rowsOf('period', language.periodEnds),
  };
  compiled.set(language, tables);
  return tables;
}

const VALUES: ReadonlyMap<string, number> = new Map([
  ...[...DIGIT].map((digit, index) => [digit, index + 1] as const),
  ...[...'〇零'].map((digit) => [digit, 0] as const),
  ['两', 2],
]);
const SCALES: ReadonlyMap<string, number> = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1e3],
  ['万', 1e4],
  ['亿', 1e8],
  ['億', 1e8],
  ['兆', 1e12],
]);

/**
 * A number in figures, in letters or both: `1,200`, `1.2万`, `三千`, `3万5千`, `二〇二五`. Null for what is none or may be
 * two: `两三`, `一百五`.
 */
export function unspacedNumber(text: string): number | null {
  const pieces = text.match(/[\d.,]+|./gu) ?? [];
  if (pieces.length > 1 && pieces.every((piece) => VALUES.has(piece)))
    return pieces.length > 2 || /[〇零]/.test(text)
      ? Number(pieces.map((piece) => VALUES.get(piece)).join(''))
      : null;
  let [total, section, last]: [number, number, number | null] = [0, 0, null];
  let before = 1;
  for (const piece of pieces) {
    const scale = SCALES.get(piece);
    if (scale === undefined) {
      const value = VALUES.get(piece) ?? inFigures(piece);
      if (value === null || (last !== null && last !== 0)) return null;
      last = value;
    } else if (scale < 1e4) {
      section += (last ?? 1) * scale;
      last = null;
    } else {
      total =
        scale === 1e4
          ? total + (section + (last ?? 0) || 1) * scale
          : (total + section + (last ?? 0) || 1) * scale;
      [section, last] = [0, null];
    }
    // 一百五 is 150 to some, 105 to others.
    if (piece === pieces.at(-1) && VALUES.has(piece) && before >= 100 && pieces.length > 1)
      return null;
    before = scale ?? 1;
  }
  return total + section + (last ?? 0);
}

/** `1,200` and `1.5`; a comma before other than three digits parts decimals. */
function inFigures(text: string): number | null {
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)
    ? text.replaceAll(',', '')
    : text.replace(',', '.');
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}
