import { familyOf } from '#workers/ingest/column-stats.ts';
import { excerpt } from '#workers/ingest/excerpt.ts';
import { isTyped } from '#workers/ingest/header.ts';
import { DRAWN_BY_HAND } from '#workers/ingest/recognise-tables.ts';
import type { RowSource, SourceNote, SourceRow } from '#workers/ingest/row-source.ts';
import { cellsInRange, type TableRange, trimmed } from '#workers/ingest/table-range.ts';
import { isTotalName } from '#workers/ingest/total-rows.ts';

/** A table whose labels are written once for the rows below them, with each label in all of its rows. */
interface Outline {
  readonly rows: readonly SourceRow[];
  /** Places of columns that are the levels of one hierarchy, whose upper rows stand for those below; null: none are. */
  readonly levels: readonly number[] | null;
  readonly note: SourceNote;
}

interface Found {
  readonly outline: Outline | null;
  /** What is to be told where the rows do not show whether a blank cell means the label above; null: nothing. */
  readonly doubt: SourceNote | null;
}

const NOTHING: Found = { outline: null, doubt: null };
/** Share of the rows of a label that have it blank at the least. */
const BLANKS = 0.25;
/** Labels in order that are so by intent. */
const FEWEST_IN_ORDER = 4;
/** Rows whose first cells show whether labels may be written once. */
const LOOKED_AT = 200;

/**
 * Finds labels that are written once, with blank cells below that mean the same: of groups (`North`, blank, blank), and
 * of hierarchies with a column a level, where the row of a group stands above its parts. `asked`: whether blank cells are
 * filled, as the mapping says; undefined: where the rows show it.
 */
export function findOutline(
  source: RowSource,
  range: TableRange,
  header: readonly string[] | null,
  asked: boolean | undefined,
): Found {
  if (asked === false || source.namesColumns || !header || header.length < 2) return NOTHING;
  const rows = rowsOf(source, range);
  if (!rows || rows.length < 3) return NOTHING;
  const levels = levelsOf(rows);
  if (levels) return { outline: levels, doubt: null };
  return groupsOf(rows, header, asked === true);
}

class TooMany extends Error {}

/** The rows of a table drawn by hand; null where there are more, or where none has a blank first cell. */
function rowsOf(source: RowSource, range: TableRange): SourceRow[] | null {
  const rows: SourceRow[] = [];
  try {
    let blanks = 0;
    source.forEachRow((all, row) => {
      const cells = cellsInRange(all, row, range)?.map(trimmed);
      if (!cells?.some((cell) => cell !== '')) return;
      if (cells[0] === '') blanks++;
      rows.push({ cells, row });
      if (rows.length > DRAWN_BY_HAND || (rows.length === LOOKED_AT && blanks === 0))
        throw new TooMany();
    });
    return blanks === 0 ? null : rows;
  } catch (error) {
    if (!(error instanceof TooMany)) throw error;
    return null;
  }
}

const textAt = ({ cells }: SourceRow, at: number): string => cells[at] ?? '';
const isText = (text: string) => familyOf(text) === 'text';
const isTotal = ({ cells }: SourceRow) => cells.some((cell) => cell !== '' && isTotalName(cell));

/** Columns of which each row fills one: the level that it is of. Its figures stand for those of the rows below it. */
function levelsOf(rows: readonly SourceRow[]): Outline | null {
  const depthIn = (row: SourceRow, columns: number): number | null => {
    const filled = row.cells.slice(0, columns).flatMap((cell, at) => (cell === '' ? [] : [at]));
    const [depth] = filled;
    return filled.length === 1 && depth !== undefined && isText(textAt(row, depth)) ? depth : null;
  };
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  let columns = 0;
  let depths: number[] = [];
  for (let count = 2; count < width; count++) {
    const all = rows.map((row) => depthIn(row, count));
    if (all.every((depth) => depth !== null)) {
      columns = count;
      depths = all;
    }
  }
  const isNested = depths.every((depth, at) => depth <= (at === 0 ? 0 : depths[at - 1]! + 1));
  if (columns < 2 || !isNested || new Set(depths).size < columns) return null;
  if (!rows.some(({ cells }) => cells.slice(columns).some((cell) => isTyped(familyOf(cell)))))
    return null;
  const path: string[] = [];
  let ends = 0;
  const filled = rows.map((row, at) => {
    const depth = depths[at]!;
    path.length = depth;
    path.push(textAt(row, depth));
    const isParent = (depths[at + 1] ?? 0) > depth;
    if (!isParent && depth < columns - 1) ends++;
    // A part without parts of its own is its own at each level below.
    const own = Array.from({ length: columns }, (_, level) =>
      level <= depth ? path[level]! : isParent ? '' : path[depth]!,
    );
    return { cells: [...own, ...row.cells.slice(columns)], row: row.row };
  });
  const more =
    ends > 0 ? `; ${ends} rows without lower levels repeat their name in the lower columns` : '';
  return {
    rows: filled,
    levels: Array.from({ length: columns }, (_, at) => at),
    note: {
      row: rows[0]!.row,
      note: `The first ${columns} columns are levels of one hierarchy: each row has the names of the levels above it${more}`,
      setting: 'fill_down',
    },
  };
}

