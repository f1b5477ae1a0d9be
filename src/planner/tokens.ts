import { LRUCache } from 'lru-cache';
import { fold, lemma } from '#src/catalog/fold.ts';
import { CONTRACTIONS, NOT_YET } from '#src/language/en/grammar.ts';
import { NUMBER_WORDS, SCALES } from '#src/language/en/numbers.ts';
import { daysOf, NUMERIC_DATE } from '#src/language/en/numeric-dates.ts';
import { COMPACT_PERIOD, COMPACT_RANGE } from '#src/language/en/periods.ts';

/** A piece of the question: a word in lower case, a number, a quoted text or a mark. */
export interface Token {
  readonly kind: 'word' | 'number' | 'quoted' | 'mark';
  /** As written; for a quoted text without its quotes. Of a date in figures that is one day, that day as an ISO date. */
  readonly text: string;
  /** Such a date as written. */
  readonly written?: string;
  readonly lower: string;
  /** Singular of the word, without accents as names are compared; the word itself for everything else. */
  readonly lemma: string;
  readonly value: number | null;
  readonly capital: boolean;
  /** Spelled like a pronoun, but a name: `US`, `the us`, `IT`. */
  readonly abbreviation: boolean;
  /** Offsets into the question, half-open. */
  readonly start: number;
  readonly end: number;
}

const PIECE = new RegExp(
  String.raw`(?<quoted>"[^"]{1,200}"|(?<![\p{L}\p{N}])'(?:[^']|'(?=\p{L})){1,200}'(?![\p{L}\p{N}])|“[^”]{1,200}”|‘[^’]{1,200}’)|(?<date>${NUMERIC_DATE})|(?<period>${COMPACT_PERIOD})|(?<iso>\d{4}-\d{2}-\d{2})|(?<number>[$€£]?-?\d+(?:,\d{3})+(?:\.\d+)?|[$€£]?(?:(?<![\p{L}\p{N}])-)?\d+(?:\.\d+)?)(?<unit>\s?[%€£]|[kKmMbB](?![\p{L}\p{N}])|(?:st|nd|rd|th)(?![\p{L}\p{N}]))?(?![\p{L}\p{N}])|(?<word>[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’](?!s\b)[\p{L}\p{M}]+)*(?:(?<=\p{L})(?:[+#]+|-(?=\s|[?.,!;]|$)))?)|(?<s>['’]s?(?![\p{L}]))|(?<hash>#(?=\s?(?!of\b)\p{L}))|(?<said>≥|≤|≠|#(?=\s?of\b)|&|(?<=\d\s?)\+)|(?<plus>(?<=\p{L}\s)\+(?=\s\p{L}))|(?<range>(?<=\d)\s?[-–—]\s?(?=\d)|${COMPACT_RANGE})|(?<dash>(?<=\s)[-–—](?=\s))|(?<mark>[?!.;,:()><=]+)|(?<other>#(?!\d)|[+*/~|^@%±×÷≈[\]{}\\])`,
  'gu',
);

/** Signs that stand for words; every other one is a token of its own, so that none is lost. */
const SAID: ReadonlyMap<string, readonly string[]> = new Map([
  ['≥', ['>=']],
  ['≤', ['<=']],
  ['≠', ['!=']],
  ['#', ['number']],
  ['&', ['and']],
  ['+', ['or', 'more']],
]);

const ASCII = /^[\0-\x7f]*$/;

/** Words after which "us" is a country. */
const PLACES_BEFORE = new Set(['the', 'in', 'within', 'across']);

/** A question is split by several who read it, one after the other. */
const kept = new LRUCache<string, readonly Token[]>({ max: 32 });

/** Splits a question into tokens; contractions are written out (`doesn't` → do, not). */
export function tokenize(question: string): readonly Token[] {
  const known = kept.get(question);
  if (known) return known;
  const tokens = split(question);
  kept.set(question, tokens);
  return tokens;
}

