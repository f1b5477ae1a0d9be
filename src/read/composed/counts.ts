import type { Expr } from '#src/plugin-api/query.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import {
  agreeing,
  besideQuery,
  type Composed,
  isSameAnswer,
  type ReadNumber,
  type SingleNumber,
  toldOf,
} from '#src/read/composed/parts.ts';
import { premodifiedRows, refsFrom, tablesOf } from '#src/read/measures.ts';
import type { Question } from '#src/read/question.ts';

/** `How many trips went to Oslo, and how many to Bergen`: two numbers beside each other. */
export function readTwoCounts(question: Question, read: ReadNumber): Composed | null {
  const { howMany, andHowMany } = question.language.composed;
  if (!question.starts(0, howMany)) return null;
  const splits: (readonly [number, number])[] = [];
  for (let at = howMany.length; at < question.length; at++) {
    const phrase = andHowMany.find((one) => question.starts(at, one));
    if (!phrase) continue;
    splits.push([at, at + phrase.length]);
    at += phrase.length - 1;
  }
  const [split, second] = splits;
  if (!split || second) return null;
  const [end, from] = split;
  const first = read(question.textOf(0, end));
  const other = first && agreeing(secondTexts(end, from, question), read);
  const said = `${question.language.composed.howMany.join(' ')} ${question.textOf(from, question.lastWord + 1)}`;
  return other ? beside(first, other, said) : null;
}

/** `The number of members and trainers`, `how many members and trainers are there`: the rows of both tables, each counted. */
export function readBothCounts(question: Question, read: ReadNumber): Composed | null {
  const { howMany, numberOf, there, and, beforeShares } = question.language.composed;
  let at = 0;
  while (question.is(at, beforeShares) && !question.starts(at, howMany)) at++;
  const opener = [howMany, numberOf].find((phrase) => question.starts(at, phrase));
  const first = opener && tableBehind(at + opener.length, question);
  if (!first || !question.is(first.to, and)) return null;
  const second = tableBehind(first.to + 1, question);
  const rest = second && there.find((phrase) => question.starts(second.to, phrase));
  const end = second && second.to + (rest?.length ?? 0);
  if (!second || first.table === second.table || end !== question.lastWord + 1) return null;
  const counting = howMany.join(' ');
  const [one, other] = [first, second].map(({ text }) => read(`${counting} ${text}`));
  return one && other ? beside(one, other, second.text) : null;
}

/** Several rows of a table, by its name. */
function tableBehind(at: number, question: Question) {
  const from = question.isArticle(at) ? at + 1 : at;
  const found = refsFrom(from, question).flatMap(({ to, value }) => {
    const table = value.options.find(isNameOfRows);
    return table ? [{ to, table: table.table, text: question.textOf(from, to) }] : [];
  });
  return found.toSorted((a, b) => b.to - a.to)[0] ?? null;
}

/** The ways to say the second question by itself. */
function secondTexts(end: number, from: number, question: Question): readonly string[] {
  const { howMany, ofThem, referring, there } = question.language.composed;
  const counting = howMany.join(' ');
  const rows = rowsBehind(howMany.length, question);
  const last = question.lastWord + 1;
  const them = ofThem.find((phrase) => question.starts(from, phrase));
  const rest = them ? from + them.length : from;
  for (let at = rest; at < last; at++) if (question.is(at, referring)) return [];
  if (rows === null || rest >= last) return [];
  const isBare =
    rows === end || there.some((one) => rows + one.length === end && question.starts(rows, one));
  if (them) return isBare ? [`${question.textOf(0, rows)} ${question.textOf(rest, last)}`] : [];
  if (rowsBehind(rest, question) !== null) return [`${counting} ${question.textOf(rest, last)}`];
  const denied = deniedRest(rest, rows, end, question);
  if (denied !== null) return [denied];
  return prefixesFor(rest, rows, end, question).map(
    (to) => `${question.textOf(0, to)} ${question.textOf(rest, last)}`,
  );
}

/** `how many customers are active` | `are not`: the rest of the first question, denied. */
function deniedRest(rest: number, rows: number, end: number, question: Question): string | null {
  const { not } = question.language.composed;
  const isDenied = question.word(rest + 1) === not && rest + 1 === question.lastWord;
  if (!isDenied || question.word(rest) !== question.word(rows) || rows + 1 >= end) return null;
  return `${question.textOf(0, rows + 1)} ${not} ${question.textOf(rows + 1, end)}`;
}

/** The token behind the rows that are counted. */
function rowsBehind(at: number, question: Question): number | null {
  const ends = [
    ...refsFrom(at, question).flatMap(({ value }) => tablesOf(value)?.to ?? []),
    ...premodifiedRows(at, question).map(({ to }) => to),
  ];
  return ends.length > 0 ? Math.max(...ends) : null;
}

