import lemmatizer from 'wink-lemmatizer';
import { type Cursor, isTable } from '#src/planner/cursor.ts';
import { isDone } from '#src/planner/done.ts';
import { Declined } from '#src/planner/frame.ts';
import type { QuestionReader } from '#src/planner/grammar/reader.ts';
import { isLinkingVerb } from '#src/planner/linking.ts';

const ENDS: ReadonlyMap<string, 'min' | 'max'> = new Map([
  ['first', 'min'],
  ['earliest', 'min'],
  ['oldest', 'min'],
  ['last', 'max'],
  ['latest', 'max'],
  ['newest', 'max'],
  ['most recent', 'max'],
]);

/** `when was the first order placed?`: the earliest or latest date of the rows. */
export function readWhen({ cursor, frame, conditions }: QuestionReader): true | null {
  if (!cursor.take('when')) return null;
  if (!cursor.takeAny(['was', 'is', 'were', 'did', 'does'])) return null;
  cursor.skip(['the', 'our']);
  const end = [...ENDS].find(([word]) => cursor.takeAny([word]))?.[1];
  const table = cursor.peek();
  if (!end || !isTable(table)) return null;
  cursor.at++;
  const verb = readVerb(cursor);
  frame.select.push({ of: table, ctx: null, aggregate: end, distinct: false, dated: { verb } });
  frame.entity = table;
  conditions.ctx = table;
  return true;
}

/** The verb that the date is asked of, as its lemma; null where there is none. */
function readVerb(cursor: Cursor): string | null {
  cursor.skip(['ever', 'been', 'made']);
  // `delivered` may be a state, too; when it was is asked of the date.
  const dated = isDone(cursor.peek());
  if (!dated && (!isLinkingVerb(cursor) || cursor.peek()!.values.length > 0)) return null;
  const verb = lemmatizer.verb(cursor.word());
  cursor.at++;
  if (verb === 'be')
    throw new Declined(
      'unsupported_question',
      'It\'s not clear which date "when" asks for. Name the date column.',
    );
  return verb;
}
