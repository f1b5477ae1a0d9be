import {
  type Cursor,
  isColumn,
  isNamed,
  isTable,
  isValue,
  meansTable,
} from '#src/planner/cursor.ts';
import type { Frame, Thing } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { readSuperlative } from '#src/planner/superlative-word.ts';
import { AGGREGATES, type AggregateWord } from '#src/planner/words.ts';

const ARTICLES = new Set([
  'the',
  'a',
  'an',
  'all',
  'any',
  'of',
  'their',
  'its',
  'his',
  'her',
  'our',
  'my',
  'both',
  'each',
  'every',
  'some',
  'these',
  'those',
  'corresponding',
  'respective',
  'list',
  'there',
  'available',
  'various',
  'possible',
  'associated',
  'full',
  'complete',
]);
const DISTINCT = new Set(['distinct', 'different', 'unique', 'distinctive']);
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

/** What was read before a column: what is computed of it. */
interface Computed {
  readonly aggregates: readonly AggregateWord[];
  readonly distinct: boolean;
}

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
      cursor.skip(
        ['the', 'their', 'its', 'his', 'her', 'what', 'show', 'is', 'are', 'how', 'many'].slice(
          0,
          5,
        ),
      );
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
    things.push(...next);
  }
}

/** `name and age above 20`: what follows is a condition, not a thing that is asked. */
function startsCondition(cursor: Cursor, found: readonly Thing[]): boolean {
  if (found.some((thing) => thing.aggregate !== null)) return false;
  const word = cursor.word();
  return [
    'is',
    'are',
    'was',
    'were',
    'above',
    'below',
    'over',
    'under',
    'equal',
    'equals',
    'greater',
    'higher',
    'less',
    'lower',
    'contains',
  ].includes(word);
}

function separator(cursor: Cursor): boolean {
  const joined = cursor.takeAny([
    ', and also',
    'and also',
    ', and',
    ', as well as',
    'as well as',
    ', along with',
    'along with',
    'together with',
    'and',
    ',',
    '&',
    'or both',
    'plus',
  ]);
  return joined !== null;
}

/** One thing, or several where two aggregates speak of one column. */
function readMany(cursor: Cursor, frame: Frame): Thing[] | null {
  return cursor.attempt(() => {
    const everything = readEverything(cursor);
    if (everything) return [everything];
    const computed = readComputed(cursor);
    const thing = readThing(cursor, frame, computed.aggregates[0] ?? null, computed.distinct);
    if (!thing) return null;
    if (computed.aggregates.length <= 1) return [thing];
    return computed.aggregates.map((aggregate) => ({ ...thing, aggregate }));
  });
}

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

/** `average, minimum and maximum`, `the number of different`. */
function readComputed(cursor: Cursor): Computed {
  const aggregates: AggregateWord[] = [];
  let distinct = false;
  cursor.skip(['the', 'of', 'all', 'their', 'its', 'a', 'both']);
  while (true) {
    const found = cursor.attempt(() => {
      if (aggregates.length > 0) {
        if (!cursor.take(',') && !cursor.take('and') && !cursor.take('or')) return null;
        cursor.take('and');
        cursor.skip(['the']);
      }
      return readAggregate(cursor);
    });
    if (!found) break;
    aggregates.push(found);
    if (found === 'count') break;
  }
  cursor.skip(['the', 'of', 'all', 'their', 'its', 'a']);
  if (DISTINCT.has(cursor.word())) {
    cursor.at++;
    distinct = true;
  }
  return { aggregates, distinct };
}

function readAggregate(cursor: Cursor): AggregateWord | null {
  if (
    cursor.takeAny([
      'the total number of',
      'total number of',
      'the number of',
      'number of',
      'numbers of',
      'the count of',
      'count of',
      'total count of',
      'counts of',
      'the amount of',
      'overall number of',
    ])
  )
    return 'count';
  const aggregate = AGGREGATES.get(cursor.word());
  if (aggregate) {
    const before = cursor.at;
    cursor.at++;
    cursor.takeAny(['value of', 'amount of', 'of the', 'of']);
    if (cursor.peek()) return aggregate;
    cursor.at = before;
    return null;
  }
  return readExtreme(cursor);
}

/** `the highest salary` is a maximum where it names a number, not rows. */
function readExtreme(cursor: Cursor): AggregateWord | null {
  return cursor.attempt(() => {
    const found = readSuperlative(cursor);
    if (found?.kind !== 'graded') return null;
    const next = cursor.peek();
    if (next && AGGREGATES.has(next.word)) return null;
    const joined = next?.word === ',' || next?.word === 'and' || next?.word === 'or';
    if (!joined && (!isColumn(next) || meansTable(next) || !measured(next))) return null;
    if (!joined && followsOrder(cursor)) return null;
    if (found.meaning.time && !joined) return null;
    return found.meaning.direction === 'desc' ? 'max' : 'min';
  });
}

