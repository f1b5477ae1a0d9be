import { wordsOf } from '#src/catalog/name-keys.ts';
import { OPPOSITE } from '#src/planner/opposite-comparison.ts';
import type { ComparisonOperator } from '#src/plugin-api/query.ts';
import { type Condition, isNameOfRows, type Option, type Ref } from '#src/read/ask.ts';
import {
  after,
  columnsFrom,
  columnsOf,
  type Found,
  measuresAt,
  narrowed,
  refCalled,
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

/** The conditions, said or denied, that begin at a token. */
export type ConditionsAt = (
  at: number,
  question: Question,
  negated: boolean,
) => readonly Found<Condition>[];

/** What a number of rows is. */
export const isNumber = (
  of: Ref,
  { op, value }: Pick<Bound, 'op' | 'value'>,
  negated: boolean,
): Condition => ({ kind: 'number', of, op, value, negated });

export const isBetween = (of: Ref, [low, high]: readonly [number, number]): Condition => ({
  ...{ kind: 'between', of, low, high },
});

/** How many others rows have. */
export const isNumberOfRows = (
  of: Ref,
  { op, value }: Pick<Bound, 'op' | 'value'>,
  negated: boolean,
): Condition => ({ kind: 'rows', of, op: negated ? OPPOSITE[op] : op, value });

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
  if (!behind) return null;
  const { to, means: op } = behind;
  return { to, value: { op, value, word: question.word(to - 1) }, cost: 0 };
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
export const partedBounds: ConditionsAt = (at, question, negated) => {
  return [
    ...namedBeforeNumber(at, question, negated),
    ...namedBeforeThan(at, question, negated),
    ...ageBounds(at, question, negated),
    ...agesOfPeople(at, question, negated),
    ...betterBounds(at, question, negated),
    ...boundsOfVerbs(at, question, negated),
    ...populationBounds(at, question, negated),
    ...computedBounds(at, question, negated),
  ];
};

/** `under age 30`, `after year 2005`: the column between a comparison and its number. */
const namedBeforeNumber: ConditionsAt = (at, question, negated) => {
  const than = question.phrase(at, question.language.comparators);
  if (!than) return [];
  const op = than.means;
  return columnsFrom(than.to, question).flatMap(({ to, value: of, cost }) => {
    const from = question.word(to) === 'of' ? to + 1 : to;
    const value = question.number(from);
    return value === null
      ? []
      : [{ to: from + 1, cost, value: isNumber(of, { op, value }, negated) }];
  });
};

/** `more seats than 500`, `a higher price than 20`: the name within a comparison. */
const namedBeforeThan: ConditionsAt = (at, question, negated) => {
  if (!question.holdsAfter(at, 'than')) return [];
  const op = question.comparative(at);
  if (!op) return [];
  return refsFrom(at + 1, question).flatMap((name) => {
    const value = question.word(name.to) === 'than' ? question.number(name.to + 1) : null;
    if (value === null) return [];
    const columns = columnsOf(name.value);
    const rows = tablesOf(name.value);
    return [
      ...(columns ? [isNumber(columns, { op, value }, negated)] : []),
      ...(rows ? [isNumberOfRows(rows, { op, value }, negated)] : []),
    ].map((one) => ({ to: name.to + 2, cost: name.cost, value: one }));
  });
};

/** `at least 30 years old`: of the age that rows have. */
const ageBounds: ConditionsAt = (at, question, negated) => {
  const bound = boundAt(at, question);
  const old = bound && question.language.ages.find((one) => question.starts(bound.to, one));
  if (!bound || !old) return [];
  const options = question.named(question.language.age).filter(({ kind }) => kind === 'column');
  if (options.length === 0) return [];
  const to = bound.to + old.length;
  const of = { from: bound.to, to, text: question.textOf(bound.to, to), options };
  return [{ to, cost: 0, value: isNumber(of, bound.value, negated) }];
};

/** `people over 40`, `guests aged 30 to 35`, `past the age of 50`: of the age of people, where no word names it. */
const agesOfPeople: ConditionsAt = (at, question, negated) => {
  const said = agesAt(at, question);
  if (!said || !isEndOfBound(said.to, question)) return [];
  const options = agesOf(rowsOfAge(at, said.isNamed, question), question);
  const [first] = options;
  if (!first) return [];
  const of: Ref = { from: at, to: said.to, text: question.textOf(at, said.to), options };
  const [low, high] = said.ages;
  if (high !== undefined && negated) return [];
  const value =
    high === undefined
      ? isNumber(of, { op: said.op, value: low! }, negated)
      : isBetween(of, [low!, high]);
  return [{ to: said.to, cost: 0, value }];
};

interface Ages {
  readonly to: number;
  readonly op: ComparisonOperator;
  /** One bound, or both. */
  readonly ages: readonly number[];
  /** `aged`, `the age of`: that it is an age is said. */
  readonly isNamed: boolean;
}

function agesAt(at: number, question: Question): Ages | null {
  const { aged, openers, comparisons, most } = question.language.ageBounds;
  const isAged = question.is(at, aged);
  const from = isAged ? at + 1 : at;
  const bound = boundAt(from, question);
  const opener = isAged ? null : question.phrase(at, openers);
  const number = question.number(opener?.to ?? from);
  const span = isAged ? spanOfAges(from, question) : spanOfPeople(at, question);
  const isNamed = isAged || opener !== null || (span?.isNamed ?? false);
  const found: Ages | null = span
    ? { to: span.to, op: '=', ages: span.value, isNamed }
    : bound && (isAged || question.is(from, comparisons) || isBoundBehind(bound, question))
      ? { to: bound.to, op: bound.value.op, ages: [bound.value.value], isNamed }
      : number !== null && isNamed
        ? { to: (opener?.to ?? from) + 1, op: opener?.means ?? '=', ages: [number], isNamed }
        : null;
  return found?.ages.every((age) => age > 0 && age < most) ? found : null;
}

interface SpanOfAges extends Found<readonly [number, number]> {
  readonly isNamed: boolean;
}

/** `between 30 and 35`, `between 30 and 35 years old`, `in their thirties` */
function spanOfPeople(at: number, question: Question): SpanOfAges | null {
  const { decades, beforeDecades } = question.language.ageBounds;
  const opener = beforeDecades.find((phrase) => question.starts(at, phrase));
  const decade = opener && decades.get(question.word(at + opener.length));
  if (decade !== undefined)
    return { to: at + opener!.length + 1, value: [decade, decade + 9], cost: 0, isNamed: true };
  const isSpan = question.word(at) === question.language.spreads.between;
  const span = isSpan ? spanAt(at, question) : null;
  const old = span && question.language.ages.find((one) => question.starts(span.to, one));
  return span && { ...span, to: span.to + (old?.length ?? 0), isNamed: old !== undefined };
}

/** `40 and over` */
const isBoundBehind = (bound: Found<Bound>, question: Question): boolean =>
  question.is(bound.to - 1, question.language.ageBounds.comparisons);

/** `between 30 and 35`, `30 to 35` */
function spanOfAges(at: number, question: Question): SpanOfAges | null {
  const span = spanAt(at, question);
  if (span) return { ...span, isNamed: true };
  const [low, high] = [question.number(at), question.number(at + 2)];
  return low !== null && high !== null && question.is(at + 1, question.language.between.ends)
    ? { to: at + 3, value: [low, high], cost: 0, isNamed: true }
    : null;
}

/** Whether nothing stands behind a number that it could be one of: `over 40 points` is no age. */
const isEndOfBound = (at: number, question: Question): boolean =>
  at >= question.length ||
  question.isPunctuation(at) ||
  (question.isFunctionWord(at) && !question.is(at, question.language.between.ends)) ||
  question.is(at, question.language.between.lists);

/** The rows that were named last before a token; only people, where no word names the age. */
function rowsOfAge(at: number, isNamed: boolean, question: Question): readonly string[] {
  const people = question.people.map(({ table }) => table);
  const isOfAge = ({ table }: Option) => isNamed || people.includes(table);
  const { before } = question.language.ageBounds;
  let end = at;
  while (question.is(end - 1, before)) end--;
  for (let from = end - 1; from >= 0; from--)
    for (const { to, options } of question.refs(from)) {
      if (to > end) continue;
      const rows = options.filter(isNameOfRows);
      const isNear = to === end || end < at;
      if (rows.length > 0)
        return isNear && rows.every(isOfAge) ? rows.map(({ table }) => table) : [];
    }
  return [];
}

const agesOf = (rows: readonly string[], question: Question): readonly Option[] =>
  question
    .named(question.language.age)
    .filter(({ kind, table }) => kind === 'column' && rows.includes(table));

/** `weigh between 80 and 90`: of what the verb speaks. */
const boundsOfVerbs: ConditionsAt = (at, question, negated) => {
  const word = question.word(at);
  // A column that is called so is bounded as any.
  const isNamed = question.canBe(at, (one) => one.kind === 'column' && one.evidence === 'name');
  const names = isNamed ? [] : (question.language.measuring.get(word) ?? []);
  const called = refCalled(names, { at, word }, question);
  const rows = called && question.rowsSaidBefore(at)?.options;
  const of =
    called && narrowed(called, ({ table }) => rows?.some((one) => one.table === table) === true);
  if (!of) return [];
  const bound = boundAt(at + 1, question);
  const span = negated ? null : spanAt(at + 1, question);
  const end = bound?.to ?? span?.to;
  // `cost less than 20 hours`: what a number is of is said behind it.
  if (end === undefined || (end < question.length && !isEndOfBound(end, question))) return [];
  const value = bound ? isNumber(of, bound.value, negated) : isBetween(of, span!.value);
  return [{ to: end, cost: 0, value }];
};

/** `towns with more than 5000 people`: of the population that the rows have, where nobody is called so. */
const populationBounds: ConditionsAt = (at, question, negated) => {
  const { said, name, before } = question.language.population;
  const bound = boundAt(at, question);
  if (!bound || !question.is(bound.to, said)) return [];
  const isNamed = question.canBe(bound.to, isNameOfRows);
  const to = bound.to + 1;
  let end = at;
  while (question.is(end - 1, before)) end--;
  const rows = question.tablesBefore(end)?.options ?? [];
  if (isNamed || !isEndOfBound(to, question)) return [];
  const options = question
    .named(name)
    .filter(({ kind, table }) => kind === 'column' && rows.some((one) => one.table === table));
  if (options.length === 0) return [];
  const of: Ref = { from: bound.to, to, text: question.textOf(bound.to, to), options };
  return [{ to, cost: 0, value: isNumber(of, bound.value, negated) }];
};

/** `a rating of 8 or better`: of a number of which more is better, as its name tells. */
const betterBounds: ConditionsAt = (at, question, negated) => {
  const { behind, ifMore } = question.language.better;
  if (!behind.some(([word]) => question.holdsAfter(at, word!))) return [];
  return refsFrom(at, question).flatMap(({ to: end, value: named, cost }) => {
    const of = narrowed(
      named,
      (one) =>
        one.kind === 'column' && wordsOf(one.columns[0].label).some((word) => ifMore.has(word)),
    );
    if (!of) return [];
    return after(end, question, question.language.between.bounds).flatMap((from) => {
      const value = question.number(from);
      const better = behind.find((phrase) => question.starts(from + 1, phrase));
      if (value === null || !better) return [];
      const to = from + 1 + better.length;
      return [{ to, cost, value: isNumber(of, { op: '>=', value }, negated) }];
    });
  });
};

/** `a total amount above 1000`, `more than 1000 total points`: of all rows that belong to each one. */
const computedBounds: ConditionsAt = (at, question, negated) => {
  const found: Found<Condition>[] = [];
  const add = (
    to: number,
    of: Extract<Condition, { kind: 'computed' }>['of'],
    { op, value }: Pick<Bound, 'op' | 'value'>,
    cost: number,
  ) => {
    const rows = of.fn === 'count' ? tablesOf(of.of) : null;
    const said = negated ? OPPOSITE[op] : op;
    if (rows) found.push({ to, cost, value: isNumberOfRows(rows, { op, value }, negated) });
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
};
