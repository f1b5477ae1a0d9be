import type { OfferedFilter } from '#src/boards/filter-types.ts';
import type { ReadColumn } from '#src/boards/fingerprint.ts';
import { sameName } from '#src/catalog/catalog-names.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { BaseColumn } from '#src/plugin-api/query-facts.ts';

interface Place {
  readonly table: CatalogTable;
  readonly column: CatalogColumn;
}

/** Columns with more values than these are no dimension that somebody picks from. */
const MOST_VALUES = 1_000;
const MOST_OFFERED = 50;

export const isPeriodColumn = ({ type }: Pick<CatalogColumn, 'type'>): boolean =>
  type === 'date' || type === 'timestamp';

const DIMENSIONS: ReadonlySet<string> = new Set(['text', 'boolean', 'integer', 'decimal']);
export const isValueColumn = ({ type }: Pick<CatalogColumn, 'type'>): boolean =>
  DIMENSIONS.has(type);

const isReadable = ({ hidden, sensitive }: CatalogColumn): boolean => !hidden && !sensitive;

/**
 * The filters that fit the cards of a board, those that reach most cards first. Columns of several tables are one filter
 * where they have the same name and type, and share values: `status` of orders and of payments rarely mean the same.
 */
export function offeredFilters(
  catalog: Catalog,
  cards: readonly (readonly ReadColumn[])[],
): readonly OfferedFilter[] {
  const isRead = (name: string) =>
    cards.some((reads) => reads.some(({ table }) => sameName(table, name)));
  const tables = catalog.tables.filter(({ name }) => isRead(name));
  const places = tables.flatMap((table) =>
    table.columns.filter(isReadable).map((column): Place => ({ table, column })),
  );
  const groups = [
    ...periodGroups(tables, cards).map((of) => ({ kind: 'period' as const, of })),
    ...valueGroups(places).map((of) => ({ kind: 'values' as const, of })),
  ];
  const offered = groups.map(({ kind, of }): OfferedFilter => {
    const columns = of.map(({ table, column }) => ({ table: table.name, column: column.name }));
    return {
      kind,
      name: nameOf(
        of,
        groups.map((group) => group.of),
      ),
      columns,
      cards: reached(cards, columns),
    };
  });
  return offered
    .toSorted(
      (a, b) =>
        Number(b.kind === 'period') - Number(a.kind === 'period') ||
        b.cards - a.cards ||
        (a.name < b.name ? -1 : 1),
    )
    .slice(0, MOST_OFFERED);
}

const reached = (cards: readonly (readonly ReadColumn[])[], columns: readonly BaseColumn[]) =>
  cards.filter((reads) =>
    columns.some((column) => reads.some(({ table }) => sameName(table, column.table))),
  ).length;

/** The dates that the cards themselves use, one a table, together; every other date alone. */
function periodGroups(
  tables: readonly CatalogTable[],
  cards: readonly (readonly ReadColumn[])[],
): readonly (readonly Place[])[] {
  const main: Place[] = [];
  const others: Place[] = [];
  for (const table of tables) {
    const dates = table.columns.filter((column) => isReadable(column) && isPeriodColumn(column));
    const used = dates.filter(({ name }) =>
      cards
        .flat()
        .some((read) => sameName(read.table, table.name) && sameName(read.column ?? '', name)),
    );
    const [only] = used.length === 1 ? used : dates.length === 1 ? dates : [];
    for (const column of dates) (column === only ? main : others).push({ table, column });
  }
  return [...(main.length > 0 ? [main] : []), ...others.map((one) => [one])];
}

function valueGroups(places: readonly Place[]): readonly (readonly Place[])[] {
  const groups: Place[][] = [];
  for (const place of places.filter(isDimension)) {
    const known = groups.find((group) => group.every((other) => isShared(other, place)));
    if (known) known.push(place);
    else groups.push([place]);
  }
  return groups;
}

const isDimension = ({ column }: Place) =>
  column.kind === 'dimension' &&
  isValueColumn(column) &&
  !column.personal &&
  (column.profile === null ||
    (column.profile.distinctCount > 1 && column.profile.distinctCount <= MOST_VALUES));

function isShared(one: Place, other: Place): boolean {
  if (one.table === other.table) return false;
  if (!sameName(one.column.name, other.column.name) || one.column.type !== other.column.type)
    return false;
  const values = new Set(one.column.profile?.samples);
  return (other.column.profile?.samples ?? []).some((value) => value !== null && values.has(value));
}

/** Its label, with the table where another filter has the same. */
function nameOf(of: readonly Place[], all: readonly (readonly Place[])[]): string {
  const label = capital(of[0]?.column.label ?? '');
  const isAlone =
    all.filter(([first]) => first && capital(first.column.label) === label).length === 1;
  return isAlone || of.length > 1 ? label : `${label} (${of[0]?.table.label ?? ''})`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
