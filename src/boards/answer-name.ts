import type { SavedQuestion } from '#src/boards/types.ts';

/** Characters of a name. */
const LONGEST = 200;

/** An answer whose SQL somebody may have edited, so that its question says something else. */
interface Answered {
  readonly agent?: unknown;
  readonly sql?: unknown;
  readonly lineage?: unknown;
}

export const isEdited = (question: string, { agent, sql }: Answered): boolean =>
  agent === 'OwnSQL' && sql !== question;

/** What an answer is called where it is shown without its chat; with the days of edited SQL, which may be others. */
export function titleOf(question: string, answer: Answered): string {
  if (!isEdited(question, answer)) return withNote(question, '');
  const { period = '' } = (answer.lineage ?? {}) as { readonly period?: string };
  // `all dates` has none.
  return withNote(question, /\d/.test(period) ? `edited SQL, ${period}` : 'edited SQL');
}

/** What a saved question is called where its numbers stand. */
export const titleOfSaved = ({ name, period }: Pick<SavedQuestion, 'name' | 'period'>): string =>
  withNote(name, period?.days ?? '');

/** `Total charge this month (2026-11-01 to 2026-11-30)`, the name cut where both are too long. */
function withNote(name: string, note: string): string {
  const last = note === '' ? '' : ` (${note})`;
  return `${[...name].slice(0, LONGEST - last.length).join('')}${last}`;
}
