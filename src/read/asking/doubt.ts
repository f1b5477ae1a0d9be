import type { JoinGraph } from '#src/planner/joins.ts';
import type { Plan } from '#src/planner/plan.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Question } from '#src/read/question.ts';
import type { Choice } from '#src/read/resolve.ts';

/** What a question leaves open, with ways to say it in full. */
interface Doubt {
  /** What is asked back. */
  readonly ask: string;
  /** Best first; those that are not answered, or as another one, are not offered. */
  readonly options: readonly {
    /** Null where what it computes tells it. */
    readonly label: string | null;
    readonly question: string;
  }[];
  /** Options that are enough to ask; two where it is not said. */
  readonly fewest?: 1;
}

export interface DoubtAbout {
  readonly question: Question;
  readonly catalog: Catalog;
  readonly graph: JoinGraph;
  readonly declined: Extract<Plan, { kind: 'decline' }>;
  /** What the words of the surest readings are taken for, where these are nearly as sure. */
  readonly rivals: readonly Choice[];
  /** Whether nothing was asked before. */
  readonly isFirst: boolean;
  /** Whether an answer goes before, which the question may refer to. */
  readonly follows: boolean;
  /** The question with an amount for its verb of money: `total fee by vet`; null where it has none. */
  withMoney(amount: string): string | null;
}

export type ReadDoubt = (about: DoubtAbout) => Doubt | null;

/** The question with the tokens of a span said otherwise, without the mark at its end. */
export function saidOtherwise(question: Question, from: number, to: number, text: string): string {
  const start = question.tokens[from]!.start;
  const end = question.tokens[to - 1]!.end;
  const whole = question.text.slice(0, start) + text + question.text.slice(end);
  return whole
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s?!.]+$/, '')
    .trim();
}

/** The words from a token on, without the mark at the end. */
export function wordsFrom(question: Question, at: number): string {
  const token = question.tokens[at];
  return token ? question.text.slice(token.start).replace(/[\s?!.]+$/, '') : '';
}
