import { readdir, readFile } from 'node:fs/promises';
import nodePath from 'node:path';
import { expect } from 'chai';
import { createParser } from 'eventsource-parser';
import { call } from '../../bench/service.ts';
import { eventually } from '../fakes/eventually.ts';
import { type FakeFault, type FakeModels, startFakeModels } from '../fakes/models/server.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const PROVIDERS = [
  { name: 'Gemini', provider: 'google', model: 'gemini-2.5-flash', path: '/gemini/v1beta' },
  { name: 'OpenAI (responses)', provider: 'openai', model: 'gpt-5-mini', path: '/v1' },
  { name: 'OpenAI (chat)', provider: 'openai-compatible', model: 'gpt-5-mini', path: '/v1' },
  { name: 'Anthropic', provider: 'anthropic', model: 'claude-sonnet-4-5', path: '/anthropic/v1' },
  { name: 'Ollama', provider: 'ollama', model: 'qwen3', path: '/v1' },
] as const;

/** What each fault is called in `fallback_reason`, and whether the provider bills the call. */
const SEEN: Readonly<Record<FakeFault, { readonly reasons: string; readonly billed: Billed }>> = {
  rate_limit: { reasons: 'rate_limited', billed: 'nothing' },
  error_500: { reasons: 'overloaded', billed: 'nothing' },
  overloaded: { reasons: 'overloaded', billed: 'nothing' },
  bad_key: { reasons: 'auth', billed: 'nothing' },
  too_long: { reasons: 'context_length', billed: 'nothing' },
  no_credit: { reasons: 'quota', billed: 'nothing' },
  stall: { reasons: 'timeout', billed: 'nothing' },
  stall_midway: { reasons: 'timeout', billed: 'estimate' },
  cut: { reasons: 'network', billed: 'estimate' },
  malformed: { reasons: 'malformed', billed: 'estimate where a token came' },
  filtered: { reasons: 'content_filter', billed: 'as reported' },
  endless: { reasons: 'malformed|timeout', billed: 'estimate of all that came' },
  not_http_json: { reasons: 'malformed|network', billed: 'nothing' },
};
/** What a question gets that nobody answers; the rest passes by itself. */
const PASSING = { status: 503, says: "The model service isn't answering", retryAfter: '30' };
const UNANSWERED: Readonly<
  Partial<Record<FakeFault, { status: number; says: string; retryAfter: string | null }>>
> = {
  // As the provider says.
  rate_limit: { ...PASSING, retryAfter: '1' },
  bad_key: { status: 503, says: 'rejected the API key', retryAfter: '60' },
  no_credit: { status: 503, says: 'no credit left', retryAfter: '60' },
  too_long: { status: 200, says: 'too long for the model', retryAfter: null },
  filtered: { status: 200, says: 'refused to answer this question', retryAfter: null },
};
type Billed =
  | 'nothing'
  | 'estimate'
  | 'estimate of all that came'
  | 'estimate where a token came'
  | 'as reported';

const SALES = 'city,country,amount\nBerlin,Germany,10\nParis,France,20\n';
const ANSWER =
  '{"answerable": true, "restatement": "", "sql": "SELECT SUM(amount) AS total FROM sales", "assumptions": [], "clarification": ""}';
/** Long for a fake model on a busy machine; calls that hang take as long. */
const FIRST_TOKEN_MS = 4_000;
const CALL_MS = 6_000;

interface Trace {
  readonly result: string;
  readonly model_used: string;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly model_calls: number;
  readonly fallback_reason: string;
}
interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

