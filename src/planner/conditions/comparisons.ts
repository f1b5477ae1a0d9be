import { words } from '#src/language/tables.ts';
import { type Comparator, readAfterNumber, readNumber } from '#src/planner/comparison.ts';
import { UNIT_WORDS } from '#src/planner/condition-words.ts';
import type { Clause } from '#src/planner/conditions/clause.ts';
import { readOtherThan } from '#src/planner/conditions/values.ts';
import {
  isColumn,
  isNamed,
  isTable,
  isTimeColumn,
  meansTable,
  namesColumn,
} from '#src/planner/cursor.ts';
import { type Condition, Declined, type Thing, Unread } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { isNumeric } from '#src/planner/measured.ts';
import { readBeforeRows, readFlagBefore } from '#src/planner/things/premodifiers.ts';
import { unitsOf } from '#src/planner/units.ts';
import { AGGREGATES } from '#src/planner/words.ts';
import { FUNCTIONS } from '#src/query/functions.ts';
import { saidUnits } from '#src/query/units.ts';

/** After a comparison word. */
export function readCompared(
  clause: Clause,
  of: Thing | null,
  comparator: Comparator,
  verb: readonly string[],
): Condition | null {
  const { cursor } = clause;
  if (comparator.by?.time && !of)
    throw new Declined('unsupported_question', 'Say "after" or "before" with a time.', 'than');
  if (of) refuseOtherMeasure(of, comparator);
  const implied = comparator.by?.of ?? verb;
  const average = readAverage(clause, of, comparator, implied);
  if (average) return average;
  cursor.skip(['the', 'a']);
  const number = cursor.peek();
  const value = readNumber(cursor);
  if (value === null) return readOtherThan(clause, of, comparator);
  const after = readAfterNumber(cursor);
  const units = unitsOf(number, skipUnits(clause, of !== null || implied.length > 0));
  const op = after ?? comparator.op;
  // `or more than 1000 people`: they are no unit of what the bound before was of.
  if (!of && cursor.mentions[cursor.at - 1]?.word === PERSONS)
    throw new Unread('unsupported_question', `Which rows should have ${value} people?`, PERSONS);
  if (of)
    return { kind: 'compare', ctx: clause.ctx, negated: false, of, op, value, units, implied: [] };
  const counted = readCounted(clause, op, value, implied);
  return counted && { ...counted, units };
}

const PERSONS = 'people';

/** `with hosts older than 50`: of rows, what the word speaks of, rather than a number that is called as they are. */
function refuseOtherMeasure({ of }: Thing, { by }: Comparator): void {
  if (!by || by.worth || by.time || by.of.length === 0 || !isTable(of)) return;
  throw new Unread('unsupported_question', `Name the column to compare "${of.text}" by.`);
}

/** `more than 3 orders`: what the number is of comes after it. */
function readCounted(
  clause: Clause,
  op: Comparator['op'],
  value: number,
  implied: readonly string[],
): Extract<Condition, { kind: 'compare' }> | null {
  const { cursor } = clause;
  const distinct = cursor.takeAny(['different', 'distinct', 'unique']) !== null;
  // `more than 3 completed orders`
  if (implied.length === 0 && !readFlagBefore(cursor, clause.frame))
    readBeforeRows(cursor, clause.frame, (one) => !isNamed(one));
  const mention = cursor.peek();
  if (isNamed(mention) && implied.length === 0) {
    cursor.at++;
    const rows = isTable(mention) && (meansTable(mention) || !numericColumn(mention, 0.9));
    const aggregate = rows || !numericColumn(mention, 0) ? 'count' : null;
    if (aggregate) clause.ctx = mention;
    const of: Thing = { of: mention, ctx: clause.ctx, aggregate, distinct };
    return { kind: 'compare', ctx: clause.ctx, negated: false, of, op, value, implied: [] };
  }
  if (implied.length > 0)
    return { kind: 'compare', ctx: clause.ctx, negated: false, of: null, op, value, implied };
  if (clause.last) {
    const of: Thing = { of: clause.last, ctx: clause.ctx, aggregate: null, distinct: false };
    return { kind: 'compare', ctx: clause.ctx, negated: false, of, op, value, implied: [] };
  }
  const ends = cursor.done || ['?', '.', ',', 'by', 'per'].includes(cursor.word());
  // `payments over 500`: what the rows are worth.
  return ends || cursor.peek()?.period
    ? { kind: 'compare', ctx: clause.ctx, negated: false, of: null, op, value, implied: [] }
    : null;
}

