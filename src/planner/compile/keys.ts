import type { Builder } from '#src/planner/compile/builder.ts';
import { showsShared } from '#src/planner/compile/summed.ts';
import { Declined } from '#src/planner/frame.ts';
import { isNumeric } from '#src/planner/measured.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';

/** `customers with more than 10 visits` where each row only refers to a customer: in one row, or in all of theirs. */
export function refuseOneOfTheirRows(builder: Builder): void {
  const { frame, context, items } = builder;
  const [column] = items[0]!.columns ?? [];
  if (!showsShared(builder) || column!.kind !== 'identifier') return;
  for (const one of frame.conditions) {
    if ((one.kind !== 'compare' && one.kind !== 'between') || !one.of || one.of.aggregate) continue;
    const sense = context.sense(one.of.of);
    const [amount] = sense.kind === 'column' ? sense.columns : [];
    if (amount?.additive !== true) continue;
    throw new Declined(
      'ambiguous',
      `Do you want the total ${amount.label} for each ${column!.label}, or the ${amount.label} of a single row? Say "total ${amount.label}", or ask for the rows.`,
      one.of.of.text,
    );
  }
}

/** `highest invoice number`: the numbers themselves are asked for, so that no other column ranks them. */
export function refuseRankedKeys({ items, entity }: Builder): void {
  for (const { columns } of items)
    for (const column of columns ?? [])
      if (entity === null && column.kind === 'identifier') refuseRankless(column);
}

/** A superlative ranks by a measure or a time. A running number, a key or a name has no highest that means anything. */
export function refuseRankless(column: CatalogColumn): void {
  if (column.kind === 'time' || column.kind === 'measure') return;
  if (column.kind === 'dimension' && (isNumeric(column.type) || column.type === 'boolean')) return;
  throw new Declined(
    'unsupported_question',
    `${column.label} only identifies rows, so it has no highest or lowest value. Rank by a number or a date, or say "sorted by ${column.label}".`,
    column.label,
  );
}
