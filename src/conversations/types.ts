import type { PriorTurn } from '#src/planner/plan.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { Principal } from '#src/principal.ts';

export interface Session {
  readonly id: string;
  readonly clientId: string;
  readonly workspaceId: string;
  /** Null: the whole account's. */
  readonly endUserId: string | null;
  /** `RowPolicy.hash` of who made it: under another one its turns would tell of other rows. */
  readonly policyHash: string;
  readonly isDefault: boolean;
  readonly title: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface SessionScope {
  readonly clientId: string;
  readonly workspaceId: string;
  readonly endUserId: string | null;
  readonly policyHash: string;
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

/** Who looks at chats, and where. */
export interface ChatReader {
  readonly principal: Principal;
  /** The tenant of the path. */
  readonly clientId: string;
  /** Null: every workspace of the tenant that the key reaches. */
  readonly workspaceId?: string | null;
}

export interface PageRequest {
  readonly limit: number;
  /** That of an earlier page. */
  readonly cursor: string | null;
}

interface ChatSummary {
  readonly session_id: string;
  readonly workspace_id: string;
  readonly title: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly turns: number;
}

export interface ChatTurn {
  /** The answer as it was kept, without its rows; null for turns of earlier versions. */
  readonly answer: Readonly<Record<string, unknown>> | null;
  readonly decline_reason: string | null;
  readonly hint: string | null;
  readonly question: string;
  readonly result: 'success' | 'clarification' | 'dry_run' | 'error';
  readonly explanation: string;
  readonly sql: string | null;
  readonly trace_id: string;
  readonly created_at: string;
}

export interface Chat extends Omit<ChatSummary, 'turns'> {
  /** Oldest first. */
  readonly turns: readonly ChatTurn[];
  readonly next_cursor: string | null;
}

/**
 * Chats as their people see them: those of the end user that the call names; without one, those of the whole account.
 * Who sees all rows for the whole account sees them all; others see those made under their own row filter, since turns
 * tell of rows.
 */
export interface Chats {
  /** Newest first; those whose title or questions hold a text, in any case, where one is sought. */
  list(
    reader: ChatReader,
    page: PageRequest & { readonly text?: string | null },
  ): Promise<{ readonly chats: readonly ChatSummary[]; readonly next_cursor: string | null }>;
  /** Fails with `session_not_found`, as `rename` and `remove` do, where the chat is unknown or another's. */
  read(reader: ChatReader, sessionId: string, page: PageRequest): Promise<Chat>;
  /** Gives a chat another title. */
  rename(reader: ChatReader, sessionId: string, title: string): Promise<ChatSummary>;
  /** Removes a chat with its turns and their kept rows. */
  remove(reader: ChatReader, sessionId: string): Promise<void>;
}

/** Chats and their turns, for the pipeline. Who may go on with which chat is the caller's business. */
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
  /** The last turns, oldest first; with `before` those that came before the answer of a trace. */
  history(sessionId: string, limit: number, before?: string): Promise<readonly PriorTurn[]>;
  /** Adds a turn; a second call with the same trace id changes nothing. */
  record(turn: NewTurn): Promise<void>;
  /** The answer that the turn of a trace keeps, as `record` took it; null where there is none, or no more. */
  answerOf(traceId: string): Promise<Readonly<Record<string, unknown>> | null>;
  /** The plan of that answer; null where it has none, or no more. */
  queryOf(traceId: string): Promise<Query | null>;
  /** Removes chats of sample accounts that nothing was asked in since `before`; gives their number. */
  removeSample(before: Date): Promise<number>;
}
