import { indexColumns } from '#src/planner/lexicon/columns.ts';
import { Builder } from '#src/planner/lexicon/index-builder.ts';
import { keyOf, wordsOf } from '#src/planner/lexicon/keys.ts';
import { BARE, EXACT, HEAD, SYNONYM } from '#src/planner/lexicon/scores.ts';
import type { Senses } from '#src/planner/lexicon/senses.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

/** What the words of a question can mean in one catalog: by lemmas, without "of" and "the". */
export interface Lexicon {
  /** Words of the longest name. */
  readonly longest: number;
  lookup(key: string): Senses | null;
  /** All readable names, for "did you mean". */
  readonly names: readonly string[];
}

/** Indexes all names of a catalog. */
export function buildLexicon(catalog: Catalog): Lexicon {
  const builder = new Builder();
  const names: string[] = [];
  for (const table of catalog.tables) {
    names.push(table.label, ...table.columns.filter(visible).map((column) => column.label));
    indexTable(builder, table);
    indexColumns(builder, table);
  }
  return {
    longest: Math.min(builder.longest, 8),
    names: [...new Set(names)],
    lookup(key) {
      const tables = builder.tables.get(key) ?? [];
      const columns = builder.columns.get(key) ?? [];
      return tables.length + columns.length > 0 ? { tables, columns } : null;
    },
  };
}

const visible = (column: CatalogColumn) => !column.hidden;

function indexTable(builder: Builder, table: CatalogTable): void {
  const words = wordsOf(table.label);
  builder.addTable(keyOf(words), table, EXACT);
  for (const synonym of table.synonyms) builder.addTable(keyOf(wordsOf(synonym)), table, SYNONYM);
  for (let from = 1; from < words.length; from++) {
    const rest = words.slice(from);
    if (!rest.every((word) => BARE.has(word))) builder.addTable(keyOf(rest), table, HEAD);
  }
  if (
    words.length > 1 &&
    !BARE.has(words[0]!) &&
    words.slice(1).every((word) => BARE.has(word) || CONTAINERS.has(word))
  )
    builder.addTable(words[0]!, table, HEAD);
}

/** Words of a table's name that say how it is kept, not what it holds. */
const CONTAINERS = new Set(
  'profile record list info information data master table entry'.split(' '),
);
