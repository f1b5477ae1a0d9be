import { ENGLISH } from '#src/language/en/english.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import {
  type Ask,
  type Condition,
  EMPTY,
  type Measure,
  type Order,
  plainly,
  type Ref,
} from '#src/read/ask.ts';
import type { Alignment } from '#src/shapes/align.ts';
import type { ConditionOf, MeasureOf } from '#src/shapes/skeleton.ts';
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
      else {
        const direction =
          first.word === 'asc' || first.word === 'desc'
            ? first.word
            : word?.kind === 'first' || word?.kind === 'often'
              ? word.direction
              : unfilled();
        const said = word?.kind === 'first' ? word.by : null;
        const isTime = word?.kind === 'first' && word.time;
        const of = first.by ? measures(first.by)[0]! : said ? plainly(said) : unfilled();
        // `the first complaint` is no count, and `the minimum payment` no day.
        const by = isTime ? timed(of) : word?.kind === 'first' ? amount(of, word.counts) : of;
        orders.push({ by, direction, picks: true });
      }
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
    if (skeleton.limit) {
      const count = fills.get(skeleton.limit);
      limit = count?.kind === 'count' ? count.value : unfilled();
    }
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
        ...skeleton.where.map(condition),
        ...additions.flatMap(({ conditions }) => conditions),
      ],
      either: additions.flatMap(({ either }) => either),
      ...{ orders, limit, frequency },
    };
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
      of: only(measure.of, ({ kind }) => kind !== 'time' && kind !== 'identifier'),
    };
  }

  function refIn(slot: string): Ref {
    const fill = fills.get(slot);
    if (fill?.kind === 'ref') return fill.ref;
    if (fill?.kind === 'columns' && fill.refs.length === 1) return fill.refs[0]!;
    return unfilled();
  }

  function measures({ fn, said, of, distinct }: MeasureOf): readonly Measure[] {
    const fill = fills.get(of) ?? unfilled();
    const word = said ? fills.get(said) : undefined;
    const fns = said ? (word?.kind === 'aggregate' ? word.fns : unfilled()) : [fn];
    const refs = refsOf(fill);
    const once = distinct || (fill.kind === 'columns' && fill.distinct);
    return refs.flatMap((ref) =>
      fns.map((own) => ({ fn: own, of: ref, distinct: once, context: null })),
    );
  }

  function condition(one: ConditionOf): Condition {
    if (one.kind === 'value') {
      const fill = fills.get(one.value);
      if (fill?.kind !== 'value') return unfilled();
      return one.negated ? ({ ...fill.condition, negated: true } as Condition) : fill.condition;
    }
    const of = refIn(one.of);
    if (one.kind === 'average')
      return { kind: 'compared', of, op: one.above ? '>' : '<', fn: 'avg', among: [] };
    if (one.kind === 'none') return { kind: 'rows', of, op: '=', value: 0 };
    if (one.bound === null) return { kind: 'rows', of, op: '>=', value: 1 };
    const bound = fills.get(one.bound);
    if (bound?.kind !== 'bound') return unfilled();
    const { op, value } = bound;
    return one.kind === 'rows'
      ? { kind: 'rows', of, op, value }
      : { kind: 'number', of, op, value, negated: false };
  }
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
