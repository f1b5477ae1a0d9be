import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { wordsOf } from '#src/catalog/name-keys.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/** A slice of WordNet 3.1, which `npm run train:words` writes: a word on each line, then its relatives, surest first. */
const FILE = new URL('./data/related-words.txt.gz', import.meta.url);

let relatives: ReadonlyMap<string, readonly string[]> | null = null;

function allRelatives(): ReadonlyMap<string, readonly string[]> {
  relatives ??= new Map(
    gunzipSync(readFileSync(FILE))
      .toString()
      .split('\n')
      .map((line) => {
        const [word = '', ...others] = line.split(' ');
        return [word, others];
      }),
  );
  return relatives;
}

/** The words of a catalog's names that the dictionary relates to a word, in either direction. */
export function relatedIn({ tables }: Catalog): (word: string) => readonly string[] {
  const all = allRelatives();
  const named = new Set(
    tables.flatMap((table) =>
      [table.label, ...table.columns.map(({ label }) => label)].flatMap(wordsOf),
    ),
  );
  const back = new Map<string, string[]>();
  for (const name of named)
    for (const other of all.get(name) ?? []) {
      const known = back.get(other);
      if (known) known.push(name);
      else back.set(other, [name]);
    }
  return (word) => {
    const forth = (all.get(word) ?? []).filter((other) => named.has(other));
    return [...new Set([...forth, ...(back.get(word) ?? [])])];
  };
}