/** `above the average salary`, `older than average`. */
function readAverage(
  clause: Clause,
  of: Thing | null,
  comparator: Comparator,
  implied: readonly string[],
): Condition | null {
  const { cursor } = clause;
  return cursor.attempt(() => {
    cursor.skip(['the', 'all']);
    const fn = AGGREGATES.get(cursor.word());
    if (!fn || !FUNCTIONS[fn].averages) return null;
    cursor.at++;
    cursor.takeAny(['of all', 'of the', 'of', 'for all', 'value']);
    const named = cursor.peek();
    const column = isColumn(named) && !meansTable(named) ? named : null;
    if (column) cursor.at++;
    const mention = of?.of ?? column;
    if (of?.aggregate) return null;
    if (column && cursor.takeAny(['of all', 'across all', 'for all', 'among all'])) {
      if (!isTable(cursor.peek())) return null;
      cursor.at++;
    }
    if (isNarrowed(clause))
      throw new Unread(
        'unsupported_question',
        "Plumbline can't compare with averages of other rows.",
        'average',
      );
    if (!mention && implied.length === 0) return null;
    return {
      kind: 'average',
      fn,
      ctx: clause.ctx,
      negated: false,
      of: mention,
      op: comparator.op,
      implied,
    };
  });
}

/**
 * `than the average of those in Oslo`, `than the average sloop`, `than the average boat in Oslo`: not that of all rows, as
 * that of other rows is not.
 */
function isNarrowed({ cursor, ctx }: Clause): boolean {
  const rows = isTable(cursor.peek()) ? cursor.peek() : null;
  const isOther = rows?.tables.every(
    ({ table }) => !ctx?.tables.some((own) => own.table === table),
  );
  if (isOther && ctx !== null) return true;
  const behind = rows ? cursor.peek(1) : cursor.peek();
  if (!behind) return false;
  return NARROWING.has(behind.word) || behind.values.length > 0;
}

const NARROWING = words(
  'of for in from among across by that which who whose with within without at on',
);

export function readRange(clause: Clause, thing: Thing): Condition | null {
  const { cursor } = clause;
  return cursor.attempt(() => {
    const period = cursor.peek()?.period;
    if (period && /^between/i.test(cursor.peek()!.text)) {
      const years = cursor.peek()!.tokens.filter((token) => token.kind === 'number');
      if (years.length === 2 && !isTimeColumn(thing.of)) {
        cursor.at++;
        return {
          kind: 'between',
          ctx: clause.ctx,
          negated: false,
          of: thing,
          low: years[0]!.value!,
          high: years[1]!.value!,
        };
      }
      return null;
    }
    const opened = cursor.takeAny(
      'between|from|in the range|within the range of|within the range|ranging from|in the range of|in the range from',
    );
    const first = cursor.peek();
    const low = readNumber(cursor);
    if (low === null) return null;
    const lowUnits = unitsOf(first, skipUnits(clause));
    if (!cursor.takeAny(opened ? ['and', 'to'] : ['to'])) return null;
    const second = cursor.peek();
    const high = readNumber(cursor);
    if (high === null) return null;
    const highUnits = unitsOf(second, skipUnits(clause));
    if (lowUnits.length > 0 && highUnits.length > 0 && lowUnits.join() !== highUnits.join())
      throw new Declined(
        'unsupported_question',
        'Use the same unit for both limits.',
        second!.text,
      );
    const units = highUnits.length > 0 ? highUnits : lowUnits;
    return { kind: 'between', ctx: clause.ctx, negated: false, of: thing, low, high, units };
  });
}

const ADJECTIVES = words('old long tall wide high deep heavy');

/** Passes over the unit after a number; gives its first word, empty where there is none. */
export function skipUnits(clause: Clause, known = false): string {
  const { cursor } = clause;
  // `heavier than 500 kg` where a column is called `weight kg`: its name is known, the word is but the unit.
  const isUnit = () =>
    (UNIT_WORDS.has(cursor.word()) || saidUnits(cursor.word()).length > 0) &&
    // `more than 2 old accounts`
    !(ADJECTIVES.has(cursor.word()) && isTable(cursor.peek(1))) &&
    (!isNamed(cursor.peek()) ||
      (known && !isTable(cursor.peek()) && !namesColumn(cursor.peek()))) &&
    !['in', 'of'].includes(cursor.word());
  const unit = isUnit() ? cursor.word() : '';
  while (isUnit()) cursor.at++;
  return unit;
}

const numericColumn = (mention: Mention, sure: number) =>
  mention.columns.some(
    ({ columns, score }) =>
      score >= sure &&
      columns.length === 1 &&
      isNumeric(columns[0].type) &&
      columns[0].kind !== 'identifier',
  );
