import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { eventually } from '../fakes/eventually.ts';
import { shareWorkspace, type Workspace } from './workspace.ts';

const SALES = `city,country,status,amount
Berlin,Germany,kept,10
Hamburg,Germany,returned,5
Paris,France,kept,20
`;
const KEPT = "SELECT SUM(amount) AS total FROM sales WHERE status = 'kept'";

interface Asked {
  readonly result: string;
  readonly sql: string | null;
  readonly data: { readonly rows: unknown[][] } | null;
  readonly verification: { readonly status: string };
  readonly trace_id: string;
  readonly session_id: string;
}
interface Outcome {
  readonly status: number;
  readonly example?: boolean;
  readonly example_reason?: string | null;
  readonly detail?: readonly { readonly loc: string[]; readonly msg: string }[];
}
interface Document {
  readonly examples: { question: string; sql: string }[];
  readonly columns: Record<string, unknown>[];
  readonly relationships?: unknown[];
}

describe('feedback on answers', () => {
  let own: Workspace;
  let asking: string;
  let receiver: Server;
  let semantics: string;
  const told: { type: string; data: Record<string, unknown> }[] = [];

  before(async () => {
    own = await shareWorkspace();
    await own.upload(SALES, 'sales.csv');
    semantics = `/clients/${own.clientId}/workspaces/${own.workspaceId}/semantics`;
    const key = { name: 'asks', scope: 'query', client_id: own.clientId };
    ({ api_key: asking } = await call<{ api_key: string }>(
      own.service,
      'POST',
      '/accounts/api-keys',
      key,
    ));
    receiver = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      request.on('end', () => {
        told.push(JSON.parse(text));
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    await call(own.service, 'POST', '/accounts/webhooks', { url, events: ['answer.flagged'] });
  });
  after(async () => {
    await own?.close();
    receiver?.close();
  });

  const say = async (
    traceId: string,
    body: object,
    headers: Record<string, string> = { 'X-API-Key': own.service.apiKey! },
  ): Promise<Outcome> => {
    const at = `${own.service.url}/clients/${own.clientId}/answers/${traceId}/feedback`;
    const response = await fetch(at, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, ...((await response.json()) as object) };
  };
  const asAnn = (user = 'ann') => ({ 'X-API-Key': asking, 'X-End-User-Id': user });
  const chat = async (body: object, headers: Record<string, string>): Promise<Asked> => {
    const response = await fetch(`${own.service.url}/clients/${own.clientId}/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ ...body, workspace_id: own.workspaceId }),
    });
    return (await response.json()) as Asked;
  };
  const document = () => call<Document>(own.service, 'GET', semantics);

  it('rated up, an answer is verified when it is asked again', async () => {
    const first = await own.ask<Asked>('total amount by country');
    expect(first.verification.status).to.equal('checked');
    const said = await say(first.trace_id, { rating: 'up', comment: 'Right' });
    expect(said).to.include({ status: 200, example: true, example_reason: null });
    const again = await own.ask<Asked>('Total amount by country?');
    expect(again.verification.status).to.equal('verified');
    expect(again.sql).to.equal(first.sql);
    expect(again.data?.rows).to.have.deep.members(first.data!.rows);
    const { feedback } = await call<{ feedback: object[] }>(
      own.service,
      'GET',
      `/clients/${own.clientId}/answers/${first.trace_id}`,
    );
    expect(feedback).to.have.length(1);
    expect(feedback[0]).to.include({ rating: 'up', comment: 'Right', end_user_id: null });
  });

  it('does not freeze what discovery drafts, and keeps what people said', async () => {
    const said = await document();
    expect(said.columns).to.deep.equal([]);
    expect(said).to.not.have.property('relationships');
    const columns = [{ table: 'sales', column: 'amount', synonyms: ['boodle'] }];
    await call(own.service, 'PUT', semantics, { ...said, columns });
    const { trace_id } = await own.ask<Asked>('number of sales');
    expect(await say(trace_id, { rating: 'up' })).to.include({ example: true });
    const now = await document();
    expect(now.columns).to.deep.equal(columns);
    expect(now.examples.map(({ question }) => question)).to.deep.equal([
      'total amount by country',
      'number of sales',
    ]);
  });

  it('corrects the answer of the next equal question, until the correction is taken back', async () => {
    const wrong = await own.ask<Asked>('total amount');
    expect(wrong.data?.rows).to.deep.equal([[35]]);
    const body = { rating: 'down', correct_sql: KEPT };
    expect(await say(wrong.trace_id, body)).to.include({ status: 200, example: true });
    const right = await own.ask<Asked>('total amount');
    expect(right.data?.rows).to.deep.equal([[30]]);
    expect(right.verification.status).to.equal('verified');
    expect(await say(wrong.trace_id, { rating: 'down' })).to.include({ example: false });
    expect((await own.ask<Asked>('total amount')).data?.rows).to.deep.equal([[35]]);
  });

  it('tells once of an answer that is rated down', async () => {
    await eventually(() => told.length > 0);
    expect(told.map(({ type, data }) => [type, data['reason']])).to.deep.equal([
      ['answer.flagged', 'rated down and corrected'],
    ]);
  });

  it('answers a question that was declined, once somebody says how', async () => {
    const declined = await own.ask<Asked>('how did the keepers do?');
    expect(declined.result).to.equal('error');
    expect(await say(declined.trace_id, { rating: 'up' })).to.include({ example: false });
    await say(declined.trace_id, { rating: 'down', correct_sql: KEPT });
    expect((await own.ask<Asked>('How did the keepers do')).data?.rows).to.deep.equal([[30]]);
  });

  it('refuses a correction that the guard refuses, with its reason, and keeps nothing', async () => {
    const { trace_id } = await own.ask<Asked>('highest amount');
    for (const sql of ['DROP TABLE sales', 'SELECT * FROM elsewhere', 'SELECT 1; SELECT 2']) {
      const refused = await say(trace_id, { rating: 'down', correct_sql: sql });
      expect(refused.status, sql).to.equal(422);
      expect(refused.detail![0]!.loc).to.deep.equal(['body', 'correct_sql']);
      expect(refused.detail![0]!.msg).to.be.a('string').and.not.equal('');
    }
    const { feedback } = await call<{ feedback: object[] }>(
      own.service,
      'GET',
      `/clients/${own.clientId}/answers/${trace_id}`,
    );
    expect(feedback).to.deep.equal([]);
  });

  it('of an ask-only key is for answers of its end user, and approves nothing', async () => {
    const before = await document();
    const { trace_id } = await chat({ query: 'lowest amount' }, asAnn());
    const said = await say(trace_id, { rating: 'up' }, asAnn());
    expect(said).to.include({ status: 200, example: false });
    expect(said.example_reason).to.contain('full-access');
    const corrected = { rating: 'down', correct_sql: KEPT };
    expect(await say(trace_id, corrected, asAnn())).to.include({ status: 200, example: false });
    expect((await say(trace_id, { rating: 'up' }, asAnn('ben'))).status).to.equal(404);
    const ofNobody = await own.ask<Asked>('lowest amount');
    expect((await say(ofNobody.trace_id, { rating: 'up' }, asAnn())).status).to.equal(404);
    expect((await say('tr_made_up', { rating: 'up' })).status).to.equal(404);
    expect(await document()).to.deep.equal(before);
  });

  it('makes no example of a question that followed another', async () => {
    const full = { 'X-API-Key': own.service.apiKey! };
    const first = await chat({ query: 'average amount by country', new_session: true }, full);
    const { session_id } = first;
    const next = await chat({ query: 'average amount by city', session_id }, full);
    expect(next.result).to.equal('success');
    const said = await say(next.trace_id, { rating: 'up' });
    expect(said).to.include({ status: 200, example: false });
    expect(said.example_reason).to.contain('new chat');
    expect(await say(first.trace_id, { rating: 'up' })).to.include({ example: true });
  });
});
