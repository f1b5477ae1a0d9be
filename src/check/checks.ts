import { checkNonAdditiveSum } from '#src/check/additive.ts';
import { checkAskedFor } from '#src/check/asked-for/check.ts';
import { checkAverages } from '#src/check/averages.ts';
import { checkChangedMeasure } from '#src/check/changed-measure.ts';
import { checkCountedRows } from '#src/check/counted-rows.ts';
import { checkDateBounds } from '#src/check/date-bounds.ts';
import { checkDivision, checkQuotients } from '#src/check/division.ts';
import { EXAMPLES } from '#src/check/examples.ts';
import { checkFanOut } from '#src/check/fan-out.ts';
import { checkGrouplessHaving } from '#src/check/groupless-having.ts';
import { checkHiddenGroups } from '#src/check/hidden-groups.ts';
import { checkNumbersFromData } from '#src/check/invented.ts';
import { checkJoinKeys } from '#src/check/joins.ts';
import { checkLetterCase } from '#src/check/letter-case.ts';
import { checkLimitedInput } from '#src/check/limited-input.ts';
import { checkMissingPeriods } from '#src/check/missing-periods.ts';
import { checkNamedOtherwise } from '#src/check/named-otherwise.ts';
import { checkNotIn } from '#src/check/not-in.ts';
import { checkNullableCount } from '#src/check/nullable-count.ts';
import { checkOuterCount } from '#src/check/outer-count.ts';
import { checkPartialPeriod } from '#src/check/partial-period.ts';
import { checkPeriod } from '#src/check/period.ts';
import { checkPickedRows } from '#src/check/picked-rows.ts';
import { checkBreakdown, checkEmpty, checkTruncation } from '#src/check/result.ts';
import { checkSetValues } from '#src/check/set-values.ts';
import { checkSinglePrecision } from '#src/check/single-precision.ts';
import { checkStatedUnits } from '#src/check/stated-units.ts';
import { checkSwappedLabels } from '#src/check/swapped-labels.ts';
import { checkTies } from '#src/check/ties.ts';
import { checkTotalRow } from '#src/check/total-row.ts';
import type {
  Check,
  ResultAbout,
  ResultCheck,
  StatementAbout,
  StatementCheck,
} from '#src/check/types.ts';
import { checkUncoveredPeriod } from '#src/check/uncovered-period.ts';
import { checkUnits } from '#src/check/units.ts';
import { checkUnusedJoin } from '#src/check/unused-join.ts';
import { withPlainSources } from '#src/sql/plain-sources.ts';

