import type { PriorTurn } from '#src/planner/plan.ts';
import type { Query } from '#src/plugin-api/query.ts';

export interface Session {
  readonly id: string;
  readonly clientId: string;
  readonly workspaceId: string;
  /** Null: the whole account's. */
  readonly endUserId: string | null;
  readonly isDefault: boolean;
  readonly title: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface SessionScope {
  readonly clientId: string;
  readonly workspaceId: string;
  readonly endUserId: string | null;
}

export interface NewTurn {
  readonly sessionId: string;
  readonly question: string;
  /** The answer as the stream showed it: plain JSON. */
  readonly answer: unknown;
  /** The IR, where there was an answer that a follow-up can build on. */
  readonly query: Query | null;
  readonly traceId: string;
}

export interface ChatSummary {
  readonly session_id: string;
  readonly title: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly turns: number;
}

export interface ChatTurn {
  readonly question: string;
  readonly answer: unknown;
  readonly trace_id: string;
  readonly created_at: string;
}

/** Chats and their turns. Who may see which chat is the caller's business; `SessionScope.endUserId` narrows lists. */
export interface Conversations {
  find(sessionId: string): Promise<Session | null>;
  /** The default chat of a person (or of the whole account) in a workspace. */
  findDefault(scope: SessionScope): Promise<Session | null>;
  /**
   * Makes a chat durable and gives its id: `sessionId`, or that of the default chat where another request made it
   * first.
   */
  start(
    sessionId: string,
    scope: SessionScope,
    options: { readonly isDefault: boolean; readonly title: string },
  ): Promise<string>;
  /** The last turns, oldest first. */
  history(sessionId: string, limit: number): Promise<readonly PriorTurn[]>;
  /** Adds a turn; a second call with the same trace id changes nothing. */
  record(turn: NewTurn): Promise<void>;
  /** Newest first; `cursor` is that of an earlier page. `endUserId` null lists the whole account's and everybody's. */
  list(
    scope: SessionScope,
    page: { readonly limit: number; readonly cursor: string | null },
  ): Promise<{ readonly chats: readonly ChatSummary[]; readonly next_cursor: string | null }>;
  turns(sessionId: string): Promise<readonly ChatTurn[]>;
  remove(sessionId: string): Promise<void>;
  /** Removes chats of sample accounts that nothing was asked in since `before`; gives their number. */
  removeSample(before: Date): Promise<number>;
}