function split(question: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const match of question.matchAll(PIECE)) {
    const start = match.index;
    const end = start + match[0].length;
    const date = match.groups!['date'];
    const days = date === undefined ? [] : daysOf(date, question);
    const [token, ...more] = readPiece(
      match.groups!,
      days.length === 1 ? days[0]! : match[0],
      start,
      end,
    );
    tokens.push(date === undefined ? token! : { ...token!, written: date }, ...more);
  }
  return markAbbreviations(
    shareScales(joinScales(joinTens(joinDenials(withoutTitleCase(tokens)), question))),
    question,
  );
}

/** In `TOTAL AMOUNT BY COUNTRY` a capital tells no name. */
function withoutTitleCase(tokens: readonly Token[]): readonly Token[] {
  const [, second, ...others] = tokens.filter(({ kind }) => kind === 'word');
  const isTitle = second?.capital && others.length > 0 && others.every(({ capital }) => capital);
  return isTitle ? tokens.map((token) => ({ ...token, capital: false })) : tokens;
}

/** Pronouns that are names where they stand in capitals within a question of small letters. */
const ABBREVIATIONS = new Set(['us', 'it', 'me', 'who']);

/** Tells `customers in the US` from `tell us`. */
function markAbbreviations(tokens: readonly Token[], question: string): Token[] {
  const mixed = /\p{Ll}/u.test(question);
  return tokens.map((token, index) => {
    if (token.kind !== 'word' || !ABBREVIATIONS.has(token.lower)) return token;
    const capitals = mixed && token.text === token.text.toUpperCase();
    const place = token.lower === 'us' && PLACES_BEFORE.has(tokens[index - 1]?.lower ?? '');
    return capitals || place ? { ...token, abbreviation: true } : token;
  });
}

function readPiece(
  groups: Record<string, string | undefined>,
  raw: string,
  start: number,
  end: number,
): Token[] {
  const make = (kind: Token['kind'], text: string, value: number | null = null): Token => {
    const lower = text.toLowerCase();
    return {
      kind,
      text,
      lower,
      lemma: kind === 'word' ? lemma(ASCII.test(lower) ? lower : fold(lower)) : lower,
      value,
      capital: /^\p{Lu}/u.test(text),
      abbreviation: false,
      start,
      end,
    };
  };
  if (groups['quoted']) return [make('quoted', raw.slice(1, -1).trim())];
  if (groups['date'] || groups['iso'] || groups['period']) return [make('word', raw)];
  if (groups['number']) return [readNumber(groups['number'], groups['unit'], raw, make)];
  if (groups['s']) return [make('mark', "'s")];
  if (groups['range']) return [make('word', 'to')];
  if (groups['dash']) return [make('mark', ',')];
  if (groups['mark'] || groups['other']) return [make('mark', raw)];
  // `name + price of products`
  if (groups['plus']) return [make('word', 'and')];
  // `# orders`
  if (groups['hash']) return [make('word', 'number'), make('word', 'of')];
  if (groups['said'])
    return SAID.get(raw)!.map((word) => make(/\p{L}/u.test(word) ? 'word' : 'mark', word));
  const lower = raw.toLowerCase().replace('’', "'");
  const negated = CONTRACTIONS.get(lower.replace("'", '')) ?? /^(.+)n't$/.exec(lower)?.[1];
  if (negated) return [make('word', negated), make('word', 'not')];
  return [make('word', raw, NUMBER_WORDS.get(lower) ?? null)];
}

function readNumber(
  digits: string,
  unit: string | undefined,
  raw: string,
  make: (kind: Token['kind'], text: string, value: number | null) => Token,
): Token {
  if (unit && /^(st|nd|rd|th)$/.test(unit)) return make('word', raw, null);
  const written = digits.replace(/[$€£,]/g, '');
  const plain = Number(written);
  // Rounded to what a number here holds, it would be another bound than was asked.
  if (!isHeld(written, plain)) return make('word', raw, null);
  const value = scaled(plain, SCALES.get(unit?.trim().toLowerCase() ?? '') ?? 1);
  return make(value === null ? 'word' : 'number', raw, value);
}

