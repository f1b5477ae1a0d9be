import { keysOf } from '#src/catalog/fold.ts';
import { aggregatesOwed, namedAggregatesOwed } from '#src/check/owed/aggregates.ts';
import { alternativesOwed } from '#src/check/owed/alternatives.ts';
import { askedWords } from '#src/check/owed/asked-words.ts';
import { boundsOwed } from '#src/check/owed/bounds.ts';
import { differentOwed, distinctOwed } from '#src/check/owed/distinct.ts';
import { endsOwed } from '#src/check/owed/ends.ts';
import { firstRowsOwed } from '#src/check/owed/first-rows.ts';
import { gradedOwed } from '#src/check/owed/graded.ts';
import { groupsOwed } from '#src/check/owed/groups.ts';
import { ENGLISH } from '#src/check/owed/languages.ts';
import { listedOwed } from '#src/check/owed/listed.ts';
import { namesOwed } from '#src/check/owed/names.ts';
import { negationOwed } from '#src/check/owed/negation.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { periodsOwed } from '#src/check/owed/periods.ts';
import { quotedOwed } from '#src/check/owed/quoted.ts';
import { rolesOwed } from '#src/check/owed/roles.ts';
import { shownOwed } from '#src/check/owed/shown.ts';
import { sortedOwed } from '#src/check/owed/sorted.ts';
import { statementOf } from '#src/check/owed/statement.ts';
import { tablesOwed } from '#src/check/owed/tables.ts';
import { nothingElseOwed } from '#src/check/owed/unasked.ts';
import { valuesOwed } from '#src/check/owed/values.ts';
import { withoutCourtesies } from '#src/language/en/courtesies.ts';
import type { Day } from '#src/planner/day.ts';
import type { Catalog, ValueHit } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

const READERS: readonly ReadObligations[] = [
  boundsOwed,
  firstRowsOwed,
  endsOwed,
  sortedOwed,
  gradedOwed,
  valuesOwed,
  quotedOwed,
  negationOwed,
  namesOwed,
  listedOwed,
  tablesOwed,
  rolesOwed,
  alternativesOwed,
  shownOwed,
  aggregatesOwed,
  distinctOwed,
  groupsOwed,
  periodsOwed,
  nothingElseOwed,
];

/** What is read of words whose neighbours are not known: no names and nothing that follows from what is not said. */
const READERS_OF_PARTS: readonly ReadObligations[] = [
  boundsOwed,
  firstRowsOwed,
  endsOwed,
  valuesOwed,
  negationOwed,
  namedAggregatesOwed,
  differentOwed,
  groupsOwed,
  periodsOwed,
];

/**
 * What a question in English asks of every statement that answers it, read from its words before there is any.
 *
 * @param isPartly - Whether only those of its words are in English that ask for something.
 */
export function owedBy(
  question: string,
  catalog: Catalog,
  hits: readonly ValueHit[],
  today: Day,
  isPartly = false,
): readonly Obligation[] {
  const isNamed = (words: string) =>
    hits.some(({ value }) => keysOf(value).key === keysOf(words).key);
  const said = withoutCourtesies(question, { isNamed });
  const asked = askedWords(said, catalog, hits, today, ENGLISH);
  return (isPartly ? READERS_OF_PARTS : READERS).flatMap((read) => read(asked));
}

/** What of it a statement does not do, a sentence each. */
export function unmetBy(
  obligations: readonly Obligation[],
  facts: QueryFacts,
  catalog: Catalog,
): readonly { readonly kind: string; readonly detail: string }[] {
  const statement = statementOf(facts, catalog);
  return obligations.flatMap(({ kind, unmetBy: unmet }) => {
    const detail = unmet(statement);
    return detail === null ? [] : [{ kind, detail }];
  });
}
