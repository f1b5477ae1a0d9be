import type { Ask, Condition, Ref } from '#src/read/ask.ts';
import { after, CHUNK, columnsFrom, type Found, refsFrom, tablesOf } from '#src/read/measures.ts';
import type { Question } from '#src/read/question.ts';
import type { Rule, Step } from '#src/read/reading.ts';
import { comparedConditions } from '#src/read/rules/against.ts';
import { boundAt, isNumber } from '#src/read/rules/bounds.ts';
import { allConditions, shownMatches, textAfter } from '#src/read/rules/conditions.ts';
import { spokenLast, timesOfLast } from '#src/read/rules/times.ts';

const either: Rule = {
  name: 'one of two conditions',
  example: 'customers from Oslo or older than 30',
  read({ ask, at }, question) {
    if (!question.holdsAfter(at, 'or')) return [];
    const opened = question.word(at) === 'either';
    const starts = opened ? after(at + 1, question, question.language.between.alternatives) : [at];
    const firsts = starts.flatMap((from) => conditionsAt(ask, from, question, opened));
    const pairs = firsts.flatMap((first) => alternativesOf(ask, first, question));
    return [...numbersBefore(at, question), ...pairs].map(
      ({ to, value, cost }): Step => ({
        ...{ to, cost: cost + CHUNK, last: 'other' },
        ask: { ...ask, either: [...ask.either, value] },
      }),
    );
  },
};

/** Conditions that begin at a token, where they may be passed to over a verb: `or handled by Ann`. */
function conditionsAt(
  ask: Ask,
  at: number,
  question: Question,
  passes: boolean,
): readonly Found<Condition>[] {
  const plain = [
    ...allConditions(at, question, false),
    ...comparedConditions(at, question),
    ...shownMatches(ask, at, question),
    ...timesOfLast({ ask, passed: [] }, at, question),
  ];
  if (plain.length > 0 || !passes || !question.isVerb(at)) return plain;
  return after(at + 1, question, question.language.between.alternatives).flatMap((from) =>
    conditionsAt(ask, from, question, false).map((one) => ({ ...one, cost: one.cost + VERB_COST })),
  );
}

const VERB_COST = 0.15;

/** `or a clerk with the first name Ann`: rows, and what is said of them. */
const ofOtherRows = (at: number, question: Question): readonly Found<Condition>[] =>
  refsFrom(at, question).flatMap(({ to, value, cost }) =>
    tablesOf(value) === null
      ? []
      : after(to, question, question.language.between.shared)
          .slice(1)
          .flatMap((from) => allConditions(from, question, false))
          .filter((one) => isOfRows(one.value, value))
          .map((one) => ({ ...one, cost: one.cost + cost + 0.05 })),
  );

/** Whether a condition may be one of some rows. */
function isOfRows(condition: Condition, rows: Ref): boolean {
  const options =
    condition.kind === 'value' && condition.of === null
      ? condition.values[0]!.options
      : condition.kind === 'computed'
        ? condition.of.of.options
        : 'of' in condition && condition.of
          ? condition.of.options
          : [];
  return options.some(({ table }) => rows.options.some((one) => one.table === table));
}

/** A condition, and another one after `or`: `in Oslo or older than 30`, `above 30 or below 10`. */
function alternativesOf(
  ask: Ask,
  first: Found<Condition>,
  question: Question,
): readonly Found<readonly Condition[]>[] {
  if (question.word(first.to) !== 'or') return [];
  const from = first.to + 1;
  const again = sameAgain(first, from, question);
  if (again.length > 0) return again;
  const starts = after(from, question, question.language.between.alternatives);
  return [
    ...new Set([...starts, ...starts.flatMap((at) => afterSameRows(ask, at, question))]),
  ].flatMap((at) =>
    [...conditionsAt(ask, at, question, true), ...ofOtherRows(at, question)].map((then) => ({
      to: then.to,
      value: [first.value, then.value],
      cost: first.cost + then.cost + 0.1,
    })),
  );
}

/** `or an institution with type X`: the rows that were spoken of, again. */
function afterSameRows(ask: Ask, at: number, question: Question): readonly number[] {
  const rows = spokenLast(ask, at, question);
  return refsFrom(at, question).flatMap(({ to, value }) =>
    rows && isSameRows(rows, value)
      ? after(to, question, question.language.between.shared).slice(0, 3)
      : [],
  );
}

const isSameRows = (one: Ref, other: Ref): boolean => {
  const rows = tablesOf(other);
  return (
    rows?.options.some(({ table }) => one.options.some((option) => option.table === table)) ?? false
  );
};

/** Another bound or text of what was compared: `above 30 or below 10`, `contains A or B`. */
function sameAgain(
  { value: one, cost }: Found<Condition>,
  at: number,
  question: Question,
): readonly Found<readonly Condition[]>[] {
  if (one.kind === 'match' && !one.negated) {
    const to = after(at, question, question.language.between.texts).at(-1)!;
    const token = textAfter({ to }, question);
    return token ? [{ to: to + 1, cost, value: [one, { ...one, text: token.text }] }] : [];
  }
  if (one.kind !== 'number' || one.negated) return [];
  const again = { kind: 'number', of: one.of, negated: false } as const;
  const bound = boundAt(at, question);
  const equal = question.number(at);
  // `more than 2 floors or more than 3 lifts`: the second is of something else.
  if (bound && refsFrom(bound.to, question).length === 0) {
    const { op, value } = bound.value;
    return [{ to: bound.to, cost: cost + 0.1, value: [one, { ...again, op, value }] }];
  }
  if (equal !== null && one.op === '=')
    return [{ to: at + 1, cost, value: [one, { ...again, op: '=', value: equal }] }];
  return [];
}

/** `3 or 4 stars`: two numbers before what they are of. */
function numbersBefore(at: number, question: Question): readonly Found<readonly Condition[]>[] {
  const [low, high] = [question.number(at), question.number(at + 2)];
  if (low === null || high === null || question.word(at + 1) !== 'or') return [];
  return columnsFrom(at + 3, question).map(({ to, value: of, cost }) => ({
    ...{ to, cost },
    value: [low, high].map((value) => isNumber(of, { op: '=', value }, false)),
  }));
}

export const ALTERNATIVE_RULES: readonly Rule[] = [either];
