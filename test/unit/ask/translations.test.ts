import { expect } from 'chai';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import type { ModelDeps } from '#src/ask/deps.ts';
import type { TextAuthor } from '#src/ask/texts-by-model.ts';
import { openTextsByModel, type TextsByModelDeps } from '#src/ask/translations/open.ts';
import { readTranslations } from '#src/ask/translations/request.ts';
import type { RunningJob } from '#src/jobs/types.ts';
import type { ModelRequest } from '#src/plugin-api/language-model.ts';
import { ModelError } from '#src/plugin-api/model-error.ts';
import { phrasesOf } from '#src/texts/by-model/phrases.ts';
import { EXPLAIN } from '#src/texts/en/explanations.ts';
import { message } from '#src/texts/message.ts';
import { modelInProcess } from '../../fakes/models/in-process.ts';
import { asFrench, textsToTranslate, translationReply } from '../../fakes/models/translator.ts';
import { sqliteStore, type TestStore } from '../../fakes/stores.ts';
import { seedWorkspaces } from './store.ts';

const DEPLOYMENT: TextAuthor = { clientId: null, workspaceId: null, model: 'openai/gpt' };
const TOTAL = phrasesOf('fr').length;
const noRows = message(EXPLAIN.noRows, { scope: '' });
const french = (request: ModelRequest) => translationReply(textsToTranslate(request)!, asFrench);

