import type { BuildContext } from '#src/planner/compile-context.ts';
import { type Condition, Declined, type Frame } from '#src/planner/frame.ts';
import { isMeasured, tells } from '#src/planner/measured.ts';

/** Words that are at least a part of a column's name. */
const PART = 0.5;

type Compared = Extract<Condition, { kind: 'compare' | 'between' }>;

/**
 * Settles numbers that are said of rows which the question does not name. Where one may be of a column of the asked rows,
 * which the words name in part, it is declined: `jobs with a salary over 9000` where jobs have a minimum salary and their
 * employees a salary. Else one of the rows is enough.
 */
export function settleUnnamedRows(frame: Frame, context: BuildContext): void {
  const home = frame.entity ?? frame.select[0]!.of;
  for (const one of frame.conditions) {
    if (one.kind !== 'compare' && one.kind !== 'between') continue;
    if (!one.of || one.of.aggregate || one.of.compound || one.of.of === home) continue;
    const at = one.of.ctx ?? one.ctx ?? home;
    const asked = context.sense(at).table;
    const sense = context.sense(one.of.of);
    if (sense.kind !== 'column' || isNamed(sense.table, frame, one, context)) continue;
    if (asked === sense.table || context.graph.toOne(asked, sense.table) !== null) continue;
    const [label] = sense.columns.map((column) => column.label);
    const [rows, others] = [asked, sense.table].map((name) => context.table(name).label);
    const own = ownColumn(one, asked);
    if (own)
      throw new Declined(
        'ambiguous',
        `Do you mean the ${own} of ${rows}, or the ${label} of ${others}?`,
        one.of.of.text,
      );
    if (!one.negated)
      context.assume(`It's enough if the ${label} of one of the ${others} matches.`);
  }
}

/** The name of a column of the asked rows that a number may be of. */
function ownColumn(one: Compared, asked: string): string | null {
  const numbers = one.kind === 'compare' ? [one.value] : [one.low, one.high];
  const own = one.of!.of.columns.filter(
    ({ table, columns, score }) =>
      table.name === asked &&
      score >= PART &&
      columns.every(
        (column) => isMeasured(column, score) && numbers.some((value) => tells(column, value)),
      ),
  );
  return own.length > 0 ? own.map(({ columns }) => columns[0].label).join(' or ') : null;
}

/** Whether another word of the question names rows of a table. */
function isNamed(table: string, frame: Frame, but: Compared, context: BuildContext): boolean {
  const named = [
    frame.entity,
    ...frame.select.flatMap(({ of, ctx }) => [of, ctx]),
    ...frame.conditions.flatMap((one) => [one.ctx, one.kind === 'exists' ? one.of : null]),
  ];
  const own = but.of?.of;
  return named.some(
    (one) =>
      one !== null &&
      one !== own &&
      context.sense(one).kind === 'table' &&
      context.sense(one).table === table,
  );
}
