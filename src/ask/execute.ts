import { draftBreakdown, runBreakdown } from '#src/ask/breakdown.ts';
import type { AskContext, SourceContext } from '#src/ask/context.ts';
import { abortable, childOf } from '#src/ask/deadline.ts';
import type { AskLimits } from '#src/ask/deps.ts';
import type { Draft, GuardedDraft } from '#src/ask/draft.ts';
import { originOf } from '#src/ask/prepare.ts';
import type { AskRequest } from '#src/ask/types.ts';
import type { BreakdownRows } from '#src/check/types.ts';
import type { QueryOptions, ResultChunk } from '#src/plugin-api/data-source.ts';
import type { CollectedResult } from '#src/results/types.ts';
import type { InlineLimits } from '#src/sql/inline-rows.ts';

export interface Executed {
  readonly result: CollectedResult;
  readonly breakdown: BreakdownRows | null;
}

/** Rows that the `result` event carries where the request does not say, by the specification ("Limits"). */
const STREAM_ROWS = 10;

/** Share of an answer's bytes that its breakdown may take. */
const BREAKDOWN_SHARE = 1 / 8;

/** What the answer itself carries of its result. */
export function inlineLimits(request: AskRequest, limits: AskLimits): InlineLimits {
  const { maxRows, maxAnswerBytes, maxCellChars } = limits;
  const wanted = request.maxRows ?? (request.stream ? STREAM_ROWS : maxRows);
  return {
    rows: Math.min(wanted, maxRows),
    bytes: maxAnswerBytes - breakdownBytes(limits),
    cellChars: maxCellChars,
  };
}

/** Bytes of what is read beside the rows of an answer: of its breakdown, and of a look at one more row. */
export const breakdownBytes = ({ maxAnswerBytes }: AskLimits): number =>
  Math.floor(maxAnswerBytes * BREAKDOWN_SHARE);

/**
 * Runs the query and its breakdown: at the same time where the data does not change, else one after the other on one
 * state of the data. The breakdown is given up when the query fails.
 */
export async function execute(context: SourceContext, draft: Draft): Promise<Executed> {
  const { source } = context;
  const child = childOf(context.signal);
  const within = { ...context, signal: child.signal };
  const drafted = draft.groups ?? draftBreakdown(within, draft.plan);
  try {
    if (source.queryTogether) return await executeTogether(within, draft, await drafted);
    const breakdown = drafted.then((groups) => groups && breakDown(within, groups));
    const chunks = source.query(draft.checked.guarded, optionsOf(context));
    const result = await abortable(collect(context, draft, chunks), context.signal);
    return { result, breakdown: await abortable(breakdown, context.signal) };
  } catch (error) {
    child.abort();
    throw error;
  } finally {
    child.clear();
  }
}

async function executeTogether(
  context: SourceContext,
  draft: Draft,
  groups: GuardedDraft | null,
): Promise<Executed> {
  const drafts = groups ? [draft, groups] : [draft];
  const sqls = drafts.map(({ checked }) => checked.guarded);
  const [total, parts] = context.source.queryTogether!(sqls, optionsOf(context));
  const result = await abortable(collect(context, draft, total!), context.signal);
  if (!groups || !parts) return { result, breakdown: null };
  return {
    result,
    breakdown: await abortable(runBreakdown(context, groups, parts), context.signal),
  };
}

function breakDown(context: SourceContext, groups: GuardedDraft) {
  const { limits } = context.deps;
  const options = {
    ...optionsOf(context),
    maxRows: limits.maxRows,
    maxBytes: breakdownBytes(limits),
  };
  return runBreakdown(context, groups, context.source.query(groups.checked.guarded, options));
}

const optionsOf = ({ deps: { limits }, signal, asker }: AskContext): QueryOptions => ({
  maxRows: limits.maxResultRows,
  maxBytes: limits.maxResultBytes,
  maxRowBytes: limits.maxRowBytes,
  timeoutMs: limits.queryTimeoutMs,
  signal,
  asker,
});

function collect(
  { deps, state, signal }: AskContext,
  draft: Draft,
  chunks: AsyncIterable<ResultChunk>,
) {
  const { principal } = state.request;
  const { clientId, workspaceId } = state.workspace;
  const { endUserId, policy } = principal;
  return deps.results.collect(named(chunks, draft.columnNames), {
    owner: { clientId, workspaceId, endUserId, policyHash: policy.hash },
    origin: originOf(state),
    generationId: draft.checked.guarded.generationId,
    attachments: draft.checked.guarded.attachments,
    sql: draft.sql,
    inline: inlineLimits(state.request, deps.limits),
    room: state.room,
    signal,
  });
}

/** The chunks of a result with other names for its columns. */
async function* named(
  chunks: AsyncIterable<ResultChunk>,
  names: readonly string[] | undefined,
): AsyncGenerator<ResultChunk> {
  for await (const chunk of chunks)
    yield chunk.kind === 'columns' && names?.length === chunk.columns.length
      ? { ...chunk, columns: chunk.columns.map((one, at) => ({ ...one, name: names[at]! })) }
      : chunk;
}
