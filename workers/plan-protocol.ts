import type { Lesson, Plan, PriorTurn } from '#src/planner/plan.ts';
import type { Catalog, ProbedValue, ValueHit, ValuePlace } from '#src/plugin-api/catalog.ts';
import type { RowPolicy } from '#src/principal.ts';
import type { ReadingTrace } from '#src/read/trace.ts';

/** What every planning task says: which catalog it is about and who asks. */
export interface PlanningScope {
  /** Shared memory: the thread that takes the task writes its `threadId` there. */
  readonly begun: Int32Array;
  readonly catalogKey: string;
  /** Null on the first try: a worker that does not hold the catalog answers `missing`, and is asked again with it. */
  readonly catalog: Catalog | null;
  readonly policy: RowPolicy;
  /** Values that were looked for among the caller's rows so far. */
  readonly probed: readonly ProbedValue[];
}

export type PlanningTask = PlanningScope &
  (
    | {
        readonly kind: 'plan';
        readonly question: string;
        readonly history: readonly PriorTurn[];
        readonly now: Date;
        readonly lessons: readonly Lesson[];
      }
    /** Whether each value stands in its column, and what comes close where it does not. */
    | { readonly kind: 'literals'; readonly literals: readonly TextLiteral[] }
    /** Values of the data that words of the question mean, or with `near` may mean. */
    | { readonly kind: 'hits'; readonly question: string; readonly near: boolean }
    /** The question in English, where it was asked in another language. */
    | { readonly kind: 'english'; readonly question: string }
    /** How the planner reads a question. */
    | { readonly kind: 'reading'; readonly question: string; readonly now: Date }
    /** The first of the questions that the planner would answer. */
    | {
        readonly kind: 'answerable';
        readonly questions: readonly string[];
        readonly atMost: number;
        readonly now: Date;
      }
  );

export interface TextLiteral {
  readonly table: string;
  readonly column: string;
  readonly value: string;
}

export interface LiteralFinding extends TextLiteral {
  readonly found: boolean;
  /** The closest value of the column; null where nothing comes close, or the value was found. */
  readonly near: string | null;
}

/** `unprobed`: values that count as absent until they are looked for among the caller's rows. */
export type PlanningReply = PlanningResult & { readonly unprobed?: readonly ValuePlace[] };

export type PlanningResult =
  | { readonly kind: 'missing' }
  | { readonly kind: 'plan'; readonly plan: Plan }
  | { readonly kind: 'literals'; readonly findings: readonly LiteralFinding[] }
  | { readonly kind: 'hits'; readonly hits: readonly ValueHit[] }
  | { readonly kind: 'english'; readonly text: string | null }
  | { readonly kind: 'reading'; readonly trace: ReadingTrace }
  | { readonly kind: 'answerable'; readonly questions: readonly string[] };
