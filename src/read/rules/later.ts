import type { Ask, Condition, Measure, Option, Ref } from '#src/read/ask.ts';
import { CHUNK, measuresAt } from '#src/read/measures.ts';
import type { Question } from '#src/read/question.ts';
import type { Rule, Step } from '#src/read/reading.ts';

/** `Which shops have more than 3 staff? List the name`: what is shown of the rows that the first sentence finds. */
const laterItems: Rule = {
  name: 'what is to be shown, in a sentence of its own',
  example: 'Which customers have orders? List their names and ages.',
  read({ ask, at }, question) {
    if (!question.beginsAnew(at) || !isBare(ask)) return [];
    const computed = ask.items.filter(({ fn }) => fn !== null);
    const kept = { ...ask, items: computed };
    const found = measuresAt(at, question).map(
      ({ to, value, cost }): Step => ({
        to,
        cost: cost + CHUNK,
        ask: { ...kept, items: [...computed, ...value.map((one) => withContext(one, ask))] },
        last: 'item',
      }),
    );
    const number = sameNumber(kept, at, question);
    return number ? [...found, number] : found;
  },
};

const withContext = (one: Measure, { entity, groups }: Ask): Measure =>
  one.fn === null && one.context === null && groups.length === 0
    ? { ...one, context: entity }
    : one;

/** Whether rows alone are asked so far, or what is computed of them. */
const isBare = ({ items, entity, groups, frequency }: Ask): boolean =>
  (entity !== null || groups.length > 0) &&
  frequency === null &&
  items.every(({ fn, of, everything }) => !everything && (fn !== null || of === entity));

/** `and the number`: what was computed, counted or ranked by before. */
const numberAgain: Rule = {
  name: 'the number that was spoken of',
  example: 'Which customer has the most orders? Show the name and the number.',
  read({ ask, at, last }, question) {
    if (ask.items.length === 0) return [];
    const { joiners, beside } = question.language;
    const joiner = [...joiners, ...beside].find((phrase) => question.starts(at, phrase));
    if (!joiner || (last !== 'item' && joiner.length === 1 && joiner[0] === ',')) return [];
    const step = sameNumber(ask, at + joiner.length, question);
    return step ? [step] : [];
  },
};

function sameNumber(ask: Ask, at: number, question: Question): Step | null {
  const { sameNumber: phrases, joiners } = question.language;
  const phrase = phrases.find((one) => question.starts(at, one));
  if (!phrase) return null;
  const to = at + phrase.length;
  const ends =
    to >= question.length ||
    question.isPunctuation(to) ||
    joiners.some((one) => question.starts(to, one));
  const number = ends ? computedIn(ask) : null;
  if (!number) return null;
  const items = ask.items.includes(number) ? ask.items : [...ask.items, number];
  return { to, cost: CHUNK, ask: { ...ask, items }, last: 'item' };
}

/** The only number that a reading computes: shown, ranked by, or bounded. */
function computedIn({ items, orders, conditions, frequency }: Ask): Measure | null {
  const found = [
    ...(frequency ? rowsOf(items) : []),
    ...items.filter(({ fn }) => fn !== null),
    ...orders.flatMap(({ by }) => (by.fn === null || items.includes(by) ? [] : [by])),
    ...conditions.flatMap((one) => (isCounted(one) ? [countOf(one)] : [])),
  ];
  return found.length === 1 ? found[0]! : null;
}

/** The rows of the value that is the most common: their number. */
function rowsOf(items: readonly Measure[]): readonly Measure[] {
  const [item, second] = items;
  if (!item || second) return [];
  const options = item.of.options.map(
    ({ table, cost }): Option => ({
      ...{ kind: 'table', table, cost, evidence: 'name' },
    }),
  );
  const unique = [...new Map(options.map((one) => [one.table, one])).values()];
  return [countOf({ of: { ...item.of, options: unique } })];
}

const isCounted = (one: Condition): one is Extract<Condition, { kind: 'rows' }> =>
  one.kind === 'rows' && one.value > 0 && !(one.op === '>=' && one.value === 1);

const countOf = ({ of }: { readonly of: Ref }): Measure => ({
  ...{ fn: 'count', of, distinct: false, context: null },
});

export const LATER_RULES: readonly Rule[] = [laterItems, numberAgain];
