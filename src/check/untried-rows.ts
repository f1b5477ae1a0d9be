import { columnOf } from '#src/catalog/catalog-names.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { FilterFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';

const DENYING: ReadonlySet<FilterFacts['op']> = new Set(['<>', 'not in', 'not like']);

/** A sentence for each column of which a statement denies a value, and in which some rows have none: SQL leaves those out. */
export function untriedNotes(facts: QueryFacts, catalog: Catalog): readonly string[] {
  const columns = allBlocks(facts.root)
    .flatMap(({ filters }) => filters)
    .flatMap(({ op, column }) =>
      column && DENYING.has(op) ? (columnOf(catalog, column) ?? []) : [],
    )
    .filter(({ profile, hidden }) => !hidden && (profile?.nullCount ?? 0) > 0);
  return [...new Set(columns.map(({ label }) => `Rows without ${label} are left out.`))];
}
