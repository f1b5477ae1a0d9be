import { NEIGHBOURS } from '#src/check/sql-functions.ts';
import type { Check, CheckedResult } from '#src/check/types.ts';
import { addUnits, type Day, isDay, type PeriodUnit, startOf } from '#src/planner/day.ts';
import type { ExprNode, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { rowBlocks } from '#src/sql/blocks.ts';
import { truncationOf } from '#src/sql/date-parts.ts';
import { callsIn, nodesIn, origin } from '#src/sql/nodes.ts';

const NAME = 'missing_periods';
const UNITS: ReadonlySet<string> = new Set(['year', 'quarter', 'month', 'week', 'day']);

/**
 * Whether each period is compared with the one before it: LAG and LEAD take the row before, which is another period
 * where one has no rows.
 */
export function checkMissingPeriods({ root }: QueryFacts, result: CheckedResult): Check {
  const nodes = rowBlocks(root).flatMap(({ outputs }) => outputs.map(({ node }) => node));
  const compared = nodes.some((node) => neighbourIn(node));
  const at = root.outputs.findIndex(({ node }) => UNITS.has(truncationOf(origin(node)) ?? ''));
  if (!compared || at < 0)
    return {
      name: NAME,
      outcome: 'skipped',
      detail: 'No period is compared with the previous one.',
    };
  const unit = truncationOf(origin(root.outputs[at]?.node ?? { kind: 'row' })) as PeriodUnit;
  const gap = gapIn(
    result.rows.map((row) => String(row[at] ?? '').slice(0, 10)),
    unit,
  );
  return gap
    ? {
        name: NAME,
        outcome: 'warning',
        detail: `The ${unit} starting on ${gap} has no rows, so the next ${unit} is compared with an earlier one.`,
      }
    : { name: NAME, outcome: 'passed', detail: 'Each period is compared with the previous one.' };
}

const neighbourIn = (node: ExprNode): boolean =>
  callsIn(node, NEIGHBOURS).length > 0 ||
  [...nodesIn(node)].some(
    (each) => each.kind === 'column' && callsIn(origin(each), NEIGHBOURS).length > 0,
  );

/** The first period between two others that is not there. */
function gapIn(cells: readonly string[], unit: PeriodUnit): Day | null {
  const days = [...new Set(cells.filter(isDay).map((day) => startOf(unit, day)))].sort();
  for (const [at, day] of days.entries()) {
    const next = addUnits(day, unit, 1);
    const found = days[at + 1];
    if (found !== undefined && found !== next) return next;
  }
  return null;
}
