import { grainTable } from '#src/ask/expression-labels.ts';
import { columnOf, sameName, singular, tableLabel, tableOf } from '#src/catalog/catalog-names.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

/** What each row of a result is, as a sentence calls it. */
export interface Thing {
  /** `customer` */
  readonly one: string;
  /** `customers` */
  readonly many: string;
  /** Whether the only column shows which one each is. */
  readonly isNamed: boolean;
  /** Whether each row is one of them with numbers computed from its related rows. */
  readonly isGroup?: boolean;
}

/** What each row stands for; null for other groups, distinct values and totals, or if it can't be told. */
export function thingOf(facts: QueryFacts, catalog: Catalog): Thing | null {
  const { outputs, groupBy, distinct, setOperation } = facts.root;
  if (distinct || setOperation !== null) return null;
  const isGroup = groupBy.length > 0;
  if (!isGroup && outputs.some(({ aggregates }) => aggregates.length > 0)) return null;
  const name = isGroup ? groupedTable(facts, catalog) : grainTable(facts, catalog);
  const table = name === null ? null : tableOf(catalog, name);
  if (!table) return null;
  const many = tableLabel(table.name, catalog);
  const one = singular(many);
  const [output, second] = outputs;
  const column = second || !output?.column ? null : output.column;
  const shown = displayColumns(table);
  return {
    ...(one === many ? { one: `row of ${many}`, many: `rows of ${many}` } : { one, many }),
    isGroup,
    isNamed:
      column !== null &&
      sameName(column.table, table.name) &&
      shown.length === 1 &&
      shown[0] === columnOf(catalog, column),
  };
}

/** The table that each group is one row of: its key is among what the rows are grouped by, and so is nothing of others. */
function groupedTable({ root: { groupBy } }: QueryFacts, catalog: Catalog): string | null {
  const columns = groupBy.map(({ column }) => column);
  const [first] = columns;
  const key = (first && tableOf(catalog, first.table)?.primaryKey) ?? null;
  const isOfOne = columns.every((one) => one && first && sameName(one.table, first.table));
  const hasKey = key?.every((name) => columns.some((one) => one && sameName(one.column, name)));
  return first && isOfOne && hasKey ? first.table : null;
}
