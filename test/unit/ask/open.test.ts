import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { openAsk } from '#src/ask/open.ts';
import { startPlannerThreads } from '#src/ask/planner-threads.ts';
import type { Answer } from '#src/ask/types.ts';
import { openConversations } from '#src/conversations/open.ts';
import { openResults } from '#src/results/open.ts';
import { sqliteStore } from '../../fakes/stores.ts';
import { principal, request, world } from './harness.ts';
import { seedWorkspaces } from './store.ts';

describe('the pipeline as it is opened', () => {
  it('plans in its threads, answers, shows the trace and closes', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-open-'));
    const store = await sqliteStore();
    await seedWorkspaces(store.db);
    const { deps } = world(store.db, folder);
    const config = configSchema.parse({ data_dir: folder });
    const shared = {
      config,
      store: store.db,
      clock: deps.clock,
      log: pino({ level: 'silent' }),
    };
    const results = openResults(shared);
    const conversations = openConversations(shared);
    const planners = startPlannerThreads(
      config.workers,
      new URL('./plan-worker.ts', import.meta.url),
    );
    const ask = openAsk({
      ...deps,
      ...shared,
      results,
      conversations,
      planners,
    });
    await ask.ready();
    const running = ask.service.run(
      await ask.service.prepare(request({ conversation: { mode: 'new' } })),
      new AbortController().signal,
    );
    let answer: Answer | null = null;
    while (answer === null) {
      const step = await running.next();
      if (step.done) answer = step.value;
    }
    expect(answer.error?.declineReason).to.equal('not_in_data');
    const trace = await ask.trace(principal(), 'cli', answer.traceId);
    expect(trace).to.include({ decline_reason: 'not_in_data', session_id: answer.sessionId });
    await ask.close();
    await planners.destroy();
    await conversations.close();
    await results.close();
    expect(await store.db.selectFrom('answers').select('trace_id').execute()).to.have.length(1);
    await store.dispose();
    await rm(folder, { recursive: true });
  });
});
