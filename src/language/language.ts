import type { Phrase, PhraseRow } from '#src/language/tables.ts';
import type { ComparisonOperator } from '#src/plugin-api/query.ts';
import type { AggregateFunction } from '#src/query/functions.ts';

export interface Ranking {
  readonly direction: 'asc' | 'desc';
  /** Lemmas of a column's name that the word speaks of, best first: `oldest` → age. Empty: of what it stands before. */
  readonly of: readonly string[];
  /** Speaks of times: the largest is the latest. */
  readonly time?: true;
  /** Lemmas of the names of times that it speaks of where nothing else does: the oldest ship was built first. */
  readonly since?: readonly string[];
}

export type MatchMode = 'contains' | 'starts' | 'ends';

/** What a head of names is said of: `date` of times, `name` of texts. */
export type NameHead = 'number' | 'text' | 'category' | 'year' | 'time' | 'measure' | 'any';

type Words = ReadonlySet<string>;
type Meanings<Meaning> = readonly PhraseRow<Meaning>[];

/** A kind of reference from rows to rows of their own table, by the words that name either end. */
export interface OwnRole {
  /** Words of the column that refers. */
  readonly of: Words;
  /** What the row that is referred to is called. */
  readonly up: Words;
  /** What the rows that refer to it are called. */
  readonly down: Words;
  /** Before the name of the rows: `subcategories`. */
  readonly below: Words;
  /** What the one does to the others: `who manages Tom`. */
  readonly verbs: Words;
  /** The same as it is said of them: `managed by Ann`. */
  readonly done: Words;
  /** What those do who refer: `who reports to Ann`. */
  readonly follows: Words;
}

/** What is asked of rows that refer to their own table. */
export type OwnForm =
  | 'up'
  | 'down'
  | 'count'
  | 'groups'
  | 'most'
  | 'ups'
  | 'rootless'
  | 'childless'
  | 'pairs';

/** What has become of rows, as their dates or what belongs to them tell. */
export type RowState =
  | 'late'
  | 'punctual'
  | 'overdue'
  | 'present'
  | 'former'
  | 'new'
  | 'repeated'
  | 'single'
  | 'inactive';

/** All words that the rules of `src/read` know of a language. What each table is for stands beside its English rows. */
/** A verb of a time by the words of its kind, or of whatever the only time of rows is. */
export interface VerbOfTimes {
  readonly verbs: readonly string[];
  /** Said of the rows themselves: their time may just be called a date. */
  readonly plain?: true;
}

