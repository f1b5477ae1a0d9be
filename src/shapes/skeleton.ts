import type { AggregateFunction } from '#src/query/functions.ts';

/**
 * Kinds of slots of example questions, by their letters. `T` rows, `C` columns (a list), `A` one name, `N` a number or
 * a time, `B` a bound (`more than 3`), `F` a word of rank (`highest`), `I` one that says by what (`oldest`), `P` of
 * frequency (`most common`), `G` an aggregate (`average`), `K` how many, `D` a direction of an order, `V` a value, `W` a period.
 */
export type SlotKind = 'T' | 'C' | 'A' | 'N' | 'B' | 'F' | 'I' | 'P' | 'G' | 'K' | 'D' | 'V' | 'W';

const SLOT = /^[TCANBFIPGKDV]\d?$/;

export const isSlot = (word: string): boolean => SLOT.test(word);
export const kindOf = (slot: string): SlotKind => slot[0] as SlotKind;

/** What is computed of a slot: the function itself, or the slot that the question says it with. */
export interface MeasureOf {
  readonly fn: AggregateFunction | null;
  /** The slot of the aggregate's word. */
  readonly said: string | null;
  readonly of: string;
  readonly distinct: boolean;
  /** The slot of the rows whose column it is, where nothing is asked of the rows themselves. */
  readonly owner: string | null;
}

type BoundOf = { readonly kind: 'bound'; readonly of: string; readonly bound: string };
type ValueOf = { readonly kind: 'value'; readonly value: string; readonly negated: boolean };

export type ConditionOf =
  /** A number within a bound. */
  | BoundOf
  | ValueOf
  | {
      readonly kind: 'between';
      readonly of: string;
      readonly low: string;
      readonly high: string;
    }
  /** Each is met, by rows of their own; or one of them is enough. */
  | { readonly kind: 'both'; readonly parts: readonly (BoundOf | ValueOf)[] }
  | { readonly kind: 'either'; readonly parts: readonly (BoundOf | ValueOf)[] }
  /** So many rows of another table; some of them; none. */
  | { readonly kind: 'rows'; readonly of: string; readonly bound: string | null }
  | { readonly kind: 'none'; readonly of: string }
  /** Against a function of all rows, or of those that are so; the slot of its word, the average where that is null. */
  | {
      readonly kind: 'compared';
      readonly of: string;
      readonly above: boolean;
      readonly said: string | null;
      readonly among: string | null;
    }
  /** A function over the rows of each. */
  | { readonly kind: 'computed'; readonly of: MeasureOf; readonly bound: string }
  /** The most common value of a column, by the slot of its word. */
  | { readonly kind: 'frequent'; readonly of: string; readonly word: string }
  /** Belonging to the first of other rows. */
  | {
      readonly kind: 'picked';
      readonly of: string;
      readonly word: string;
      readonly by: MeasureOf | null;
    };

export interface FirstOf {
  /** The slot of its word (`F`, `I`, `P`), or the direction itself. */
  readonly word: string;
  /** Null: what the word says, or how often a value comes. */
  readonly by: MeasureOf | null;
}

/** A query with slots in place of what a question names. */
export interface Skeleton {
  readonly shows: readonly MeasureOf[];
  readonly rows: string | null;
  readonly groups: readonly string[];
  readonly where: readonly ConditionOf[];
  readonly first: FirstOf | null;
  readonly sort: { readonly by: MeasureOf; readonly direction: string } | null;
  readonly limit: string | null;
}

/**
 * Reads a skeleton as the examples write it, its parts by `;`: `show C, count T`, `show C of T` (a column of T that its
 * rows share), `of T`, `by A`, `first F N`, `first F count T2`, `first I`, `first P`, `sort N D`, `limit K`, and
 * conditions: `where N B`, `where N from K K2`, `where T2 B`, `where T2 from K K2`, `where some T2`, `where no T2` (a value or bound behind it is
 * said of what is denied), `where is V`, `where not V`, `where both is V, is V2`, `where either N B, N B2`, `where N above average`,
 * `where N below G V` (than that of those), `where G N B`, `where A P`, `where T2 first F N`.
 */
export function skeletonOf(text: string): Skeleton {
  let made: Skeleton = {
    ...{ shows: [], rows: null, groups: [], where: [], first: null, sort: null, limit: null },
  };
  for (const part of text.split(';').map((one) => one.trim())) {
    const [verb, ...words] = part.split(/\s+/);
    const rest = words.join(' ');
    if (verb === 'show') made = { ...made, shows: rest.split(',').map(measureOf) };
    else if (verb === 'of') made = { ...made, rows: rest };
    else if (verb === 'by') made = { ...made, groups: rest.split(/,\s*/) };
    else if (verb === 'where') made = { ...made, where: [...made.where, conditionOf(rest, text)] };
    else if (verb === 'first') {
      const by = words.slice(1).join(' ');
      made = { ...made, first: { word: words[0]!, by: by === '' ? null : measureOf(by) } };
    } else if (verb === 'sort')
      made = {
        ...made,
        sort: { by: measureOf(words.slice(0, -1).join(' ')), direction: words.at(-1)! },
      };
    else if (verb === 'limit') made = { ...made, limit: rest };
    else throw new Error(`No part of a skeleton: ${part}`);
  }
  return made;
}

function measureOf(text: string): MeasureOf {
  const [measure = '', owner = null] = text.trim().split(' of ');
  const words = measure.split(/\s+/);
  const of = words.at(-1)!;
  const said = words.find((word) => word !== of && isSlot(word)) ?? null;
  const named = words.slice(0, -1).filter((word) => word !== 'distinct' && !isSlot(word));
  return {
    fn: (named[0] as AggregateFunction | undefined) ?? null,
    said,
    of,
    distinct: words.includes('distinct'),
    owner,
  };
}

function conditionOf(text: string, skeleton: string): ConditionOf {
  const words = text.split(/\s+/);
  const [first = '', second = '', third = '', fourth = ''] = words;
  const no = () => new Error(`No condition of a skeleton: ${skeleton}`);
  if (first === 'both' || first === 'either')
    return {
      kind: first,
      parts: text
        .slice(first.length + 1)
        .split(', ')
        .map((part) => conditionOf(part, skeleton))
        .map((part) => {
          if (part.kind === 'value' || part.kind === 'bound') return part;
          throw no();
        }),
    };
  if (first === 'some') return { kind: 'rows', of: second, bound: null };
  if (first === 'no') return { kind: 'none', of: second };
  if (first === 'is' || first === 'not')
    return { kind: 'value', value: second, negated: first === 'not' };
  if (second === 'from') return { kind: 'between', of: first, low: third, high: fourth };
  if (second === 'first') {
    const by = words.slice(3).join(' ');
    return { kind: 'picked', of: first, word: third, by: by === '' ? null : measureOf(by) };
  }
  if (second === 'above' || second === 'below')
    return {
      ...{ kind: 'compared', of: first, above: second === 'above' },
      said: third === 'average' ? null : third,
      among: fourth === '' ? null : fourth,
    };
  if (third !== '')
    return { kind: 'computed', of: measureOf(words.slice(0, -1).join(' ')), bound: words.at(-1)! };
  if (!isSlot(second)) throw no();
  if (kindOf(second) === 'P') return { kind: 'frequent', of: first, word: second };
  return kindOf(first) === 'T'
    ? { kind: 'rows', of: first, bound: second }
    : { kind: 'bound', of: first, bound: second };
}
