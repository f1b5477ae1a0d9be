import { type AskContext, onSource } from '#src/ask/context.ts';
import { type Draft, guardSql } from '#src/ask/draft.ts';
import { exampleOf, examplesFor } from '#src/ask/examples.ts';
import { complexityOf } from '#src/ask/model/draft-plan.ts';
import { runDraft, type Text2SqlOutcome } from '#src/ask/run-draft.ts';
import { askedOn } from '#src/check/asked.ts';
import { keepsRelativePeriod } from '#src/check/period.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';

/**
 * The answer by the SQL that people approved for just this question: guarded, checked and run like any other. Null
 * where there is none, where it no longer holds (a table is gone, a check fails, "last month" is another one by now),
 * so that the question is planned.
 */
export async function answerByExample(
  context: AskContext,
  catalog: Catalog,
): Promise<Text2SqlOutcome | null> {
  const { deps, state, emit, use } = context;
  const { question, principal } = state.request;
  const example = exampleOf(question, examplesFor(catalog, principal.policy));
  if (!example) return null;
  const on = await onSource(context, catalog);
  emit({ event: 'status', stage: 'checking_sql' });
  const guarded = await guardSql(on, example.sql, deps.limits.maxResultRows);
  if ('refused' in guarded) return null;
  const { facts } = guarded.checked;
  const asked = askedOn(question, catalog, deps.clock.now(), principal.policy);
  if (!keepsRelativePeriod(facts, catalog, asked)) return null;
  const plan: Draft['plan'] = {
    query: null,
    breakdown: null,
    restatement: question,
    assumptions: ['The SQL comes from an approved example.'],
    confidence: 1,
    complexity: complexityOf(facts.root),
    example: true,
  };
  try {
    const outcome = await runDraft(on, { ...guarded, plan });
    if (outcome.kind !== 'answered' && outcome.kind !== 'drafted') return null;
    use.attempts += 1;
    return outcome;
  } catch (error) {
    if (!(error instanceof SourceError) || error.kind !== 'query') throw error;
    return null;
  }
}
