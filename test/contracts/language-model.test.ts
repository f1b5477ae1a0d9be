import { mock } from 'node:test';
import { expect } from 'chai';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { createModel } from '#plugins/models/ai-sdk/model.ts';
import { type ModelSettings, modelSettings } from '#plugins/models/ai-sdk/settings.ts';
import type { LanguageModel, ModelPart, ModelRequest } from '#src/plugin-api/language-model.ts';
import { ModelError, type ModelErrorKind } from '#src/plugin-api/model-error.ts';
import { openFaultyProxy } from '../../bench/faults/faulty-proxy.ts';
import { eventually } from '../fakes/eventually.ts';
import { type FakeFault, type FakeModels, startFakeModels } from '../fakes/models/server.ts';

/** How each provider is configured against the local servers. */
const PROVIDERS = [
  { provider: 'google', model: 'gemini-2.5-flash', path: '/gemini/v1beta' },
  { provider: 'openai', model: 'gpt-5-mini', path: '/v1' },
  { provider: 'anthropic', model: 'claude-sonnet-4-5', path: '/anthropic/v1' },
  { provider: 'ollama', model: 'qwen3', path: '' },
] as const;

const REQUEST: ModelRequest = {
  system: 'You write SQL.',
  messages: [{ role: 'user', text: 'How many orders?' }],
  schema: {
    type: 'object',
    properties: { sql: { type: 'string' } },
    required: ['sql'],
    additionalProperties: false,
  },
  reasoning: 'low',
  maxOutputTokens: 500,
  thinkingTokens: 300,
};
const ANSWER = '{"sql": "SELECT count(*) FROM orders"}';

/** Damaged connections to each provider, so many at once. */
const DAMAGED = 60;
const AT_ONCE = 6;

/** What a fault is called, whoever the provider is. */
const FAULTS: readonly (readonly [FakeFault, readonly ModelErrorKind[]])[] = [
  ['rate_limit', ['rate_limited']],
  ['error_500', ['overloaded']],
  ['overloaded', ['overloaded']],
  ['bad_key', ['auth']],
  ['too_long', ['context_length']],
  ['no_credit', ['quota']],
  ['stall', ['timeout']],
  ['stall_midway', ['timeout']],
  ['cut', ['network']],
  ['malformed', ['malformed']],
  ['filtered', ['content_filter']],
  ['not_http_json', ['malformed', 'network']],
  ['endless', ['malformed', 'timeout']],
];

