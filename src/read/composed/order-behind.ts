import * as said from '#src/language/en/asked-apart.ts';
import type { Ranking } from '#src/language/meanings.ts';
import type { Question } from '#src/read/question.ts';

/** What rows are put in order by, as an order behind them says it. */
type OrderKey =
  /** A name: `by price`, `most trips first`. */
  | {
      readonly kind: 'named';
      readonly from: number;
      readonly to: number;
      /** It may be what groups are made by: `members, by name` is an order of what is shown. */
      readonly mayGroup?: true;
    }
  /** What a word of rank speaks of: `oldest first`. */
  | {
      readonly kind: 'ranked';
      readonly means: Ranking;
      /** The rows that it is said of: `the heaviest person first`. */
      readonly rows: { readonly from: number; readonly to: number } | null;
    }
  /** A time that a verb tells: `in the order in which they were logged`. */
  | { readonly kind: 'done'; readonly verb: number };

/** An order that ends a question. */
export interface OrderBehind {
  /** Where the words before it end. */
  readonly to: number;
  readonly key: OrderKey;
  readonly direction: 'asc' | 'desc';
}

/** `oldest first`, `from shortest to tallest`, `sorted by share from high to low`: the order at the end of a question. */
export function orderBehind(question: Question): OrderBehind | null {
  const end = question.lastWord + 1;
  for (let at = 1; at < end; at++) {
    const found = orderFrom(question, at, end);
    if (!found) continue;
    const { joiners } = question.language;
    const joiner = joiners.find((one) => question.starts(at - one.length, one));
    return { ...found, to: joiner ? at - joiner.length : at };
  }
  return null;
}

type Order = Omit<OrderBehind, 'to'>;

function orderFrom(question: Question, at: number, end: number): Order | null {
  const done = said.IN_ORDER_DONE.find((phrase) => question.starts(at, phrase));
  if (done) return doneFrom(question, at + done.length, end);
  const opener = said.PUT_IN_ORDER.find((phrase) => question.starts(at, phrase));
  return opener
    ? namedFrom(question, at + opener.length, end, opener.length === 1)
    : endsFrom(question, at, end);
}

/** `in which they were logged` */
function doneFrom(question: Question, from: number, end: number): Order | null {
  const { auxiliaries } = question.language.functionWords;
  const isVerb = question.is(end - 2, auxiliaries) && question.isVerbForm(end - 1);
  return isVerb && end - 2 > from
    ? { key: { kind: 'done', verb: end - 1 }, direction: 'asc' }
    : null;
}

/** `price`, `share from high to low`: a name, and a direction behind it. */
function namedFrom(question: Question, from: number, end: number, mayGroup: boolean): Order | null {
  for (let to = from + 1; to < end; to++) {
    const way = directionFrom(question, question.isPunctuation(to) ? to + 1 : to, end);
    if (way && isOneName(question, from, to))
      return { key: { kind: 'named', from, to }, direction: way };
  }
  if (!isOneName(question, from, end)) return null;
  const key = { kind: 'named', from, to: end } as const;
  if (!mayGroup) return { key, direction: 'asc' };
  // `members by town` are counted, `members, by town` may be listed.
  return question.isPunctuation(from - 2) ? { key: { ...key, mayGroup }, direction: 'asc' } : null;
}

/** Words that may be a name: a few, without a mark or another thing beside it. */
function isOneName(question: Question, from: number, to: number): boolean {
  if (to <= from || to - from > LONGEST) return false;
  for (let at = from; at < to; at++)
    if (question.isPunctuation(at) || question.isBracket(at) || question.isAnd(at)) return false;
  return true;
}

const LONGEST = 5;

/** `from high to low`, `highest first`, behind what rows are put in order by. */
function directionFrom(question: Question, at: number, end: number): 'asc' | 'desc' | null {
  const sign = question.language.everyday.orderSigns.find(
    ({ phrase }) => question.starts(at, phrase) && at + phrase.length === end,
  );
  if (sign) return sign.means;
  const found = endsFrom(question, at, end);
  return found?.key.kind === 'ranked' ? found.direction : null;
}

/** An order by the end of it that is listed first. */
function endsFrom(question: Question, at: number, end: number): Order | null {
  const opener = said.LISTED_FROM_END.find((phrase) => question.starts(at, phrase));
  const start = opener ? at + opener.length : at;
  const from = question.isArticle(start) ? start + 1 : start;
  const first = rankedAt(question, from);
  if (!first) return null;
  const closer = said.LISTED_AT_FIRST.find(
    (phrase) => end - phrase.length >= first.to && question.starts(end - phrase.length, phrase),
  );
  if (closer) {
    const to = end - closer.length;
    const isPlain = to === first.to || isOneName(question, first.to, to);
    return isPlain ? orderOf(first, to) : null;
  }
  if (!opener) return null;
  const to = tokenOf(question, first.to, end);
  if (to === null) return opener[0] === 'from' ? null : orderOf(first, end);
  const second = rankedAt(question, question.isArticle(to + 1) ? to + 2 : to + 1);
  if (to > first.to && !isOneName(question, first.to, to)) return null;
  const ends = second !== null && (second.to === end || isOneName(question, second.to, end));
  const isOther = ends && second.means.direction !== first.means.direction;
  return isOther ? orderOf(first, to) : null;
}

const tokenOf = (question: Question, from: number, end: number): number | null => {
  for (let at = from; at < end - 1; at++) if (question.is(at, said.TO_END)) return at;
  return null;
};

interface Ranked {
  readonly to: number;
  readonly means: Ranking;
}

/** `oldest`, `old`, `most expensive`, `expensive`: a word of rank, or what it is made of. */
function rankedAt(question: Question, at: number): Ranked | null {
  const { rankings } = question.language;
  const found = question.phrase(at, rankings);
  if (found) return found;
  const word = question.word(at);
  if (word === '') return null;
  const stems = word.endsWith('y') ? [word, `${word.slice(0, -1)}i`] : [word];
  const row = rankings.find(({ phrase: [first, second, third] }) =>
    second === undefined
      ? stems.some((stem) => said.RANKED_ENDINGS.some((ending) => first === `${stem}${ending}`))
      : first === said.RANKED_BEFORE && second === word && third === undefined,
  );
  return row ? { to: at + 1, means: row.means } : null;
}

/** The order that a word of rank says, with a name behind it up to a token. */
function orderOf({ to: from, means }: Ranked, to: number): Order {
  const { direction, of } = means;
  if (to <= from) return { key: { kind: 'ranked', means, rows: null }, direction };
  // `the heaviest person first`
  if (of.length > 0) return { key: { kind: 'ranked', means, rows: { from, to } }, direction };
  return { key: { kind: 'named', from, to }, direction };
}
