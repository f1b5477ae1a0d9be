import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { AskDeps } from '#src/ask/deps.ts';
import { createAskService } from '#src/ask/service.ts';
import type { Answer, AskEvent } from '#src/ask/types.ts';
import { AppError } from '#src/errors.ts';
import type { ResultChunk } from '#src/plugin-api/data-source.ts';
import { sqliteStore, type TestStore } from '../../fakes/stores.ts';
import { LIMITS, request, type World, world } from './harness.ts';
import { seedWorkspaces } from './store.ts';

const broken = () => Promise.reject(new Error('/secret/path is broken'));
const stuck = () => new Promise<never>(() => {});

type Break = (deps: AskDeps, how: () => Promise<never>) => Partial<AskDeps>;

/** Each part that the pipeline leans on, and whether an answer is still given without it. */
const PARTS: readonly (readonly [string, boolean, Break])[] = [
  ['pinning', false, (_, how) => ({ pinGeneration: how })],
  ['planning', false, (deps, how) => ({ planning: { ...deps.planning, plan: how } })],
  ['next questions', true, (deps, how) => ({ planning: { ...deps.planning, answerable: how } })],
  ['the guard', false, (_, how) => ({ guard: how })],
  ['the source', false, (_, how) => ({ sourceOf: how })],
  ['the spool', false, (_, how) => ({ results: { collect: how, remember: async () => {} } })],
  [
    'beginning a chat',
    false,
    (deps, how) => ({ conversations: { ...deps.conversations, start: how } }),
  ],
];

/** Parts that are used after the answer is known. */
const RECORDS: readonly (readonly [string, Break])[] = [
  ['the turn', (deps, how) => ({ conversations: { ...deps.conversations, record: how } })],
  ['the spend', (deps, how) => ({ budget: { ...deps.budget, settle: how } })],
];

describe('a question while something is broken', () => {
  let folder: string;
  let store: TestStore;
  let around: World;
  let whole: AskDeps;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-ask-'));
    store = await sqliteStore();
    await seedWorkspaces(store.db);
    ({ world: around, deps: whole } = world(store.db, path.join(folder, 'spool')));
  });

  afterEach(async () => {
    await store.dispose();
    await rm(folder, { recursive: true });
  });

  async function ask(over: Partial<AskDeps>): Promise<{ events: AskEvent[]; answer: Answer }> {
    const service = createAskService({
      ...whole,
      limits: { ...LIMITS, totalTimeoutMs: 60, nextQuestionsMs: 10, recordTimeoutMs: 40 },
      ...over,
    });
    const prepared = await service.prepare(request({ conversation: { mode: 'new' } }));
    const running = service.run(prepared, new AbortController().signal);
    const events: AskEvent[] = [];
    for (;;) {
      const step = await running.next();
      if (step.done) return { events, answer: step.value };
      events.push(step.value);
    }
  }

  const check = ({ events, answer }: { events: AskEvent[]; answer: Answer }, answers: boolean) => {
    expect(answer.result).to.equal(answers ? 'success' : 'error');
    expect(events.at(-1)?.event).to.equal('done');
    if (!answers) expect(events.at(-2)?.event).to.equal('error');
    expect(JSON.stringify([events, answer])).to.not.include('/secret/path');
    expect(around.pinned).to.equal(around.released);
    expect(around.traces).to.have.length(1);
  };

  for (const [part, answers, breaks] of PARTS) {
    it(`ends with ${answers ? 'an answer' : 'a text'} where ${part} fails`, async () => {
      check(await ask(breaks(whole, broken)), answers);
      expect(around.settled).to.have.length(1);
    });

    it(`ends with ${answers ? 'an answer' : 'a text'} where ${part} hangs`, async () => {
      const got = await ask(breaks(whole, stuck));
      check(got, answers);
      if (!answers) expect(got.answer.error?.type).to.equal('TIMEOUT');
    });
  }

  it('says that the disk is full where a chat cannot be begun for it', async () => {
    const full = () => Promise.reject(Object.assign(new Error('full'), { code: 'SQLITE_FULL' }));
    const { answer } = await ask({ conversations: { ...whole.conversations, start: full } });
    expect(answer.error).to.include({ type: 'DECLINED', declineReason: 'source_unavailable' });
    expect(answer.explanation).to.contain("server's disk is full");
  });

  it('says why it was cut off, whatever the cut made fail', async () => {
    const stopping = new AbortController();
    const service = createAskService({
      ...whole,
      planning: {
        ...whole.planning,
        plan: (_request, signal) => {
          // As a model's call does: it hears of the cut first, and fails by itself.
          stopping.abort(new AppError('unavailable', 'The service is restarting.'));
          expect(signal.aborted).to.equal(true);
          return broken();
        },
      },
    });
    const running = service.run(await service.prepare(request()), stopping.signal);
    let step = await running.next();
    while (!step.done) step = await running.next();
    expect(step.value.error?.message).to.equal('The service is restarting.');
  });

  for (const [record, breaks] of RECORDS)
    for (const how of [broken, stuck])
      it(`is answered where ${record} cannot be recorded (${how.name})`, async () => {
        check(await ask(breaks(whole, how)), true);
      });

  it('ends with a text where the engine breaks in the middle of the rows', async () => {
    around.chunks = async function* (): AsyncGenerator<ResultChunk> {
      yield { kind: 'columns', columns: [{ name: 'n', type: 'integer', nativeType: 'BIGINT' }] };
      yield { kind: 'rows', rows: Array.from({ length: 50 }, (_, n) => [n]) };
      throw new Error('/secret/path is broken');
    };
    check(await ask({}), false);
  });
});