/** Up to where the first question is said again: `how many wrestlers are` | `from Japan`. */
function prefixesFor(
  rest: number,
  rows: number,
  end: number,
  question: Question,
): readonly number[] {
  const alike: number[] = [];
  const word = question.word(rest);
  for (let at = rows; at < end; at++)
    if (question.word(at) === word || isOfOneKind(at, rest, question)) alike.push(at);
  if (alike.length > 0) return [alike.at(-1)!];
  const { auxiliaries } = question.language.functionWords;
  let verb = rows;
  while (verb < end && question.is(verb, auxiliaries)) verb++;
  const isVerb = question.is(rest, auxiliaries);
  return isVerb ? [rows] : [verb];
}

/** `before 1970` and `in 1970 or later`, `more than 3` and `at most 3`. */
const isOfOneKind = (one: number, other: number, question: Question): boolean => {
  const { comparators } = question.language;
  const isPeriod = (at: number) => question.period(at) !== null || question.number(at + 1) !== null;
  const isBound = (at: number) => question.phrase(at, comparators) !== null;
  const isLink = (at: number) => question.isFunctionWord(at) && !question.isArticle(at);
  return (
    (isBound(one) && isBound(other)) ||
    (isLink(one) && isLink(other) && isPeriod(one) && isPeriod(other))
  );
};

function beside(first: SingleNumber, second: SingleNumber, said: string): Composed | null {
  if (isSameAnswer(first, second)) return null;
  return {
    query: {
      ...first.query,
      select: [
        { expr: first.expr, as: 'count' },
        { expr: besideQuery(second, first.query), as: 'count_2' },
      ],
    },
    assumptions: [`The second number answers "${said}".`, ...toldOf(first, second)],
    confidence: Math.min(first.confidence, second.confidence),
  };
}

/** `How many more boats are sloops than ketches`, `how many more boats than harbours are there`: one number less the other. */
export function readMoreThan(question: Question, read: ReadNumber): Composed | null {
  const { more, fewer, howMany } = question.language.composed;
  const isFewer = fewer.some((one) => question.starts(0, one));
  if (!isFewer && !question.starts(0, more)) return null;
  const thans = question.tokens.flatMap((_, at) => (question.word(at) === 'than' ? [at] : []));
  const [than, second] = thans;
  const rows = rowsBehind(more.length, question);
  if (than === undefined || second !== undefined || rows === null) return null;
  const asked = comparedTexts({ from: more.length, rows, than }, question);
  const counting = howMany.join(' ');
  const first = read(`${counting} ${asked.first}`);
  const texts = asked.second.map((text) => `${counting} ${text}`);
  const other = first && agreeing(texts, read);
  return other ? difference(first, other, isFewer) : null;
}

interface Compared {
  readonly from: number;
  /** The token behind the rows that there are more of. */
  readonly rows: number;
  readonly than: number;
}

/** What is counted for either number. */
function comparedTexts(
  { from, rows, than }: Compared,
  question: Question,
): { readonly first: string; readonly second: readonly string[] } {
  const last = question.lastWord + 1;
  const before = question.textOf(from, than);
  const others = rowsBehind(afterThere(than + 1, question), question);
  if (others === null)
    return {
      first: before,
      second: prefixesFor(than + 1, rows, than, question).map(
        (to) => `${question.textOf(from, to)} ${question.textOf(than + 1, last)}`,
      ),
    };
  const second = [question.textOf(afterThere(than + 1, question), last)];
  // `more boats than harbours are there`: the verb is said of both.
  const isShared = rows === than && others < last;
  return { first: isShared ? `${before} ${question.textOf(others, last)}` : before, second };
}

/** `than there are boats` */
function afterThere(at: number, question: Question): number {
  const found = question.language.composed.there.find((phrase) => question.starts(at, phrase));
  return at + (found?.length ?? 0);
}

function difference(one: SingleNumber, other: SingleNumber, isFewer: boolean): Composed | null {
  if (one.expr.fn !== 'count' || other.expr.fn !== 'count') return null;
  if (isSameAnswer(one, other)) return null;
  const [left, right]: readonly Expr[] = isFewer
    ? [besideQuery(other, one.query), one.expr]
    : [one.expr, besideQuery(other, one.query)];
  return {
    query: {
      ...one.query,
      select: [
        { expr: { kind: 'arithmetic', op: '-', left: left!, right: right! }, as: 'difference' },
      ],
    },
    assumptions: toldOf(one, other),
    confidence: Math.min(one.confidence, other.confidence),
  };
}
