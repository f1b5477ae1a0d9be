import type { AccountsService, AuditTrail, ResolvedWorkspace } from '#src/accounts/types.ts';
import type { AnswerTrace } from '#src/ask/types.ts';
import type { LoadCatalog } from '#src/catalog/generations/catalogs.ts';
import type { SemanticsService } from '#src/catalog/generations/edit-semantics.ts';
import { shownCatalog } from '#src/catalog/generations/shown-catalog.ts';
import { metricDrafts } from '#src/catalog/semantics/metric-draft.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import type { PublishEvent } from '#src/events/types.ts';
import { whyNoExample, whyNotKept } from '#src/feedback/approvable.ts';
import {
  type FeedbackRecord,
  listFeedback,
  readFeedback,
  saveFeedback,
} from '#src/feedback/records.ts';
import type { FeedbackService, NewFeedback, OwnTrace, RatedAnswer } from '#src/feedback/types.ts';
import type { ApprovedExample, Catalog } from '#src/plugin-api/catalog.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import type { Principal } from '#src/principal.ts';
import type { Guard, GuardResult } from '#src/sql/guard.ts';
import type { Store } from '#src/store/schema.ts';

export interface FeedbackDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly ownTrace: OwnTrace;
  readonly accounts: Pick<AccountsService, 'workspace'>;
  readonly loadCatalog: LoadCatalog;
  readonly guard: Guard;
  readonly dialectOf: (catalog: Catalog) => Promise<Dialect>;
  readonly semantics: Pick<SemanticsService, 'changeExamples'>;
  readonly audit: Pick<AuditTrail, 'record'>;
  readonly publishEvent: PublishEvent;
  /** Begins to ask the golden questions with and without a new example; null: nobody does. Never fails. */
  readonly checkExample:
    | ((
        principal: Principal,
        workspace: ResolvedWorkspace,
        example: ApprovedExample,
      ) => Promise<void>)
    | null;
}

/** One piece of feedback on its way. */
interface Given {
  readonly about: RatedAnswer;
  readonly said: NewFeedback;
  readonly trace: AnswerTrace;
  readonly before: FeedbackRecord | null;
}

export function createFeedback(deps: FeedbackDeps): FeedbackService {
  return {
    async give(about, said, signal) {
      const { principal, clientId, traceId } = about;
      const trace = await deps.ownTrace(principal, clientId, traceId);
      const before = await readFeedback(deps.store, traceId, principal.endUserId);
      const given = { about, said, trace, before };
      const found = await findExample(deps, given, signal);
      const { made, whyNot } = await applyExample(deps, given, found);
      const kept: FeedbackRecord = {
        ...said,
        endUserId: principal.endUserId,
        example: made,
        at: timestamp(deps.clock.now()),
      };
      await save(deps, given, kept);
      const { example: _, ...shown } = kept;
      return { traceId, ...shown, isExample: whyNot === null, whyNot };
    },
    async metricDrafts({ principal, clientId, traceId }, signal) {
      const trace = await deps.ownTrace(principal, clientId, traceId);
      const { workspaceId, sql } = trace;
      const judged = sql === null ? null : await judgedNow(deps, principal, trace, sql, signal);
      return { workspaceId, metrics: judged?.ok ? metricDrafts(judged.facts) : [] };
    },
    of: async (traceId, endUserId) =>
      (await listFeedback(deps.store, traceId, endUserId)).map(({ example: _, ...kept }) => kept),
  };
}

type Found = { readonly example: ApprovedExample } | { readonly whyNot: string };

/** The example that the feedback is to make, or why it makes none. Fails where the guard refuses the correction. */
async function findExample(
  deps: FeedbackDeps,
  { about: { principal }, said, trace }: Given,
  signal: AbortSignal,
): Promise<Found> {
  const { correctSql } = said;
  const whyNot = whyNoExample(principal, trace, said);
  if (correctSql === null && whyNot !== null) return { whyNot };
  const sql = correctSql ?? trace.sql!;
  const judged = await judgedNow(deps, principal, trace, sql, signal);
  if (!judged)
    throw new AppError(
      'no_data',
      "The data of this answer no longer exists, so it can't be corrected.",
    );
  if (judged.ok) {
    if (whyNot !== null) return { whyNot };
    if (judged.catalog.rowFilter !== undefined)
      return { whyNot: "Approved answers aren't used while the workspace has a row filter." };
    return { example: { question: trace.question.trim(), sql } };
  }
  if (correctSql !== null) throw refused(judged);
  return { whyNot: `The SQL can no longer run: ${judged.refusal.text}` };
}

