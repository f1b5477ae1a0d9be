import { NUMBERS_OF_ENDS, TIMES_OF_ENDS } from '#src/language/en/operators.ts';
import { words } from '#src/language/tables.ts';
import { readComparator } from '#src/planner/comparison.ts';
import { type Cursor, isColumn, isTable, isTimeColumn, meansTable } from '#src/planner/cursor.ts';
import type { Frame, Thing } from '#src/planner/frame.ts';
import { measured } from '#src/planner/measured.ts';
import { readThing } from '#src/planner/things/thing.ts';

const ARTICLES = new Set(['the', 'a', 'an', 'all', 'their', 'its', 'each']);
const DIRECTIONS: ReadonlyMap<string, 'asc' | 'desc'> = new Map([
  ['ascending', 'asc'],
  ['ascendingly', 'asc'],
  ['asc', 'asc'],
  ['increasing', 'asc'],
  ['alphabetical', 'asc'],
  ['alphabetic', 'asc'],
  ['lexicographic', 'asc'],
  ['lexicographical', 'asc'],
  ['alphabetically', 'asc'],
  ['lexicographically', 'asc'],
  ['chronological', 'asc'],
  ['descending', 'desc'],
  ['descendingly', 'desc'],
  ['desc', 'desc'],
  ['decreasing', 'desc'],
  ['reverse', 'desc'],
]);
const ENDS: readonly (readonly [string, 'asc' | 'desc'])[] = [
  ['high to low', 'desc'],
  ['highest to lowest', 'desc'],
  ['largest to smallest', 'desc'],
  ['most to least', 'desc'],
  ['latest to earliest', 'desc'],
  ['newest to oldest', 'desc'],
  ['low to high', 'asc'],
  ['lowest to highest', 'asc'],
  ['smallest to largest', 'asc'],
  ['least to most', 'asc'],
  ['earliest to latest', 'asc'],
  ['a to z', 'asc'],
  ['z to a', 'desc'],
];

const endsSaidBy = (words: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    ENDS.flatMap(([phrase]) => (phrase.split(' ').some((word) => words.has(word)) ? [phrase] : [])),
  );

/** Ends that are said of times, or of numbers: no names are put in their order. */
const ENDS_OF_TIMES = endsSaidBy(TIMES_OF_ENDS);
const ENDS_OF_NUMBERS = endsSaidBy(NUMBERS_OF_ENDS);

/** Whether a direction that times alone have was read right before. */
const isOfTimes = (cursor: Cursor): boolean =>
  ENDS_OF_TIMES.has(saidBefore(cursor).join(' ')) || saidBefore(cursor).includes('chronological');

const isOfNumbers = (cursor: Cursor): boolean => ENDS_OF_NUMBERS.has(saidBefore(cursor).join(' '));

const saidBefore = (cursor: Cursor): readonly string[] =>
  [-3, -2, -1].map((ahead) => cursor.word(ahead));

/** The only number that is shown. */
function onlyNumber({ select }: Frame): Thing | null {
  const [number, second] = select.filter(({ aggregate, of }) => aggregate !== null || measured(of));
  return number && !second ? number : null;
}

function readDirection(cursor: Cursor): 'asc' | 'desc' | null {
  return cursor.attempt(() => {
    cursor.take(',');
    cursor.take('from');
    cursor.take('the');
    for (const [phrase, direction] of ENDS) if (cursor.takeAny([phrase])) return direction;
    cursor.take('in');
    cursor.skip(['a', 'an', 'the']);
    const direction = DIRECTIONS.get(cursor.word());
    if (!direction) return null;
    cursor.at++;
    cursor.take('alphabetical') || cursor.take('lexicographical');
    cursor.takeAny(['order', 'manner', 'ordering']);
    return direction;
  });
}

const SORTING = words('sorted ordered order sort ranked arranged listed sorting ordering rank');

/** Reads an order clause into the frame. */
export function readSort(cursor: Cursor, frame: Frame): true | null {
  cursor.take('and');
  cursor.skip(['then', 'are', 'is']);
  const opener = SORTING.has(cursor.word());
  const ranking = cursor.word().startsWith('rank');
  if (opener) {
    const order = cursor.word();
    cursor.at++;
    if (order === 'order' && !['by'].includes(cursor.word())) {
      cursor.skip(['the', 'results', 'result', 'them', 'names', 'name', 'rows', 'list']);
    }
    cursor.skip(['the', 'results', 'result', 'them', 'it']);
  }
  let direction = readDirection(cursor);
  const ranked = !opener && !direction && ranksRows(cursor, frame);
  if (ranked) direction = 'desc';
  else if (!opener && !direction) {
    if (frame.limit !== null && cursor.word() === 'by') direction = null;
    else if (!cursor.takeAny(['in order', 'in the order'])) return null;
    if (frame.limit === null && cursor.word() !== 'of' && cursor.word() !== 'by') return null;
  }
  const limited = frame.limit !== null && frame.order.length === 0;
  const keyed =
    cursor.takeAny('of|by|based on|according to|in terms of|on|for|with respect to') !== null;
  const keys: Thing[] = keyed ? readKeys(cursor, frame) : [];
  if (keyed && (keys.length === 0 || (ranked && keys.length > 1))) return null;
  const after = readDirection(cursor);
  const largest = ranking || (limited && !frame.bottom);
  const chosen = after ?? direction ?? (largest ? 'desc' : 'asc');
  if (keys.length === 0) {
    if (!direction) return null;
    const last = frame.select.filter((thing) => thing.aggregate === null);
    const only = isOfNumbers(cursor) ? onlyNumber(frame) : (last[0] ?? frame.select[0]);
    if (!only || (isOfTimes(cursor) && !isTimeColumn(only.of))) return null;
    frame.order.push({ by: only, direction: chosen, implied: null });
    return true;
  }
  for (const key of keys) {
    key.ctx ??= frame.entity;
    frame.order.push({
      by: key,
      direction: chosen,
      implied: null,
      shown: ranked || (limited && !opener),
      ranked,
      unsaid: opener && !limited && !after && !direction,
    });
  }
  return true;
}

/** `number of orders` some mentions ahead. */
export const isNumberOf = (cursor: Cursor, ahead: number): boolean =>
  ['number', 'count'].includes(cursor.word(ahead)) && cursor.word(ahead + 1) === 'of';

/** `customers by seats`: rows by a number of theirs come from the largest to the smallest. */
function ranksRows(cursor: Cursor, frame: Frame): boolean {
  const [thing] = frame.select;
  const key = cursor.peek(1);
  if (cursor.word() !== 'by' || frame.select.length !== 1) return false;
  if (frame.order.length > 0 || frame.limit !== null) return false;
  if (isColumn(key) && isTimeColumn(key)) return false;
  if (isNumberOf(cursor, 1)) return meansTable(thing!.of) && !thing!.ctx;
  const rows = thing!.aggregate === null && !thing!.ctx && meansTable(thing!.of);
  return rows && isColumn(key) && !isTable(key) && key.values.length === 0 && measured(key);
}

function readKeys(cursor: Cursor, frame: Frame): Thing[] {
  cursor.skip(ARTICLES);
  const things: Thing[] = [];
  const first = readThing(cursor, frame);
  if (first) things.push(first);
  const more = cursor.attempt(() => {
    if (!cursor.take('and') && !cursor.take(',') && !cursor.take('then')) return null;
    cursor.take('then');
    cursor.take('by');
    if (!isColumn(cursor.peek()) || readComparator(cursor)) return null;
    return readThing(cursor, frame);
  });
  if (more) things.push(more);
  return things;
}
