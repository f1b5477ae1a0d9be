import { isNamed, isTable, meansTable } from '#src/planner/cursor.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { SUPERLATIVES } from '#src/planner/words.ts';

/** Words of a question that stand for rows of an answer before it: `those customers`, `they`, `their`. */
export interface Reference {
  /** The mentions that it is made of, half-open. */
  readonly start: number;
  readonly end: number;
  /** What the rows are called; null: they are those that the answer before is about. */
  readonly noun: Mention | null;
  /** `their orders`. */
  readonly possessive: boolean;
  /** `it`, `its`: one thing, which may be a number. */
  readonly single: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const DEMONSTRATIVES = words('those these');
const SINGULAR_DEMONSTRATIVES = words('that this');
const PRONOUNS = words('they them he him she her it');
const SINGLE = words('it its one');
const POSSESSIVES = words('their theirs his hers its');
/** All words that may stand for something of an answer before. */
export const REFERRING: ReadonlySet<string> = new Set([
  ...DEMONSTRATIVES,
  ...PRONOUNS,
  ...POSSESSIVES,
]);
/** Before them "that" and "this" point at something rather than open a clause. */
const PREPOSITIONS = words('of for in from by to with at on about did does is was');
/** `in that order` stands for nothing. */
const PHRASES = new Set(['in order', 'in case', 'in way', 'at time', 'at point', 'at moment']);
const PASSED = words('same very');
const EXTREME = words('most least');
/** `how many orders do they have`: the subject is none of the things that are asked. */
const AUXILIARIES = words('do does did have has had are is were was can could will would');
/** Words by which a pronoun is tied to what its own question named before: `customers and their orders`. */
const TYING = words(
  'and or with who that which whose whom by , ; per for each along including when where if as than whether',
);
/** Words that say which ones are meant: `those customers who …`. */
const TELLING = words('who that which whose whom with without having where from in of not');

/** The first reference of a question to an answer before it, or to one that was never given; null where there is none. */
export function findReference(
  mentions: readonly Mention[],
  hasAnswerBefore: boolean,
): Reference | null {
  for (let at = 0; at < mentions.length; at++) {
    const found = readNoun(mentions, at) ?? readPronoun(mentions, at, hasAnswerBefore);
    if (found && !isOwn(mentions, found, hasAnswerBefore)) return found;
  }
  return null;
}

/** `those 5 products`, `of this store`. */
function readNoun(mentions: readonly Mention[], start: number): Reference | null {
  const { word } = mentions[start]!;
  const single = SINGULAR_DEMONSTRATIVES.has(word);
  if (!single && !DEMONSTRATIVES.has(word)) return null;
  let at = start + 1;
  while (mentions[at] && (PASSED.has(mentions[at]!.word) || isNumber(mentions[at]!))) at++;
  const noun = mentions[at];
  if (!noun || !isNamed(noun) || noun.acts) return null;
  const before = mentions[start - 1]?.word ?? '';
  if (single && !(PREPOSITIONS.has(before) && isSingular(noun))) return null;
  if (single && PHRASES.has(`${before} ${noun.word}`)) return null;
  return { start, end: at + 1, noun, possessive: false, single };
}

const isNumber = ({ value, period }: Mention) => value !== null && period === null;

/** Whether the last word of a name is no plural. */
const isSingular = ({ tokens }: Mention) => tokens.at(-1)!.lower === tokens.at(-1)!.lemma;

/** `they`, `of them`, `their`, `which ones`, `those` without a name. */
function readPronoun(
  mentions: readonly Mention[],
  start: number,
  hasAnswerBefore: boolean,
): Reference | null {
  const { word } = mentions[start]!;
  const next = mentions[start + 1];
  const one = { start, end: start + 1, noun: null, single: SINGLE.has(word) };
  if (POSSESSIVES.has(word) || (word === 'her' && next && isNamed(next)))
    return { ...one, possessive: true };
  if (PRONOUNS.has(word)) return { ...one, possessive: false };
  if (!hasAnswerBefore) return null;
  const before = mentions[start - 1]?.word ?? '';
  const ones =
    (word === 'ones' || word === 'one') &&
    (before === 'which' || before === 'the' || isExtreme(mentions, start - 1));
  const those = DEMONSTRATIVES.has(word) && (before === 'of' || !next || !isNamed(next));
  return ones || those ? { ...one, possessive: false } : null;
}

/** `the cheapest one`, `the most expensive one`. */
const isExtreme = (mentions: readonly Mention[], at: number): boolean =>
  SUPERLATIVES.has(mentions[at]?.word ?? '') || EXTREME.has(mentions[at - 1]?.word ?? '');

/** Whether the question itself says what its words stand for. */
function isOwn(
  mentions: readonly Mention[],
  { start, end, noun }: Reference,
  hasAnswerBefore: boolean,
): boolean {
  const before = mentions.slice(0, start);
  const next = mentions[end]?.word ?? '';
  if (noun)
    return before.some((one) => namesSame(one, noun)) || (!hasAnswerBefore && TELLING.has(next));
  const at = before.findLastIndex((one) => isEntity(one));
  if (!hasAnswerBefore) return before.some((one) => isEntity(one) || isNamed(one));
  if (at < 0 || AUXILIARIES.has(mentions[start - 1]?.word ?? '')) return false;
  return before.slice(at + 1).some(({ word }) => TYING.has(word));
}

/** Something that a pronoun may stand for: rows, a person, somebody's name. */
const isEntity = (mention: Mention) =>
  (isTable(mention) && meansTable(mention)) ||
  mention.values.length > 0 ||
  mention.people.length > 0;

const namesSame = (one: Mention, noun: Mention): boolean =>
  one.tables.some(({ table }) => noun.tables.some((other) => other.table === table)) ||
  (one.lemma !== '' && one.lemma === noun.lemma);
