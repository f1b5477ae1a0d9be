import lemmatizer from 'wink-lemmatizer';
import { lemma } from '#src/catalog/fold.ts';
import { keyOf, wordsOf } from '#src/catalog/name-keys.ts';
import { expandWords } from '#src/catalog/names.ts';
import { COUNTED_ENDS } from '#src/language/en/grammar.ts';
import { COMPARATORS } from '#src/language/en/operators.ts';
import { TOLD_BY_VERBS } from '#src/language/en/verbs.ts';
import { endsInDenial, isCode, mayName } from '#src/planner/codes.ts';
import { doneRows, ofRows } from '#src/planner/lexicon/apart.ts';
import { doneTimes } from '#src/planner/lexicon/done-times.ts';
import { flagSenses, undenied } from '#src/planner/lexicon/flags.ts';
import type { Lexicon } from '#src/planner/lexicon/lexicon.ts';
import { ofNamedColumn } from '#src/planner/lexicon/named-values.ts';
import { HEAD } from '#src/planner/lexicon/scores.ts';
import type { ColumnSense, Senses, TableSense } from '#src/planner/lexicon/senses.ts';
import { isPast } from '#src/planner/past.ts';
import { type Period, readPeriod } from '#src/planner/periods/periods.ts';
import { rivalOf } from '#src/planner/periods/rival.ts';
import { readWeekdays } from '#src/planner/periods/weekdays.ts';
import { isStateOfRows } from '#src/planner/states-of-rows.ts';
import type { Token } from '#src/planner/tokens.ts';
import { toldByVerb } from '#src/planner/told-by-verb.ts';
import {
  AGGREGATES,
  ASKING,
  FUNCTION_WORDS,
  GRADED,
  LINKING,
  SUPERLATIVES,
} from '#src/planner/words.ts';
import type { ValueHit, ValueLookup } from '#src/plugin-api/catalog.ts';

/** A span of the question and all that it can mean; a word that means nothing in the data has no senses. */
export interface Mention {
  readonly index: number;
  /** As written. */
  readonly text: string;
  /** The single word in lower case, a name that is spelled like a pronoun as written; empty for a span of several. */
  readonly word: string;
  readonly lemma: string;
  readonly tokens: readonly Token[];
  readonly tables: readonly TableSense[];
  readonly columns: readonly ColumnSense[];
  readonly values: readonly ValueHit[];
  readonly value: number | null;
  readonly period: Period | null;
  /** A value of the data that is written just like the period: an agent called May. */
  readonly rival: ValueHit | null;
  readonly quoted: boolean;
  /** A verb that names the rows of a table: `ordered` → orders. */
  readonly acts: boolean;
  /** Tables of people, of the word "who". */
  readonly people: readonly TableSense[];
  /** The rows that a value of a single column says what they are, in small letters: `males`. */
  readonly kind: TableSense | null;
  /** A column of yes and no whose no is meant: `inactive`. */
  readonly denied: boolean;
}

type Candidate = Omit<Mention, 'index'> & { readonly to: number; readonly weight: number };

