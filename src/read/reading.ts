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
