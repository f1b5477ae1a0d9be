import type { BaseColumn } from '#src/plugin-api/query-facts.ts';

/** What the filters of boards say to people. */

const dotted = (columns: readonly BaseColumn[]) =>
  columns.map(({ table, column }) => `${table}.${column}`).join(' and ');

export const noColumn = (name: string) =>
  `The filter "${name}" doesn't apply here: this card's data has none of its columns.`;
export const ambiguous = (name: string, columns: readonly BaseColumn[]) =>
  `The filter "${name}" doesn't apply here: this card uses ${dotted(columns)}. Keep one of them in the filter.`;
export const partly = (name: string) =>
  `The filter "${name}" doesn't apply here: it would filter only part of this card's numbers.`;
export const gone = (name: string) =>
  `The columns of the filter "${name}" no longer exist. Edit or remove the filter.`;
export const unknown = (id: string) => `The board has no filter ${id.slice(0, 60)} of that kind.`;

export const NO_COLUMNS = 'A filter needs at least one column.';
export const notThere = ({ table, column }: BaseColumn) =>
  `There is no column ${table}.${column} to filter by. Check its name.`;
export const noDate = ({ table, column }: BaseColumn) =>
  `${table}.${column} has no dates, so a period can't apply to it. Choose a date column.`;
export const noDimension = ({ table, column }: BaseColumn) =>
  `${table}.${column} has times or long values. Choose a column with names, codes or flags.`;
export const twice = (table: string) =>
  `A filter can have one column of each table. Keep one of ${table}.`;
export const backwards = 'The period ends before it starts. Swap its days.';
