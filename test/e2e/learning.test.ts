import { expect } from 'chai';
import { eventually } from '../fakes/eventually.ts';
import { onBothStores } from './both-stores.ts';
import { type Caller, callerOf } from './http-caller.ts';
import type { Workspace } from './workspace.ts';

const ORDERS = `order_id,region,status,revenue,cost,depot
1,East,kept,100,40,alpha
2,East,returned,50,20,beta
3,West,kept,70,30,gamma
4,West,kept,30,10,delta
`;
const MARGIN = 'SELECT region, SUM(revenue - cost) AS margin FROM orders GROUP BY region';

interface Draft {
  readonly draft_id: string;
  readonly kind: string;
  readonly name: string;
  readonly table: string;
  readonly column: string | null;
  readonly value: string | null;
  readonly expression: string | null;
  readonly filters: readonly string[];
  readonly questions: readonly { readonly question: string; readonly failure: string }[];
  readonly times: number;
}
interface Asked {
  readonly result: string;
  readonly trace_id: string;
  readonly data: { readonly rows: unknown[][] } | null;
  readonly verification: { readonly status: string; readonly metrics: string[] };
}
interface Effect {
  readonly question: string;
  readonly run_id: string | null;
  readonly status: string | null;
  readonly fixed: readonly string[];
  readonly broken: readonly string[];
}

