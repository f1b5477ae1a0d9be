import type { Cursor } from '#src/planner/cursor.ts';
import type { Frame } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';

/** Where the reading of conditions stands. */
export interface Clause {
  readonly cursor: Cursor;
  readonly frame: Frame;
  /** The table mention that the next conditions speak of. */
  ctx: Mention | null;
  /** The column of the last condition, for `above 5 or below 3`. */
  last: Mention | null;
  /** The last value that a verb was said of, and where it ended: `bought a lamp` before `in 2025`. */
  did: {
    readonly value: Mention;
    readonly verb: string;
    readonly end: number;
    readonly negated: boolean;
  } | null;
}