/** Columns of labels that are written once for the rows of their group, left of a column that all rows fill. */
function groupsOf(rows: readonly SourceRow[], header: readonly string[], isAsked: boolean): Found {
  const own = rows.filter((row) => !isTotal(row));
  const labelled = labelColumns(own);
  if (labelled === 0) return NOTHING;
  const names = header
    .slice(0, labelled)
    .map((name, at) => `"${excerpt(name || `column_${at + 1}`)}"`);
  const of = names.join(', ');
  const blank = own.filter((row) => textAt(row, 0) === '').length;
  if (!isAsked && !showsGroups(own, labelled))
    return {
      outline: null,
      doubt: {
        note: `${of} is blank in ${blank} rows. If these belong to the value above, set "fill_down": true in the mapping`,
        setting: 'fill_down',
        decided: 'skip',
        open: true,
      },
    };
  const above: string[] = [];
  let filled = 0;
  const all = rows.map((row) => {
    // What is called a total is no group, and of none.
    if (isTotal(row)) return row;
    const cells = [...row.cells];
    for (let at = 0; at < labelled; at++) {
      if (cells[at] === '') {
        cells[at] = above[at] ?? '';
        filled++;
      } else {
        above.length = at;
        above.push(cells[at]!);
      }
    }
    return { cells, row: row.row };
  });
  return {
    doubt: null,
    outline: {
      rows: all,
      levels: null,
      note: {
        note: `Values of ${of} apply to the rows below them, so ${filled} blank cells got the value above`,
        setting: 'fill_down',
      },
    },
  };
}

/** How many of the first columns have labels that stand for the rows below, which their next column tells apart. */
function labelColumns(rows: readonly SourceRow[]): number {
  const [first] = rows;
  if (!first) return 0;
  let count = 0;
  while (count < first.cells.length - 1) {
    const at = count;
    const blanks = rows.filter((row) => textAt(row, at) === '').length;
    if (textAt(first, at) === '' || blanks < 2 || blanks < rows.length * BLANKS) break;
    // A new group begins the groups within it anew.
    const isNested = rows.every(
      (row) => at === 0 || textAt(row, at - 1) === '' || textAt(row, at) !== '',
    );
    if (!isNested) break;
    count++;
  }
  if (count === 0 || !rows.every((row) => textAt(row, count) !== '')) return 0;
  const labels = rows.map((row) => textAt(row, 0)).filter((text) => text !== '');
  if (labels.length < 2 || new Set(labels).size < labels.length) return 0;
  const figures = rows.some(({ cells }) =>
    cells.slice(count).some((cell) => isTyped(familyOf(cell))),
  );
  return figures ? count : 0;
}

/** Whether rows show that blank cells mean the label above, and not that there is none. */
function showsGroups(rows: readonly SourceRow[], key: number): boolean {
  const groups: SourceRow[][] = [];
  for (const row of rows) {
    if (textAt(row, 0) !== '') groups.push([]);
    groups.at(-1)?.push(row);
  }
  const keysOf = (group: readonly SourceRow[]) =>
    group.map((row) => row.cells.slice(1, key + 1).join('\0'));
  const isApart = groups.every((group) => new Set(keysOf(group)).size === group.length);
  const all = groups.flatMap(keysOf);
  // The same names in several groups, each once in a group.
  if (isApart && new Set(all).size < all.length) return true;
  const labels = groups.map(([first]) => textAt(first!, 0));
  if (labels.length >= FEWEST_IN_ORDER && isInOrder(labels)) return true;
  const isSorted = groups.every((group) => isInOrder(group.map((row) => textAt(row, key))));
  return isSorted && isInOrder(labels) && rows.length > FEWEST_IN_ORDER && !isInOrder(all);
}

/** All upwards, or all downwards: numbers by their size, texts by their letters. */
function isInOrder(texts: readonly string[]): boolean {
  const compare = new Intl.Collator('en', { numeric: true }).compare;
  const steps = texts.slice(1).map((text, at) => Math.sign(compare(text, texts[at]!)));
  return steps.every((step) => step > 0) || steps.every((step) => step < 0);
}
