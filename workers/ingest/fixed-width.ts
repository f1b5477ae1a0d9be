import { familyOf } from '#workers/ingest/column-stats.ts';
import { columnFamilies, isTyped } from '#workers/ingest/header.ts';

/** Lines that show where columns stand: a header and some rows. */
const FEWEST_LINES = 4;
/** Gaps of one blank part words, too: that many columns are none. */
const FEWEST_NARROW = 3;
const RUN_WITHIN = /\S {2,}\S/;
/** Share of the lines with runs of blanks within them from which on a text of one column is doubtful. */
const MOST_LINES = 0.8;

/** Blanks between two columns, by their places in a line: from the first to before `to`. */
interface Gap {
  readonly from: number;
  readonly to: number;
}

/** The gaps between the columns of lines whose columns stand at fixed places; null: they have none. */
export function findGaps(lines: readonly string[]): readonly Gap[] | null {
  const first = lines.findIndex(hasRun);
  const own = lines.slice(first, lines.findLastIndex(hasRun) + 1).filter((line) => line !== '');
  if (first < 0 || own.length < FEWEST_LINES || own.some((line) => /[\t"]/.test(line))) return null;
  const gaps = withNames(blankRuns(own), own);
  if (gaps.length === 0) return null;
  if (gaps.every(({ from, to }) => to - from < 2) && gaps.length + 1 < FEWEST_NARROW) return null;
  const rows = own.map((line, at) => ({ cells: cutAt(line, gaps).cells, row: at + 1 }));
  const isNamed = rows[0]!.cells.every((cell) => cell !== '' && !isTyped(familyOf(cell)));
  return isNamed && columnFamilies(rows.slice(1)).some(isTyped) ? gaps : null;
}

const hasRun = (line: string) => RUN_WITHIN.test(line);

/** Whether most lines have runs of blanks within them, as columns leave them. */
export const hasRunsOfBlanks = (lines: readonly string[]): boolean =>
  lines.length >= FEWEST_LINES && lines.filter(hasRun).length >= lines.length * MOST_LINES;

/** The places within the lines that are blank in each of them. */
function blankRuns(lines: readonly string[]): Gap[] {
  const width = Math.max(...lines.map((line) => line.trimEnd().length));
  const isBlank = (at: number) => lines.every((line) => (line[at] ?? ' ') === ' ');
  const gaps: Gap[] = [];
  for (let at = 0; at < width; at++) {
    if (!isBlank(at)) continue;
    const from = at;
    while (isBlank(at)) at++;
    if (from > 0) gaps.push({ from, to: at });
  }
  return gaps;
}

/** Without the gaps of one blank that part words: what stands on one side of them has no name, or nothing below it. */
function withNames(gaps: readonly Gap[], [header = '', ...rows]: readonly string[]): Gap[] {
  const kept: Gap[] = [];
  for (const [at, gap] of gaps.entries()) {
    const left = kept.at(-1)?.to ?? 0;
    const right = gaps[at + 1]?.from;
    const isFilled = (from: number, to?: number) =>
      header.slice(from, to).trim() !== '' && rows.some((row) => row.slice(from, to).trim() !== '');
    if (gap.to - gap.from > 1 || (isFilled(left, gap.from) && isFilled(gap.to, right)))
      kept.push(gap);
  }
  return kept;
}

/** The cells of a line, and whether a text stands across a gap; a line across most of them is one cell. */
export function cutAt(
  line: string,
  gaps: readonly Gap[],
): { readonly cells: string[]; readonly isTorn: boolean } {
  const crossed = gaps.filter(({ from, to }) => line.slice(from, to).trim() !== '');
  if (crossed.length * 2 > gaps.length) return { cells: [line.trim()], isTorn: false };
  const cuts = gaps.map(({ from, to }) => {
    const blank = line.slice(from, to).lastIndexOf(' ');
    return blank < 0 ? to : from + blank + 1;
  });
  const isTorn = crossed.some(
    ({ from, to }) => to <= line.length && !line.slice(from, to).includes(' '),
  );
  return { cells: [0, ...cuts].map((from, at) => line.slice(from, cuts[at]).trim()), isTorn };
}
