import type { PeriodUnit } from '#src/planner/day.ts';
import { isNumeric } from '#src/planner/measured.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { Question } from '#src/read/question.ts';

/** What has the numbers that an average is of. */
export type Each =
  | { readonly kind: 'rows'; readonly table: string }
  | { readonly kind: 'column'; readonly table: string; readonly column: CatalogColumn }
  | { readonly kind: 'unit'; readonly unit: PeriodUnit };

/** An average of what each of something has, as a question asks for it. */
export interface AverageAsked {
  readonly fn: 'avg' | 'median';
  readonly each: Each;
  /** The question for the number of all. */
  readonly text: string;
  /** Whether it asks for groups. */
  readonly isGrouped: boolean;
  /** `average orders per month`: rows that nothing but the average says are counted. */
  readonly mayBeWorth: boolean;
  /** What has the numbers, in the words of the question. */
  readonly per: string;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface Marker extends Span {
  readonly fn: 'avg' | 'median';
  /** `on average`, which stands anywhere. */
  readonly isApart: boolean;
}

interface EachAt extends Span {
  readonly each: Each;
  readonly text: string;
  /** It stands before what has the numbers: `monthly revenue`. */
  readonly isBefore?: true;
}

/** Null where no average is asked for, more than one is, or not of what one thing has. */
export function averageAsked(question: Question): AverageAsked | null {
  const marker = markerOf(question);
  if (!marker) return null;
  const each = eachOf(question, marker);
  return each && askedOf(marker, each, question);
}

/** `median order value`: the question for the average; null where no median is asked for. */
export function averageForMedian(question: Question): string | null {
  const marker = markerOf(question);
  if (marker?.fn !== 'median') return null;
  const before = marker.from > 0 ? `${question.textOf(0, marker.from)} ` : '';
  return `${before}average ${question.textOf(marker.to, question.lastWord + 1)}`;
}

function markerOf(question: Question): Marker | null {
  const { functions, onAverage } = question.language.ofEach;
  const found: Marker[] = [];
  for (let at = 0; at < question.length; at++) {
    const phrase = onAverage.find((one) => question.starts(at, one));
    const fn = functions.get(question.word(at));
    if (phrase) {
      found.push({ ...{ from: at, to: at + phrase.length, fn: 'avg', isApart: true } });
      at += phrase.length - 1;
    } else if (fn) found.push({ ...{ from: at, to: at + 1, fn, isApart: false } });
  }
  return found.length === 1 ? found[0]! : null;
}

/** The only thing of which each has a number; null where there are two. */
function eachOf(question: Question, marker: Marker): EachAt | null {
  const found = [
    ...question.tokens.flatMap((_, at) => eachBehind(at, question) ?? []),
    ...periodicAt(question, marker),
    ...ownersAt(question),
  ];
  const outer = found.filter(
    (one) => !found.some((other) => other !== one && other.from <= one.from && other.to >= one.to),
  );
  const [one, second] = outer;
  if (!one || second) return null;
  return one.isBefore || goesOn(one.to, marker, question) ? one : null;
}

/** Whether what follows tells nothing of the one that has others. */
function goesOn(at: number, marker: Marker, question: Question): boolean {
  if (at === marker.from) return goesOn(marker.to, marker, question);
  const { after } = question.language.ofEach;
  return at > question.lastWord || question.is(at, after) || question.word(at) === ',';
}

/** `per customer`, `for each store`, `a day`. */
function eachBehind(at: number, question: Question): EachAt | null {
  const { per, perOne } = question.language.ofEach;
  const phrase = per.find((one) => question.starts(at, one));
  if (!phrase) return null;
  const next = at + phrase.length;
  const unit = unitAt(next, question);
  if (unit) return { from: at, to: next + 1, each: unit, text: question.word(next) };
  // `a customer` alone tells who is spoken of.
  if (phrase.length === 1 && question.is(at, perOne)) return null;
  return thingAt(at, next, question);
}

const unitAt = (at: number, question: Question): Each | null => {
  const unit = question.language.ofEach.units.get(question.word(at));
  return unit ? { kind: 'unit', unit } : null;
};

/** Rows, or a column that tells of what kind rows are. */
function thingAt(from: number, at: number, question: Question): EachAt | null {
  const refs = question.refs(at).toSorted((one, other) => other.to - one.to);
  for (const { to, text, options } of refs) {
    const named = options.filter(({ evidence }) => evidence === 'name');
    const among = named.length > 0 ? named : options;
    const tables = new Set(
      among.flatMap((one) => (one.kind === 'table' && !one.only ? [one.table] : [])),
    );
    const [table, rival] = tables;
    if (table !== undefined)
      return rival === undefined ? { from, to, each: { kind: 'rows', table }, text } : null;
    const [column, other] = among;
    if (column?.kind !== 'column' || other || column.columns.length !== 1) return null;
    const [only] = column.columns;
    if (isNumeric(only.type) || only.type !== 'text') return null;
    return { from, to, each: { kind: 'column', table: column.table, column: only }, text };
  }
  return null;
}

/** `average daily orders`, `monthly average revenue`: right beside the average. */
function periodicAt(question: Question, marker: Marker): readonly EachAt[] {
  const { periodic } = question.language.ofEach;
  return [marker.from - 1, marker.to].flatMap((at): EachAt[] => {
    const unit = marker.isApart ? undefined : periodic.get(question.word(at));
    return unit
      ? [{ from: at, to: at + 1, each: { kind: 'unit', unit }, text: unit, isBefore: true }]
      : [];
  });
}

/** `how many orders does a customer place`, `… do customers have`: who has them, and the verb that says so. */
function ownersAt(question: Question): readonly EachAt[] {
  const { does, one, having } = question.language.ofEach;
  return question.tokens.flatMap((_, at): EachAt[] => {
    if (!question.is(at, does)) return [];
    const next = question.is(at + 1, one) ? at + 2 : at + 1;
    const thing = thingAt(at, next, question);
    if (thing?.each.kind !== 'rows') return [];
    const verb = having.find((phrase) => question.starts(thing.to, phrase));
    const { stem } = question.language.names;
    const counted = question.tablesBefore(at)?.text.split(/\s+/).at(-1);
    const isOfRows =
      counted !== undefined && stem(question.word(thing.to)) === stem(counted.toLowerCase());
    const end = verb ? thing.to + verb.length : isOfRows ? thing.to + 1 : null;
    return end === null ? [] : [{ ...thing, to: end }];
  });
}

/** The question without its average: for the number of all. */
function askedOf(marker: Marker, each: EachAt, question: Question): AverageAsked | null {
  const { numberOf, grouping } = question.language.ofEach;
  const isDropped = (at: number) =>
    [marker, each].some(({ from, to }) => from <= at && at < to) ||
    (question.word(at) === ',' && (at + 1 === marker.from || at === marker.to));
  const kept = question.tokens.flatMap((_, at) =>
    isDropped(at) || at > question.lastWord ? [] : [at],
  );
  const first = kept.findIndex((at) => (marker.isApart ? true : at >= marker.from));
  if (first === -1) return null;
  const thing = kept[first]!;
  const isCounted = numberOf.some((phrase) => question.starts(thing, phrase));
  const opener = isCounted || (marker.isApart && asksAmount(thing, question)) ? '' : null;
  const lead = opener ?? leadOf(thing, question);
  if (lead === null) return null;
  const pieces = kept.map((at) => question.textOf(at, at + 1));
  const text = [...pieces.slice(0, first), lead, ...pieces.slice(first)].filter(Boolean).join(' ');
  const isGrouped = kept.some((at) => question.is(at, grouping));
  const mayBeWorth = lead !== '' && !marker.isApart;
  return { fn: marker.fn, each: each.each, text, isGrouped, mayBeWorth, per: each.text };
}

/** `how many`, `how much`, `what is the number of`. */
function asksAmount(at: number, question: Question): boolean {
  const { howMany, beforeShares } = question.language.composed;
  const { howMuch } = question.language.spreads;
  if (question.starts(at, howMany) || howMuch.some((phrase) => question.starts(at, phrase)))
    return true;
  const next = question.past(at, beforeShares);
  return question.language.ofEach.numberOf.some((phrase) => question.starts(next, phrase));
}

/** What asks for the number of all: rows are counted, an amount is added up. */
function leadOf(at: number, question: Question): string | null {
  const { numberOf } = question.language.ofEach;
  const [counting] = numberOf;
  const refs = question.refs(at).toSorted((one, other) => other.to - one.to);
  const [longest] = refs;
  // `average amount`: a column may be called so.
  const isQuantity = question.is(at, question.language.functionWords.counting);
  if (!longest && isQuantity) return 'total';
  if (!longest) return question.valueRefs(at).length > 0 ? counting!.join(' ') : null;
  const named = longest.options.filter(({ evidence }) => evidence === 'name');
  const among = named.length > 0 ? named : longest.options;
  const isRows = among.some(({ kind }) => kind === 'table');
  const isAmount = among.some(({ kind }) => kind === 'column');
  if (isRows && isAmount) return null;
  if (isRows) return question.isPlural(longest.to - 1) ? counting!.join(' ') : null;
  return isAmount ? 'total' : null;
}