for (const { name, provider, model, path } of PROVIDERS)
  describe(`a client while ${name} fails`, () => {
    let fakes: FakeModels;
    let own: OwnWorkspace;
    let failing: FakeFault;
    before(async () => {
      fakes = await startFakeModels();
      fakes.answer = () => ANSWER;
      fakes.faultOf = () => failing;
      own = await openWorkspace({
        PLUMBLINE_MODEL__PROVIDER: provider,
        PLUMBLINE_MODEL__MODEL: model,
        PLUMBLINE_MODEL__API_KEY: 'sk-secret-1',
        PLUMBLINE_MODEL__BASE_URL: `${fakes.url}${path}`,
        PLUMBLINE_MODEL__PLANNING: 'model-first',
        PLUMBLINE_MODEL__FIRST_TOKEN_TIMEOUT_MS: String(FIRST_TOKEN_MS),
        PLUMBLINE_MODEL__CALL_TIMEOUT_MS: String(CALL_MS),
        PLUMBLINE_MODEL__RETRIES: '0',
        PLUMBLINE_MODEL__BREAKER_FAILURES: '100',
        PLUMBLINE_ASK__TRACE_FLUSH_MS: '10',
        PLUMBLINE_LOG__LEVEL: 'fatal',
      });
      await own.upload(SALES, 'sales.csv');
    });
    after(async () => {
      await own.close();
      await fakes.close();
    });

    const post = async (pathname: string, body: object): Promise<Response> =>
      fetch(`${own.service.url}${pathname}`, {
        method: 'POST',
        headers: { 'x-api-key': own.service.apiKey ?? '', 'content-type': 'application/json' },
        body: JSON.stringify({ workspace_id: own.workspaceId, ...body }),
      });
    const query = async (q: string): Promise<Seen> => {
      const response = await post('/query', { q });
      const text = await response.text();
      expect(text).to.not.contain('sk-secret');
      const { status, headers } = response;
      return { status, headers, body: JSON.parse(text) };
    };
    const stream = async (question: string) => {
      const text = await (
        await post(`/clients/${own.clientId}/ask/stream`, { query: question, new_session: true })
      ).text();
      expect(text).to.not.contain('sk-secret');
      const events: { event: string; data: Record<string, unknown> }[] = [];
      createParser({
        onEvent: ({ event, data }) => events.push({ event: event!, data: JSON.parse(data) }),
      }).feed(text);
      return events;
    };
    const trace = (id: unknown): Promise<Trace> =>
      eventually(
        () =>
          call<Trace>(own.service, 'GET', `/clients/${own.clientId}/answers/${id}`).catch(
            () => null,
          ),
        `the trace ${id}`,
      );

    const expectBilled = ({ tokens, model_calls }: Trace, billed: Billed) => {
      if (billed === 'nothing')
        expect({ ...tokens, model_calls }).to.include({ input: 0, output: 0, model_calls: 0 });
      if (billed === 'as reported') expect(tokens).to.include({ input: 1_200, output: 80 });
      if (billed === 'estimate') {
        expect(tokens.input).to.be.within(300, 1_199);
        expect(tokens.output).to.be.greaterThan(0);
      }
      if (billed === 'estimate of all that came') expect(tokens.output).to.be.greaterThan(1_000);
      if (billed === 'estimate where a token came' && model_calls > 0)
        expect(tokens.input).to.be.within(300, 1_199);
    };

    // Ollama withholds nothing.
    for (const [kind, { reasons, billed }] of Object.entries(SEEN).filter(
      ([one]) => provider !== 'ollama' || one !== 'filtered',
    ))
      it(`"${kind}": the planner answers, or 503; nothing hangs; the trace says what was billed`, async () => {
        failing = kind as FakeFault;
        const [answered, refused, streamed, streamedRefused] = await Promise.all([
          query('total amount by country'),
          query('how lopsided is amount across countries'),
          stream('total amount by city'),
          stream('how lopsided is amount across cities'),
        ]);
        expect(answered.status, JSON.stringify(answered.body)).to.equal(200);
        expect(answered.body).to.include({
          result: 'success',
          model_used: 'built-in',
          fallback_triggered: true,
        });
        expect(answered.body['fallback_reason']).to.be.oneOf(reasons.split('|'));
        expectBilled(await trace(answered.body['trace_id']), billed);

        const { status, says, retryAfter } = UNANSWERED[kind as FakeFault] ?? PASSING;
        expect(refused.status, JSON.stringify(refused.body)).to.equal(status);
        expect(refused.headers.get('retry-after')).to.equal(retryAfter);
        expect(JSON.stringify(refused.body)).to.contain(status === 503 ? says : 'DECLINED');

        expect(streamed.some(({ event }) => event === 'result')).to.equal(true);
        expect(streamed.some(({ event }) => event === 'error')).to.equal(false);
        const stood = await trace(streamed.at(-1)!.data['trace_id']);
        expect(stood).to.include({ result: 'success', model_used: 'built-in' });
        expect(stood.fallback_reason).to.be.oneOf(reasons.split('|'));

        const failed = streamedRefused.find(({ event }) => event === 'error')!;
        expect(failed.data).to.include({ kind: status === 503 ? 'model_error' : 'decline' });
        expect(failed.data['message']).to.contain(says);
        const done = streamedRefused.at(-1)!;
        expect(done.event).to.equal('done');
        const { fallback_reason, result } = await trace(done.data['trace_id']);
        expect(result).to.equal('error');
        expect(fallback_reason).to.be.oneOf(reasons.split('|'));
      });

    it('leaves the key of the provider nowhere in the data folder', async () => {
      const holding: string[] = [];
      for (const entry of await readdir(own.service.dataDir, {
        recursive: true,
        withFileTypes: true,
      })) {
        if (!entry.isFile()) continue;
        const file = nodePath.join(entry.parentPath, entry.name);
        if ((await readFile(file)).includes('sk-secret')) holding.push(file);
      }
      expect(holding).to.deep.equal([]);
    });
  });
