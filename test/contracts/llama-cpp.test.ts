import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { plugin } from '#plugins/models/llama-cpp/index.ts';
import { settingsOf } from '#src/compose/plugins.ts';
import type { LanguageModel, ModelPart, ModelRequest } from '#src/plugin-api/language-model.ts';
import { ModelError } from '#src/plugin-api/model-error.ts';
import { childrenOf } from '../fakes/children.ts';
import { eventually } from '../fakes/eventually.ts';
import { startFakeModels } from '../fakes/models/server.ts';
import { writeTinyGguf } from '../fakes/tiny-gguf.ts';
import { waitingForTests } from '../fakes/waiting.ts';

/** Where `npm ci --prefix test/services` puts node-llama-cpp. */
const SERVICES = path.resolve(import.meta.dirname, '../services');
const isInstalled = existsSync(path.join(SERVICES, 'node_modules/node-llama-cpp'));
/** Each token of the tiny model takes a while under a grammar. */
const FEW_TOKENS = 30;

const REQUEST: ModelRequest = {
  system: 'You write SQL over the tables of a shop. '.repeat(8),
  messages: [{ role: 'user', text: 'How many orders?' }],
  schema: null,
  reasoning: 'none',
  maxOutputTokens: FEW_TOKENS,
  thinkingTokens: 0,
};
const SCHEMA = {
  type: 'object',
  properties: { sure: { type: 'boolean' } },
  required: ['sure'],
  additionalProperties: false,
};

