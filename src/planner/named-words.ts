import lemmatizer from 'wink-lemmatizer';
import { keyOf } from '#src/catalog/name-keys.ts';
import { FILLERS } from '#src/language/en/grammar.ts';
import { Declined, Unread } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import type { Lexicon } from '#src/planner/lexicon/lexicon.ts';
import { isPast } from '#src/planner/past.ts';
import type { Token } from '#src/planner/tokens.ts';
import {
  AGGREGATES,
  AUXILIARY_VERBS,
  CONJUNCTIONS,
  FUNCTION_WORDS,
  LINKING,
  PREPOSITIONS,
} from '#src/planner/words.ts';
import type { ValueHit, ValueLookup } from '#src/plugin-api/catalog.ts';

/** What the words of a question are in the data. */
interface Data {
  readonly lexicon: Lexicon;
  readonly values: ValueLookup;
  /** The words of the question; those that name something in the data are empty: `orders` is no verb there. */
  readonly plain: readonly Plain[];
}

type Plain = Pick<Token, 'kind' | 'lower'>;

/**
 * Marks the function words of a question that are names or values of the data: `trips by in` where a column is called
 * `in`, `stops in OR`, `heating on`. A word is one where it stands in the place of a name, where no function word can
 * stand, and the data knows it; anywhere else (`trips in Oslo`) it stays what it is in English.
 */
export function markNames(tokens: readonly Token[], lexicon: Lexicon, values: ValueLookup) {
  const data = { lexicon, values, plain: withoutNames(tokens, lexicon) };
  const mixed = tokens.some(({ kind, text }) => kind === 'word' && /\p{Ll}/u.test(text));
  const marked: Token[] = [];
  for (const [at, token] of tokens.entries())
    marked.push(
      mayBeName(token) && isName(marked, tokens, at, mixed, data)
        ? { ...token, abbreviation: true }
        : token,
    );
  return marked;
}

const mayBeName = ({ kind, lower, abbreviation }: Token): boolean =>
  kind === 'word' && !abbreviation && (FUNCTION_WORDS.has(lower) || AGGREGATES.has(lower));

function isName(
  before: readonly Token[],
  tokens: readonly Token[],
  at: number,
  mixed: boolean,
  data: Data,
): boolean {
  const token = tokens[at]!;
  const [previous, next] = [before[at - 1], tokens[at + 1]];
  const opened = isPreposition(previous);
  if (AGGREGATES.has(token.lower) && next && isValueOfRows(token, next, data)) {
    if (COUNTING.has(previous?.lower ?? '')) return true;
    throw new Declined(
      'ambiguous',
      `"${token.text}" is a value of ${next.text}. Name its column, or say "number of ${next.text}".`,
      token.text,
    );
  }
  if (lacksObject(data.plain, at - 1) && isKnown(token, data)) return true;
  if (DETERMINING.has(previous?.lower ?? '') && isAstray(token, next))
    return namesColumn(token, data);
  if (isComparison(next) && (opened || CLAUSE.has(previous?.lower ?? '')))
    return !AUXILIARY_VERBS.has(token.lower) && namesColumn(token, data);
  if (endsPhrase(next) && isValueOfColumnBefore(tokens, at, data)) return true;
  const joined = previous?.lower === 'and' || previous?.lower === ',';
  if (joined && endsPhrase(next) && before[at - 2]?.abbreviation === true)
    return namesColumn(token, data) || sharesColumn(before[at - 2]!, token, data);
  if (!opened || isFixedPhrase(previous!, token)) return false;
  if (mixed && token.text.length > 1 && token.text === token.text.toUpperCase())
    return exactValues(token, data).some(({ value }) => String(value) === token.text);
  if (next && !isEnd(next))
    return (
      !PREPOSITIONS.has(token.lower) &&
      CLAUSE.has(previous!.lower) &&
      namesColumn(token, data) &&
      isValueOf(next, token, data)
    );
  return GROUPING.has(previous!.lower)
    ? namesColumn(token, data)
    : PLACING.has(previous!.lower) &&
        !AGGREGATES.has(token.lower) &&
        exactValues(token, data).length > 0;
}

/** `no orders at all`: a phrase of English in small letters, whatever has such a value. */
const isFixedPhrase = (preposition: Token, { text, lower }: Token): boolean =>
  text === lower &&
  FILLERS.some(([first, second, more]) => first === preposition.lower && second === lower && !more);

