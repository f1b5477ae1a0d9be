import * as said from '#src/language/en/asked-apart.ts';
import type { Phrase } from '#src/language/tables.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import type { Question } from '#src/read/question.ts';

/** What a question says is to be shown, behind what tells the rows. */
export interface Tail {
  /** Where the words before it end. */
  readonly to: number;
  /** Where the list begins, and where it ends. */
  readonly from: number;
  readonly end: number;
  /** Shown alone, rather than beside what the words before it show. */
  readonly isAlone: boolean;
  /** In a sentence of its own, or behind a mark that parts as much. */
  readonly isApart: boolean;
  /** What rows are called by, and no more. */
  readonly isLabel: boolean;
}

/** The token behind the longest of some phrases that stands at one. */
export function startOf(question: Question, at: number, phrases: readonly Phrase[]): number | null {
  const found = phrases.find((phrase) => question.starts(at, phrase));
  return found ? at + found.length : null;
}

/** The rows of `is there a hall without seats`, `does any hall have seats`; null where rows are asked for as they are. */
export function rowsAsked(question: Question, isApart: boolean): string | null {
  if (!isApart) return null;
  const to = question.lastWord + 1;
  const there = startOf(question, 0, said.ARE_THERE_ANY) ?? startOf(question, 0, said.FOR_ROWS);
  if (there !== null) return question.textOf(there, to);
  const any = startOf(question, 0, said.DOES_ANY);
  const rows =
    any === null ? null : question.refs(any).find(({ options }) => options.some(isNameOfRows));
  return rows && rows.to < to
    ? `${rows.text} ${said.SAID_OF_ROWS} ${question.textOf(rows.to, to)}`
    : null;
}

/** The places where what is to be shown may begin, those that part the most first. */
export function tailsOf(question: Question): readonly Tail[] {
  const apart: Tail[] = [];
  const beside: Tail[] = [];
  for (let at = 2; at < question.length; at++) {
    const mark =
      question.is(at, said.MARKS_BEFORE_SHOWN) || isDash(question, at) || showsOf(question, at);
    const tail = mark ? apartFrom(question, at) : besideFrom(question, at);
    if (tail && mayBeShown(question, tail)) (mark ? apart : beside).push(tail);
  }
  return [...apart, ...beside.toReversed()].slice(0, MOST_TAILS);
}

const MOST_TAILS = 4;

/** Whether each part of a list begins with something that can be asked for: the words before it are planned only then. */
const mayBeShown = (question: Question, { to, from, end }: Tail): boolean =>
  startOf(question, to + 1, said.LEAVE_OUT) !== null ||
  partsOf(question, from, end).every((part) => {
    const at = nounFrom(question, part.from);
    return (
      isWhole(question, part, [
        ...said.ROWS_AGAIN,
        ...said.NO_REPEATS,
        ...said.SHOWN_NUMBERS,
        ...said.SHOWN_WHAT,
      ]) ||
      question.is(part.from, said.ASKING_MORE) ||
      question.is(part.to - 1, said.ONCE) ||
      question.phrase(at, question.language.aggregates) !== null ||
      question.refsOver(at).length > 0 ||
      question.sharedHeads(at).length > 0 ||
      nounTo(question, at).some((next) => next < part.to)
    );
  });

/** `For each member, show the name`: rows, and what is shown of them. */
const showsOf = (question: Question, at: number): boolean =>
  startOf(question, 0, said.FOR_ROWS) !== null && startOf(question, at, said.AND_SHOW) !== null;

const isDash = (question: Question, at: number): boolean => {
  const token = question.tokens[at];
  return token?.kind === 'mark' && said.DASHES.has(question.text[token.start] ?? '');
};

function apartFrom(question: Question, at: number): Tail | null {
  const isBracket = question.word(at) === '(';
  let end = endOf(question);
  if (isBracket && question.word(end - 1) === ')') end--;
  else if (isBracket) return null;
  const besides = startOf(question, at + 1, said.SHOWN_BESIDE);
  const shown = (showsOf(question, at) && startOf(question, at, said.AND_SHOW)) || at + 1;
  const opened =
    startOf(question, shown, openersFor(question, shown)) ?? (shown > at + 1 ? shown : null);
  const from = besides ?? opened ?? shown;
  // `How many does each have?`: asked beside the rows, where nothing says to show it.
  const isToo = range(end, question.length).some((one) => question.is(one, said.SHOWN_ALSO));
  const isOnly = besides === null && !isToo && (opened !== null || !asksMore(question, from));
  return from < end
    ? {
        to: at,
        from,
        end,
        isAlone: isOnly,
        isApart: true,
        isLabel: question.is(at + 1, said.CALLING),
      }
    : null;
}