const followsOrder = (_cursor: Cursor) => false;

/** Whether the words most surely name a number. */
export function measured(mention: Mention): boolean {
  const top = Math.max(...mention.columns.map((sense) => sense.score));
  return mention.columns.some(
    ({ score, columns }) =>
      score >= top - 0.1 &&
      columns.length === 1 &&
      isNumeric(columns[0]!.type) &&
      columns[0]!.kind !== 'identifier',
  );
}

export const isNumeric = (type: string) =>
  type === 'integer' || type === 'decimal' || type === 'float';

/** Reads one column or table with the words before and after it: `different customer names`, `name of the student`. */
export function readThing(
  cursor: Cursor,
  frame: Frame,
  aggregate: AggregateWord | null = null,
  distinct = false,
): Thing | null {
  return cursor.attempt(() => {
    let unique = distinct;
    let computed = aggregate;
    skipArticles(cursor);
    if (DISTINCT.has(cursor.word())) {
      cursor.at++;
      unique = true;
    }
    if (computed === null) computed = readAggregate(cursor);
    skipArticles(cursor);
    if (DISTINCT.has(cursor.word())) {
      cursor.at++;
      unique = true;
    }
    if (!computed) readLimited(cursor, frame);
    readPremodifier(cursor, frame);
    const mention = cursor.peek();
    if (!isNamed(mention) || mention.acts) return null;
    cursor.at++;
    if (computed === 'sum' && cursor.take('number', 'of')) return null;
    return owned(cursor, frame, mention, computed, unique);
  });
}

function skipArticles(cursor: Cursor): void {
  while (ARTICLES.has(cursor.word()) && !isNamed(cursor.peek())) cursor.at++;
  // "the name": the word is a column name unless another name follows at once.
}

/** `student's name`, `student name`: the first names the rows. */
function owned(
  cursor: Cursor,
  frame: Frame,
  mention: Mention,
  aggregate: AggregateWord | null,
  distinct: boolean,
): Thing {
  const possessive = cursor.word() === "'s" && isColumn(cursor.peek(1));
  const next = cursor.peek(possessive ? 1 : 0);
  // `stores opened before 2020`: a participle before a period opens a condition.
  const participle = !possessive && /ed$/.test(next?.word ?? '') && cursor.peek(1)?.period != null;
  if (
    isTable(mention) &&
    !participle &&
    isColumn(next) &&
    (possessive || (meansTable(mention) && !meansTable(next)))
  ) {
    cursor.at += possessive ? 2 : 1;
    if (!frame.entity) frame.entity = mention;
    return { of: next, ctx: mention, aggregate, distinct };
  }
  if (cursor.word() === 'table' && isTable(mention)) cursor.at++;
  return { of: mention, ctx: null, aggregate, distinct };
}

/** `top 5 customers`, `three oldest students`, `the oldest student`, `the most common name`. */
function readLimited(cursor: Cursor, frame: Frame): void {
  cursor.attempt(() => {
    let limit: number | null = null;
    const topped =
      cursor.word() === 'top' || (cursor.word() === 'first' && cursor.peek(1)?.value != null);
    if (topped) cursor.at++;
    const value = cursor.peek()?.value ?? null;
    if (value !== null && Number.isInteger(value) && value >= 1) {
      limit = value;
      cursor.at++;
    } else if (topped) return null;
    const found = readSuperlative(cursor);
    if (found?.kind === 'many') return null;
    if (!found && limit === null) return null;
    cursor.skip(['the']);
    const named = cursor.peek();
    if (!isNamed(named) && !isValue(named)) return null;
    if (found?.kind === 'frequent') frame.frequency = found.direction;
    if (found?.kind === 'graded') {
      if (!meansTable(named) && isColumn(named) && measured(named)) return null;
      frame.order.push({ by: null, direction: found.meaning.direction, implied: found.meaning });
    }
    frame.limit = limit ?? 1;
    return true;
  });
}

/** `American customers`: a value before the name that it belongs to. */
function readPremodifier(cursor: Cursor, frame: Frame): void {
  const value = cursor.peek();
  if (!isValue(value) || isNamed(value) || !isTable(cursor.peek(1))) return;
  cursor.at++;
  frame.conditions.push({
    kind: 'value',
    ctx: cursor.peek(),
    negated: false,
    of: null,
    values: [value],
    near: true,
  });
}