for (const { provider, model: name, path } of PROVIDERS)
  describe(`a language model of ${provider}`, () => {
    let fakes: FakeModels;
    let model: LanguageModel;
    const open = (change: Partial<ModelSettings> = {}) => {
      model = createModel(
        modelSettings.parse({
          ...configSchema.parse({}).model,
          provider,
          model: name,
          api_key: 'key-1',
          base_url: `${fakes.url}${path}`,
          retries: 0,
          ...change,
        }),
        { log: pino({ level: 'silent' }) },
      );
    };
    beforeEach(async () => {
      fakes = await startFakeModels();
      fakes.answer = () => ANSWER;
      open();
    });
    afterEach(() => fakes.close());

    const parts = async (signal = new AbortController().signal, request = REQUEST) => {
      const found: ModelPart[] = [];
      for await (const part of model.generate(request, signal)) found.push(part);
      return found;
    };
    const failure = async (work: Promise<unknown> = parts()): Promise<ModelError> => {
      const error = await work.then(
        () => null,
        (caught: unknown) => caught,
      );
      expect(error).to.be.instanceOf(ModelError);
      return error as ModelError;
    };
    const text = (found: readonly ModelPart[]) =>
      found.map((part) => (part.kind === 'text' ? part.text : '')).join('');

    it('streams its thoughts and its answer in pieces, then says what was billed', async () => {
      const found = await parts();
      expect(text(found)).to.equal(ANSWER);
      expect(found.filter(({ kind }) => kind === 'text').length).to.be.greaterThan(1);
      expect(
        found.some((part) => part.kind === 'reasoning' && part.text === 'Let me see.'),
      ).to.equal(true);
      expect(found.at(-1)).to.deep.equal({
        kind: 'finish',
        provider,
        model: name,
        reason: 'stop',
        insteadOf: null,
        usage: {
          inputTokens: 1_200,
          cachedInputTokens: provider === 'ollama' ? 0 : 1_000,
          outputTokens: 80,
          reasoningTokens: provider === 'anthropic' || provider === 'ollama' ? 0 : 20,
        },
      });
    });

    it('answers where its server takes the whole answer for thoughts', async () => {
      fakes.answer = () => ({ thoughts: ['So: ', ANSWER] });
      expect(text(await parts())).to.equal(`So: ${ANSWER}`);
      fakes.answer = () => ({ thoughts: ['I am not sure.'] });
      expect((await failure()).kind).to.equal('malformed');
    });

    it('is asked with system, messages, schema and key', async () => {
      await parts();
      const [call] = fakes.calls;
      expect(call).to.include({ model: name });
      expect(call!.system).to.contain('You write SQL.');
      expect(call!.messages).to.deep.equal([{ role: 'user', text: 'How many orders?' }]);
      expect(JSON.stringify(call!.schema)).to.contain('"sql"');
      expect(JSON.stringify(call!.headers)).to.contain('key-1');
    });

    // Ollama withholds nothing.
    for (const [fault, kinds] of FAULTS.filter(
      ([one]) => provider !== 'ollama' || one !== 'filtered',
    ))
      it(`tells "${fault}" as ${kinds.join(' or ')}`, async () => {
        if (kinds.includes('timeout'))
          open({ first_token_timeout_ms: 1_000, call_timeout_ms: 2_000 });
        fakes.fail(fault);
        const error = await failure();
        expect(error.kind, error.message).to.be.oneOf(kinds);
        expect(error.message).to.not.contain('key-1');
        // The servers here quote the key in these: what providers say is told apart from what reaches traces.
        if (
          ['rate_limit', 'error_500', 'overloaded', 'bad_key', 'too_long', 'no_credit'].includes(
            fault,
          )
        )
          expect(error.detail).to.contain('key-1');
      });

    it('fails with an error of its own, or answers, however its bytes are damaged', async () => {
      const to = { host: '127.0.0.1', port: Number(new URL(fakes.url).port) };
      const proxy = await openFaultyProxy(to, { seed: 13, lifeMs: 300, within: 4_000 });
      open({
        base_url: `http://127.0.0.1:${proxy.port}${path}`,
        ...{ first_token_timeout_ms: 1_000, call_timeout_ms: 2_000 },
        breaker_failures: 100,
      });
      const failures: unknown[] = [];
      const user = async () => {
        while (proxy.damaged() < DAMAGED) await parts().catch((error) => failures.push(error));
      };
      try {
        await Promise.all(Array.from({ length: AT_ONCE }, user));
        for (const error of failures) if (!(error instanceof ModelError)) throw error;
        expect(failures.length).to.be.greaterThan(DAMAGED / 4);
        proxy.heal(true);
        // A call may still take a kept connection whose end has not been heard of.
        const found = await eventually(() => parts().catch(() => null), 'an answer');
        expect(text(found)).to.equal(ANSWER);
      } finally {
        await proxy.close();
      }
    });

    it('gives up a stream that gives no further token', async () => {
      open({ next_token_timeout_ms: 300, call_timeout_ms: 60_000 });
      fakes.fail('stall_midway');
      const { kind, message } = await failure();
      expect({ kind, message }).to.deep.equal({
        kind: 'timeout',
        message: `${provider} ${name} sent no further token within 300 ms`,
      });
    });

    it('ends at once, and leaves no connection, when the caller leaves', async () => {
      fakes.fail('stall');
      const leave = new AbortController();
      const failed = failure(parts(leave.signal));
      setTimeout(() => leave.abort(), 50);
      expect((await failed).kind).to.equal('cancelled');
      await eventually(() => fakes.open() === 0);
    });

    it('ends, and leaves no connection, when nobody reads on', async () => {
      fakes.fail('stall_midway');
      for await (const _ of model.generate(REQUEST, new AbortController().signal)) break;
      await eventually(() => fakes.open() === 0);
    });

    it('asks again after a passing failure, as soon as the provider says', async () => {
      open({ retries: 2, max_retry_wait_ms: 1_500 });
      fakes.fail('overloaded');
      expect(text(await parts())).to.equal(ANSWER);
      expect(fakes.calls.length).to.equal(2);
    });

    it('begins anew after an answer that broke off, and says what that was billed', async () => {
      open({ retries: 1 });
      fakes.fail('cut');
      const found = await parts();
      const at = found.findIndex(({ kind }) => kind === 'discarded');
      const discarded = found[at]!;
      expect(text(found.slice(at))).to.equal(ANSWER);
      expect(discarded).to.include({ kind: 'discarded', provider, model: name });
      const { usage } = discarded as Extract<ModelPart, { kind: 'discarded' }>;
      expect(usage.inputTokens).to.be.within(5, 20);
      expect(usage.outputTokens).to.be.greaterThan(0);
    });

    it('does not wait longer than it may', async () => {
      open({ retries: 2, max_retry_wait_ms: 100 });
      fakes.fail('rate_limit');
      expect((await failure()).kind).to.equal('rate_limited');
      expect(fakes.calls.length).to.equal(1);
    });

    it('asks the next model when the first does not answer', async () => {
      const next = { provider, model: 'second', api_key: 'key-2', base_url: `${fakes.url}${path}` };
      open({ fallbacks: [{ ...next, headers: {}, reasoning: 'auto', temperature: 0, body: {} }] });
      fakes.fail('bad_key');
      expect((await parts()).at(-1)).to.include({
        ...{ kind: 'finish', model: 'second', insteadOf: 'auth' },
      });
    });

    describe('that is left out after failures in a row', () => {
      /** The clock stands still but for this: timers go on. */
      const pass = (ms: number) => mock.timers.setTime(Date.now() + ms);
      const leftOut = async () => expect((await failure()).message).to.contain('is skipped');

      beforeEach(async () => {
        mock.timers.enable({ apis: ['Date'], now: new Date('2026-11-21T12:00:00Z') });
        open({ breaker_failures: 2, breaker_open_ms: 30_000 });
        fakes.fail('error_500', 2);
        await failure();
        await failure();
      });
      afterEach(() => mock.timers.reset());

      it('is tried again later', async () => {
        await leftOut();
        pass(29_000);
        await leftOut();
        expect(fakes.calls.length).to.equal(2);
        pass(1_000);
        expect(text(await parts())).to.equal(ANSWER);
        fakes.fail('error_500');
        await failure();
        expect(text(await parts()), 'failures are counted anew').to.equal(ANSWER);
      });

      it('stays left out when the one call that tries it fails', async () => {
        pass(30_000);
        fakes.fail('error_500');
        expect((await failure()).kind).to.equal('overloaded');
        await leftOut();
        expect(fakes.calls.length).to.equal(3);
        pass(30_000);
        expect(text(await parts())).to.equal(ANSWER);
      });

      it('is tried by one call at a time, and a cancelled one says nothing of it', async () => {
        pass(30_000);
        fakes.fail('stall');
        const leave = new AbortController();
        const trying = failure(parts(leave.signal));
        await eventually(() => fakes.open() === 1);
        await leftOut();
        leave.abort();
        expect((await trying).kind).to.equal('cancelled');
        expect(model.breakers?.()).to.deep.equal([{ model: name, isOpen: true }]);
        expect(text(await parts())).to.equal(ANSWER);
        expect(model.breakers?.()).to.deep.equal([{ model: name, isOpen: false }]);
      });

      it('is tried again after a call whose answer nobody read to its end', async () => {
        pass(30_000);
        for await (const _ of model.generate(REQUEST, new AbortController().signal)) break;
        expect(model.breakers?.()).to.deep.equal([{ model: name, isOpen: true }]);
        expect(text(await parts())).to.equal(ANSWER);
      });

      it('is not counted out by requests that it refuses', async () => {
        pass(30_000);
        fakes.fail('too_long');
        expect((await failure()).kind).to.equal('context_length');
        expect(text(await parts())).to.equal(ANSWER);
        expect(model.breakers?.()).to.deep.equal([{ model: name, isOpen: false }]);
      });
    });

    it('is not asked again once it is left out', async () => {
      open({ retries: 3, breaker_failures: 2, max_retry_wait_ms: 1_500 });
      fakes.fail('overloaded', 4);
      expect((await failure()).kind).to.equal('overloaded');
      expect(fakes.calls.length).to.equal(2);
    });

    it('gives up an answer that is too large', async () => {
      open({ max_answer_bytes: 1_024 });
      fakes.answer = () => 'x'.repeat(5_000);
      expect((await failure()).kind).to.equal('malformed');
    });
  });

