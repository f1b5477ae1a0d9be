import type { ComputedTable } from '#src/ask/computed-result.ts';
import { columnOf, labelOf, sameName, tableOf } from '#src/catalog/catalog-names.ts';
import { schemaView } from '#src/catalog/schema-view.ts';
import type { Catalog, ColumnSet, Relationship } from '#src/plugin-api/catalog.ts';
import type { RowPolicy } from '#src/principal.ts';

/** A table from the catalog, and what it says in words. */
export interface Listing extends ComputedTable {
  readonly text: string;
}

const PARTLY = "Your key only has access to some rows, so values from all rows aren't shown";
/** Tables between two that are said to be linked, at the most. */
const MAX_HOPS = 4;

/** The values of a column: those that were seen most often; none of sensitive and personal columns. */
export function listValues(
  catalog: Catalog,
  place: { readonly table: string; readonly column: string },
  filtered: boolean,
): Listing {
  const column = columnOf(catalog, place)!;
  const what = `${column.label} of ${tableOf(catalog, place.table)!.label}`;
  const nothing = (text: string) => ({ columns: VALUE_COLUMNS, rows: [], text });
  if (filtered)
    return nothing(
      `${PARTLY}. Ask "how many … by ${column.label}" to see the values you can access.`,
    );
  if (column.sensitive || column.personal !== undefined || !column.profile)
    return nothing(`Values of ${what} aren't shown.`);
  const { samples, distinctCount } = column.profile;
  const said = catalog.meaning?.values ?? [];
  const rows = samples.map((value) => {
    const names = said.find(
      (one) =>
        sameName(one.table, place.table) &&
        sameName(one.column, place.column) &&
        one.value === String(value),
    );
    return [String(value), names?.synonyms.join(', ') ?? null];
  });
  if (rows.length === 0) return nothing(`No known values for ${what}.`);
  const values = rows.map(([value]) => value).join(', ');
  const text =
    distinctCount <= rows.length
      ? `${what} has these values: ${values}.`
      : `${what} has ${distinctCount} distinct values. The most frequent are ${values}.`;
  return { columns: VALUE_COLUMNS, rows, text: text.charAt(0).toUpperCase() + text.slice(1) };
}

const VALUE_COLUMNS = [
  ['value', 'text'],
  ['also_called', 'text'],
] as const;

/** First and last day of each date of the data, or of one table. */
export function listDates(catalog: Catalog, table: string | null, filtered: boolean): Listing {
  const columns = [
    ['table', 'text'],
    ['column', 'text'],
    ['first', 'date'],
    ['last', 'date'],
  ] as const;
  if (filtered)
    return { columns, rows: [], text: `${PARTLY}. Ask for the first or last row instead.` };
  const found = catalog.tables
    .filter(({ name }) => table === null || name === table)
    .flatMap((one) =>
      one.columns
        .filter(({ hidden, sensitive, personal }) => !hidden && !sensitive && !personal)
        .filter(({ type }) => /^(?:date|timestamp)$/.test(type))
        .flatMap(({ label, profile }) =>
          profile?.min && profile.max
            ? [
                {
                  table: one.label,
                  label,
                  first: profile.min.slice(0, 10),
                  last: profile.max.slice(0, 10),
                },
              ]
            : [],
        ),
    );
  const said = found.map(
    ({ table: of, label, first, last }) => `${label} of ${of} from ${first} to ${last}`,
  );
  return {
    columns,
    rows: found.map((one) => [one.table, one.label, one.first, one.last]),
    text: said.length > 0 ? `The dates in the data: ${said.join('; ')}.` : 'The data has no dates.',
  };
}

/** The relationships that lead from one table to another; null where none do. */
export function listLinks(
  catalog: Catalog,
  policy: RowPolicy,
  [from, to]: readonly [string, string],
): Listing {
  const { relationships } = schemaView(catalog, policy);
  const columns = [
    ['from', 'text'],
    ['to', 'text'],
    ['cardinality', 'text'],
  ] as const;
  const label = (table: string) => tableOf(catalog, table)?.label ?? table;
  const path = pathBetween(relationships, from, to);
  if (!path)
    return {
      columns,
      rows: [],
      text: `There's no known relationship between ${label(from)} and ${label(to)}.`,
    };
  const side = ({ table, columns: names }: ColumnSet) => `${table}.${names.join(', ')}`;
  const said = path.map((one) => {
    const by = one.from.columns.map((column) =>
      labelOf(catalog, { table: one.from.table, column }),
    );
    const many = one.cardinality === 'one-to-one' ? 'at most one' : 'one';
    return `each row of ${label(one.from.table)} matches ${many} row of ${label(one.to.table)}, joined on ${by.join(' and ')}`;
  });
  const text = `${said.join('; ')}.`;
  return {
    columns,
    rows: path.map((one) => [side(one.from), side(one.to), one.cardinality]),
    text: text.charAt(0).toUpperCase() + text.slice(1),
  };
}

type Link = Pick<Relationship, 'from' | 'to' | 'cardinality'>;

/** The shortest way from table to table, in either direction of each relationship. */
function pathBetween(links: readonly Link[], from: string, to: string): readonly Link[] | null {
  let edge: { readonly table: string; readonly path: readonly Link[] }[] = [
    { table: from, path: [] },
  ];
  const seen = new Set([from]);
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const next: typeof edge = [];
    for (const { table, path } of edge)
      for (const link of links) {
        const ends = [link.from.table, link.to.table];
        const other = ends.find((end) => end !== table);
        if (!ends.includes(table) || other === undefined || seen.has(other)) continue;
        if (other === to) return [...path, link];
        seen.add(other);
        next.push({ table: other, path: [...path, link] });
      }
    edge = next;
  }
  return null;
}
