import type { ExprFacts } from '#src/plugin-api/query-facts.ts';
import type { Scope } from './scope.ts';

/** Notes tables that the block groups by their key, where their other columns may then stand alone. */
export function noteGroupedTables(scope: Scope, groupBy: readonly ExprFacts[]): void {
  const keys = new Set(groupBy.map((key) => `${key.column?.table}\n${key.column?.column}`));
  for (const { bound } of scope.side.relations) {
    const key = bound?.table.primaryKey;
    if (bound && key?.every((column) => keys.has(`${bound.table.name}\n${column}`)))
      bound.groupedByKey = true;
  }
}
