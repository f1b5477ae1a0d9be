import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { wordsOf } from '#src/catalog/name-keys.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/**
 * A slice of WordNet 3.1, which `npm run bench planner-training/related-words` writes: on each line a word, or two with `_` between, then after colons
 * words of the same meaning, words that are derived or similar, more special, and more general, each with how rare
 * that meaning is, from 0 to 9.
 */
const FILE = new URL('./data/related-words.txt.gz', import.meta.url);

/** A word of a name that another word may stand for. */
export interface Relative {
  readonly word: string;
  /** Less is surer. */
  readonly cost: number;
  /** Whether it has the same meaning, or is a kind of what the word means. */
  readonly isKind: boolean;
}

/** By kinship: of one meaning, derived or similar, more special, more general. */
const COSTS = [0.75, 0.95, 1.15, 1.45];
/** Seen from the other word, what is more special is what is more general. */
const REVERSED = [0, 1, 3, 2];
const RANK_COST = 0.06;
/** Of a word that is no relative the other way round. */
const RANK_OF_NONE = 3;
/** Below it a name has the meaning of the word that was said. */
export const CLOSE_COST = 0.95;
/** What a kind of something costs at the most that is so in plain meanings of both words: a ferry is a boat, and few tracks are roads. */
export const PLAIN_KIND_COST = 1.28;
/** What a name costs from here on is more general than the word that was said. */
export const BROADER_COST = 1.45;

let lines: ReadonlyMap<string, string> | null = null;

function allLines(): ReadonlyMap<string, string> {
  lines ??= new Map(
    gunzipSync(readFileSync(FILE))
      .toString()
      .split('\n')
      .map((line) => {
        const end = line.indexOf(':');
        return [line.slice(0, end), line.slice(end + 1)];
      }),
  );
  return lines;
}

interface Kin {
  readonly kind: number;
  readonly rank: number;
}

function kinOf(word: string): ReadonlyMap<string, Kin> {
  const lists = (allLines().get(word) ?? '').split(':');
  return new Map(
    lists.flatMap((list, kind) =>
      list
        .split(' ')
        .filter(Boolean)
        .map((one): [string, Kin] => [one.slice(0, -1), { kind, rank: Number(one.at(-1)) }]),
    ),
  );
}

/** What a word is a kind of, or another word for, in its plainest meanings. */
export const kindsOf = (word: string): readonly string[] =>
  [...kinOf(word)].flatMap(([one, { kind, rank }]) =>
    rank === 0 && (kind === SAME || kind === MORE_GENERAL) ? [one] : [],
  );

const SAME = 0;
const MORE_SPECIAL = 2;
const MORE_GENERAL = 3;

/** What of the words of a catalog's names a word may stand for. */
export function relatedIn({ tables }: Catalog): (word: string) => readonly Relative[] {
  const named = new Set(
    tables.flatMap((table) =>
      [table.label, ...table.columns.map(({ label }) => label)].flatMap(wordsOf),
    ),
  );
  const back = new Map<string, Map<string, Kin>>();
  for (const name of named)
    for (const [word, { kind, rank }] of kinOf(name)) {
      const known = back.get(word) ?? new Map<string, Kin>();
      back.set(word, known.set(name, { kind: REVERSED[kind]!, rank }));
    }
  return (word) => {
    const forth = kinOf(word);
    const others = back.get(word) ?? new Map<string, Kin>();
    const names = [...new Set([...forth.keys(), ...others.keys()])].filter((one) => named.has(one));
    return names.map((name) => {
      const there = forth.get(name);
      const here = others.get(name);
      const kind = Math.min(there?.kind ?? COSTS.length - 1, here?.kind ?? COSTS.length - 1);
      const rank = (there?.rank ?? RANK_OF_NONE) + (here?.rank ?? RANK_OF_NONE);
      const isKind = kind === SAME || kind === MORE_SPECIAL;
      return { word: name, cost: COSTS[kind]! + RANK_COST * rank, isKind };
    });
  };
}
