import { ENGLISH_ASKED_WORDS } from '#src/language/en/asked-words.ts';
import { readAfterNumber, readComparator } from '#src/planner/comparison.ts';
import type { Clause } from '#src/planner/conditions/clause.ts';
import { readAggregated, readOfColumn } from '#src/planner/conditions/columns.ts';
import { readCompared } from '#src/planner/conditions/comparisons.ts';
import { readFlag } from '#src/planner/conditions/flags.ts';
import { readHeld } from '#src/planner/conditions/held.ts';
import { readMatch } from '#src/planner/conditions/matches.ts';
import { readCalled, readNamedRow, readValue } from '#src/planner/conditions/values.ts';
import {
  type Cursor,
  isColumn,
  isNamed,
  isTable,
  isValue,
  meansTable,
} from '#src/planner/cursor.ts';
import { doneCondition, isDone, tellsRows } from '#src/planner/done.ts';
import { type Condition, Declined, Unread } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { UNITS } from '#src/planner/question-words.ts';
import { readFlagBefore } from '#src/planner/things/premodifiers.ts';

export function readBody(
  clause: Clause,
  verb: readonly string[],
  previous: Condition | null,
): Condition | null {
  const { cursor } = clause;
  const amount =
    cursor.mentions[cursor.at - 1]?.word === 'by' ? cursor.mentions[cursor.at - 2] : null;
  const comparator = readComparator(cursor);
  if (comparator && amount && isValue(amount))
    throw new Declined(
      'ambiguous',
      `Does the number belong to "${amount.text}", or to something else?`,
      amount.text,
    );
  if (comparator) return readCompared(clause, null, comparator, verb);
  const mention = cursor.peek();
  if (!mention) return null;
  if (mention.period && mention.value === null) {
    cursor.at++;
    return { kind: 'period', ctx: clause.ctx, negated: false, of: null, period: mention.period };
  }
  const match = readMatch(clause, null);
  if (match) return match;
  if (previous) {
    const again = readAlternative(clause, previous);
    if (again) return again;
  }
  const averaged = readAggregated(clause);
  if (averaged) return averaged;
  const called = readCalled(clause);
  if (called) return called;
  const done = readDone(clause, mention);
  if (done) return done;
  // `with approved requests in 2026`: one row of them is all of that.
  if (readFlagBefore(cursor, clause.frame)) return readBody(clause, verb, previous);
  if (isColumn(mention) || isTable(mention)) {
    const read = cursor.attempt(() => readOfName(clause, mention));
    if (read) return read;
    const held = readHeld(clause, mention);
    if (held) return held;
  }
  if (isValue(mention)) return readValue(clause);
  if (mention.value !== null && (isNamed(cursor.peek(1)) || readsAfter(cursor)))
    return numbered(clause, verb);
  if (mention.period) {
    cursor.at++;
    return { kind: 'period', ctx: clause.ctx, negated: false, of: null, period: mention.period };
  }
  return null;
}

const { negating } = ENGLISH_ASKED_WORDS;
const TIMES_OPENERS = new Set(['by', 'per', 'each', 'every']);

/** `listings sold in Austin`, `tickets not closed`: what was done, where no period says when. */
function readDone(clause: Clause, mention: Mention): Condition | null {
  const { cursor } = clause;
  if (!isDone(mention) || cursor.peek(1)?.period) return null;
  const timed = TIMES_OPENERS.has(cursor.word(1)) && UNITS.has(cursor.peek(2)?.lemma ?? '');
  if (isValue(mention) && !timed) return readValue(clause);
  if (!tellsRows(mention)) return null;
  cursor.at++;
  return doneCondition(mention, clause.ctx);
}

const PLACES = new Set(['from', 'in', 'at', 'on', 'with', 'under']);

/** Conditions of a column or table that is named first. */
function readOfName(clause: Clause, mention: Mention): Condition | null {
  const { cursor } = clause;
  cursor.at++;
  if (isTable(mention) && cursor.word() === "'s") {
    cursor.at++;
    clause.ctx = mention;
    const column = cursor.peek();
    if (!isColumn(column)) return null;
    return readOfName(clause, column);
  }
  const next = cursor.peek();
  if (meansTable(mention) && isColumn(next) && !meansTable(next) && !isValue(next)) {
    const nested = cursor.attempt(() => {
      const saved = clause.ctx;
      clause.ctx = mention;
      const found = readOfName(clause, next);
      if (!found) clause.ctx = saved;
      return found;
    });
    if (nested) return nested;
  }
  // `customers from Germany` are rows with a condition, not a column that holds it.
  const rows = meansTable(mention) && PLACES.has(cursor.word());
  if (isColumn(mention) && !rows) {
    const read = cursor.attempt(() => readOfColumn(clause, mention)) ?? readFlag(clause, mention);
    if (read) return read;
  }
  if (!isTable(mention)) return null;
  refuseOthers(clause, mention);
  const named = cursor.attempt(() => readNamedRow(clause, mention));
  if (named) return named;
  // `do not own kayaks as boats`: what the value is, and no rows that are there besides.
  if (cursor.word(-2) === 'as' && cursor.mentions.some(({ word }) => negating.has(word)))
    return null;
  refuseBy(cursor, mention);
  refuseListed(clause, mention);
  const same = saysSame(cursor, mention);
  const { ctx } = clause;
  const condition: Condition = { kind: 'exists', ctx, negated: false, of: mention, same };
  clause.ctx = mention;
  return condition;
}