/** Words after which rows are counted: `number of average plans`, `how many average plans`. */
const COUNTING = new Set(['of', 'many']);

/** Whether a word is a value of the rows that the next one names. */
const isValueOfRows = (token: Token, next: Token, data: Data): boolean => {
  const rows = data.lexicon.lookup(keyOf([next.lemma]))?.tables ?? [];
  return (
    rows.length > 0 &&
    exactValues(token, data).some((hit) => rows.some(({ table }) => table.name === hit.table))
  );
};

/** Words that a name follows, and no preposition. */
const DETERMINING = new Set(['which', 'each', 'every', 'different', 'distinct', 'unique']);
/** `which by …`, `each at`, `which in has`: no preposition stands there. */
const isAstray = (token: Token, next: Token | undefined): boolean =>
  ASTRAY.has(token.lower) ||
  isEnd(next) ||
  (PREPOSITIONS.has(token.lower) && AUXILIARY_VERBS.has(next!.lower));

/** Prepositions that cannot follow those: `different from`, `each of` and `which in` can. */
const ASTRAY: ReadonlySet<string> = new Set(
  [...PREPOSITIONS].filter((word) => !['of', 'from', 'in', 'than', 'to', 'as'].includes(word)),
);
const CLAUSE = new Set(['where', 'with', 'whose', 'has', 'have', 'having', 'and']);
const GROUPING = new Set(['by', 'per']);
const PLACING = new Set(['in', 'at', 'from', 'within', 'into', 'on']);

const isPreposition = (token: Token | undefined): boolean =>
  token !== undefined && !token.abbreviation && PREPOSITIONS.has(token.lower);

const isEnd = (token: Plain | undefined): boolean =>
  token === undefined || (token.kind === 'mark' && /^[?.!;,]/.test(token.lower));

/** Whether nothing follows that belongs to the word before it. */
const endsPhrase = (next: Token | undefined): boolean =>
  isEnd(next) ||
  isPreposition(next) ||
  CONJUNCTIONS.has(next!.lower) ||
  AUXILIARY_VERBS.has(next!.lower);

const isComparison = (token: Token | undefined): boolean =>
  token !== undefined && (/^[=<>!]+$/.test(token.lower) || token.lower === 'is');

/**
 * Whether the preposition at a place has no object: it stands before another word that needs one (`by in`), a verb (`in be`)
 * or a conjunction at the end, and no verb before it takes it along (`signed up for`, `the team they play for is`).
 */
function lacksObject(tokens: readonly Plain[], at: number): boolean {
  const [word, next, after] = [0, 1, 2].map((more) => tokens[at + more]?.lower ?? '') as [
    string,
    string,
    string,
  ];
  if (tokens[at]?.kind !== 'word' || !PREPOSITIONS.has(word) || LOOSE.has(word)) return false;
  if (at > 0 && isVerb(tokens[at - 1]!)) return false;
  if (CONJUNCTIONS.has(next)) return isEnd(tokens[at + 2]);
  if (AUXILIARY_VERBS.has(next)) return !next.endsWith('ing') && (word !== 'to' || after === '');
  if (!PREPOSITIONS.has(next) || LOOSE.has(next)) return false;
  // `by at least 3`, `for about 5`
  return !(next === 'at' && ['least', 'most'].includes(after)) && next !== 'about';
}

/** Prepositions that stand before others, too: `as of`, `more than in`. */
const LOOSE = new Set(['as', 'than']);

const isVerb = ({ kind, lower }: Plain): boolean =>
  kind === 'word' &&
  !FUNCTION_WORDS.has(lower) &&
  (isPast(lower) || /..ing$/.test(lower) || LINKING.has(lemmatizer.verb(lower)));

const isKnown = (token: Token, data: Data): boolean =>
  namesColumn(token, data) || exactValues(token, data).length > 0;

const namesColumn = (token: Token, { lexicon }: Data): boolean =>
  (lexicon.lookup(keyOf([token.lemma]))?.columns ?? []).some(
    ({ score, columns }) => score >= NAMED && columns[0]!.label.toLowerCase() === token.lower,
  );

/** How surely a name in full means a column. */
const NAMED = 0.9;

