import type { Amounts } from '#src/ask/analytics/amounts.ts';
import type { Drivers } from '#src/ask/analytics/drivers.ts';
import type { UsualChange } from '#src/ask/analytics/history.ts';
import type { AnalyticsQuestion } from '#src/ask/analytics/question.ts';
import type { Series } from '#src/ask/analytics/series.ts';
import type { Change } from '#src/ask/analytics/statistics/contribution.ts';
import type { WindowPair } from '#src/ask/analytics/windows.ts';

/** A dimension, with what its members add to the change. */
export interface LookedAt {
  readonly label: string;
  readonly series: Series;
  readonly change: Change;
  readonly usual: UsualChange | null;
  readonly drivers: Drivers | null;
}

/** Everything that a text about a change is written from. */
export interface ChangeFacts {
  readonly question: Extract<AnalyticsQuestion, { kind: 'change' }>;
  readonly pair: WindowPair;
  readonly total: Change;
  /** Whether the change is more than the usual; null where too little came before. */
  readonly unusual: boolean | null;
  readonly seasonal: boolean;
  readonly amounts: Amounts;
  /** What is told about; null where no dimension could be looked at. */
  readonly best: LookedAt | null;
  readonly lookedAt: readonly string[];
}
