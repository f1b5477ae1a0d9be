import {
  type Cursor,
  isColumn,
  isTable,
  isTimeColumn,
  meansTable,
  namesColumn,
} from '#src/planner/cursor.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { measured } from '#src/planner/measured.ts';
import { readSuperlative } from '#src/planner/superlative-word.ts';
import { DISTINCT } from '#src/planner/things/determiners.ts';
import { AGGREGATE_PHRASES, AGGREGATES } from '#src/planner/words.ts';
import { type AggregateFunction, FUNCTIONS } from '#src/query/functions.ts';

/** What was read before a column: what is computed of it. */
interface Computed {
  readonly aggregates: readonly AggregateFunction[];
  readonly distinct: boolean;
}

/** `average, minimum and maximum`, `the number of different`. */
export function readComputed(cursor: Cursor): Computed {
  const aggregates: AggregateFunction[] = [];
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

export function readAggregate(cursor: Cursor): AggregateFunction | null {
  if (
    cursor.takeAny(
      'the total number of|total number of|the number of|number of|numbers of|the count of|count of|total count of|counts of|the amount of|overall number of',
    )
  )
    return 'count';
  const phrase = cursor.attempt(() => readPhrase(cursor));
  if (phrase) return phrase;
  const aggregate = AGGREGATES.get(cursor.word());
  if (aggregate) return isColumnName(cursor) ? null : readAggregateWord(cursor, aggregate);
  return readExtreme(cursor);
}

/** `standard deviation of`: a function that is said in several words, of something. */
function readPhrase(cursor: Cursor): AggregateFunction | null {
  const aggregate = AGGREGATES.get(cursor.takeAny(AGGREGATE_PHRASES) ?? '');
  cursor.takeAny(OF);
  return aggregate && cursor.peek() ? aggregate : null;
}

const OF = ['of the', 'of all', 'of', 'for the', 'in the', 'in'] as const;

/** `90th percentile of`, `p95`: the place of a percentile, from 0 to 1. */
export function readFraction(cursor: Cursor): number | null {
  const mention = cursor.peek();
  const isSaid = PERCENTILES.has(cursor.word(1));
  const [, short, full] =
    /^(?:p(\d+(?:\.\d+)?)|(\d+(?:\.\d+)?)(?:st|nd|rd|th)?)$/i.exec(mention?.text ?? '') ?? [];
  const fraction = Number(short ?? full) / 100;
  if (!(short || (full && isSaid)) || !(fraction > 0 && fraction < 1)) return null;
  if (namesColumn(mention) || !cursor.peek(isSaid ? 2 : 1)) return null;
  cursor.at += isSaid ? 2 : 1;
  cursor.takeAny(OF);
  return fraction;
}

const PERCENTILES: ReadonlySet<string> = new Set(['percentile', 'percentiles', 'centile']);

/** `running total of`, `cumulative`: each group shows what it and those before it come to. */
export function readRunning(cursor: Cursor): boolean {
  if (!cursor.takeAny(FUNCTIONS.running_sum.asked)) return false;
  cursor.takeAny(OF);
  return true;
}

/** Whether words of several follow that compute something: `standard deviation of`, `90th percentile of`. */
export function opensComputed(cursor: Cursor): boolean {
  const before = cursor.at;
  const opens =
    readFraction(cursor) !== null ||
    readRunning(cursor) ||
    cursor.takeAny(AGGREGATE_PHRASES) !== null;
  cursor.at = before;
  return opens;
}

function readAggregateWord(cursor: Cursor, aggregate: AggregateFunction): AggregateFunction | null {
  return cursor.attempt(() => {
    cursor.at++;
    if (!isColumn(cursor.peek())) cursor.takeAny(['value of', 'amount of']);
    cursor.takeAny(['of the', 'of']);
    return cursor.peek() ? aggregate : null;
  });
}

/** `invoices by total` where invoices have a column of that name: the word computes nothing unless a number follows. */
function isColumnName(cursor: Cursor): boolean {
  const mention = cursor.peek();
  if (!mention || !namesColumn(mention)) return false;
  const before = cursor.at;
  cursor.at++;
  const of = cursor.word() === 'of';
  cursor.skip(['of', 'the', 'all']);
  const next = cursor.peek();
  cursor.at = before;
  if (isTable(next) && meansTable(next)) return of && ownsColumn(next, mention);
  return !(isColumn(next) && measured(next));
}

/** Whether the rows that a mention names have the column that another one names. */
export const ownsColumn = (rows: Mention, column: Mention) =>
  column.columns.some((sense) => rows.tables.some(({ table }) => table === sense.table));

/** `the highest salary` is a maximum where it names a number, not rows. */
function readExtreme(cursor: Cursor): AggregateFunction | null {
  return cursor.attempt(() => {
    const found = readSuperlative(cursor);
    if (found?.kind !== 'graded') return null;
    const next = cursor.peek();
    if (next && AGGREGATES.has(next.word) && !isColumnName(cursor)) return null;
    const joined = next?.word === ',' || next?.word === 'and' || next?.word === 'or';
    const dated = found.meaning.time === true && isColumn(next) && isTimeColumn(next);
    if (!joined && (!isColumn(next) || meansTable(next) || !(dated || measured(next)))) return null;
    if (found.meaning.time && !joined && !dated) return null;
    return found.meaning.direction === 'desc' ? 'max' : 'min';
  });
}
