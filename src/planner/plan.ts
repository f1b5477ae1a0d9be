import type { Catalog, ValueLookup } from '#src/plugin-api/catalog.ts';
import type { Query, SelectQuery } from '#src/plugin-api/query.ts';

export type Complexity = 'easy' | 'medium' | 'hard';

export type DeclineReason =
  | 'no_safe_sql'
  | 'not_in_data'
  | 'ambiguous'
  | 'value_not_found'
  | 'out_of_scope'
  | 'unsupported_question'
  | 'source_unavailable';

/** "Did you mean": what the question said, and what the data has. */
export interface Suggestion {
  readonly raw: string;
  readonly resolved: string;
}

/** What a planner makes of a question. */
export type Plan =
  | {
      readonly kind: 'query';
      readonly query: Query;
      /** The question said again, as it was understood. */
      readonly restatement: string;
      /** Each default that was chosen, as a sentence. */
      readonly assumptions: readonly string[];
      /** For a total: the same measure by its most telling group. */
      readonly breakdown: Query | null;
      /** 0 to 1. */
      readonly confidence: number;
      readonly complexity: Complexity;
      /** Set where it was read beyond the sure path: the words, in English, that the statement is held to. */
      readonly heldTo?: string;
      /** It is a share or a comparison, of which an analysis tells more. */
      readonly isAnalysed?: true;
    }
  | {
      readonly kind: 'clarify';
      readonly question: string;
      readonly options: readonly { readonly label: string; readonly question: string }[];
      /** Asked in place of a decline: who has an answer to the question goes first. */
      readonly unread?: true;
    }
  | Declined;

interface Declined {
  readonly kind: 'decline';
  readonly reason: DeclineReason;
  /** For the user: what is missing and what can be asked instead. */
  readonly text: string;
  readonly suggestions: readonly Suggestion[];
  /** The wording alone was not read: nothing that was understood speaks against an answer. */
  readonly unread?: true;
  /** The word that names nothing. */
  readonly word?: string;
}

export type QueryPlan = Extract<Plan, { readonly kind: 'query' }>;

/** What a follow-up builds on. */
export interface PriorTurn {
  readonly question: string;
  /** The IR of the answer, where there was one. */
  readonly query: Query | null;
  /** Its SQL, for a model; absent where there was none. */
  readonly sql?: string | null;
}

/** A question with the query that people approved for it: it teaches its siblings. */
export interface Lesson {
  readonly question: string;
  readonly query: SelectQuery;
}

export interface PlanRequest {
  readonly question: string;
  readonly catalog: Catalog;
  readonly values: ValueLookup;
  /** Earlier turns of the conversation, oldest first; empty where the question stands alone. */
  readonly history: readonly PriorTurn[];
  /** The present instant, UTC. */
  readonly now: Date;
  /** Absent where people approved nothing. */
  readonly lessons?: readonly Lesson[];
}

/** The built-in planner: pure but for the value look-up, so that it runs in a worker. */
export type Planner = (request: PlanRequest) => Plan;