const ORDERING = new Set(['most', 'least', 'fewest', 'top', 'average', 'total']);
const LONGEST_VALUE = 8;
/** From this score on a word is the name of rows. */
const NAMED = 0.85;
/** Signs that stand within names and values: `AC/DC`, `a@b.com`. */
const INNER_MARK = /^[./+*~|^@#%±×÷≈[\]{}\\]$/;
const MAX_LOOKUPS = 600;

/** Cuts a question into the mentions that explain most of it, longest first; unless `timed`, a value is no period. */
export function readMentions(
  question: string,
  tokens: readonly Token[],
  lexicon: Lexicon,
  values: ValueLookup,
  now: string,
  timed = true,
): Mention[] {
  const best: { weight: number; from: number; candidate: Candidate | null }[] = [
    { weight: 0, from: 0, candidate: null },
  ];
  const state = { left: MAX_LOOKUPS };
  for (let at = 0; at < tokens.length; at++) {
    const base = best[at]!;
    for (const candidate of candidatesAt(at, question, tokens, lexicon, values, now, state)) {
      if (!timed && candidate.rival) continue;
      const weight = base.weight + candidate.weight;
      const known = best[candidate.to];
      if (!known || weight > known.weight) best[candidate.to] = { weight, from: at, candidate };
    }
  }
  const path: Candidate[] = [];
  for (let at = tokens.length; at > 0; at = best[at]!.from) path.unshift(best[at]!.candidate!);
  const mentions = path.map(({ to: _to, weight: _weight, ...mention }, index) => {
    // `screenings of 1984`: as a value it is no number either.
    const value = !timed && mention.values[0]?.match === 'exact' ? null : mention.value;
    return { ...mention, value, index };
  });
  return mentions.map((one) => asState(one, mentions));
}

/** A word that is the state of the rows that it is said of is no column of others. */
function asState(mention: Mention, mentions: readonly Mention[]): Mention {
  const { columns, tables, index, quoted } = mention;
  const states = mention.values.filter(({ match }) => match === 'exact' || match === 'folded');
  if (quoted || tables.length > 0 || flagSenses(columns).length < columns.length) return mention;
  const owners = {
    flags: columns.map(({ table }) => table.name),
    states: states.map(({ table }) => table),
  };
  const named = (place: number) => {
    const one = mentions[place]!;
    if (one.tokens.length === 1 && isLinking(one.tokens[0]!)) return null;
    return one.tables.flatMap(({ table, score }) => (score >= NAMED ? [table.name] : []));
  };
  return isStateOfRows(index, mentions.length, owners, named)
    ? { ...mention, columns: [], values: states }
    : mention;
}

const isLinking = (token: Token) => token.kind === 'mark' || isFunctionWord(token);

function candidatesAt(
  at: number,
  question: string,
  tokens: readonly Token[],
  lexicon: Lexicon,
  values: ValueLookup,
  now: string,
  state: { left: number },
): Candidate[] {
  const found: Candidate[] = [];
  const period = readPeriod(tokens, at, now) ?? readWeekdays(tokens, at);
  const limit = Math.min(tokens.length - at, Math.max(lexicon.longest, LONGEST_VALUE));
  for (let length = 1; length <= limit; length++) {
    const span = tokens.slice(at, at + length);
    if (length > 1 && span.at(-1)!.kind === 'mark' && span.at(-1)!.lower !== "'s") {
      if (span.at(-1)!.lower !== ',' && !INNER_MARK.test(span.at(-1)!.lower)) break;
      continue;
    }
    const senses = withVerb(sensesOf(span, lexicon, tokens, at), lexicon, tokens, at + length - 1);
    const code = isCode(span, tokens[at - 1]);
    const whole = valuesOf(span, question, values, senses !== null || code, state, code);
    const hits = whole.length > 0 ? ofNamedColumn(span, question, whole, lexicon, values) : whole;
    const named = senses !== null && senses.tables.length + senses.columns.length > 0;
    const denied = named || hits.length > 0 ? [] : deniedFlags(span, lexicon);
    if (denied.length > 0) {
      const flags = { tables: [], columns: denied };
      found.push({ ...makeCandidate(span, at, question, flags, [], []), denied: true });
      continue;
    }
    if (named || hits.length > 0 || length === 1) {
      const acts = named ? [] : actsOf(span, lexicon);
      const done = named || hits.length + acts.length > 0 ? [] : doneTimes(span[0]!, lexicon, now);
      const said = done.length > 0 ? { tables: [], columns: done } : senses;
      const one = makeCandidate(span, at, question, said, hits, acts);
      found.push({ ...one, kind: said === null ? kindOf(span[0]!, hits, lexicon) : null });
    }
  }
  if (period) found.push(periodCandidate(period, at, tokens, question, values));
  return tokens[at]!.lower === 'who'
    ? found.map((one) => ({ ...one, people: lexicon.people }))
    : found;
}

/** Rows of the table that has a value in a single column, written as a word rather than a name. */
function kindOf(
  { kind, capital }: Token,
  [hit, ...others]: readonly ValueHit[],
  lexicon: Lexicon,
): TableSense | null {
  if (!hit || kind !== 'word' || capital) return null;
  if (others.some(({ table, column }) => table !== hit.table || column !== hit.column)) return null;
  const rows = lexicon.rowsOf(hit.table);
  const column = rows?.table.columns.find(({ name }) => name === hit.column);
  // Where each row has another value it is a name of theirs, and in a list of kinds nothing is one.
  const isKind = column?.profile && column.profile.distinctCount <= rows!.table.rowCount / 2;
  return isKind ? rows : null;
}

function sensesOf(span: readonly Token[], lexicon: Lexicon, tokens: readonly Token[], at: number) {
  const first = span[0]!;
  const last = span.at(-1)!;
  if (first.kind === 'mark' || last.kind === 'mark') return null;
  if (span.length > 1 && [first, last].some((token) => isLink(token.lower))) return null;
  if (span.some((token) => token.kind === 'mark' && !isInner(token))) return null;
  if (span.length === 1 && first.kind === 'number') return null;
  const namesRows = (word: string) => (lexicon.lookup(word)?.tables ?? []).length > 0;
  if (endsInDenial(span, tokens[at + span.length], namesRows)) return null;
  if (span.length === 1 && isFunctionWord(first) && !mayName(first, tokens[at - 1], at))
    return null;
  const words = span
    .filter((token) => !isInner(token) || token.lower === "'s")
    .flatMap((token) => (token.kind === 'quoted' ? token.lower.split(/[\s_]+/) : [token.lemma]));
  const senses =
    lexicon.lookup(keyOf(words)) ??
    lexicon.lookup(keyOf(expandWords(words))) ??
    underVerb(words, lexicon);
  if (senses && span.length === 1 && first.abbreviation) return inFull(senses, keyOf(words), first);
  if (senses && span.length > 1 && isFunctionWord(first)) return inFull(senses, keyOf(words));
  if (senses && (ofRows(span, lexicon) || doneRows(span, lexicon))) return null;
  const ordering =
    words.length > 1 && words.some((word) => SUPERLATIVES.has(word) || ORDERING.has(word));
  if (!senses || !ordering) return senses;
  // `the tallest building` asks for one of `list of tallest buildings`.
  return {
    tables: senses.tables.filter(({ score }) => score >= 0.9),
    columns: senses.columns.filter(({ score }) => score >= 0.85),
  };
}

/** `the year joined`, where the column is called `year join`. */
function underVerb(words: readonly string[], lexicon: Lexicon): Senses | null {
  const last = words.at(-1)!;
  if (words.length < 2 || !isPast(last)) return null;
  // `members called Ann`: rows before a verb are those that it is said of.
  if ((lexicon.lookup(keyOf(words.slice(0, -1)))?.tables.length ?? 0) > 0) return null;
  return lexicon.lookup(keyOf(words.with(-1, lemmatizer.verb(last))));
}

/** A name with what its last word tells as a verb: either may be meant. */
function withVerb(
  senses: Senses | null,
  lexicon: Lexicon,
  tokens: readonly Token[],
  last: number,
): Senses | null {
  const noun =
    senses &&
    toldByVerb(tokens, last, { told: TOLD_BY_VERBS, comparators: COMPARATORS }, (before) =>
      (lexicon.lookup(before.lemma)?.tables ?? []).some(({ score }) => score >= NAMED),
    );
  if (!senses || !noun) return senses;
  const told = lexicon.lookup(noun)?.columns.filter(({ score }) => score >= HEAD) ?? [];
  const other = told.filter((one) => !senses.columns.some((known) => sameColumn(known, one)));
  return { ...senses, columns: [...senses.columns, ...other] };
}

const sameColumn = (a: ColumnSense, b: ColumnSense) =>
  a.table.name === b.table.name && a.columns[0].name === b.columns[0].name;

/** Names of which the words leave nothing out: `on the market` is no `days on market`. */
function inFull(
  senses: NonNullable<ReturnType<Lexicon['lookup']>>,
  key: string,
  word: Token | null = null,
) {
  // `no` is short for a number in a name, and a country among values.
  const named = (label: string) =>
    word ? label.toLowerCase() === word.lower : keyOf(wordsOf(label)) === key;
  const columns = senses.columns.filter(({ columns: [column] }) =>
    [column!.label, ...column!.synonyms].some(named),
  );
  const tables = senses.tables.filter(({ table }) => [table.label, ...table.synonyms].some(named));
  return columns.length + tables.length > 0 ? { tables, columns } : null;
}

/** Tables whose rows are what a verb does: `ordered` → orders. */
function actsOf(span: readonly Token[], lexicon: Lexicon): readonly TableSense[] {
  const [token] = span;
  if (span.length !== 1 || token!.kind !== 'word') return [];
  const verb = lemmatizer.verb(token!.lower);
  if (verb === token!.lower || verb === token!.lemma || isFunctionWord(token!)) return [];
  const named = lexicon.lookup(verb)?.tables ?? lexicon.lookup(`${verb}s`)?.tables ?? [];
  return named.filter(({ score }) => score >= 0.9);
}

/** `inactive` where a column says who is active. */
function deniedFlags(span: readonly Token[], lexicon: Lexicon): readonly ColumnSense[] {
  const word = span.length === 1 && span[0]!.kind === 'word' ? undenied(span[0]!.lower) : null;
  return word === null ? [] : flagSenses(lexicon.lookup(lemma(word))?.columns ?? []);
}

const isInner = ({ kind, lower }: Token) =>
  kind === 'mark' && (lower === "'s" || (lower !== '.' && INNER_MARK.test(lower)));

const isLink = (word: string) => word === 'of' || word === 'the' || word === 'and' || word === 'in';

function valuesOf(
  span: readonly Token[],
  question: string,
  values: ValueLookup,
  named: boolean,
  state: { left: number },
  code: boolean,
): readonly ValueHit[] {
  const first = span[0]!;
  const last = span.at(-1)!;
  if (span.length > LONGEST_VALUE || state.left <= 0) return [];
  if (span.length === 1 && !code) {
    if (first.kind === 'mark') return [];
    if (first.kind === 'word' && !first.capital && isCommon(first)) return [];
    if (first.kind === 'word' && ASKING.has(first.lower)) return [];
    if (first.kind === 'word' && isFunctionWord(first) && first.text.length > 1) return [];
  } else if (!code) {
    if ([first, last].some((token) => token.kind === 'mark')) return [];
    if (isFunctionWord(last) && !last.capital) return [];
    if (span.some((token) => token.kind === 'quoted')) return [];
  }
  state.left--;
  const text = first.kind === 'quoted' ? first.text : question.slice(first.start, last.end);
  const hits = values.lookup(text, { limit: 40 });
  // `tickets on hold`, `last 5 tickets`: only what is written just so may begin with a word of the grammar.
  const counts = span[1]?.kind === 'number' && COUNTED_ENDS.has(first.lower);
  if (span.length > 1 && (counts || isFunctionWord(first)) && !first.capital)
    return hits.filter(({ value }) => spaced(String(value)) === spaced(text));
  const verb = span.length === 1 && LINKING.has(lemmatizer.verb(first.lower));
  if ((named || verb) && !first.capital && first.kind !== 'quoted')
    return hits.filter((hit) => hit.match !== 'lemma');
  return hits;
}

/** `in transit`, of `in_transit`. */
const spaced = (text: string): string => text.toLowerCase().replaceAll(/[_-]+/g, ' ');

const isFunctionWord = ({ lower, abbreviation, capital, start }: Token) =>
  !abbreviation && FUNCTION_WORDS.has(lower) && !(lower === 'may' && capital && start > 0);

const isCommon = (token: Token) =>
  !token.abbreviation &&
  (isFunctionWord(token) ||
    AGGREGATES.has(token.lower) ||
    SUPERLATIVES.has(token.lower) ||
    GRADED.has(token.lower));

function makeCandidate(
  span: readonly Token[],
  at: number,
  question: string,
  senses: ReturnType<Lexicon['lookup']>,
  hits: readonly ValueHit[],
  acts: readonly TableSense[],
): Candidate {
  const first = span[0]!;
  const length = span.length;
  const score = Math.max(
    0,
    ...[...(senses?.tables ?? []), ...(senses?.columns ?? [])].map((one) => one.score),
  );
  const extra = 1.6 * (length - 1);
  const named = score > 0 ? (2 * length + extra) * (0.5 + score / 2) : 0;
  const valued = hits.length > 0 ? 1.9 * length + extra + (first.capital ? 0.2 : 0) : 0;
  const plain = first.kind === 'number' ? 1.5 : isFunctionWord(first) ? 0.2 : 0;
  return {
    to: at + length,
    weight: Math.max(named, valued, plain),
    text: first.kind === 'quoted' ? first.text : question.slice(first.start, span.at(-1)!.end),
    word: length === 1 && first.kind !== 'quoted' ? wordOf(first) : '',
    lemma: length === 1 ? first.lemma : '',
    tokens: span,
    tables: acts.length > 0 ? acts : (senses?.tables ?? []),
    columns: acts.length > 0 ? [] : (senses?.columns ?? []),
    values: hits,
    value: length === 1 ? first.value : null,
    period: null,
    rival: null,
    quoted: first.kind === 'quoted',
    acts: acts.length > 0,
    denied: false,
    people: [],
    kind: null,
  };
}

/** Names that are spelled like pronouns are none of the grammar's words. */
const wordOf = ({ lower, abbreviation }: Token) => (abbreviation ? lower.toUpperCase() : lower);

function periodCandidate(
  match: { readonly period: Period; readonly end: number },
  at: number,
  tokens: readonly Token[],
  question: string,
  values: ValueLookup,
): Candidate {
  const span = tokens.slice(at, match.end);
  const bare = span.length === 1 ? span[0]!.value : null;
  return {
    to: match.end,
    weight: 2.1 * span.length + 1.6 * (span.length - 1),
    text: question.slice(span[0]!.start, span.at(-1)!.end),
    word: '',
    lemma: '',
    tokens: span,
    tables: [],
    columns: [],
    values: [],
    value: bare,
    period: match.period,
    rival: rivalOf(span, question, values),
    quoted: false,
    acts: false,
    denied: false,
    people: [],
    kind: null,
  };
}
