import { sameName, tableOf } from '#src/catalog/catalog-names.ts';
import type { Catalog, CatalogTable, TotalRows } from '#src/plugin-api/catalog.ts';
import type { FilterFacts, QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks, rowBlocks } from '#src/sql/blocks.ts';
import { canHoldFor } from '#src/sql/holds-for.ts';
import { hasOperation } from '#src/sql/nodes.ts';

/** Total rows of a table that a statement reads, and whether it leaves them out. */
interface Read {
  readonly table: CatalogTable;
  readonly rows: TotalRows;
  readonly leftOut: boolean;
  /** Whether the statement names values of the label's column. */
  readonly asked: boolean;
}

/** A sentence for each table whose total rows a statement leaves out. */
export function totalRowNotes(facts: QueryFacts, catalog: Catalog): readonly string[] {
  const left = allBlocks(facts.root)
    .flatMap((block) => totalRowsRead(block, catalog))
    .filter(({ leftOut }) => leftOut);
  const byTable = Map.groupBy(left, ({ table }) => table);
  return [...byTable].map(([{ label }, reads]) => {
    const labels = new Set(reads.flatMap(({ rows }) => rows.values.map(nameOf)));
    const [row, sums] = labels.size === 1 ? ['row', 'sums'] : ['rows', 'sum'];
    return `The total ${row} of ${label} (${[...labels].join(', ')}), which ${sums} others, ${labels.size === 1 ? 'is' : 'are'} left out.`;
  });
}

const nameOf = (value: string | null) => (value === null ? 'without a name' : `"${value}"`);

/** A sentence where a block computes over, or picks from, rows of which some sum others; null where none does. */
export function totalRowsCounted({ root }: QueryFacts, catalog: Catalog): string | null {
  for (const block of rowBlocks(root)) {
    const computes =
      block.limit !== null || block.outputs.some(({ aggregates }) => aggregates.length > 0);
    const found = totalRowsRead(block, catalog).find(({ leftOut, asked }) => !leftOut && !asked);
    if (computes && found)
      return `${found.table.label} has total rows (${found.rows.values.map(nameOf).join(', ')}), which sum others: they are counted, too.`;
  }
  return null;
}

function totalRowsRead({ sources, filters }: SelectFacts, catalog: Catalog): readonly Read[] {
  return sources.flatMap((source) => {
    const table = source.table === null ? null : tableOf(catalog, source.table);
    return (table?.totalRows ?? []).map((rows) => {
      const own = filters.filter(({ columns }) =>
        columns.some(
          (one) => sameName(one.table, table!.name) && sameName(one.column, rows.column),
        ),
      );
      const column = { table: table!.name, column: rows.column };
      const isHeld = (label: string | null) =>
        own.every(({ node }) => canHoldFor(node, column, label));
      const leftOut = own.length > 0 && !rows.values.some(isHeld);
      return {
        table: table!,
        rows,
        leftOut,
        asked: !leftOut && own.some(names),
      };
    });
  });
}

/** Whether a condition names values of the label's column: those rows, or others, are asked for. */
const names = ({ op, node }: FilterFacts): boolean =>
  op === '=' ||
  op === 'in' ||
  op === 'like' ||
  op === 'is null' ||
  (op === null && hasOperation(node, PICKS));

const PICKS: ReadonlySet<string> = new Set(['=', 'in', 'like', 'ilike']);
