import { fold, squash } from '#src/catalog/fold.ts';
import type { ValueField } from '#src/catalog/value-index.ts';
import { type Candidate, fieldKey, type Span } from '#src/catalog/value-index-file.ts';
import type { Catalog, CatalogTable } from '#src/plugin-api/catalog.ts';

/** Values of tables that have the rows of other files, which no index has by their names. */
export interface UnitedValues {
  /** The hits, and those of parts as values of the united table: each once, with the rows of all parts. */
  with(hits: readonly Candidate[]): readonly Candidate[];
  /** The names of files, whole or by the words that tell them apart. */
  find(span: Span): readonly Candidate[];
}

/** Finds only columns in `visible`, by their `fieldKey`. */
export function unitedValues(
  { tables }: Catalog,
  visible: ReadonlyMap<string, ValueField>,
): UnitedValues {
  const fields = new Map<string, ValueField>();
  const files = new Map<string, Candidate[]>();
  for (const table of tables) {
    if (!table.united) continue;
    for (const [key, file] of filesOf(table, tables))
      if (visible.has(fieldKey(file.table, file.column)))
        files.set(key, [...(files.get(key) ?? []), file]);
    for (const [at, part] of (table.derived?.of ?? []).entries())
      for (const [column, own] of Object.entries(table.united[at]!.columns)) {
        const field = visible.get(fieldKey(table.name, column));
        if (field && 'column' in own) fields.set(fieldKey(part, own.column), field);
      }
  }
  return {
    with: (hits) => {
      if (fields.size === 0) return hits;
      const moved = hits.flatMap((hit) => {
        const field = fields.get(fieldKey(hit.table, hit.column));
        return field ? [{ ...hit, ...field }] : [];
      });
      return [...hits, ...onceEach(moved)];
    },
    find: ({ key }) => files.get(key) ?? [],
  };
}

function onceEach(hits: readonly Candidate[]): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const hit of hits) {
    const key = JSON.stringify([hit.table, hit.column, hit.value]);
    const before = found.get(key);
    found.set(key, before ? { ...before, rowCount: before.rowCount + hit.rowCount } : hit);
  }
  return [...found.values()];
}

/** By the keys that name it: a file as a value of the column that has the names of the files. */
function* filesOf(
  { name, united = [], derived }: CatalogTable,
  tables: readonly CatalogTable[],
): Generator<readonly [string, Candidate]> {
  const column = Object.entries(united[0]?.columns ?? {}).find(([, own]) => 'value' in own)?.[0];
  if (column === undefined) return;
  const values = united.map(({ columns }) => {
    const own = columns[column]!;
    return 'value' in own ? own.value : '';
  });
  const words = values.map((value) =>
    fold(value)
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter(Boolean),
  );
  for (const [at, value] of values.entries()) {
    const rows = tables.find((table) => table.name === derived?.of[at])?.rowCount ?? 0;
    const file: Candidate = {
      ...{ table: name, column, value, rowCount: rows },
      ...{ match: 'folded', distance: 0 },
    };
    const telling = words[at]!.filter((word) => !words.every((list) => list.includes(word)));
    const keys = [fold(value), words[at]!.join(' '), telling.join(' ')].map(squash);
    for (const key of new Set(keys)) if (key !== '') yield [key, file];
  }
}
