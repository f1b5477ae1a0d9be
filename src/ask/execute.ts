import { type BreakdownRows, runBreakdown } from '#src/ask/breakdown.ts';
import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import type { AnswerSource, AskLimits } from '#src/ask/deps.ts';
import type { Draft } from '#src/ask/draft.ts';
import type { AskRequest } from '#src/ask/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { CollectedResult } from '#src/results/types.ts';

export interface Executed {
  readonly result: CollectedResult;
  readonly breakdown: BreakdownRows | null;
}

/** Rows that the `result` event carries, by the specification. */
const STREAM_ROWS = 10;

/** Rows that the answer itself carries. */
export function inlineRows({ stream }: AskRequest, { maxRows }: AskLimits): number {
  return stream ? Math.min(STREAM_ROWS, maxRows) : maxRows;
}

/** Runs query and breakdown at the same time; the breakdown is given up when the query fails. */
export async function execute(
  context: AskContext,
  catalog: Catalog,
  source: AnswerSource,
  draft: Draft,
): Promise<Executed> {
  const stop = new AbortController();
  const signal = AbortSignal.any([context.signal, stop.signal]);
  const breakdown = runBreakdown({ ...context, signal }, catalog, source, draft);
  try {
    const result = await abortable(collect(context, source, draft), context.signal);
    return { result, breakdown: await abortable(breakdown, context.signal) };
  } catch (error) {
    stop.abort();
    throw error;
  }
}

function collect({ deps, state, signal }: AskContext, source: AnswerSource, draft: Draft) {
  const { limits } = deps;
  const { principal } = state.request;
  const { clientId, workspaceId } = state.workspace;
  const { guarded } = draft.checked;
  const chunks = source.query(guarded, {
    maxRows: limits.maxResultRows,
    maxBytes: limits.maxResultBytes,
    timeoutMs: limits.queryTimeoutMs,
    signal,
  });
  const { endUserId, policy } = principal;
  return deps.results.collect(chunks, {
    owner: { clientId, workspaceId, endUserId, policyHash: policy.hash },
    generationId: guarded.generationId,
    sql: draft.sql,
    inlineRows: inlineRows(state.request, limits),
    signal,
  });
}
