import type { Expr, Literal } from '#src/plugin-api/query.ts';
import type { Ref } from '#src/read/ask.ts';
import {
  agreeing,
  besideQuery,
  type Composed,
  HUNDRED,
  isSameAnswer,
  isSameNumber,
  type ReadNumber,
  type SingleNumber,
  toldOf,
} from '#src/read/composed/parts.ts';
import type { Question } from '#src/read/question.ts';

const ONE: Literal = { kind: 'literal', type: 'decimal', value: 1 };

/** Where `percentage of` stands, and what follows it. */
interface Share {
  /** The token behind `of`. */
  readonly from: number;
  /** Whether 1 is the whole. */
  readonly isFraction: boolean;
  /** Whether the verb of the question tells the part: `what percentage of the boats are sloops`. */
  readonly isAsked: boolean;
  /** `in what percentage of trips did …`: what stands before is said of the part. */
  readonly opener: string;
}

/** `What percentage of the boats have made a trip`: how many have, over how many there are. */
export function readShare(question: Question, read: ReadNumber): Composed | null {
  const share = shareAt(question);
  if (!share) return null;
  return ofRows(share, question, read) ?? ofAmount(share, question, read);
}

function shareAt(question: Question): Share | null {
  const { percentages, fractions, beforeShares, askingParts } = question.language.composed;
  for (let at = 0; at < question.length && at < 6; at++) {
    const isFraction = question.is(at, fractions);
    if (!isFraction && !question.is(at, percentages)) {
      if (!question.is(at, beforeShares)) return null;
      continue;
    }
    if (question.word(at + 1) !== 'of') return null;
    const isAsked = question.is(at - 1, askingParts);
    const first = question.word(0);
    return { from: at + 2, isFraction, isAsked, opener: isAsked && first === 'in' ? 'in ' : '' };
  }
  return null;
}

function ofRows(share: Share, question: Question, read: ReadNumber): Composed | null {
  const counting = question.language.composed.howMany.join(' ');
  const from = wholeFrom(share.from, question);
  const end = question.lastWord + 1;
  const until = share.isAsked ? verbOf(from, question) : rowsEnd(from, question);
  if (until === null) return null;
  // `the percentage of modern rooms`: what stands before the rows tells the part.
  const bare = until === end && !share.isAsked ? rowsAlone(from, until, question) : null;
  if (until === end && bare === null) return null;
  const rest = until === end ? '' : ` ${verbPhrase(until, end, question)}`;
  const whole = read(`${counting} ${question.textOf(bare ?? from, until)}`);
  const part = whole && read(`${share.opener}${counting} ${question.textOf(from, until)}${rest}`);
  return whole && part ? partOf(part, whole, share) : null;
}

/** `is cancelled`, as it is said of how many. */
function verbPhrase(from: number, to: number, question: Question): string {
  const plural = question.language.composed.pluralVerbs.get(question.word(from));
  if (plural === undefined) return question.textOf(from, to);
  return from + 1 < to ? `${plural} ${question.textOf(from + 1, to)}` : plural;
}

/** The token at which rows begin that end at another and that something stands before; null where nothing does. */
function rowsAlone(from: number, to: number, question: Question): number | null {
  const starts = question.tokens.flatMap((_, at) =>
    at >= from && question.refs(at).some((ref) => ref.to === to && isRows(ref)) ? [at] : [],
  );
  return starts[0] !== undefined && starts[0] > from ? starts[0] : null;
}

/** The token at which the rows begin. */
function wholeFrom(at: number, question: Question): number {
  let from = at;
  while (question.is(from, question.language.composed.beforeWholes)) from++;
  return from;
}

/**
 * The verb of the question behind the rows, which are its subject. What is said of them by a clause of their own has a
 * verb, too: which of two tells the part is not looked at.
 */
function verbOf(from: number, question: Question): number | null {
  const { finiteVerbs, relatives } = question.language.composed;
  let lexical: number | null = null;
  for (let at = from + 1; at < question.length; at++) {
    if (question.is(at, relatives)) return lexical;
    if (question.is(at, finiteVerbs)) return isRowsBefore(from, at, question) ? at : null;
    const isBehindRows = endsRows(from, at, question);
    if (
      lexical === null &&
      isBehindRows &&
      question.language.verbs.isVerbForm(question.word(at)) !== false
    )
      lexical = isVerbBehindRows(at, question) ? at : null;
  }
  return lexical;
}

