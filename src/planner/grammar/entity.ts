import { readPremodifier } from '#src/planner/conditions/reader.ts';
import type { Cursor } from '#src/planner/cursor.ts';
import { isColumn, isTable, meansTable } from '#src/planner/cursor.ts';
import { mayBeYear } from '#src/planner/day.ts';
import type { Frame } from '#src/planner/frame.ts';
import type { QuestionReader } from '#src/planner/grammar/reader.ts';
import { isSuperlative, readSuperlativeClause } from '#src/planner/grammar/superlatives.ts';
import { ARTICLES, EACH, LINKS } from '#src/planner/question-words.ts';

/** `of students`, `of all the students`, `for each student`: what the asked columns are of. */
export function readEntity(reader: QuestionReader): true | null {
  const { cursor, frame } = reader;
  if (hasEntity(frame)) return null;
  cursor.take('and');
  const link = cursor.word();
  if (!LINKS.has(link)) return null;
  cursor.at++;
  cursor.skip(ARTICLES);
  if (cursor.takeAny(['distinct', 'unique', 'the different'])) frame.distinct = true;
  const each = EACH.has(cursor.word());
  cursor.skip(EACH);
  cursor.skip(ARTICLES);
  readLimit(cursor, frame);
  const adjectived = readSuperlativeClause(cursor, frame, true);
  if (!adjectived) readPremodifier(reader.conditions);
  const table = cursor.peek();
  if (!isTable(table)) return null;
  if (isColumn(table) && !meansTable(table)) return null;
  cursor.at++;
  // "of the student table": the noun after the name tells nothing.
  if (cursor.word() === 'table') cursor.at++;
  frame.entity = table;
  frame.having = link === 'with';
  for (const thing of frame.select) if (thing.ctx === null && thing.of !== table) thing.ctx = table;
  // Conditions that were read before their table was known are of this one.
  reader.conditions.ctx = table;
  if (each && frame.select.some((thing) => thing.aggregate !== null))
    frame.groups.push({ of: table, unit: null });
  else if (each) frame.each = table;
  return true;
}

/** Whether the rows that are asked are known already. */
function hasEntity({ entity, select }: Frame): boolean {
  if (!entity) return false;
  return (
    !select.every((thing) => thing.ctx === null && thing.of !== entity) ||
    select.some((thing) => thing.of === entity)
  );
}

/** `of the top 5`, `of the 3 oldest`. */
function readLimit(cursor: Cursor, frame: Frame): void {
  const limit = cursor.peek()?.value ?? null;
  if (cursor.word() === 'top' && cursor.peek(1)?.value != null) {
    frame.limit = cursor.peek(1)!.value;
    cursor.at += 2;
  } else if (
    limit !== null &&
    !mayBeYear(limit) &&
    (isSuperlative(cursor, 1) || isTable(cursor.peek(1)))
  ) {
    cursor.at++;
    frame.limit = limit;
  }
}
