/** A pattern of a whole question with named groups; `§0§` stands for a period of it. */
type Forms = readonly RegExp[];

/** Patterns of words, to be built into larger ones: `fall|fell`. */
type Alternatives = string;

/** The words and forms by which questions for an analysis are told, of one language. */
export interface AnalysisWords {
  /** Words that ask politely, and short forms with what they are short for: `please`, `what's`. */
  readonly polite: RegExp;
  readonly shortForms: readonly (readonly [pattern: RegExp, full: string])[];
  /** Verbs and nouns of change: `fell`, `drop`, `rose`, `growth`, `change`. */
  readonly fallVerbs: Alternatives;
  readonly riseVerbs: Alternatives;
  readonly otherVerbs: Alternatives;
  readonly fallNouns: Alternatives;
  readonly riseNouns: Alternatives;
  readonly changeNouns: Alternatives;
  /** A determiner that may be passed over, with its blank. */
  readonly the: string;
  /** What may stand before a period that another is compared with: `compared to`, `than`. */
  readonly beforePeriods: Alternatives;
  /** Openers that join two periods to one: `between`. */
  readonly pairing: ReadonlySet<string>;
  /** `than the month before`, `in the same month of last year`, `month over month`. */
  readonly oneBefore: RegExp;
  readonly yearBefore: RegExp;
  /** The first group is the unit. */
  readonly over: RegExp;
  /** Names of months that are words of their own: `may`. */
  readonly monthsByChance: ReadonlySet<string>;
  /** At the begin and the end of a phrase that lost its periods: `in`, `so much`. */
  readonly leading: RegExp;
  readonly trailing: RegExp;
  /** A measure and what it is grouped by: `revenue by region`. */
  readonly grouped: RegExp;
  /** A group of a measure that is not named: `by region`. */
  readonly groupAlone: RegExp;
  /** What stands before a number of units to come: `the next six months`. */
  readonly coming: ReadonlySet<string>;
  /** Words without which no question is one for what a measure will be. */
  readonly foretells: RegExp;
  /** Questions for what a measure will be: `forecast revenue for §0§`. */
  readonly forecasts: Forms;
  /** `by month`, `daily`: patterns with a unit each. */
  readonly units: readonly (readonly [
    pattern: RegExp,
    unit: 'day' | 'week' | 'month' | 'quarter' | 'year',
  ])[];
  /** `compare revenue of West and East`: groups `measure`, `a`, `b`. */
  readonly twoMembers: Forms;
  /** `compare`, `versus`: that things are compared; that at the begin of a question; all words of it. */
  readonly compares: RegExp;
  readonly comparesFirst: RegExp;
  readonly comparing: RegExp;
  /** `what share of revenue comes from each region`: groups `measure`, `dimension`, `rest`. */
  readonly shares: Forms;
  /** No share, where it is said: `growth`. */
  readonly ofChange: RegExp;
  /** `what percentage of orders are cancelled`: groups `whole` and one of `from`, `state`, `having`; or `part`. */
  readonly parts: Forms;
  /** Before a part or a whole: `all`, `total`. */
  readonly wholeOf: RegExp;
  /** `how much did revenue grow`, `growth of revenue`: groups `measure`, `verb`, `noun`, `before`, `rest`. */
  readonly growth: Forms;
  /** Says nothing of a growth: `rate`, `in percent`; `over time`. */
  readonly growthFillers: readonly RegExp[];
  /** `by region and month`: the groups are what is grouped by and the unit. */
  readonly andUnit: RegExp;
  /** The noun that asks for a growth by itself. */
  readonly growthAlone: RegExp;
  /** What drove it: `caused`, `is behind`. */
  readonly drive: Alternatives;
  /** Questions for a cause, or for members, are no questions for a growth. */
  readonly notGrowth: RegExp;
}