/** `name` alone is a noun: it opens a list only before another one. */
function openersFor(question: Question, at: number): readonly Phrase[] {
  const isNoun =
    question.is(at, question.language.namesOf) &&
    (question.endsPart(at + 1) ||
      question.word(at + 1) === 'of' ||
      question.joinedTo(at + 1) !== null);
  return isNoun ? [] : said.BEFORE_SHOWN;
}

/** The token behind the last that is no mark and no courtesy. */
function endOf(question: Question): number {
  let end = question.length;
  while (
    end > 0 &&
    (question.isPunctuation(end - 1) ||
      question.word(end - 1) === ').' ||
      question.is(end - 1, said.AFTER_SHOWN))
  )
    end--;
  return end;
}

function besideFrom(question: Question, at: number): Tail | null {
  const joiner = said.SHOWN_TOO.find((phrase) => question.starts(at, phrase));
  const isInner = question.word(at - 1) === ',' || question.isAnd(at - 1);
  if (!joiner || isInner) return null;
  const from = at + joiner.length;
  const end = endOf(question);
  // `sorted by the year and their rank`
  const isOfOrder = question.tokens
    .slice(0, at)
    .some((_, index) =>
      said.PUT_IN_ORDER.some((phrase) => phrase.length > 1 && question.starts(index, phrase)),
    );
  if (isOfOrder) return null;
  const isTold = isAlways(question, at, from);
  return from < end && (isTold || asksMore(question, from))
    ? { to: at, from, end, isAlone: false, isApart: false, isLabel: false }
    : null;
}

const isAlways = (question: Question, at: number, from: number): boolean =>
  said.ALWAYS_SHOWN.some((phrase) => at + phrase.length === from && question.starts(at, phrase));

/** `their age`, `how many`, `in which town`, `where they are`: more is asked of the rows before. */
function asksMore(question: Question, at: number): boolean {
  if (question.is(at, said.SHOWN_OWNERS)) return true;
  if (question.is(at, said.ASKING_MORE)) return true;
  const from = question.is(at, said.SHOWN_PREPOSITIONS) ? at + 1 : at;
  if (question.is(from, said.SHOWN_WHICH)) return true;
  // `the year it opened`
  const noun = question.isArticle(at) ? at + 1 : at;
  return nounTo(question, noun).some((to) => question.is(to, said.SUBJECTS));
}

/** Where a noun that begins at a token may end. */
export const nounTo = (question: Question, at: number): readonly number[] => [
  ...question.refs(at).map(({ to }) => to),
  ...(question.isNoun(at) ? [at + 1] : []),
];

/** A part of a list, from one token to another. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

export function partsOf(question: Question, from: number, end: number): readonly Part[] {
  const parts: Part[] = [];
  let start = from;
  for (let at = from; at <= end; at++) {
    const joiner = at === end ? [] : said.SHOWN_JOINERS.find((one) => question.starts(at, one));
    if (!joiner) continue;
    if (at > start) parts.push({ from: start, to: at });
    start = at + joiner.length;
    at = Math.max(at, start - 1);
  }
  return parts;
}

export const isWhole = (
  question: Question,
  { from, to }: Part,
  phrases: readonly Phrase[],
): boolean =>
  phrases.some((phrase) => from + phrase.length === to && question.starts(from, phrase));

export const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** The noun behind articles, `in which` and the like. */
export function nounFrom(question: Question, from: number): number {
  const isBehind =
    question.is(from, said.SHOWN_PREPOSITIONS) && question.is(from + 1, said.SHOWN_WHICH);
  let at = isBehind ? from + 1 : from;
  while (question.is(at, said.SHOWN_ARTICLES) || question.is(at, said.SHOWN_WHICH)) at++;
  return at;
}
