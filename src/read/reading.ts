import { spanOf } from '#src/planner/grammar/said-words.ts';
import type { Token } from '#src/planner/tokens.ts';
import { addWords, type Span, setOrigin, wordsOf } from '#src/query/provenance.ts';
import type { Ask, Condition } from '#src/read/ask.ts';
import { CHUNK } from '#src/read/measures.ts';
import type { Question } from '#src/read/question.ts';

/** How far a reading has come: what was read last decides what a list can go on with. */
export interface Reading {
  /** The reading that it goes on from; null at the start. */
  readonly before: Reading | null;
  readonly at: number;
  readonly ask: Ask;
  readonly cost: number;
  /** What was read last. */
  readonly last: 'nothing' | 'item' | 'other';
  /** Tokens with content that were passed over. */
  readonly passed: readonly number[];
  /** Verbs within what a rule read, which say how rows are tied: `never reviewed a paper`. */
  readonly verbs: readonly number[];
  /** What is told of phrases that were passed over. */
  readonly told: readonly string[];
  /** Whether a verb was passed over that ties rows to other rows: then there are two tables. */
  readonly tying?: true;
  /** Names of the rules that made it. */
  readonly rules: readonly string[];
}

/** One way to go on: up to a token, at a cost. */
export interface Step {
  readonly to: number;
  readonly ask: Ask;
  readonly cost: number;
  readonly last?: Reading['last'];
  readonly verbs?: readonly number[];
}

/** A step over one chunk of words. */
export const step = (
  to: number,
  cost: number,
  ask: Ask,
  last: Reading['last'] = 'other',
): Step => ({ to, cost: cost + CHUNK, ask, last });

/** What was asked, with more that is said of its rows. */
export const withConditions = (ask: Ask, conditions: readonly Condition[]): Ask => ({
  ...ask,
  conditions: [...ask.conditions, ...conditions],
});

/** A pattern of questions: what it looks like, and what it makes of the words that begin at a token. */
export interface Rule {
  readonly name: string;
  readonly example: string;
  read(reading: Reading, question: Question): readonly Step[];
}

/**
 * Marks each part of what a reading asks with the words of the steps that made it. The first rows (`limit`), different rows
 * and the most frequent ones are no parts of their own: what says them marks the whole.
 */
export function markSaid(reading: Reading, tokens: readonly Token[]): void {
  const steps: Reading[] = [];
  for (let step: Reading | null = reading; step; step = step.before) steps.unshift(step);
  for (const { ask } of steps) for (const part of partsOf(ask)) setOrigin(part, null);
  setOrigin(reading.ask, null);
  for (const step of steps) {
    const { before } = step;
    if (!before || before.ask === step.ask) continue;
    const words = spanOf(tokens.slice(before.at, step.at));
    markStep(before.ask, step.ask, words);
    if (isOtherwisePicked(before.ask, step.ask)) addWords(reading.ask, words);
  }
}

const LISTS = ['items', 'conditions', 'groups', 'orders'] as const;

function markStep(before: Ask, after: Ask, words: readonly Span[]): void {
  for (const name of LISTS)
    for (const [at, part] of after[name].entries()) {
      const old: readonly object[] = before[name];
      if (old.includes(part)) continue;
      const replaced = old[at];
      const isReplaced = replaced && !(after[name] as readonly object[]).includes(replaced);
      addWords(part, [...(isReplaced ? wordsOf(replaced) : []), ...words]);
    }
  const either = new Set(before.either.flat());
  for (const part of after.either.flat()) if (!either.has(part)) addWords(part, words);
  if (after.entity && after.entity !== before.entity) addWords(after.entity, words);
}

const isOtherwisePicked = (before: Ask, after: Ask): boolean =>
  before.limit !== after.limit ||
  before.frequency !== after.frequency ||
  before.distinct !== after.distinct;

const partsOf = ({ items, conditions, groups, orders, either, entity }: Ask): readonly object[] => [
  ...items,
  ...conditions,
  ...groups,
  ...orders,
  ...either.flat(),
  ...(entity ? [entity] : []),
];
