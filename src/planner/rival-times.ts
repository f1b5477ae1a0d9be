import { AskBack, attempt, Declined } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import type { QueryPlan } from '#src/planner/plan.ts';

/** Words after which nothing but a time is meant. */
const TIMED = /^(in|during|on|since|before|after|until|till|through|between|past)\b/i;

/**
 * The plan of a question in which a word is a time and a value of the data, `tickets of May`: the reading that gives a
 * query; where both do, the time after a word that says so (`in May`), else it is asked which of them is meant.
 */
export function planOfTimes(
  read: (timed: boolean) => QueryPlan,
  mention: Mention | undefined,
): QueryPlan {
  if (!mention?.rival) return read(true);
  const time = attempt(() => read(true));
  const value = attempt(() => read(false));
  if (time instanceof Declined) {
    if (value instanceof Declined) throw time;
    return value;
  }
  if (value instanceof Declined || TIMED.test(mention.text)) return time;
  if (JSON.stringify(time.query) === JSON.stringify(value.query)) return time;
  const named = String(mention.rival.value);
  const column = mention.rival.column.replaceAll('_', ' ');
  throw new AskBack(
    `Is "${named}" a time or the ${column}? Say "in ${named}", or name the ${column}.`,
    mention,
    [`in ${named}`, `with ${column} "${named}"`],
  );
}
