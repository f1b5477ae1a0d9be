import type { ResolvedWorkspace } from '#src/accounts/types.ts';
import type { AskDeps } from '#src/ask/deps.ts';
import type { AskRequest, BudgetBlock } from '#src/ask/types.ts';
import type { CountedQuestion } from '#src/budgets/types.ts';
import type { Room } from '#src/byte-budget.ts';
import type { Session } from '#src/conversations/types.ts';
import { AppError } from '#src/errors.ts';
import { newId } from '#src/ids.ts';
import type { PriorTurn } from '#src/planner/plan.ts';
import type { BudgetAlert, BudgetDecision } from '#src/plugin-api/budget-policy.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { Principal } from '#src/principal.ts';

/** What is known before a question runs. */
export interface PreparedState {
  readonly request: AskRequest;
  readonly traceId: string;
  readonly workspace: ResolvedWorkspace;
  readonly session: SessionChoice;
  readonly history: readonly PriorTurn[];
  /** The plan of the answer that is drilled into; null where it has none, or nothing is. */
  readonly drilled: Query | null;
  readonly startedAt: Date;
  /** `closings.begin()`: what is closed from then on is not kept. */
  readonly since: number;
  readonly budget: BudgetState;
  /** What it counts as in the plan's quota; null where there is none. */
  readonly counted: CountedQuestion | null;
  /** Milliseconds that it waited for a place among the questions at work. */
  readonly waitedMs: number;
  /** The memory that its answer counts against. */
  readonly room: Room;
}

/** When the work on a question began, and of which chat it is. */
export const originOf = ({ since, session }: PreparedState) => ({
  since,
  sessionId: session.kind === 'none' ? null : session.sessionId,
});

/** A question that may be asked. */
export type FoundAsk = Omit<PreparedState, 'budget' | 'counted' | 'waitedMs' | 'room'>;

type SessionChoice =
  | { readonly kind: 'none' }
  | { readonly kind: 'start'; readonly sessionId: string; readonly isDefault: boolean }
  | { readonly kind: 'continue'; readonly sessionId: string };

type BudgetState =
  | {
      readonly blocked: false;
      readonly reservationId: string;
      readonly alertsWith: (cost: number) => readonly BudgetAlert[];
    }
  | { readonly blocked: true; readonly message: string; readonly block: BudgetBlock };

/**
 * Checks and loads what a question needs. Fails with `unprocessable` (length), what `deps.workspace` fails with,
 * `no_data` and `session_not_found`.
 */
export async function findAsk(request: AskRequest, deps: AskDeps): Promise<FoundAsk> {
  const { statement, drill, reread } = request;
  if (statement === undefined && !drill) checkLength(request, deps.limits.maxQuestionChars);
  const startedAt = deps.clock.now();
  const since = deps.closings.begin();
  const named = await namedSession(request, deps);
  const workspace = await workspaceOf(request, request.workspaceId ?? named?.workspaceId, deps);
  if (workspace.generationId === null) throw noData(workspace);
  const session = await chooseSession(request, workspace, named, deps);
  const history =
    session.kind === 'continue' && reread?.as !== 'new'
      ? await deps.conversations.history(session.sessionId, deps.limits.historyTurns, reread?.of)
      : [];
  const drilled = drill ? await deps.conversations.queryOf(drill.of) : null;
  const traceId = newId('tr');
  return { request, traceId, workspace, session, history, drilled, startedAt, since };
}

/** A tenant without any workspace has no data, where none is named. */
async function workspaceOf(
  { principal, clientId }: AskRequest,
  workspaceId: string | null | undefined,
  deps: AskDeps,
): Promise<ResolvedWorkspace> {
  try {
    return await deps.workspace(principal, { clientId, workspaceId: workspaceId ?? null });
  } catch (error) {
    const named = workspaceId !== null && workspaceId !== undefined;
    if (named || !(error instanceof AppError) || error.code !== 'workspace_not_found') throw error;
    throw new AppError(
      'no_data',
      'This tenant has no workspace yet. Create one with POST /clients/{client_id}/workspaces, then ' +
        'upload a file to it, or connect a database with PUT /accounts/clients/{client_id}/database.',
    );
  }
}

/**
 * Counts the question against the plan's quota and sets its spend aside; one that a budget stops does not count. Fails
 * with `quota_exceeded`, and with `budget_exceeded` where the question is not streamed.
 */
export async function admitAsk(
  { request, workspace }: FoundAsk,
  deps: AskDeps,
  /** Nothing was waited for since the caller was let in. */
  isFresh: boolean,
): Promise<Pick<PreparedState, 'budget' | 'counted'>> {
  const counted = await deps.quota.take(workspace.accountId, request.principal.plan);
  const giveBack = async () => {
    if (counted) await deps.quota.giveBack(counted);
  };
  try {
    const budget = await reserve(request, workspace, deps, isFresh);
    if (budget.blocked) await giveBack();
    return { budget, counted: budget.blocked ? null : counted };
  } catch (error) {
    await giveBack();
    throw error;
  }
}

