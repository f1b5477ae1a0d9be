import type { Cursor } from '#src/planner/cursor.ts';
import { type Frame, Unread } from '#src/planner/frame.ts';
import { readFronted, readHead, skipLeadIn } from '#src/planner/grammar/head.ts';
import { readModifiers } from '#src/planner/grammar/modifiers.ts';
import { emptyFrame, newReader, type QuestionReader } from '#src/planner/grammar/reader.ts';
import { readSort } from '#src/planner/grammar/sort.ts';
import { ASK } from '#src/planner/question-words.ts';
import { readThings } from '#src/planner/things/list.ts';

/** Reads a question into a frame; throws `Declined` where a word is left over. */
export function readQuestion(cursor: Cursor): Frame {
  const reader = newReader(cursor, emptyFrame());
  const { frame } = reader;
  readFronted(reader);
  readHead(reader);
  readModifiers(reader);
  while (!cursor.done) readNextSentence(reader);
  if (frame.select.length === 0) showOrder(frame);
  if (frame.select.length === 0) cursor.fail();
  return frame;
}

/** Groups that are asked alone are shown with the measure that picks them. */
function showOrder(frame: Frame): void {
  const [order] = frame.order;
  const asked = frame.groups.length === 1 && frame.order.length === 1;
  if (asked && order!.by) frame.select = [order!.by];
}

/** `Which customers …? Show their names.`: the second sentence says what is asked. */
function readNextSentence(reader: QuestionReader): void {
  const { cursor, frame } = reader;
  const isPoint = cursor.word() === '.';
  cursor.skip(['?', '.', '!', ';']);
  if (cursor.done) return;
  const start = cursor.at;
  const first = cursor.peek()?.tokens[0];
  if (cursor.attempt(() => readSortSentence(reader))) return;
  skipLeadIn(reader);
  // `a B.Sc. degree`: a point that no sentence begins behind.
  const isWithin = isPoint && first?.capital !== true;
  if (cursor.at === start && (isWithin || frame.select.length === 0)) cursor.fail();
  cursor.skip(['both', 'also', 'the', 'their', 'its']);
  const things = readThings(cursor, frame);
  if (things.length === 0) cursor.fail();
  const replaced = frame.select.every((thing) => thing.aggregate === null);
  if (!replaced)
    throw new Unread('unsupported_question', 'The question asks for two things at once.');
  for (const thing of things) thing.ctx ??= frame.entity ?? frame.select[0]?.of ?? null;
  if (!frame.entity && frame.select.length > 0) frame.entity = frame.select[0]!.of;
  frame.select = things;
  readModifiers(reader);
}

function readSortSentence(reader: QuestionReader): true | null {
  reader.cursor.skip(ASK);
  reader.cursor.skip(['the', 'results', 'result', 'them', 'it']);
  return readSort(reader.cursor, reader.frame);
}
