import type { AskedWords } from '#src/check/owed/asked-words.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import type { OrderEnd, Statement } from '#src/check/owed/statement.ts';
import { wordsOf } from '#src/planner/lexicon/keys.ts';
import { SUPERLATIVES } from '#src/planner/words.ts';
import { nodesIn } from '#src/sql/nodes.ts';

type Direction = 'asc' | 'desc';

/** What a superlative says of numbers, and of dates; null: nothing that is sure. */
interface End {
  readonly numbers: Direction | null;
  readonly dates: Direction | null;
}

const SAME = (direction: Direction): End => ({ numbers: direction, dates: direction });
const SPECIAL: ReadonlyMap<string, End> = new Map([
  // The oldest has the highest age and the earliest birth; the fastest the highest speed and the shortest time.
  ['oldest', { numbers: null, dates: 'asc' }],
  ['youngest', { numbers: null, dates: 'desc' }],
  ['fastest', { numbers: null, dates: null }],
  ['slowest', { numbers: null, dates: null }],
  ['longest', { numbers: 'desc', dates: null }],
  ['shortest', { numbers: 'asc', dates: null }],
  ['highest', SAME('desc')],
  ['maximum', SAME('desc')],
  ['max', SAME('desc')],
  ['minimum', SAME('asc')],
  ['min', SAME('asc')],
]);
/** Words that make of "most" or "least" something else than an end. */
const NO_END_BEFORE: ReadonlySet<string> = new Set(['at']);
const NO_END_AFTER: ReadonlySet<string> = new Set(['of']);
/** Columns in which the best is the smallest. */
const RANKS: ReadonlySet<string> = new Set(
  'rank ranking position place order level priority time duration'.split(' '),
);

interface Asked {
  readonly at: number;
  readonly end: End;
  readonly size: number;
}

/** "The highest", "oldest", "most", "cheapest first": which end of an order. */
export const endsOwed: ReadObligations = (asked) => {
  const found = asked.tokens.flatMap((_, at) => endAt(asked, at));
  const [first] = found;
  const isOne = found.every(
    ({ end }) => end.numbers === first?.end.numbers && end.dates === first.end.dates,
  );
  if (!first || !isOne) return [];
  const isSort = asked.tokens.some(
    ({ lower }, at) => lower === 'first' && at > first.at && at <= first.at + 3,
  );
  const words = asked.text(first.at, first.at + first.size);
  const meant = found.some(({ at }) =>
    asked.mentions.some(({ start, end }) => start <= at && at < end),
  );
  return meant ? [] : [isSort ? sortOwed(words, first.end) : endOwed(words, first.end)];
};

function endAt({ tokens, values, inPeriod }: AskedWords, at: number): readonly Asked[] {
  const word = tokens[at]?.lower ?? '';
  const [before, after] = [tokens[at - 1]?.lower ?? '', tokens[at + 1]?.lower ?? ''];
  if (values.some(({ start, end }) => start <= at && at < end && end - start > 1)) return [];
  if (tokens[at]?.kind === 'quoted' || inPeriod.has(at)) return [];
  const special = SPECIAL.get(word);
  if (special) return [{ at, end: special, size: 1 }];
  if (word === 'top' || word === 'bottom') {
    const isCount = tokens[at + 1]?.value != null;
    return isCount
      ? [{ at, end: { numbers: word === 'top' ? 'desc' : 'asc', dates: null }, size: 1 }]
      : [];
  }
  if (word === 'most' || word === 'least' || word === 'fewest') {
    if (NO_END_BEFORE.has(before) || NO_END_AFTER.has(after)) return [];
    const direction = word === 'most' ? 'desc' : 'asc';
    if (after === 'recent' || after === 'recently')
      return [{ at, end: { numbers: null, dates: direction }, size: 2 }];
    return [{ at, end: { numbers: direction, dates: null }, size: 1 }];
  }
  const superlative = SUPERLATIVES.get(word);
  if (!superlative) return [];
  const { direction, time } = superlative;
  return [{ at, end: time ? { numbers: null, dates: direction } : SAME(direction), size: 1 }];
}

function endOwed(words: string, end: End): Obligation {
  return {
    kind: 'end',
    words,
    unmetBy: (statement) => {
      const { ends } = statement;
      if (ends.length === 0) return noEnd(words, statement);
      const against = ends.map((one) => isAgainst(one, end, statement));
      return against.every((one) => one === true)
        ? `The question asks for the ${words}; the statement takes the other end.`
        : null;
    },
  };
}

function sortOwed(words: string, end: End): Obligation {
  return {
    kind: 'sort',
    words,
    unmetBy: (statement) => {
      const [first] = statement.facts.root.orderBy;
      if (!first) return `The question asks for the ${words} first; the statement has no order.`;
      const taken = { direction: first.direction, of: first.expr.node };
      return isAgainst(taken, end, statement)
        ? `The question asks for the ${words} first; the statement begins with the other end.`
        : null;
    },
  };
}

/** Whether an end is surely the other one; null where that is not known. */
function isAgainst({ direction, of }: OrderEnd, end: End, statement: Statement): boolean | null {
  if (direction === null || !of) return null;
  const columns = [...nodesIn(of)].flatMap((node) =>
    node.kind === 'column' && node.column ? [node.column] : [],
  );
  const known = columns.map((column) => statement.columnOf(column));
  if (known.some((one) => one && wordsOf(one.label).some((word) => RANKS.has(word)))) return null;
  const counts = [...nodesIn(of)].some(
    (node) => node.kind === 'call' && (node.name === 'count' || node.name === 'sum'),
  );
  const [only] = known;
  const isDate =
    !counts &&
    only != null &&
    (only.type === 'date' || only.type === 'timestamp' || only.kind === 'time');
  const meant = isDate ? end.dates : end.numbers;
  return meant === null ? null : meant !== direction;
}

/** Nothing that could be an end: no order with a limit, no MAX or MIN, no comparison with another result. */
function noEnd(
  words: string,
  { blocks, nodes, facts, comparisons, columnOf }: Statement,
): string | null {
  // `as_of = '2026-08-31'`, the latest day.
  const isDay = comparisons.some(
    ({ op, column }) => op === '=' && column !== null && columnOf(column)?.kind === 'time',
  );
  if (isDay) return null;
  const compares = nodes.some((node) => node.kind === 'subquery' && node.mode !== 'exists');
  const isOrdered = blocks.some(({ orderBy }) => orderBy.length > 0);
  if (compares || isOrdered || facts.root.setOperation) return null;
  return `The question asks for the ${words}; the statement takes no end of an order.`;
}
