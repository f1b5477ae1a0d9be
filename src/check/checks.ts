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
  LoneResultCheck,
  LoneStatementCheck,
  OwnSqlAbout,
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
export const STATEMENT_CHECKS: readonly (StatementCheck | LoneStatementCheck)[] = [
  {
    ...EXAMPLES.numbers_from_data,
    run: ({ facts, catalog, asked }) => checkNumbersFromData(facts, catalog, asked),
  },
  { ...EXAMPLES.changed_measure, run: ({ facts, asked }) => checkChangedMeasure(facts, asked) },
  {
    ...EXAMPLES.named_otherwise,
    run: ({ facts, catalog, asked }) => checkNamedOtherwise(facts, catalog, asked),
  },
  {
    ...EXAMPLES.swapped_labels,
    alone: true,
    run: ({ facts, catalog }) => checkSwappedLabels(facts, catalog),
  },
  {
    ...EXAMPLES.fan_out,
    alone: true,
    run: ({ facts, catalog, asked }) => checkFanOut(facts, catalog, asked?.question),
  },
  {
    ...EXAMPLES.counted_rows,
    run: ({ facts, catalog, asked }) => checkCountedRows(facts, catalog, asked),
  },
  {
    ...EXAMPLES.outer_join_count,
    alone: true,
    run: ({ facts, catalog }) => checkOuterCount(facts, catalog),
  },
  {
    ...EXAMPLES.nullable_count,
    run: ({ facts, catalog, asked }) => checkNullableCount(facts, catalog, asked),
  },
  {
    ...EXAMPLES.unused_join,
    run: ({ facts, catalog, asked }) => checkUnusedJoin(facts, catalog, asked),
  },
  {
    ...EXAMPLES.join_keys,
    alone: true,
    run: ({ facts, catalog }) => checkJoinKeys(facts, catalog),
  },
  { ...EXAMPLES.not_in_null, alone: true, run: ({ facts, catalog }) => checkNotIn(facts, catalog) },
  {
    ...EXAMPLES.letter_case,
    run: ({ facts, catalog, asked }) => checkLetterCase(facts, catalog, asked),
  },
  {
    ...EXAMPLES.single_precision,
    alone: true,
    run: ({ facts, catalog }) => checkSinglePrecision(facts, catalog),
  },
  {
    ...EXAMPLES.set_values,
    alone: true,
    run: ({ facts, catalog }) => checkSetValues(facts, catalog),
  },
  {
    ...EXAMPLES.non_additive_sum,
    alone: true,
    run: ({ facts, catalog, asked }) => checkNonAdditiveSum(facts, catalog, asked?.question),
  },
  {
    ...EXAMPLES.average_of_averages,
    alone: true,
    run: ({ facts, catalog }) => checkAverages(facts, catalog),
  },
  { ...EXAMPLES.mixed_units, alone: true, run: ({ facts, catalog }) => checkUnits(facts, catalog) },
  {
    ...EXAMPLES.stated_units,
    run: ({ facts, catalog, asked }) => checkStatedUnits(facts, catalog, asked),
  },
  { ...EXAMPLES.integer_division, alone: true, run: ({ facts }) => checkDivision(facts) },
  {
    ...EXAMPLES.date_bounds,
    alone: true,
    run: ({ facts, catalog }) => checkDateBounds(facts, catalog),
  },
  {
    ...EXAMPLES.period,
    run: ({ facts, catalog, asked }) => checkPeriod(facts, catalog, asked),
  },
  {
    ...EXAMPLES.partial_period,
    run: ({ facts, catalog, asked }) => checkPartialPeriod(facts, catalog, asked),
  },
  { ...EXAMPLES.limited_input, alone: true, run: ({ facts }) => checkLimitedInput(facts) },
  {
    ...EXAMPLES.picked_rows,
    run: ({ facts, catalog, asked }) => checkPickedRows(facts, catalog, asked),
  },
  {
    ...EXAMPLES.hidden_groups,
    alone: true,
    run: ({ facts, catalog }) => checkHiddenGroups(facts, catalog),
  },
  { ...EXAMPLES.groupless_having, alone: true, run: ({ facts }) => checkGrouplessHaving(facts) },
  {
    ...EXAMPLES.asked_for,
    run: ({ facts, catalog, asked }) => checkAskedFor(facts, catalog, asked),
  },
];

/** What the result tells. */
export const RESULT_CHECKS: readonly (ResultCheck | LoneResultCheck)[] = [
  { ...EXAMPLES.empty_result, alone: true, run: ({ facts, result }) => checkEmpty(facts, result) },
  {
    ...EXAMPLES.uncovered_period,
    run: ({ facts, catalog, asked, result }) => checkUncoveredPeriod(facts, catalog, asked, result),
  },
  { ...EXAMPLES.truncation, alone: true, run: ({ result }) => checkTruncation(result) },
  {
    ...EXAMPLES.limit_ties,
    alone: true,
    run: ({ facts, result, ties, query }) => ties ?? checkTies(query, facts, result),
  },
  // What the type of the result shows of a division.
  {
    ...EXAMPLES.integer_division,
    alone: true,
    catches: [],
    passes: [],
    run: ({ facts, result }) => checkQuotients(facts, result.columns),
  },
  {
    ...EXAMPLES.missing_periods,
    alone: true,
    run: ({ facts, result }) => checkMissingPeriods(facts, result),
  },
  {
    ...EXAMPLES.total_vs_breakdown,
    alone: true,
    run: ({ facts, result, breakdown }) => checkBreakdown(facts, result, breakdown),
  },
  {
    ...EXAMPLES.total_row,
    alone: true,
    run: ({ facts, result, breakdown, catalog }) =>
      checkTotalRow(facts, result, breakdown, catalog),
  },
];

/** What a statement is judged by that nobody asked a question for: the checks that look at it and its rows alone. */
export function checkOwnSql(about: OwnSqlAbout): readonly Check[] {
  const facts = withPlainSources(about.facts);
  const { result, breakdown = null, query = null } = about;
  const statement = STATEMENT_CHECKS.flatMap((check) =>
    check.alone ? check.run({ ...about, facts }) : [],
  );
  if (!result) return statement;
  const rows = { result, breakdown, ties: null, query };
  return [
    ...statement,
    ...RESULT_CHECKS.flatMap((check) =>
      check.alone ? check.run({ ...about, ...rows, facts }) : [],
    ),
  ];
}

export function checkStatement(about: StatementAbout): readonly Check[] {
  const facts = withPlainSources(about.facts);
  return STATEMENT_CHECKS.map((check) => check.run({ ...about, facts }));
}

export function checkResult(about: ResultAbout): readonly Check[] {
  const facts = withPlainSources(about.facts);
  return RESULT_CHECKS.flatMap((check) => check.run({ ...about, facts }));
}
