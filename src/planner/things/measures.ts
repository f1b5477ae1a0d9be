import type { Mention } from '#src/planner/lattice.ts';

/** Whether the words most surely name a number. */
export function measured(mention: Mention): boolean {
  const top = Math.max(...mention.columns.map((sense) => sense.score));
  return mention.columns.some(
    ({ score, columns }) =>
      score >= top - 0.1 &&
      columns.length === 1 &&
      isNumeric(columns[0]!.type) &&
      columns[0]!.kind !== 'identifier',
  );
}

export const isNumeric = (type: string) =>
  type === 'integer' || type === 'decimal' || type === 'float';