/** A number times a scale such as a million; null where it is too large to be held. */
function scaled(value: number, scale: number): number | null {
  const product = value * scale;
  const isExact =
    !Number.isInteger(value) ||
    (Number.isFinite(product) && BigInt(product) === BigInt(value) * BigInt(scale));
  return Number.isFinite(product) && isExact ? product : null;
}

/** Below it, such fractions have fewer digits, and in the end none. */
const SMALLEST = 2 ** -1022;

/** Whether a binary fraction of 64 bits stands for just the digits that were written. */
const isHeld = (written: string, plain: number): boolean =>
  /[.]/.test(written)
    ? written.replace(/^-?0*[.]?0*|[-.]/g, '').length <= 15 &&
      (Math.abs(plain) >= SMALLEST || !/[1-9]/.test(written))
    : Number.isFinite(plain) && BigInt(written) === BigInt(plain);

/** `have yet to order` denies as `have not ordered` does. */
function joinDenials(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token, at) => {
    const [first, second] = NOT_YET;
    const next = tokens[at + 1];
    if (token.lower === second && tokens[at - 1]?.lower === first) return [];
    return token.lower === first && next?.lower === second
      ? [{ ...token, text: 'not', lower: 'not', lemma: 'not', end: next.end }]
      : [token];
  });
}

/** `twenty-five` becomes one number. */
function joinTens(tokens: readonly Token[], question: string): readonly Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    const [tens, ones] = [NUMBER_WORDS.get(last?.lower ?? ''), NUMBER_WORDS.get(token.lower)];
    const isJoined =
      last !== undefined &&
      token.start === last.end + 1 &&
      question[last.end] === '-' &&
      [tens ?? 0, ones ?? 0].every((value) => value > 0) &&
      tens! >= 20 &&
      tens! < 100 &&
      ones! < 10;
    if (isJoined) {
      const text = question.slice(last.start, token.end);
      const lower = text.toLowerCase();
      joined[joined.length - 1] = {
        ...last,
        ...{ text, lower, lemma: lower, value: tens! + ones!, end: token.end },
      };
    } else joined.push(token);
  }
  return joined;
}

/** `two million` and `1.5 thousand` become one number. */
function joinScales(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    const scale = token.lower.length > 1 ? SCALES.get(token.lower) : undefined;
    const value = last?.value != null && scale ? scaled(last.value, scale) : null;
    if (last && value !== null) {
      joined[joined.length - 1] = {
        ...last,
        kind: 'number',
        text: `${last.text} ${token.text}`,
        value,
        end: token.end,
      };
    } else {
      joined.push(token);
    }
  }
  return joined;
}

/** `between 70 and 80 million`, `10-20k`: a scale behind the upper end of a range is that of the lower end, too. */
function shareScales(tokens: readonly Token[]): Token[] {
  return tokens.map((low, at): Token => {
    const [link, high] = [tokens[at + 1]?.lower, tokens[at + 2]];
    const isRange = link === 'to' || (link === 'and' && tokens[at - 1]?.lower === 'between');
    const upper = isRange && high?.value != null ? unscaledOf(high) : null;
    if (upper === null || low.value === null || unscaledOf(low) !== low.value) return low;
    if (low.value >= upper || high!.value! <= upper) return low;
    const value = scaled(low.value, Math.round(high!.value! / upper));
    return value === null ? low : { ...low, kind: 'number', value };
  });
}

/** The number of a token without the scale that is written behind it. */
function unscaledOf({ text, lower }: Token): number | null {
  const digits = /^[$€£]?(-?\d[\d,]*(?:\.\d+)?)/.exec(text)?.[1];
  return digits === undefined
    ? (NUMBER_WORDS.get(lower.split(' ')[0]!) ?? null)
    : Number(digits.replaceAll(',', ''));
}
