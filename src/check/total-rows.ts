import { sameName, tableOf } from '#src/catalog/catalog-names.ts';
import type { Catalog, CatalogTable, TotalRows } from '#src/plugin-api/catalog.ts';
import type { FilterFacts, QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks, rowBlocks } from '#src/sql/blocks.ts';
import { canHoldFor } from '#src/sql/holds-for.ts';
import { hasOperation, literalsIn } from '#src/sql/nodes.ts';

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
    .flatMap((block) => rowsRead(block, catalog, 'totalRows'))
    .filter(({ leftOut }) => leftOut);
  return said(left, ({ label }, { names, isOne, isSummary }) => {
    const [kind, what] = isSummary
      ? ['summary', isOne ? 'describes other rows' : 'describe other rows']
      : ['total', isOne ? 'adds up other rows' : 'add up other rows'];
    return `The ${kind} ${isOne ? 'row' : 'rows'} of ${label} (${names}), which ${what}, ${isOne ? 'is' : 'are'} left out.`;
  });
}

/** A block without the conditions that do nothing but leave out total rows: `totalRowNotes` tells them. */
export function withoutTotalRowFilters(block: SelectFacts, catalog: Catalog): SelectFacts {
  const told = rowsRead(block, catalog, 'totalRows').filter(({ leftOut }) => leftOut);
  if (told.length === 0) return block;
  const filters = block.filters.filter((one) => !told.some((read) => leavesOutOnly(one, read)));
  return { ...block, filters };
}

/** Whether a condition holds for every row but some of those: it names no other value, and keeps what has none. */
function leavesOutOnly({ node, columns }: FilterFacts, { table, rows }: Read): boolean {
  const column = { table: table.name, column: rows.column };
  const holds = (label: string | null) => canHoldFor(node, column, label);
  const mayBeEmpty =
    table.columns.find(({ name }) => name === rows.column)?.profile?.nullCount !== 0;
  return (
    columns.every((one) => sameName(one.table, table.name) && sameName(one.column, rows.column)) &&
    literalsIn(node).every(({ text }) => rows.values.includes(text)) &&
    !rows.values.every(holds) &&
    holds(OTHER) &&
    (!mayBeEmpty || rows.values.includes(null) || holds(null))
  );
}

/** A value that no data has. */
const OTHER = '\u0000';

/** A sentence for rows that a statement computes over and that may be total rows. Not for those who see only some rows. */
export function doubtfulRowNotes(facts: QueryFacts, catalog: Catalog): readonly string[] {
  const counted = allBlocks(facts.root)
    .filter(computes)
    .flatMap((block) => rowsRead(block, catalog, 'doubtfulRows'))
    .filter(({ table, rows, leftOut, asked }) => {
      const column = table.columns.find(({ name }) => name === rows.column);
      return !leftOut && !asked && !column?.hidden && !column?.sensitive;
    });
  return said(counted, ({ label }, { names, isOne }) =>
    isOne
      ? `The row ${names} of ${label} may sum or describe other rows, but is counted too.`
      : `The rows ${names} of ${label} may sum or describe other rows, but are counted too.`,
  );
}

interface Called {
  readonly names: string;
  readonly isOne: boolean;
  readonly isSummary: boolean;
}

function said(
  reads: readonly Read[],
  sentence: (table: CatalogTable, called: Called) => string,
): readonly string[] {
  const groups = Map.groupBy(reads, ({ table, rows }) => `${table.name} ${rows.summarise ?? ''}`);
  return [...groups.values()].map((group) => {
    const [{ table, rows }] = group as [Read];
    const labels = new Set(group.flatMap((read) => read.rows.values.map(nameOf)));
    return sentence(table, {
      names: [...labels].join(', '),
      isOne: labels.size === 1,
      isSummary: rows.summarise === true,
    });
  });
}

const computes = ({ limit, outputs }: SelectFacts) =>
  limit !== null || outputs.some(({ aggregates }) => aggregates.length > 0);

const nameOf = (value: string | null) => (value === null ? 'without a name' : `"${value}"`);

/** A sentence where a block computes over, or picks from, rows of which some sum others; null where none does. */
export function totalRowsCounted({ root }: QueryFacts, catalog: Catalog): string | null {
  for (const block of rowBlocks(root)) {
    const found = rowsRead(block, catalog, 'totalRows').find(
      ({ leftOut, asked }) => !leftOut && !asked,
    );
    if (computes(block) && found)
      return `${found.table.label} has ${found.rows.summarise ? 'summary' : 'total'} rows (${found.rows.values.map(nameOf).join(', ')}) that ${found.rows.summarise ? 'describe' : 'add up'} other rows. They are counted too.`;
  }
  return null;
}

function rowsRead(
  { sources, filters }: SelectFacts,
  catalog: Catalog,
  which: 'totalRows' | 'doubtfulRows',
): readonly Read[] {
  return sources.flatMap((source) => {
    const table = source.table === null ? null : tableOf(catalog, source.table);
    return (table?.[which] ?? []).map((rows) => {
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
