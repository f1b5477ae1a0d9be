import { type Ask, type Condition, type Order, plainly, type Ref } from '#src/read/ask.ts';
import { type Found, tablesOf } from '#src/read/measures.ts';
import type { Question } from '#src/read/question.ts';
import { type Reading, type Rule, type Step, step, withConditions } from '#src/read/reading.ts';
import { isTime } from '#src/read/times.ts';

/** The rows that a reading spoke of last before a token. */
export function spokenLast(
  { entity, items, conditions, groups, orders }: Ask,
  at: number,
  question: Question,
): Ref | null {
  const named = [
    ...(entity ? [entity] : []),
    ...items.flatMap(({ of, context }) => (context ? [of, context] : [of])),
    ...conditions.flatMap((one) =>
      one.kind === 'rows' || one.kind === 'picked'
        ? [one.of]
        : one.kind === 'number'
          ? rowsCalled(one.of, question)
          : [],
    ),
    ...groups,
    ...orders.flatMap(({ by }) => [by.of, ...rowsCalled(by.of, question)]),
  ];
  const rows = named.flatMap((ref) => tablesOf(ref) ?? []).filter(({ to }) => to <= at);
  return rows.toSorted((a, b) => b.to - a.to)[0] ?? null;
}

/** `more than 20 staff in 2003`, of a number and its rows that both are called so. */
const rowsCalled = ({ from, to, options }: Ref, question: Question): readonly Ref[] =>
  question
    .refs(from)
    .filter(
      (ref) =>
        ref.to === to &&
        ref.options.some(
          ({ kind, table }) => kind === 'table' && options.some((one) => one.table === table),
        ),
    );

/** The verb that ends before a token and is said of rows that end before it: `held` of `races held in 2009`. */
const verbBefore = (at: number, question: Question): string | null =>
  question.tokens[at - 1]?.kind === 'word' &&
  !question.isFunctionWord(at - 1) &&
  question.isVerbForm(at - 1)
    ? question.word(at - 1)
    : null;

/** `races held in 2009`, `members registered after 2015`: the time of the rows that were spoken of last. */
export function timesOfLast(
  { ask, passed }: Pick<Reading, 'ask' | 'passed'>,
  at: number,
  question: Question,
): readonly Found<Condition>[] {
  // `opened in 2011`: a verb that a time is called by is read with it.
  const said = question.phrase(at, question.language.verbsOfTimes);
  const told = question.is(at + 1, question.language.periodOpeners) && question.isVerbForm(at);
  const from = said?.to ?? (told ? at + 1 : at);
  const found = question.is(from, question.language.periodOpeners) ? question.period(from) : null;
  const rows = found ? spokenLast(ask, at, question) : null;
  if (!found || !rows) return [];
  const called = told ? question.timesCalled(rows, question.word(at)) : null;
  const of = said
    ? (called ?? question.timesOfVerbs(rows, said.means))
    : told
      ? called
      : timeSaidOf(rows, verbOf({ ask, passed }, rows, at, question), question);
  return of
    ? [
        {
          to: found.end,
          cost: 0.1,
          value: { kind: 'period', of, period: found.period, isImplied: true },
        },
      ]
    : [];
}

/** The verb that a time is said of; none where a number is, of rows that tell it for each time. */
function verbOf(
  { ask, passed }: Pick<Reading, 'ask' | 'passed'>,
  rows: Ref,
  at: number,
  question: Question,
): string | null {
  const isOfNumber = ask.conditions.some(
    (one) => one.kind === 'number' && one.of.from === rows.from,
  );
  return verbBefore(at, question) ?? (isOfNumber ? null : lastPassed(passed, question));
}

/** `who registered at a branch in 2016`: a verb that was passed over tells what happened then. */
const lastPassed = (passed: readonly number[], question: Question): string | null =>
  passed.length === 0 ? null : question.word(passed.at(-1)!);

/** The time that a verb tells of rows, or the only one that they have. */
function timeSaidOf(rows: Ref, verb: string | null, question: Question): Ref | null {
  const told = verb === null ? null : question.timesCalled(rows, verb);
  if (told) return told;
  const isPlain = verb === null || question.language.functionWords.happening.has(verb);
  return isPlain ? happenedOf(rows, question) : null;
}

