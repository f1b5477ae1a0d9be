export type SourceErrorKind =
  | 'query' // the engine refused the statement (division, cast, memory)
  | 'changed' // a table, a column or a right that was there when the source was discovered is gone
  | 'timeout'
  | 'cancelled'
  | 'too_large' // more bytes than allowed in one row, or out of the memory limit
  | 'unavailable'; // the engine is gone or did not start

/** A failure of a data source; the message is safe to show only where no row filter holds. */
export class SourceError extends Error {
  readonly kind: SourceErrorKind;

  constructor(kind: SourceErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SourceError';
    this.kind = kind;
  }
}
