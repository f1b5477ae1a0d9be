import { words } from '#src/language/tables.ts';
import { readClause } from '#src/planner/conditions/reader.ts';
import { type Cursor, isNamed, isTable, isValue, meansTable } from '#src/planner/cursor.ts';
import { Declined, type Thing } from '#src/planner/frame.ts';
import { readGroup } from '#src/planner/grammar/groups.ts';
import type { QuestionReader } from '#src/planner/grammar/reader.ts';
import { unitAt } from '#src/planner/grammar/units.ts';
import { readWhen } from '#src/planner/grammar/when.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { isFlag } from '#src/planner/lexicon/flags.ts';
import { ADVERBS, ARTICLES, ASK, BE, POLITE } from '#src/planner/question-words.ts';
import { readThings } from '#src/planner/things/list.ts';
import { readThing } from '#src/planner/things/thing.ts';
import { SUPERLATIVES } from '#src/planner/words.ts';
import type { AggregateFunction } from '#src/query/functions.ts';

/** `For each region, …`, `In 2024, …`, `Among the customers, …`. */
export function readFronted(reader: QuestionReader): void {
  const { cursor } = reader;
  const before = cursor.at;
  if (!['for', 'in', 'of', 'among', 'by', 'per', 'at', 'on', 'across'].includes(cursor.word())) {
    const period = cursor.peek()?.period;
    if (period && /^(in|during|for|on|since|between|from)\b/i.test(cursor.peek()!.text)) {
      reader.frame.conditions.push({ kind: 'period', ctx: null, negated: false, of: null, period });
      cursor.at++;
      cursor.take(',');
    }
    return;
  }
  if (cursor.word() === 'in' && ['which', 'what', 'how'].includes(cursor.word(1))) return;
  if (readGroup(reader)) {
    cursor.take(',');
    return;
  }
  cursor.at = before;
  cursor.at++;
  cursor.skip(ARTICLES);
  const table = cursor.peek();
  if (isTable(table)) {
    cursor.at++;
    reader.frame.entity = table;
    reader.conditions.ctx = table;
    while (!cursor.done && cursor.word() !== ',') {
      if (!readClause(reader.conditions)) cursor.fail();
    }
    cursor.take(',');
    return;
  }
  cursor.at = before;
}

export function readHead(reader: QuestionReader): void {
  const { cursor, frame } = reader;
  if (cursor.take('in') || cursor.take('on') || cursor.take('for') || cursor.take('at')) {
    if (!['which', 'what', 'how'].includes(cursor.word())) cursor.at--;
  }
  skipLeadIn(reader);
  if (cursor.attempt(() => readWhen(reader))) return;
  if (cursor.take('how', 'many')) {
    readHowMany(reader);
    return;
  }
  if (cursor.take('how', 'much')) {
    const thing = readThing(cursor, frame, 'sum') ?? cursor.fail();
    frame.select.push(thing);
    return;
  }
  if (cursor.take('count')) {
    cursor.takeAny(['the number of', 'the total number of', 'number of', 'how many']);
    readHowMany(reader);
    return;
  }
  if (!readWhichUnit(reader)) readList(reader);
}

/** `which month had the highest revenue`: the groups are asked, and what picks them is shown beside them. */
function readWhichUnit({ cursor, frame }: QuestionReader): boolean {
  const ranked = ['top', 'bottom'].includes(cursor.word()) && cursor.peek(1)?.value != null;
  const mention = cursor.peek(ranked ? 2 : 0);
  const unit = unitAt(cursor, ranked ? 2 : 0);
  const asked = ['which', 'what'].includes(cursor.mentions[cursor.at - 1]?.word ?? '');
  if (!unit || !(asked || ranked) || isNamed(mention)) return false;
  if (ranked) {
    frame.bottom = cursor.word() === 'bottom';
    frame.limit = cursor.peek(1)!.value;
    cursor.at += 2;
  }
  cursor.at += unit.length;
  frame.groups.push({ of: null, unit: unit.unit, ...(unit.part && { part: unit.part }) });
  return true;
}

export function skipLeadIn(reader: QuestionReader): void {
  const { cursor } = reader;
  while (!cursor.done) {
    const word = cursor.word();
    if (POLITE.has(word) || (word === ',' && cursor.at > 0) || word === '!') cursor.at++;
    else if (ASK.has(word) && !(cursor.at > 0 && isNamed(cursor.peek()))) {
      refuseReturn(cursor);
      reader.frame.listed = true;
      cursor.at++;
    } else if (ADVERBS.has(word)) readGroup(reader);
    else if (['what', 'which', 'who'].includes(word)) cursor.at++;
    else if (BE.has(word) && cursor.at > 0) cursor.at++;
    else if (word === 'there' || word === 's' || word === "'s") cursor.at++;
    else break;
  }
}

