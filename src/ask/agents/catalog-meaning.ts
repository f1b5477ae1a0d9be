import type { Listing } from '#src/ask/agents/catalog-notes.ts';
import { columnOf, tableOf } from '#src/catalog/catalog-names.ts';
import { foldToLemmas } from '#src/catalog/fold.ts';
import type { Catalog, CatalogColumn, CatalogTable, ValueHit } from '#src/plugin-api/catalog.ts';

interface Meaning {
  readonly kind: 'table' | 'column' | 'value';
  readonly name: string;
  readonly table: string;
  readonly text: string;
}

/**
 * What tables, columns and values say of a term; null where none does. Hidden columns say nothing, and values nothing to
 * who sees only some rows (`filtered`).
 */
export function listMeanings(
  catalog: Catalog,
  term: string,
  hits: readonly ValueHit[],
  filtered: boolean,
): Listing | null {
  const found = [
    ...tableMeanings(catalog, term),
    ...columnMeanings(catalog, term),
    ...(filtered ? [] : valueMeanings(catalog, term, hits)),
  ];
  if (found.length === 0) return null;
  return {
    columns: [
      ['kind', 'text'],
      ['name', 'text'],
      ['table', 'text'],
      ['meaning', 'text'],
    ],
    rows: found.map(({ kind, name, table, text }) => [kind, name, table, text]),
    text: found.map(({ text }) => sentence(text)).join(' '),
  };
}

const isNamed = (term: string, names: readonly string[]) =>
  names.some((name) => foldToLemmas(name) === foldToLemmas(term));

function tableMeanings({ tables }: Catalog, term: string): Meaning[] {
  return tables
    .filter((table) => isNamed(term, [table.name, table.label, ...table.synonyms]))
    .map((table) => ({
      kind: 'table',
      name: table.name,
      table: table.name,
      text: `${table.label} is a table with the columns ${listOf(table)}${described(table.description)}`,
    }));
}

const listOf = ({ columns }: CatalogTable) =>
  columns
    .filter(({ hidden }) => !hidden)
    .map(({ label }) => label)
    .join(', ');

function columnMeanings({ tables }: Catalog, term: string): Meaning[] {
  return tables.flatMap((table) =>
    table.columns
      .filter((one) => !one.hidden && isNamed(term, [one.name, one.label, ...one.synonyms]))
      .map((one) => ({
        kind: 'column' as const,
        name: one.name,
        table: table.name,
        text: `${one.label} of ${table.label} is ${kindText(one)}${described(one.description)}`,
      })),
  );
}

function kindText({ kind, unit, additive, synonyms }: CatalogColumn): string {
  const words = {
    measure: 'a measure',
    dimension: 'a property',
    time: 'a date',
    identifier: 'an identifier',
  };
  const also = synonyms.length > 0 ? `, also called ${synonyms.join(', ')}` : '';
  const sums =
    kind === 'measure' ? (additive === true ? ' that can be summed' : " that can't be summed") : '';
  return `${words[kind]}${unit ? ` in ${unit}` : ''}${sums}${also}`;
}

/** Values as they stand in the data, and those that people gave the term as another name. */
function valueMeanings(catalog: Catalog, term: string, hits: readonly ValueHit[]): Meaning[] {
  const said = (catalog.meaning?.values ?? []).filter(({ synonyms }) => isNamed(term, synonyms));
  const places = [
    ...hits.map(({ table, column, value }) => ({ table, column, value, isName: false })),
    ...said.map(({ table, column, value }) => ({ table, column, value, isName: true })),
  ];
  return places.flatMap(({ table, column, value, isName }) => {
    const found = columnOf(catalog, { table, column });
    if (!found || found.hidden || found.sensitive || found.personal) return [];
    const of = `${found.label} of ${tableOf(catalog, table)!.label}`;
    const text = isName
      ? `${term} means ${value}, a value of ${of}`
      : `${value} is a value of ${of}`;
    return [
      { kind: 'value' as const, name: value, table, text: text + described(found.description) },
    ];
  });
}

const described = (description: string | null) =>
  description ? `: ${description.replace(/\.\s*$/, '')}` : '';

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
