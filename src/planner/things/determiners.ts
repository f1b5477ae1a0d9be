import { words } from '#src/language/tables.ts';
export const ARTICLES = words(
  'the a an all any of their its his her our my both each every some these those corresponding respective list there various associated',
);

export const DISTINCT = new Set(['distinct', 'different', 'unique', 'distinctive']);
