import type { ColumnFormat } from '#src/charts/columns.ts';
import type { Cell } from '#src/charts/types.ts';

const LEAST = 96;
const MOST = 320;
const PADDING = 28;
const LOOKED_AT = 200;
/** Width of a character at 13 px: of the widest scripts twice as much. */
const CHARACTER = 7.2;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}]/gu;

/** Widths of columns, in pixels, from their headings and first 200 cells: they stay while rows come and go. */
export const widthsOf = (
  formats: readonly ColumnFormat[],
  rows: readonly (readonly Cell[] | undefined)[],
): readonly number[] =>
  formats.map(({ heading, text }, at) => {
    // Room for the mark of a sorted column.
    let most = widthOf(heading) + 18;
    for (const row of rows.slice(0, LOOKED_AT))
      if (row) most = Math.max(most, widthOf(text(row[at] ?? null)));
    return Math.round(Math.min(Math.max(most + PADDING, LEAST), MOST));
  });

const widthOf = (text: string): number =>
  (text.length + (text.match(WIDE)?.length ?? 0)) * CHARACTER;
