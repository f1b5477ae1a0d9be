import { wordsOf } from '#src/catalog/name-keys.ts';
import { type AskedWords, isSort } from '#src/check/owed/asked-words.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import type { OrderEnd, Statement } from '#src/check/owed/statement.ts';
import type { OrderWord } from '#src/language/asked-words.ts';
import { nodesIn } from '#src/sql/nodes.ts';

const SAME = (direction: 'asc' | 'desc'): OrderWord => ({ numbers: direction, dates: direction });

interface Asked {
  readonly at: number;
  readonly end: OrderWord;
  readonly size: number;
}

/** "The highest", "oldest", "most", "cheapest first": which end of an order. */
export const endsOwed: ReadObligations = (asked) => {
  const found = asked.tokens.flatMap((_, at) => endAt(asked, at));
  const [first, second] = found;
  // "From newest to oldest".
  const isRange =
    first &&
    second &&
    second.at === first.at + first.size + 1 &&
    asked.words.upTo.has(asked.tokens[second.at - 1]?.lower ?? '');
  if (isRange) return [sortOwed(asked.text(first.at, second.at + second.size), first.end, asked)];
  const isOne = found.every(
    ({ end }) => end.numbers === first?.end.numbers && end.dates === first.end.dates,
  );
  if (!first || !isOne) return [];
  const words = asked.text(first.at, first.at + first.size);
  const meant = found.some(({ at }) =>
    asked.mentions.some(({ start, end }) => start <= at && at < end),
  );
  return meant
    ? []
    : [
        isSort(asked, first.at)
          ? sortOwed(words, first.end, asked)
          : endOwed(words, first.end, asked),
      ];
};

function endAt(
  { tokens, values, inPeriod, words: language }: AskedWords,
  at: number,
): readonly Asked[] {
  const word = tokens[at]?.lower ?? '';
  const [before, after] = [tokens[at - 1]?.lower ?? '', tokens[at + 1]?.lower ?? ''];
  if (values.some(({ start, end }) => start <= at && at < end && end - start > 1)) return [];
  if (tokens[at]?.kind === 'quoted' || inPeriod.has(at)) return [];
  const special = language.orders.get(word);
  if (special) return [{ at, end: special, size: 1 }];
  const lead = language.leads.get(word);
  if (lead)
    return tokens[at + 1]?.value == null
      ? []
      : [{ at, end: { numbers: lead, dates: null }, size: 1 }];
  const extreme = language.extremes.get(word);
  if (extreme) {
    if (language.notExtremeAfter.has(before) || language.notExtremeBefore.has(after)) return [];
    if (language.recent.has(after))
      return [{ at, end: { numbers: null, dates: extreme }, size: 2 }];
    return [{ at, end: { numbers: extreme, dates: null }, size: 1 }];
  }
  // "Who was hired first": the earliest.
  const turn = language.firstAndLast.get(word);
  if (turn && language.isPast(before))
    return [{ at, end: { numbers: null, dates: turn }, size: 1 }];
  const superlative = language.superlatives.get(word);
  if (!superlative) return [];
  const { direction, time } = superlative;
  return [{ at, end: time ? { numbers: null, dates: direction } : SAME(direction), size: 1 }];
}

function endOwed(words: string, end: OrderWord, asked: AskedWords): Obligation {
  const { words: language, tokens } = asked;
  const isSorted = tokens.some(({ lower }) => language.sorting.has(lower));
  const isCalled = (word: string) => language.orders.get(word)?.numbers === end.numbers;
  return {
    kind: 'end',
    words,
    unmetBy: (statement) => {
      const { ends } = statement;
      if (ends.length === 0) return noEnd({ words, isSorted, isCalled }, statement);
      const against = ends.map((one) => isAgainst(one, end, statement, language.ranks));
      return against.every((one) => one === true)
        ? `The question asks for the ${words}, but the SQL takes the opposite.`
        : null;
    },
  };
}

function sortOwed(words: string, end: OrderWord, { words: language }: AskedWords): Obligation {
  return {
    kind: 'sort',
    words,
    unmetBy: (statement) => {
      const [first] = statement.facts.root.orderBy;
      if (!first) return `The question asks for the order "${words}", but the SQL doesn't sort.`;
      const taken = { direction: first.direction, of: first.expr.node };
      return isAgainst(taken, end, statement, language.ranks)
        ? `The question asks for the order "${words}", but the SQL sorts the other way.`
        : null;
    },
  };
}

/** Whether an end is surely the other one; null where that is not known. */
function isAgainst(
  { direction, of }: OrderEnd,
  end: OrderWord,
  statement: Statement,
  ranks: ReadonlySet<string>,
): boolean | null {
  if (direction === null || !of) return null;
  const columns = [...nodesIn(of)].flatMap((node) =>
    node.kind === 'column' && node.column ? [node.column] : [],
  );
  const known = columns.map((column) => statement.columnOf(column));
  if (known.some((one) => one && wordsOf(one.label).some((word) => ranks.has(word)))) return null;
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

interface AskedEnd {
  readonly words: string;
  readonly isSorted: boolean;
  /** Whether a word of a column's name says the same end: `max` for "the maximum". */
  readonly isCalled: (word: string) => boolean;
}

/** Nothing that could be an end: no order with a limit, no MAX or MIN, no comparison with another result. */
function noEnd(
  { words, isSorted, isCalled }: AskedEnd,
  { blocks, nodes, facts, comparisons, columnOf }: Statement,
): string | null {
  // `as_of = '2026-08-31'`, the latest day.
  const isDay = comparisons.some(
    ({ op, column }) => op === '=' && column !== null && columnOf(column)?.kind === 'time',
  );
  if (isDay) return null;
  // `average max weight`: the name of what is read.
  const isNamed = facts.columns.some((one) =>
    wordsOf(columnOf(one)?.label ?? '').some(
      (word) => word === words.toLowerCase() || isCalled(word),
    ),
  );
  if (isNamed) return null;
  const compares = nodes.some((node) => node.kind === 'subquery' && node.mode !== 'exists');
  const isOrdered = blocks.some(({ orderBy }) => orderBy.length > 0);
  if (compares || (isOrdered && isSorted) || facts.root.setOperation) return null;
  if (isOrdered) return `The question asks for the ${words}, but the SQL shows all rows.`;
  return `The question asks for the ${words}, but the SQL doesn't look for it.`;
}
