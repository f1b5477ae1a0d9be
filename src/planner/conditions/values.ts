import type { Comparator } from '#src/planner/comparison.ts';
import type { Clause } from '#src/planner/conditions/clause.ts';
import { isNamed, isTable, isValue, meansTable } from '#src/planner/cursor.ts';
import { type Condition, Declined, type Thing, Unread } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';

/** A value, with the column or table that may follow it: `Statistics department`. */
export function readValue(clause: Clause): Condition {
  const { cursor } = clause;
  const value = cursor.peek()!;
  const [first, ...rest] = value.tokens;
  const plain = !value.quoted && !first!.capital && first!.kind === 'word' && rest.length === 0;
  const article = cursor.mentions[cursor.at - 1]?.word ?? '';
  cursor.at++;
  const { more, joined } = readMoreValues(clause);
  const values = [value, ...more];
  const next = cursor.peek();
  if (
    plain &&
    !clause.frame.entity &&
    !isNamed(next) &&
    ['the', 'a', 'an', 'of', 'all'].includes(article)
  )
    throw new Unread('unsupported_question', `What is "${value.text}"?`, value.text);
  if (isTable(next) && meansTable(next) && mayOwn(next, value)) {
    cursor.at++;
    clause.ctx = next;
    return { kind: 'value', ctx: next, negated: false, of: null, values, joined, near: true };
  }
  if (next && isNamed(next) && !isValue(next)) {
    cursor.at++;
    return { kind: 'value', ctx: clause.ctx, negated: false, of: next, values, joined };
  }
  return { kind: 'value', ctx: clause.ctx, negated: false, of: null, values, joined };
}

/** Whether rows that are named after a value are those of which it is said: `cancelled orders`, `the Central branch`. */
const mayOwn = (rows: Mention, value: Mention) =>
  isValue(rows)
    ? rows.tables.some(({ table }) => value.values.some((hit) => hit.table === table.name))
    : !mayHold(rows, value);

/** `Statistics department`: whether the rows are called by the name of a column that has the value, too. */
const mayHold = ({ columns }: Mention, { values }: Mention) =>
  columns.some(
    (sense) =>
      sense.score >= 0.85 ||
      values.some(
        ({ table, column }) => sense.table.name === table && sense.columns[0]!.name === column,
      ),
  );

/** More values of the same column: `A, B or C`; a list with commas alone is none. */
export function readMoreValues(clause: Clause): {
  readonly more: Mention[];
  readonly joined: 'and' | 'or';
} {
  const { cursor } = clause;
  const more: Mention[] = [];
  let joined: 'and' | 'or' | null = null;
  const read = cursor.attempt(() => {
    while (joined === null) {
      const link = cursor.takeAny([', or', ', and', 'or', 'and', ',']);
      if (!link) return null;
      if (link !== ',') joined = link.endsWith('or') ? 'or' : 'and';
      cursor.takeAny(['the', 'a', 'an', 'in', 'in the', 'from', 'from the']);
      const mention = cursor.peek();
      if (!isValue(mention) || (isNamed(mention) && !mention.quoted)) return null;
      cursor.at++;
      more.push(mention);
    }
    return true;
  });
  if (read && cursor.word() === ',' && isValue(cursor.peek(1)) && !isNamed(cursor.peek(1)))
    throw new Declined(
      'unsupported_question',
      "It's not clear which of the listed values belong together.",
      cursor.peek(1)!.text,
    );
  return read && joined ? { more, joined } : { more: [], joined: 'or' };
}

/** `the department Sales`, `country named France`. */
export function readNamedRow(clause: Clause, table: Mention): Condition | null {
  const { cursor } = clause;
  const called = cursor.takeAny('named|called|with the name|with name|whose name is|:|of') !== null;
  cursor.skip(['the']);
  const value = cursor.peek();
  if (!isValue(value) || (isNamed(value) && !value.quoted && !called)) return null;
  cursor.at++;
  const ctx = table;
  const { more, joined } = readMoreValues(clause);
  const values = [value, ...more];
  clause.ctx = table;
  return { kind: 'value', ctx, negated: false, of: null, values, joined };
}

const NAMES = /(^|[_ ])(name|title|label)$/i;

/** `customers named Anna Berg`: the value is a name, whatever else is written like it. */
export function readCalled({ cursor, ctx }: Clause): Condition | null {
  const value = cursor.peek(1);
  if (!['named', 'called', 'titled'].includes(cursor.word()) || !isValue(value)) return null;
  const named = { ...value, values: value.values.filter(({ column }) => NAMES.test(column)) };
  if (named.values.length === 0) return null;
  cursor.at += 2;
  return { kind: 'value', ctx, negated: false, of: null, values: [named], near: true };
}

/** `other than Berlin`. */
export function readOtherThan(
  clause: Clause,
  of: Thing | null,
  comparator: Comparator,
): Condition | null {
  const { cursor } = clause;
  if (comparator.op !== '<>' && comparator.op !== '=') return null;
  cursor.skip(['the']);
  const value = cursor.peek();
  if (!isValue(value)) return null;
  cursor.at++;
  const { more, joined } = readMoreValues(clause);
  const values = [value, ...more];
  return {
    kind: 'value',
    ctx: clause.ctx,
    negated: comparator.op === '<>',
    of: of?.of ?? null,
    values,
    joined,
  };
}
