import { checkValues } from '#src/ask/check-values.ts';
import type { SourceContext } from '#src/ask/context.ts';
import type { Draft } from '#src/ask/draft.ts';
import { type Executed, execute } from '#src/ask/execute.ts';
import { BY_NAMES, decline, type Failure } from '#src/ask/failures.ts';
import { heldTo } from '#src/ask/held-to.ts';
import { inEnglish } from '#src/ask/in-english.ts';
import { metricsUsed } from '#src/ask/metrics-used.ts';
import { withOwnNames } from '#src/ask/model/column-names.ts';
import { metricsComputed } from '#src/ask/model/metrics-computed.ts';
import { writtenFor } from '#src/ask/model/written-for.ts';
import type { ClarifyPlan } from '#src/ask/plan.ts';
import { checkAndRepair } from '#src/ask/repaired.ts';
import { runTieProbe } from '#src/ask/run-tie-probe.ts';
import type { Check, Verification } from '#src/ask/types.ts';
import { type Asked, askedOn } from '#src/check/asked.ts';
import { checkResult } from '#src/check/checks.ts';
import type { LiteralVerdict } from '#src/check/literals.ts';
import { checkUnreadWords } from '#src/check/unread-words.ts';
import { verdict } from '#src/check/verdict.ts';
import { withVouched } from '#src/check/vouched.ts';

export type Text2SqlOutcome =
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly draft: Draft | null;
      readonly verification: Verification | null;
    }
  | { readonly kind: 'clarify'; readonly plan: ClarifyPlan }
  | { readonly kind: 'drafted'; readonly draft: Draft; readonly verification: Verification }
  | ({
      readonly kind: 'answered';
      readonly draft: Draft;
      readonly verification: Verification;
    } & Executed);

export type Answered = Extract<Text2SqlOutcome, { kind: 'answered' }>;

/**
 * A guarded statement, checked, mended where its text can be, and run. Says the SQL and `executing`. What the
 * statement alone shows to be wrong is not run.
 */
export async function runDraft(context: SourceContext, drafted: Draft): Promise<Text2SqlOutcome> {
  const { catalog, deps, emit, state } = context;
  const { question, principal } = state.request;
  const english = await inEnglish(context, catalog);
  const asked = {
    ...askedOn(question, catalog, deps.clock.now(), principal.policy, english),
    ...(await writtenFor(context, catalog, drafted, english)),
    ...(await heldTo(context, catalog, drafted)),
  };
  const checked = await checkAndRepair(context, drafted, asked);
  const statement = [...checked.statement, ...checkUnreadWords(drafted.plan.assumptions)];
  const draft = asked.writtenFor ? withOwnNames(checked.draft, catalog, question) : checked.draft;
  const early = verdict(statement);
  if (early.status === 'failed') return failed(refusalOf(draft, early), draft, early);
  emit({ event: 'sql', sql: draft.sql });
  // A statement that was mended is no longer the one that people vouch for.
  const vouched =
    draft.sql === drafted.sql
      ? {
          metrics: asked.writtenFor
            ? await metricsComputed(context, draft)
            : metricsUsed(draft.plan.query, catalog).metrics,
          example: draft.plan.example === true,
        }
      : { metrics: [], example: false };
  const outcome = await (state.request.dryRun
    ? notRun(context, draft, statement)
    : executed(context, draft, asked, statement));
  return outcome.kind === 'answered' || outcome.kind === 'drafted'
    ? { ...outcome, verification: withVouched(outcome.verification, vouched) }
    : outcome;
}

/** Of a reading beyond the sure path people are told what was read. */
const refusalOf = ({ plan }: Draft, { reason }: Verification): Failure =>
  plan.heldTo === undefined
    ? decline('no_safe_sql', reason)
    : decline(
        'unsupported_question',
        `The question could only be interpreted as "${plan.restatement}". ${reason}`,
        { hint: BY_NAMES },
      );

export const failed = (
  failure: Failure,
  draft: Draft | null = null,
  verification: Verification | null = null,
) => ({ kind: 'failed', failure, draft, verification }) as const;

async function notRun(
  context: SourceContext,
  draft: Draft,
  statement: readonly Check[],
): Promise<Text2SqlOutcome> {
  const values = await checkValues(context, context.catalog, draft);
  const verification = verdict([...statement, values.check]);
  return values.check.outcome === 'failed'
    ? failed(notFound(values), draft, verification)
    : { kind: 'drafted', draft, verification };
}

async function executed(
  context: SourceContext,
  draft: Draft,
  asked: Asked,
  statement: readonly Check[],
): Promise<Text2SqlOutcome> {
  const { catalog, emit, watch } = context;
  emit({ event: 'status', stage: 'executing' });
  const [executed, values, ties] = await watch.time('execute', () =>
    Promise.all([
      execute(context, draft),
      checkValues(context, catalog, draft),
      runTieProbe(context, draft),
    ]),
  );
  watch.set('engine', executed.result.engineMs);
  const verification = verdict([
    ...statement,
    values.check,
    ...checkResult({
      facts: draft.checked.facts,
      catalog,
      asked,
      result: executed.result,
      breakdown: executed.breakdown,
      ties,
      query: draft.plan.query,
    }),
  ]);
  if (values.check.outcome === 'failed') return failed(notFound(values), draft, verification);
  if (verification.status === 'failed')
    return failed(decline('no_safe_sql', verification.reason), draft, verification);
  return { kind: 'answered', draft, ...executed, verification };
}

function notFound({ check, suggestions }: LiteralVerdict): Failure {
  return decline('value_not_found', check.detail, { suggestions });
}
