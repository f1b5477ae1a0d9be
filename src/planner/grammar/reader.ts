import type { Clause } from '#src/planner/conditions/clause.ts';
import type { Cursor } from '#src/planner/cursor.ts';
import type { Frame } from '#src/planner/frame.ts';

/** Where the reading of a question stands, and what was read so far. */
export interface QuestionReader {
  readonly cursor: Cursor;
  readonly frame: Frame;
  /** The same place, for conditions. */
  readonly conditions: Clause;
}

export function newReader(cursor: Cursor, frame: Frame): QuestionReader {
  return { cursor, frame, conditions: { cursor, frame, ctx: null, last: null, did: null } };
}

/** A frame that asks nothing yet. */
export function emptyFrame(): Frame {
  return {
    select: [],
    entity: null,
    distinct: false,
    listed: false,
    conditions: [],
    groups: [],
    across: null,
    overPeriods: false,
    order: [],
    limit: null,
    bottom: false,
    frequency: null,
  };
}