/** Words that lead over from an answer before. */
const LEADING = new Set(['and', 'but', 'or', 'now', 'then', 'also', ',']);
const BE = new Set(['is', 'are', 'was', 'were', 'be']);
const BESIDE = new Set(['a', 'an', 'also', 'not', 'both', 'the', 'no']);

/** `doctors who are also patients`: those who are the other rows themselves. */
function saysSame({ mentions }: Cursor, { index, acts }: Mention): boolean {
  let before = index - 1;
  while (BESIDE.has(mentions[before]?.word ?? '')) before--;
  return !acts && BE.has(mentions[before]?.word ?? '');
}

const LISTED = new Set(['all', 'the', 'of']);

/** `names of customers and products`: rows beside those that are asked, no condition of them. */
function refuseListed({ cursor: { mentions }, frame }: Clause, { index, text }: Mention): void {
  let before = index - 1;
  while (LISTED.has(mentions[before]?.word ?? '')) before--;
  const rows = mentions[before - 1];
  if (mentions[before]?.word !== 'and' || !rows || rows !== frame.entity) return;
  throw new Declined(
    'ambiguous',
    `Do you want both ${rows.text} and ${text}, or ${rows.text} that have ${text}? Ask for one of them, or say "${rows.text} with ${text}".`,
    text,
  );
}

/** `sessions by speaker`, `and by speaker`: nothing says what they do by it. */
function refuseBy({ mentions }: Cursor, { index, text }: Mention): void {
  if (mentions[index - 1]?.word !== 'by') return;
  const before = mentions[index - 2] ?? null;
  if (before !== null && !isTable(before) && !LEADING.has(before.word)) return;
  throw new Declined('ambiguous', `Say "for each ${text}", or say what ${text} did.`, text);
}

const OTHERS = new Set(['some', 'other', 'another', 'someone']);

/** `employees in departments where some employees …`: rows of the asked kind that are not the asked ones. */
function refuseOthers({ cursor, frame }: Clause, mention: Mention): void {
  const before = cursor.mentions[mention.index - 1]?.word ?? '';
  const asked = frame.entity ?? frame.select[0]?.of ?? null;
  const same = mention.tables.some(({ table }) => asked?.tables.some((one) => one.table === table));
  if (OTHERS.has(before) && same)
    throw new Declined(
      'unsupported_question',
      `Are these the same ${mention.text} as before?`,
      mention.text,
    );
}

/** After "or": another value or bound of the same column. */
function readAlternative(clause: Clause, previous: Condition): Condition | null {
  const { cursor } = clause;
  const mention = cursor.peek()!;
  if (
    previous.kind === 'value' &&
    isValue(mention) &&
    !(isColumn(cursor.peek(1)) && !isTable(cursor.peek(1)))
  ) {
    cursor.at++;
    return { ...previous, values: [mention] };
  }
  if (previous.kind === 'compare' && mention.value !== null && previous.op === '=') {
    cursor.at++;
    return { ...previous, value: mention.value };
  }
  return null;
}

/** Words that make a number a bound or a difference: `within 3 days`. */
const SPANNING = new Set(['within', 'by', 'from', 'to', 'into', 'after', 'before']);

/** `5 or more orders`, `two orders`. */
function numbered(clause: Clause, verb: readonly string[]): Condition | null {
  const { cursor, frame } = clause;
  const before = frame.conditions.at(-1);
  const behind = cursor.mentions[cursor.at - 1];
  const link = behind?.word ?? '';
  // `name five guests` asks for no names that five guests share.
  if (frame.select.some(({ of }) => of === behind))
    throw new Unread(
      'unsupported_question',
      `"${cursor.peek()!.text}" wasn't understood as a limit. Write "with" or "more than" before it.`,
      cursor.peek()!.text,
    );
  if (SPANNING.has(link))
    throw new Declined(
      'unsupported_question',
      `"${link} ${cursor.peek()!.text}" wasn't understood as a limit.`,
      link,
    );
  const follows = link === 'and';
  if (follows && before?.kind === 'compare' && before.op !== '=')
    throw new Declined(
      'ambiguous',
      `Is ${cursor.peek()!.text} a limit like the number before it, or an exact number?`,
      cursor.peek()!.text,
    );
  return readCompared(clause, null, { op: '=', by: null }, verb);
}

function readsAfter(cursor: Cursor): boolean {
  const before = cursor.at;
  cursor.at++;
  const found = readAfterNumber(cursor);
  cursor.at = before;
  return found !== null;
}
