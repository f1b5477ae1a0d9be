import { isNumeric } from '#src/ask/cells.ts';
import { dateNames } from '#src/ask/trace/dates.ts';
import type { TraceTable } from '#src/ask/trace/types.ts';

/** A place in a text that names rows of the table. */
export interface LabelMention {
  readonly start: number;
  readonly end: number;
  /** Indexes of the rows that carry the label. */
  readonly rows: ReadonlySet<number>;
}

/** Longest names first, so that `North America` is not read as `America`. */
export function labelMentions(text: string, table: TraceTable): readonly LabelMention[] {
  const names = [...rowsByName(table)].sort(([a], [b]) => b.length - a.length);
  let rest = text.toLowerCase();
  const found: LabelMention[] = [];
  for (const [name, rows] of names)
    for (const match of rest.matchAll(wordPattern(name))) {
      const start = match.index;
      const end = start + name.length;
      found.push({ start, end, rows });
      rest = rest.slice(0, start) + '\u0000'.repeat(name.length) + rest.slice(end);
    }
  return found.toSorted((a, b) => a.start - b.start);
}

const wordPattern = (name: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
    'gu',
  );

function rowsByName({ styles, rows }: TraceTable): ReadonlyMap<string, ReadonlySet<number>> {
  const byName = new Map<string, Set<number>>();
  const add = (name: string, row: number) => {
    const key = name.normalize('NFKC').toLowerCase().trim();
    if (key === '') return;
    byName.set(key, (byName.get(key) ?? new Set()).add(row));
  };
  for (const [index, style] of styles.entries()) {
    if (style.quantity) continue;
    for (const [row, cells] of rows.entries()) {
      const cell = cells[index];
      if (cell === null || cell === undefined || typeof cell === 'boolean') continue;
      const text = String(cell);
      if (style.type === 'date' || style.type === 'timestamp')
        for (const name of dateNames(text, style.dateUnit)) add(name, row);
      // Small numbers that label rows look like any other number; years and longer ones do not.
      else if (!isNumeric(style) || /^\d{4,}$/.test(text)) add(text, row);
    }
  }
  return byName;
}
