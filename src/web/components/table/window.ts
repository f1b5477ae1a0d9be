/** Height of every row, in pixels (CSS holds it). */
export const ROW_HEIGHT = 33;
/** Rows that are drawn above and below those in view. */
const MARGIN = 12;

export interface TableWindow {
  /** First row that is drawn, and the one behind the last. */
  readonly from: number;
  readonly to: number;
}

/** The rows to draw for a scroll position; `isJump`: those in view alone, for a first step that is quick. */
export function windowAt(
  scrollTop: number,
  height: number,
  count: number,
  isJump = false,
): TableWindow {
  const margin = isJump ? 0 : MARGIN;
  const first = Math.floor(Math.max(0, scrollTop) / ROW_HEIGHT);
  const from = Math.min(Math.max(0, first - margin), Math.max(0, count - 1));
  return { from, to: Math.min(count, first + Math.ceil(height / ROW_HEIGHT) + 1 + margin) };
}

/** Whether no row of the one is in the other: a jump. */
export const isApart = (one: TableWindow, other: TableWindow): boolean =>
  one.to <= other.from || other.to <= one.from;
