import { OPPOSITE } from '#src/planner/opposite-comparison.ts';
import type { ComparisonOperator } from '#src/plugin-api/query.ts';
import type { Condition } from '#src/read/ask.ts';
import {
  after,
  columnsOf,
  type Found,
  measuresAt,
  refsFrom,
  tablesOf,
} from '#src/read/measures.ts';
import { onceAt } from '#src/read/once-at.ts';
import type { Question } from '#src/read/question.ts';

export interface Bound {
  readonly op: ComparisonOperator;
  readonly value: number;
  /** The word of the comparison, which may tell of what it speaks: `older`. */
  readonly word: string;
}

/** `more than 3`, `3 or more`, `exactly 2`. */
export const boundAt = onceAt((at, question): Found<Bound> | null => {
  const before = question.phrase(at, question.language.comparators);
  if (before) {
    let from = before.to;
    if (question.isArticle(from)) from++;
    if (question.is(from, question.language.year)) from++;
    const value = question.number(from);
    if (value === null) return null;
    return { to: from + 1, value: { op: before.means, value, word: question.word(at) }, cost: 0 };
  }
  const value = question.number(at);
  if (value === null) return null;
  const behind = question.phrase(at + 1, question.language.boundsAfter);
  return behind
    ? {
        to: behind.to,
        value: { op: behind.means, value, word: question.word(behind.to - 1) },
        cost: 0,
      }
    : null;
});

/** `between 3 and 5`, `from 3 to 5`. */
export function spanAt(at: number, question: Question): Found<readonly [number, number]> | null {
  let from = at;
  const opener = question.word(from);
  if (opener === 'between' || opener === 'from') from++;
  else if (opener === 'in' && question.starts(at, ['in', 'the', 'range', 'of'])) from += 4;
  else return null;
  const low = question.number(from);
  const { ends } = question.language.between;
  const link = question.language.rangeEnds.find((phrase) => question.starts(from + 1, phrase));
  const to = link ? from + 1 + link.length : question.is(from + 1, ends) ? from + 2 : null;
  const high = to === null ? null : question.number(to);
  return low === null || high === null ? null : { to: to! + 1, value: [low, high], cost: 0 };
}

/** Bounds whose words do not stand together, and those of what is computed over the rows of each. */
export function partedBounds(
  at: number,
  question: Question,
  negated: boolean,
): readonly Found<Condition>[] {
  return [
    ...namedBeforeNumber(at, question, negated),
    ...namedBeforeThan(at, question, negated),
    ...ageBounds(at, question, negated),
    ...computedBounds(at, question, negated),
  ];
}

/** `under age 30`, `after year 2005`: the column between a comparison and its number. */
function namedBeforeNumber(
  at: number,
  question: Question,
  negated: boolean,
): readonly Found<Condition>[] {
  const than = question.phrase(at, question.language.comparators);
  if (!than) return [];
  return refsFrom(than.to, question).flatMap((column): Found<Condition>[] => {
    const of = columnsOf(column.value);
    const from = question.word(column.to) === 'of' ? column.to + 1 : column.to;
    const value = question.number(from);
    if (!of || value === null) return [];
    return [
      {
        ...{ to: from + 1, cost: column.cost },
        value: { kind: 'number', of, op: than.means, value, negated },
      },
    ];
  });
}

/** `more seats than 500`, `a higher price than 20`: the name within a comparison. */
function namedBeforeThan(
  at: number,
  question: Question,
  negated: boolean,
): readonly Found<Condition>[] {
  if (!question.holdsAfter(at, 'than')) return [];
  const op = question.comparative(at);
  if (!op) return [];
  return refsFrom(at + 1, question).flatMap((name): Found<Condition>[] => {
    if (question.word(name.to) !== 'than') return [];
    const columns = columnsOf(name.value);
    const rows = tablesOf(name.value);
    const value = question.number(name.to + 1);
    const { cost } = name;
    if (value === null) return [];
    const to = name.to + 2;
    return [
      ...(columns
        ? [{ to, cost, value: { kind: 'number', of: columns, op, value, negated } as const }]
        : []),
      ...(rows
        ? [
            {
              ...{ to, cost },
              value: { kind: 'rows', of: rows, op: negated ? OPPOSITE[op] : op, value } as const,
            },
          ]
        : []),
    ];
  });
}

/** `at least 30 years old`: of the age that rows have. */
function ageBounds(at: number, question: Question, negated: boolean): readonly Found<Condition>[] {
  const bound = boundAt(at, question);
  const old = bound && question.language.ages.find((one) => question.starts(bound.to, one));
  if (!bound || !old) return [];
  const options = question.named(question.language.age).filter(({ kind }) => kind === 'column');
  if (options.length === 0) return [];
  const to = bound.to + old.length;
  const of = { from: bound.to, to, text: question.textOf(bound.to, to), options };
  const { op, value } = bound.value;
  return [{ to, cost: 0, value: { kind: 'number', of, op, value, negated } }];
}

/** `a total amount above 1000`, `more than 1000 total points`: of all rows that belong to each one. */
function computedBounds(
  at: number,
  question: Question,
  negated: boolean,
): readonly Found<Condition>[] {
  const found: Found<Condition>[] = [];
  const add = (
    to: number,
    of: Extract<Condition, { kind: 'computed' }>['of'],
    { op, value }: Pick<Bound, 'op' | 'value'>,
    cost: number,
  ) => {
    const rows = of.fn === 'count' ? tablesOf(of.of) : null;
    const said = negated ? OPPOSITE[op] : op;
    if (rows) found.push({ to, cost, value: { kind: 'rows', of: rows, op: said, value } });
    else if (of.fn !== 'count')
      found.push({ to, cost, value: { kind: 'computed', of, op: said, value } });
  };
  const isComputed = (from: number) =>
    question.nouns(from).some((next) => question.phrase(next, question.language.aggregates));
  if (isComputed(at))
    for (const { to, value, cost } of measuresAt(at, question)) {
      const [measure, second] = value;
      if (second || measure!.fn === null || measure!.context !== null) continue;
      for (const from of after(to, question, question.language.between.bounds)) {
        const bound = boundAt(from, question);
        if (bound) add(bound.to, measure!, bound.value, cost);
      }
    }
  const bound = boundAt(at, question);
  if (bound && isComputed(bound.to))
    for (const { to, value, cost } of measuresAt(bound.to, question)) {
      const [measure, second] = value;
      if (!second && measure!.fn !== null && measure!.fn !== 'count' && measure!.context === null)
        add(to, measure!, bound.value, cost);
    }
  return found;
}
