import { RECURRING } from '#src/language/en/periods.ts';
import { type Cursor, namesColumn } from '#src/planner/cursor.ts';
import type { Group } from '#src/planner/frame.ts';
import { UNITS } from '#src/planner/question-words.ts';

interface SaidUnit extends Pick<Group, 'unit' | 'part'> {
  /** Mentions that say it. */
  readonly length: number;
}

/** The period that stands some mentions ahead: `month`, or what comes again with it, `day of the week`. */
export function unitAt(cursor: Cursor, ahead = 0): SaidUnit | null {
  const first = cursor.peek(ahead);
  if (!first) return null;
  for (const { phrase, means } of RECURRING) {
    if (!phrase.every((word, index) => cursor.word(ahead + index) === word)) continue;
    // A column that is called so is meant.
    if (phrase.length > 1 || !namesColumn(first))
      return { unit: null, part: means, length: phrase.length };
  }
  const unit = UNITS.get(first.lemma);
  return unit ? { unit, length: 1 } : null;
}
