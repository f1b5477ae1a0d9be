import { words } from '#src/language/tables.ts';
import {
  type Cursor,
  isColumn,
  isNamed,
  isTable,
  isTimeColumn,
  isValue,
  meansTable,
  saysSomething,
} from '#src/planner/cursor.ts';
import { mayBeYear } from '#src/planner/day.ts';
import { doneCondition, isDone, tellsRows } from '#src/planner/done.ts';
import type { Frame, Thing } from '#src/planner/frame.ts';
import { Declined } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { flagSenses, isFlag } from '#src/planner/lexicon/flags.ts';
import { measured } from '#src/planner/measured.ts';
import { readSuperlative, type SuperlativeWord } from '#src/planner/superlative-word.ts';
import {
  ownsColumn,
  readAggregate,
  readFraction,
  readRunning,
} from '#src/planner/things/computed.ts';
import { ARTICLES, DISTINCT } from '#src/planner/things/determiners.ts';
import { readBeforeRows, readFlagBefore } from '#src/planner/things/premodifiers.ts';
import { SUPERLATIVES } from '#src/planner/words.ts';
import type { AggregateFunction } from '#src/query/functions.ts';

/** Reads one column or table with the words before and after it: `different customer names`, `name of the student`. */
export function readThing(
  cursor: Cursor,
  frame: Frame,
  aggregate: AggregateFunction | null = null,
  distinct = false,
): Thing | null {
  return cursor.attempt(() => {
    skipArticles(cursor);
    if (aggregate !== null) return readComputedThing(cursor, frame, aggregate, distinct);
    const fraction = readFraction(cursor);
    const running = fraction === null && readRunning(cursor);
    const fn = fraction !== null ? 'percentile' : running ? (readAggregate(cursor) ?? 'sum') : null;
    const thing = readComputedThing(cursor, frame, fn, distinct);
    if (!thing) return null;
    return { ...thing, ...(fraction !== null && { fraction }), ...(running && { running }) };
  });
}

function readComputedThing(
  cursor: Cursor,
  frame: Frame,
  aggregate: AggregateFunction | null,
  distinct: boolean,
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
    if (!isNamed(mention) || mention.acts || isDone(mention)) return null;
    refuseShare(mention);
    cursor.at++;
    const picked = rowsPicked(cursor, frame, mention, computed);
    if (picked) return picked;
    const flagged = flaggedRows(mention, frame);
    if (flagged) return owned(cursor, frame, flagged, computed, unique);
    if (computed === null && mention.lemma === 'total' && cursor.word() === 'of') computed = 'sum';
    if (computed === 'sum' && cursor.take('number', 'of')) return null;
    return owned(cursor, frame, mention, computed, unique);
  });
}

/** `highest salary employee`: one of the rows that are named behind a column of theirs. */
function rowsPicked(
  cursor: Cursor,
  frame: Frame,
  column: Mention,
  fn: AggregateFunction | null,
): Thing | null {
  const rows = cursor.peek();
  if ((fn !== 'max' && fn !== 'min') || !isColumn(column) || !isTable(rows)) return null;
  const { lemma, lower } = rows.tokens.at(-1)!;
  if (!meansTable(rows) || lemma !== lower || !ownsColumn(rows, column)) return null;
  cursor.at++;
  const by = { of: column, ctx: rows, aggregate: null, distinct: false };
  frame.order.push({ by, direction: fn === 'max' ? 'desc' : 'asc', implied: null });
  frame.limit ??= 1;
  return { of: rows, ctx: null, aggregate: null, distinct: false };
}

