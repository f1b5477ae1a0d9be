import { LEAVING_OUT, STATE_LINKS, STATE_LINKS_OF_NOT } from '#src/language/en/grammar.ts';
import { RESUMING } from '#src/planner/condition-words.ts';
import { readBody } from '#src/planner/conditions/body.ts';
import type { Clause } from '#src/planner/conditions/clause.ts';
import { readOpeners } from '#src/planner/conditions/openers.ts';
import { type Cursor, isNamed, isTable, isValue } from '#src/planner/cursor.ts';
import { type Condition, Declined, Unread } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { isFlag } from '#src/planner/lexicon/flags.ts';
import { readBeforeRows, readFlagBefore } from '#src/planner/things/premodifiers.ts';

/** One condition: openers and negation, then its body. */
function readCondition(clause: Clause, previous: Condition | null): Condition | null {
  const { cursor } = clause;
  const start = cursor.at;
  const rows = clause.ctx;
  const openers = readOpeners(clause);
  const found = withVerb(clause, readBody(clause, openers.verb, previous), openers.linked);
  if (!found) return null;
  if (openers.linked === null) refuseRoomFor(found, cursor, start);
  if (openers.negated) {
    if (found.kind === 'period') throw outsidePeriod(found.period.text);
    // `not completed or not pending`: the second denial is no denial of the first.
    const again = previous?.negated === true && previous.kind === found.kind;
    found.negated = again || !found.negated;
    found.absent = openers.absent;
    if (openers.absent) return absentRows(clause, found, rows);
  }
  if (found.kind === 'period' && found.of === null && !found.verb && clause.did?.end === start)
    return ofWhatWasDone(clause.did, found);
  if (found.kind === 'value' && openers.linked)
    clause.did = {
      value: found.values[0]!,
      verb: openers.linked,
      end: cursor.at,
      negated: found.negated,
    };
  return found;
}

/** `rooms for 4 people`: for how many there is room is not how many there are. */
function refuseRoomFor(found: Condition, { mentions }: Cursor, start: number): void {
  const [opener, next] = [mentions[start]?.word, mentions[start + 1]?.word ?? ''];
  if (
    opener !== 'for' ||
    next.startsWith('wh') ||
    found.kind !== 'compare' ||
    found.of?.aggregate !== 'count'
  )
    return;
  throw new Declined(
    'unsupported_question',
    `Does the number mean room for ${found.of.of.text}, or how many there are? For the second, say "with".`,
    found.of.of.text,
  );
}

/** `without completed orders in 2025`: there are no rows of which all of this holds. */
function absentRows(clause: Clause, found: Condition, rows: Mention | null): Condition {
  const { ctx } = found;
  if (found.kind !== 'value' || found.of || !ctx || ctx === rows || clause.ctx !== ctx)
    return found;
  clause.frame.conditions.push({ ...found, negated: false, absent: false, near: true });
  return { kind: 'exists', ctx: rows, negated: true, absent: true, of: ctx };
}

/** `bought a lamp in 2025`: the period is that of the buying. */
function ofWhatWasDone(
  { value, verb, negated }: NonNullable<Clause['did']>,
  found: Extract<Condition, { kind: 'period' }>,
): Condition {
  if (negated) throw outsidePeriod(found.period.text);
  return { ...found, verb, doing: value };
}

const outsidePeriod = (text: string) =>
  new Declined('unsupported_question', "Plumbline can't exclude a period.", text);

/** What the verb of a clause means for its condition: which date it speaks of, how far a value may lie. */
function withVerb(
  clause: Clause,
  condition: Condition | null,
  verb: string | null,
): Condition | null {
  if (condition?.kind === 'period' && condition.of === null) return { ...condition, verb };
  if (condition?.kind === 'exists') return { ...condition, verb };
  if (condition?.kind === 'value' && verb !== null) return { ...condition, verb };
  if (clause.ctx?.acts) return condition;
  if (condition?.kind === 'value' && condition.of === null && verb === null && !condition.all)
    return { ...condition, near: true };
  return condition;
}

