import type { Mention } from '#src/planner/lattice.ts';
import type { Period } from '#src/planner/periods/periods.ts';
import type { Among, AskedBefore } from '#src/planner/referred-rows.ts';
import type { Superlative } from '#src/planner/words.ts';
import type { ComparisonOperator, DatePart, DateUnit } from '#src/plugin-api/query.ts';
import type { AggregateFunction } from '#src/query/functions.ts';

/** Something that a question speaks of: a column or the rows of a table, with what is computed of it. */
export interface Thing {
  readonly of: Mention;
  /** The table mention that it is said of: `names of students`. */
  ctx: Mention | null;
  /** Null: the thing itself. */
  readonly aggregate: AggregateFunction | null;
  readonly distinct: boolean;
  /** The place of a percentile, from 0 to 1. */
  readonly fraction?: number;
  /** Each group shows what it and those before it come to: `running total of sales by month`. */
  readonly running?: boolean;
  /** Counted although no word says so: `orders by status`. */
  readonly implied?: boolean;
  /** Said in one with its rows: `order revenue`. */
  readonly compound?: boolean;
  /** What the rows are worth is asked: `average order value`. */
  readonly worth?: boolean;
  /** The amount of them is asked in so many words: `total amount of payments`. */
  readonly amount?: boolean;
  /** The date of the rows is asked, of what the verb does: `when was the first order placed`. */
  readonly dated?: { readonly verb: string | null };
  /** All columns of the table. */
  readonly everything?: boolean;
  /** The question said "details": a column of that name is meant where there is one. */
  readonly details?: boolean;
}

export type MatchMode = 'contains' | 'starts' | 'ends' | 'equals';

export type Condition = {
  readonly ctx: Mention | null;
  negated: boolean;
  /** Denied by "no", "without", "never": of all rows of a thing rather than of one. */
  absent?: boolean;
} & (
  | {
      readonly kind: 'compare';
      readonly of: Thing | null;
      readonly op: ComparisonOperator;
      readonly value: number;
      /** The units that the number is said in, as the catalog writes them. */
      readonly units?: readonly string[];
      /** Where no column is named: lemmas that its name may hold. */
      readonly implied: readonly string[];
    }
  | {
      readonly kind: 'between';
      readonly of: Thing;
      readonly low: number;
      readonly high: number;
      readonly units?: readonly string[];
    }
  | {
      readonly kind: 'value';
      readonly of: Mention | null;
      values: readonly Mention[];
      /** The value stands before what it describes. */
      readonly near?: boolean;
      /** All of the values are asked of one thing: `both A and B`. */
      all?: boolean;
      joined?: 'and' | 'or';
      /** The verb that the value is said of, as its lemma: `managed by Ann`. */
      readonly verb?: string | null;
    }
  | {
      readonly kind: 'period';
      readonly of: Mention | null;
      readonly period: Period;
      /** The verb that the period is said of, as its lemma. */
      readonly verb?: string | null;
      /** The value that the verb is said of: `bought a lamp in 2025`. */
      readonly doing?: Mention;
    }
  | { readonly kind: 'empty'; readonly of: Mention }
  /** The rows have something of that name: `with a discount`. */
  | { readonly kind: 'held'; readonly of: Mention }
  /** A column of yes and no: `active`. */
  | {
      readonly kind: 'flag';
      readonly of: Mention;
      /** Said as an adjective: `active customers`, `are active`. */
      readonly near?: boolean;
    }
  | {
      readonly kind: 'match';
      readonly of: Mention;
      readonly mode: MatchMode;
      readonly text: string;
    }
  | {
      readonly kind: 'exists';
      readonly of: Mention;
      /** The asked rows are said to be these: `doctors who are also patients`. */
      readonly same?: boolean;
      /** The verb that the rows are said of, as its lemma: `manage a department`. */
      readonly verb?: string | null;
    }
  | {
      readonly kind: 'average';
      /** The average that is meant: mean or median. */
      readonly fn: AggregateFunction;
      readonly of: Mention | null;
      readonly op: ComparisonOperator;
      readonly implied: readonly string[];
    }
  /** The rows, or their values of a column, are among those of an answer before. */
  | {
      readonly kind: 'among';
      readonly of: Mention;
      readonly table: string;
      readonly column: string | null;
      readonly among: Among;
      /** What that answer was held to. */
      readonly asked: AskedBefore;
      /** How the words were taken, as a sentence. */
      readonly assumption: string;
    }
  | { readonly kind: 'or'; readonly parts: readonly Condition[] }
);

