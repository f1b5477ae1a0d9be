import { expect } from 'chai';
import { onBothStores } from './both-stores.ts';
import { type Caller, callerOf } from './http-caller.ts';
import type { Workspace } from './workspace.ts';

interface Saved {
  readonly id: string;
  readonly name: string;
  readonly sql: string | null;
  readonly period: { readonly days: string; readonly rolls: boolean } | null;
  readonly failure: string | null;
  readonly result: { readonly rows: unknown[][]; readonly day?: string } | null;
}
interface Answered {
  readonly trace_id: string;
  readonly session_id: string;
}

const ORDERS = `city,amount,ordered_on
Rome,10,2026-10-05
Rome,20,2026-11-03
Oslo,1,2026-11-20
Rome,300,2026-12-08
Oslo,4000,2027-01-09
`;

onBothStores('the days of saved questions', ({ open }) => {
  let own: Workspace;
  let call: Caller;
  let roman: Caller;
  let root: string;
  before(async () => {
    own = await open();
    await own.upload(ORDERS, 'orders.csv');
    call = callerOf(own.service.url, own.service.apiKey);
    root = `/clients/${own.clientId}/workspaces/${own.workspaceId}`;
    const body = { name: 'k', scope: 'query', client_id: own.clientId };
    const key = await call<{ api_key: string }>('POST', '/accounts/api-keys', {
      body: { ...body, row_filter: { city: 'Rome' } },
    });
    roman = callerOf(own.service.url, key.body.api_key);
  });
  beforeEach(() => on('2026-11-29'));
  after(() => own?.close());

  /** The day that it is for the workspace. */
  const on = (as_of: string) => call('PATCH', root, { body: { as_of } });
  const ask = async (query: string, session?: string) => {
    const at = `/clients/${own.clientId}/ask`;
    const place = { workspace_id: own.workspaceId };
    const body = {
      query,
      ...place,
      ...(session ? { session_id: session } : { new_session: true }),
    };
    return (await call<Answered>('POST', at, { body })).body;
  };
  const save = async ({ trace_id }: Pick<Answered, 'trace_id'>, more: object = {}) =>
    (await call<Saved>('POST', `${root}/saved`, { body: { trace_id, ...more } })).body;
  const refresh = async ({ id }: Saved, by: Caller = call) =>
    (await by<Saved>('POST', `${root}/saved/${id}/refresh`, by === call ? {} : { user: 'ann' }))
      .body;
  const read = async ({ id }: Saved) => (await call<Saved>('GET', `${root}/saved/${id}`)).body;

  it('move with the month and the year, and keep those of the result that is shown', async () => {
    const saved = await save(await ask('total amount this month'));
    expect(saved).to.deep.include({
      name: 'total amount this month',
      period: { days: '2026-11-01 to 2026-11-30', rolls: true },
    });
    expect((await refresh(saved)).result?.rows).to.deep.equal([[21]]);
    await on('2026-12-10');
    const old = await read(saved);
    expect(old.result?.rows).to.deep.equal([[21]]);
    expect(old.period?.days).to.equal('2026-11-01 to 2026-11-30');
    expect(old.sql).to.contain('2026-11-01');
    const december = await refresh(saved);
    expect(december.result).to.deep.include({ rows: [[300]], day: '2026-12-10' });
    expect(december.period?.days).to.equal('2026-12-01 to 2026-12-31');
    expect(december.sql).to.contain('2026-12-01').and.to.not.contain('2026-11');
    await on('2027-01-09');
    expect((await refresh(saved)).result?.rows).to.deep.equal([[4000]]);
    expect((await read(saved)).period?.days).to.equal('2027-01-01 to 2027-01-31');
  });

  it('move for each reader over the rows that they see, and tell no word of the question', async () => {
    const saved = await save(await ask('total amount in Oslo this month'));
    await call('PATCH', `${root}/saved/${saved.id}`, { body: { shared: true } });
    await on('2027-01-20');
    expect((await refresh(saved)).result?.rows).to.deep.equal([[4000]]);
    const seen = await refresh(saved, roman);
    expect(seen.result?.rows).to.deep.equal([[null]]);
    expect(seen).to.deep.include({ name: 'Saved question', sql: null });
    expect(seen.period?.days).to.equal('2027-01-01 to 2027-01-31');
  });

  it('move for a follow-up, in German, and under a name of their own', async () => {
    const { session_id } = await ask('total amount this month');
    const rome = await save(await ask('and for Rome', session_id));
    const german = await save(await ask('Summe amount letzten Monat'), { name: 'Umsatz' });
    await on('2026-12-24');
    expect((await refresh(rome)).result?.rows).to.deep.equal([[300]]);
    expect((await refresh(german)).result?.rows).to.deep.equal([[21]]);
    expect(await read(german)).to.deep.include({
      name: 'Umsatz',
      period: { days: '2026-11-01 to 2026-11-30', rolls: true },
    });
  });

  it('stay where the SQL was edited, or the question names its month', async () => {
    const { body } = await call<Answered>('POST', `/clients/${own.clientId}/select`, {
      body: {
        sql: "SELECT SUM(amount) AS amount FROM orders WHERE ordered_on >= DATE '2026-11-01' AND ordered_on < DATE '2026-12-01'",
        question: 'total amount this month',
        workspace_id: own.workspaceId,
      },
    });
    const edited = await save(body);
    const named = await save(await ask('total amount in October'));
    await on('2026-12-24');
    expect((await refresh(edited)).result?.rows).to.deep.equal([[21]]);
    expect((await read(edited)).name)
      .to.contain('edited SQL')
      .and.to.contain('November 2026');
    expect((await refresh(named)).period).to.deep.equal({
      days: '2026-10-01 to 2026-10-31',
      rolls: false,
    });
    expect((await read(named)).result?.rows).to.deep.equal([[10]]);
  });

  it('stay in a public link', async () => {
    const saved = await save(await ask('total amount this month'));
    const { body: board } = await call<{ id: string }>('POST', `${root}/boards`, {
      body: { name: 'Public', tiles: [{ saved_id: saved.id, width: 1 }] },
    });
    await on('2026-12-10');
    await call('POST', `${root}/boards/${board.id}/refresh`);
    const { body: link } = await call<{ url: string }>('POST', `${root}/snapshots`, {
      body: { board_id: board.id },
    });
    await on('2027-01-20');
    await refresh(saved);
    const token = link.url.slice(link.url.lastIndexOf('/') + 1);
    const shown = await callerOf(own.service.url, '')<{
      cards: { title: string; rows: unknown[][]; assumptions: string[] }[];
    }>('GET', `/snapshots/${token}`);
    expect(shown.body.cards[0]).to.deep.include({
      title: 'total amount this month (2026-12-01 to 2026-12-31)',
      rows: [[300]],
    });
    expect(shown.body.cards[0]?.assumptions.join()).to.not.contain('2026-11');
  });
});