/** `smokers`, `alarms` where a column says who is one: the rows of which it is said. */
function flaggedRows(mention: Mention, frame: Frame): Mention | null {
  const { lemma, lower } = mention.tokens.at(-1)!;
  if (lemma === lower || mention.denied || !isFlag(mention)) return null;
  const flags = flagSenses(mention.columns);
  // A column of zeros and ones may hold small numbers of things: `wins`.
  if (flags.some(({ columns }) => columns[0].type === 'integer')) return null;
  const tables = flags.map(({ table, score }) => ({ table, score }));
  const rows = { ...mention, tables, columns: [] };
  frame.conditions.push({ kind: 'flag', ctx: rows, negated: false, of: mention });
  return rows;
}

function skipArticles(cursor: Cursor): void {
  while (ARTICLES.has(cursor.word()) && !isNamed(cursor.peek()) && !saysSomething(cursor.peek()!))
    cursor.at++;
  // "the name": the word is a column name unless another name follows at once.
}

/** `student's name`, `student name`: the first names the rows. */
function owned(
  cursor: Cursor,
  frame: Frame,
  mention: Mention,
  aggregate: AggregateFunction | null,
  distinct: boolean,
): Thing {
  const possessive = cursor.word() === "'s" && isColumn(cursor.peek(1));
  const next = cursor.peek(possessive ? 1 : 0);
  const participle =
    !possessive && (isDone(next) || isDoing(cursor, next) || opensCondition(cursor, next));
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
  const after = cursor.at;
  if (isWorth(cursor, mention, aggregate))
    return {
      of: mention,
      ctx: null,
      aggregate,
      distinct,
      worth: true,
      // `total order value`: the word after the rows was read.
      amount: cursor.at > after || saysAmount(cursor, mention),
    };
  return { of: mention, ctx: null, aggregate, distinct };
}

/** `total amount of payments`, `total value of the orders`. */
function saysAmount({ mentions }: Cursor, { index }: Mention): boolean {
  const [first, second, third] = [1, 2, 3].map((back) => mentions[index - back]?.word ?? '');
  const said = first === 'of' ? second : second === 'of' ? third : '';
  return said === 'amount' || said === 'value' || first === 'sum' || second === 'sum';
}

/** `average order value`, `average payment`, `total payments`: what the rows are worth is computed. */
function isWorth(cursor: Cursor, mention: Mention, aggregate: AggregateFunction | null): boolean {
  if (!isTable(mention) || aggregate === null || aggregate === 'count') return false;
  if (cursor.word() === 'value' && !isNamed(cursor.peek())) {
    cursor.at++;
    return true;
  }
  return !mention.columns.some(({ score }) => score >= 0.85);
}

/** `stores opened before 2020`, `customers referred by Ann`: what is said of the rows, rather than asked of them. */
function opensCondition(cursor: Cursor, next: Mention | null): boolean {
  const after = cursor.peek(1);
  if (after?.period) return opensPeriod(next);
  return next?.tokens.at(-1)?.lower === 'by' && isValue(after);
}

const PLACES = new Set(['in', 'at', 'for', 'on', 'with', 'under', 'from']);

/** `employees working in Sales` where a column counts their working days: what they do, unless the word names it in full. */
const isDoing = (cursor: Cursor, next: Mention | null): boolean =>
  /ing$/.test(next?.word ?? '') &&
  next!.columns.every(({ score }) => score < 0.85) &&
  PLACES.has(cursor.word(1));

const WHOLE_DATE = words('date time day month year timestamp');

/** `stores opened before 2020`, `invoices due in March`: what is said of a period, rather than a date that is asked. */
function opensPeriod(next: Mention | null): boolean {
  if (/ed$/.test(next?.word ?? '')) return true;
  return isColumn(next) && isTimeColumn(next) && !WHOLE_DATE.has(next.tokens.at(-1)!.lemma);
}

