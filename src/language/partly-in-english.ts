import { MONTH_NAMES } from '#src/language/en/periods.ts';
import { englishWords, isPlainlyEnglish } from '#src/language/recognise.ts';
import {
  escaped,
  tablesOf,
  type UnspacedKind,
  type UnspacedLanguage,
  type UnspacedRow,
  type UnspacedTables,
  unspacedNumber,
} from '#src/language/unspaced.ts';
import { UNSPACED_LANGUAGES } from '#src/language/unspaced-languages.ts';

/** What of a question without spaces is known to ask for something, in English, between words that nothing is known of. */
export interface PartlySaid {
  readonly language: UnspacedLanguage;
  readonly text: string;
}

const LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u;
const QUOTED =
  /「([^」]{1,200})」|『([^』]{1,200})』|“([^”]{1,200})”|‘([^’]{1,200})’|"([^"]{1,200})"/uy;
const ALL_QUOTED = new RegExp(QUOTED.source, 'gu');
const OTHER_WORD =
  /[\p{L}\p{M}][\p{L}\p{M}\p{N}'’_]*|\d+[A-Za-z][\p{L}\p{N}]*|\d{4}-\d\d(?:-\d\d)?(?!\d)/uy;

/** Full-width letters, digits and signs as the narrow ones that they are; as long as before. */
const narrow = (text: string) =>
  text
    .replace(/[！-～]/gu, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0xfee0))
    .replace(/[\u3000、。]/gu, (sign) => (sign === '\u3000' ? ' ' : ','));

/**
 * A question of a language without spaces in the English words of what it asks for; null for any other question. One in
 * English that names values or columns in such letters is in English.
 *
 * @param names - Gives the names of the data, those in such letters of which say nothing else; asked only where they matter.
 */
export function partlyInEnglish(
  question: string,
  names: () => readonly string[] = () => [],
): PartlySaid | null {
  if (!LETTER.test(question)) return null;
  const plain = narrow(question).replace(ALL_QUOTED, ' ');
  if (!LETTER.test(plain) || isPlainlyEnglish(plain)) return null;
  const language = languageOf(plain);
  const pieces = piecesOf(narrow(question), language, names());
  const known = pieces.filter(({ kind }) => GRAMMAR.has(kind)).length;
  const isIt = /\p{Script=Latin}/u.test(plain) ? known > englishWords(plain) : true;
  return isIt ? { language, text: textOf(pieces) } : null;
}

function languageOf(plain: string): UnspacedLanguage {
  const last = UNSPACED_LANGUAGES.at(-1)!;
  const byLetters = UNSPACED_LANGUAGES.find(({ letters }) => letters?.test(plain));
  if (byLetters) return byLetters;
  if (last.own.test(plain)) return last;
  return UNSPACED_LANGUAGES.find(({ own }) => own.test(plain)) ?? last;
}

type PieceKind = UnspacedKind | 'number' | 'quoted' | 'other' | 'unread';

interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
}

/** Pieces that only a sentence of the language has. */
const GRAMMAR: ReadonlySet<PieceKind> = new Set([
  ...(['period', 'bound', 'lead', 'end', 'aggregate', 'negation'] as const),
  ...(['group', 'comparing', 'asking'] as const),
]);

function textOf(pieces: readonly Piece[]): string {
  const hasEnd = pieces.some(({ kind }) => kind === 'end');
  return pieces
    .map(({ kind, text }) =>
      // Which end a number of first rows has is said by the word for it, where there is one.
      kind === 'lead' && hasEnd ? text.replace(/^(?:top|bottom)\b/, 'leading') : text,
    )
    .join(' ');
}

function piecesOf(
  question: string,
  language: UnspacedLanguage,
  names: readonly string[],
): readonly Piece[] {
  const tables = tablesOf(language);
  const text = [...question].map((letter) => tables.variants.get(letter) ?? letter).join('');
  const undone = language.undoesNegation.some((phrase) => text.includes(phrase));
  const rows = [...namesOf(names, tables), ...regionsOf(language.tag), ...tables.rows];
  const pieces: Piece[] = [];
  let unread = '';
  const close = () => {
    if (unread !== '') pieces.push(...segmentsOf(unread, language.tag));
    unread = '';
  };
  for (let at = 0; at < text.length; ) {
    const found = pieceAt({ text, question, rows, tables }, at);
    if (found) {
      close();
      if (found.text !== '')
        pieces.push(
          undone && found.kind === 'negation' ? { ...found, kind: 'unread', text: '' } : found,
        );
      at = found.end;
    } else {
      const letter = String.fromCodePoint(text.codePointAt(at) ?? 0);
      if (LETTER.test(letter)) unread += question.slice(at, at + letter.length);
      else {
        close();
        if (letter.trim() !== '') pieces.push({ kind: 'other', text: letter });
      }
      at += letter.length;
    }
  }
  close();
  return pieces.filter((piece) => piece.text !== '');
}

interface Scanned {
  /** In the letters of the tables. */
  readonly text: string;
  /** As it was written. */
  readonly question: string;
  readonly rows: readonly UnspacedRow[];
  readonly tables: UnspacedTables;
}

type Found = Piece & { readonly end: number };

