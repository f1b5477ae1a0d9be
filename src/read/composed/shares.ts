import type { Expr, Literal } from '#src/plugin-api/query.ts';
import { isNameOfRows, type Ref } from '#src/read/ask.ts';
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
export function readShare(asked: Question, read: ReadNumber): Composed | null {
  const unit = unitIn(asked);
  const question = unit.length > 0 ? asked.saying(asked.withoutTokens(unit)) : asked;
  const found = shareAt(question);
  if (!found) return null;
  const share = unit.length > 0 ? { ...found, isFraction: false } : found;
  return (
    amongRows(share, question, read) ??
    ofRows(share, question, read) ??
    ofAmount(share, question, read)
  );
}

/** The tokens of `in percent`, with the marks around it. */
function unitIn(question: Question): readonly number[] {
  for (let at = 1; at < question.length; at++) {
    const phrase = question.language.composed.inPercent.find((one) => question.starts(at, one));
    if (!phrase) continue;
    const from = question.isPunctuation(at - 1) || question.isBracket(at - 1) ? at - 1 : at;
    const end = at + phrase.length;
    const isMarked = from < at && (question.isPunctuation(end) || question.isBracket(end));
    const to = isMarked && end < question.length ? end + 1 : end;
    return Array.from({ length: to - from }, (_, index) => from + index);
  }
  return [];
}

/** `The share of women among the owners`: how many of the owners are women. */
function amongRows(share: Share, question: Question, read: ReadNumber): Composed | null {
  const { among, howMany } = question.language.composed;
  const at = question.tokens.findIndex(
    (_, index) => index > share.from && question.is(index, among),
  );
  if (at < 0 || share.isAsked) return null;
  const from = wholeFrom(at + 1, question);
  const counting = howMany.join(' ');
  const rows = question.textOf(from, question.lastWord + 1);
  const whole = read(`${counting} ${rows}`);
  if (!whole) return null;
  // `public institutions among the universities`: the noun can only be another one for them.
  const noun = at - 1;
  const isAnother = noun > share.from && question.isPlural(noun) && !question.namesSomething(noun);
  const said = question.textOf(share.from, isAnother ? noun : at);
  const part = read(`${counting} ${rows} ${ARE} ${said}`);
  const found = part && partOf(part, whole, share);
  if (!found || !isAnother) return found;
  const told = `"${question.textOf(noun, at)}" means ${rows}.`;
  return { ...found, assumptions: [...found.assumptions, told] };
}

const ARE = 'are';

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
  const from = question.past(at, question.language.composed.beforeWholes);
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
  return lexical ?? onlyVerbOf(from, question);
}

/** `journals reached sales over 300`: a participle behind the rows, where no other word could be the verb of the question. */
function onlyVerbOf(from: number, question: Question): number | null {
  const { verbs } = question.language;
  const [only, second] = question.tokens.flatMap(({ kind }, at) =>
    at > from && kind === 'word' && verbs.isVerbForm(question.word(at)) === true ? [at] : [],
  );
  if (only === undefined || second !== undefined || !endsRows(from, only, question)) return null;
  return verbs.isParticiple(question.word(only)) && only < question.lastWord ? only : null;
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

/** `What percentage of the total budget goes to Defense`, `of all points went to Ann`: its sum, over that of all. */
function ofAmount(share: Share, question: Question, read: ReadNumber): Composed | null {
  const { wholeSums, partLinks } = question.language.composed;
  const start = wholeFrom(share.from, question);
  const isTotal = question.is(start, wholeSums);
  const from = isTotal ? start + 1 : start;
  if (!isTotal && !isAmount(from, question)) return null;
  const split = splitOf(from, question);
  if (!split) return null;
  const whole = read(`${TOTAL} ${question.textOf(from, split.to)}`);
  if (whole?.expr.fn !== 'sum') return null;
  const amount = question.textOf(from, amountEnd(from, question));
  const part = agreeing(
    [...partLinks].map((link) => `${TOTAL} ${amount} ${link} ${split.part}`),
    read,
  );
  return part && partOf(part, whole, share);
}

const TOTAL = 'total';

/** Whether a name is that of a column, and of no rows, which would be counted. */
function isAmount(at: number, question: Question): boolean {
  const options = question.refs(at).flatMap((ref) => ref.options);
  return options.some(({ kind }) => kind === 'column') && !options.some(isNameOfRows);
}

/** Where an amount ends, and whose part of it is asked: `the money` | `goes to Ann`, `the budget` | `does Defense get`. */
function splitOf(
  from: number,
  question: Question,
): { readonly to: number; readonly part: string } | null {
  const { partTies, partAskers, partVerbs } = question.language.composed;
  const last = question.lastWord + 1;
  for (let to = from + 1; to < question.lastWord; to++) {
    if (question.is(to, partAskers)) {
      const verb = partVerbs.find((phrase) => question.starts(last - phrase.length, phrase));
      const end = last - (verb?.length ?? 0);
      return verb && end > to + 1 ? { to, part: question.textOf(to + 1, end) } : null;
    }
    const tie = partTies.find((phrase) => question.starts(to, phrase))?.length;
    const behind = tie ?? repeatedVerb(from, to, question);
    if (behind !== null) return { to, part: question.textOf(to + behind, last) };
  }
  return null;
}

/** `the money requested` | `was requested from`: how many tokens tie the part, by the verb that the amount is called by. */
function repeatedVerb(from: number, to: number, question: Question): number | null {
  const { composed, functionWords } = question.language;
  const verb = question.word(to + 1);
  const isAgain =
    question.is(to, functionWords.auxiliaries) &&
    question.is(to + 2, composed.partPrepositions) &&
    question.tokens.slice(from, to).some(({ lower }) => lower === verb);
  return isAgain ? 3 : null;
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
    ? 'The fraction is relative to the total, where 1 means all of it.'
    : 'The percentage is relative to the total.';
  return {
    query: { ...part.query, select: [{ expr, as: isFraction ? 'fraction' : 'percentage' }] },
    assumptions: [told, ...toldOf(part, whole)],
    confidence: Math.min(part.confidence, whole.confidence),
  };
}
