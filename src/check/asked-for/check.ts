import type { Asked, HeldTo } from '#src/check/asked.ts';
import { missedHour } from '#src/check/asked-for/clock-times.ts';
import { otherColumn } from '#src/check/asked-for/columns.ts';
import { otherEnd } from '#src/check/asked-for/ends.ts';
import { onlyIncluded } from '#src/check/asked-for/included.ts';
import { isList, owedByLists } from '#src/check/asked-for/lists.ts';
import { neverByRows } from '#src/check/asked-for/never.ts';
import { droppedNumber, foreignNumber } from '#src/check/asked-for/numbers.ts';
import { readsAsEnglish } from '#src/check/asked-for/question-language.ts';
import { rankedByOther } from '#src/check/asked-for/ranked-by.ts';
import { otherRowBefore } from '#src/check/asked-for/row-before.ts';
import { droppedValue, foreignText } from '#src/check/asked-for/texts.ts';
import { ageByYears } from '#src/check/asked-for/whole-years.ts';
import { conditionsOf } from '#src/check/conditions.ts';
import { owedBy, unmetBy } from '#src/check/owed/owed.ts';
import type { Check } from '#src/check/types.ts';
import { withPlainBounds } from '#src/language/en/asked-for.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

const NAME = 'asked_for';
const NOTHING_OWED = 'The question has no conditions that the SQL must meet.';

/**
 * Whether a statement that a model wrote answers the question that was asked: it keeps to the values and numbers that
 * the question names, keeps rows by nothing else, and computes with the measure that is named. What the sure path of
 * the built-in planner writes says each word of the question once, and is held only to what a list never answers; what it
 * reads beyond that fails where something that is owed is not met. Of a question in another
 * language only values, numbers and ends of an order are read, and what is owed where a language without spaces is known
 * in part.
 */
export function checkAskedFor(
  facts: QueryFacts,
  catalog: Catalog,
  { question, isPartly, today, writtenFor, heldTo }: Asked,
): Check {
  const narrowed = onlyIncluded(facts, catalog, question);
  if (!writtenFor && narrowed) return { name: NAME, outcome: 'warning', detail: narrowed };
  if (heldTo) return keepsTo(heldTo, facts, catalog, today);
  if (!writtenFor && !isPartly && isList(facts) && readsAsEnglish(question, catalog)) {
    const [lacks] = unmetBy(owedByLists(facts, catalog, { question, today }), facts, catalog);
    if (lacks) return { name: NAME, outcome: 'warning', detail: lacks.detail };
  }
  if (!writtenFor) return { name: NAME, outcome: 'skipped', detail: 'No model wrote this SQL.' };
  const isEnglish = !isPartly && readsAsEnglish(question, catalog);
  const owed =
    isEnglish || isPartly
      ? owedBy(withPlainBounds(question), catalog, writtenFor.hits, today, isPartly)
      : [];
  const unmet = unmetBy(owed, facts, catalog);
  const found = [
    narrowed,
    droppedValue(facts, catalog, question, writtenFor),
    foreignText(facts, catalog, question, writtenFor),
    droppedNumber(facts, question, today),
    foreignNumber(facts, catalog, question, writtenFor.context),
    otherEnd(facts, catalog, question),
    otherRowBefore(facts, catalog),
    missedHour(facts, question),
    ...(isEnglish
      ? [
          otherColumn(facts, catalog, question),
          neverByRows(facts, catalog, question),
          rankedByOther(facts, catalog, question),
          ageByYears(facts, catalog, question),
        ]
      : []),
    ...unmet.map(({ detail }) => detail),
  ].flatMap((one) => one ?? []);
  if (found.length > 0)
    return { name: NAME, outcome: 'warning', detail: [...new Set(found)].join(' ') };
  return owed.length === 0 && conditionsOf(facts).length === 0
    ? { name: NAME, outcome: 'skipped', detail: NOTHING_OWED }
    : { name: NAME, outcome: 'passed', detail: 'The SQL uses what the question names.' };
}

/** A reading beyond the sure path is no answer where the words ask for something that it does not do. */
function keepsTo(
  { words, hits }: HeldTo,
  facts: QueryFacts,
  catalog: Catalog,
  today: Asked['today'],
): Check {
  const owed = owedBy(words, catalog, hits, today);
  const unmet = unmetBy(owed, facts, catalog);
  if (unmet.length > 0)
    return { name: NAME, outcome: 'failed', detail: unmet.map(({ detail }) => detail).join(' ') };
  return owed.length === 0
    ? { name: NAME, outcome: 'skipped', detail: NOTHING_OWED }
    : { name: NAME, outcome: 'passed', detail: 'The SQL does what the question asks for.' };
}
