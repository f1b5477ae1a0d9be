import type { Check } from '#src/check/types.ts';
import { NOTHING_READ } from '#src/planner/wording.ts';

/** A word that the planner took nothing from may be a condition: what is assumed without it is a warning. */
export const checkUnreadWords = (assumptions: readonly string[]): readonly Check[] =>
  assumptions
    .filter((one) => one.startsWith(NOTHING_READ))
    .map((detail) => ({ name: 'unread_words', outcome: 'warning', detail }));
