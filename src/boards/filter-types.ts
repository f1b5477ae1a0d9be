import type { BaseColumn } from '#src/plugin-api/query-facts.ts';

/** What readers of a board can narrow its cards by: a period, or values of a dimension. */
export interface BoardFilter {
  readonly id: string;
  readonly name: string;
  readonly kind: 'period' | 'values';
  /** Where it applies: at most one column a table. */
  readonly columns: readonly BaseColumn[];
}

/** Without an id it gets one. */
export type NewFilter = Omit<BoardFilter, 'id'> & { readonly id?: string | undefined };

export const PERIODS = [
  ...(['this_month', 'last_month', 'this_quarter', 'last_quarter'] as const),
  ...(['this_year', 'last_year', 'last_7_days', 'last_30_days'] as const),
  ...(['last_90_days', 'last_12_months'] as const),
] as const;
export type NamedPeriod = (typeof PERIODS)[number];

/** What a reader chose. Days are ISO dates, and both are included; an open end is null. */
export type FilterValue =
  | { readonly period: NamedPeriod }
  | { readonly from: string | null; readonly to: string | null }
  /** Rows with one of them; null: rows without a value. */
  | { readonly values: readonly (string | number | null)[] };

/** A choice as it is applied: a named period has its days. */
export type AppliedValue = Exclude<FilterValue, { readonly period: unknown }>;

/** What a filter did to a card. */
export interface CardFilter {
  readonly id: string;
  /** Why it couldn't be applied, in which case the card has no result. */
  readonly problem: FilterProblem | null;
  /** In words for people; null where it was applied. */
  readonly reason: string | null;
  /** The columns that it was applied to. */
  readonly columns: readonly BaseColumn[];
  /** Whether the question itself limits one of them, so that both limits hold. */
  readonly limited_already: boolean;
  /** Whether rows without a date are left out of a period. */
  readonly leaves_out_empty: boolean;
  /** Whether its days are those of UTC, and not of the workspace's own time zone. */
  readonly days_in_utc: boolean;
}

export type FilterProblem =
  /** The card's tables have no column of the filter. */
  | 'no_column'
  /** They have several, and the card doesn't say which one is meant. */
  | 'ambiguous'
  /** Part of the card is computed from rows that have no such column. */
  | 'partly'
  /** The filter's columns no longer exist. */
  | 'gone'
  /** The board has no filter of that ID, or one of another kind. */
  | 'unknown';

/** A filter that the cards of a board allow. */
export interface OfferedFilter extends Omit<BoardFilter, 'id'> {
  /** How many cards it reaches. */
  readonly cards: number;
}
