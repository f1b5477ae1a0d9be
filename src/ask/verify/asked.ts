import { type Day, today } from '#src/planner/day.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/** What checks compare the statement with, beside the catalog. */
export interface Asked {
  /** In the user's words. */
  readonly question: string;
  /** The day that relative periods count from. */
  readonly today: Day;
}

export function askedOn(question: string, { asOf, timezone }: Catalog, now: Date): Asked {
  return { question, today: asOf ?? today(now, timezone) };
}
