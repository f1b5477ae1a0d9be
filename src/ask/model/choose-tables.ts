import { briefText, plainTokens, tokensOf } from '#src/ask/model/schema-text.ts';
import { fold, lemma } from '#src/catalog/fold.ts';
import type { Catalog, CatalogTable, ValueHit } from '#src/plugin-api/catalog.ts';

const WEIGHTS = { name: 3, column: 1, description: 0.5, value: 4, history: 6 } as const;
/** Part of a table's score that those which a key joins to it are given, so that tables in between come along. */
const NEIGHBOUR = 0.35;
const STRONGEST = 8;
/** Share of the tokens that tables with all of their columns take; the others are shown by names alone. */
const WHOLE = 0.6;

export interface ShownSchema {
  /** With the tables that fit best, and the keys between them only. */
  readonly catalog: Catalog;
  /** The next ones, by names alone. */
  readonly brief: readonly CatalogTable[];
  /** Whether tables were left out. */
  readonly cut: boolean;
}

export interface TableNeed {
  readonly question: string;
  readonly hits: readonly ValueHit[];
  readonly history: readonly { readonly question: string; readonly sql: string | null }[];
  readonly filtered: boolean;
  /** Tokens of the schema at the most, about. */
  readonly maxTokens: number;
}

/**
 * The tables that a question may be about, where all of them are too many for a prompt: by the words that names,
 * columns and descriptions share with it (rare ones count more), values that it names, earlier turns, and keys that
 * join them. The same question gives the same tables.
 */
export function chooseTables(catalog: Catalog, need: TableNeed): ShownSchema {
  const sizes = new Map(
    catalog.tables.map((table) => [table.name, plainTokens(table, need.filtered)]),
  );
  const whole = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  if (whole <= need.maxTokens) return { catalog, brief: [], cut: false };
  const scores = withNeighbours(catalog, scoresOf(catalog.tables, need));
  const ranked = [...catalog.tables].sort(
    (a, b) => scores.get(b.name)! - scores.get(a.name)! || (a.name < b.name ? -1 : 1),
  );
  const chosen = new Set(
    fitting(ranked, need.maxTokens * WHOLE, ({ name }) => sizes.get(name)!).map(({ name }) => name),
  );
  const brief = fitting(
    ranked.filter(({ name }) => !chosen.has(name)),
    need.maxTokens * (1 - WHOLE),
    (table) => tokensOf(briefText(table)),
  );
  return {
    catalog: {
      ...catalog,
      tables: catalog.tables.filter(({ name }) => chosen.has(name)),
      relationships: catalog.relationships.filter(
        ({ from, to }) => chosen.has(from.table) && chosen.has(to.table),
      ),
    },
    brief,
    cut: true,
  };
}

/** The first ones that fit together, one in any case. */
function fitting(
  ranked: readonly CatalogTable[],
  maxTokens: number,
  sizeOf: (table: CatalogTable) => number,
): readonly CatalogTable[] {
  let left = maxTokens;
  return ranked.filter((table, index) => {
    const size = sizeOf(table);
    if (index > 0 && size > left) return false;
    left -= size;
    return true;
  });
}

function scoresOf(tables: readonly CatalogTable[], need: TableNeed): Map<string, number> {
  const { question, hits, history } = need;
  const asked = wordsOf([question, ...history.map((turn) => turn.question)].join(' '));
  const weights = tables.map(wordWeights);
  const seen = new Map<string, number>();
  for (const words of weights)
    for (const word of words.keys()) seen.set(word, (seen.get(word) ?? 0) + 1);
  const rarity = (word: string) => Math.log(1 + tables.length / (1 + (seen.get(word) ?? 0)));
  const before = history.map(({ sql }) => (sql ?? '').toLowerCase()).join(' ');
  return new Map(
    tables.map((table, index) => {
      const words = [...asked].reduce(
        (sum, word) => sum + (weights[index]!.get(word) ?? 0) * rarity(word),
        0,
      );
      const values = new Set(
        hits.filter((hit) => hit.table === table.name).map(({ value }) => value),
      );
      const earlier = before.includes(table.name.toLowerCase()) ? WEIGHTS.history : 0;
      return [table.name, words + values.size * WEIGHTS.value + earlier];
    }),
  );
}

/** The best weight of each word of a table. */
function wordWeights(table: CatalogTable): Map<string, number> {
  const found = new Map<string, number>();
  const add = (text: string | null, weight: number) => {
    for (const word of wordsOf(text ?? '')) found.set(word, Math.max(found.get(word) ?? 0, weight));
  };
  for (const text of [table.name, table.label, ...table.synonyms]) add(text, WEIGHTS.name);
  add(table.description, WEIGHTS.description);
  for (const column of table.columns.filter(({ hidden }) => !hidden)) {
    for (const text of [column.name, column.label, ...column.synonyms]) add(text, WEIGHTS.column);
    add(column.description, WEIGHTS.description);
  }
  return found;
}

function withNeighbours(
  { relationships }: Catalog,
  scores: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const strongest = new Set(
    [...scores]
      .filter(([, score]) => score > 0)
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, STRONGEST)
      .map(([name]) => name),
  );
  const total = new Map(scores);
  for (const { from, to } of relationships)
    for (const [one, other] of [
      [from.table, to.table],
      [to.table, from.table],
    ] as const)
      if (strongest.has(one))
        total.set(other, (total.get(other) ?? 0) + scores.get(one)! * NEIGHBOUR);
  return total;
}

const wordsOf = (text: string): Set<string> =>
  new Set(fold(text.replaceAll('_', ' ')).split(' ').filter(Boolean).map(lemma));
