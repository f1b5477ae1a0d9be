import {
  type Cursor,
  isColumn,
  isNamed,
  isTable,
  isValue,
  meansTable,
} from '#src/planner/cursor.ts';
import type { Frame, Thing } from '#src/planner/frame.ts';
import { Declined } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { readSuperlative } from '#src/planner/superlative-word.ts';
import { readAggregate } from '#src/planner/things/computed.ts';
import { measured } from '#src/planner/things/measures.ts';
import { ARTICLES, DISTINCT } from '#src/planner/things/words.ts';
import type { AggregateWord } from '#src/planner/words.ts';

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
    refuseShare(mention);
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
    return { of: next, ctx: mention, aggregate, distinct, compound: !possessive };
  }
  if (cursor.word() === 'table' && isTable(mention)) cursor.at++;
  const worth = aggregate === 'avg' && cursor.word() === 'value' && !isNamed(cursor.peek());
  if (worth && isTable(mention)) {
    cursor.at++;
    return { of: mention, ctx: null, aggregate, distinct, worth };
  }
  return { of: mention, ctx: null, aggregate, distinct };
}

/** `top 5 customers`, `three oldest students`, `the oldest student`, `the most common name`. */
function readLimited(cursor: Cursor, frame: Frame): void {
  cursor.attempt(() => {
    let limit: number | null = null;
    const bottom = cursor.word() === 'bottom';
    const topped =
      bottom ||
      cursor.word() === 'top' ||
      (cursor.word() === 'first' && cursor.peek(1)?.value != null);
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
    frame.bottom = bottom;
    return true;
  });
}

/** `American customers`: a value before the name that it belongs to. */
function readPremodifier(cursor: Cursor, frame: Frame): void {
  const value = cursor.peek();
  if (!isValue(value) || isNamed(value)) return;
  const next = cursor.peek(1);
  if (isColumn(next) && !isTable(next) && measured(next) && !next.values.length) {
    cursor.at++;
    frame.conditions.push({ kind: 'value', ctx: null, negated: false, of: null, values: [value] });
    return;
  }
  if (!isTable(next)) return;
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

const SHARES = new Set(['percentage', 'percent', 'share', 'proportion', 'ratio', 'rate']);

/** `percentage of orders`: a part of the whole is asked, unless a column has just that name. */
function refuseShare(mention: Mention): void {
  if (!SHARES.has(mention.lemma) || mention.columns.some(({ score }) => score >= 0.85)) return;
  throw new Declined('unsupported_question', 'Shares and rates are not computed.', mention.text);
}
