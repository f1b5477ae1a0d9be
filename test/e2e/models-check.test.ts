import { expect } from 'chai';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { systemClock } from '#src/clock.ts';
import { LOOKUP, QUESTIONS, REPAIR } from '#src/models-check/questions.ts';
import { openSampleData, type SampleData } from '#src/models-check/sample-data.ts';
import { checkModel } from '#src/models-check.ts';
import type { FakeRequest } from '../fakes/models/protocol.ts';
import { type FakeModels, startFakeModels } from '../fakes/models/server.ts';

describe('plumbline models check', () => {
  let fakes: FakeModels;
  let sample: SampleData;
  const log = pino({ level: 'silent' });
  before(async () => {
    fakes = await startFakeModels();
    sample = await openSampleData(configSchema.parse({}), { log, clock: systemClock });
  });
  after(async () => {
    await fakes.close();
    await sample?.close();
  });
  beforeEach(() => fakes.reset());

  const check = async (model: object = {}) => {
    const config = configSchema.parse({
      model: {
        ...{
          provider: 'vllm',
          model: 'llama3.1',
          base_url: `${fakes.url}/v1`,
          api_key: 'key-12345',
        },
        prices: { input: 1, cached_input: 0.1, output: 2 },
        ...model,
      },
    });
    const lines: string[] = [];
    const error = await checkModel(config, {
      ...{ log, clock: systemClock, sample, print: (line: string) => lines.push(line) },
    }).then(
      () => null,
      (caught: Error) => caught,
    );
    return { lines, text: lines.join('\n'), error };
  };
  const asked = ({ messages }: FakeRequest) =>
    [...QUESTIONS, LOOKUP].find(({ question }) =>
      messages[0]!.text.endsWith(`Question: ${question}`),
    )!;
  const reply = (sql: string | null) =>
    JSON.stringify({
      ...{ restatement: '', answerable: sql !== null, sql: sql ?? '', assumptions: [] },
      ...{ clarification: sql === null ? 'The tables hold no weather.' : '', options: [] },
    });

  it('finds a model right whose statements give the rows, and says what that took', async () => {
    fakes.answer = (request) => reply(asked(request).sql);
    const { lines, text, error } = await check();
    expect(error).to.equal(null);
    expect(lines.filter((line) => line.startsWith('right ')).length, text).to.equal(14);
    expect(text).to.contain('12 of 12 questions correct; SQL repair: right; lookup: right.');
    expect(text).to.match(/1200 tokens in \(1000 cached\), 80 out, \$0\.000460/);
    expect(text).to.contain(`${14 * 1_200} tokens in (${14 * 1_000} cached), ${14 * 80} out`);
    expect(text).to.contain('PLUMBLINE_MODEL__PLANNING=cross-check');
    const repair = fakes.calls.at(-2)!;
    expect(repair.messages.at(-1)!.text).to.contain(REPAIR.wrong).and.contain(REPAIR.problem);
    expect(fakes.calls[0]!.system).to.contain('order_lines');
  });

  it('shows a model what it looks up before it answers', async () => {
    fakes.answer = (request) => {
      const one = asked(request);
      const found = request.messages.length > 1;
      if (one !== LOOKUP || found) return reply(one.sql);
      return JSON.stringify({ look: ['find walnut fire bowl', 'rows planets'], sql: '' });
    };
    const { text } = await check();
    const last = fakes.calls.at(-1)!;
    expect(fakes.calls.at(-2)!.messages[0]!.text).to.not.contain('Walnut');
    expect(last.messages.at(-1)!.text).to.contain("products.name = 'Walnut Fire Bowl'");
    expect(last.messages.at(-1)!.text).to.contain('no such table').and.contain('1 more');
    expect(text).to.contain('lookup: right').and.not.contain('LOOKUPS');
  });

  it('tells wrong rows, refused statements, texts that are no answer and made-up answers apart', async () => {
    const wrong = [
      'SELECT COUNT(*) + 1 FROM customers',
      "DELETE FROM orders WHERE status = 'Returned'",
      null,
    ];
    fakes.answer = (request) => {
      const at = QUESTIONS.indexOf(asked(request));
      if (at === 3) return 'I would rather talk about the weather.';
      return reply(at >= 0 && at < 3 ? wrong[at]! : 'SELECT 1');
    };
    const { lines, text } = await check();
    expect(lines[0]).to.match(/^wrong {2}.*\n.*Wrong rows from: SELECT COUNT\(\*\) \+ 1/);
    expect(lines[1]).to.match(/^wrong .*\n.*DELETE/);
    expect(lines[2]).to.contain('It declined');
    expect(lines[3]).to.match(/^unreadable /);
    expect(lines[11]).to.contain("the data can't answer");
    expect(text).to.contain('0 of 12 questions correct; SQL repair: wrong; lookup: wrong.');
    expect(text).to.contain('PLUMBLINE_MODEL__LOOKUPS=0');
    expect(text).to.contain('\nChoose a larger model: ');
  });

  it('says what to change where the model does not answer, and shows no key', async () => {
    fakes.fail('bad_key');
    const { lines, error } = await check();
    expect(lines).to.deep.equal([]);
    expect(error?.message).to.contain('model.api_key').and.not.contain('key-12345');
  });

  it('goes on after a failure, and stops after three in a row', async () => {
    fakes.answer = (request) => {
      const one = asked(request);
      if (QUESTIONS.indexOf(one) >= 3) fakes.fail('error_500', 20);
      return reply(one.sql);
    };
    const { lines, error } = await check();
    expect(lines.slice(0, 4).map((line) => line.slice(0, 6))).to.deep.equal([
      ...['right ', 'right ', 'right ', 'right '],
    ]);
    expect(lines.slice(4).map((line) => line.slice(0, 6))).to.deep.equal([
      ...['failed', 'failed', 'failed'],
    ]);
    expect(error?.message).to.contain('three times in a row');
  });

  it('proposes room for a model that thinks or is cut off', async () => {
    fakes.answer = (request) => ({
      thoughts: ['Let me see.'],
      pieces: [reply(asked(request).sql)],
    });
    const { text } = await check({ provider: 'openai-compatible', planning: 'cross-check' });
    expect(text).to.contain('PLUMBLINE_MODEL__REASONING=on');
    expect(text).to.not.contain('PLANNING');
  });

  it('needs a model', async () => {
    expect((await check({ provider: null })).error?.message).to.contain('No model is configured');
  });
});
