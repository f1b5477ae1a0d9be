import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { eventually } from '../fakes/eventually.ts';
import { type Caller, callerOf } from './http-caller.ts';
import { foreignIn, ORDERS, QUESTIONS, SHARED } from './two-tenants.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

interface Semantics {
  row_filter?: string | null;
  shared_tables?: string[];
  columns: unknown[];
}

describe('a workspace with a row filter', () => {
  let own: OwnWorkspace;
  let where: string;

  before(async () => {
    own = await openWorkspace();
    await own.upload(ORDERS, 'orders.csv');
    await own.upload(SHARED, 'places.csv');
    where = `/clients/${own.clientId}/workspaces/${own.workspaceId}/semantics`;
  });
  after(() => own.close());

  const semantics = () => call<Semantics>(own.service, 'GET', where);
  const put = async (change: Partial<Semantics>) =>
    call<Semantics>(own.service, 'PUT', where, { ...(await semantics()), ...change });
  const refused = async (change: Partial<Semantics>) => {
    const text = await put(change).then(
      () => '',
      (error: Error) => error.message,
    );
    return text;
  };
  const rows = async (q: string) => (await own.ask(q)).data?.rows ?? null;

  it('refuses a filter that cannot hold, and says why', async () => {
    expect(await refused({ row_filter: 'tenant_id > 1' })).to.match(/422.*column = value/);
    expect(await refused({ row_filter: 'tenant = 1' })).to.match(/422.*No table has a column/);
    expect(await refused({ row_filter: "tenant_id = 'one'" })).to.match(/422.*tenant_id/);
    expect(await refused({ shared_tables: ['nowhere'] })).to.match(/422.*Table.*doesn't exist/);
    expect(await rows('total amount')).to.deep.equal([[197_530_999]]);
  });

  it('hides words of before it from who only asks: saved questions, traces, chats, what was said of them', async () => {
    const { clientId, workspaceId, service } = own;
    const tenant = `/clients/${clientId}`;
    const saved = `${tenant}/workspaces/${workspaceId}/saved`;
    const full = callerOf(service.url, service.apiKey);
    const made = await full<{ api_key: string }>('POST', '/accounts/api-keys', {
      body: { name: 'asking', scope: 'query' },
    });
    const asking = callerOf(service.url, made.body.api_key);
    const user = 'ann';
    const body = { query: 'total amount by city' };
    const { trace_id, session_id } = (
      await asking<{ trace_id: string; session_id: string }>('POST', `${tenant}/ask`, {
        user,
        body,
      })
    ).body;
    const kept = await asking<{ id: string }>('POST', saved, { user, body: { trace_id } });
    await full('PATCH', `${saved}/${kept.body.id}`, { body: { shared: true } });
    const said = { rating: 'down', correct_sql: "SELECT 1 FROM orders WHERE city = 'Xanadu'" };
    const feedback = `${tenant}/answers/${trace_id}/feedback`;
    expect((await full('POST', feedback, { body: said })).status).to.equal(200);
    const chat = `${tenant}/chats/${session_id}`;
    const places = [`${tenant}/answers/${trace_id}`, saved, `${saved}/${kept.body.id}`, chat];
    const told = async (caller: Caller) =>
      Promise.all(
        places.map(async (place) =>
          // What somebody asked is theirs; Xanadu is in the answer alone.
          JSON.stringify((await caller('GET', place, { user })).body).includes('Xanadu'),
        ),
      );
    expect(await told(asking)).to.deep.equal([true, true, true, true]);
    await put({ row_filter: 'tenant_id = 1' });
    expect(await told(asking)).to.deep.equal([false, false, false, false]);
    // Who may take the filter out reads what it keeps from others.
    expect(await told(full)).to.deep.equal([true, true, true, true]);
    await put({ row_filter: null });
    expect(await told(asking)).to.deep.equal([true, true, true, true]);
  });

  it('shows its rows alone to every key, and takes back results that were kept', async () => {
    const long = Array.from({ length: 1_500 }, (_, n) => `${n},2,Zorkmid`).join('\n');
    await own.upload(`nr,tenant_id,who\n${long}\n`, 'visits.csv');
    const kept = await own.ask<{ result_token?: string }>('list all visits');
    const page = `/clients/${own.clientId}/results/${kept.result_token}`;
    await call(own.service, 'GET', page);
    await put({ row_filter: 'tenant_id IN (1, 77) OR tenant_id = 99' });
    expect(await rows('total amount')).to.deep.equal([[35]]);
    await put({ row_filter: 'tenant_id = 1' });
    expect(await rows('total amount')).to.deep.equal([[35]]);
    expect(await rows('how many orders are there')).to.deep.equal([[3]]);
    expect(await rows('how many visits are there')).to.deep.equal([[0]]);
    expect(await rows('how many places are there')).to.equal(null);
    expect(await call(own.service, 'GET', page).catch(String)).to.match(/404/);
  });

  it('tells nothing of other rows, whoever asks', async () => {
    for (const question of QUESTIONS) {
      const text = JSON.stringify({ ...(await own.ask<object>(question)), error_input: null });
      expect(foreignIn(text.replaceAll(question, '')), question).to.equal(undefined);
    }
  });

  it('tells nothing of other rows in schema, suggestions and previews', async () => {
    const { clientId, workspaceId } = own;
    const schema = `/clients/${clientId}/schema?workspace_id=${workspaceId}`;
    const suggestions = `/clients/${clientId}/suggestions?workspace_id=${workspaceId}`;
    for (const place of [schema, suggestions])
      expect(foreignIn(JSON.stringify(await call(own.service, 'GET', place))), place).to.equal(
        undefined,
      );
    const { files } = await call<{ files: { id: number; filename: string }[] }>(
      own.service,
      'GET',
      own.files,
    );
    const { id } = files.find(({ filename }) => filename === 'orders.csv')!;
    const preview = await call(own.service, 'GET', `${own.files}/${id}/preview?table=orders`);
    expect(JSON.stringify(preview)).to.contain('Ada');
    expect(foreignIn(JSON.stringify(preview))).to.equal(undefined);
  });

  it('holds together with the filter of a token', async () => {
    const asked = async (filter: object) => {
      const { token } = await call<{ token: string }>(
        own.service,
        'POST',
        `/clients/${own.clientId}/tokens`,
        { end_user_id: 'ann', row_filter: filter },
      );
      const response = await fetch(`${own.service.url}/clients/${own.clientId}/ask`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ query: 'how many orders', workspace_id: own.workspaceId }),
      });
      return ((await response.json()) as { data: { rows: unknown[][] } | null }).data?.rows;
    };
    expect(await asked({ city: 'Rome' })).to.deep.equal([[2]]);
    expect(await asked({ tenant_id: 2 })).to.deep.equal([[0]]);
  });

  it('holds over uploads and a restart, and leaves shared tables open', async () => {
    await own.upload(`${ORDERS}903,2,Zorkmid,Xanadu,1,2031-01-01,x\n`, 'orders.csv');
    expect(await rows('total amount')).to.deep.equal([[35]]);
    own = await own.restart();
    expect(await rows('total amount')).to.deep.equal([[35]]);
    await put({ shared_tables: ['places'] });
    expect(await rows('how many places are there')).to.deep.equal([[3]]);
    expect(await rows('total amount')).to.deep.equal([[35]]);
    expect(await semantics()).to.deep.include({
      row_filter: 'tenant_id = 1',
      shared_tables: ['places'],
    });
  });

  it('is open again, with all that was found, when the filter is taken out', async () => {
    await put({ row_filter: null });
    expect(await rows('total amount')).to.deep.equal([[197_531_000]]);
    expect(await rows('orders of Zorkmid')).to.not.equal(null);
    await eventually(async () =>
      JSON.stringify(
        await call(
          own.service,
          'GET',
          `/clients/${own.clientId}/schema?workspace_id=${own.workspaceId}`,
        ),
      ).includes('Zorkmid'),
    );
  });
});
