import { plural } from '#src/catalog/catalog-names.ts';
import { RECORDS } from '#src/language/en/composed.ts';
import { isGiven } from '#src/planner/asked-people.ts';
import { averagesSingleRows, countsSingleRows } from '#src/planner/averaged-rows.ts';
import { countedOverTime } from '#src/planner/compile/states-over-time.ts';
import type { DeclineReason } from '#src/planner/plan.ts';
import type { Expr, SelectQuery } from '#src/plugin-api/query.ts';
import { countsPastAmount } from '#src/read/amount-of-verb.ts';
import { lostAmounts } from '#src/read/amounts-together.ts';
import { changeForValue } from '#src/read/analysis-word.ts';
import { countsPastColumn, numberForRows, sumsPastColumn } from '#src/read/counts-past-column.ts';
import type { Finds } from '#src/read/finds.ts';
import { unlicensed } from '#src/read/licensed.ts';
import { lostAttribute } from '#src/read/lost-attribute.ts';
import { lostBeside } from '#src/read/lost-beside.ts';
import { lostCount, lostSecondCount } from '#src/read/lost-count.ts';
import {
  deniesAmongTied,
  deniesNothing,
  deniesOneOfSeveral,
  deniesOwn,
  deniesSingleRows,
  lostContrast,
  lostDenial,
} from '#src/read/lost-denial.ts';
import { lostEnd } from '#src/read/lost-end.ts';
import { lostGroup, lostPart, lostPer, ranksRowsOfGroups } from '#src/read/lost-group.ts';
import { lostLetter } from '#src/read/lost-letter.ts';
import { lostNumber } from '#src/read/lost-number.ts';
import { lostOwner } from '#src/read/lost-owner.ts';
import { lostPair, pairedLists, splitRows } from '#src/read/lost-pair.ts';
import { lostPerson } from '#src/read/lost-person.ts';
import { lostRows } from '#src/read/lost-rows.ts';
import { lostShare } from '#src/read/lost-share.ts';
import { lostOwnRows, otherRole } from '#src/read/lost-tie.ts';
import { lostTimes } from '#src/read/lost-times.ts';
import { lostTotal } from '#src/read/lost-total.ts';
import { lostUnit, unitOfOthers } from '#src/read/lost-unit.ts';
import {
  farAttribute,
  farValue,
  otherOwner,
  otherWay,
  pastDeed,
  pastOwnTie,
} from '#src/read/lost-way.ts';
import { otherDeed, stateOfDeed, statesMaking, turnedDeed } from '#src/read/other-deed.ts';
import { otherDoer } from '#src/read/other-doer.ts';
import {
  commonOthers,
  countsAmounts,
  countsNumbered,
  measuresKey,
  otherNoun,
  sumsNumbers,
} from '#src/read/other-measure.ts';
import { asksNameOfOthers, otherInformation, otherName } from '#src/read/other-name.ts';
import { otherPeriod } from '#src/read/other-period.ts';
import { otherRows } from '#src/read/other-rows.ts';
import { otherTime, spanForTime } from '#src/read/other-time.ts';
import { otherYear } from '#src/read/other-year.ts';
import { notShown } from '#src/read/outputs.ts';
import type { Question } from '#src/read/question.ts';
import { mostOfOne } from '#src/read/ranked-rows.ts';
import type { Schema } from '#src/read/resolve.ts';
import { cameThen, stateOfNow } from '#src/read/state-at-a-time.ts';
import { sumsOnce } from '#src/read/sums-once.ts';
import { unsaidRole } from '#src/read/unsaid-role.ts';

/** Why a query does not answer a question, to be told. */
export interface Loss {
  readonly reason: DeclineReason;
  readonly text: string;
}

type Guard = Finds<Loss>;

/** A guard that `finds` what is lost and `tells` of it. */
function guard<Lost>(
  finds: Finds<Lost | false>,
  tells: (lost: Lost, schema: Schema) => string,
  reason: DeclineReason = 'unsupported_question',
): Guard {
  return (question, query, schema) => {
    const lost = finds(question, query, schema);
    return lost === null || lost === false ? null : { reason, text: tells(lost, schema) };
  };
}

const labelOf = (table: string, { tables }: Schema): string => tables.get(table)!.label;

