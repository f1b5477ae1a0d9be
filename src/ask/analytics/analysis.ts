import type { AnalysisReads } from '#src/ask/analytics/reads.ts';
import type { AskContext } from '#src/ask/context.ts';
import { type Day, dayFor } from '#src/planner/day.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/** What the steps of an analysis share. */
export interface Analysis {
  readonly context: AskContext;
  readonly catalog: Catalog;
  readonly reads: AnalysisReads;
  readonly day: Day;
}

/** Which day it is for a catalog. */
export const dayOf = ({ context, catalog }: Pick<Analysis, 'context' | 'catalog'>): Day =>
  dayFor(catalog, context.deps.clock.now());
