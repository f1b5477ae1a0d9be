import type { UnreadCells } from '#src/plugin-api/catalog.ts';

/** What columns that become one have not read; undefined where that is nothing. */
export function mergedUnread(
  columns: readonly { readonly unread?: UnreadCells }[],
): UnreadCells | undefined {
  const all = columns.flatMap(({ unread }) => unread ?? []);
  const [first] = all;
  if (!first) return undefined;
  return {
    type: first.type,
    cells: all.reduce((sum, { cells }) => sum + cells, 0),
    example: all.find(({ example }) => example !== null)?.example ?? null,
    formulas: all.reduce((sum, { formulas }) => sum + formulas, 0),
  };
}
