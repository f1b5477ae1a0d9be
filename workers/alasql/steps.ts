import type { Row } from './hardened.ts';
import type { SortKey, Step } from './protocol.ts';
import { type Cell, keyOf } from './scalars.ts';
import { compareTexts } from './texts.ts';

/** The steps of a program that AlaSQL does not do, or not as SQL has it: its ORDER BY, UNION, DISTINCT and windows. */
export function runStep(
  step: Exclude<Step, { kind: 'select' }>,
  rowsOf: (name: string) => readonly Row[],
): readonly Row[] {
  switch (step.kind) {
    case 'sort': {
      const from = rowsOf(step.from);
      const sorted = step.keys.length > 0 ? [...from].sort(rowOrder(step.keys)) : from;
      const end = step.limit === null ? undefined : step.offset + step.limit;
      return sorted.slice(step.offset, end);
    }
    case 'distinct':
      return [...byKey(rowsOf(step.from), step.width).values()].map((rows) => rows[0]!);
    case 'set':
      return setOperation(step, rowsOf(step.left), rowsOf(step.right));
    case 'rank':
      return ranked(step, rowsOf(step.from));
  }
}

const columnsTo = (width: number) => Array.from({ length: width }, (_, index) => `c${index}`);

function byKey(rows: readonly Row[], width: number): Map<string, Row[]> {
  const columns = columnsTo(width);
  return Map.groupBy(rows, (row) => keyOf(columns.map((column) => row[column])));
}

function setOperation(
  { op, all, width }: Extract<Step, { kind: 'set' }>,
  left: readonly Row[],
  right: readonly Row[],
): readonly Row[] {
  if (op === 'union') {
    const both = [...left, ...right];
    return all ? both : [...byKey(both, width).values()].map((rows) => rows[0]!);
  }
  const others = byKey(right, width);
  const result: Row[] = [];
  for (const [key, rows] of byKey(left, width)) {
    const count = others.get(key)?.length ?? 0;
    const kept =
      op === 'except'
        ? all
          ? rows.length - count
          : Number(count === 0)
        : all
          ? Math.min(rows.length, count)
          : Number(count > 0);
    result.push(...rows.slice(0, Math.max(0, kept)));
  }
  return result;
}

function ranked(
  { fn, partition, keys, column }: Extract<Step, { kind: 'rank' }>,
  rows: readonly Row[],
): readonly Row[] {
  const order = rowOrder(keys);
  const result: Row[] = [];
  const groups = Map.groupBy(rows, (row) => keyOf(partition.map((each) => row[each])));
  for (const group of groups.values()) {
    const sorted = [...group].sort(order);
    let rank = 0;
    let dense = 0;
    for (const [index, row] of sorted.entries()) {
      if (index === 0 || order(sorted[index - 1]!, row) !== 0) {
        rank = index + 1;
        dense += 1;
      }
      const place = fn === 'rank' ? rank : fn === 'dense_rank' ? dense : index + 1;
      result.push({ ...row, [column]: place });
    }
  }
  return result;
}

/** NULLs where the key says; texts by code points. The sort is stable (ECMA-262). */
function rowOrder(keys: readonly SortKey[]): (a: Row, b: Row) => number {
  return (a, b) => {
    for (const { column, direction, nulls } of keys) {
      const [x, y] = [a[column] ?? null, b[column] ?? null];
      if (x === null && y === null) continue;
      if (x === null || y === null) return (x === null) === (nulls === 'first') ? -1 : 1;
      const sign = compareCells(x, y);
      if (sign !== 0) return direction === 'asc' ? sign : -sign;
    }
    return 0;
  };
}

function compareCells(a: Cell, b: Cell): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  return a! < b! ? -1 : a! > b! ? 1 : 0;
}
