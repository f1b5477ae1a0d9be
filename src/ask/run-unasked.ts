import type { SourceContext } from '#src/ask/context.ts';
import type { Draft } from '#src/ask/draft.ts';
import { type Executed, execute } from '#src/ask/execute.ts';
import { decline } from '#src/ask/failures.ts';
import { failed, type Text2SqlOutcome } from '#src/ask/run-draft.ts';
import type { Verification } from '#src/ask/types.ts';

/**
 * Runs a guarded query that no question stands behind, so that there are no words to check it against. `judge` gives
 * the verdict on the statement alone, then on its rows.
 */
export async function runUnasked(
  context: SourceContext,
  draft: Draft,
  judge: (rows: Partial<Pick<Executed, 'result' | 'breakdown'>>) => Verification,
): Promise<Text2SqlOutcome> {
  const { emit, state, watch } = context;
  const early = judge({});
  if (early.status === 'failed') return failed(decline('no_safe_sql', early.reason), draft, early);
  emit({ event: 'sql', sql: draft.sql });
  if (state.request.dryRun) return { kind: 'drafted', draft, verification: early };
  emit({ event: 'status', stage: 'executing' });
  const executed = await watch.time('execute', () => execute(context, draft));
  watch.set('engine', executed.result.engineMs);
  const verification = judge(executed);
  if (verification.status === 'failed')
    return failed(decline('no_safe_sql', verification.reason), draft, verification);
  return { kind: 'answered', draft, ...executed, verification };
}
