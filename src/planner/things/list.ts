import { words } from '#src/language/tables.ts';
import { type Cursor, isColumn, isTable, meansTable, namesColumn } from '#src/planner/cursor.ts';
import type { Frame, Thing } from '#src/planner/frame.ts';
import { readComputed } from '#src/planner/things/computed.ts';
import { readThing } from '#src/planner/things/thing.ts';

/** Reads the list of what is asked: things between commas and "and". */
export function readThings(cursor: Cursor, frame: Frame): Thing[] {
  const things: Thing[] = [];
  const first = readMany(cursor, frame);
  if (!first) return things;
  things.push(...first);
  while (true) {
    const next = cursor.attempt(() => {
      if (!separator(cursor)) return null;
      const from = cursor.at;
      cursor.skip(['the', 'their', 'its', 'his', 'her']);
      if (cursor.word() === 'how' && cursor.word(1) === 'many') {
        cursor.at += 2;
        const thing = readThing(cursor, frame, 'count');
        return thing ? [thing] : null;
      }
      cursor.at = from;
      const found = readMany(cursor, frame);
      return found && !startsCondition(cursor, found) ? found : null;
    });
    if (!next) return things;
    things.push(...next.map((thing) => countedToo(things[0]!, thing)));
  }
}

/** `the number of different brands and segments`: the second kind is counted as the first is. */
export function countedToo(first: Thing, next: Thing): Thing {
  const isKinds = ({ of }: Thing) =>
    isColumn(of) && !meansTable(of) && of.tokens.at(-1)?.lemma !== of.tokens.at(-1)?.lower;
  const isCounted = first.distinct && first.aggregate === 'count' && isKinds(first);
  return isCounted && next.aggregate === null && isKinds(next)
    ? { ...next, aggregate: 'count', distinct: true }
    : next;
}

const OPENS_CONDITION = words(
  'is are was were above below over under equal equals greater higher less lower contains',
);

/** `name and age above 20`: what follows is a condition, not a thing that is asked. */
function startsCondition(cursor: Cursor, found: readonly Thing[]): boolean {
  if (found.some((thing) => thing.aggregate !== null)) return false;
  const word = cursor.word();
  return OPENS_CONDITION.has(word);
}

function separator(cursor: Cursor): boolean {
  const joined = cursor.takeAny(
    ', and also|and also|, and|, as well as|as well as|, along with|along with|together with|and|,|&|or both',
  );
  return joined !== null;
}

/** One thing, or several where two aggregates speak of one column. */
function readMany(cursor: Cursor, frame: Frame): Thing[] | null {
  return cursor.attempt(() => {
    const everything = readEverything(cursor) ?? readAllOfRows(cursor);
    if (everything) return [everything];
    const computed = readComputed(cursor);
    const thing = readThing(cursor, frame, computed.aggregates[0] ?? null, computed.distinct);
    if (!thing) return null;
    if (computed.aggregates.length <= 1) return [thing];
    return computed.aggregates.map((aggregate) => ({ ...thing, aggregate }));
  });
}

const EVERYTHING = [
  'all the information',
  'all information',
  'all the details',
  'all details',
  'all the data',
  'all data',
  'all columns',
  'all fields',
  'all attributes',
  'every detail',
  'all info',
  'everything',
  'information',
  'the information',
  'the details',
  'details',
  'the full details',
];

function readEverything(cursor: Cursor): Thing | null {
  return cursor.attempt(() => {
    cursor.skip(['the']);
    const said = cursor.takeAny(EVERYTHING);
    if (!said) return null;
    const details = said.includes('detail');
    if (!cursor.takeAny(['of', 'for', 'about', 'on', 'regarding'])) return null;
    cursor.skip(['all', 'the', 'each', 'every', 'any', 'those', 'these', 'different']);
    const table = cursor.peek();
    if (!isTable(table)) return null;
    cursor.at++;
    return { of: table, ctx: null, aggregate: null, distinct: false, everything: true, details };
  });
}

/** What a question may end with. */
const ENDS = new Set(['', '?', '.', '!']);
/** What goes before a further thing. */
const MORE = new Set(['and', ',']);
const DETAILS = new Set(['information', 'info', 'details', 'data']);

/** `all orders` and nothing else; `all the customer information`, `customer information`: all details being said after the rows. */
function readAllOfRows(cursor: Cursor): Thing | null {
  return cursor.attempt(() => {
    const isFirst = !MORE.has(cursor.word(-1));
    const isAll = cursor.take('all');
    cursor.skip(['the', 'of', 'our']);
    const table = cursor.peek();
    const said = cursor.word(1);
    const isWhole = isFirst && isAll && ENDS.has(said);
    if (!isTable(table)) return null;
    if (!isWhole && (!DETAILS.has(said) || namesColumn(cursor.peek(1)))) return null;
    if (!isAll && !ENDS.has(cursor.word(2))) return null;
    cursor.at += isWhole ? 1 : 2;
    const details = said === 'details';
    return { of: table, ctx: null, aggregate: null, distinct: false, everything: true, details };
  });
}
