import { threadId } from 'node:worker_threads';
import { createPlanHost } from '#workers/plan-host.ts';
import type { PlanningTask } from '#workers/plan-protocol.ts';

/** A planning worker whose planner says what it saw, or never ends. */
let calls = 0;

// Of two workers that start together one is slower.
const isSlow = import.meta.url.endsWith('?one-loads-slowly') && threadId % 2 === 0;
if (isSlow || import.meta.url.endsWith('?loads-slowly')) {
  const began = performance.now();
  while (performance.now() - began < 1_000);
}

const host = createPlanHost({
  plan: ({ question, catalog, history }) => {
    calls++;
    if (question === 'never ends') for (;;);
    if (question === 'sleeps') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
    if (question === 'eats memory')
      for (const held: string[][] = []; ; ) held.push(new Array<string>(100_000).fill(question));
    if (question === 'throws') throw new Error('planner broke');
    const text = JSON.stringify({
      thread: threadId,
      calls,
      tables: catalog.tables.length,
      history,
    });
    return { kind: 'decline', reason: 'not_in_data', text, suggestions: [] };
  },
  openValueLookup: () => ({
    lookup: (span, options) =>
      span === 'Europe' || options?.near
        ? [{ table: 'orders', column: 'region', value: 'Europe', rowCount: 1, match: 'near' }]
        : [],
    close: () => {},
  }),
  readableCatalog: (catalog) => catalog,
  traceReading: () => {
    throw new Error('no test asks this worker how a question is read');
  },
});

export const run = (task: PlanningTask) => host(task);
