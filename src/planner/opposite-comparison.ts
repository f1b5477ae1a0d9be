import type { ComparisonOperator } from '#src/plugin-api/query.ts';

/** The comparison that holds where another one does not; an empty value meets neither. */
export const OPPOSITE: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '=': '<>',
  '<>': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};
