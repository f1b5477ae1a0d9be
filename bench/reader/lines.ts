/** What becomes of a question: `answered` where no right rows are known, `analysis` and `catalog` where it is read as one. */
export type Status =
  | 'right'
  | 'wrong'
  | 'answered'
  | 'asked'
  | 'declined'
  | 'analysis'
  | 'catalog'
  | 'crash';

/** A line of a run: one question. */
export interface Line {
  readonly set: string;
  readonly id: string;
  readonly heldOut: boolean;
  readonly question: string;
  readonly status: Status;
  readonly sql: string | null;
  /** A hash of the rows, whatever their order. */
  readonly rows: string | null;
  /** The assumptions of an answer; why it was declined, or what is asked back. */
  readonly why: string;
  readonly ms: number;
}

/** What a run asks of its processes. */
export type ToWorker =
  | {
      readonly kind: 'job';
      readonly job: number;
      readonly bench: string;
      readonly kept: string;
      /** Ids of the questions of a sample; null: all. */
      readonly only: readonly string[] | null;
      /** Lines of an earlier run: what gives the same statement is not judged again. */
      readonly before: readonly Line[];
    }
  | { readonly kind: 'end' };
