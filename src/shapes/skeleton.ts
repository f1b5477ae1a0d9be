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
}

export type ConditionOf =
  /** A number within a bound. */
  | { readonly kind: 'bound'; readonly of: string; readonly bound: string }
  /** So many rows of another table; some of them; none. */
  | { readonly kind: 'rows'; readonly of: string; readonly bound: string | null }
  | { readonly kind: 'none'; readonly of: string }
  | { readonly kind: 'value'; readonly value: string; readonly negated: boolean }
  | { readonly kind: 'average'; readonly of: string; readonly above: boolean };

interface FirstOf {
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
 * Reads a skeleton as the examples write it, its parts by `;`: `show C, count T`, `of T`, `by A`, `where N B`,
 * `where T2 B`, `where some T2`, `where no T2`, `where is V`, `where not V`, `where N above average`, `first F N`,
 * `first F count T2`, `first I`, `first P`, `sort N D`, `limit K`.
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
    else if (verb === 'where') made = { ...made, where: [...made.where, conditionOf(words, text)] };
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
  const words = text.trim().split(/\s+/);
  const of = words.at(-1)!;
  const said = words.find((word) => word !== of && isSlot(word)) ?? null;
  const named = words.slice(0, -1).filter((word) => word !== 'distinct' && !isSlot(word));
  return {
    fn: (named[0] as AggregateFunction | undefined) ?? null,
    said,
    of,
    distinct: words.includes('distinct'),
  };
}

function conditionOf(words: readonly string[], skeleton: string): ConditionOf {
  const [first = '', second = '', third] = words;
  if (first === 'some') return { kind: 'rows', of: second, bound: null };
  if (first === 'no') return { kind: 'none', of: second };
  if (first === 'is' || first === 'not')
    return { kind: 'value', value: second, negated: first === 'not' };
  if (third === 'average') return { kind: 'average', of: first, above: second === 'above' };
  if (isSlot(second))
    return kindOf(first) === 'T'
      ? { kind: 'rows', of: first, bound: second }
      : { kind: 'bound', of: first, bound: second };
  throw new Error(`No condition of a skeleton: ${skeleton}`);
}
