import { ENGLISH } from '#src/language/en/english.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import {
  type Ask,
  type Condition,
  EMPTY,
  type Measure,
  noneOf,
  type Order,
  plainly,
  type Ref,
} from '#src/read/ask.ts';
import type { Alignment } from '#src/shapes/align.ts';
import { type ConditionOf, type FirstOf, kindOf, type MeasureOf } from '#src/shapes/skeleton.ts';
import { type Fill, SHOWN } from '#src/shapes/spans.ts';

/** What a question asks when it follows an example; null where its slots do not give that. */
export function askOf({ example, fills, additions, lacking }: Alignment): Ask | null {
  const { skeleton } = example;
  try {
    return filledIn();
  } catch (error) {
    if (error instanceof Unfilled) return null;
    throw error;
  }

  function filledIn(): Ask {
    const rows = skeleton.rows ? refIn(skeleton.rows) : null;
    const shows = skeleton.shows.flatMap(measures);
    const orders: Order[] = [];
    let frequency: Ask['frequency'] = null;
    let limit: number | null = null;
    const { first, sort } = skeleton;
    if (first) {
      const word = fills.get(first.word);
      if (word?.kind === 'often' && first.by === null) frequency = word.direction;
      else orders.push(orderOf(first));
    }
    if (sort) {
      const said = fills.get(sort.direction);
      const direction =
        sort.direction === 'asc' || sort.direction === 'desc'
          ? sort.direction
          : said?.kind === 'direction'
            ? said.direction
            : unfilled();
      orders.push({ by: measures(sort.by)[0]!, direction, picks: false });
    }
    if (skeleton.limit) limit = countIn(skeleton.limit);
    for (const { orders: more } of additions)
      for (const order of more)
        orders.push(order.by === SHOWN ? { ...order, by: shows[0]! } : order);
    if (orders.filter(({ picks }) => !picks).length > 1) unfilled();
    return {
      ...EMPTY,
      items: shows,
      entity: rows,
      distinct: shows.some(({ distinct, fn }) => distinct && fn === null),
      groups: skeleton.groups.map(refIn),
      conditions: [
        ...skeleton.where.flatMap(conditions),
        ...additions.flatMap(({ conditions }) => conditions),
      ],
      either: [
        ...skeleton.where.flatMap((one) =>
          one.kind === 'either' ? [one.parts.map(condition)] : [],
        ),
        ...additions.flatMap(({ either }) => either),
      ],
      ...{ orders, limit, frequency },
    };
  }

  /** The order that a word of rank tells: its direction, and by what where it says that itself. */
  function orderOf({ word: slot, by: named }: FirstOf): Order {
    const word = fills.get(slot);
    const direction =
      slot === 'asc' || slot === 'desc'
        ? slot
        : word?.kind === 'first' || word?.kind === 'often'
          ? word.direction
          : unfilled();
    const said = word?.kind === 'first' ? word.by : null;
    const isTime = word?.kind === 'first' && word.time;
    const of = named ? measures(named)[0]! : said ? plainly(said) : unfilled();
    // `the first complaint` is no count, and `the minimum payment` no day.
    const by = isTime ? timed(of) : word?.kind === 'first' ? amount(of, word.counts) : of;
    return { by, direction, picks: true };
  }

  function timed(measure: Measure): Measure {
    return measure.fn === null
      ? {
          ...measure,
          of: only(measure.of, ({ kind, type }) => kind === 'time' || type === 'integer'),
        }
      : unfilled();
  }

  // `the highest estimate` is no number of estimates.
  function amount(measure: Measure, counts: boolean): Measure {
    const isSaid = example.pieces.some(
      (piece, at) =>
        piece.kind === 'word' &&
        ENGLISH.functionWords.counting.has(piece.word) &&
        !lacking.includes(at),
    );
    if (measure.fn === 'count') return counts || isSaid ? measure : unfilled();
    return {
      ...measure,
      of: only(
        measure.of,
        ({ kind, type }) => kind !== 'time' && kind !== 'identifier' && type !== 'time',
      ),
    };
  }

  function carries(piece: number): boolean {
    const word = example.classes[piece];
    return word === 'operator' || word === 'unknown';
  }

  function refIn(slot: string): Ref {
    const fill = fills.get(slot);
    if (fill?.kind === 'ref') return fill.ref;
    if (fill?.kind === 'columns' && fill.refs.length === 1) return fill.refs[0]!;
    return unfilled();
  }

  function measures({ fn, said, of, distinct, owner }: MeasureOf): readonly Measure[] {
    const fill = fills.get(of) ?? unfilled();
    const word = said ? fills.get(said) : undefined;
    const fns = said ? (word?.kind === 'aggregate' ? word.fns : unfilled()) : [fn];
    // `how many passengers` counts no different numbers.
    const isValues = fn === 'count' && distinct && lacking.some(carries);
    if (isValues) for (const ref of refsOf(fill)) only(ref, ({ kind }) => kind !== 'measure');
    const refs = owner ? refsOf(fill).map((ref) => ownedBy(ref, refIn(owner))) : refsOf(fill);
    const once = distinct || (fill.kind === 'columns' && fill.distinct);
    return refs.flatMap((ref) =>
      fns.map((own) => ({ fn: own, of: ref, distinct: once, context: null })),
    );
  }

  function conditions(one: ConditionOf): readonly Condition[] {
    if (one.kind === 'either') return [];
    if (one.kind !== 'between' || kindOf(one.of) !== 'T') return [condition(one)];
    const of = refIn(one.of);
    return [
      { kind: 'rows', of, op: '>=', value: countIn(one.low) },
      { kind: 'rows', of, op: '<=', value: countIn(one.high) },
    ];
  }

  function condition(one: ConditionOf): Condition {
    if (one.kind === 'value') {
      const fill = fills.get(one.value);
      if (fill?.kind !== 'value') return unfilled();
      return one.negated ? ({ ...fill.condition, negated: true } as Condition) : fill.condition;
    }
    if (one.kind === 'both' || one.kind === 'either')
      return { kind: 'each', parts: one.parts.map(condition) };
    if (one.kind === 'computed') {
      const [of] = measures(one.of);
      return { kind: 'computed', of: of!, ...boundIn(one.bound) };
    }
    const of = refIn(one.of);
    switch (one.kind) {
      case 'compared': {
        const word = one.said ? fills.get(one.said) : null;
        const fns =
          word?.kind === 'aggregate' ? word.fns : one.said ? unfilled() : ['avg' as const];
        if (fns.length > 1) unfilled();
        const among = one.among
          ? [condition({ kind: 'value', value: one.among, negated: false })]
          : [];
        return { kind: 'compared', of, op: one.above ? '>' : '<', fn: fns[0]!, among };
      }
      case 'frequent': {
        const word = fills.get(one.word);
        if (word?.kind !== 'often') return unfilled();
        return { kind: 'frequent', of, direction: word.direction, negated: false };
      }
      case 'picked':
        return { kind: 'picked', of, order: orderOf(one), limit: null };
      case 'between':
        return { kind: 'between', of, low: countIn(one.low), high: countIn(one.high) };
      case 'none':
        return noneOf(of);
      case 'rows':
        return { kind: 'rows', of, ...(one.bound ? boundIn(one.bound) : SOME) };
      case 'bound':
        return { kind: 'number', of, ...boundIn(one.bound), negated: false };
    }
  }

  function boundIn(slot: string): Pick<Extract<Fill, { kind: 'bound' }>, 'op' | 'value'> {
    const bound = fills.get(slot);
    return bound?.kind === 'bound' ? { op: bound.op, value: bound.value } : unfilled();
  }

  function countIn(slot: string): number {
    const count = fills.get(slot);
    return count?.kind === 'count' ? count.value : unfilled();
  }
}

const SOME = { op: '>=', value: 1 } as const;

/** What of a column's senses is one of some rows. */
function ownedBy(ref: Ref, rows: Ref): Ref {
  const options = ref.options.filter(
    (one) => one.kind === 'column' && rows.options.some(({ table }) => table === one.table),
  );
  return options.length > 0 ? { ...ref, options } : unfilled();
}

/** What of a name's senses is a column of a kind. */
function only(ref: Ref, fits: (column: CatalogColumn) => boolean): Ref {
  const options = ref.options.filter((one) => one.kind === 'column' && one.columns.every(fits));
  return options.length > 0 ? { ...ref, options } : unfilled();
}

const refsOf = (fill: Fill): readonly Ref[] =>
  fill.kind === 'ref' ? [fill.ref] : fill.kind === 'columns' ? fill.refs : unfilled();

/** A slot that an example needs has nothing. */
class Unfilled extends Error {}

function unfilled(): never {
  throw new Unfilled();
}
