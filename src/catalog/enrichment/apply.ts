import { fingerprintOf } from '#src/catalog/enrichment/prompt.ts';
import type { ColumnDraft, StoredDraft } from '#src/catalog/enrichment/types.ts';
import { keyOf, wordsOf } from '#src/catalog/name-keys.ts';
import {
  AGGREGATES,
  ASKING,
  COMPARATIVES,
  FUNCTION_WORDS,
  GLUE,
  LINKING,
  SUPERLATIVES,
} from '#src/planner/words.ts';
import type {
  Catalog,
  CatalogColumn,
  CatalogMetric,
  CatalogTable,
} from '#src/plugin-api/catalog.ts';

/** Words that say something in questions, whatever they would be a name of. */
const SAYING = [FUNCTION_WORDS, ASKING, GLUE, LINKING, AGGREGATES, SUPERLATIVES, COMPARATIVES];
const TIMES = new Set('day week month quarter year date time today now'.split(' '));

/**
 * The discovered catalog with what a model drafted of it. `described` is the same one with what people said: they have
 * the say, so that no drafted synonym is a name that anything has by them. What discovery found stays, too.
 */
export function applyDrafts(
  discovered: Catalog,
  described: Catalog,
  drafts: readonly StoredDraft[],
  metrics: readonly Pick<CatalogMetric, 'name' | 'synonyms'>[],
): Catalog {
  const byTable = new Map(drafts.map((one) => [one.table, one]));
  const names = takenNames(described, metrics);
  const tables = discovered.tables.map((table) => {
    const stored = byTable.get(table.name.toLowerCase());
    const shown = described.tables.find(({ name }) => name === table.name);
    if (!stored || !shown || stored.fingerprint !== fingerprintOf(shown)) return table;
    return draftedTable(table, stored, names);
  });
  return { ...discovered, tables };
}

function draftedTable(table: CatalogTable, { draft }: StoredDraft, names: Names): CatalogTable {
  const columns = table.columns.map((column) => {
    const said = draft.columns.find(({ name }) => name === column.name);
    return said ? drafted(column, said, names) : column;
  });
  return { ...drafted(table, draft, names), columns };
}

function drafted<T extends CatalogTable | CatalogColumn>(
  found: T,
  said: Omit<ColumnDraft, 'name'>,
  names: Names,
): T {
  const fresh = said.synonyms.filter((synonym) => names.take(synonym, found.label));
  return {
    ...found,
    description: found.description ?? said.description,
    synonyms: [...found.synonyms, ...fresh],
  };
}

interface Names {
  /** Whether a synonym is free; then it is taken by what has the label. */
  take(synonym: string, label: string): boolean;
}

/** All names that questions can use, and each word of them: a synonym that is one would be read in two ways. */
function takenNames(
  catalog: Catalog,
  metrics: readonly Pick<CatalogMetric, 'name' | 'synonyms'>[],
): Names {
  const taken = new Set<string>();
  const add = (name: string) => {
    const words = wordsOf(name);
    for (const one of [keyOf(words), ...words.map((word) => keyOf([word]))]) taken.add(one);
  };
  for (const { name, synonyms } of metrics) for (const one of [name, ...synonyms]) add(one);
  for (const table of catalog.tables)
    for (const one of [table, ...table.columns])
      for (const name of [one.name.replaceAll('_', ' '), one.label, ...one.synonyms]) add(name);
  for (const { samples } of catalog.tables.flatMap(({ columns }) =>
    columns.flatMap(({ profile }) => profile ?? []),
  ))
    for (const value of samples) if (typeof value === 'string') taken.add(keyOf(wordsOf(value)));
  const owners = new Map<string, string>();
  return {
    take(synonym, label) {
      const key = keyOf(wordsOf(synonym));
      const words = synonym.split(/[ -]/).flatMap((word) => [word, ...wordsOf(word)]);
      const says = words.some((word) => TIMES.has(word) || SAYING.some((some) => some.has(word)));
      const owner = owners.get(key) ?? label;
      if (says || key === '' || taken.has(key) || owner !== label) return false;
      owners.set(key, label);
      return true;
    },
  };
}