/** `and who …`, `but have …`: the clause speaks of the asked rows again. */
function resumes(clause: Clause): boolean {
  const first = clause.cursor.word();
  if (saysBut(clause.cursor)) return true;
  return (
    first === 'and' &&
    (RESUMING.has(clause.cursor.word(1)) || isTable(clause.cursor.peek(1))) &&
    clause.frame.entity !== null
  );
}

/** `but no order`, `lives but has no order`: what stands before names nothing. */
function saysBut(cursor: Cursor): boolean {
  let ahead = 0;
  while (ahead < 2 && isPlain(cursor.peek(ahead)) && cursor.word(ahead) !== 'but') ahead++;
  return cursor.word(ahead) === 'but';
}

const isPlain = (mention: Mention | null): boolean =>
  mention !== null && !isNamed(mention) && !isValue(mention) && mention.value === null;

function saysBoth(clause: Clause): boolean {
  for (let ahead = 0; ahead < 8; ahead++) {
    const word = clause.cursor.word(ahead);
    if (word === 'both') return true;
    if (!clause.cursor.peek(ahead) || word === ',' || word === 'or') return false;
  }
  return false;
}

/** Two conditions of which one must hold. */
function join(left: Condition, right: Condition): Condition {
  if (
    left.kind === 'value' &&
    right.kind === 'value' &&
    left.of === right.of &&
    left.negated === right.negated
  )
    return { ...left, values: [...left.values, ...right.values] };
  const parts = left.kind === 'or' && !left.negated ? [...left.parts, right] : [left, right];
  return { kind: 'or', ctx: left.ctx, negated: false, parts };
}

/** `red` in `the red cars`. */
export function readPremodifier(clause: Clause): void {
  const { cursor } = clause;
  if (readFlagBefore(cursor, clause.frame)) return;
  readBeforeRows(cursor, clause.frame, (value) => !isTable(value));
}

/** Reads one clause into the frame; false where none starts here. */
export function readClause(clause: Clause): boolean {
  const { cursor, frame } = clause;
  const before = cursor.at;
  if (cursor.attempt(() => readExcluded(clause))) return true;
  if (cursor.take('or')) {
    if (readJoined(clause)) return true;
    cursor.at = before;
    return false;
  }
  const both = saysBoth(clause);
  if (resumes(clause)) clause.ctx = frame.entity;
  const found = readCondition(clause, null);
  if (!found) {
    cursor.at = before;
    return false;
  }
  if (both && (found.kind === 'exists' || found.kind === 'period')) return cursor.fail();
  if (both && found.kind === 'value' && found.values.length > 1) found.all = true;
  frame.conditions.push(found);
  return true;
}

/** `excluding deleted and test`: a state that is joined to one that is left out is left out as well. */
function readExcluded({ cursor, frame, ctx }: Clause): true | null {
  const { mentions, at } = cursor;
  const last = frame.conditions.at(-1);
  if (last?.kind !== 'flag' || mentions[at - 1] !== last.of) return null;
  let first = at - 2;
  while (STATE_LINKS.includes(mentions[first]?.word ?? '') || isFlag(mentions[first] ?? NOTHING))
    first--;
  const before = mentions[first]?.word ?? '';
  // `not deleted or test` are neither; of `not deleted and test` either may be meant.
  const joined = before === 'not' ? STATE_LINKS_OF_NOT : LEAVING_OUT.has(before) ? STATE_LINKS : [];
  if (!cursor.takeAny(joined)) return null;
  const of = cursor.peek();
  if (!of || !isFlag(of) || isTable(of)) return null;
  cursor.at++;
  frame.conditions.push({ kind: 'flag', ctx, negated: !of.denied, of });
  return true;
}

const NOTHING = { tables: [], columns: [] };

/** After "or": joins what follows to the condition before it. */
function readJoined(clause: Clause): boolean {
  const { conditions } = clause.frame;
  const previous = conditions.pop();
  const next = previous ? readCondition(clause, previous) : null;
  if (!previous || !next) {
    if (previous) conditions.push(previous);
    return false;
  }
  const joined = join(previous, next);
  if (joined.kind === 'or' && conditions.length > 0)
    throw new Unread(
      'unsupported_question',
      'It\'s not clear what "or" connects. Ask two separate questions.',
      'or',
    );
  conditions.push(joined);
  return true;
}
