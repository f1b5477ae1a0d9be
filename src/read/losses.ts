import { plural } from '#src/catalog/catalog-names.ts';
import { isGiven } from '#src/planner/asked-people.ts';
import { averagesSingleRows, countsSingleRows } from '#src/planner/averaged-rows.ts';
import type { DeclineReason } from '#src/planner/plan.ts';
import type { Expr, SelectQuery } from '#src/plugin-api/query.ts';
import { countsPastAmount } from '#src/read/amount-of-verb.ts';
import { lostAmounts } from '#src/read/amounts-together.ts';
import { countsPastColumn, numberForRows, sumsPastColumn } from '#src/read/counts-past-column.ts';
import type { Finds } from '#src/read/finds.ts';
import { unlicensed } from '#src/read/licensed.ts';
import { lostAttribute } from '#src/read/lost-attribute.ts';
import { lostBeside } from '#src/read/lost-beside.ts';
import { lostCount, lostSecondCount } from '#src/read/lost-count.ts';
import {
  deniesAmongTied,
  deniesNothing,
  deniesOwn,
  deniesSingleRows,
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
  guard(lostOwnRows, (tie) => `What "${tie}" says was not understood. Name the column that tells.`),
  guard(
    statesMaking,
    (verb) =>
      `Are those meant that are still "${verb}", or all that were? Say "with the status", or leave the word out.`,
    'ambiguous',
  ),
  guard(
    pairedLists,
    (words) =>
      `Are two lists asked "${words}", or those that belong together? Ask for one, or say "with their".`,
    'ambiguous',
  ),
  guard(
    splitRows,
    (table, schema) =>
      `Is all of that said of one of ${labelOf(table, schema)}? Join it by "and" where it is not.`,
    'ambiguous',
  ),
  guard(
    stateOfDeed,
    (verb) => `Is it asked whether it was ${verb}, or how that came out? Name the column.`,
    'ambiguous',
  ),
];

