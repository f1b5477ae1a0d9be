import { FORMS, isComputed, isTotal, notRead, planText } from '#src/ask/analytics/measure.ts';
import type { AskContext } from '#src/ask/context.ts';
import type { Period } from '#src/planner/periods/periods.ts';
import type { Plan } from '#src/planner/plan.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { SelectItem, SelectQuery } from '#src/plugin-api/query.ts';

/** A sum or count as the planner reads it, of the period that is asked about or of all rows. */
export interface Total {
  readonly query: SelectQuery;
  /** Groups, and then the measure. */
  readonly groups: readonly SelectItem[];
  readonly item: SelectItem;
  /** What was asked, with its period. */
  readonly phrase: string;
  readonly assumptions: readonly string[];
}

/**
 * What a phrase (`cancelled orders`) sums or counts, by the built-in planner. Unlike a measure over time it needs no
 * dates. Fails with `NoAnalysis` where the planner has no reading of it, or one that is no total.
 */
export async function planTotal(
  context: AskContext,
  catalog: Catalog,
  phrase: string,
  { group, period }: { readonly group: string | null; readonly period: Period | null },
): Promise<Total> {
  const what = [phrase, ...(group ? [`by ${group}`] : []), ...(period ? [period.text] : [])];
  const text = what.join(' ');
  let reason: Plan | null = null;
  for (const form of FORMS) {
    const plan = await planText(context, catalog, form(text));
    const total = plan.kind === 'query' ? totalOf(plan, text) : null;
    if (total && total.groups.length > 0 === (group !== null)) return total;
    if (plan.kind !== 'query') reason ??= plan;
  }
  throw notRead(
    reason,
    `"${text}" isn't a sum or count, so shares can't be calculated. Ask for the share of a sum or count.`,
  );
}

function totalOf(plan: Extract<Plan, { kind: 'query' }>, phrase: string): Total | null {
  const { query, assumptions } = plan;
  if (query.kind !== 'select' || query.having.length > 0 || query.limit || query.distinct)
    return null;
  const [item, second] = query.select.filter(({ expr }) => isComputed(expr));
  if (!item || second || !(isTotal(item.expr) || isDistinctCount(item))) return null;
  const groups = query.select.filter((one) => one !== item);
  const select = [...groups, item];
  return { query: { ...query, select, orderBy: [] }, groups, item, phrase, assumptions };
}

/** A distinct count of fewer rows is at most that of more, so that one total has a share of the other. */
const isDistinctCount = ({ expr }: SelectItem) => expr.kind === 'aggregate' && expr.fn === 'count';
