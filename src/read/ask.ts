import type { MatchMode } from '#src/language/meanings.ts';
import type { NamedColumns } from '#src/planner/lexicon/senses.ts';
import type { Period } from '#src/planner/periods/periods.ts';
import type { ComparisonOperator } from '#src/plugin-api/query.ts';
import type { AggregateFunction } from '#src/query/functions.ts';

/**
 * How surely words name something: by its name, by a part of it, by a word derived from it, by another word for it, or by
 * one that a dictionary relates to it.
 */
export type Evidence = 'name' | 'part' | 'derived' | 'synonym' | 'related';

/** One thing of the catalog that a span can name. */
export type Option =
  | {
      readonly kind: 'table';
      readonly table: string;
      readonly cost: number;
      readonly evidence: Evidence;
      /** The value by which rows are called so: `engineers`, of people with that job. */
      readonly only?: ValueRef;
      /** Said of their kinds, which nothing tells: `kind of device`. */
      readonly ofKinds?: true;
    }
  | {
      readonly kind: 'column';
      readonly table: string;
      readonly columns: NamedColumns;
      readonly cost: number;
      readonly evidence: Evidence;
    };

/** A span of the question that names a table or a column. */
export interface Ref {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly options: readonly Option[];
}

/** Values of one column that a span is the text of. */
export interface ValueOption {
  readonly table: string;
  readonly column: string;
  /** As they are spelled in the data. */
  readonly texts: readonly string[];
  readonly cost: number;
  /** The text is one part of what the column keeps, between these: `Mexico`, of `Puebla, Mexico`. */
  readonly separators?: readonly string[];
  /** The second part of a name that is kept in two columns: `Ann` and `Berg`. */
  readonly and?: { readonly column: string; readonly texts: readonly string[] };
}

export interface ValueRef {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly options: readonly ValueOption[];
}

/** What is shown, counted or ranked by. */
export interface Measure {
  /** Null: the thing itself. */
  readonly fn: AggregateFunction | null;
  readonly of: Ref;
  readonly distinct: boolean;
  /** The rows that it is said of: `names of students`. */
  readonly context: Ref | null;
  /** What is said of the rows that are counted before their noun: `number of female drivers`. */
  readonly said?: readonly Condition[];
  /** Said of rows that were spoken of before, rather than of those behind it: `their name`. */
  readonly theirs?: true;
  /** All columns of the rows: `all details of`. */
  readonly everything?: true;
  /** What is taken from it: `the difference between the highest and the lowest fare`. */
  readonly less?: AggregateFunction;
  /** Its rows stand before it, and are those of no other item: `the title and the author's name`. */
  readonly owned?: true;
}

/** What is shown as it stands. */
export const plainly = (of: Ref): Measure => ({
  ...{ fn: null, of, distinct: false, context: null },
});

export type Condition =
  | {
      readonly kind: 'value';
      /** The column that is named beside the value. */
      readonly of: Ref | null;
      /** The rows that it is the name of: `the album named X`. */
      readonly near: Ref | null;
      readonly values: readonly ValueRef[];
      readonly negated: boolean;
      /** Each of the values is met, by rows of their own: `both A and B`. */
      readonly all: boolean;
    }
  | {
      readonly kind: 'number';
      readonly of: Ref;
      readonly op: ComparisonOperator;
      readonly value: number;
      readonly negated: boolean;
    }
  | { readonly kind: 'between'; readonly of: Ref; readonly low: number; readonly high: number }
  | {
      readonly kind: 'period';
      readonly of: Ref | null;
      readonly period: Period;
      /** No word names the time. */
      readonly isImplied?: true;
    }
  | {
      readonly kind: 'match';
      readonly of: Ref;
      readonly mode: MatchMode;
      readonly text: string;
      readonly negated: boolean;
    }
  | { readonly kind: 'flag'; readonly of: Ref; readonly negated: boolean }
  /** The number of related rows: `at least 3 orders`; some, or none of them. */
  | {
      readonly kind: 'rows';
      readonly of: Ref;
      readonly op: ComparisonOperator;
      readonly value: number;
    }
  /** A number over the rows that belong to each one: `with a total amount above 1000`. */
  | {
      readonly kind: 'computed';
      readonly of: Measure;
      readonly op: ComparisonOperator;
      readonly value: number;
    }
  /** A column's most common value: `with the most common city`. */
  | {
      readonly kind: 'frequent';
      readonly of: Ref;
      readonly direction: 'asc' | 'desc';
      readonly negated: boolean;
    }
  /** Of all rows of a kind, the first by some measure: `of the product with the most complaints`. */
  | {
      readonly kind: 'picked';
      readonly of: Ref;
      readonly order: Order;
      readonly limit: number | null;
    }
  /** Each of the parts is met, by rows of their own: `both shops in Oslo and shops with a café`. */
  | { readonly kind: 'each'; readonly parts: readonly Condition[] }
  /** A number against one of all rows, or of those that are so: `older than average`, `than every driver in Oslo`. */
  | {
      readonly kind: 'compared';
      readonly of: Ref;
      readonly op: ComparisonOperator;
      readonly fn: AggregateFunction;
      readonly among: readonly Condition[];
      /** Rows that share it with the row that is compared: `the average of their rig`. */
      readonly sharing?: Ref;
      /** The single row that a value names: `taller than Ann Berg`. */
      readonly row?: ValueRef;
    }
  /** Two columns of a row: `whose support rate is lower than the oppose rate`. */
  | {
      readonly kind: 'columns';
      readonly of: Ref;
      readonly op: ComparisonOperator;
      readonly than: Ref;
    };

export interface Order {
  readonly by: Measure;
  readonly direction: 'asc' | 'desc';
  /** Said by a superlative: the first rows alone are asked. */
  readonly picks: boolean;
}

/** What a question asks, as a reading of it takes the words; immutable, and without any choice among their senses. */
export interface Ask {
  readonly items: readonly Measure[];
  /** The rows that are asked. */
  readonly entity: Ref | null;
  readonly distinct: boolean;
  readonly conditions: readonly Condition[];
  /** Conditions of which one is enough stand together. */
  readonly either: readonly (readonly Condition[])[];
  readonly groups: readonly Ref[];
  readonly orders: readonly Order[];
  readonly limit: number | null;
  /** Groups by their number of rows: `most common`. */
  readonly frequency: 'asc' | 'desc' | null;
}

export const EMPTY: Ask = {
  items: [],
  entity: null,
  distinct: false,
  conditions: [],
  either: [],
  groups: [],
  orders: [],
  limit: null,
  frequency: null,
};

/** None of some rows. */
export const noneOf = (of: Ref): Condition => ({ kind: 'rows', of, op: '=', value: 0 });

/** Whether a word was taken for rows by the name of their table, rather than by a part of it or a related word. */
export const isNameOfRows = ({ kind, evidence }: Option): boolean =>
  kind === 'table' && evidence === 'name';

/** Whether a name is taken for a column of a name. */
export const isColumnCalled =
  (name: string) =>
  (one: Option): boolean =>
    one.kind === 'column' && one.columns[0].name === name;

/** Whether two names were taken for the same. */
export const isSameOption = (one: Option, other: Option): boolean =>
  one.table === other.table &&
  (one.kind === 'table'
    ? other.kind === 'table'
    : other.kind === 'column' && one.columns[0] === other.columns[0]);

/** The words of what is shown. */
export const askedWords = ({ items, entity, groups }: Ask): readonly string[] =>
  [...items.map(({ of }) => of), entity, ...groups].flatMap(
    (ref) => ref?.text.toLowerCase().split(' ') ?? [],
  );