onBothStores('what a workspace learns from', ({ open }) => {
  let own: Workspace;
  let call: Caller;
  let at: string;
  before(async () => {
    own = await open();
    await own.upload(ORDERS, 'orders.csv');
    call = callerOf(own.service.url, own.service.apiKey);
    at = `/clients/${own.clientId}/workspaces/${own.workspaceId}`;
  });
  after(() => own?.close());

  const ask = (q: string) => own.ask<Asked>(q);
  const feedback = (traceId: string, body: object) =>
    call('POST', `/clients/${own.clientId}/answers/${traceId}/feedback`, { body });
  const drafts = async () => {
    const { status, body } = await call<{ drafts: Draft[] }>('GET', `${at}/semantics/drafts`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.drafts;
  };
  const some = async () => {
    const found = await drafts();
    return found.length > 0 && found;
  };
  const certify = (id: string, body: object = {}) =>
    call<Draft>('POST', `${at}/semantics/drafts/${id}/certify`, { body });

  it('a correction drafts a metric, which counts for nothing until a person certifies it', async () => {
    const failed = await ask('total gloxin by region');
    expect(failed.result).to.equal('error');
    expect(
      (await feedback(failed.trace_id, { rating: 'down', correct_sql: MARGIN })).status,
    ).to.equal(200);
    const [draft] = await eventually(some);
    expect(draft).to.deep.include({
      ...{ kind: 'metric', name: 'gloxin', table: 'orders', times: 1 },
      ...{ expression: 'SUM(revenue - cost)', filters: [] },
    });
    expect(draft?.questions).to.have.length(1);
    expect(draft?.questions[0]).to.include({
      question: 'total gloxin by region',
      failure: 'corrected',
    });
    expect((await ask('gloxin by status')).result).to.equal('error');
    const certified = await certify(draft!.draft_id, { signed_by: 'ann@example.com' });
    expect(certified.status, JSON.stringify(certified.body)).to.equal(200);
    const answer = await ask('gloxin by status');
    expect(answer.result).to.equal('success');
    expect(answer.verification).to.deep.include({ status: 'verified', metrics: ['gloxin'] });
    expect(answer.data?.rows).to.have.deep.members([
      ['kept', 120],
      ['returned', 30],
    ]);
    expect(await drafts()).to.deep.equal([]);
    expect((await certify(draft!.draft_id)).status).to.equal(404);
    const { body } = await call<{ entries: { action: string; target: object }[] }>(
      'GET',
      `/accounts/audit?client_id=${own.clientId}`,
    );
    const noted = body.entries.find(({ action }) => action === 'semantics.draft_certified');
    expect(noted?.target).to.include({ draft_id: draft!.draft_id, name: 'gloxin' });
  });

  it('a question asked again in other words drafts a synonym; other names of the column stay', async () => {
    await ask('total zorbage by region');
    await ask('total revenue by region');
    const [draft] = await eventually(some);
    expect(draft).to.include({ kind: 'synonym', name: 'zorbage', column: 'revenue', value: null });
    expect(draft?.questions[0]).to.include({ failure: 'declined' });
    expect((await certify(draft!.draft_id)).status).to.equal(200);
    const answer = await ask('total zorbage by status');
    expect(answer.data?.rows).to.have.deep.members([
      ['kept', 200],
      ['returned', 50],
    ]);
    // A synonym that rules drafted is still there, and still a draft.
    const drafted = await ask('total turnover by status');
    expect(drafted.data?.rows).to.deep.equal(answer.data?.rows);
    const semantics = await call<{ synonyms: object[] }>('GET', `${at}/semantics`);
    expect(semantics.body.synonyms).to.deep.equal([
      { table: 'orders', column: 'revenue', synonyms: ['zorbage'] },
    ]);
    expect((await call('PUT', `${at}/semantics`, { body: semantics.body })).status).to.equal(200);
  });

  it('a condition without words drafts a synonym of its value', async () => {
    const failed = await ask('number of bounced orders');
    const correct_sql = "SELECT COUNT(*) FROM orders WHERE status = 'returned'";
    expect(await feedback(failed.trace_id, { rating: 'down', correct_sql })).to.include({
      status: 200,
    });
    const [draft] = await eventually(some);
    expect(draft).to.include({
      kind: 'synonym',
      name: 'bounced',
      column: 'status',
      value: 'returned',
    });
    expect((await certify(draft!.draft_id)).status).to.equal(200);
    expect((await ask('total revenue of bounced orders')).data?.rows).to.deep.equal([[50]]);
  });

  it('a dismissed draft is gone, and one of a column that was hidden since', async () => {
    const failed = await ask('number of orders by wumple');
    const correct_sql = 'SELECT depot, COUNT(*) FROM orders GROUP BY depot';
    await feedback(failed.trace_id, { rating: 'down', correct_sql });
    const [draft] = await eventually(some);
    expect(draft).to.include({ name: 'wumple', column: 'depot' });
    const column = `/clients/${own.clientId}/schema/tables/orders/columns/depot?workspace_id=${own.workspaceId}`;
    await call('PATCH', column, { body: { hidden: true } });
    expect(await drafts()).to.deep.equal([]);
    expect((await certify(draft!.draft_id)).status).to.equal(404);
    await call('PATCH', column, { body: { hidden: false } });
    expect(await drafts()).to.have.length(1);
    const path = `${at}/semantics/drafts/${draft!.draft_id}`;
    expect((await call('DELETE', path)).status).to.equal(200);
    expect(await drafts()).to.deep.equal([]);
    expect((await call('DELETE', path)).status).to.equal(404);
  });

  it('under a row filter nothing is drafted, nor for another workspace or end user', async () => {
    const failed = await ask('total frobble by region');
    await feedback(failed.trace_id, {
      rating: 'down',
      correct_sql: 'SELECT region, AVG(cost) FROM orders GROUP BY region',
    });
    expect(await eventually(some)).to.have.length(1);
    const other = await call<{ workspace_id: string }>(
      'POST',
      `/clients/${own.clientId}/workspaces`,
      { body: { name: 'Other' } },
    );
    const theirs = `/clients/${own.clientId}/workspaces/${other.body.workspace_id}/semantics/drafts`;
    expect((await call<{ drafts: Draft[] }>('GET', theirs)).body.drafts).to.deep.equal([]);
    const bob = { user: 'bob' };
    const asBob = await call<{ drafts: Draft[] }>('GET', `${at}/semantics/drafts`, bob);
    expect(asBob.body.drafts).to.deep.equal([]);
    const { body: said } = await call<object>('GET', `${at}/semantics`);
    const filtered = { ...said, row_filter: "region = 'East'" };
    expect((await call('PUT', `${at}/semantics`, { body: filtered })).status).to.equal(200);
    expect(await drafts()).to.deep.equal([]);
    expect((await call('PUT', `${at}/semantics`, { body: said })).status).to.equal(200);
    expect(await drafts()).to.have.length(1);
  });

  it('an approved example shows which golden questions it made right and which it broke', async () => {
    const questions = [
      {
        question: 'quibble by region',
        sql: 'SELECT region, MAX(cost) FROM orders GROUP BY region',
      },
      { question: 'total revenue', rows: [[250]] },
      { question: 'number of orders', rows: [[1]] },
    ];
    expect((await call('PUT', `${at}/evals`, { body: { questions } })).status).to.equal(200);
    const failed = await ask('quibble by region');
    const said = await feedback(failed.trace_id, {
      rating: 'down',
      correct_sql: 'SELECT region, MAX(cost) AS quibble FROM orders GROUP BY region',
    });
    expect(said.body).to.include({ example: true });
    const effects = async () =>
      (await call<{ examples: Effect[] }>('GET', `${at}/evals/examples`)).body.examples;
    const of = (all: readonly Effect[]) =>
      all.find(({ question }) => question === 'quibble by region');
    const made = await eventually(async () => {
      const found = of(await effects());
      return found?.status === 'succeeded' && found;
    });
    expect(made).to.deep.include({ fixed: ['quibble by region'], broken: [] });
    const begun = await call<{ example: string }>('POST', `${at}/evals/runs`, {
      body: { example: 'Quibble by region?' },
    });
    expect(begun.status).to.equal(202);
    expect(begun.body.example).to.equal('quibble by region');
    const unknown = await call('POST', `${at}/evals/runs`, { body: { example: 'nonsense' } });
    expect(unknown.status).to.equal(422);
  });
});
