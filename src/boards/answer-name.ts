import { addDays, type Day } from '#src/planner/day.ts';
import { periodsIn } from '#src/planner/periods/periods.ts';
import { tokenize } from '#src/planner/tokens.ts';

/** Characters of a name. */
const LONGEST = 200;

/** An answer whose SQL somebody may have edited, so that its question says something else. */
interface Answered {
  readonly agent?: unknown;
  readonly sql?: unknown;
}

const isEdited = (question: string, { agent, sql }: Answered): boolean =>
  agent === 'OwnSQL' && sql !== question;

/** What an answer is called where it is shown without its chat. */
export const titleOf = (question: string, answer: Answered): string =>
  isEdited(question, answer) ? named(question, ['edited SQL']) : question;

/** `Total charge this month (2026-11-01 to 2026-11-30)`: the SQL keeps the days that a question meant when it was asked. */
export function nameOf(question: string, answer: Answered, today: Day): string {
  if (isEdited(question, answer)) return titleOf(question, answer);
  const meant = periodsIn(tokenize(question), today).flatMap(({ period: { from, to, stated } }) =>
    stated && from && to ? [`${from} to ${addDays(to, -1)}`] : [],
  );
  return named(question, [...new Set(meant)]);
}

function named(question: string, told: readonly string[]): string {
  const last = told.length === 0 ? '' : ` (${told.join(', ')})`;
  return `${[...question].slice(0, LONGEST - last.length).join('')}${last}`;
}