function pieceAt({ text, question, rows, tables }: Scanned, at: number): Found | null {
  const quoted = matchAt(QUOTED, question, at);
  if (quoted) {
    const inside = quoted.slice(1).find((one) => one !== undefined) ?? '';
    return { kind: 'quoted', text: `"${inside.replaceAll('"', ' ')}"`, end: at + quoted[0].length };
  }
  const row = longest(rows, text, at);
  if (row) {
    const end = at + row.match[0].length;
    if (row.kind === 'period' && row.english !== null) return periodAt(rows, tables, text, at, row);
    const said = row.english === null ? null : filled(row.english, row.match, tables);
    return {
      kind: said === null ? 'passed' : row.kind,
      text: said ?? question.slice(at, end),
      end,
    };
  }
  const [number] = matchAt(tables.numbers, text, at) ?? [];
  if (number !== undefined) {
    const end = at + number.length;
    const isFigure = /^\d/.test(number) && !/^\p{Script=Latin}/u.test(text.slice(end));
    const value = isFigure || matchAt(tables.counted, text, at) ? unspacedNumber(number) : null;
    if (value !== null) return { kind: 'number', text: written(value), end };
  }
  if (LETTER.test(text.slice(at, at + 1))) return null;
  const [word] = matchAt(OTHER_WORD, text, at) ?? [];
  // A word ends where letters of another kind begin.
  const own = word?.split(LETTER)[0] ?? '';
  return own === '' ? null : { kind: 'other', text: own, end: at + own.length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

interface MatchedRow extends UnspacedRow {
  readonly match: RegExpExecArray;
}

function longest(rows: readonly UnspacedRow[], text: string, at: number): MatchedRow | null {
  let best: MatchedRow | null = null;
  for (const row of rows) {
    const match = matchAt(row.pattern, text, at);
    if (match && match[0].length > (best?.match[0].length ?? 0)) best = { ...row, match };
  }
  return best;
}

/** A period with what opens or closes it, or the two ends of one. */
function periodAt(
  rows: readonly UnspacedRow[],
  tables: UnspacedTables,
  text: string,
  at: number,
  first: MatchedRow,
): Found {
  const said = filled(first.english ?? '', first.match, tables);
  let end = at + first.match[0].length;
  if (said === null) return { kind: 'passed', text: first.match[0], end };
  let [opener, period] = said.includes(' to ') ? ['from', said] : ['', said];
  const [link] = matchAt(tables.links, text, end) ?? [];
  const second = link === undefined ? null : longest(rows, text, end + link.length);
  if (opener === '' && link !== undefined && second?.kind === 'period' && second.english) {
    const to = filled(second.english, second.match, tables);
    if (to !== null) {
      [opener, period] = ['from', `${said} to ${to}`];
      end += link.length + second.match[0].length;
    }
  }
  const closing = longest(tables.periodEnds, text, end);
  const isLead = longest(rows, text, end)?.kind === 'lead';
  if (closing && !(isLead && closing.english !== 'early')) {
    end += closing.match[0].length;
    if (opener === '') opener = closing.english ?? '';
  }
  return { kind: 'period', text: `${opener || 'in'} ${period}`, end };
}

/** The English of a row with the parts of its phrase; null where a number in it is none. */
function filled(english: string, match: RegExpExecArray, tables: UnspacedTables): string | null {
  const { n, year, month, month2, day, quarter, y } = match.groups ?? {};
  const numbers = [n, year, month, month2, day, quarter].map((one) =>
    one === undefined ? undefined : unspacedNumber(one),
  );
  if (numbers.includes(null)) return null;
  const [amount, inYear, inMonth, toMonth, onDay, inQuarter] = numbers.map((one) => one ?? 0);
  const figures = y === undefined ? null : unspacedNumber(y.replace(/年$/u, ''));
  const ofYear = y === undefined ? '' : (tables.years.get(y) ?? String(figures));
  return english
    .replaceAll('{Month2}', MONTH_NAMES[(toMonth ?? 0) - 1] ?? '')
    .replaceAll('{Month}', MONTH_NAMES[(inMonth ?? 0) - 1] ?? '')
    .replaceAll('{year}', String(inYear))
    .replaceAll('{day}', String(onDay))
    .replaceAll('{quarter}', String(inQuarter))
    .replaceAll('{y}', ofYear)
    .replaceAll('#', written(amount ?? 0));
}

const written = (value: number) =>
  value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 10 });

/** Letters that nothing is known of, parted as the words that they are to ICU. */
function segmentsOf(letters: string, tag: string): readonly Piece[] {
  let segmenter = segmenters.get(tag);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(tag, { granularity: 'word' });
    segmenters.set(tag, segmenter);
  }
  return [...segmenter.segment(letters)].map(({ segment }) => ({ kind: 'unread', text: segment }));
}

const segmenters = new Map<string, Intl.Segmenter>();
const regions = new Map<string, readonly UnspacedRow[]>();

const literal = (kind: UnspacedKind, text: string, english: string | null): UnspacedRow => ({
  kind,
  pattern: new RegExp(escaped(text), 'uy'),
  english,
});

/** Names of countries, by the English ones. Source: Unicode CLDR, by `Intl.DisplayNames`. */
function regionsOf(tag: string): readonly UnspacedRow[] {
  const known = regions.get(tag);
  if (known) return known;
  const own = new Intl.DisplayNames([tag], { type: 'region', fallback: 'none' });
  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const found = letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code) => {
      const [name, said] = [own.of(code), english.of(code)];
      return name && said && [...name].every((letter) => LETTER.test(letter))
        ? [literal('value', name, said)]
        : [];
    });
  regions.set(tag, found);
  return found;
}

const namesOf = (names: readonly string[], { variants }: UnspacedTables): readonly UnspacedRow[] =>
  names
    .filter((name) => LETTER.test(name))
    .map((name) =>
      literal('name', [...name].map((letter) => variants.get(letter) ?? letter).join(''), null),
    );
