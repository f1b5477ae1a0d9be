import { type Cursor, isTable, isValue } from '#src/planner/cursor.ts';
import type { Condition, Frame } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { isFlag } from '#src/planner/lexicon/flags.ts';

/** What stands before the rows that it is said of. */
type Before =
  | { readonly flag: Mention }
  | { readonly values: readonly Mention[]; readonly joined: 'and' | 'or' };

/**
 * Reads values and columns of yes and no before the rows that they are said of: `red cars`, `red and blue cars`, `open
 * urgent tickets`, `active German customers`; false where no rows follow. `mayStand` says which mentions are values here.
 */
export function readBeforeRows(
  cursor: Cursor,
  frame: Frame,
  mayStand: (mention: Mention) => boolean,
): boolean {
  const read = cursor.attempt(() => {
    const found: Before[] = [];
    while (true) {
      const next = readOne(cursor, mayStand);
      if (!next) break;
      found.push(next);
    }
    skipHolder(cursor, found.at(-1));
    const rows = cursor.peek();
    if (found.length === 0 || !isTable(rows) || found.every((one) => 'flag' in one)) return null;
    return found.flatMap((one) => conditionsOf(one, rows));
  });
  if (read) frame.conditions.push(...read);
  return read !== null;
}

/** `high priority tickets`: the column that holds the value stands before its rows. */
function skipHolder(cursor: Cursor, before: Before | undefined): void {
  const column = cursor.peek();
  if (!before || 'flag' in before || !column || !isTable(cursor.peek(1))) return;
  const holds = column.columns.some(({ table, columns }) =>
    before.values.every(({ values }) =>
      values.some((hit) => hit.table === table.name && hit.column === columns[0].name),
    ),
  );
  if (holds && !isTable(column) && column.values.length === 0) cursor.at++;
}

function readOne(cursor: Cursor, mayStand: (mention: Mention) => boolean): Before | null {
  const first = cursor.peek();
  if (!first) return null;
  if (isFlag(first) && !isTable(first) && !first.denied) {
    cursor.at++;
    return { flag: first };
  }
  if (!isValue(first) || !mayStand(first)) return null;
  cursor.at++;
  const more = cursor.attempt(() => readMore(cursor, mayStand));
  return more
    ? { values: [first, ...more.values], joined: more.joined }
    : { values: [first], joined: 'or' };
}

/** `and blue`, `, blue or green`. */
function readMore(cursor: Cursor, mayStand: (mention: Mention) => boolean) {
  const values: Mention[] = [];
  while (true) {
    const link = cursor.takeAny([', and', ', or', 'and', 'or', ',']);
    const value = cursor.peek();
    if (!link || !isValue(value) || !mayStand(value)) return null;
    cursor.at++;
    values.push(value);
    if (link !== ',') return { values, joined: link.endsWith('or') ? 'or' : 'and' } as const;
  }
}

/** `red and blue cars` are of either colour; `open and urgent tickets` are both. */
function conditionsOf(before: Before, ctx: Mention): Condition[] {
  if ('flag' in before) return [{ kind: 'flag', ctx, negated: false, of: before.flag, near: true }];
  const { values, joined } = before;
  const apart = joined === 'and' && values.length > 1 && !shareColumn(values);
  const sets = apart ? values.map((value) => [value]) : [values];
  return sets.map((set) => ({
    kind: 'value',
    ctx,
    negated: false,
    of: null,
    values: set,
    near: true,
    joined,
  }));
}

/** Whether one column holds all of the values. */
const shareColumn = ([first, ...others]: readonly Mention[]) =>
  first!.values.some(({ table, column }) =>
    others.every(({ values }) =>
      values.some((hit) => hit.table === table && hit.column === column),
    ),
  );

/** `active customers`, `inactive customers`: a column of yes and no before the rows that it is of. */
export function readFlagBefore(cursor: Cursor, frame: Frame): boolean {
  const denies = ['non', 'not'].includes(cursor.word()) ? 1 : 0;
  const flag = cursor.peek(denies);
  const rows = cursor.peek(denies + 1);
  if (!flag || !isFlag(flag) || !isTable(rows) || isFlag(rows)) return false;
  cursor.at += denies + 1;
  const negated = flag.denied !== denies > 0;
  frame.conditions.push({ kind: 'flag', ctx: rows, negated, of: flag, near: true });
  return true;
}
