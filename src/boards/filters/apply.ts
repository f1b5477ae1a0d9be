import type {
  AppliedValue,
  BoardFilter,
  CardFilter,
  FilterProblem,
} from '#src/boards/filter-types.ts';
import { fits, limitsOf } from '#src/boards/filters/limits.ts';
import { isLimited, isSame, placeFilter } from '#src/boards/filters/place.ts';
import * as texts from '#src/boards/filters/texts.ts';
import { columnOf } from '#src/catalog/catalog-names.ts';
import { isInstant, READ_IN } from '#src/catalog/instants.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { isFiltered, type RowPolicy } from '#src/principal.ts';
import type { RowLimits } from '#src/sql/guard-policy.ts';

/** A filter of the board and what the reader chose; null where the board has no such filter. */
export interface ChosenFilter {
  readonly id: string;
  readonly filter: BoardFilter | null;
  readonly value: AppliedValue;
}

export interface AppliedToCard {
  /** One for each choice, in their order. */
  readonly filters: readonly CardFilter[];
  /** Null where one of them can't be applied: the card then shows why, and no number. */
  readonly limits: RowLimits | null;
}

/** Applies what a reader chose to the statement of a card. */
export function applyFilters(
  facts: QueryFacts,
  catalog: Catalog,
  policy: RowPolicy,
  chosen: readonly ChosenFilter[],
): AppliedToCard {
  const filters = chosen.map((one) => applied(facts, catalog, policy, one));
  if (filters.some(({ problem }) => problem !== null)) return { filters, limits: null };
  const values = filters.map(({ columns }, at) => ({
    columns,
    value: chosen[at]?.value ?? { from: null, to: null },
  }));
  return { filters, limits: limitsOf(values) };
}

function applied(
  facts: QueryFacts,
  catalog: Catalog,
  policy: RowPolicy,
  { id, filter, value }: ChosenFilter,
): CardFilter {
  const failed = (problem: FilterProblem, reason: string): CardFilter => ({
    ...{ id, problem, reason, columns: [] },
    ...{ limited_already: false, leaves_out_empty: false, days_in_utc: false },
  });
  if (!filter || !fits(filter, value)) return failed('unknown', texts.unknown(id));
  const readable = filter.columns.flatMap((column) => readableColumn(catalog, column) ?? []);
  if (readable.length === 0) return failed('gone', texts.gone(filter.name));
  const placed = placeFilter(facts, readable);
  if ('columns' in placed) {
    const isPeriod = 'from' in value && (value.from !== null || value.to !== null);
    return {
      ...{ id, problem: null, reason: null, columns: placed.columns },
      limited_already: placed.columns.some((column) => isLimited(facts, column)),
      leaves_out_empty:
        isPeriod &&
        // How many rows of others have no value is not told.
        !isFiltered(policy, catalog) &&
        placed.columns.some((column) => hasEmpty(catalog, column)),
      days_in_utc:
        isPeriod &&
        catalog.timezone !== READ_IN &&
        placed.columns.some((column) => isInstant(catalog, column)),
    };
  }
  switch (placed.problem) {
    case 'no_column':
      return failed('no_column', texts.noColumn(filter.name));
    case 'partly':
      return failed('partly', texts.partly(filter.name));
    case 'ambiguous':
      return failed('ambiguous', texts.ambiguous(filter.name, distinct(placed.between)));
  }
}

const distinct = (columns: readonly BaseColumn[]) =>
  columns.filter((one, at) => columns.findIndex((other) => isSame(one, other)) === at);

const hasEmpty = (catalog: Catalog, column: BaseColumn) =>
  (columnOf(catalog, column)?.profile?.nullCount ?? 0) > 0;

/** A column as the catalog spells it, where people may read it. */
export function readableColumn(catalog: Catalog, wanted: BaseColumn): BaseColumn | null {
  for (const table of catalog.tables)
    for (const column of table.columns)
      if (isSame({ table: table.name, column: column.name }, wanted))
        return column.hidden || column.sensitive
          ? null
          : { table: table.name, column: column.name };
  return null;
}