describe('a model in a file (node-llama-cpp)', () => {
  let folder: string;
  let file: string;
  let model: LanguageModel | null = null;
  let opened = '';
  let create: () => Promise<LanguageModel>;
  const tag = `--plumbline=llama-${process.pid}`;

  /** The model with such settings; it stays open until others are wanted. */
  const open = async (own: object = {}, change: object = {}) => {
    const wanted = JSON.stringify([own, change]);
    if (model && wanted === opened) return;
    await close();
    opened = wanted;
    const config = configSchema.parse({
      model: { provider: 'llama-cpp', file, retries: 0, first_token_timeout_ms: 60_000, ...change },
      llama_cpp: { packages: SERVICES, threads: 1, gpu: 'off', context_tokens: 1_024, ...own },
    });
    create = async () =>
      plugin.create(plugin.settings.parse(settingsOf(config, 'model', 'llama-cpp')), {
        ...{ log: pino({ level: 'silent' }), clock: { now: () => new Date() }, dataDir: folder },
        ...{ processTag: tag, waiting: waitingForTests() },
      });
    model = await create();
  };
  const close = async () => {
    await model?.close();
    model = null;
  };
  const parts = async (
    change: Partial<ModelRequest> = {},
    signal = new AbortController().signal,
  ) => {
    const found: ModelPart[] = [];
    for await (const part of model!.generate({ ...REQUEST, ...change }, signal)) found.push(part);
    return found;
  };
  const failure = async (work: Promise<unknown>): Promise<ModelError> => {
    const error = await work.then(
      () => null,
      (caught: unknown) => caught,
    );
    expect(error).to.be.instanceOf(ModelError);
    return error as ModelError;
  };
  const text = (found: readonly ModelPart[]) =>
    found.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  const usage = (found: readonly ModelPart[]) =>
    (found.at(-1) as Extract<ModelPart, { kind: 'finish' }>).usage;
  const processes = () => childrenOf(process.pid, tag);

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-llama-'));
    file = path.join(folder, 'tiny.gguf');
    writeTinyGguf(file);
  });
  after(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });

  describe('whose settings are wrong', () => {
    const problem = (own: object, change: object = {}) =>
      open(own, change).then(
        () => 'it opened',
        (error: Error) => error.message,
      );

    it('names the file that is missing', async () => {
      expect(await problem({}, { file: '/nowhere/x.gguf' })).to.equal(
        "The file /nowhere/x.gguf doesn't exist. Set model.file to a GGUF file",
      );
      expect(await problem({}, { file: null })).to.contain('name the GGUF file');
    });

    it('names a file of another kind, and a folder', async () => {
      const other = path.join(folder, 'other.gguf');
      writeFileSync(other, 'no model');
      expect(await problem({}, { file: other })).to.contain("isn't a GGUF file");
      expect(await problem({}, { file: folder })).to.contain("isn't a GGUF file");
    });

    it('says how to install the package that is missing', async () => {
      expect(await problem({ packages: folder })).to.contain(
        'Run "npm install --ignore-scripts node-llama-cpp@',
      );
    });

    it('names a file that the memory has no room for', async () => {
      const large = path.join(folder, 'large.gguf');
      writeTinyGguf(large);
      truncateSync(large, 65 * 1024 * 1024);
      expect(await problem({ memory_mb: 64 }, { file: large })).to.match(
        /large\.gguf is 65 MiB, but llama_cpp\.memory_mb allows 64 MiB/,
      );
    });
  });

  describe('that runs', () => {
    before(function () {
      if (isInstalled) return;
      if (process.env['REQUIRE_SERVICES'] === '1')
        throw new Error('node-llama-cpp is missing: npm ci --prefix test/services');
      console.log('      skipped: npm ci --prefix test/services installs node-llama-cpp');
      this.skip();
    });

    it('streams an answer in the grammar of its schema, and counts tokens', async () => {
      await open();
      const found = await parts({ schema: SCHEMA });
      expect(JSON.parse(text(found)).sure).to.be.a('boolean');
      expect(found.filter(({ kind }) => kind === 'text').length).to.be.greaterThan(5);
      expect(found.at(-1)).to.include({ kind: 'finish', provider: 'llama-cpp', model: 'tiny' });
      const { inputTokens, outputTokens, cachedInputTokens } = usage(found);
      expect(inputTokens).to.be.greaterThan(300);
      expect(outputTokens).to.be.within(10, FEW_TOKENS + 1);
      expect(cachedInputTokens).to.equal(0);
      expect(found.some((part) => part.kind === 'reasoning')).to.equal(false);
    });

    it('evaluates of a second question only what is new', async () => {
      await open();
      const first = usage(await parts({ maxOutputTokens: 2 }));
      const again = usage(
        await parts({
          messages: [{ role: 'user', text: 'How many customers?' }],
          maxOutputTokens: 2,
        }),
      );
      expect(again.inputTokens - again.cachedInputTokens).to.be.lessThan(40);
      expect(again.cachedInputTokens).to.be.greaterThan(first.inputTokens * 0.9);
    });

    it('is told what was said before', async () => {
      await open();
      const earlier = [
        { role: 'user' as const, text: 'How many orders?' },
        { role: 'assistant' as const, text: 'SELECT count(*) FROM orders' },
        { role: 'user' as const, text: 'And in 2025?' },
      ];
      const one = usage(await parts({ maxOutputTokens: 2 }));
      const three = usage(await parts({ messages: earlier, maxOutputTokens: 2 }));
      expect(three.inputTokens - one.inputTokens).to.be.greaterThan(30);
    });

    it('says where an answer was cut, and refuses a prompt that leaves no room for one', async () => {
      await open();
      expect((await parts({ maxOutputTokens: 3 })).at(-1)).to.include({ reason: 'length' });
      const { kind, message } = await failure(parts({ system: 'x'.repeat(1_100) }));
      expect(kind).to.equal('context_length');
      expect(message).to.contain('llama_cpp.context_tokens');
      expect(text(await parts({ maxOutputTokens: 3 }))).to.not.equal('');
    });

    it('stops when the caller leaves, and answers the next question in the same process', async () => {
      await open();
      await parts({ maxOutputTokens: 2 });
      const before = await processes();
      const leave = new AbortController();
      const endless = { maxOutputTokens: 600 };
      const stopped = failure(
        (async () => {
          for await (const part of model!.generate({ ...REQUEST, ...endless }, leave.signal))
            if (part.kind === 'text') leave.abort();
        })(),
      );
      expect((await stopped).kind).to.equal('cancelled');
      for await (const _ of model!.generate(
        { ...REQUEST, ...endless },
        new AbortController().signal,
      ))
        break;
      expect(text(await parts({ maxOutputTokens: 3 }))).to.not.equal('');
      expect(await processes()).to.deep.equal(before);
    });

    it('is loaded once for all models that name it, until the last is closed', async () => {
      await open();
      await parts({ maxOutputTokens: 2 });
      const before = await processes();
      const other = await create();
      await model!.close();
      model = other;
      expect(text(await parts({ maxOutputTokens: 3 }))).to.not.equal('');
      expect(await processes()).to.deep.equal(before);
      await close();
      expect(await processes()).to.deep.equal([]);
    });

    it('fails the answer under way when its process dies, and starts another for the next', async () => {
      await open();
      await parts({ maxOutputTokens: 2 });
      const [first] = await processes();
      const broken = failure(
        (async () => {
          for await (const part of model!.generate(
            { ...REQUEST, maxOutputTokens: 600 },
            new AbortController().signal,
          ))
            if (part.kind === 'text') process.kill(first!, 'SIGKILL');
        })(),
      );
      const { kind, message, detail } = await broken;
      expect({ kind, message }).to.deep.equal({
        kind: 'network',
        message: 'The model tiny.gguf stopped: its process ended. Ask again',
      });
      expect(detail).to.contain('SIGKILL');
      expect(text(await parts({ maxOutputTokens: 3 }))).to.not.equal('');
      const [second] = await processes();
      expect(second).to.not.equal(first);
      await close();
      expect(await processes()).to.deep.equal([]);
    });

    it('says what to change where its memory does not suffice, and is not loaded over and over', async () => {
      await open({ memory_mb: 64 });
      const { kind, message } = await failure(parts());
      expect(kind).to.equal('request');
      expect(message).to.contain('llama_cpp.memory_mb (64)');
      await eventually(async () => (await processes()).length === 0);
      expect((await failure(parts())).message).to.equal(message);
      expect(await processes()).to.deep.equal([]);
    });

    it('says so where its file is damaged', async () => {
      const damaged = path.join(folder, 'damaged.gguf');
      writeTinyGguf(damaged);
      truncateSync(damaged, 100_000);
      await open({}, { file: damaged });
      const { kind, message, detail } = await failure(parts());
      expect(kind).to.equal('request');
      expect(message).to.contain('damaged.gguf');
      expect(message).to.contain('damaged, or in a format');
      expect(detail).to.not.equal(null);
    });

    it('is stood in for by a fallback of another provider, and stands in for one', async () => {
      const fakes = await startFakeModels();
      try {
        fakes.answer = () => 'the other';
        const other = { provider: 'vllm', model: 'other', base_url: `${fakes.url}/v1` };
        await open({ memory_mb: 64 }, { fallbacks: [other] });
        const found = await parts();
        expect(text(found)).to.equal('the other');
        expect(found.at(-1)).to.include({ model: 'other', insteadOf: 'request' });
        fakes.fail('bad_key');
        await open({}, { ...other, fallbacks: [{ provider: 'llama-cpp', model: 'tiny' }] });
        expect((await parts({ maxOutputTokens: 2 })).at(-1)).to.include({
          ...{ provider: 'llama-cpp', model: 'tiny', insteadOf: 'auth' },
        });
      } finally {
        await fakes.close();
      }
    });
  });
});
