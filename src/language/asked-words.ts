import type { Phrase, PhraseRow } from '#src/language/tables.ts';

export type Comparator = '>' | '>=' | '<' | '<=';

type Words = ReadonlySet<string>;
type Meanings<Meaning> = readonly PhraseRow<Meaning>[];

/** Which end of an order a word speaks of, in numbers and in dates; null: nothing that is sure. */
export interface OrderWord {
  readonly numbers: 'asc' | 'desc' | null;
  readonly dates: 'asc' | 'desc' | null;
}

/**
 * The words by which a language asks for something of a statement, as data: all that `src/check/owed` knows of it. Words
 * and phrases are in lower case; phrases are runs of words, longest first.
 */
export interface AskedForWords {
  /** Before a number: "more than 20 orders". */
  readonly boundsBefore: Meanings<Comparator>;
  /** After a number: "5 or more". */
  readonly boundsAfter: Meanings<Comparator>;
  /** May stand between such a phrase and its number: "over the 20". */
  readonly beforeNumbers: Words;
  /** What leaves out the value or name that comes right after it. */
  readonly excluding: readonly Phrase[];
  /** May stand between that and a value, and between that and a name. */
  readonly beforeExcluded: Words;
  /** Words that may turn a sentence round; a question without any of them leaves nothing out. */
  readonly turning: Words;
  /** Words that ask for what has none, or is not so. */
  readonly negating: Words;
  /** After one of them: a limit, no negation: "no more than". */
  readonly notNegating: Words;
  /** "Including those without", "0 if there are none": words of what has none, before them and beside a zero. */
  readonly absent: Words;
  readonly including: Words;
  readonly zeros: Words;
  readonly whenNone: Words;
  /** Numbers after one of them that stand for somebody: "no one". */
  readonly negatedNumbers?: Words;
  /** Before one of them: an alternative, no negation: "or not". */
  readonly alternative: Words;
  readonly average: Words;
  readonly total: Words;
  /** After a word for a total: a number of things. */
  readonly notTotal: Words;
  readonly different: Words;
  /** After a word for "different": a comparison: "different from". */
  readonly notDifferent: Words;
  /** "How many", "number of": what begins a count of the things right behind. */
  readonly counted: Meanings<'asks' | 'names'>;
  /** Words of such phrases, each alone. */
  readonly countedWords: Words;
  /** May stand between such a phrase and its thing. */
  readonly beforeCounted: Words;
  /** Words of a column that holds counts or sums. */
  readonly numbering: Words;
  /** Words of columns that keep how many others there are: `number of tickets`, `tickets total`. */
  readonly keptCounts: Words;
  /** Beside them a count is no stranger. */
  readonly counts: Words;
  /** Beside them an average is no stranger. */
  readonly rates: Words;
  /** Beside them a smallest or largest is no stranger. */
  readonly ends: Words;
  /** Words of one end of an order. */
  readonly orders: ReadonlyMap<string, OrderWord>;
  /** "Top 5": an end where a number follows. */
  readonly leads: ReadonlyMap<string, 'asc' | 'desc'>;
  /** "Most", "least": an end, of dates where a word of `recent` follows. */
  readonly extremes: ReadonlyMap<string, 'asc' | 'desc'>;
  readonly recent: Words;
  /** Around "most" and "least": no end: "at least", "most of". */
  readonly notExtremeAfter: Words;
  readonly notExtremeBefore: Words;
  /** After a comparative: "older than". */
  readonly than: Words;
  /** Before an adjective that asks for a number: "how heavy". */
  readonly howBefore: Words;
  /** "Between 4 and 6": what opens a pair of bounds. */
  readonly between: Words;
  /** "Cheapest first": an order of all rows, where it comes soon after an end. */
  readonly first: Words;
  /** "Ascending": the order of all rows; "alphabetical", where nothing else says which way; and what turns that round. */
  readonly directions: ReadonlyMap<string, 'asc' | 'desc'>;
  readonly alphabets: ReadonlyMap<string, 'asc' | 'desc'>;
  readonly reversing: Words;
  /** Between two ends: "from newest to oldest". */
  readonly upTo: Words;
  /** After what was done: "hired first". */
  readonly firstAndLast: ReadonlyMap<string, 'asc' | 'desc'>;
  /** Words that ask for an order of all rows. */
  readonly sorting: Words;
  /** "Second": a place from an end. */
  readonly places: ReadonlyMap<string, number>;
  /** Words of columns in which the best is the smallest, or a time that is long or short. */
  readonly ranks: Words;
  /** Before the number of first rows. */
  readonly leading: Words;
  /** Of these, those that count from the far end. */
  readonly backward: Words;
  /** After the number of first rows. */
  readonly extremesAfter: Words;
  /** Words that ask for rows after the first ones. */
  readonly later: Words;
  /** Whether a word is a place in figures: `3rd`. */
  isOrdinal(word: string): boolean;
  /** Words that ask for a number of things. */
  readonly counting: Words;
  /** Units of time, after which a number is a length of time. */
  readonly timeUnits: Words;
  /** What rows of time are told apart by. */
  readonly periodGroups: Words;
  /** "By": groups, an order, or who did something; and "per", "each". */
  readonly by: Words;
  readonly each: Words;
  /** "In all warehouses": one of them is not enough. */
  readonly every: Words;
  /** "Per": a row for each thing, a quotient where a measure follows. */
  readonly quotient: Words;
  /** Before two values: rows of the one and rows of the other are asked for. */
  readonly both: Words;
  /** Between the parts of a list. */
  readonly joining: Words;
  /** Between such a word and its name. */
  readonly beforeGroups: Words;
  /** Before "by": an order, a means, somebody who did it. */
  readonly notGroups: Words;
  /** After a name: one of them is meant, not each. */
  readonly narrowing: Words;
  /** Between a name and a value of it. */
  readonly naming: Words;
  /** A value that says yes or no. */
  readonly yes: Words;
  readonly no: Words;
  /** Words of columns that tell rows apart: `name`, `id`. */
  readonly telling: Words;
  /** Words of columns that do not say what they are of: not `date` and `percent`. */
  readonly kinds: Words;
  /** May stand before the thing that a question is after. */
  readonly opening: Words;
  /** "Who": a name is asked for. */
  readonly persons: Words;
  /** "Names of": what is shown of things, where a word of `ofThings` follows. */
  readonly called: Words;
  readonly ofThings: Words;
  /** After "most": what comes most often. */
  readonly frequent: Words;
  /** Words that open a clause, which may name columns that need not be shown. */
  readonly opensClause: Words;
  /** Beside them more is shown of a thing than what tells it apart. */
  readonly shownMore: Words;
  /** "'s": what follows belongs to it. */
  readonly owner: Words;
  /** Words of questions that are answered with other periods, too, or that take an end of the period. */
  readonly comparing: readonly Phrase[];
  /** Words that name a part of a period that is read as the whole. */
  readonly partOfPeriod: Words;
}