/** What a query may lose of a question, whoever reads it. */
const GUARDS: readonly Guard[] = [
  guard(
    notShown,
    ({ of }) =>
      `The question asks to see "${of.text}", which no sure reading of it shows. Name the columns as the tables do.`,
  ),
  guard(
    countsPastAmount,
    () =>
      'Are rows counted, or is a number of each row compared? Name the column that is compared.',
    'ambiguous',
  ),
  guard(
    countsPastColumn,
    ({ computed, column }) =>
      `Are rows of ${computed} counted, or is the ${column} asked? Say "how many ${plural(computed)}", or "${column}".`,
    'ambiguous',
  ),
  guard(
    sumsPastColumn,
    ({ computed, column }) =>
      `Is ${column} asked, or ${computed} to be added up? Name the rows that it is of.`,
    'ambiguous',
  ),
  guard(
    numberForRows,
    ({ computed, column }) =>
      `Are ${plural(computed)} asked, or the ${column}? Say "how many ${plural(computed)}", or "${column}".`,
    'ambiguous',
  ),
  guard(
    ranksRowsOfGroups,
    ({ label }) =>
      `Several rows share each ${label}, and only one row of each was looked at. Ask for the number "by ${label}".`,
  ),
  guard(
    (_question, query, { tables }) => averagesSingleRows(query, tables),
    () => 'Each group has a single row: nothing is averaged.',
  ),
  guard(
    (_question, query, { tables }) => countsSingleRows(query, tables),
    () => 'Each group has one of them: nothing is counted.',
  ),
  guard(lostEnd, (end) => `By what is "${end}" meant? Name the column.`, 'ambiguous'),
  guard(
    lostGroup,
    (group) => `Is something counted "${group}"? Ask for the number of what is.`,
    'ambiguous',
  ),
  guard(
    lostPer,
    (rows) => `Is something counted "${rows}"? Ask for the number of what is.`,
    'ambiguous',
  ),
  guard(
    lostAmounts,
    (amounts) => `Are "${amounts}" added up, or is each compared? Ask for one of them.`,
    'ambiguous',
  ),
  guard(lostPart, (part) => `What is asked of the ${part} was not understood.`),
  guard(
    otherTime,
    (table, schema) => `Is the time that of ${labelOf(table, schema)}? Name the date.`,
    'ambiguous',
  ),
  guard(
    otherYear,
    (table, schema) => `Is the year that of ${labelOf(table, schema)}? Name the date.`,
    'ambiguous',
  ),
  guard(
    spanForTime,
    (words) => `What "${words}" says was not understood. Name the date.`,
    'ambiguous',
  ),
  guard(otherPeriod, (rows) => `Is the time that of "${rows}"? Name the date.`, 'ambiguous'),
  guard(
    otherDeed,
    (verb) =>
      `When something was ${verb} is asked, and another date would be compared. Name the date.`,
    'ambiguous',
  ),
  guard(
    measuresKey,
    (key) => `"${key}" only tells rows apart: what is counted or compared was not understood.`,
  ),
  guard(
    sumsNumbers,
    (words) => `Are the "${words}" numbered, or is their number kept? Name it.`,
    'ambiguous',
  ),
  guard(
    commonOthers,
    (rows) =>
      `Which of the "${rows}" is the most common is asked: for each of what was not understood.`,
  ),
  guard(
    countsNumbered,
    (column) => `Is "${column}" asked, or how many there are? Say "${column}", or "how many".`,
    'ambiguous',
  ),
  guard(
    countsAmounts,
    (amount) => `Is "${amount}" to be added up, or are different ones counted?`,
    'ambiguous',
  ),
  guard(otherNoun, (amount) => `Is "${amount}" meant? Name what is compared.`, 'ambiguous'),
  guard(lostCount, (count) => `Rows are counted: what "${count}" asks was not understood.`),
  guard(
    (_question, query) => deniesNothing(query),
    () => 'Is it denied of one row, or of all that belong together?',
    'ambiguous',
  ),
  guard(
    deniesSingleRows,
    () => 'Is it denied of one row, or of all that belong together?',
    'ambiguous',
  ),
  guard(
    deniesOwn,
    ({ own, other }, schema) =>
      `Each has ${labelOf(own, schema)} of its own: is ${labelOf(other, schema)} meant? Name it.`,
    'ambiguous',
  ),
  guard(
    (_question, query, schema) => deniesAmongTied(query, schema),
    (rows, schema) => `Are ${labelOf(rows, schema)} meant that have none at all, too?`,
    'ambiguous',
  ),
  guard(lostBeside, (words) => `What is to be shown of "${words}" was not understood.`),
  guard(
    lostUnit,
    (unit) => `Whether "${unit}" are counted was not understood. Leave the word out.`,
  ),
  guard(
    unitOfOthers,
    (unit) => `What is measured in "${unit}" of these rows is not known. Name the column.`,
    'ambiguous',
  ),
  guard(
    otherRows,
    (rows) => `Are "${rows}" counted, or what others call so? Name the table.`,
    'ambiguous',
  ),
  guard(
    sumsOnce,
    (rows) =>
      `"${rows}" have no such number of their own. Is that of what they belong to added up once, or once for each of them?`,
    'ambiguous',
  ),
  guard(
    otherName,
    (table, schema) =>
      `What ${labelOf(table, schema)} are called is not known. Name the column that is asked.`,
  ),
  guard(lostSecondCount, (counts) => `Two numbers are asked "${counts}": ask for one at a time.`),
  guard(
    otherInformation,
    (table, schema) =>
      `What is asked of ${labelOf(table, schema)} was not understood. Name the columns.`,
  ),
  guard(lostAttribute, (rows) => `What says which "${rows}" are meant was not understood.`),
  guard(turnedDeed, (verb) => `Who "${verb}" whom was not understood. Name the column.`),
  ...GUARDS_OF_WORDS,
  guard(
    otherRole,
    (verb) => `Who "${verb}" it is kept, and others would be looked at. Name the column.`,
    'ambiguous',
  ),
  guard(
    otherDoer,
    (verb) =>
      `Who "${verb}" was not understood: somebody else would be looked at. Name the column.`,
    'ambiguous',
  ),
  guard(
    (question, query) => showsWhatIsSaid(question, query),
    () => 'What would be shown has been said. Name the column that is asked for.',
  ),
  guard(
    unlicensed,
    (table, schema) =>
      `${labelOf(table, schema)} would be joined, though the question doesn't mention them. Name them, or the column that is meant.`,
    'ambiguous',
  ),
  guard(farValue, (word) => `What is "${word}"? Name the column that says so.`, 'ambiguous'),
  guard(
    otherWay,
    (table, schema) =>
      `What belongs together was not understood: ${labelOf(table, schema)} may tell, and would be left aside.`,
    'ambiguous',
  ),
  guard(
    otherOwner,
    (rows, schema) =>
      `What is said of ${labelOf(rows, schema)} was not understood. Name the column.`,
  ),
  guard(
    farAttribute,
    (table, schema) =>
      `What would be shown is of ${labelOf(table, schema)}. Name them, or the column that is asked for.`,
    'ambiguous',
  ),
  guard(
    pastOwnTie,
    ({ rows, column }) =>
      `Is it the ${column} of ${rows} that tells what belongs together? Name the column, or the rows between.`,
    'ambiguous',
  ),
  guard(
    pastDeed,
    (table, schema) =>
      `What belongs together may be told by ${labelOf(table, schema)}. Name them, or the column.`,
    'ambiguous',
  ),
  guard(
    unsaidRole,
    ({ column, from, to }, schema) =>
      `Do ${labelOf(from, schema)} and ${labelOf(to, schema)} belong together by the ${column}? The data ties them in other ways, too: name the column.`,
    'ambiguous',
  ),
  guard(lostOwner, (words) => `What "${words}" says was not understood. Name the column.`),
  guard(lostLetter, (letter) => `What "${letter}" is said of was not understood. Name the column.`),
  guard(
    lostNumber,
    (verb) => `What number "${verb}" speaks of was not understood. Name the column.`,
  ),
  guard(lostPair, (words) => `Of which rows "${words}" are said was not understood.`),
  guard(
    lostTimes,
    (times) =>
      `How often something was done is asked: what "${times}" is said of was not understood.`,
  ),
  guard(
    mostOfOne,
    ({ measure, rows }) =>
      `Is the most ${measure} of a single one of ${rows} meant, or of all of them together? Say "highest", or "highest total".`,
    'ambiguous',
  ),
  guard(lostTotal, (total) => `What "${total}" adds up was not understood.`),
  guard(
    lostShare,
    (share) => `What "${share}" is a part of was not understood. Name both columns.`,
  ),
  guard(lostRows, (rows) => `What is asked "${rows}" was not understood.`),
  guard(lostPerson, (person) => `Who is meant by "${person}"? Name the column.`, 'ambiguous'),
  guard(lostDenial, (denial) => `What "${denial}" leaves out was not understood.`),
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
