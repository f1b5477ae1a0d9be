import type { Plan, QueryPlan } from '#src/planner/plan.ts';
import { unsaidAggregate, unsaidAmount, unsaidSales } from '#src/read/asking/amounts.ts';
import { unsaidComparison } from '#src/read/asking/comparisons.ts';
import { dayOrMonth, severalDates } from '#src/read/asking/dates.ts';
import type { DoubtAbout, ReadDoubt } from '#src/read/asking/doubt.ts';
import { anySuch, nothingAsked } from '#src/read/asking/fragments.ts';
import { unsaidMoney } from '#src/read/asking/money.ts';
import { nearReading } from '#src/read/asking/near-reading.ts';
import { unsaidMeasure, unsaidRows } from '#src/read/asking/quality.ts';
import {
  unknownGroup,
  unknownOwner,
  unknownRows,
  unknownSubject,
} from '#src/read/asking/references.ts';
import { rivalReadings, unplacedValue } from '#src/read/asking/rivals.ts';
import { unknownWord } from '#src/read/asking/unknown-word.ts';
import { unnamedRows } from '#src/read/asking/unnamed.ts';

const DOUBTS: readonly ReadDoubt[] = [
  unsaidComparison,
  dayOrMonth,
  unsaidMoney,
  unsaidMeasure,
  unsaidRows,
  unsaidAmount,
  unsaidSales,
  unsaidAggregate,
  unnamedRows,
  severalDates,
  unknownOwner,
  unknownRows,
  anySuch,
  unknownGroup,
  nothingAsked,
  rivalReadings,
  unplacedValue,
  unknownWord,
  nearReading,
  unknownSubject,
];

const MOST_OPTIONS = 4;
/** Options that are planned to see whether they are answered. */
const MOST_TRIED = 12;
/** Options of one doubt that are not answered, one after the other, before it is given up. */
const MOST_FAILED = 3;

/**
 * What is asked back in place of a decline: the first thing that a question leaves open and that two to four ways to say
 * it decide, each a question that is answered otherwise than the others. Null where there is none.
 */
export function askBack(
  about: DoubtAbout,
  plan: (question: string) => QueryPlan | null,
): Plan | null {
  const asked = about.question.withoutTokens([]);
  let tried = 0;
  for (const doubt of DOUBTS) {
    const found = tried < MOST_TRIED ? doubt(about) : null;
    if (!found) continue;
    const { ask, fewest = 2 } = found;
    // What was asked itself was declined.
    const options = found.options.filter(({ question }) => question !== asked);
    let failed = 0;
    const offered = new Map<string, { readonly label: string; readonly question: string }>();
    for (const [at, option] of options.entries()) {
      if (offered.size === MOST_OPTIONS || tried === MOST_TRIED || failed === MOST_FAILED) break;
      if (offered.size + options.length - at < fewest) break;
      tried++;
      const planned = plan(option.question);
      failed = planned ? 0 : failed + 1;
      const key = planned && JSON.stringify(planned.query);
      if (key && !offered.has(key))
        offered.set(key, { ...option, label: option.label ?? planned.restatement });
    }
    if (offered.size >= fewest)
      return { kind: 'clarify', question: ask, options: [...offered.values()], unread: true };
  }
  return null;
}