/** What the statement alone tells, in the order of the answer. */
export const STATEMENT_CHECKS: readonly StatementCheck[] = [
  {
    ...EXAMPLES.numbers_from_data,
    run: ({ facts, catalog, asked }) => checkNumbersFromData(facts, catalog, asked),
  },
  { ...EXAMPLES.changed_measure, run: ({ facts, asked }) => checkChangedMeasure(facts, asked) },
  {
    ...EXAMPLES.named_otherwise,
    run: ({ facts, catalog, asked }) => checkNamedOtherwise(facts, catalog, asked),
  },
  { ...EXAMPLES.swapped_labels, run: ({ facts, catalog }) => checkSwappedLabels(facts, catalog) },
  {
    ...EXAMPLES.fan_out,
    run: ({ facts, catalog, asked }) => checkFanOut(facts, catalog, asked.question),
  },
  {
    ...EXAMPLES.counted_rows,
    run: ({ facts, catalog, asked }) => checkCountedRows(facts, catalog, asked),
  },
  { ...EXAMPLES.outer_join_count, run: ({ facts, catalog }) => checkOuterCount(facts, catalog) },
  {
    ...EXAMPLES.nullable_count,
    run: ({ facts, catalog, asked }) => checkNullableCount(facts, catalog, asked),
  },
  {
    ...EXAMPLES.unused_join,
    run: ({ facts, catalog, asked }) => checkUnusedJoin(facts, catalog, asked),
  },
  { ...EXAMPLES.join_keys, run: ({ facts, catalog }) => checkJoinKeys(facts, catalog) },
  { ...EXAMPLES.not_in_null, run: ({ facts, catalog }) => checkNotIn(facts, catalog) },
  {
    ...EXAMPLES.letter_case,
    run: ({ facts, catalog, asked }) => checkLetterCase(facts, catalog, asked),
  },
  {
    ...EXAMPLES.single_precision,
    run: ({ facts, catalog }) => checkSinglePrecision(facts, catalog),
  },
  { ...EXAMPLES.set_values, run: ({ facts, catalog }) => checkSetValues(facts, catalog) },
  {
    ...EXAMPLES.non_additive_sum,
    run: ({ facts, catalog, asked }) => checkNonAdditiveSum(facts, catalog, asked.question),
  },
  { ...EXAMPLES.average_of_averages, run: ({ facts, catalog }) => checkAverages(facts, catalog) },
  { ...EXAMPLES.mixed_units, run: ({ facts, catalog }) => checkUnits(facts, catalog) },
  {
    ...EXAMPLES.stated_units,
    run: ({ facts, catalog, asked }) => checkStatedUnits(facts, catalog, asked),
  },
  { ...EXAMPLES.integer_division, run: ({ facts }) => checkDivision(facts) },
  { ...EXAMPLES.date_bounds, run: ({ facts, catalog }) => checkDateBounds(facts, catalog) },
  {
    ...EXAMPLES.period,
    run: ({ facts, catalog, asked }) => checkPeriod(facts, catalog, asked),
  },
  {
    ...EXAMPLES.partial_period,
    run: ({ facts, catalog, asked }) => checkPartialPeriod(facts, catalog, asked),
  },
  { ...EXAMPLES.limited_input, run: ({ facts }) => checkLimitedInput(facts) },
  {
    ...EXAMPLES.picked_rows,
    run: ({ facts, catalog, asked }) => checkPickedRows(facts, catalog, asked),
  },
  { ...EXAMPLES.hidden_groups, run: ({ facts, catalog }) => checkHiddenGroups(facts, catalog) },
  { ...EXAMPLES.groupless_having, run: ({ facts }) => checkGrouplessHaving(facts) },
  {
    ...EXAMPLES.asked_for,
    run: ({ facts, catalog, asked }) => checkAskedFor(facts, catalog, asked),
  },
];

/** What the result tells. */
export const RESULT_CHECKS: readonly ResultCheck[] = [
  { ...EXAMPLES.empty_result, run: ({ facts, result }) => checkEmpty(facts, result) },
  {
    ...EXAMPLES.uncovered_period,
    run: ({ facts, catalog, asked, result }) => checkUncoveredPeriod(facts, catalog, asked, result),
  },
  { ...EXAMPLES.truncation, run: ({ result }) => checkTruncation(result) },
  {
    ...EXAMPLES.limit_ties,
    run: ({ facts, result, ties, query }) => ties ?? checkTies(query, facts, result),
  },
  // What the type of the result shows of a division.
  {
    ...EXAMPLES.integer_division,
    catches: [],
    passes: [],
    run: ({ facts, result }) => checkQuotients(facts, result.columns),
  },
  {
    ...EXAMPLES.missing_periods,
    run: ({ facts, result }) => checkMissingPeriods(facts, result),
  },
  {
    ...EXAMPLES.total_vs_breakdown,
    run: ({ facts, result, breakdown }) => checkBreakdown(facts, result, breakdown),
  },
  {
    ...EXAMPLES.total_row,
    run: ({ facts, result, breakdown, catalog }) =>
      checkTotalRow(facts, result, breakdown, catalog),
  },
];

export function checkStatement(about: StatementAbout): readonly Check[] {
  const facts = withPlainSources(about.facts);
  return STATEMENT_CHECKS.map((check) => check.run({ ...about, facts }));
}

export function checkResult(about: ResultAbout): readonly Check[] {
  const facts = withPlainSources(about.facts);
  return RESULT_CHECKS.flatMap((check) => check.run({ ...about, facts }));
}
