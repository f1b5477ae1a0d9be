import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { ComparisonOperator } from '#src/plugin-api/query.ts';

/** One thing that words of a question are, from left to right. */
export type Piece =
  | OrderPiece
  | {
      readonly kind: 'column';
      readonly column: CatalogColumn;
      readonly from: number;
      readonly to: number;
    }
  | {
      readonly kind: 'value';
      readonly column: CatalogColumn;
      readonly texts: readonly string[];
      readonly to: number;
      readonly text: string;
    }
  | {
      readonly kind: 'bound';
      readonly op: ComparisonOperator;
      readonly value: number;
      readonly to: number;
      readonly word: string;
    }
  | {
      readonly kind: 'most';
      readonly end: 'asc' | 'desc';
      readonly word: string;
      readonly to: number;
    }
  | {
      readonly kind: 'more';
      readonly end: 'asc' | 'desc';
      readonly word: string;
      readonly to: number;
    }
  | { readonly kind: 'mark'; readonly word: string; readonly to: number }
  /** A noun that names nothing here. */
  | { readonly kind: 'noun'; readonly word: string; readonly to: number; readonly at: number };

/** Words about the places of rows in their sheet. */
export type OrderPiece =
  /** `listed`, `on this chart`: the order of the rows is meant. */
  | { readonly kind: 'listed'; readonly to: number }
  /** `the first two`. */
  | {
      readonly kind: 'end';
      readonly end: 'first' | 'last';
      readonly count: number | null;
      readonly to: number;
    }
  /** `right after`, before the row that it is said of. */
  | {
      readonly kind: 'beside';
      readonly side: 'after' | 'before';
      readonly listing: boolean;
      readonly one: boolean;
      readonly to: number;
    };

export type ValuePiece = Extract<Piece, { kind: 'value' }>;
