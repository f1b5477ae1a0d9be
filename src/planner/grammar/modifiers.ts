import lemmatizer from 'wink-lemmatizer';
import { words } from '#src/language/tables.ts';
import { BEGINNING } from '#src/planner/condition-words.ts';
import { comparesAt } from '#src/planner/conditions/openers.ts';
import { readClause } from '#src/planner/conditions/reader.ts';
import {
  type Cursor,
  isGlue,
  isNamed,
  isTable,
  meansTable,
  namesColumn,
} from '#src/planner/cursor.ts';
import { Unread } from '#src/planner/frame.ts';
import { readAcross, readOverPeriods } from '#src/planner/grammar/across.ts';
import { readEntity } from '#src/planner/grammar/entity.ts';
import { readGroup, readGroupAfterVerb } from '#src/planner/grammar/groups.ts';
import type { QuestionReader } from '#src/planner/grammar/reader.ts';
import { readSort } from '#src/planner/grammar/sort.ts';
import { readSuperlativeClause } from '#src/planner/grammar/superlatives.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { isLinkingVerb } from '#src/planner/linking.ts';
import { isPast } from '#src/planner/past.ts';
import { ASK, CLOSING, RELATIVE } from '#src/planner/question-words.ts';
import { countedToo, readThings } from '#src/planner/things/list.ts';
import { readThing } from '#src/planner/things/thing.ts';

/** Reads what follows the asked things, up to the end of the sentence. */
export function readModifiers(reader: QuestionReader): void {
  const { cursor } = reader;
  while (!cursor.done) {
    const word = cursor.word();
    if (['?', '.', '!', ';'].includes(word)) return;
    if (readModifier(reader)) continue;
    cursor.fail();
  }
}

function readModifier(reader: QuestionReader): boolean {
  const { cursor } = reader;
  if (cursor.take(',')) {
    cursor.take('and');
    return true;
  }
  return (
    cursor.attempt(() => skipTrailing(reader)) !== null ||
    cursor.attempt(() => readGroup(reader)) !== null ||
    cursor.attempt(() => readOverPeriods(reader)) !== null ||
    cursor.attempt(() => readAcross(reader)) !== null ||
    cursor.attempt(() => readGroupAfterVerb(reader)) !== null ||
    cursor.attempt(() => readSort(cursor, reader.frame)) !== null ||
    (asksTheirs(cursor) && cursor.attempt(() => readMoreThings(reader)) !== null) ||
    cursor.attempt(() => readEntity(reader)) !== null ||
    cursor.attempt(() => (readPick(reader) ? true : null)) !== null ||
    cursor.attempt(() => (readClause(reader.conditions) ? true : null)) !== null ||
    cursor.attempt(() => readMoreThings(reader)) !== null
  );
}

/** Words at the end that only round the sentence off: `… do they have?`, `… in the records`. */
function skipTrailing(reader: QuestionReader): true | null {
  const { cursor } = reader;
  const from = cursor.at;
  while (!cursor.done) {
    const word = cursor.word();
    if (['?', '.', '!', ';'].includes(word)) break;
    if (namesThing(cursor)) return null;
    const empty =
      isGlue(cursor.peek()) ||
      (isLinkingVerb(cursor) && !isNamed(cursor.peek())) ||
      (CLOSING.has(word) && !namesColumn(cursor.peek()));
    // `has been published` tells a state of the rows; `were placed` says no more than that there are some.
    const done = cursor.mentions[cursor.at - 1]?.word === 'been' && !isGlue(cursor.peek());
    if ((done || isPast(word)) && !BEGINNING.has(lemmatizer.verb(word)) && !isGlue(cursor.peek()))
      return null;
    // No sentence ends with an article: `starting with A` names a letter.
    if (cursor.at === cursor.mentions.length - 1 && ARTICLES.has(word)) return null;
    if (word === '' || word === 'each' || RELATIVE.has(word) || !empty) return null;
    cursor.at++;
  }
  return cursor.at > from ? true : null;
}

const ARTICLES = new Set(['a', 'an', 'the']);
const WORTH = new Set(['value', 'values', 'total', 'totals']);
const BEFORE_VERB = words('do does did can could which who that what where');

/** `project leads`, `inventory value`: a noun right after rows says what is asked of them. */
function namesThing(cursor: Cursor): boolean {
  const before = cursor.mentions[cursor.at - 1] ?? null;
  if (
    !before ||
    !isTable(before) ||
    !meansTable(before) ||
    cursor.at !== cursor.mentions.length - 1
  )
    return false;
  const word = cursor.word();
  if (WORTH.has(word)) return true;
  const verb = lemmatizer.verb(word);
  const present = isLinkingVerb(cursor) && (word === verb || word === `${verb}s`);
  return present && !cursor.mentions.some((one) => BEFORE_VERB.has(one.word));
}

/** A superlative that picks rows: `with the highest budget`. */
export function readPick(reader: QuestionReader): boolean {
  const { ctx } = reader.conditions;
  const nested = reader.frame.conditions.some((one) => one.kind === 'exists' && one.of === ctx);
  const read = readSuperlativeClause(reader.cursor, reader.frame);
  if (read && nested && reader.frame.conditions.at(-1)?.kind === 'exists')
    throw new Unread(
      'unsupported_question',
      "It's not clear which rows to take the highest or lowest from.",
      ctx?.text ?? null,
    );
  return read;
}

const asksTheirs = (cursor: Cursor) =>
  cursor.word() === 'with' && ['their', 'its', 'his', 'her'].includes(cursor.word(1));

/** Another thing asked after the entity: `and their ages`, `along with the number of orders`. */
function readMoreThings(reader: QuestionReader): true | null {
  const { cursor, frame } = reader;
  const joined = cursor.takeAny([
    'and also',
    'and',
    'as well as',
    'along with',
    'together with',
    'and return',
    'and show',
    // `employees with their department`: what is theirs is asked for, none of them is left out.
    'with their',
    'with its',
    'with his',
    'with her',
  ]);
  if (!joined && cursor.word() !== 'how') return null;
  cursor.skip(ASK);
  cursor.skip(['is', 'are', 'what']);
  const counted = cursor.take('how', 'many') ? readThing(cursor, frame, 'count') : null;
  const things = counted ? [counted] : readThings(cursor, frame);
  if (things.length === 0) return null;
  // `a price over 5 as well as a weight over 2`: another condition, nothing that is shown.
  if (joined && comparesAt(cursor, cursor.at))
    throw new Unread(
      'unsupported_question',
      "It's not clear whether the comparison applies to the result or the rows.",
      null,
    );
  const owner = counted ? null : cursor.attempt(() => readOwner(reader));
  for (const thing of things) thing.ctx ??= owner ?? frame.entity;
  frame.select.push(...things.map((thing) => countedToo(frame.select[0] ?? thing, thing)));
  return true;
}

/** `and the name of the country`: other rows than those that were asked before. */
function readOwner({ cursor, frame }: QuestionReader): Mention | null {
  if (!cursor.take('of')) return null;
  cursor.skip(['the', 'their', 'its', 'his', 'her']);
  const table = cursor.peek();
  if (!isTable(table) || !meansTable(table) || table === frame.entity) return null;
  cursor.at++;
  return table;
}
