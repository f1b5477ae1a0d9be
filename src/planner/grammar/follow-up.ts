import { ALTOGETHER, REVERSED } from '#src/language/en/follow-ups.ts';
import { readClause } from '#src/planner/conditions/reader.ts';
import { type Cursor, isNamed, isTable, meansTable } from '#src/planner/cursor.ts';
import { mergeFollowUp, reversed, withoutGroups } from '#src/planner/follow-up.ts';
import { Declined, type Frame, type Thing } from '#src/planner/frame.ts';
import { readGroup } from '#src/planner/grammar/groups.ts';
import { readPick } from '#src/planner/grammar/modifiers.ts';
import { emptyFrame, newReader, type QuestionReader } from '#src/planner/grammar/reader.ts';
import { readSort } from '#src/planner/grammar/sort.ts';
import { FOLLOWING } from '#src/planner/question-words.ts';
import { readThings } from '#src/planner/things/list.ts';
import { AGGREGATES } from '#src/planner/words.ts';

/**
 * Reads a follow-up (`and for Europe?`, `by month instead`, `only the top 3`) as a change of the frame before it;
 * throws `Declined` where a word is left over or nothing would change.
 */
export function readFollowUp(cursor: Cursor, before: Frame): Frame {
  const whole = asAWhole(cursor, before);
  if (whole) return whole;
  const select = before.select.map((thing) => ({ ...thing }));
  const change = { ...emptyFrame(), select, entity: before.entity };
  const counted = countsRows(cursor) ? countable(before) : null;
  if (counted) change.select = [counted];
  const merged = mergeFollowUp(before, readChange(newReader(cursor, change)));
  return counted ? { ...merged, order: [] } : merged;
}

/** `the other way round`, `in total`: what changes the answer before as it is. */
function asAWhole(cursor: Cursor, before: Frame): Frame | null {
  return cursor.attempt(() => {
    cursor.skip(FOLLOWING);
    const change = cursor.takeAny(REVERSED)
      ? reversed
      : cursor.takeAny(ALTOGETHER)
        ? withoutGroups
        : null;
    return change && cursor.done ? change(before) : null;
  });
}

/** `how many?`, `how many of them`: the number of the rows that were listed. */
function countsRows(cursor: Cursor): boolean {
  return (
    cursor.attempt(() => {
      cursor.skip(['and', 'so']);
      if (!cursor.take('how', 'many')) return null;
      cursor.takeAny(['of them', 'of those', 'of these']);
      cursor.takeAny(['are there', 'are they', 'are those', 'is that', 'in total']);
      const next = cursor.peek();
      return !next || !isNamed(next) || next.acts ? true : null;
    }) !== null
  );
}

/** The rows that a list shows; a list that is cut, grouped or computed has a number of its own. */
function countable({ select, groups, limit, entity }: Frame): Thing {
  const [thing] = select;
  const computed = select.some(({ aggregate }) => aggregate !== null && aggregate !== 'count');
  const rows = select.length > 0 && !computed && (entity !== null || meansTable(thing!.of));
  const of = entity ?? thing!.of;
  if (!rows || groups.length > 0 || limit !== null || !meansTable(of))
    throw new Declined('unsupported_question', 'Which rows should be counted? Name them.');
  return { of, ctx: null, aggregate: 'count', distinct: false };
}

function readChange(reader: QuestionReader): Frame {
  const { cursor, frame } = reader;
  reader.conditions.ctx = frame.entity;
  refuseOtherRows(cursor);
  refuseOtherQuestion(cursor);
  while (!cursor.done) {
    cursor.skip(FOLLOWING);
    if (cursor.done) break;
    const read =
      readTop(reader) ||
      readOtherAggregate(reader) ||
      cursor.attempt(() => readGroup(reader)) !== null ||
      cursor.attempt(() => readSort(cursor, frame)) !== null ||
      readPick(reader) ||
      readClause(reader.conditions) ||
      cursor.attempt(() => readOtherThings(reader)) !== null;
    if (!read) cursor.fail();
  }
  return frame;
}

const ENDS = ['top', 'bottom', 'first'] as const;

/** `top 3`, `bottom 5`. */
function readTop(reader: QuestionReader): boolean {
  const { cursor, frame } = reader;
  const limit = cursor.peek(1)?.value ?? null;
  const end = ENDS.find((word) => word === cursor.word());
  if (!end || limit === null || !Number.isInteger(limit) || limit < 1) return false;
  cursor.at += 2;
  frame.limit = limit;
  frame.end = end;
  return true;
}

/** `and the average?`: the same numbers, computed otherwise. */
function readOtherAggregate(reader: QuestionReader): boolean {
  const { cursor, frame } = reader;
  const aggregate = AGGREGATES.get(cursor.word());
  const next = cursor.word(1);
  const alone = !cursor.peek(1) || next === '?' || next === 'instead';
  if (!aggregate || !alone || !frame.select.some((thing) => thing.aggregate)) return false;
  cursor.at++;
  frame.select = frame.select.map((thing) => (thing.aggregate ? { ...thing, aggregate } : thing));
  return true;
}

/** `and their ages`: more columns, or other numbers. */
function readOtherThings(reader: QuestionReader): true | null {
  const { cursor, frame } = reader;
  const things = readThings(cursor, frame);
  if (things.length === 0) return null;
  for (const thing of things) thing.ctx ??= frame.entity;
  const computed = things.some((thing) => thing.aggregate !== null);
  const kept = computed ? frame.select.filter((thing) => thing.aggregate === null) : frame.select;
  frame.select = [...kept, ...things];
  return true;
}

/** `what about invoices?` asks the same of other rows, which is another question. */
function refuseOtherRows(cursor: Cursor): void {
  const said = cursor.mentions.filter(({ word }) => !FOLLOWING.has(word));
  const [rows] = said;
  if (said.length !== 1 || !isTable(rows!) || !meansTable(rows) || rows.values.length > 0) return;
  throw new Declined(
    'unsupported_question',
    `What do you want to know about ${rows.text}? Ask a complete question.`,
    rows.text,
  );
}

/** `who ordered them?` after a total asks for somebody: no condition on what was asked before answers it. */
function refuseOtherQuestion({ mentions }: Cursor): void {
  const first = mentions.find(({ word }) => !FOLLOWING.has(word));
  if (!first || !ASKS_OTHERS.has(first.word)) return;
  throw new Declined(
    'unsupported_question',
    `It's not clear what "${first.text}" asks about the previous answer. Ask a complete question.`,
    first.text,
  );
}

const ASKS_OTHERS = new Set(['who', 'whom', 'whose']);
