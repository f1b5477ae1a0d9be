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

/** A sentence, with the labels and numbers found in it. */
export interface Sentence {
  /** The text, with names and numbers blanked. */
  readonly text: string;
  readonly labels: readonly LabelMention[];
  readonly numbers: readonly Mention[];
}

/**
 * The first word of a sentence that claims something the rows contradict, beyond its numbers: that there is nothing, that
 * rows are equal, that one is ahead of another, which comes first or last, which function a number is the result of, or
 * that all rows are shown. Null if there is none.
 */
export function rowClaim(sentence: Sentence, table: TraceTable): string | null {
  return (
    nothing(sentence, table) ??
    alike(sentence, table) ??
    ahead(sentence, table) ??
    place(sentence, table) ??
    otherFunction(sentence, table) ??
    wholeOf(sentence, table)
  );
}

export const measuresOf = ({ styles }: Pick<TraceTable, 'styles'>) =>
  styles.flatMap(({ quantity, label }, column) => (quantity ? [{ column, label }] : []));

/** Whether a row has the highest (`sign` 1) or lowest (-1) value in one of the columns. */
export const hasExtreme = (
  row: number,
  sign: 1 | -1,
  columns: readonly number[],
  { rows }: Pick<TraceTable, 'rows'>,
): boolean =>
  columns.some((column) =>
    rows.every((one) => sign * Number(one[column]) <= sign * Number(rows[row]?.[column])),
  );

/** The measures that a sentence names; all if it names none. */
function meant({ text }: Sentence, table: TraceTable): readonly number[] {
  const all = measuresOf(table);
  const named = all.filter(({ label }) => text.toLowerCase().includes(label.toLowerCase()));
  return (named.length > 0 ? named : all).map(({ column }) => column);
}

const rowsOf = ({ labels }: Sentence, { rows }: TraceTable): readonly number[] =>
  labels.length > 0 ? labels.flatMap((one) => [...one.rows]) : rows.map((_, at) => at);

const inName = (word: RegExp, { styles }: TraceTable) =>
  styles.some(({ label }) => word.test(label));

function nothing(sentence: Sentence, table: TraceTable): string | null {
  const [word] = NOTHING.exec(sentence.text) ?? [];
  if (!word || inName(NOTHING, table)) return null;
  const columns = meant(sentence, table);
  const isEmpty = (row: number) =>
    columns.some((column) => {
      const cell = table.rows[row]?.[column];
      return cell === null || Number(cell) === 0;
    });
  const rows = rowsOf(sentence, table);
  return rows.length > 0 && rows.every(isEmpty) ? null : word;
}

function alike(sentence: Sentence, table: TraceTable): string | null {
  const [word] = EQUAL.exec(sentence.text) ?? [];
  if (!word || inName(EQUAL, table)) return null;
  const rows = rowsOf(sentence, table);
  const isSame = meant(sentence, table).some(
    (column) => new Set(rows.map((row) => Number(table.rows[row]?.[column]))).size === 1,
  );
  return isSame && rows.length > 1 ? null : word;
}

/** Whether a comparison of two rows holds for one of the measures meant; null if the sentence doesn't compare two rows. */
export function comparison(sentence: Sentence, table: TraceTable): boolean | null {
  const [one, other, third] = sentence.labels;
  if (!one || !other || third || one.end > other.start) return null;
  const between = sentence.text.slice(one.end, other.start);
  const more = MORE_THAN.test(between);
  if (more === LESS_THAN.test(between)) return null;
  const value = ({ rows }: LabelMention, column: number) => {
    const [row = -1, second] = rows;
    return second === undefined ? Number(table.rows[row]?.[column]) : Number.NaN;
  };
  return meant(sentence, table).some((column) =>
    more ? value(one, column) > value(other, column) : value(one, column) < value(other, column),
  );
}

function ahead(sentence: Sentence, table: TraceTable): string | null {
  if (comparison(sentence, table) !== false) return null;
  return (MORE_THAN.exec(sentence.text) ?? LESS_THAN.exec(sentence.text))?.[0] ?? null;
}

/** "First" or "last" of a row that isn't: the nearest label before the word names the row. */
function place(sentence: Sentence, table: TraceTable): string | null {
  for (const [words, sign] of [
    [FIRST_PLACE, 1],
    [LAST_PLACE, -1],
  ] as const) {
    const found = words.exec(sentence.text);
    if (!found) continue;
    const label = sentence.labels.findLast(({ end }) => end <= found.index);
    const columns = meant(sentence, table);
    const isEnd = (row: number) => hasExtreme(row, sign, columns, table);
    if (!label || ![...label.rows].some(isEnd)) return found[0];
  }
  return null;
}

/** "Average" beside a number that is a total's cell, or "total" beside one of an average. */
function otherFunction(
  { text, numbers, labels }: Sentence,
  { styles, rows }: TraceTable,
): string | null {
  for (const word of [MEAN, A_TOTAL]) {
    const found = word.exec(text);
    if (!found) continue;
    const isCell = (column: number) =>
      numbers.some(({ readings }) =>
        rows.some((row) => readings.some(({ value }) => value === Number(row[column]))),
      );
    const wrong = styles.some(({ quantity, label }, column) => {
      const isOther = !word.test(label) && (word === MEAN || MEAN.test(label));
      return quantity && isOther && isCell(column);
    });
    const named = styles.some(({ quantity, label }) => quantity && word.test(label));
    if (wrong && (!named || labels.length > 0)) return found[0];
  }
  return null;
}

/** "All products" of the first five; the lowest of all, of a list that begins with the highest. */
function wholeOf({ text }: Sentence, table: TraceTable): string | null {
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
