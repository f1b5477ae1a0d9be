import { type Day, today } from '#src/planner/day.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { RowPolicy } from '#src/principal.ts';

/** What checks compare the statement with, beside the catalog. */
export interface Asked {
  /** In the user's words. */
  readonly question: string;
  /** The day that relative periods count from. */
  readonly today: Day;
  /** Whether the caller sees all rows: else what was measured over all of them is not said. */
  readonly seesAll: boolean;
}

export function askedOn(
  question: string,
  { asOf, timezone }: Catalog,
  now: Date,
  { filter }: RowPolicy,
): Asked {
  const seesAll = Object.keys(filter).length === 0;
  return { question, today: asOf ?? today(now, timezone), seesAll };
}
