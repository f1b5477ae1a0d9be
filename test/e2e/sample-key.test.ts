import { expect } from 'chai';
import { STARTER_QUESTIONS } from '#src/sample/starters.ts';
import { onBothStores } from './both-stores.ts';
import { type Caller, callerOf } from './http-caller.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

interface Sample {
  readonly api_key: string;
  readonly client_id: string;
  readonly workspace_id: string;
}
interface Answered {
  readonly trace_id: string;
  readonly result_token?: string;
  readonly session_id?: string;
}

onBothStores('the sample key', ({ env }) => {
  let own: OwnWorkspace;
  let sample: Sample;
  let call: Caller;
  let tenant: string;
  before(async () => {
    own = await openWorkspace({ ...env(), PLUMBLINE_SAMPLE__ENABLED: 'true' });
    sample = (await callerOf(own.service.url, null)<Sample>('GET', '/sample')).body;
    call = callerOf(own.service.url, sample.api_key);
    tenant = `/clients/${sample.client_id}`;
  });
  after(() => own?.close());

  const ask = async (user: string) => {
    const body = { query: 'revenue by month in 2025', max_rows: 2 };
    const answer = await call<Answered>('POST', `${tenant}/ask`, { user, body });
    expect(answer.status).to.equal(200);
    return answer.body;
  };

  it('reads the traces, pages and suggestions of its own end user, and of no other', async () => {
    const [ann, ben] = [await ask('ann'), await ask('ben')];
    const alone = await call<Answered>('POST', '/query', { body: { q: 'how many orders' } });
    for (const [user, mine, other] of [
      ['ann', ann, ben],
      ['ben', ben, ann],
    ] as const) {
      const trace = (id: string) => call('GET', `${tenant}/answers/${id}`, { user });
      const page = (token: string) => call('GET', `${tenant}/results/${token}`, { user });
      expect((await trace(mine.trace_id)).body).to.include({ end_user_id: user });
      expect((await trace(other.trace_id)).status).to.equal(404);
      expect((await trace(alone.body.trace_id)).status, 'asked for nobody').to.equal(404);
      expect((await page(mine.result_token!)).body['rows']).to.have.length(12);
      expect((await page(other.result_token!)).status).to.equal(404);
      const suggestions = await call('GET', `${tenant}/suggestions`, { user });
      expect(suggestions.body['suggestions']).to.be.an('array').that.is.not.empty;
    }
  });

  it('reads nothing without an end user, or with one that is none', async () => {
    const { trace_id, result_token } = await ask('ann');
    for (const path of [`answers/${trace_id}`, `results/${result_token}`, 'suggestions'])
      for (const user of [null, 'a b'])
        expect((await call('GET', `${tenant}/${path}`, { user })).status, path).to.equal(400);
  });

  it('is shown with six questions and their true answers, and nothing beside', async () => {
    interface Starters {
      readonly starters: readonly {
        readonly question: string;
        readonly answer: Answered & { readonly data: { readonly rows: unknown[][] } };
      }[];
    }
    const { body } = await callerOf(own.service.url, null)<Starters>('GET', '/sample');
    expect(body.starters.map(({ question }) => question)).to.deep.equal(STARTER_QUESTIONS);
    for (const { question, answer } of body.starters) {
      const asked = await call<typeof answer>('POST', `${tenant}/ask`, {
        user: 'ann',
        body: { query: question, max_rows: 60 },
      });
      expect(answer, question).to.include({ result: 'success' });
      expect(answer.data, question).to.deep.equal(asked.body.data);
      expect(answer).to.not.have.any.keys('trace_id', 'result_token', 'session_id');
    }
    expect(body).to.have.all.keys(
      ...['api_key', 'client_id', 'workspace_id', 'workspace', 'questions', 'starters'],
      ...['tables', 'limits', 'end_user_header'],
    );
  });

  it('keeps chats, exports, feedback and the data of others closed', async () => {
    const { trace_id, result_token, session_id } = await ask('ann');
    const user = 'ann';
    for (const [method, path] of [
      ['GET', 'chats'],
      ['GET', `chats/${session_id}`],
      ['DELETE', `chats/${session_id}`],
      ['GET', `results/${result_token}/export`],
      ['GET', 'schema'],
    ] as const)
      expect((await call(method, `${tenant}/${path}`, { user })).status, path).to.equal(403);
    const said = { user, body: { rating: 'up' } };
    const rated = await call('POST', `${tenant}/answers/${trace_id}/feedback`, said);
    expect(rated.status).to.equal(403);
    const elsewhere = await call('GET', `/clients/${own.clientId}/suggestions`, { user });
    expect(elsewhere.status).to.equal(403);
    const foreign = callerOf(own.service.url, own.service.apiKey);
    for (const path of [`answers/${trace_id}`, `results/${result_token}`])
      expect((await foreign('GET', `${tenant}/${path}`)).status, path).to.equal(403);
  });
});
