import type { Condition, Measure, Ref } from '#src/read/ask.ts';
import {
  CHUNK,
  type Found,
  premodifiedRows,
  refsFrom,
  saidByName,
  tablesOf,
} from '#src/read/measures.ts';
import type { Question } from '#src/read/question.ts';
import type { Rule, Step } from '#src/read/reading.ts';

/** `what percentage of the customers have orders`: all that follows is said of the part; what stands before the rows, of the whole. */
const share: Rule = {
  name: 'which part of all rows is so',
  example: 'What percentage of the customers have an order',
  read({ ask, at }, question) {
    const { nouns, asking } = question.language.shares;
    if (ask.items.length > 0 || ask.entity !== null || ask.conditions.length > 0) return [];
    if (!question.is(at, nouns) || question.word(at + 1) !== 'of' || isNamed(at, question))
      return [];
    const opens = question.is(at - 1, asking) ? saysOfPart : narrowsPart;
    return rowsFrom(at + 2, question).flatMap(({ to, value, cost }): Step[] => {
      if (!opens(to, question)) return [];
      const item: Measure = { fn: 'count', of: value.rows, distinct: false, context: null };
      return [
        {
          ...{ to, cost: cost + CHUNK, last: 'other' },
          ask: {
            ...ask,
            items: [item],
            entity: value.rows,
            conditions: value.said,
            shareOf: value.said,
          },
        },
      ];
    });
  },
};

/** `share of market`, where a column is called so. */
const isNamed = (at: number, question: Question): boolean =>
  question
    .refs(at)
    .some(({ options }) =>
      options.some(({ kind, evidence }) => kind === 'column' && evidence === 'name'),
    );

interface Whole {
  readonly rows: Ref;
  readonly said: readonly Condition[];
}

function rowsFrom(at: number, question: Question): readonly Found<Whole>[] {
  const plain = refsFrom(at, question).flatMap(({ to, value, cost }) => {
    const rows = tablesOf(value);
    return rows ? [{ to, cost, value: { rows, said: saidByName(rows) } }] : [];
  });
  const narrowed = premodifiedRows(at, question).map(({ to, value, cost }) => ({
    ...{ to, cost },
    value: { rows: value.rows, said: value.conditions },
  }));
  return [...plain, ...narrowed];
}

/** `… of the customers have`: the verb of the question. A participle may as well narrow the whole. */
function saysOfPart(at: number, question: Question): boolean {
  const { verbs } = question.language.shares;
  if (question.is(at, verbs)) return true;
  const { isVerbForm } = question.language.verbs;
  const word = question.word(at);
  if (isVerbForm(word) !== true || word.endsWith('ing')) return false;
  return !question.tokens.slice(at).some(({ lower }) => verbs.has(lower));
}

/** `the percentage of customers who have orders`: one clause, that tells the part. */
function narrowsPart(at: number, question: Question): boolean {
  const { clauses, verbs } = question.language.shares;
  if (!question.is(at, clauses)) return false;
  let told = 0;
  for (let next = at; next < question.length; next++) {
    if (question.is(next, clauses)) told++;
    if (
      question.is(next, verbs) &&
      !question.is(next - 1, clauses) &&
      !question.is(next - 1, verbs)
    )
      return false;
  }
  return told === 1;
}

export const SHARE_RULES: readonly Rule[] = [share];
