import type { AskContext } from '#src/ask/context.ts';
import type { AnswerSource } from '#src/ask/deps.ts';
import { type Draft, guardSql } from '#src/ask/draft.ts';
import type { Check } from '#src/ask/types.ts';
import { checkProbe, planProbe, type TieProbe, tieProbe } from '#src/ask/verify/ties.ts';
import type { Catalog, CellValue } from '#src/plugin-api/catalog.ts';

/**
 * Looks at the row after the last one of a statement that cuts with a bare LIMIT. Null where it cuts nothing, keeps
 * ties itself, or cannot be probed; what goes wrong is logged and costs the answer nothing.
 */
export async function runTieProbe(
  context: AskContext,
  catalog: Catalog,
  source: AnswerSource,
  draft: Draft,
): Promise<Check | null> {
  const { deps, state, signal } = context;
  const probe = probeOf(draft, source);
  if (!probe || probe.limit >= deps.limits.maxRows) return null;
  try {
    const guarded = await guardSql(context, catalog, source, probe.sql, probe.limit + 1);
    return 'refused' in guarded ? null : await readProbe(context, source, probe, guarded.checked);
  } catch (error) {
    if (!signal.aborted) deps.log.warn({ err: error, trace: state.traceId }, 'ties not looked up');
    return null;
  }
}

/** A plan tells what only breaks ties, which its statement does not; one that was mended is no longer the plan's. */
function probeOf({ plan: { query }, sql, checked }: Draft, { dialect }: AnswerSource) {
  if (checked.facts.root.limit === null) return null;
  if (!query || dialect.lower(query) !== sql) return tieProbe(sql, checked.facts);
  const probe = planProbe(query);
  return probe && { sql: dialect.lower(probe.query), limit: probe.limit, sortedBy: [0] };
}

async function readProbe(
  { deps, signal }: AskContext,
  source: AnswerSource,
  probe: TieProbe,
  { guarded }: Draft['checked'],
): Promise<Check | null> {
  const { maxResultBytes: maxBytes, queryTimeoutMs: timeoutMs } = deps.limits;
  const rows: (readonly CellValue[])[] = [];
  const options = { maxRows: probe.limit + 1, maxBytes, timeoutMs, signal };
  for await (const chunk of source.query(guarded, options))
    if (chunk.kind === 'rows') rows.push(...chunk.rows);
    else if (chunk.kind === 'end' && chunk.truncated && rows.length <= probe.limit) return null;
  return checkProbe(probe, rows);
}