/** Providers and models that refuse a parameter which others want; the local servers do as they do. */
const PARTICULAR = [
  ['azure', 'gpt-5-mini', '/v1', 'max_tokens', 'max_completion_tokens'],
  ['mistral', 'mistral-small-latest', '/v1', 'reasoning_effort', null],
  ['groq', 'llama-3.3-70b', '/v1', 'json_schema', 'json_object'],
  ['google', 'gemini-2.0-flash', '/gemini/v1beta', 'thinkingConfig', null],
  ['openai', 'gpt-4o', '/v1', 'effort', null],
  ['ollama', 'llama3.1', '', 'think', null],
] as const;

for (const [provider, model, path, refused, instead] of PARTICULAR)
  describe(`a model of ${provider} that does not take ${refused}`, () => {
    let fakes: FakeModels;
    let service: LanguageModel;
    beforeEach(async () => {
      fakes = await startFakeModels();
      fakes.answer = () => ANSWER;
      const settings = modelSettings.parse({
        ...configSchema.parse({}).model,
        ...{ provider, model, api_key: 'key-1', base_url: `${fakes.url}${path}`, retries: 0 },
        // Told to think, whether it can or not: what it refuses is learned.
        reasoning: 'on',
      });
      service = createModel(settings, {
        log: pino({ level: 'silent' }),
      });
    });
    afterEach(() => fakes.close());

    it('answers, and is not sent it again', async () => {
      for (let round = 0; round < 3; round += 1) {
        let text = '';
        for await (const part of service.generate(REQUEST, new AbortController().signal))
          if (part.kind === 'text') text += part.text;
        expect(text).to.equal(ANSWER);
      }
      expect(fakes.calls).to.have.length(3);
      expect(fakes.refusals.length).to.be.within(0, 2);
      for (const { body } of fakes.calls) {
        expect(JSON.stringify(body)).to.not.contain(`"${refused}"`);
        if (instead) expect(JSON.stringify(body)).to.contain(`"${instead}"`);
      }
    });
  });