/** `top 5 customers`, `three oldest students`, `the oldest student`, `the most common name`. */
function readLimited(cursor: Cursor, frame: Frame): void {
  cursor.attempt(() => {
    let limit: number | null = null;
    const bottom = cursor.word() === 'bottom';
    const dated = readLastOrFirst(cursor);
    const topped = bottom || cursor.word() === 'top';
    if (topped) cursor.at++;
    limit = readCount(cursor);
    // `2026 biggest customer`
    if (topped ? limit === null : mayBeYear(limit ?? 0)) return null;
    const found = dated ?? readSuperlative(cursor);
    if (found?.kind === 'many') return null;
    if (found && limit === null) limit = readCount(cursor);
    if (!found && limit === null) return null;
    cursor.skip(['the']);
    const named = cursor.peek();
    if (!isNamed(named) && !isValue(named)) return null;
    if (found?.kind === 'frequent') frame.frequency = found.direction;
    if (found?.kind === 'graded') {
      if (found.meaning.time && limit === null && isDateOf(named)) return null;
      if (!meansTable(named) && isColumn(named) && measured(named)) return null;
      frame.order.push({ by: null, direction: found.meaning.direction, implied: found.meaning });
    }
    frame.limit = limit ?? 1;
    frame.bottom = bottom;
    return true;
  });
}

/** `latest delivery date`: the date itself is asked, not a row of another one. */
const isDateOf = (named: Mention): boolean =>
  isColumn(named) && !meansTable(named) && isTimeColumn(named);

/** `5` in `top 5`. */
function readCount(cursor: Cursor): number | null {
  const value = cursor.peek()?.value ?? null;
  if (value === null || !Number.isInteger(value) || value < 1) return null;
  cursor.at++;
  return value;
}

/** `last 5 invoices`, `first order`: by their dates. */
function readLastOrFirst(cursor: Cursor): SuperlativeWord | null {
  const word = cursor.word();
  if (word !== 'last' && word !== 'first') return null;
  const rows = cursor.peek(cursor.peek(1)?.value == null ? 1 : 2);
  if (!isTable(rows) || !meansTable(rows)) return null;
  cursor.at++;
  return { kind: 'graded', meaning: SUPERLATIVES.get(word === 'last' ? 'latest' : 'earliest')! };
}

/** `American customers`, `Ann's salary`: a value before the name that it belongs to. */
function readPremodifier(cursor: Cursor, frame: Frame): void {
  if (readFlagBefore(cursor, frame)) return;
  const value = cursor.peek();
  if (readDoneBefore(cursor, frame)) return;
  if (!isValue(value) || (isNamed(value) && !isDone(value))) {
    readBeforeRows(cursor, frame, (one) => !isNamed(one) || isDone(one));
    return;
  }
  const possessive = cursor.word(1) === "'s" && isColumn(cursor.peek(2)) ? 1 : 0;
  const next = cursor.peek(1 + possessive);
  const amount = isColumn(next) && !isTable(next) && measured(next) && !next.values.length;
  if (possessive || amount) {
    cursor.at += 1 + possessive;
    frame.conditions.push({ kind: 'value', ctx: null, negated: false, of: null, values: [value] });
    return;
  }
  readBeforeRows(cursor, frame, (one) => !isNamed(one) || isDone(one));
}

/** `shipped orders`: those that have the date. */
function readDoneBefore(cursor: Cursor, frame: Frame): boolean {
  const done = cursor.peek();
  const rows = cursor.peek(1);
  if (!done || !isDone(done) || isValue(done)) return false;
  if (!tellsRows(done) || !isTable(rows) || !meansTable(rows)) return false;
  cursor.at++;
  frame.conditions.push(doneCondition(done, rows));
  return true;
}

const SHARES = new Set(['percentage', 'percent', 'share', 'proportion', 'ratio', 'rate']);

/** `percentage of orders`: a part of the whole is asked, unless a column has just that name. */
function refuseShare(mention: Mention): void {
  if (!SHARES.has(mention.lemma) || mention.columns.some(({ score }) => score >= 0.85)) return;
  throw new Declined(
    'unsupported_question',
    "Plumbline can't calculate this share or rate. Name the part and the whole.",
    mention.text,
  );
}