/** Values that are written so, but for case. */
const exactValues = ({ text }: Token, { values }: Data): readonly ValueHit[] =>
  values.lookup(text, { limit: 40 }).filter(({ match }) => match === 'exact' || match === 'folded');

/** Words between a column and its value. */
const SAYING = new Set(['is', 'are', 'was', 'were', '=', 'equals', 'of', ':']);
const LONGEST_NAME = 3;

/** `scope all`, `heating is on`: a value of the column that is named before it. */
function isValueOfColumnBefore(tokens: readonly Token[], at: number, data: Data): boolean {
  const to = SAYING.has(tokens[at - 1]?.lower ?? '') ? at - 1 : at;
  for (let from = to - 1; from >= Math.max(0, to - LONGEST_NAME); from--) {
    const key = keyOf(tokens.slice(from, to).map(({ lemma }) => lemma));
    const columns = (data.lexicon.lookup(key)?.columns ?? []).filter(({ score }) => score >= NAMED);
    if (columns.length === 0) continue;
    const hits = exactValues(tokens[at]!, data);
    if (
      columns.some((one) =>
        hits.some((hit) => hit.table === one.table.name && hit.column === one.columns[0]!.name),
      )
    )
      return true;
  }
  return false;
}

const withoutNames = (tokens: readonly Token[], lexicon: Lexicon): readonly Plain[] =>
  tokens.map(({ kind, lower, lemma }) => ({
    kind,
    lower: FUNCTION_WORDS.has(lower) || lexicon.lookup(keyOf([lemma])) === null ? lower : '',
  }));

/** Whether a word is a value of the column that another one names. */
const isValueOf = (value: Token, column: Token, data: Data): boolean =>
  (data.lexicon.lookup(keyOf([column.lemma]))?.columns ?? []).some((one) =>
    exactValues(value, data).some(
      (hit) => hit.table === one.table.name && hit.column === one.columns[0]!.name,
    ),
  );

const sharesColumn = (one: Token, other: Token, data: Data): boolean =>
  exactValues(one, data).some((hit) =>
    exactValues(other, data).some(
      ({ table, column }) => table === hit.table && column === hit.column,
    ),
  );

/** Words that a question can end with a preposition after: `which city is it in`, `what are they for`. */
const ASKING_FOR = new Set(['what', 'which', 'who', 'whom', 'where', 'whose']);
const SUBJECTS = new Set(['they', 'it', 'he', 'she', 'we', 'you', 'i']);
const ENDS = new Set(['?', '.', '!', ';']);

/** Declines a preposition or conjunction that nothing follows: `how many trips by`, `revenue by in`. */
export function refuseDangling(mentions: readonly Mention[]): void {
  const words = mentions.map(({ word, tables, columns, values }) => {
    // `attendees not checked in`: what was done, where a date says when.
    const named = tables.length + values.length > 0 || (columns.length > 0 && !isPast(word));
    return { kind: 'word' as const, lower: named ? '' : word };
  });
  const asksFor = words.slice(0, 3).some(({ lower }) => ASKING_FOR.has(lower));
  for (const [at, { lower }] of words.entries()) {
    const next = words[at + 1];
    const last = next === undefined || ENDS.has(mentions[at + 1]!.word);
    const joins = last && CONJUNCTIONS.has(lower) && lower !== 'then' && lower !== 'so';
    const ends = last && PREPOSITIONS.has(lower) && !mayEnd(words, at, asksFor);
    if (!joins && !ends && !(next && !last && lacksObject(words, at))) continue;
    // `the countries that climbers are from`: another reader may know what the last word belongs to.
    const Reason = ends && !PREPOSITIONS.has(words[at - 1]?.lower ?? '') ? Unread : Declined;
    throw new Reason(
      'unsupported_question',
      `Nothing follows "${mentions[at]!.text}". Say what belongs there.`,
      mentions[at]!.text,
    );
  }
}

/** Whether a preposition may be the last word: after its verb, or of what the question asks for. */
function mayEnd(words: readonly Plain[], at: number, asksFor: boolean): boolean {
  const before = words[at - 1];
  if (before && before.lower !== '' && isVerb(before)) return true;
  // `the department they are in`
  const said = AUXILIARY_VERBS.has(before?.lower ?? '') && SUBJECTS.has(words[at - 2]?.lower ?? '');
  if (said) return true;
  return asksFor && !GROUPING.has(words[at]!.lower);
}
