import { readAfterNumber, readComparator } from '#src/planner/comparison.ts';
import { BETWEEN, EMPTY } from '#src/planner/condition-words.ts';
import type { Clause } from '#src/planner/conditions/clause.ts';
import { readCompared, readRange, skipUnits } from '#src/planner/conditions/comparisons.ts';
import { readMatch } from '#src/planner/conditions/matches.ts';
import { startsComparator } from '#src/planner/conditions/openers.ts';
import { askedColumn, isTheirName } from '#src/planner/conditions/their-name.ts';
import { readMoreValues } from '#src/planner/conditions/values.ts';
import { isNamed, isTable, isTimeColumn, isValue, meansTable } from '#src/planner/cursor.ts';
import { type Condition, Declined, type Thing } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { opensComputed } from '#src/planner/things/computed.ts';
import { readThing } from '#src/planner/things/thing.ts';
import { unitsOf } from '#src/planner/units.ts';
import { AGGREGATES } from '#src/planner/words.ts';

/** `average age above 30`, `the number of orders is more than 5`. */
export function readAggregated(clause: Clause): Condition | null {
  const { cursor } = clause;
  return cursor.attempt(() => {
    cursor.skip(['the', 'an', 'a']);
    const counts = ['number of', 'total number of', 'count of'].some((phrase) => {
      const words = phrase.split(' ');
      return words.every((word, index) => cursor.word(index) === word);
    });
    if (!counts && !AGGREGATES.has(cursor.word()) && !opensComputed(cursor)) return null;
    const thing = readThing(cursor, { ...clause.frame, conditions: [] });
    if (!thing || thing.aggregate === null) return null;
    thing.ctx ??= clause.ctx;
    return readAfterColumn(clause, thing);
  });
}

export function readOfColumn(clause: Clause, named: Mention): Condition | null {
  const column = isTheirName(clause, named) ? askedColumn(clause)! : named;
  clause.last = column;
  const thing: Thing = { of: column, ctx: clause.ctx, aggregate: null, distinct: false };
  return readAfterColumn(clause, thing);
}

/** What follows a column: a comparison, a value, a range, a pattern. */
function readAfterColumn(clause: Clause, thing: Thing): Condition | null {
  const negated = readLink(clause);
  const found = readSaidOfColumn(clause, thing);
  if (found && negated) found.negated = !found.negated;
  return found;
}

function readSaidOfColumn(clause: Clause, thing: Thing): Condition | null {
  const { cursor, ctx } = clause;
  const comparator = readComparator(cursor);
  if (comparator) return readCompared(clause, thing, comparator, []);
  if (cursor.takeAny(EMPTY)) return { kind: 'empty', ctx, negated: false, of: thing.of };
  const found = readRange(clause, thing) ?? readMatch(clause, thing.of);
  if (found) return found;
  const next = cursor.peek();
  if (!next || thing.aggregate) return null;
  if (next.period && !isTimeColumn(thing.of) && isTable(thing.of)) return null;
  if (next.period && (next.value === null || isTimeColumn(thing.of))) {
    cursor.at++;
    return { kind: 'period', ctx, negated: false, of: thing.of, period: next.period };
  }
  if (isValue(next) && !(isNamed(next) && meansTable(next) && !next.quoted)) {
    cursor.at++;
    const { more, joined } = readMoreValues(clause);
    return { kind: 'value', ctx, negated: false, of: thing.of, values: [next, ...more], joined };
  }
  return next.value === null ? null : readEqualNumber(clause, thing, next.value);
}

/** `age 30`, `age is 30 or more`. */
function readEqualNumber(clause: Clause, of: Thing, value: number): Condition {
  const { cursor, ctx } = clause;
  const number = cursor.peek();
  if (cursor.mentions[cursor.at - 1]?.word === 'from')
    throw new Declined(
      'ambiguous',
      `Is ${number!.text} a minimum or an exact number? Say "at least" or "exactly".`,
      number!.text,
    );
  cursor.at++;
  const op = cursor.attempt(() => readAfterNumber(cursor)) ?? '=';
  const units = unitsOf(number, skipUnits(clause));
  return { kind: 'compare', ctx, negated: false, of, op, value, units, implied: [] };
}

/** Words between a column and what it is compared with; says whether they negate. */
function readLink(clause: Clause): boolean {
  const { cursor } = clause;
  let negated = false;
  while (!cursor.done) {
    const word = cursor.word();
    if (word === '' || startsComparator(clause)) break;
    if (word === 'not') negated = !negated;
    else if (!BETWEEN.has(word) || EMPTY.some((one) => one.split(' ')[0] === word)) break;
    cursor.at++;
  }
  return negated;
}
