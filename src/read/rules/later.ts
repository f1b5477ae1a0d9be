import { SHOWN_ALSO } from '#src/language/en/asked-apart.ts';
import { PRICES } from '#src/language/en/asked-of-rows.ts';
import {
  type Ask,
  type Condition,
  isSameOption,
  type Measure,
  type Option,
  plainly,
  type Ref,
} from '#src/read/ask.ts';
import { CHUNK, type Found, measuresAt } from '#src/read/measures.ts';
import type { Question } from '#src/read/question.ts';
import type { Rule, Step } from '#src/read/reading.ts';

/** `Which shops have more than 3 staff? List the name`: what is shown of the rows that the first sentence finds. */
const laterItems: Rule = {
  name: 'what is to be shown, in a sentence of its own',
  example: 'Which customers have orders? List their names and ages.',
  read({ ask, at }, question) {
    // `Country too.` is shown beside the rows.
    const isBeside = question.is(question.lastWord, SHOWN_ALSO);
    if (!question.beginsAnew(at) || !isBare(ask) || isBeside) return [];
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
  const said = saidAgain(ask, at, question);
  if (!said) return null;
  const { to, value } = said;
  const { joiners } = question.language;
  const ends = question.endsPart(to) || joiners.some((one) => question.starts(to, one));
  if (!ends) return null;
  const items = ask.items.includes(value) ? ask.items : [...ask.items, value];
  return { to, cost: said.cost + CHUNK, ask: { ...ask, items }, last: 'item' };
}

/** A number that was spoken of, by other words: `the number`, `that total`, `how much is it`. */
function saidAgain(ask: Ask, at: number, question: Question): Found<Measure> | null {
  const { sameNumber: counts, askedAgain } = question.language;
  const number = computedIn(ask);
  const phrase = counts.find((one) => question.starts(at, one));
  if (phrase && number) return { to: at + phrase.length, value: number, cost: 0 };
  const isFunction = question.is(at, question.language.sameFunction);
  const again = number && isFunction ? functionAgain(number, at + 1, question) : null;
  if (again) return again;
  const amount = askedAgain.amounts.find((one) => question.starts(at, one));
  const plain = number ?? columnIn(ask, question);
  return amount && plain ? { to: at + amount.length, value: plain, cost: 0.05 } : null;
}

/** `average`, `total price`: a function that was computed, and what it was computed of. */
export function functionAgain(
  number: Measure,
  at: number,
  question: Question,
): Found<Measure> | null {
  const match = question.phrase(at, question.language.aggregates);
  if (!match) return null;
  const isSame = match.means === number.fn || (match.means === 'sum' && number.fn === 'count');
  if (!isSame) return null;
  const named = question
    .refs(match.to)
    .find(({ options }) =>
      options.some((one) => number.of.options.some((other) => isSameOption(one, other))),
    );
  return { to: named?.to ?? match.to, value: number, cost: 0 };
}

/** The only column that rows are ranked or bounded by; of `the oldest boat, and how much is it` no age is asked. */
function columnIn({ orders, conditions }: Ask, question: Question): Measure | null {
  const found = [
    ...orders.flatMap(({ by, picks }) => (picks && by.fn === null ? [by.of] : [])),
    ...conditions.flatMap((one) =>
      one.kind === 'number' || one.kind === 'between' || one.kind === 'compared' ? [one.of] : [],
    ),
  ];
  const [of, second] = found;
  return of && !second && !isOtherDegree(of, question) ? plainly(of) : null;
}

/** `oldest`: a word of rank that speaks of something else than what is paid. */
function isOtherDegree({ from, to }: Ref, question: Question): boolean {
  const rank = question.phrase(from, question.language.rankings);
  const isImplied = rank !== null && rank.to === to && rank.means.of.length > 0;
  return isImplied && !rank.means.of.some((word) => PRICES.includes(word));
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
