import { type AskContext, onSource } from '#src/ask/context.ts';
import { type Draft, judgeSql } from '#src/ask/draft.ts';
import { decline } from '#src/ask/failures.ts';
import { complexityOf } from '#src/ask/model/draft-plan.ts';
import { failed, type Text2SqlOutcome } from '#src/ask/run-draft.ts';
import { runUnasked } from '#src/ask/run-unasked.ts';
import type { Check, Verification } from '#src/ask/types.ts';
import { checkOwnSql } from '#src/check/checks.ts';
import { NOT_APPLICABLE, verdict } from '#src/check/verdict.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/**
 * The rows of a statement that the caller wrote: judged by the guard and run as any other. There is no question that it
 * could be checked against, so its verdict is `not_applicable`, or `warning` where the statement or its rows show a
 * mistake. The guard's reason is told: whoever writes SQL can mend it, and it names nothing that the caller may not see.
 */
export async function answerStatement(
  context: AskContext,
  catalog: Catalog,
  sql: string,
): Promise<Text2SqlOutcome> {
  const { deps, emit, watch, use } = context;
  use.attempts += 1;
  const on = await onSource(context, catalog);
  emit({ event: 'status', stage: 'checking_sql' });
  const judged = await watch.time('guard', () => judgeSql(on, sql, deps.limits.maxResultRows));
  if (!judged.ok)
    return failed(
      decline('no_safe_sql', judged.refusal.text, { internal: `${judged.refusal.code} [${sql}]` }),
    );
  const plan: Draft['plan'] = {
    query: null,
    breakdown: null,
    restatement: sql,
    assumptions: [],
    confidence: 1,
    complexity: complexityOf(judged.facts.root),
  };
  // Nothing is broken down: the caller asked for these rows alone.
  const draft: Draft = { sql, checked: judged, plan, groups: Promise.resolve(null) };
  const about = { facts: judged.facts, catalog };
  return runUnasked(on, draft, ({ result }) =>
    ownVerdict(checkOwnSql(result ? { ...about, result } : about)),
  );
}

/** Whoever wrote the statement decides: what a question's answer would fail on is a warning here. */
function ownVerdict(checks: readonly Check[]): Verification {
  const told = checks.map((one) =>
    one.outcome === 'failed' ? { ...one, outcome: 'warning' as const } : one,
  );
  const found = verdict(told);
  return found.status === 'warning' ? found : { ...NOT_APPLICABLE, checks: told };
}
