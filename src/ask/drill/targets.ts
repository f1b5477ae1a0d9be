import { dimensionsOf } from '#src/ask/drill/dimensions.ts';
import { conditionOf, type Drillable, drillableOf } from '#src/ask/drill/drillable.ts';
import type { DrillBreakdown, DrillTargets } from '#src/ask/drill/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { RowPolicy } from '#src/principal.ts';
import { readableCatalog } from '#src/sql/guard-policy.ts';

const NOTHING = { row: null, whole: null } as const;

export const NO_PLAN =
  'You can only drill into answers from the built-in planner. This answer comes from a model, your own SQL or an analysis.';
const NO_FIGURES =
  "Plumbline can't list the rows behind these numbers. You can't drill into lists, rankings within groups or shares; ask for a total by group.";
export const NO_DATA: DrillTargets = {
  ...NOTHING,
  reason: 'The data behind this answer was deleted. Add it again, then ask again.',
};

/** What the answer of a query can be drilled into. */
export function drillTargets(
  query: Query | null,
  catalog: Catalog,
  policy: RowPolicy,
  maxGroups: number,
): DrillTargets {
  if (query === null) return { ...NOTHING, reason: NO_PLAN };
  const readable = readableCatalog(catalog, policy);
  const from = drillableOf(query, readable);
  if (!from) return { ...NOTHING, reason: NO_FIGURES };
  const labelled = (of: Drillable): readonly DrillBreakdown[] =>
    dimensionsOf(of, readable, maxGroups).map(({ table, column, unit, label }) => ({
      ...{ table, column, unit, label },
    }));
  const row =
    from.groups.length === 0
      ? null
      : {
          groups: from.groups.map(({ as }) => as),
          breakdowns: labelled(withinARow(from, readable)),
        };
  const whole = from.isPicked ? null : { breakdowns: labelled(from) };
  return { row, whole, reason: row || whole ? null : NO_FIGURES };
}

/** The first day of a year, a quarter, a month and a week. */
const SOME_DAY = '2024-01-01';

/** The same of the rows of some group: which one makes no difference to what they can be broken down by. */
function withinARow(from: Drillable, catalog: Catalog): Drillable {
  const { query, groups } = from;
  const conditions = groups.flatMap(
    ({ expr }) => conditionOf(expr, expr.kind === 'bucket' ? SOME_DAY : null, query, catalog) ?? [],
  );
  return { ...from, query: { ...query, where: [...query.where, ...conditions] } };
}
