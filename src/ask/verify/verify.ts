import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import type { Draft, GuardedDraft } from '#src/ask/draft.ts';
import type { Executed } from '#src/ask/execute.ts';
import type { Check, Verification } from '#src/ask/types.ts';
import { checkNonAdditiveSum } from '#src/ask/verify/additive.ts';
import type { Asked } from '#src/ask/verify/asked.ts';
import { checkAskedFor } from '#src/ask/verify/asked-for/check.ts';
import { checkAverages } from '#src/ask/verify/averages.ts';
import { checkCountedRows } from '#src/ask/verify/counted-rows.ts';
import { checkDateBounds } from '#src/ask/verify/date-bounds.ts';
import { checkDivision, checkQuotients } from '#src/ask/verify/division.ts';
import { checkFanOut } from '#src/ask/verify/fan-out.ts';
import { checkNumbersFromData } from '#src/ask/verify/invented.ts';
import { checkJoinKeys } from '#src/ask/verify/joins.ts';
import { checkLetterCase } from '#src/ask/verify/letter-case.ts';
import { checkLimitedInput } from '#src/ask/verify/limited-input.ts';
import {
  checkLiterals,
  type LiteralVerdict,
  literalsToFind,
  UNCHECKED_LITERALS,
} from '#src/ask/verify/literals.ts';
import { checkNotIn } from '#src/ask/verify/not-in.ts';
import { checkNullableCount } from '#src/ask/verify/nullable-count.ts';
import { checkOuterCount } from '#src/ask/verify/outer-count.ts';
import { checkPartialPeriod } from '#src/ask/verify/partial-period.ts';
import { checkPeriod } from '#src/ask/verify/period.ts';
import { checkBreakdown, checkEmpty, checkTruncation } from '#src/ask/verify/result.ts';
import { checkSetValues } from '#src/ask/verify/set-values.ts';
import { checkSinglePrecision } from '#src/ask/verify/single-precision.ts';
import { checkTies } from '#src/ask/verify/ties.ts';
import { checkTotalRow } from '#src/ask/verify/total-row.ts';
import { checkUnits } from '#src/ask/verify/units.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

export const NOT_APPLICABLE: Verification = {
  status: 'not_applicable',
  metrics: [],
  reason: '',
  checks: [],
};

/**
 * The verdict over checks: `failed` where one failed, `warning` where one warns, else `checked`. `verified` is
 * for what is added later: what people vouch for (`withVouched`), or a second reading that agrees.
 */
export function verdict(checks: readonly Check[]): Verification {
  const failed = checks.filter(({ outcome }) => outcome === 'failed');
  const warned = checks.filter(({ outcome }) => outcome === 'warning');
  const status = failed.length > 0 ? 'failed' : warned.length > 0 ? 'warning' : 'checked';
  const telling = failed.length > 0 ? failed : warned;
  const passed = checks.filter(({ outcome }) => outcome === 'passed').length;
  const reason =
    telling.length > 0
      ? telling.map(({ detail }) => detail).join(' ')
      : `All ${passed} checks that apply passed.`;
  return { status, metrics: [], reason, checks };
}

/** What the statement alone tells. */
export function checkStatement(
  facts: QueryFacts,
  catalog: Catalog,
  asked: Asked,
): readonly Check[] {
  return [
    checkNumbersFromData(facts, catalog, asked),
    checkFanOut(facts, catalog, asked.question),
    checkCountedRows(facts, catalog, asked),
    checkOuterCount(facts, catalog),
    checkNullableCount(facts, catalog, asked),
    checkJoinKeys(facts, catalog),
    checkNotIn(facts, catalog),
    checkLetterCase(facts, catalog, asked),
    checkSinglePrecision(facts, catalog),
    checkSetValues(facts, catalog),
    checkNonAdditiveSum(facts, catalog),
    checkAverages(facts, catalog),
    checkUnits(facts, catalog),
    checkDivision(facts),
    checkDateBounds(facts, catalog),
    checkPeriod(facts, catalog, asked),
    checkPartialPeriod(facts, catalog, asked),
    checkLimitedInput(facts),
    checkAskedFor(facts, catalog, asked),
  ];
}

/** What the result tells; `ties` is what a look at the row after the last one found. */
export function checkResult(
  draft: Draft,
  { result, breakdown }: Executed,
  ties: Check | null,
  catalog: Catalog,
): readonly Check[] {
  const { facts } = draft.checked;
  return [
    checkEmpty(facts, result),
    checkTruncation(result),
    ties ?? checkTies(draft.plan.query, facts, result),
    ...checkQuotients(facts, result.columns),
    checkBreakdown(facts, result, breakdown),
    checkTotalRow(facts, result, breakdown, catalog),
  ];
}

/** Looks the texts up that the statement compares columns with. A look-up that fails is a warning, not a failure. */
export async function checkValues(
  { deps, state, signal, asker }: AskContext,
  catalog: Catalog,
  draft: GuardedDraft,
): Promise<LiteralVerdict> {
  const about = { catalog, policy: state.request.principal.policy, asker };
  const literals = literalsToFind(draft.checked.facts, about, deps.limits);
  if (literals.length === 0) return checkLiterals([], catalog);
  try {
    const looking = deps.planning.findLiterals(about, literals, signal);
    return checkLiterals(await abortable(looking, signal), catalog);
  } catch (error) {
    signal.throwIfAborted();
    deps.log.warn({ err: error, trace: state.traceId }, 'literals not looked up');
    return UNCHECKED_LITERALS;
  }
}