/** A statement as the guard judges it on the data that the answer's workspace shows now; null where it shows none. */
async function judgedNow(
  deps: FeedbackDeps,
  principal: Principal,
  { clientId, workspaceId }: AnswerTrace,
  sql: string,
  signal: AbortSignal,
): Promise<(GuardResult & { readonly catalog: Catalog }) | null> {
  const workspace = await deps.accounts.workspace(principal, { clientId, workspaceId });
  const catalog = await catalogOf(deps, workspace);
  if (!catalog) return null;
  const dialect = await deps.dialectOf(catalog);
  const { policy } = principal;
  return {
    ...(await deps.guard({ sql, catalog, policy, dialect, maxRows: 1, signal })),
    catalog,
  };
}

async function catalogOf(
  { loadCatalog }: FeedbackDeps,
  workspace: ResolvedWorkspace,
): Promise<Catalog | null> {
  if (workspace.generationId === null) return null;
  const catalog = await loadCatalog(workspace.generationId);
  return catalog && shownCatalog(catalog, workspace);
}

function refused({ refusal }: Extract<GuardResult, { ok: false }>): AppError {
  const detail = [{ loc: ['body', 'correct_sql'], msg: refusal.text, type: 'refused' }];
  return new AppError('unprocessable', refusal.text, { detail });
}

/** Publishes the example, and takes back the one that the same feedback made before. */
async function applyExample(
  deps: FeedbackDeps,
  { about, trace, before }: Given,
  found: Found,
): Promise<{ readonly made: ApprovedExample | null; readonly whyNot: string | null }> {
  const { principal, requestId } = about;
  const earlier = before?.example ?? null;
  const add = 'example' in found ? found.example : null;
  const whyNot = 'whyNot' in found ? found.whyNot : null;
  // An ask-only key takes nothing back that a full-access key approved.
  if (principal.key.scope !== 'full') return { made: earlier, whyNot };
  if (!add && !earlier) return { made: null, whyNot };
  const target = {
    workspaceId: trace.workspaceId,
    reachesTenant: principal.workspaceId === null,
    keyId: principal.key.id,
  };
  const entry = {
    accountId: trace.accountId,
    clientId: trace.clientId,
    workspaceId: trace.workspaceId,
    action: add ? 'semantics.example_approved' : 'semantics.example_withdrawn',
    by: { principal, requestId },
    target: { trace_id: trace.traceId },
  };
  const change = { add, remove: earlier };
  const outcome = await deps.semantics.changeExamples(target, change, (trx) =>
    deps.audit.record(entry, trx),
  );
  const refusedBy = whyNotKept(outcome);
  if (refusedBy !== null) return { made: earlier, whyNot: whyNot ?? refusedBy };
  if (add && outcome === 'changed') {
    const { clientId, workspaceId } = trace;
    // Read again: it shows another generation now.
    const workspace = await deps.accounts.workspace(principal, { clientId, workspaceId });
    await deps.checkExample?.(principal, workspace, add);
  }
  // One that stood there already is not this feedback's to take back.
  const isOwn = outcome === 'changed' || (add !== null && earlier?.sql === add.sql);
  return { made: isOwn ? add : null, whyNot };
}

/** Keeps it, and tells of an answer that was not flagged before. */
async function save(
  { store, publishEvent }: FeedbackDeps,
  { about: { principal }, said, trace, before }: Given,
  kept: FeedbackRecord,
): Promise<void> {
  const { traceId, clientId, workspaceId, createdAt } = trace;
  await store.transaction().execute(async (trx) => {
    const about = {
      trace_id: traceId,
      client_id: clientId,
      workspace_id: workspaceId,
      key_id: principal.key.id,
      answered_at: createdAt,
    };
    await saveFeedback(trx, about, kept);
    if (said.rating === 'up' || before?.rating === 'down') return;
    const reason = said.correctSql === null ? 'rated down' : 'rated down and corrected';
    await publishEvent(trx, {
      type: 'answer.flagged',
      scope: { clientId, workspaceId },
      data: { trace_id: traceId, reason },
    });
  });
}