/** Whether the name of a time ends before a token. */
function endsInTime(at: number, question: Question): boolean {
  for (let from = Math.max(0, at - LONGEST_NAME); from < at; from++)
    for (const { to, options } of question.refs(from))
      if (
        to === at &&
        options.some(
          (one) => one.kind === 'column' && one.evidence === 'name' && isTime(one.columns[0]),
        )
      )
        return true;
  return false;
}

const LONGEST_NAME = 4;

/** The only time of rows, where it is not that of a birth: `students in 2009` were not born then. */
export function happenedOf(rows: Ref, question: Question): Ref | null {
  const times = question.timesOfRows(rows);
  const isBirth = times?.options.some(
    (one) =>
      one.kind === 'column' &&
      one.columns[0].label
        .toLowerCase()
        .split(/[^\p{L}]+/u)
        .some((word) => question.language.births.has(word)),
  );
  return isBirth ? null : times;
}

const ofRows: Rule = {
  name: 'when the rows were',
  example: 'orders placed in 2025',
  read(reading, question) {
    const { ask, at } = reading;
    const found = at === 0 ? [] : timesOfLast(reading, at, question);
    // `a start date in 2009` is read beside its column.
    if (found.length === 0 || endsInTime(at, question)) return [];
    return found.map(({ to, value, cost }) => step(to, cost, withConditions(ask, [value])));
  },
};

/** `customers who opened a policy in 2017`: related rows, whose time the verb before them tells. */
const doneThen: Rule = {
  name: 'what was done then',
  example: 'customers who opened a policy in 2017',
  read({ ask, at }, question) {
    if ((ask.entity === null && ask.items.length === 0) || !question.isVerbForm(at)) return [];
    if (question.isAttribute(at) || question.valueRefs(at).length > 0) return [];
    const from = question.nouns(at + 1).at(-1)!;
    return question.refs(from).flatMap((ref): Step[] => {
      const rows = tablesOf(ref);
      const then = question.is(ref.to, question.language.periodOpeners);
      const found = rows && then ? question.period(ref.to) : null;
      const of = found && question.timesCalled(rows!, question.word(at));
      if (!found || !of) return [];
      const done: readonly Condition[] = [
        { kind: 'rows', of: rows!, op: '>=', value: 1 },
        { kind: 'period', of, period: found.period, isImplied: true },
      ];
      return [step(found.end, 0, withConditions(ask, done))];
    });
  },
};

/** `the customer who placed an order most recently`: the latest of the rows that were spoken of last. */
const recency: Rule = {
  name: 'the latest of the rows',
  example: 'the customer who placed an order most recently',
  read(reading, question) {
    const { ask, at } = reading;
    // `launched most recently`: a verb that a time is called by is read with it.
    const verb =
      question.isVerbForm(at) && question.phrase(at + 1, question.language.recency) !== null;
    const match = question.phrase(verb ? at + 1 : at, question.language.recency);
    if (!match || ask.orders.length > 0 || ask.frequency !== null) return [];
    if (match.to < question.length && !question.isPunctuation(match.to)) return [];
    const rows = spokenLast(ask, at, question);
    const told = verb && rows ? question.timesCalled(rows, question.word(at)) : null;
    const of = verb ? told : rows ? timeOfPassed(rows, reading, question) : null;
    if (!rows || !of) return [];
    const by = plainly(of);
    const order: Order = { by, direction: match.means, picks: true };
    return [step(match.to, 0, withLatest(ask, rows, order))];
  },
};

function timeOfPassed(rows: Ref, { passed }: Reading, question: Question): Ref | null {
  const told = passed.flatMap((at) => question.timesCalled(rows, question.word(at)) ?? []);
  return told.at(-1) ?? happenedOf(rows, question);
}

function withLatest(ask: Ask, rows: Ref, order: Order): Step['ask'] {
  const related = ask.conditions.find(
    (one) => one.kind === 'rows' && one.of.to === rows.to && one.op === '>=' && one.value === 1,
  );
  if (!related) return { ...ask, orders: [order] };
  return {
    ...ask,
    conditions: ask.conditions.map((one) =>
      one === related ? { kind: 'picked', of: rows, order, limit: null } : one,
    ),
  };
}

export const TIME_RULES: readonly Rule[] = [ofRows, doneThen, recency];
