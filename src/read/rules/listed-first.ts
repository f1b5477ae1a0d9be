import type { Ranking } from '#src/language/meanings.ts';
import { type Ask, type Measure, type Order, plainly, type Ref } from '#src/read/ask.ts';
import { CHUNK, type Found, rowsFrom } from '#src/read/measures.ts';
import type { Question } from '#src/read/question.ts';
import type { Rule, Step } from '#src/read/reading.ts';
import { functionAgain } from '#src/read/rules/later.ts';
import { impliedBy, numberOf, rankedBy, rowsListed } from '#src/read/rules/orders.ts';

/** `, newest first`, `, most members first`, `from the highest fare to the lowest`: an order that is said by its ends. */
const listedFirst: Rule = {
  name: 'an order by what is listed first',
  example: 'names and ages of customers, oldest first',
  read({ ask, at, last }, question) {
    const { opener, behind, to: until } = question.language.listedFirst;
    if (ask.orders.length > 0 || ask.items.length === 0 || last === 'nothing') return [];
    if (ask.limit !== null || ask.frequency !== null) return [];
    const opened = opener.find((phrase) => question.starts(at, phrase));
    const isSpan = question.word(at) === 'from';
    const start = opened ? at + opened.length : isSpan ? at + 1 : at;
    return question.nouns(start).flatMap((from) => {
      const match = question.phrase(from, question.language.rankings);
      if (!match) return [];
      const orders = ordersAt(ask, match, from, question);
      return orders.flatMap(({ to, value, cost }): Step[] => {
        const end = opened
          ? to
          : isSpan
            ? otherEnd(to, until, match.means, question)
            : question.is(to, behind)
              ? to + 1
              : null;
        if (end === null || (end < question.length && !question.isPunctuation(end))) return [];
        return [{ to: end, cost: cost + CHUNK, ask: { ...ask, orders: [value] }, last: 'other' }];
      });
    });
  },
};

/** `to the lowest`: the other end, with a word for what is ordered that was said before; the token behind it. */
function otherEnd(
  at: number,
  until: { has(word: string): boolean },
  { direction, of }: Ranking,
  question: Question,
): number | null {
  if (!question.is(at, until)) return null;
  const from = question.isArticle(at + 1) ? at + 2 : at + 1;
  const match = question.phrase(from, question.language.rankings);
  if (!match || match.means.direction === direction) return null;
  if (match.means.of.length > 0 !== of.length > 0) return null;
  return match.to;
}

/** What rows are put in order by, from a word of rank on. */
function ordersAt(
  ask: Ask,
  { to: at, means }: { readonly to: number; readonly means: Ranking },
  from: number,
  question: Question,
): readonly Found<Order>[] {
  const order = (of: Measure, direction = means.direction): Order => ({
    ...{ by: of, direction, picks: false },
  });
  const isMost = question.is(from, question.language.most);
  // `the highest fare first`, `most members first`
  if (means.of.length === 0) {
    const said = rankedBy(at, question, isMost && !means.time).map((one) => ({
      ...one,
      value: order(one.value),
    }));
    const alone = means.time ? timeOf(ask, question) : isMost ? null : numberOf(ask);
    if (!alone) return said;
    const again = functionAgain(alone, at, question);
    return [
      ...said,
      { to: at, value: order(alone), cost: 0.05 },
      ...(again ? [{ ...again, value: order(alone) }] : []),
    ];
  }
  const found: Found<Order>[] = [];
  const add = (to: number, rows: Ref | null) => {
    const own = (names: readonly string[]) => ownColumn(names, rows, { from, to: at }, question);
    const implied = own(means.of);
    const since = implied ? null : own(means.since ?? []);
    const { direction } = means;
    if (implied) found.push({ to, value: order(implied), cost: 0 });
    else if (since)
      found.push({ to, value: order(since, direction === 'desc' ? 'asc' : 'desc'), cost: 0 });
  };
  add(at, rowsListed(ask));
  // `the heaviest person first`
  for (const { to, value } of rowsFrom(at, question)) add(to, value);
  return found;
}

/** The column that a word of rank speaks of, in rows. */
function ownColumn(
  names: readonly string[],
  rows: Ref | null,
  { from, to }: { readonly from: number; readonly to: number },
  question: Question,
): Measure | null {
  const named = impliedBy(names, from, to, question);
  const options = (named?.options ?? []).filter((one) =>
    rows?.options.some(({ table }) => table === one.table),
  );
  return named && options.length > 0 ? plainly({ ...named, options }) : null;
}

/** The only time of the rows that are asked. */
function timeOf({ entity }: Ask, question: Question): Measure | null {
  const times = entity && question.timesOfRows(entity);
  return times ? plainly(times) : null;
}

export const LISTED_FIRST_RULES: readonly Rule[] = [listedFirst];