/** What a query may lose of a question that was put in other words. */
const GUARDS_OF_WORDS: readonly Guard[] = [
  guard(lostOwnRows, (tie) => `"${tie}" wasn't understood. Name the column it refers to.`),
  guard(
    statesMaking,
    (verb) =>
      `Do you mean those that are still "${verb}", or all that ever were? Say "with the status", or leave the word out.`,
    'ambiguous',
  ),
  guard(
    pairedLists,
    (words) =>
      `Does "${words}" mean two separate lists, or one list of matching pairs? Ask for one list at a time, or join the two names with "with their".`,
    'ambiguous',
  ),
  guard(
    splitRows,
    (table, schema) =>
      `Do all of the conditions apply to the same row of ${labelOf(table, schema)}? If not, join them with "and".`,
    'ambiguous',
  ),
  guard(
    stateOfDeed,
    (verb) => `Do you want to know whether it was ${verb}, or with what result? Name the column.`,
    'ambiguous',
  ),
];

/** What a query may lose of a question, whoever reads it. */
const GUARDS: readonly Guard[] = [
  guard(
    notShown,
    ({ of }) =>
      `The question asks for "${of.text}", but Plumbline isn't sure how to show it. Use the column names of the tables.`,
  ),
  guard(
    countsPastAmount,
    () =>
      'Should rows be counted, or should a number of each row be compared? Name the column to compare.',
    'ambiguous',
  ),
  guard(
    countsPastColumn,
    ({ computed, column }) =>
      `Do you want the number of ${computed} or the ${column}? Say "how many ${plural(computed)}", or "${column}".`,
    'ambiguous',
  ),
  guard(
    sumsPastColumn,
    ({ computed, column }) =>
      `Do you want ${column}, or the sum of ${computed}? Name the rows it belongs to.`,
    'ambiguous',
  ),
  guard(
    numberForRows,
    ({ computed, column }) =>
      `Do you want the ${plural(computed)} or the ${column}? Say "how many ${plural(computed)}", or "${column}".`,
    'ambiguous',
  ),
  guard(
    ranksRowsOfGroups,
    ({ label }) =>
      `Several rows share each ${label}, but only one row of each would be used. Ask for the number "by ${label}".`,
  ),
  guard(
    (_question, query, { tables }) => averagesSingleRows(query, tables),
    () => 'Each group has a single row, so there is nothing to average.',
  ),
  guard(
    (_question, query, { tables }) => countsSingleRows(query, tables),
    () => 'Each group has a single row, so there is nothing to count.',
  ),
  guard(
    (question, query, { tables }) =>
      question.tokens.some((_, at) => question.is(at, RECORDS))
        ? null
        : countedOverTime(query, tables),
    ({ label }) => `Should rows be counted? Say "number of rows", or ask for the total ${label}.`,
    'ambiguous',
  ),
  guard(
    changeForValue,
    ({ word, column: { label } }) =>
      `Does "${word}" name a ${label}, or ask how the number changed? Say "where ${label} is ${word}", or "change by month".`,
    'ambiguous',
  ),
  guard(lostEnd, (end) => `Which column does "${end}" refer to? Name it.`, 'ambiguous'),
  guard(
    lostGroup,
    (group) =>
      `Should the answer be split "${group}"? Name what to count, and the column or table to split by.`,
    'ambiguous',
  ),
  guard(
    lostPer,
    (rows) => `Should something be counted "${rows}"? Say what to count.`,
    'ambiguous',
  ),
  guard(
    lostAmounts,
    (amounts) => `Should "${amounts}" be added up or compared separately? Ask for one of them.`,
    'ambiguous',
  ),
  guard(lostPart, (part) => `It's not clear what to show for the ${part}.`),
  guard(
    otherTime,
    (table, schema) => `Does the time belong to ${labelOf(table, schema)}? Name the date column.`,
    'ambiguous',
  ),
  guard(
    otherYear,
    (table, schema) => `Does the year belong to ${labelOf(table, schema)}? Name the date column.`,
    'ambiguous',
  ),
  guard(
    cameThen,
    ({ table, column }) =>
      `"${column.label}" says when ${table.label} started, not which ones were there at the time. To use it, write "${column.label}" in the question.`,
    'ambiguous',
  ),
  guard(
    stateOfNow,
    (state) =>
      `The data says which rows are "${state}" now, not which ones were at an earlier time. Ask without the period.`,
  ),
  guard(spanForTime, (words) => `"${words}" wasn't understood. Name the date column.`, 'ambiguous'),
  guard(
    otherPeriod,
    (rows) => `Does the time belong to "${rows}"? Name the date column.`,
    'ambiguous',
  ),
  guard(
    otherDeed,
    (verb) =>
      `The question asks when something was ${verb}, but a different date would be used. Name the date column.`,
    'ambiguous',
  ),
  guard(
    measuresKey,
    (key) => `"${key}" only identifies rows. It's not clear what to count or compare.`,
  ),
  guard(
    sumsNumbers,
    (words) => `Should the "${words}" be counted, or is their number stored in a column? Name it.`,
    'ambiguous',
  ),
  guard(
    commonOthers,
    (rows) => `The question asks for the most common "${rows}", but doesn't say what to count.`,
  ),
  guard(
    countsNumbered,
    (column) =>
      `Do you want the "${column}" itself, or how many there are? Say "${column}", or "how many".`,
    'ambiguous',
  ),
  guard(
    countsAmounts,
    (amount) => `Do you want the sum of "${amount}", or the number of different values?`,
    'ambiguous',
  ),
  guard(otherNoun, (amount) => `Do you mean "${amount}"? Name what to compare.`, 'ambiguous'),
  guard(
    lostCount,
    (count) => `Rows would be counted, but it's not clear what "${count}" asks for.`,
  ),
  guard(
    (_question, query) => deniesNothing(query),
    () => 'Is it enough if one related row fails the condition, or must all of them?',
    'ambiguous',
  ),
  guard(
    deniesSingleRows,
    () => 'Is it enough if one related row fails the condition, or must all of them?',
    'ambiguous',
  ),
  guard(
    deniesOwn,
    ({ own, other }, schema) =>
      `Each has its own ${labelOf(own, schema)}. Do you mean ${labelOf(other, schema)}? Name it.`,
    'ambiguous',
  ),
  guard(
    lostContrast,
    (rows, schema) =>
      `Should those without any ${labelOf(rows, schema)} be included? Ask for those with ${labelOf(rows, schema)}, and for the others, in two questions.`,
    'ambiguous',
  ),
  guard(
    deniesOneOfSeveral,
    (rows, schema) =>
      `Do you mean those without any such row of ${labelOf(rows, schema)}, or those with a different one? Say "no" or "other than".`,
    'ambiguous',
  ),
  guard(
    (_question, query, schema) => deniesAmongTied(query, schema),
    (rows, schema) => `Should those without any ${labelOf(rows, schema)} be included?`,
    'ambiguous',
  ),
  guard(lostBeside, (words) => `It's not clear what to show for "${words}".`),
  guard(lostUnit, (unit) => `It's not clear whether to count "${unit}". Leave the word out.`),
  guard(
    unitOfOthers,
    (unit) => `It's not clear which number is in "${unit}". Name the column.`,
    'ambiguous',
  ),
  guard(
    otherRows,
    (rows) =>
      `Should rows of "${rows}" be counted, or something else with that name? Name the table.`,
    'ambiguous',
  ),
  guard(
    sumsOnce,
    (rows) =>
      `"${rows}" don't have this number themselves. Should the number of the rows they belong to be added up once, or once for each of them?`,
    'ambiguous',
  ),
  guard(
    otherName,
    (table, schema) =>
      `It's not clear which column has the name of ${labelOf(table, schema)}. Name the column you want.`,
  ),
  guard(
    lostSecondCount,
    (counts) => `The question asks for two numbers ("${counts}"). Ask for one at a time.`,
  ),
  guard(
    otherInformation,
    (table, schema) =>
      `It's not clear what to show for ${labelOf(table, schema)}. Name the columns.`,
  ),
  guard(lostAttribute, (rows) => `It's not clear which "${rows}" you mean.`),
  guard(turnedDeed, (verb) => `It's not clear who "${verb}" whom. Name the column.`),
  ...GUARDS_OF_WORDS,
  guard(
    otherRole,
    (verb) =>
      `The data has a column for who "${verb}" it, but other people would be used. Name the column.`,
    'ambiguous',
  ),
  guard(
    otherDoer,
    (verb) => `It's not clear who "${verb}", and somebody else would be used. Name the column.`,
    'ambiguous',
  ),
  guard(
    (question, query) => showsWhatIsSaid(question, query),
    () => 'The result would only repeat what the question says. Name the column you want.',
  ),
  guard(
    unlicensed,
    (table, schema) =>
      `${labelOf(table, schema)} would be joined, although the question doesn't mention them. Name them, or the column you mean.`,
    'ambiguous',
  ),
  guard(farValue, (word) => `What does "${word}" mean? Name the column.`, 'ambiguous'),
  guard(
    otherWay,
    (table, schema) =>
      `It's not clear how the rows are related. ${labelOf(table, schema)} may connect them, but would be ignored.`,
    'ambiguous',
  ),
  guard(
    otherOwner,
    (rows, schema) =>
      `The condition on ${labelOf(rows, schema)} wasn't understood. Name the column.`,
  ),
  guard(
    farAttribute,
    (table, schema) =>
      `The result would come from ${labelOf(table, schema)}. Name them, or the column you want.`,
    'ambiguous',
  ),
  guard(
    pastOwnTie,
    ({ rows, column }) =>
      `Does the ${column} of ${rows} connect the rows? Name the column, or the rows in between.`,
    'ambiguous',
  ),
  guard(
    pastDeed,
    (table, schema) => `${labelOf(table, schema)} may connect the rows. Name them, or the column.`,
    'ambiguous',
  ),
  guard(
    unsaidRole,
    ({ column, from, to }, schema) =>
      `Are ${labelOf(from, schema)} and ${labelOf(to, schema)} related by the ${column}? There are other join paths, so name the column.`,
    'ambiguous',
  ),
  guard(lostOwner, (words) => `"${words}" wasn't understood. Name the column.`),
  guard(lostLetter, (letter) => `It's not clear what "${letter}" refers to. Name the column.`),
  guard(lostNumber, (verb) => `It's not clear which number "${verb}" refers to. Name the column.`),
  guard(lostPair, (words) => `It's not clear which rows "${words}" refers to.`),
  guard(
    lostTimes,
    (times) =>
      `The question asks how often something was done, but it's not clear what "${times}" refers to.`,
  ),
  guard(
    mostOfOne,
    ({ measure, rows }) =>
      `Do you mean the most ${measure} of a single row of ${rows}, or of all of them together? Say "highest", or "highest total".`,
    'ambiguous',
  ),
  guard(lostTotal, (total) => `It's not clear what "${total}" adds up.`),
  guard(lostShare, (share) => `It's not clear what "${share}" is a share of. Name both columns.`),
  guard(lostRows, (rows) => `It's not clear what "${rows}" asks for.`),
  guard(lostPerson, (person) => `Who does "${person}" mean? Name the column.`, 'ambiguous'),
  guard(lostDenial, (denial) => `It's not clear what "${denial}" excludes.`),
];

/** The first thing that a query loses of a question; null where it does all that is asked. */
export const lossOf: Guard = (question, query, schema) => firstOf(GUARDS, question, query, schema);

/** What a query that was made of other words loses of those of the question. */
export const lossOfWords: Guard = (question, query, schema) =>
  firstOf(GUARDS_OF_WORDS, question, query, schema);

function firstOf(guards: readonly Guard[], ...asked: Parameters<Guard>): Loss | null {
  for (const finds of guards) {
    const lost = finds(...asked);
    if (lost) return lost;
  }
  return null;
}

/** `names of cooks in the Grill section`, of which a query shows the name of the section, and `the name of the shift that Ann is on`, of which it shows hers. */
function showsWhatIsSaid(question: Question, { select, from, joins, where }: SelectQuery): boolean {
  const isOwn = (expr: Expr) => expr.kind === 'column' && expr.alias === from.alias;
  return (
    select.every(({ expr }) => expr.kind === 'column' && isGiven(expr, { joins, where })) &&
    (!select.some(({ expr }) => isOwn(expr)) || asksNameOfOthers(question, from.table))
  );
}
