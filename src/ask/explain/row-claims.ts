import type { LabelMention } from '#src/ask/trace/labels.ts';
import type { Mention, TraceTable } from '#src/ask/trace/types.ts';
import {
  A_TOTAL,
  EQUAL,
  FIRST_PLACE,
  LAST_PLACE,
  LESS_THAN,
  MORE_THAN,
  NOTHING,
  OVERALL,
} from '#src/language/model-texts.ts';
import { HIGHEST, LOWEST, MEAN, SHOWN } from '#src/planner/wording.ts';

/** A sentence with what stands in it. */
export interface Said {
  /** Its text, names and numbers blanked. */
  readonly text: string;
  readonly labels: readonly LabelMention[];
  readonly numbers: readonly Mention[];
}

/**
 * What a sentence says of rows beyond its numbers, that they do not bear out: that they have nothing, that two are alike,
 * that one is ahead of another, what a number is of, or that all rows are shown. Its word; null where it says no such thing,
 * or it is so.
 */
export function rowClaim(said: Said, table: TraceTable): string | null {
  return (
    nothing(said, table) ??
    alike(said, table) ??
    ahead(said, table) ??
    place(said, table) ??
    otherFunction(said, table) ??
    wholeOf(said, table)
  );
}

const measuresOf = ({ styles }: TraceTable) =>
  styles.flatMap(({ quantity, label }, column) => (quantity ? [{ column, label }] : []));

/** The measures that a sentence is of: those that it names, else all. */
function meant({ text }: Said, table: TraceTable): readonly number[] {
  const all = measuresOf(table);
  const named = all.filter(({ label }) => text.toLowerCase().includes(label.toLowerCase()));
  return (named.length > 0 ? named : all).map(({ column }) => column);
}

const rowsOf = ({ labels }: Said, { rows }: TraceTable): readonly number[] =>
  labels.length > 0 ? labels.flatMap((one) => [...one.rows]) : rows.map((_, at) => at);

const inName = (word: RegExp, { styles }: TraceTable) =>
  styles.some(({ label }) => word.test(label));

function nothing(said: Said, table: TraceTable): string | null {
  const [word] = NOTHING.exec(said.text) ?? [];
  if (!word || inName(NOTHING, table)) return null;
  const columns = meant(said, table);
  const isEmpty = (row: number) =>
    columns.some((column) => {
      const cell = table.rows[row]?.[column];
      return cell === null || Number(cell) === 0;
    });
  const rows = rowsOf(said, table);
  return rows.length > 0 && rows.every(isEmpty) ? null : word;
}

function alike(said: Said, table: TraceTable): string | null {
  const [word] = EQUAL.exec(said.text) ?? [];
  if (!word || inName(EQUAL, table)) return null;
  const rows = rowsOf(said, table);
  const isSame = meant(said, table).some(
    (column) => new Set(rows.map((row) => Number(table.rows[row]?.[column]))).size === 1,
  );
  return isSame && rows.length > 1 ? null : word;
}

/** Whether a comparison of two rows holds by some measure that is meant: true, false, or null where it says none. */
export function comparison(said: Said, table: TraceTable): boolean | null {
  const [one, other, third] = said.labels;
  if (!one || !other || third || one.end > other.start) return null;
  const between = said.text.slice(one.end, other.start);
  const more = MORE_THAN.test(between);
  if (more === LESS_THAN.test(between)) return null;
  const value = ({ rows }: LabelMention, column: number) => {
    const [row = -1, second] = rows;
    return second === undefined ? Number(table.rows[row]?.[column]) : Number.NaN;
  };
  return meant(said, table).some((column) =>
    more ? value(one, column) > value(other, column) : value(one, column) < value(other, column),
  );
}

function ahead(said: Said, table: TraceTable): string | null {
  if (comparison(said, table) !== false) return null;
  return (MORE_THAN.exec(said.text) ?? LESS_THAN.exec(said.text))?.[0] ?? null;
}

/** Which of the labels an end is said of: the nearest before it. */
function place(said: Said, table: TraceTable): string | null {
  for (const [words, sign] of [
    [FIRST_PLACE, 1],
    [LAST_PLACE, -1],
  ] as const) {
    const found = words.exec(said.text);
    const label = found && said.labels.findLast(({ end }) => end <= found.index);
    if (!found) continue;
    const isEnd = (row: number) =>
      meant(said, table).some((column) =>
        table.rows.every(
          (one) => sign * Number(one[column]) <= sign * Number(table.rows[row]?.[column]),
        ),
      );
    if (!label || ![...label.rows].some(isEnd)) return found[0];
  }
  return null;
}

/** "Average" beside a number that is a total's cell, or "total" beside one of an average. */
function otherFunction(
  { text, numbers, labels }: Said,
  { styles, rows }: TraceTable,
): string | null {
  for (const [word, own] of [
    [MEAN, MEAN],
    [A_TOTAL, A_TOTAL],
  ] as const) {
    const found = word.exec(text);
    if (!found) continue;
    const isCell = (column: number) =>
      numbers.some(({ readings }) =>
        rows.some((row) => readings.some(({ value }) => value === Number(row[column]))),
      );
    const wrong = styles.some(({ quantity, label }, column) => {
      const isOther = word === MEAN ? !own.test(label) : MEAN.test(label) && !own.test(label);
      return quantity && isOther && isCell(column);
    });
    const named = styles.some(({ quantity, label }) => quantity && own.test(label));
    if (wrong && (!named || labels.length > 0)) return found[0];
  }
  return null;
}

/** "All products" of the first five; the lowest of all, of a list that begins with the highest. */
function wholeOf({ text }: Said, table: TraceTable): string | null {
  const { rows, totalRows, isLimited } = table;
  const isPart = isLimited === true || rows.length < totalRows;
  if (!isPart || SHOWN.test(text)) return null;
  const [all] = OVERALL.exec(text) ?? [];
  if (all) return all;
  const columns = measuresOf(table).map(({ column }) => column);
  const runs = (sign: 1 | -1) =>
    columns.some((column) =>
      rows.every(
        (row, at) => at === 0 || sign * Number(rows[at - 1]![column]) >= sign * Number(row[column]),
      ),
    );
  const lowest = LOWEST.exec(text) ?? LAST_PLACE.exec(text);
  if (lowest && !inName(LOWEST, table) && !runs(-1)) return lowest[0];
  const highest = HIGHEST.exec(text) ?? FIRST_PLACE.exec(text);
  return highest && !inName(HIGHEST, table) && !runs(1) ? highest[0] : null;
}
