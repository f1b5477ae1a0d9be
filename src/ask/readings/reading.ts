import type { Check, Verification } from '#src/ask/types.ts';

/** What further readings of a question say of its answer. */
export interface Reading {
  readonly check: Check;
  /** Whether it makes a checked answer a verified one. */
  readonly verifies: boolean;
}

const reading = (outcome: Check['outcome'], detail: string, verifies = false): Reading => ({
  check: { name: 'second_reading', outcome, detail },
  verifies,
});

export const AGREED = reading('passed', 'An independent second query gives the same rows.', true);
/** A number that only one of two readings shows is nobody's but that one's. */
export const AGREED_IN_PART = reading(
  'passed',
  "An independent second query gives the same rows, but doesn't confirm all of the numbers.",
);
/** What tells the rows apart is a key in one of them and the name behind it in the other. */
export const SAME_NUMBERS = reading(
  'passed',
  'An independent second query gives the same numbers.',
);
/** A join repeats the rows of the one that isn't shown. */
export const LISTED_ONCE = reading(
  'passed',
  'An independent second query gives the same rows, some of them more than once.',
);
/** Two samples of one model are one vote: it may be wrong twice in the same way. */
export const SAID_TWICE = reading('passed', 'The same model, asked again, gives the same rows.');
export const MAJORITY = reading('passed', 'Two of three interpretations give these rows.');
export const ALONE = reading('skipped', 'A second interpretation returned no rows to compare.');
export const DIFFERS = reading(
  'warning',
  'An independent second query gives different rows. Check that the explanation matches what you meant.',
);
/** What another reading of the question makes of it, said in the explanation: it gives other rows. */
export const mayMean = (restatement: string): Reading => ({
  check: {
    ...{ name: 'other_meaning', outcome: 'warning' },
    detail: `The question could also mean: ${restatement}. That gives different rows.`,
  },
  verifies: false,
});

export function withReading<T extends { readonly verification: Verification }>(
  outcome: T,
  { check, verifies }: Reading,
): T {
  const { verification } = outcome;
  const checks = [...verification.checks, check];
  if (check.outcome === 'warning') {
    const reason =
      verification.status === 'warning' ? `${verification.reason} ${check.detail}` : check.detail;
    return { ...outcome, verification: { ...verification, status: 'warning', reason, checks } };
  }
  const status = verifies && verification.status === 'checked' ? 'verified' : verification.status;
  return { ...outcome, verification: { ...verification, status, checks } };
}