/** `return flights`: flights back, or the request to show flights. */
function refuseReturn(cursor: Cursor): void {
  const rows = cursor.peek(1);
  if (cursor.word() !== 'return' || !isTable(rows) || !meansTable(rows)) return;
  throw new Declined('ambiguous', `Say "show ${rows.text}" to see ${rows.text}.`, 'return');
}

/** After "how many". */
function readHowMany(reader: QuestionReader): void {
  const { cursor, frame } = reader;
  cursor.skip(ARTICLES);
  const distinct =
    cursor.takeAny(
      'different kinds of|different types of|kinds of different|types of different|distinct kinds of|distinct types of|different|distinct|unique|types of|kinds of',
    ) !== null;
  const kinds = /^(types|kinds)$/.test(cursor.mentions[cursor.at - 2]?.word ?? '');
  const thing =
    readThing(cursor, frame, 'count', distinct) ??
    (distinct ? null : readKind(reader, 'count')) ??
    cursor.fail();
  if (kinds && isTable(thing.of)) cursor.fail();
  if (cursor.word() === 'and' && isTable(cursor.peek(1))) cursor.fail();
  frame.select.push(thing);
  if (isTable(thing.of) && !frame.entity) frame.entity = thing.of;
  reader.conditions.ctx = frame.entity;
  cursor.takeAny('are there|is there|do we have|are they|exist|in total|are|were|is');
}

function readList(reader: QuestionReader): void {
  const { cursor, frame } = reader;
  const kind = cursor.mentions[cursor.at - 1]?.word === 'which' ? readKind(reader, null) : null;
  const things = kind ? [kind] : asksWhoIs(cursor) ? [] : readThings(cursor, frame);
  if (things.length === 0 && !frame.entity) things.push(readPeople(cursor) ?? cursor.fail());
  frame.select.push(...things);
  const plain = things.find((thing) => thing.aggregate === null && meansTable(thing.of));
  if (plain && !frame.entity) frame.entity = plain.of;
  const owner = things.find((thing) => thing.ctx)?.ctx;
  if (owner && !frame.entity) frame.entity = owner;
  reader.conditions.ctx = frame.entity ?? reader.conditions.ctx;
  const counted = things.find((thing) => thing.aggregate === 'count' && isTable(thing.of));
  if (!frame.entity && counted) reader.conditions.ctx = counted.of;
}

/** `which males have …`, `how many females`: the rows that a value of a single column says what they are. */
function readKind(
  { cursor, frame }: QuestionReader,
  aggregate: AggregateFunction | null,
): Thing | null {
  return cursor.attempt(() => {
    cursor.take('of');
    cursor.skip(ARTICLES);
    const said = cursor.peek();
    if (!isValue(said) || !said.kind) return null;
    cursor.at++;
    if (!cursor.done && !AFTER_KIND.has(cursor.word())) return null;
    const of = { ...said, word: '', tables: [said.kind], values: [] };
    frame.conditions.push({
      kind: 'value',
      ctx: of,
      negated: false,
      of: null,
      values: [said],
      near: true,
      joined: 'or',
    });
    return { of, ctx: null, aggregate, distinct: false };
  });
}

const AFTER_KIND = words('has have had is are was were with who that whose ? . do does');

/** `who is remote`: people of whom it is so are asked. */
const asksWhoIs = ({ mentions, at }: Cursor): boolean =>
  (mentions[0]?.people.length ?? 0) > 0 &&
  BE.has(mentions[at - 1]?.word ?? '') &&
  isFlag(mentions[at] ?? NOTHING);

const NOTHING = { tables: [], columns: [] };

/** What people are said to do or be without being done to, so that a value is not the one who is asked for. */
const OF_PEOPLE = words('is are was were has have had works work lives live earns earn');

/** Whether a word says which people are asked for: something of the data, a time, a number or a superlative. */
const saysWhich = (one: Mention): boolean =>
  one.tables.length + one.columns.length + one.values.length > 0 ||
  one.period !== null ||
  one.value !== null ||
  one.word === 'most' ||
  one.word === 'least' ||
  SUPERLATIVES.has(one.word);

/** `who has the highest salary`, `who works in IT`: the rows of a table of people. */
function readPeople({ mentions }: Cursor): Thing | null {
  const [who, verb] = mentions;
  if (!who || who.people.length === 0 || !OF_PEOPLE.has(verb?.word ?? '')) return null;
  // `who are you` tells no people apart.
  if (!mentions.slice(2).some(saysWhich)) return null;
  const of = { ...who, word: '', tables: who.people };
  return { of, ctx: null, aggregate: null, distinct: false };
}
