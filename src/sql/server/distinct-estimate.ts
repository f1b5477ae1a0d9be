/** A sample of a column's values. */
export interface DistinctSample {
  /** Values in the sample, without NULLs. */
  readonly rows: number;
  /** Different ones among them. */
  readonly distinct: number;
  /** Of these, those that occur once. */
  readonly single: number;
  /** Values in the whole column, without NULLs. */
  readonly of: number;
}

/**
 * Different values of a column by those of a sample: the estimator Duj1 of Haas and Stokes (IBM research report RJ
 * 10025, 1996), as PostgreSQL's ANALYZE uses it. At least what was seen, at most all values.
 */
export function estimateDistinct({ rows, distinct, single, of }: DistinctSample): number {
  if (rows === 0 || of <= 0) return 0;
  const estimate = (rows * distinct) / (rows - single + (single * rows) / of);
  return Math.round(Math.min(Math.max(estimate, distinct), of));
}