export interface Order {
  /** Null: by the columns that `implied` names. */
  readonly by: Thing | null;
  readonly direction: 'asc' | 'desc';
  readonly implied: Superlative | null;
  /** The measure is asked for by name, `top 5 products by revenue`: it is shown beside what it ranks. */
  readonly shown?: boolean;
  /** No word says which end comes first: `customers by seats`. */
  readonly ranked?: boolean;
  /** Said with "most" or "least": of what many rows have it is their sum. */
  readonly many?: boolean;
  /** As `ranked`, where a word asks for the order: `sorted by price`. */
  readonly unsaid?: boolean;
}

export interface Group {
  /** Said with "per": with an average it may divide rather than group. */
  readonly per?: boolean;
  readonly of: Mention | null;
  /** The rows that it is said of: `by department name`. */
  readonly ctx?: Mention;
  readonly unit: DateUnit | null;
  /** A part of dates that comes again: `by weekday`. */
  readonly part?: DatePart['part'];
  /** What is done at that time, as its lemma: `closed per month`. */
  readonly verb?: string | null;
}

/** What a question asks, its mentions not yet resolved to tables and columns. */
export interface Frame {
  select: Thing[];
  entity: Mention | null;
  distinct: boolean;
  /** The asked rows are those with others, rather than of them: `cities with meters`. */
  having?: boolean;
  /** What is asked is of each of these: where it adds up, for each of them. */
  each?: Mention;
  /** The question asks for a list: `show …`. */
  listed: boolean;
  conditions: Condition[];
  groups: Group[];
  /** What a total is broken down by beside it: `revenue across regions`. */
  across: Mention | null;
  /** Numbers of several periods are added up, `over all years`, whatever they count. */
  overPeriods: boolean;
  order: Order[];
  limit: number | null;
  /** The limit takes the smallest: `bottom 5`. */
  bottom: boolean;
  /** In a follow-up, the word of its limit: which end of the order before it is meant. */
  end?: 'top' | 'bottom' | 'first';
  /** Groups are ordered by their number of rows. */
  frequency: 'asc' | 'desc' | null;
}

/**
 * An error that only ends a reading and never leaves the planner. It has no stack trace: planning throws hundreds of
 * these, and most of what an error costs is its trace.
 */
export class ReadingEnds extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Why a question is not answered, thrown inside the planner and turned into a plan at its door. */
export class Declined extends ReadingEnds {
  readonly reason:
    | 'unsupported_question'
    | 'not_in_data'
    | 'ambiguous'
    | 'value_not_found'
    | 'out_of_scope'
    | 'no_safe_sql';
  /** The word that was not understood. */
  readonly word: string | null;

  constructor(reason: Declined['reason'], message: string, word: string | null = null) {
    super(message);
    this.reason = reason;
    this.word = word;
  }
}

/** The wording was not read: nothing speaks against what is asked, and another reader may try. */
export class Unread extends Declined {}

/** A word that names nothing as it stands. Whether it is part of a name is known where the catalog is. */
export class UnknownWord extends Unread {
  constructor(reason: 'not_in_data' | 'value_not_found', word: string) {
    super(reason, `"${word}" doesn't match any table, column or value in the data.`, word);
  }
}

/** What a reading gives, or why it gives nothing. */
export function attempt<Result>(read: () => Result): Result | Declined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Declined) return error;
    throw error;
  }
}

/**
 * Words that can mean two things: each of the texts in their place gives a question that is clear. Without words it is
 * something that the question leaves out: a text behind it says it.
 */
export class AskBack extends Declined {
  readonly mention: Mention | null;
  readonly texts: readonly string[];

  constructor(message: string, mention: Mention | null, texts: readonly string[]) {
    super('ambiguous', message, mention?.text ?? null);
    this.mention = mention;
    this.texts = texts;
  }
}