/** `trips went`, `customers live`: a word behind rows that is no noun of the data, no participle before more and no link. */
const isVerbBehindRows = (at: number, question: Question): boolean =>
  !question.isFunctionWord(at) &&
  !question.language.verbs.isParticiple(question.word(at)) &&
  !question.word(at).endsWith('ing') &&
  question.tokens[at]!.kind === 'word';

const isRows = ({ options }: Ref): boolean => options.some(({ kind }) => kind === 'table');

/** Whether the name of rows stands between two tokens. */
const isRowsBefore = (from: number, to: number, question: Question): boolean =>
  question.tokens
    .slice(from, to)
    .some((_, index) => question.refs(from + index).some((ref) => ref.to <= to && isRows(ref)));

/** Whether the name of rows ends before a token. */
const endsRows = (from: number, to: number, question: Question): boolean =>
  question.tokens
    .slice(from, to)
    .some((_, index) => question.refs(from + index).some((ref) => ref.to === to && isRows(ref)));

/** `the percentage of boats that are sloops`: the token behind the rows, where one clause tells the part. */
function rowsEnd(from: number, question: Question): number | null {
  const { relatives, narrowers } = question.language.composed;
  let end: number | null = null;
  for (let at = from + 1; at <= question.lastWord + 1 && end === null; at++)
    if (endsRows(from, at, question) && !endsRows(from, at + 1, question)) end = at;
  if (end === null) return null;
  // `customers in Oslo who have orders`: which of the two tells the part is not said.
  if (question.is(end, relatives)) return end;
  for (let at = end + 1; at < question.length; at++)
    if (question.is(at, relatives) || (at > end + 1 && question.is(at, narrowers))) return null;
  return end;
}

/** `What percentage of the total budget goes to Defense`: its sum, over that of all. */
function ofAmount(share: Share, question: Question, read: ReadNumber): Composed | null {
  const { wholeSums, partTies, partLinks } = question.language.composed;
  const start = question.word(share.from) === 'the' ? share.from + 1 : share.from;
  const from = question.is(start, wholeSums) ? start + 1 : start;
  if (from === start) return null;
  for (let at = from + 1; at < question.lastWord; at++) {
    const tie = partTies.find((phrase) => question.starts(at, phrase));
    if (!tie) continue;
    const whole = read(`total ${question.textOf(from, at)}`);
    const rest = question.textOf(at + tie.length, question.lastWord + 1);
    if (whole?.expr.fn !== 'sum') return null;
    const amount = question.textOf(from, amountEnd(from, question));
    const part = agreeing(
      [...partLinks].map((link) => `total ${amount} ${link} ${rest}`),
      read,
    );
    return part && partOf(part, whole, share);
  }
  return null;
}

/** The token behind the name of an amount. */
const amountEnd = (from: number, question: Question): number =>
  Math.max(from + 1, ...question.refs(from).map(({ to }) => to));

/** A part over its whole, where both are numbers of the same and the part is told by more. */
function partOf(part: SingleNumber, whole: SingleNumber, { isFraction }: Share): Composed | null {
  if (!isSameNumber(part, whole)) return null;
  const has = new Set(part.query.where.map((one) => JSON.stringify(one)));
  const isNarrower = whole.query.where.every((one) => has.has(JSON.stringify(one)));
  if (!isNarrower || isSameAnswer(part, whole)) return null;
  const scaled: Expr = {
    ...{ kind: 'arithmetic', op: '*', left: isFraction ? ONE : HUNDRED, right: part.expr },
  };
  const expr: Expr = {
    ...{ kind: 'arithmetic', op: '/', left: scaled, right: besideQuery(whole, part.query) },
  };
  const told = isFraction
    ? 'The fraction is that of all of them, where 1 is all.'
    : 'The percentage is that of all of them.';
  return {
    query: { ...part.query, select: [{ expr, as: isFraction ? 'fraction' : 'percentage' }] },
    assumptions: [told, ...toldOf(part, whole)],
    confidence: Math.min(part.confidence, whole.confidence),
  };
}
