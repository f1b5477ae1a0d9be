import * as composed from '#src/language/en/composed.ts';
import * as everyday from '#src/language/en/everyday.ts';
import * as functionWords from '#src/language/en/function-words.ts';
import * as grammar from '#src/language/en/grammar.ts';
import * as operators from '#src/language/en/operators.ts';
import { LONG_RANGE_LINKS } from '#src/language/en/periods.ts';
import { isAgent, isAkin, stem } from '#src/language/en/stem.ts';
import { PHRASE_SYNONYMS, SYNONYMS } from '#src/language/en/synonyms.ts';
import {
  agents,
  areOneVerb,
  deedsOf,
  isBaseVerb,
  isDenying,
  isParticiple,
  isVerbForm,
  OUTCOMES,
  TOLD_BY_VERBS,
  undone,
} from '#src/language/en/verbs.ts';

/** All words that the rules of `src/read` know of English. */
export const ENGLISH = {
  /** Words that carry nothing to look up. */
  functionWords: {
    articles: functionWords.ARTICLES,
    beforeRows: functionWords.BEFORE_ROWS,
    beforeOne: functionWords.BEFORE_ONE,
    links: functionWords.LINKS,
    asking: functionWords.ASKING,
    askingFirst: functionWords.ASKING_FIRST,
    telling: functionWords.TELLING,
    plain: grammar.PLAIN,
    determiners: grammar.DETERMINERS,
    counters: grammar.COUNTERS,
    pronouns: grammar.PRONOUNS,
    objects: grammar.OBJECTS,
    possessives: grammar.POSSESSIVES,
    choosing: grammar.CHOOSING,
    askingAdverbs: grammar.ASKING_ADVERBS,
    relative: grammar.RELATIVE,
    /** Between two conditions: `above average and in Oslo`. */
    contrasting: grammar.CONTRASTING,
    /** Verbs before a number of the rows, which say no more than that they have it. */
    holding: grammar.HOLDING,
    /** Ask for somebody: `who`. */
    presently: grammar.PRESENTLY,
    persons: grammar.PERSONS,
    tying: grammar.TYING,
    owning: grammar.OWNING,
    kindsOf: grammar.KINDS_OF,
    dangling: grammar.DANGLING,
    sorting: grammar.SORTING,
    counting: grammar.COUNTING_WORDS,
    operating: grammar.OPERATING,
    verbOpeners: grammar.VERB_OPENERS,
    auxiliaries: grammar.AUXILIARIES,
    lightVerbs: grammar.LIGHT_VERBS,
    articlesAtEnds: grammar.ARTICLES_AT_ENDS,
    possessing: grammar.POSSESSING,
    happening: grammar.HAPPENING,
    stranded: grammar.STRANDED,
    common: grammar.COMMON,
    unitsOfMeasure: grammar.UNITS_OF_MEASURE,
  },
  /** What may stand between two parts of a phrase. */
  between: {
    being: grammar.BEING,
    /** Before what rows are: `boats that are sloops`. */
    said: grammar.BE_FORMS,
    bounds: grammar.BEFORE_BOUNDS,
    ends: grammar.BETWEEN_ENDS,
    matches: grammar.BEFORE_MATCHES,
    periods: grammar.BEFORE_PERIODS,
    alternatives: grammar.AFTER_OR,
    texts: grammar.BEFORE_TEXTS,
    roles: grammar.BEFORE_ROLES,
    denied: grammar.AFTER_NEGATIONS,
    measures: grammar.BEFORE_MEASURES,
    rows: grammar.BEFORE_ROWS,
    items: grammar.BEFORE_ITEMS,
    rowLinks: grammar.ROW_LINKS,
    owners: grammar.BEFORE_OWNERS,
    orders: grammar.ORDER_GLUE,
    directions: grammar.BEFORE_DIRECTIONS,
    each: grammar.BEFORE_EACH,
    picks: grammar.BEFORE_PICKS,
    objects: grammar.BEFORE_OBJECTS,
    shared: grammar.BEFORE_SHARED,
    wholeOf: grammar.WHOLE_OF,
    glue: grammar.GLUE,
    lists: grammar.LISTS,
  },
  /** Between the ends of a range: `up to and including`. */
  rangeEnds: LONG_RANGE_LINKS,
  /** What times are called by that verbs tell of rows. */
  verbsOfTimes: grammar.VERBS_OF_TIMES,
  comparators: operators.COMPARATORS,
  boundsAfter: operators.BOUNDS_AFTER,
  above: grammar.ABOVE,
  compared: operators.COMPARED,
  /** `at least as old as`, `at least as many votes as`. */
  asMuch: {
    openers: operators.AS_MUCH,
    much: operators.MUCH,
    degrees: operators.DEGREES_COMPARED,
    as: 'as',
  },
  /** The same of verbs that a bound follows: `weigh`. */
  measuring: operators.MEASURING,
  narrowing: grammar.NARROWING,
  naming: grammar.NAMING,
  namesOf: grammar.NAMES,
  periodOpeners: grammar.PERIOD_OPENERS,
  aggregates: operators.AGGREGATES,
  distinct: grammar.DISTINCT,
  quantities: grammar.QUANTITIES,
  rankings: operators.RANKINGS,
  most: grammar.MOST,
  /** `30 years old`: what stands behind an age, and the lemma of its column. */
  ages: grammar.AGES,
  age: grammar.AGE,
  /** `above that of Ann`: before the row whose number is compared with. */
  ofThat: grammar.OF_THAT,
  /** Bounds of the age of people that do not name it: `people over 40`, `past the age of 50`, `aged 30`. */
  ageBounds: {
    comparisons: grammar.AGE_BOUNDS,
    before: grammar.BEFORE_AGE_BOUNDS,
    aged: grammar.AGED,
    openers: grammar.BEFORE_AGES,
    /** `in their forties`: the first of ten years. */
    decades: grammar.AGE_DECADES,
    beforeDecades: grammar.BEFORE_AGE_DECADES,
    most: grammar.MAX_AGE,
  },
  /** `with more than 5000 people`: who is counted by a column of that name, and what may stand before the bound. */
  population: {
    said: grammar.INHABITANTS,
    name: grammar.POPULATION,
    before: grammar.BEFORE_INHABITANTS,
  },
  /** `8 or better`, and the columns of which more is better. */
  better: { behind: grammar.BETTER, ifMore: grammar.BETTER_IF_MORE },
  /** Verbs that say no more than that rows belong to others, and the like. */
  relating: grammar.RELATING,
  thenBy: grammar.THEN_BY,
  /** `in that city`: the group that was spoken of. */
  sameGroup: grammar.SAME_GROUP,
  /** Words of the names of times that are those of a birth. */
  births: grammar.BIRTHS,
  /** Verbs of a movement, and what the reference is called that they speak of. */
  roleWords: grammar.ROLE_WORDS,
  recency: operators.RECENCY,
  frequent: operators.FREQUENT,
  ordered: operators.ORDERED,
  /** Around the end of an order that is listed first: `starting with the oldest`, `newest first`, `from the highest to the lowest`. */
  listedFirst: {
    opener: grammar.LISTED_FROM,
    behind: grammar.LISTED_FIRST,
    to: grammar.LISTED_TO,
  },
  inOrderOf: grammar.IN_ORDER_OF,
  /** Words of directions that are said of ages, of times, and of numbers. */
  agesOfEnds: operators.AGES_OF_ENDS,
  timesOfEnds: operators.TIMES_OF_ENDS,
  numbersOfEnds: operators.NUMBERS_OF_ENDS,
  directions: operators.DIRECTIONS,
  negations: operators.NEGATIONS,
  /** Denies that anybody did what follows. */
  nobody: operators.NOBODY,
  grouping: operators.GROUPING,
  matching: operators.MATCHING,
  counting: grammar.COUNTING,
  whole: grammar.WHOLE,
  joiners: grammar.JOINERS,
  beside: grammar.BESIDE,
  /** `the number`, said again of what was computed. */
  timesRanked: operators.TIMES_RANKED,
  timesNumbers: operators.TIMES_NUMBERS,
  everyOf: operators.EVERY_OF,
  sameNumber: grammar.SAME_NUMBER,
  /** Before a function that was computed: `that total`. */
  sameFunction: grammar.SAME_FUNCTION,
  /** What is asked of the same rows behind them: `and in what year is that`. */
  askedAgain: {
    behind: grammar.ASKED_BEHIND,
    which: grammar.ASKED_WHICH,
    verbs: grammar.ASKED_VERBS,
    /** `how much is it`: the column that rows were ranked or bounded by. */
    amounts: grammar.SAME_AMOUNT,
  },
  /** How people ask for what a table shows in passing. */
  everyday: {
    endsOrder: everyday.ENDS_ORDER,
    orderSigns: everyday.ORDER_SIGNS,
    dateHeads: everyday.DATE_HEADS,
    /** References of rows to rows of their own table, and how these are asked for. */
    ownRoles: everyday.OWN_ROLES,
    ownForms: everyday.OWN_FORMS,
    partOf: everyday.PART_OF,
    doneBy: everyday.DONE_BY,
    staff: everyday.STAFF,
    toWhom: everyday.TO_WHOM,
    direct: everyday.DIRECT,
    followed: everyday.FOLLOWED,
    detailsOf: everyday.DETAILS_OF,
    showRow: everyday.SHOW_ROW,
    numbered: everyday.NUMBERED,
    contentsOf: everyday.CONTENTS_OF,
    whenWas: everyday.WHEN_WAS,
    rowStates: everyday.ROW_STATES,
    left: everyday.LEFT,
    undone: everyday.UNDONE,
    notYet: everyday.NOT_YET,
    yet: everyday.YET,
    beforeStates: everyday.BEFORE_STATES,
    weHave: everyday.WE_HAVE,
    finished: everyday.FINISHED,
    comparisons: {
      versus: everyday.VERSUS,
      compare: everyday.COMPARE,
      with: everyday.COMPARED_WITH,
      /** `compared with` */
      to: everyday.COMPARED_TO,
      around: everyday.AROUND_COMPARED,
    },
    durations: {
      forms: everyday.DURATIONS,
      before: everyday.BEFORE_DURATIONS,
      of: everyday.OF_DURATIONS,
      units: everyday.DURATION_UNITS,
      inUnits: everyday.IN_UNITS,
      beforeEnds: everyday.BEFORE_DURATION_ENDS,
      all: everyday.ALL_OF_DURATIONS,
      done: everyday.DONE_OF_DURATIONS,
    },
    bought: everyday.BOUGHT,
  },
  composed: {
    more: composed.HOW_MANY_MORE,
    rowVerbs: composed.ROW_VERBS,
    but: composed.BUT,
    denials: composed.DENIALS,
    percentages: composed.PERCENTAGES,
    fractions: composed.FRACTIONS,
    /** `in 2024 but not in 2025`, `in 2024 and in 2025` */
    and: composed.AND,
    /** Before a period. */
    before: composed.BEFORE_PERIODS,
    beforeShares: composed.BEFORE_SHARES,
    /** `In percent`, wherever it stands. */
    inPercent: composed.IN_PERCENT,
    /** Between a part and its whole. */
    among: composed.AMONG,
    /** After which the verb of the question tells the part. */
    askingParts: composed.ASKING_PARTS,
    beforeWholes: composed.BEFORE_WHOLES,
    relatives: composed.RELATIVES,
    narrowers: composed.NARROWERS,
    finiteVerbs: composed.FINITE_VERBS,
    wholeSums: composed.WHOLE_SUMS,
    partTies: composed.PART_TIES,
    partLinks: composed.PART_LINKS,
    partPrepositions: composed.PART_PREPOSITIONS,
    /** `does Defense get`: around whose part of an amount is asked. */
    partAskers: composed.PART_ASKERS,
    partVerbs: composed.PART_VERBS,
    andHowMany: composed.AND_HOW_MANY,
    howMany: composed.HOW_MANY,
    numberOf: composed.NUMBER_OF,
    ofThem: composed.OF_THEM,
    referring: composed.REFERRING,
    there: composed.THERE,
    fewer: composed.HOW_MANY_FEWER,
    not: composed.NOT,
    /** Around the row that has more: `does Comet have`. */
    pluralVerbs: composed.PLURAL_VERBS,
    /** Before the groups of which each has first rows of its own: `in each category`. */
    ofEach: composed.OF_EACH,
    /** Those of them that say where something is done, rather than what is divided. */
    withinEach: composed.WITHIN_EACH,
  },
  /** Behind amounts that are added up. */
  totals: composed.TOTALS_BEHIND,
  ofEach: {
    functions: composed.AVERAGES_OF_EACH,
    onAverage: composed.ON_AVERAGE,
    per: composed.PER,
    /** Of these more than one thing may follow. */
    perOne: composed.PER_ONE,
    does: composed.DOES,
    one: composed.ONE_OF_EACH,
    having: composed.HAVING_VERBS,
    numberOf: composed.NUMBERS_OF,
    after: composed.AFTER_EACH,
    grouping: composed.GROUPING,
    units: composed.EACH_UNITS,
    periodic: composed.PERIODIC,
  },
  /** `return rate`: how many of the rows are in a state. */
  rates: {
    nouns: composed.RATES,
    others: composed.OTHER_RATES,
    states: composed.STATES_OF_NOUNS,
    of: composed.RATE_OF,
    before: composed.BEFORE_RATES,
    ends: composed.RATE_ENDS,
    beforeEnds: composed.BEFORE_ENDS,
    first: composed.RANKED_FIRST,
    asking: composed.ASKING_GROUPS,
  },
  /** `the difference between the highest and the lowest fare`. */
  spreads: {
    nouns: composed.SPREADS,
    between: composed.BETWEEN,
    of: composed.SPREAD_OF,
    again: composed.SAME_AGAIN,
    howMuch: composed.HOW_MUCH,
    /** Between the greater and the smaller of two numbers: `exceeds`. */
    exceeding: composed.EXCEEDING,
    ageGaps: composed.AGE_GAPS,
    ageUnits: composed.AGE_UNITS,
  },
  /** `of their`: before what rows share with the row that is compared. */
  sharing: composed.SHARING,
  howOften: {
    occurring: composed.OCCURRING,
    done: composed.DONE_OFTEN,
    often: composed.OFTEN,
    records: composed.RECORDS,
    among: composed.OFTEN_AMONG,
    liking: composed.LIKING,
    rated: composed.RATED,
  },
  /** Around an average that something is compared with. */
  averages: {
    before: composed.BEFORE_AVERAGES,
    all: composed.ALL_OF,
    after: composed.AFTER_AVERAGES,
  },
  /** `shared by`: rows that have a value in common follow. */
  shared: grammar.SHARED,
  /** `how old`: the columns that answer it, by the lemmas of their names. */
  degrees: grammar.DEGREES,
  /** Before a measure that `top 5 shops` are ranked by. */
  rankedBy: grammar.RANKED_BY,
  textNames: grammar.TEXT_NAMES,
  /** `the letter A`: any word after it is a text. */
  having: grammar.HAVING,
  partNames: grammar.PART_NAMES,
  partOf: grammar.PART_OF,
  /** What all rows are said to be in: `in the store`. */
  settings: {
    nouns: grammar.SETTINGS,
    before: grammar.BEFORE_SETTINGS,
    articles: grammar.SETTING_ARTICLES,
    unless: grammar.MODALS,
  },
  /** Phrases that tie rows to others, as a verb does. */
  ties: grammar.TIES,
  /** The first words of those that say how rows are, too. */
  statingTies: grammar.STATING_TIES,
  /** Ends of an order, of which a number says how many: `last 5 bookings`. */
  countedEnds: grammar.COUNTED_ENDS,
  /** Words of columns that tell how rows are, and what they do. */
  stateNames: {
    states: grammar.STATE_NAMES,
    actions: grammar.ACTION_NAMES,
    begun: grammar.BEGUN,
  },
  fillers: grammar.FILLERS,
  /** Before a year that stands for a column of years. */
  yearOpeners: grammar.YEAR_OPENERS,
  year: grammar.YEAR,
  /** Of the names of tables and columns. */
  names: {
    loose: grammar.LOOSE,
    lettersInPlural: grammar.LETTERS_IN_PLURAL,
    containers: grammar.CONTAINERS,
    coded: grammar.CODED,
    countsOf: grammar.COUNTS_OF,
    parting: grammar.PARTING,
    /** What a number ends with that tells rows apart: `round id`. */
    numberHeads: grammar.NUMBER_HEADS,
    /** Words of columns that hold how often something was done. */
    numberOfTimes: grammar.NUMBER_OF_TIMES,
    /** Of columns that tell of what kind rows are. */
    kindNames: grammar.KIND_NAMES,
    /** Heads that a column's own name may lack, and what columns they are said of. */
    heads: grammar.NAME_HEADS,
    dimensions: grammar.DIMENSIONS,
    measuring: grammar.MEASURING,
    /** What a person is called, in lemmas: the words of it, and those of the columns that make it up. */
    wholeName: grammar.WHOLE_NAME,
    personParts: grammar.PERSON_PARTS,
    /** Lemma → lemmas that can stand for it. */
    synonyms: SYNONYMS,
    /** Lemmas of several words → those of names that can stand for them. */
    phraseSynonyms: PHRASE_SYNONYMS,
    /** `staff member`: heads that only say that rows are meant. */
    rowHeads: grammar.ROW_HEADS,
    /** `directed by`: what a column ends with that names who did something. */
    agents: grammar.AGENTS,
    /** Whether a word is one who does something: `reviewer`. */
    isAgent,
    /** Whether two words have one stem, or may be derived from one another. */
    isAkin,
    /** What words that are derived from one another share. */
    stem,
  },
  verbs: {
    /** What verbs tell of the rows that they are said of, by the noun that a column may be called: `cost` → price. */
    told: TOLD_BY_VERBS,
    /** How data writes that something came out as a verb tells. */
    outcomes: OUTCOMES,
    /** What who did something is called beside: `author`, of `wrote`. */
    agents,
    /** What rows of a deed may be called by a short form of its verb: `rated` → rating. */
    deedsOf,
    /** Whether a word is a verb as it stands, which ties who does it to what it is done to. */
    isBaseVerb,
    isDenying,
    isParticiple,
    /** Whether a word is a verb by its form; null where the form does not tell. */
    isVerbForm,
    areOneVerb,
    /** What a word denies to have been done: `assigned`, of `unassigned`; null where it denies nothing. */
    undone,
  },
};