/** Models that do not think, and what they take in place of what is sent first. */
const PLAIN = [
  ['azure', 'o3-as-deployed', '/v1', 'temperature', 'max_completion_tokens'],
  ['openai-compatible', 'gemma-2-9b', '/v1', 'role":"system', 'You write SQL.\\n\\nHow many'],
  ['openai-compatible', 'lms-phi', '/v1', 'response_format', 'messages'],
] as const;

describe('a model that does not think', () => {
  let fakes: FakeModels;
  const ask = async (change: object) => {
    const settings = modelSettings.parse({
      ...configSchema.parse({}).model,
      ...{ api_key: 'key-1', retries: 0, reasoning: 'off', ...change },
    });
    const service = createModel(settings, { log: pino({ level: 'silent' }) });
    for (let round = 0; round < 2; round += 1)
      for await (const part of service.generate(REQUEST, new AbortController().signal))
        expect(part).to.be.an('object');
    return fakes.calls.map(({ body }) => JSON.stringify(body));
  };
  beforeEach(async () => {
    fakes = await startFakeModels();
    fakes.answer = () => ANSWER;
  });
  afterEach(() => fakes.close());

  for (const [provider, model, path, refused, instead] of PLAIN)
    it(`of ${provider} is asked again at once without ${refused}, and never with it again`, async () => {
      const bodies = await ask({ provider, model, base_url: `${fakes.url}${path}` });
      expect(bodies).to.have.length(2);
      expect(fakes.refusals.length).to.be.within(1, 2);
      for (const body of bodies) {
        expect(body).to.contain(instead);
        expect(body).to.not.contain(`"${refused}"`);
      }
    });

  it('is asked at temperature 0, or as the settings say', async () => {
    const vllm = { provider: 'vllm', model: 'llama3.1', base_url: `${fakes.url}/v1` };
    expect((await ask(vllm))[0]).to.contain('"temperature":0');
    fakes.reset();
    fakes.answer = () => ANSWER;
    expect((await ask({ ...vllm, temperature: null }))[0]).to.not.contain('temperature');
  });

  it('of Anthropic is told to keep what is the same for many questions', async () => {
    const base_url = `${fakes.url}/anthropic/v1`;
    await ask({ provider: 'anthropic', model: 'claude-sonnet-4-5', base_url });
    expect(fakes.calls[0]!.body['system']).to.deep.equal([
      { type: 'text', text: 'You write SQL.', cache_control: { type: 'ephemeral' } },
    ]);
  });

  it('is sent the further parameters of the settings', async () => {
    const vllm = { provider: 'vllm', model: 'llama3.1', base_url: `${fakes.url}/v1` };
    const [body] = await ask({ ...vllm, body: { top_p: 0.9, seed: 7 } });
    expect(JSON.parse(body!)).to.include({ top_p: 0.9, seed: 7 });
    expect(() => configSchema.parse({ model: { body: { messages: [] } } })).to.throw('messages');
  });

  it('of Ollama gets a context that the prompt fits in, and keeps it', async () => {
    const long = { ...REQUEST, system: 'a table of orders. '.repeat(2_000) };
    const settings = modelSettings.parse({
      ...configSchema.parse({}).model,
      ...{ provider: 'ollama', model: 'llama3.1', base_url: `${fakes.url}/v1` },
      body: { options: { top_k: 20 } },
    });
    const service = createModel(settings, { log: pino({ level: 'silent' }) });
    for (const request of [REQUEST, long, REQUEST])
      for await (const part of service.generate(request, new AbortController().signal))
        expect(part).to.be.an('object');
    const options = fakes.calls.map(({ body }) => body['options'] as Record<string, number>);
    expect(options.map(({ num_ctx }) => num_ctx)).to.deep.equal([4_096, 16_384, 16_384]);
    expect(options[0]).to.deep.include({ top_k: 20, temperature: 0, num_predict: 500 });
  });
});

describe('room for thoughts', () => {
  for (const [model, reasoning, tokens] of [
    ['gpt-5-mini', 'auto', 800],
    ['qwen3:30b', 'auto', 800],
    ['llama3.1', 'auto', 500],
    ['own-name', 'on', 800],
    ['gpt-5-mini', 'off', 500],
  ] as const)
    it(`is ${tokens - 500} tokens for ${model} (reasoning: ${reasoning})`, async () => {
      const fakes = await startFakeModels();
      try {
        const settings = modelSettings.parse({
          ...configSchema.parse({}).model,
          ...{ provider: 'vllm', model, base_url: `${fakes.url}/v1`, reasoning },
        });
        const service = createModel(settings, {
          log: pino({ level: 'silent' }),
        });
        for await (const part of service.generate(REQUEST, new AbortController().signal))
          expect(part).to.be.an('object');
        const { body } = fakes.calls[0]!;
        expect(body['max_completion_tokens'] ?? body['max_tokens']).to.equal(tokens);
        expect(body['reasoning_effort']).to.equal(
          tokens === 800 && model !== 'own-name' ? 'low' : undefined,
        );
      } finally {
        await fakes.close();
      }
    });
});