export interface Language {
  /** Words that carry nothing to look up. */
  readonly functionWords: {
    readonly articles: Words;
    readonly links: Words;
    readonly asking: Words;
    readonly askingFirst: Words;
    readonly telling: Words;
    readonly plain: Words;
    readonly determiners: Words;
    readonly counters: Words;
    readonly pronouns: Words;
    readonly objects: Words;
    readonly possessives: Words;
    readonly choosing: Words;
    readonly askingAdverbs: ReadonlyMap<string, 'place' | 'time'>;
    readonly relative: Words;
    /** Between two conditions: `above average and in Oslo`. */
    readonly contrasting: Words;
    /** Verbs before a number of the rows, which say no more than that they have it. */
    readonly holding: Words;
    /** Ask for somebody: `who`. */
    readonly presently: Words;
    readonly persons: Words;
    readonly tying: Words;
    readonly owning: Words;
    readonly kindsOf: Words;
    readonly dangling: Words;
    readonly sorting: Words;
    readonly counting: Words;
    readonly operating: Words;
    readonly verbOpeners: Words;
    readonly auxiliaries: Words;
    readonly lightVerbs: Words;
    readonly articlesAtEnds: Words;
    readonly possessing: Words;
    readonly happening: Words;
    readonly stranded: Words;
    readonly common: Words;
    readonly unitsOfMeasure: Words;
  };
  /** What may stand between two parts of a phrase. */
  readonly between: {
    readonly being: Words;
    /** Before what rows are: `boats that are sloops`. */
    readonly said: Words;
    readonly bounds: Words;
    readonly ends: Words;
    readonly matches: Words;
    readonly periods: Words;
    readonly alternatives: Words;
    readonly texts: Words;
    readonly roles: Words;
    readonly denied: Words;
    readonly measures: Words;
    readonly rows: Words;
    readonly items: Words;
    readonly rowLinks: Words;
    readonly owners: Words;
    readonly orders: Words;
    readonly directions: Words;
    readonly each: Words;
    readonly picks: Words;
    readonly objects: Words;
    readonly shared: Words;
    readonly wholeOf: Words;
    readonly glue: Words;
    readonly lists: Words;
  };
  /** Between the ends of a range: `up to and including`. */
  readonly rangeEnds: readonly Phrase[];
  /** What times are called by that verbs tell of rows. */
  readonly verbsOfTimes: Meanings<VerbOfTimes>;
  readonly comparators: Meanings<ComparisonOperator>;
  readonly boundsAfter: Meanings<ComparisonOperator>;
  readonly above: ReadonlyMap<string, ComparisonOperator>;
  readonly compared: ReadonlyMap<string, readonly string[]>;
  /** `at least as old as`, `at least as many votes as`. */
  readonly asMuch: {
    readonly openers: Meanings<ComparisonOperator>;
    readonly much: Words;
    readonly degrees: ReadonlyMap<string, readonly string[]>;
    readonly as: string;
  };
  /** The same of verbs that a bound follows: `weigh`. */
  readonly measuring: ReadonlyMap<string, readonly string[]>;
  readonly narrowing: Words;
  readonly namesOf: Words;
  readonly naming: Words;
  readonly periodOpeners: Words;
  readonly aggregates: Meanings<AggregateFunction>;
  readonly distinct: Words;
  readonly quantities: readonly Phrase[];
  readonly rankings: Meanings<Ranking>;
  readonly most: Words;
  /** `30 years old`: what stands behind an age, and the lemma of its column. */
  readonly ages: readonly Phrase[];
  readonly age: string;
  /** Bounds of the age of people that do not name it: `people over 40`, `past the age of 50`, `aged 30`. */
  readonly ageBounds: {
    readonly comparisons: Words;
    readonly before: Words;
    readonly aged: Words;
    readonly openers: Meanings<ComparisonOperator>;
    /** `in their forties`: the first of ten years. */
    readonly decades: ReadonlyMap<string, number>;
    readonly beforeDecades: readonly Phrase[];
    readonly most: number;
  };
  /** `with more than 5000 people`: who is counted by a column of that name, and what may stand before the bound. */
  readonly population: { readonly said: Words; readonly name: string; readonly before: Words };
  /** `8 or better`, and the columns of which more is better. */
  readonly better: { readonly behind: readonly Phrase[]; readonly ifMore: Words };
  /** Verbs that say no more than that rows belong to others, and the like. */
  readonly relating: Words;
  readonly thenBy: readonly Phrase[];
  /** `in that city`: the group that was spoken of. */
  readonly sameGroup: Words;
  /** Words of the names of times that are those of a birth. */
  readonly births: Words;
  /** Verbs of a movement, and what the reference is called that they speak of. */
  readonly roleWords: ReadonlyMap<string, readonly string[]>;
  readonly recency: Meanings<'asc' | 'desc'>;
  readonly frequent: Meanings<'asc' | 'desc'>;
  readonly ordered: Meanings<true>;
  /** Around the end of an order that is listed first: `starting with the oldest`, `newest first`, `from the highest to the lowest`. */
  readonly listedFirst: {
    readonly opener: readonly Phrase[];
    readonly behind: Words;
    readonly to: Words;
  };
  readonly inOrderOf: readonly Phrase[];
  readonly directions: Meanings<'asc' | 'desc'>;
  /** Words of directions that are said of ages, of times, and of numbers. */
  readonly agesOfEnds: Words;
  readonly timesOfEnds: Words;
  readonly numbersOfEnds: Words;
  readonly negations: Meanings<true>;
  /** Denies that anybody did what follows. */
  readonly nobody: readonly Phrase[];
  readonly grouping: Meanings<true>;
  readonly matching: Meanings<MatchMode>;
  readonly counting: readonly Phrase[];
  readonly whole: readonly Phrase[];
  readonly joiners: readonly Phrase[];
  readonly beside: readonly Phrase[];
  /** `the number`, said again of what was computed. */
  readonly timesRanked: readonly PhraseRow<'asc' | 'desc'>[];
  readonly timesNumbers: ReadonlyMap<string, number>;
  /** `above that of Ann`: before the row whose number is compared with. */
  readonly ofThat: readonly Phrase[];
  readonly everyOf: readonly PhraseRow<'all' | 'some'>[];
  readonly sameNumber: readonly Phrase[];
  /** Before a function that was computed: `that total`. */
  readonly sameFunction: Words;
  /** What is asked of the same rows behind them: `and in what year is that`. */
  readonly askedAgain: {
    readonly behind: Words;
    readonly which: Words;
    readonly verbs: readonly Phrase[];
    /** `how much is it`: the column that rows were ranked or bounded by. */
    readonly amounts: readonly Phrase[];
  };
  /** Questions whose answer is computed from the answers of others. */
  /** How people ask for what a table shows in passing. */
  readonly everyday: {
    readonly endsOrder: Words;
    readonly orderSigns: Meanings<'asc' | 'desc'>;
    readonly dateHeads: readonly string[];
    /** References of rows to rows of their own table, and how these are asked for. */
    readonly ownRoles: readonly OwnRole[];
    readonly ownForms: readonly { readonly kind: OwnForm; readonly form: Phrase }[];
    readonly staff: Words;
    readonly toWhom: Words;
    readonly direct: Words;
    readonly followed: Words;
    readonly detailsOf: readonly Phrase[];
    readonly showRow: readonly Phrase[];
    readonly numbered: Words;
    readonly contentsOf: readonly Phrase[];
    readonly whenWas: readonly Phrase[];
    readonly rowStates: Meanings<RowState>;
    readonly left: readonly Phrase[];
    readonly undone: ReadonlyMap<string, string>;
    readonly notYet: readonly Phrase[];
    readonly yet: Words;
    readonly beforeStates: Words;
    readonly weHave: readonly Phrase[];
    readonly finished: Words;
    readonly comparisons: {
      readonly versus: Words;
      readonly compare: Words;
      readonly with: Words;
      /** `compared with` */
      readonly to: readonly Phrase[];
      readonly around: Words;
    };
    readonly durations: {
      readonly forms: readonly Phrase[];
      readonly before: Words;
      readonly of: Words;
      readonly units: ReadonlyMap<string, 'days' | 'hours' | 'minutes'>;
      readonly inUnits: Words;
      readonly beforeEnds: Words;
      readonly all: Words;
      readonly done: readonly Phrase[];
    };
    readonly bought: readonly { readonly before: Phrase; readonly after: readonly Phrase[] }[];
  };
  readonly composed: {
    readonly percentages: Words;
    readonly fractions: Words;
    /** `in 2024 but not in 2025`, `in 2024 and in 2025` */
    readonly but: Words;
    readonly and: Words;
    readonly denials: readonly Phrase[];
    /** Before a period. */
    readonly before: Words;
    readonly beforeShares: Words;
    /** `In percent`, wherever it stands. */
    readonly inPercent: readonly Phrase[];
    /** Between a part and its whole. */
    readonly among: Words;
    /** After which the verb of the question tells the part. */
    readonly askingParts: Words;
    readonly beforeWholes: Words;
    readonly relatives: Words;
    readonly narrowers: Words;
    readonly finiteVerbs: Words;
    readonly wholeSums: Words;
    readonly partTies: readonly Phrase[];
    readonly partLinks: Words;
    readonly partPrepositions: Words;
    /** `does Defense get`: around whose part of an amount is asked. */
    readonly partAskers: Words;
    readonly partVerbs: readonly Phrase[];
    readonly andHowMany: readonly Phrase[];
    readonly howMany: Phrase;
    readonly numberOf: Phrase;
    readonly ofThem: readonly Phrase[];
    readonly referring: Words;
    readonly there: readonly Phrase[];
    readonly more: Phrase;
    readonly fewer: readonly Phrase[];
    /** Around the row that has more: `does Comet have`. */
    readonly rowVerbs: Words;
    readonly pluralVerbs: ReadonlyMap<string, string>;
    readonly not: string;
    /** Before the groups of which each has first rows of its own: `in each category`. */
    readonly ofEach: readonly Phrase[];
    /** Those of them that say where something is done, rather than what is divided. */
    readonly withinEach: readonly Phrase[];
  };
  /** `the average number of orders per customer`: an average of what each has. */
  /** Behind amounts that are added up. */
  readonly totals: readonly Phrase[];
  readonly ofEach: {
    readonly functions: ReadonlyMap<string, 'avg' | 'median'>;
    readonly onAverage: readonly Phrase[];
    readonly per: readonly Phrase[];
    /** Of these more than one thing may follow. */
    readonly perOne: Words;
    readonly does: Words;
    readonly one: Words;
    readonly having: readonly Phrase[];
    readonly numberOf: readonly Phrase[];
    readonly after: Words;
    readonly grouping: Words;
    readonly units: ReadonlyMap<string, 'year' | 'quarter' | 'month' | 'week' | 'day'>;
    readonly periodic: ReadonlyMap<string, 'year' | 'quarter' | 'month' | 'week' | 'day'>;
  };
  /** `return rate`: how many of the rows are in a state. */
  readonly rates: {
    readonly nouns: Words;
    readonly others: Words;
    readonly states: ReadonlyMap<string, Words>;
    readonly of: Words;
    readonly before: Words;
    readonly ends: ReadonlyMap<string, 'asc' | 'desc'>;
    readonly beforeEnds: Words;
    readonly first: ReadonlyMap<string, 'asc' | 'desc'>;
    readonly asking: Words;
  };
  /** `the difference between the highest and the lowest fare`. */
  readonly spreads: {
    readonly nouns: Words;
    readonly between: string;
    readonly of: Words;
    readonly again: Words;
    readonly howMuch: readonly Phrase[];
    /** Between the greater and the smaller of two numbers: `exceeds`. */
    readonly exceeding: Words;
    readonly ageGaps: readonly Phrase[];
    readonly ageUnits: Words;
  };
  /** `of their`: before what rows share with the row that is compared. */
  /** What is said a second time, or in two sentences that are one. */
  readonly saidAgain: {
    readonly that: Words;
    readonly groupedAndOrdered: readonly Phrase[];
    readonly forEach: string;
    readonly orderedBy: string;
    readonly thenShow: readonly Phrase[];
    readonly orderedAgain: readonly Phrase[];
  };
  /** Bounds of what is computed for each. */
  readonly groupBounds: { readonly overall: Words; readonly or: Words };
  /** How often something occurs or is used. */
  readonly howOften: {
    readonly occurring: Words;
    readonly done: Words;
    readonly often: Words;
    readonly records: Words;
    readonly among: Words;
    readonly liking: Words;
    readonly rated: Words;
  };
  readonly sharing: readonly Phrase[];
  /** Around an average that something is compared with. */
  readonly averages: {
    readonly before: Words;
    readonly all: Words;
    readonly after: Words;
  };
  /** `shared by`: rows that have a value in common follow. */
  readonly shared: readonly Phrase[];
  /** `how old`: the columns that answer it, by the lemmas of their names. */
  readonly degrees: Meanings<readonly string[]>;
  /** Before a measure that `top 5 shops` are ranked by. */
  readonly rankedBy: readonly Phrase[];
  /** Phrases that carry nothing: `in total`. */
  /** `the letter A`: any word after it is a text. */
  readonly having: Words;
  readonly partNames: Words;
  readonly partOf: readonly Phrase[];
  readonly textNames: Words;
  /** What all rows are said to be in: `in the store`. */
  readonly settings: {
    readonly nouns: Words;
    readonly before: Words;
    readonly articles: Words;
    readonly unless: Words;
  };
  /** Phrases that tie rows to others, as a verb does. */
  readonly ties: readonly Phrase[];
  /** The first words of those that say how rows are, too. */
  readonly statingTies: Words;
  /** Ends of an order, of which a number says how many: `last 5 bookings`. */
  readonly countedEnds: Words;
  /** Words of columns that tell how rows are, and what they do. */
  readonly stateNames: { readonly states: Words; readonly actions: Words; readonly begun: Words };
  readonly fillers: readonly Phrase[];
  /** Before a year that stands for a column of years. */
  readonly yearOpeners: Meanings<ComparisonOperator>;
  readonly year: Words;
  /** Of the names of tables and columns. */
  readonly names: {
    readonly loose: Words;
    readonly containers: Words;
    readonly coded: Words;
    readonly countsOf: Words;
    readonly parting: Words;
    /** What a number ends with that tells rows apart: `round id`. */
    readonly numberHeads: Words;
    /** Words of columns that hold how often something was done. */
    readonly numberOfTimes: Words;
    /** Of columns that tell of what kind rows are. */
    readonly kindNames: Words;
    /** Heads that a column's own name may lack, and what columns they are said of. */
    readonly heads: ReadonlyMap<string, NameHead>;
    /** What a person is called, in lemmas: the words of it, and those of the columns that make it up. */
    readonly wholeName: Phrase;
    readonly personParts: readonly Phrase[];
    /** Lemma → lemmas that can stand for it. */
    readonly synonyms: ReadonlyMap<string, ReadonlySet<string>>;
    /** Lemmas of several words → those of names that can stand for them. */
    readonly phraseSynonyms: ReadonlyMap<string, readonly Phrase[]>;
    /** `staff member`: heads that only say that rows are meant. */
    readonly rowHeads: Words;
    /** `directed by`: what a column ends with that names who did something. */
    readonly agents: Words;
    /** Whether a word is one who does something: `reviewer`. */
    isAgent(word: string): boolean;
    /** Whether two words have one stem, or may be derived from one another. */
    isAkin(one: string, other: string): boolean;
    /** What words that are derived from one another share. */
    stem(word: string): string;
  };
  readonly verbs: {
    /** What verbs tell of the rows that they are said of, by the noun that a column may be called: `cost` → price. */
    readonly told: ReadonlyMap<string, string>;
    /** How data writes that something came out as a verb tells. */
    readonly outcomes: ReadonlyMap<string, readonly string[]>;
    /** What rows of a deed may be called by a short form of its verb: `rated` → rating. */
    deedsOf(word: string): readonly string[];
    /** What who did something is called beside: `author`, of `wrote`. */
    agents(word: string): readonly string[];
    isParticiple(word: string): boolean;
    /** What a word denies to have been done: `assigned`, of `unassigned`; null where it denies nothing. */
    undone(word: string): string | null;
    /** Whether a word is a verb as it stands, which ties who does it to what it is done to. */
    isBaseVerb(word: string): boolean;
    /** Whether a word is a verb by its form; null where the form does not tell. */
    isVerbForm(word: string): boolean | null;
  };
}
