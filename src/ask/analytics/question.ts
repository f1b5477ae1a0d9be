import type { Period } from '#src/planner/periods/periods.ts';
import type { DateUnit } from '#src/plugin-api/query.ts';

export type Direction = 'fall' | 'rise';
export type SeriesUnit = Extract<DateUnit, 'year' | 'quarter' | 'month' | 'week' | 'day'>;

/** What a period is compared with: one that is named, the one before it, or the same one of the year before. */
export type Against = Period | 'before' | 'year_before';

/** `the next six months`. */
export interface UnitsAhead {
  readonly count: number;
  readonly unit: SeriesUnit;
}

/** A question for several statements and statistics over them. Phrases are for the planner to read. */
export type AnalyticsQuestion =
  | {
      readonly kind: 'change';
      readonly measure: string;
      /** The group that is asked about, e.g. `region`; null: whichever tells most. */
      readonly dimension: string | null;
      readonly period: Period | null;
      readonly against: Against;
      /** What the question takes for granted. */
      readonly asked: Direction | null;
    }
  /** The same measure for two members, `West` and `East`. */
  | {
      readonly kind: 'compare';
      readonly measure: string;
      readonly members: readonly [string, string];
      readonly period: Period | null;
    }
  /** One row a period: the value, the change and the growth against another period. */
  | {
      readonly kind: 'growth';
      /** Empty where the question does not say what grows. */
      readonly measure: string;
      readonly dimension: string | null;
      /** Null: chosen by the length of the data. */
      readonly unit: SeriesUnit | null;
      readonly against: 'before' | 'year_before';
      readonly period: Period | null;
    }
  /** What those of a kind are of all, `cancelled orders` of `orders`. */
  | {
      readonly kind: 'part';
      /** Readings of the part and of the whole; the first pair that the data have counts. */
      readonly candidates: readonly (readonly [part: string, whole: string])[];
      readonly period: Period | null;
      /** The same of each member of a dimension, where the words can be read so: that reading comes first. */
      readonly grouped?: {
        readonly dimension: string;
        readonly candidates: readonly (readonly [part: string, whole: string])[];
      };
    }
  /** What each member is of the whole. */
  | {
      readonly kind: 'share';
      readonly measure: string;
      readonly dimension: string;
      readonly period: Period | null;
    }
  | {
      readonly kind: 'trend';
      readonly measure: string;
      readonly unit: SeriesUnit | null;
      readonly period: Period | null;
      readonly asked: Direction | null;
    }
  /** What a measure is expected to be. */
  | {
      readonly kind: 'forecast';
      readonly measure: string;
      /** The group that is asked for, which a forecast doesn't have. */
      readonly dimension: string | null;
      readonly unit: SeriesUnit | null;
      /** A period, or so many units to come; null: the next few units. */
      readonly ahead: Period | UnitsAhead | null;
    }
  | {
      readonly kind: 'outliers';
      readonly measure: string;
      readonly unit: SeriesUnit | null;
      readonly period: Period | null;
    }
  | {
      readonly kind: 'correlation';
      readonly measures: readonly [string, string];
      readonly period: Period | null;
    };