/** Why there is nothing to ask: none was connected or uploaded, or a database that is not read yet. */
export function noData(workspace: ResolvedWorkspace): AppError {
  const { databaseId, generationId, schemaStatus, schemaError } = workspace;
  if (databaseId === null)
    return new AppError(
      'no_data',
      'This workspace has no data yet. Upload a CSV or Excel file with ' +
        'POST /clients/{client_id}/workspaces/{workspace_id}/files, or connect a database with ' +
        'PUT /accounts/clients/{client_id}/database.',
    );
  if (generationId !== null)
    return new AppError(
      'no_data',
      'The database of this workspace was just disconnected. Connect it again, then ask.',
    );
  if (schemaStatus === 'failed')
    return new AppError(
      'no_data',
      `Plumbline couldn't read the connected database. ${schemaError ?? 'Connect it again with PUT /accounts/clients/{client_id}/database.'}`,
    );
  return new AppError(
    'no_data',
    'Plumbline is still reading the connected database. Ask again when GET /clients/{client_id}/schema/status returns "ready".',
  );
}

function checkLength(request: AskRequest, max: number): void {
  const field = request.conversation.mode === 'none' ? 'q' : 'query';
  const refuse = (msg: string, type: string) =>
    new AppError('unprocessable', msg, { detail: [{ loc: ['body', field], msg, type }] });
  if (request.question.trim() === '')
    throw refuse('The question is empty. Ask something about the data.', 'string_too_short');
  if (request.question.length > max && [...request.question].length > max)
    throw refuse(`The question exceeds ${max} characters. Shorten it.`, 'string_too_long');
}

/**
 * The chat that the caller names, where it is one of the tenant asked and reachable; its workspace serves where the
 * request names none. Whether it fits is judged after the tenant itself has been.
 */
async function namedSession(request: AskRequest, deps: AskDeps): Promise<Session | null> {
  if (request.conversation.mode !== 'continue') return null;
  const session = await deps.conversations.find(request.conversation.sessionId);
  if (!session || !ownChat(request.principal, session)) return null;
  const clientId = request.clientId ?? request.principal.clientId;
  return clientId === session.clientId ? session : null;
}

/**
 * Without an end user a key acts for its whole account, but for the sample key, which everybody has. A chat goes on
 * under the row filter that it began with: its turns are of those rows.
 */
const ownChat = (principal: Principal, session: Session) =>
  principal.policy.hash === session.policyHash && personFits(principal, session);
const personFits = (principal: Principal, session: Session) =>
  principal.endUserId === null ? !principal.key.sample : session.endUserId === principal.endUserId;

async function chooseSession(
  request: AskRequest,
  workspace: ResolvedWorkspace,
  named: Session | null,
  deps: AskDeps,
): Promise<SessionChoice> {
  const { conversation, principal } = request;
  const start = (isDefault: boolean) =>
    ({ kind: 'start', sessionId: newId('ses'), isDefault }) as const;
  switch (conversation.mode) {
    case 'none':
      return { kind: 'none' };
    case 'new':
      return start(false);
    case 'continue':
      if (named?.workspaceId !== workspace.workspaceId || named.clientId !== workspace.clientId)
        throw new AppError(
          'session_not_found',
          'This session_id doesn\'t exist. Send "new_session": true to start a chat.',
        );
      return { kind: 'continue', sessionId: named.id };
    case 'default': {
      if (principal.key.sample) return start(false);
      const found = await deps.conversations.findDefault({
        clientId: workspace.clientId,
        workspaceId: workspace.workspaceId,
        endUserId: principal.endUserId,
        policyHash: principal.policy.hash,
      });
      return found ? { kind: 'continue', sessionId: found.id } : start(true);
    }
  }
}

async function reserve(
  request: AskRequest,
  workspace: ResolvedWorkspace,
  deps: AskDeps,
  isFresh: boolean,
): Promise<BudgetState> {
  const { accountId, clientId, workspaceId } = workspace;
  const { endUserId, plan, hasBudgets } = request.principal;
  const scope = { accountId, clientId, workspaceId, endUserId, plan };
  // No model is asked about a statement that is given.
  const estimate = request.statement === undefined ? (deps.model?.estimateUsd ?? 0) : 0;
  const decision = await deps.budget.reserve(scope, estimate, isFresh ? hasBudgets : undefined);
  if (decision.allowed) {
    const { reservationId, alertsWith } = decision;
    return { blocked: false, reservationId, alertsWith };
  }
  const message = blockedText(decision.blockingScope);
  const block = { blocking_scope: decision.blockingScope, alerts: decision.alerts };
  if (request.stream) return { blocked: true, message, block };
  throw new AppError('budget_exceeded', message, {
    detail: { error: 'budget_exceeded', message, ...block },
  });
}

/** What is told of a question that a budget stops. */
export function blockedText(
  scope: Extract<BudgetDecision, { allowed: false }>['blockingScope'],
): string {
  const { scope_type, spent, cap } = scope;
  return `The budget for this ${scope_type.replaceAll('_', ' ')} is used up: $${spent.toFixed(2)} of $${cap.toFixed(2)} spent. Raise the limit, or wait for the next period.`;
}
