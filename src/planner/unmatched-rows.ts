import { lemma } from '#src/catalog/fold.ts';
import { hasGaps } from '#src/planner/predicates/gaps.ts';
import { columnsIn, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { Catalog, Relationship } from '#src/plugin-api/catalog.ts';
import type { ColumnRef, SelectQuery } from '#src/plugin-api/query.ts';

/** That a join leaves out rows that refer to nothing. */
export const toldWithout = (rows: string, referred: string): string =>
  `Rows of ${rows} without ${lemma(referred)} are left out.`;

/**
 * `dogs per pen` leaves out dogs without a pen, and those whose pen is not kept any more: rows that refer to nothing find no row
 * to be joined with. Where a condition is said of what they refer to nobody expects them.
 */
export function toldUnmatched(query: SelectQuery, { tables, relationships }: Catalog): string[] {
  const sources = tablesByAlias(query);
  const conditioned = new Set(columnsIn(query.where).map(({ alias }) => alias));
  const tableOf = ({ alias }: ColumnRef) => tables.find(({ name }) => name === sources.get(alias));
  const refersFrom = (left: ColumnRef, right: ColumnRef): Relationship | undefined =>
    relationships.find(
      ({ from, to }) =>
        from.table === sources.get(left.alias) &&
        from.columns.includes(left.column) &&
        to.table === sources.get(right.alias) &&
        to.columns.includes(right.column),
    );
  const told = query.joins
    .filter(({ type }) => type === 'inner')
    .flatMap(({ on }) =>
      on.flatMap(({ left, right }) => [[left, right] as const, [right, left] as const]),
    )
    .flatMap(([left, right]) => {
      const reference = refersFrom(left, right);
      const from = tableOf(left);
      const to = tableOf(right);
      if (!reference || !from || !to || conditioned.has(right.alias)) return [];
      const column = from.columns.find(({ name }) => name === left.column);
      const isLost = reference.unmatched === true || (column !== undefined && hasGaps(column));
      return isLost ? [toldWithout(from.label, to.label)] : [];
    });
  return [...new Set(told)];
}
