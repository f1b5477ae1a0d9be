import type { SourceContext } from '#src/ask/context.ts';
import { type Draft, type GuardedProbe, guardSql, loweredBy } from '#src/ask/draft.ts';
import { breakdownBytes } from '#src/ask/execute.ts';
import { orNull } from '#src/ask/or-null.ts';
import type { Check } from '#src/ask/types.ts';
import { mayPick, planProbe, type TieProbe, tieProbe } from '#src/check/tie-probe.ts';
import { checkProbe } from '#src/check/ties.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { Query } from '#src/plugin-api/query.ts';

const FAILED = 'ties not looked up';

/**
 * Looks past the cut of a statement that picks first rows. Null where it cuts nothing, keeps
 * ties itself, or cannot be probed; what goes wrong is logged and costs the answer nothing.
 */
export async function runTieProbe(context: SourceContext, draft: Draft): Promise<Check | null> {
  if (!mayPick(draft.checked.facts)) return null;
  const drafted = await (draft.probe ?? draftProbe(context, probeOf(draft, context)));
  return drafted && orNull(context, FAILED, () => readProbe(context, drafted));
}

/** A plan tells what only breaks ties, which its statement does not; one that was mended is no longer the plan's. */
function probeOf({ plan: { query }, sql, checked }: Draft, context: SourceContext) {
  return query && loweredBy(context, query) === sql
    ? probeOfPlan(query, context)
    : tieProbe(sql, checked.facts);
}

/** What looks one row further than a plan does; null where it picks no first rows. */
export function probeOfPlan(query: Query, context: SourceContext): TieProbe | null {
  const probe = planProbe(query);
  const sql = probe && loweredBy(context, probe.query);
  if (!probe || typeof sql !== 'string') return null;
  return { kind: 'next_row', sql, limit: probe.limit, sortedBy: [0] };
}

/** A probe as guarded SQL; null where there is none, or the guard refuses it. */
export async function draftProbe(
  context: SourceContext,
  probe: TieProbe | null,
): Promise<GuardedProbe | null> {
  if (!probe || probe.limit >= context.deps.limits.maxRows) return null;
  return orNull(context, FAILED, async () => {
    const judged = await guardSql(context, probe.sql, probe.limit + 1);
    return 'refused' in judged ? null : { probe, guarded: judged.checked.guarded };
  });
}

async function readProbe(
  { source, deps: { limits }, signal, asker }: SourceContext,
  { probe, guarded }: GuardedProbe,
): Promise<Check | null> {
  const { queryTimeoutMs: timeoutMs } = limits;
  const maxBytes = breakdownBytes(limits);
  const rows: (readonly CellValue[])[] = [];
  const options = { maxRows: probe.limit + 1, maxBytes, timeoutMs, signal, asker };
  for await (const chunk of source.query(guarded, options))
    if (chunk.kind === 'rows') rows.push(...chunk.rows);
    else if (chunk.kind === 'end' && chunk.truncated && rows.length <= probe.limit) return null;
  return checkProbe(probe, rows);
}
