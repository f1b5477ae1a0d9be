import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { onBothStores } from './both-stores.ts';
import { type Caller, callerOf } from './http-caller.ts';
import type { Workspace } from './workspace.ts';

interface Kept {
  readonly rows_state: 'included' | 'kept' | 'gone' | 'none';
  readonly rows_until: string | null;
  readonly answer: {
    readonly explanation: string;
    readonly lineage: object;
    readonly verification: object;
    readonly data: { readonly columns: string[]; readonly rows: unknown[][] | null } | null;
    readonly breakdown?: { readonly rows: unknown[][] | null };
    readonly result_token?: string;
    readonly truncated?: boolean;
    readonly total_rows?: number;
  } | null;
}
interface Chat {
  readonly turns: readonly (Kept & { readonly trace_id: string })[];
}
type Answer = NonNullable<Kept['answer']> & {
  readonly trace_id: string;
  readonly session_id?: string;
};

const SALES = `city,country,amount,shop
Berlin,Germany,10,x1
Paris,France,20,x2
Lyon,France,1,x3
`;
/** Too many to be kept in the store. */
const LONG = `name,amount\n${Array.from({ length: 1_500 }, (_, n) => `a long name of number ${n},${n}`).join('\n')}\n`;

onBothStores('an answer that is drawn again', ({ open }) => {
  let own: Workspace;
  let call: Caller;
  let asking: Caller;
  let tenant: string;
  before(async () => {
    own = await open();
    await own.upload(SALES, 'sales.csv');
    await own.upload(LONG, 'members.csv');
    call = callerOf(own.service.url, own.service.apiKey);
    tenant = `/clients/${own.clientId}`;
    const body = { name: 'asks', scope: 'query', client_id: own.clientId };
    const made = await call<{ api_key: string }>('POST', '/accounts/api-keys', { body });
    asking = callerOf(own.service.url, made.body.api_key);
  });
  after(() => own?.close());

  const ask = async (query: string, more: object = {}, user = 'ann') => {
    const body = { query, workspace_id: own.workspaceId, ...more };
    const { body: answer } = await call<Answer>('POST', `${tenant}/ask`, { user, body });
    return answer;
  };
  const trace = async (id: string, rows = true, user: string | null = 'ann', by = call) =>
    by<Kept>('GET', `${tenant}/answers/${id}${rows ? '?rows=1' : ''}`, { user });
  const CHECKED = ['explanation', 'lineage', 'verification', 'assumptions', 'sql'] as const;

  it('has words, reading, verdict and, with rows=1, its rows, from its trace and from its chat', async () => {
    const asked = await ask('amount by country', { new_session: true });
    const same = (kept: Kept) => {
      for (const name of CHECKED)
        expect(kept.answer, name).to.have.deep.property(name, asked[name as 'lineage']);
      expect(kept).to.include({ rows_state: 'included' });
      expect(kept.answer?.data).to.deep.equal(asked.data);
      expect(kept.answer).to.not.have.any.keys('truncated', 'result_token');
    };
    same((await trace(asked.trace_id)).body);
    same((await trace(asked.trace_id, true, 'ann', asking)).body);
    const chat = (rows: string) =>
      call<Chat>('GET', `${tenant}/chats/${asked.session_id}${rows}`, { user: 'ann' });
    same((await chat('?rows=1')).body.turns[0]!);
    const [without] = (await chat('')).body.turns;
    for (const kept of [without!, (await trace(asked.trace_id, false)).body]) {
      expect(kept).to.include({ rows_state: 'kept' });
      expect(kept.answer?.data).to.deep.equal({ columns: asked.data!.columns, rows: null });
    }
    await wait(700);
    same((await trace(asked.trace_id)).body);
  });

  it('has the groups of a total, and nothing to draw where it was declined', async () => {
    const total = await ask('total amount');
    expect((await trace(total.trace_id)).body.answer?.breakdown).to.deep.equal(total.breakdown);
    const declined = await ask('what is the weather like');
    const { body } = await trace(declined.trace_id);
    expect(body).to.include({ rows_state: 'none', rows_until: null });
    expect(body.answer).to.include({ result: 'error', explanation: declined.explanation });
  });

  it('of a long result has what fits, and its pages and exports by the trace id', async () => {
    const asked = await ask('amount by name', { max_rows: 3 });
    const { body } = await trace(asked.trace_id);
    expect(body.answer).to.include({ truncated: true, result_token: asked.trace_id });
    expect(body.answer!.data!.rows).to.have.length.greaterThan(3);
    expect(JSON.stringify(body)).to.not.include(asked.result_token);
    const page = await call('GET', `${tenant}/results/${asked.trace_id}?limit=5&offset=1498`);
    expect(page.body['rows']).to.have.length(2);
    const whole = await ask('amount by name', { max_rows: 1_000 });
    expect((await trace(whole.trace_id)).body.answer!.data!.rows).to.have.length(1_000);
    for (const [id, lines] of [
      [asked.trace_id, 1_501],
      [(await ask('amount by city')).trace_id, 4],
    ] as const) {
      const file = await call<string>('GET', `${tenant}/results/${id}/export`, { user: 'ann' });
      expect(file.status).to.equal(200);
      expect(String(file.body).trim().split('\r\n')).to.have.length(lines);
    }
  });

  it('is nobody else’s: not another person’s, another key’s with other rows, nor another tenant’s', async () => {
    const asked = await ask('amount by country');
    const ofPage = (by: Caller, user: string | null, client = own.clientId) =>
      by('GET', `/clients/${client}/results/${asked.trace_id}`, { user });
    for (const by of [call, asking]) {
      expect((await trace(asked.trace_id, true, 'ben', by)).status).to.equal(404);
      expect((await ofPage(by, 'ben')).status).to.equal(404);
    }
    const filter = {
      ...{ name: 'rows', scope: 'query', client_id: own.clientId },
      row_filter: { country: 'France' },
    };
    const made = await call<{ api_key: string }>('POST', '/accounts/api-keys', { body: filter });
    const filtered = callerOf(own.service.url, made.body.api_key);
    expect((await trace(asked.trace_id, true, 'ann', filtered)).status).to.equal(404);
    expect((await ofPage(filtered, 'ann')).status).to.equal(404);
    const foreign = await call('GET', `/clients/cli_other/answers/${asked.trace_id}?rows=1`);
    expect(foreign.status).to.equal(403);
    expect((await ofPage(call, null, 'cli_other')).status).to.equal(403);
    expect((await ofPage(call, null)).status, 'the whole account').to.equal(200);
  });

  it('loses its rows with the data: a hidden column, also right after the answer', async () => {
    const asked = await ask('amount by shop');
    const column = `${tenant}/schema/tables/sales/columns/shop?workspace_id=${own.workspaceId}`;
    expect((await trace(asked.trace_id)).body.rows_state).to.equal('included');
    const hidden = await call('PATCH', column, { body: { hidden: true } });
    expect(hidden.status).to.equal(200);
    await wait(700);
    const { body } = await trace(asked.trace_id);
    expect(body).to.include({ rows_state: 'gone', rows_until: null });
    expect(body.answer!.data).to.deep.equal({ columns: asked.data!.columns, rows: null });
    const page = await call('GET', `${tenant}/results/${asked.trace_id}`, { user: 'ann' });
    expect(page.status).to.equal(404);
    await call('PATCH', column, { body: { hidden: false } });
  });

  it('goes with its chat, words and rows; what support may ask for stays', async () => {
    const asked = await ask('amount by country', { new_session: true });
    await wait(700);
    const removed = await call('DELETE', `${tenant}/chats/${asked.session_id}`, { user: 'ann' });
    expect(removed.status).to.equal(200);
    const { body } = await trace(asked.trace_id);
    expect(body).to.deep.include({ answer: null, rows_state: 'none' });
    expect(body).to.include({ question: 'amount by country' });
    const page = await call('GET', `${tenant}/results/${asked.trace_id}`, { user: 'ann' });
    expect(page.status).to.equal(404);
  });

  it('is gone with the response of whatever deletes or hides it, though it waits to be written', async () => {
    const name = 'name,amount\nfresh,1\n';
    const column = `${tenant}/schema/tables/fresh/columns/amount?workspace_id=${own.workspaceId}`;
    const fileOf = async () => {
      const { body } = await call<{ files: { id: number; filename: string }[] }>('GET', own.files);
      return `${own.files}/${body.files.find(({ filename }) => filename === 'fresh.csv')!.id}`;
    };
    await own.upload(name, 'fresh.csv');
    const closers: readonly [string, (chat: string) => Promise<{ readonly status: number }>][] = [
      ['a chat', (chat) => call('DELETE', `${tenant}/chats/${chat}`, { user: 'ann' })],
      ['a sensitive column', () => call('PATCH', column, { body: { sensitive: true } })],
      ['a file', async () => call('DELETE', await fileOf())],
    ];
    for (const [what, close] of closers) {
      const body = { query: 'show all members', workspace_id: own.workspaceId, new_session: true };
      const asking = {
        user: 'ann',
        body,
        headers: { 'Idempotency-Key': `with ${what}`.replaceAll(' ', '-') },
      };
      const long = await call<Answer>('POST', `${tenant}/ask`, {
        ...asking,
        body: { ...body, max_rows: 3 },
      });
      const { body: asked } = await call<Answer>('POST', `${tenant}/ask`, {
        ...asking,
        headers: {},
      });
      expect(long.body.result_token, what).to.be.a('string');
      expect((await close(asked.session_id!)).status, what).to.equal(200);
      const kept = await trace(asked.trace_id);
      expect(kept.body.rows_state, what).to.be.oneOf(['gone', 'none', undefined]);
      // The words of an answer stay, as those of a chat do.
      expect(kept.body.answer?.data?.rows ?? null, what).to.equal(null);
      const ids =
        what === 'a chat'
          ? [asked.trace_id]
          : [asked.trace_id, long.body.trace_id, long.body.result_token!];
      for (const id of ids)
        for (const end of ['', '/export'])
          expect(
            (await call('GET', `${tenant}/results/${id}${end}`, { user: 'ann' })).status,
            what,
          ).to.equal(404);
      const again = await call('POST', `${tenant}/ask`, {
        ...asking,
        body: { ...body, max_rows: 3 },
      });
      expect(again.headers.get('idempotent-replayed'), what).to.equal(
        what === 'a chat' ? 'true' : null,
      );
    }
  });

  it('refuses other values of rows', async () => {
    const { trace_id } = await ask('amount by country');
    for (const rows of ['2', 'true', ''])
      expect((await call('GET', `${tenant}/answers/${trace_id}?rows=${rows}`)).status).to.equal(
        422,
      );
  });
});