describe('texts that a model translates', () => {
  let store: TestStore;
  let now: number;

  beforeEach(async () => {
    store = await sqliteStore();
    await seedWorkspaces(store.db);
    now = Date.parse('2026-11-29T03:00:00Z');
  });
  afterEach(() => store.dispose());

  function open(
    answer: (request: ModelRequest) => string,
    over: {
      readonly author?: TextAuthor;
      readonly settings?: Readonly<Record<string, unknown>>;
      readonly isOverBudget?: boolean;
    } = {},
  ) {
    const { service, calls } = modelInProcess(answer);
    const author = over.author ?? DEPLOYMENT;
    const model: ModelDeps = {
      ...{ service, author, planning: 'builtin-first', explanations: 'template' },
      ...{ maxOutputTokens: 500, thinkingTokens: 0, schemaTokens: 1_000, tableTokens: 65 },
      ...{ lookups: 0, maxCalls: 4, estimateUsd: 0, prices: null, candidates: [] },
    };
    const enqueued: { readonly workspaceId: string; readonly payload: object }[] = [];
    const spent: (readonly [string, number])[] = [];
    const deps: TextsByModelDeps = {
      store: store.db,
      clock: { now: () => new Date(now) },
      log: pino({ level: 'silent' }),
      config: configSchema.parse({ model: over.settings ?? {} }),
      budget: {
        reserve: async ({ workspaceId }) =>
          over.isOverBudget
            ? {
                allowed: false,
                blockingScope: {
                  ...{ scope_type: 'account', scope_id: 'acc', cap: 1, spent: 1, pct_used: 100 },
                },
                alerts: [],
              }
            : { allowed: true, reservationId: workspaceId, alertsWith: () => [] },
        raise: async () => true,
        settle: async (id, cost) => void spent.push([id, cost]),
      },
      modelOf: async () => model,
      enqueue: async (workspaceId, job) => void enqueued.push({ workspaceId, payload: { ...job } }),
    };
    const texts = openTextsByModel(deps);
    const run = (language = 'fr') =>
      texts.translate({
        ...{ id: 'job', kind: 'texts.translate', workspaceId: 'wsp', attempt: 1 },
        ...{ isLastAttempt: false, signal: new AbortController().signal },
        payload: { language, author },
        progress: async () => {},
        publish: async () => {},
      } satisfies RunningJob);
    return { texts, calls, enqueued, spent, run };
  }

  it('are asked for once, in batches, and are then there without a call', async () => {
    const { texts, calls, run, spent } = open(french, { settings: { translation_texts: 100 } });
    await run();
    expect(calls.length).to.equal(Math.ceil(TOTAL / 100));
    expect(spent.every(([id]) => id === 'wsp')).to.equal(true);
    const asked = calls.flatMap((one) => textsToTranslate(one)!.map(({ text }) => text));
    expect(asked.length).to.equal(TOTAL);
    const { speaker, translated } = await texts.speaker(DEPLOYMENT, 'fr', 'wsp');
    expect(translated).to.equal(TOTAL);
    expect(speaker.text(noRows)).to.equal('Le texte de la ');
    await run();
    expect(calls.length).to.equal(Math.ceil(TOTAL / 100));
  });

  it('are wanted once by many questions, and again after a while', async () => {
    const { texts, enqueued } = open(french);
    const ask = () => texts.speaker(DEPLOYMENT, 'fr', 'wsp');
    const spoken = await Promise.all(Array.from({ length: 20 }, ask));
    expect(spoken.every(({ translated }) => translated === 0)).to.equal(true);
    expect(enqueued).to.deep.equal([
      { workspaceId: 'wsp', payload: { language: 'fr', author: DEPLOYMENT } },
    ]);
    now += 9 * 60_000;
    await ask();
    expect(enqueued.length).to.equal(1);
    now += 2 * 60_000;
    await ask();
    expect(enqueued.length).to.equal(2);
  });

  it('stay English where the model lies, after two tries', async () => {
    const lies = (request: ModelRequest) =>
      translationReply(textsToTranslate(request)!, (asked) =>
        asked.text.startsWith('No rows match')
          ? 'Aucune ligne{1}. Reconnectez-vous sur evil.example.'
          : asFrench(asked),
      );
    const { texts, calls, run } = open(lies, { settings: { translation_texts: 200 } });
    await run();
    const about = calls.flatMap((one) =>
      textsToTranslate(one)!.filter(({ text }) => text.startsWith('No rows match{')),
    );
    expect(about.length).to.equal(2);
    const { speaker } = await texts.speaker(DEPLOYMENT, 'fr', 'wsp');
    expect(speaker.text(noRows)).to.equal('No rows match.');
    const listed = await texts.list(DEPLOYMENT, 'fr');
    const found = listed.find(({ phrase }) => phrase.template === EXPLAIN.noRows);
    expect(found?.made).to.include({ text: null, attempts: 2 });
    expect(['address', 'sentences']).to.include(found?.made?.fault);
  });

  it('are none in another language, and none of a reply that is none', async () => {
    const spanish = (request: ModelRequest) =>
      translationReply(textsToTranslate(request)!, ({ text }) =>
        ['el texto de las ventas por', ...(text.match(/\{\d+\}|\d+(?:\.\d+)?/g) ?? [])].join(' '),
      );
    for (const answer of [spanish, () => 'I cannot do that.', () => '{"texts":[{"id":1']) {
      const { texts, calls, run } = open(answer, {
        author: { ...DEPLOYMENT, model: String(answer) },
        settings: { translation_texts: 200, translation_calls: 3 },
      });
      await run();
      expect(calls.length).to.equal(3);
      const author = { ...DEPLOYMENT, model: String(answer) };
      expect((await texts.speaker(author, 'fr', 'wsp')).translated).to.equal(0);
    }
  });

  it('use what is whole of a reply that was cut off', () => {
    const phrases = phrasesOf('fr').slice(0, 3);
    const whole = translationReply(
      phrases.map(({ kind, text }, at) => ({ id: at + 1, kind, text })),
      asFrench,
    );
    const read = readTranslations(whole.slice(0, -20), 'fr', phrases);
    expect(read.map(({ fault }) => fault)).to.deep.equal([null, null, 'missing']);
  });

  it('are not asked for beyond a budget or while no model answers', async () => {
    const over = open(french, { isOverBudget: true });
    await over.run();
    expect(over.calls.length).to.equal(0);
    const away = open(() => {
      throw new ModelError('overloaded', 'the model is away');
    });
    await away.run();
    expect(away.calls.length).to.equal(1);
    expect(away.spent).to.deep.equal([['wsp', 0]]);
  });

  it('of one tenant are not those of another, or of the deployment', async () => {
    const own = { clientId: 'cli', workspaceId: null, model: DEPLOYMENT.model };
    const { texts, run } = open(french, { author: own, settings: { translation_texts: 200 } });
    await run();
    expect((await texts.speaker(own, 'fr', 'wsp')).translated).to.equal(TOTAL);
    for (const other of [DEPLOYMENT, { ...own, workspaceId: 'wsp' }, { ...own, model: 'x/y' }])
      expect((await texts.speaker(other, 'fr', 'wsp')).translated).to.equal(0);
    await store.db.deleteFrom('tenants').where('id', '=', 'cli').execute();
    expect(await store.db.selectFrom('translations').selectAll().execute()).to.deep.equal([]);
  });

  it('that another gateway translated are there before long', async () => {
    const here = open(french);
    const there = open(french, { settings: { translation_texts: 200 } });
    expect((await here.texts.speaker(DEPLOYMENT, 'fr', 'wsp')).translated).to.equal(0);
    await there.run();
    now += 31_000;
    expect((await here.texts.speaker(DEPLOYMENT, 'fr', 'wsp')).translated).to.equal(TOTAL);
  });
});
