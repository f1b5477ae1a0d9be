import { wordsOf } from '#src/catalog/name-keys.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';

const BIRTH = new Set(['birth', 'born', 'birthdate', 'birthday', 'dob']);

/** Whether a column says when somebody was born. */
export const isBirth = ({ label }: CatalogColumn): boolean =>
  wordsOf(label).some((word) => BIRTH.has(word));
