import path from 'node:path';
import SQLite from 'better-sqlite3';
import { expect } from 'chai';
import pg from 'pg';
import { onBothStores } from './both-stores.ts';
import { type Caller, callerOf } from './http-caller.ts';
import type { Workspace } from './workspace.ts';

interface Saved {
  readonly id: string;
  readonly name: string;
  readonly sql: string | null;
  readonly answer: Record<string, unknown> | null;
  readonly mine: boolean;
  readonly stale: string | null;
  readonly failure: string | null;
  readonly chart: object | null;
  readonly result: {
    readonly rows: unknown[][];
    readonly columns: string[];
    readonly columns_info?: readonly { readonly kind: string }[];
    readonly chart?: object | null;
  } | null;
}
interface Board {
  readonly id: string;
  readonly version: number;
  readonly tiles: readonly {
    readonly saved_id: string;
    readonly width: number;
    readonly saved: Saved | null;
  }[];
}

const SALES = `city,country,status,amount
Berlin,Germany,paid,10
Paris,France,paid,20
Lyon,France,open,1
`;

/** Changes a statement where it is kept, as somebody with access to the store could. */
async function editStore(
  { service }: Workspace,
  env: Readonly<Record<string, string>>,
  sql: string,
  id: string,
): Promise<void> {
  const url = env['PLUMBLINE_STORE__URL'];
  if (url === undefined) {
    const db = new SQLite(path.join(service.dataDir, 'plumbline.db'));
    db.prepare('update saved_questions set sql = ? where id = ?').run(sql, id);
    db.close();
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('update saved_questions set sql = $1 where id = $2', [sql, id]);
  await client.end();
}

onBothStores('saved questions and boards', ({ env, open }) => {
  let own: Workspace;
  let call: Caller;
  let asking: Caller;
  let french: Caller;
  let root: string;
  const keyOf = async (more: object) => {
    const body = { name: 'k', scope: 'query', client_id: own.clientId, ...more };
    const made = await call<{ api_key: string }>('POST', '/accounts/api-keys', { body });
    return callerOf(own.service.url, made.body.api_key);
  };
  before(async () => {
    own = await open();
    await own.upload(SALES, 'sales.csv');
    call = callerOf(own.service.url, own.service.apiKey);
    root = `/clients/${own.clientId}/workspaces/${own.workspaceId}`;
    asking = await keyOf({});
    french = await keyOf({ row_filter: { country: 'France' } });
  });
  after(() => own?.close());

  const save = async (query: string, user: string | null = 'ann', more: object = {}, by = call) => {
    const ask = `/clients/${own.clientId}/ask`;
    const body = { query, new_session: true, workspace_id: own.workspaceId };
    const answer = await by<{ trace_id: string }>('POST', ask, { user, body });
    const { trace_id } = answer.body;
    return by<Saved>('POST', `${root}/saved`, { user, body: { trace_id, ...more } });
  };
  const refresh = (id: string, user: string | null = 'ann', by = call) =>
    by<Saved>('POST', `${root}/saved/${id}/refresh`, { user });
  const board = async (tiles: object[], user = 'ann', more: object = {}) =>
    call<Board>('POST', `${root}/boards`, { user, body: { name: 'Sales', tiles, ...more } });

  it('keeps a question with statement, reading and chart, and runs it on the data of today', async () => {
    const chart = { kind: 'bars', x: 'country' };
    const made = await save('amount by country', 'ann', { name: 'By country', chart });
    expect(made.status).to.equal(201);
    const { id } = made.body;
    expect(made.body).to.deep.include({ name: 'By country', chart, stale: null, result: null });
    expect(made.body.answer).to.include.keys('lineage', 'verification', 'explanation');
    const first = await refresh(id);
    expect(first.body.result!.rows).to.deep.equal([
      ['France', 21],
      ['Germany', 10],
    ]);
    expect(first.body.result!.chart, 'how today’s rows are drawn').to.deep.include({
      ...{ kind: 'bars', x: 'country', series: null },
    });
    expect(first.body.result!.columns_info!.map(({ kind }) => kind)).to.deep.equal([
      'category',
      'measure',
    ]);
    const read = await call<Saved>('GET', `${root}/saved/${id}`, { user: 'ann' });
    expect(read.body.result!.rows).to.deep.equal(first.body.result!.rows);
    await own.upload(SALES.replace(',10', ',500'), 'sales.csv');
    const moved = await call<Saved>('GET', `${root}/saved/${id}`, { user: 'ann' });
    expect(moved.body, 'no stale number').to.deep.include({ stale: null, result: null });
    expect((await refresh(id)).body.result!.rows[0]).to.deep.equal(['Germany', 500]);
    await own.upload(SALES, 'sales.csv');
    const renamed = await call<Saved>('PATCH', `${root}/saved/${id}`, {
      user: 'ann',
      body: { name: '  Land  ', chart: null },
    });
    expect(renamed.body).to.include({ name: 'Land', chart: null });
    const list = await call<{ saved: Saved[] }>('GET', `${root}/saved?limit=1`, { user: 'ann' });
    expect(list.body.saved.map(({ id: one }) => one)).to.deep.equal([id]);
    expect((await call('DELETE', `${root}/saved/${id}`, { user: 'ann' })).status).to.equal(200);
    for (const method of ['GET', 'DELETE'])
      expect((await call(method, `${root}/saved/${id}`, { user: 'ann' })).status).to.equal(404);
    expect((await refresh(id)).status).to.equal(404);
  });

  it('keeps an answer once under one name and chart, for each person', async () => {
    const body = { query: 'amount by country', workspace_id: own.workspaceId };
    const ask = (user: string) =>
      call<{ trace_id: string }>('POST', `/clients/${own.clientId}/ask`, { user, body });
    const { trace_id } = (await ask('ann')).body;
    const keep = async (more: object, user: string | null = 'ann') =>
      (await call<Saved>('POST', `${root}/saved`, { user, body: { trace_id, ...more } })).body;
    const chart = { kind: 'bars', x: 'country' };
    const first = await keep({ name: 'Countries' });
    expect((await keep({ name: 'Countries' })).id).to.equal(first.id);
    expect((await keep({})).id, 'shared without a name').to.equal(first.id);
    const others = [
      await keep({ name: 'Lands' }),
      await keep({ name: 'Countries', chart }),
      await keep({ name: 'Countries' }, null),
    ];
    expect(new Set([first, ...others].map(({ id }) => id)).size).to.equal(4);
    expect((await keep({ name: 'Countries', chart })).id).to.equal(others[1]!.id);
    for (const { id } of [first, ...others])
      await call('DELETE', `${root}/saved/${id}`, { user: null });
  });

  it('says in a public link that its maker wrote the SQL', async () => {
    const { body: answer } = await call<{ trace_id: string }>(
      'POST',
      `/clients/${own.clientId}/select`,
      {
        user: 'ann',
        body: {
          sql: 'SELECT SUM(amount) AS total FROM sales',
          question: 'total paid amount',
          workspace_id: own.workspaceId,
        },
      },
    );
    const made = await call<{ url: string }>('POST', `${root}/snapshots`, {
      user: 'ann',
      body: { trace_id: answer.trace_id },
    });
    const link = new URL(made.body.url).pathname.replace('/s/', '/snapshots/');
    const { body } = await call<{ cards: { title: string; verdict: { status: string } }[] }>(
      'GET',
      link,
    );
    expect(body.cards.map(({ title, verdict }) => [title, verdict.status])).to.deep.equal([
      ['total paid amount (edited SQL)', 'own_sql'],
    ]);
    const kept = await call<Saved>('POST', `${root}/saved`, {
      user: 'ann',
      body: { trace_id: answer.trace_id },
    });
    expect(kept.body.name).to.equal('total paid amount (edited SQL)');
  });

  it('is drawn as its maker chose, in a public link to its board, too, and refuses what the rows do not allow', async () => {
    const settings = { kind: 'share', title: 'Who buys', palette: 'warm' };
    const share = await save('amount by country', 'ann', { chart: settings });
    expect(share.status, JSON.stringify(share.body)).to.equal(201);
    const table = await save('amount by city', 'ann', { chart: { kind: 'table' } });
    const plain = await save('amount by country');
    for (const { body } of [share, table, plain]) await refresh(body.id);
    const on = await board(
      [share, table, plain].map(({ body: { id } }) => ({ saved_id: id, width: 1 })),
    );
    const made = await call<{ url: string }>('POST', `${root}/snapshots`, {
      user: 'ann',
      body: { board_id: on.body.id },
    });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    const link = new URL(made.body.url).pathname.replace('/s/', '/snapshots/');
    const read = await call<{ cards: { chart: Record<string, unknown> | null }[] }>('GET', link);
    const drawn = read.body.cards.map(
      ({ chart }) => chart && [chart['kind'], chart['title'], chart['palette']],
    );
    expect(drawn).to.deep.equal([
      ['share', 'Who buys', 'warm'],
      null,
      ['bars', undefined, undefined],
    ]);

    const refused = async (chart: object) => {
      const { status, body } = await call<{ detail: { loc: string[]; msg: string }[] }>(
        'PATCH',
        `${root}/saved/${share.body.id}`,
        { user: 'ann', body: { chart } },
      );
      return [status, body.detail[0]?.loc.join('.'), body.detail[0]?.msg];
    };
    const loc = 'body.chart';
    expect(await refused({ kind: 'line' })).to.deep.equal([
      ...[422, loc, "These rows can't be drawn that way. Charts that fit: bars, share."],
    ]);
    expect(await refused({ x: 'city' })).to.deep.equal([
      ...[422, loc, "There's no column city. Available columns: country, total_amount."],
    ]);
    const bad = { title: 'x'.repeat(121), palette: 'neon', y: [], width: 3 };
    for (const [name, value] of Object.entries(bad))
      expect((await refused({ [name]: value }))[0], name).to.equal(422);
  });

  it('is private to its maker until it is shared, and then read-only with the rows of the reader', async () => {
    const { id } = (await save('amount by country')).body;
    const seen = async (user: string | null, by: Caller) =>
      (await by('GET', `${root}/saved/${id}`, { user })).status;
    expect([await seen('ben', call), await seen('ben', asking), await seen('ann', asking)])
      // An end user is the same person with every key.
      .to.deep.equal([404, 404, 200]);
    expect(await seen(null, call), 'the whole account').to.equal(200);
    expect((await refresh(id, 'ben', asking)).status).to.equal(404);
    await call('PATCH', `${root}/saved/${id}`, { user: 'ann', body: { shared: true } });
    const ben = await asking<Saved>('GET', `${root}/saved/${id}`, { user: 'ben' });
    expect(ben.body).to.include({ mine: false }).and.to.have.property('sql').that.is.a('string');
    const patch = { user: 'ben', body: { name: 'Mine now' } };
    expect((await asking('PATCH', `${root}/saved/${id}`, patch)).status).to.equal(403);
    expect((await asking('DELETE', `${root}/saved/${id}`, { user: 'ben' })).status).to.equal(403);
    await refresh(id);
    const other = await french<Saved>('GET', `${root}/saved/${id}`, { user: 'cleo' });
    expect(other.body).to.include({ sql: null, answer: null, result: null });
    expect(other.body, 'its words may name values').to.include({
      ...{ name: 'Saved question', question: 'Saved question' },
    });
    expect(JSON.stringify(other.body)).to.not.include('Germany');
    const rows = (await refresh(id, 'cleo', french)).body.result!.rows;
    expect(rows).to.deep.equal([['France', 21]]);
    const again = await french<Saved>('GET', `${root}/saved/${id}`, { user: 'dora' });
    expect(again.body.result!.rows).to.deep.equal([['France', 21]]);
  });

  it('says that the schema moved, and nothing else', async () => {
    const { id } = (await save('amount by status')).body;
    await refresh(id);
    await own.upload(SALES.replace('status', 'state'), 'sales.csv');
    const text = 'Schema changed: `sales.status` no longer exists.';
    for (const { body } of [
      await call<Saved>('GET', `${root}/saved/${id}`, { user: 'ann' }),
      await refresh(id),
    ])
      expect(body).to.include({ stale: text, failure: null, result: null });
    const on = await board([{ saved_id: id, width: 2 }]);
    const whole = await call<Board>('POST', `${root}/boards/${on.body.id}/refresh`, {
      user: 'ann',
    });
    expect(whole.body.tiles[0]!.saved).to.include({ stale: text });
    await own.upload(SALES, 'sales.csv');
    expect((await refresh(id)).body).to.include({ stale: null, failure: null });
    const hide = (hidden: boolean) =>
      call(
        'PATCH',
        `/clients/${own.clientId}/schema/tables/sales/columns/status?workspace_id=${own.workspaceId}`,
        { body: { hidden } },
      );
    await hide(true);
    const hiddenNow = 'Schema changed: `sales.status` is hidden.';
    expect((await refresh(id)).body).to.include({ stale: hiddenNow, result: null });
    await hide(false);
  });

  it('takes only answers of one statement, of the reader’s own, with small names', async () => {
    const ask = async (query: string, user = 'ann') => {
      const body = { query, workspace_id: own.workspaceId };
      const { body: answer } = await call<{ trace_id: string }>(
        'POST',
        `/clients/${own.clientId}/ask`,
        { user, body },
      );
      return answer.trace_id;
    };
    const post = async (body: object, user = 'ann') =>
      (await call('POST', `${root}/saved`, { user, body })).status;
    const trace_id = await ask('amount by country');
    expect(await post({ trace_id }, 'ben')).to.equal(404);
    expect(await post({ trace_id: 'tr_unknown' })).to.equal(404);
    expect(await post({ trace_id: await ask('what data do I have') })).to.equal(422);
    expect(await post({ trace_id: await ask('what is the weather') })).to.equal(422);
    expect(await post({ trace_id: await ask('share of amount by country') })).to.equal(422);
    for (const bad of [
      { name: 'x'.repeat(201) },
      { name: '   ' },
      { chart: { nested: { sql: 'DROP' } } },
      { chart: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, n])) },
      { __proto__: null, constructor: 1 },
      { sql: 'DELETE FROM sales' },
    ])
      expect(await post({ trace_id, ...bad }), JSON.stringify(bad)).to.equal(422);
    const raw = await fetch(`${own.service.url}${root}/saved`, {
      method: 'POST',
      headers: {
        'X-API-Key': own.service.apiKey!,
        'X-End-User-Id': 'ann',
        'Content-Type': 'application/json',
      },
      body: `{"trace_id":"${trace_id}","chart":{"__proto__":{"kind":"x"}}}`,
    });
    expect(raw.status).to.be.oneOf([201, 422]);
    expect(({} as Record<string, unknown>)['kind']).to.equal(undefined);
    const twice = { trace_id, name: 'Once' };
    const headers = { 'Idempotency-Key': `saved-${trace_id}` };
    const made = [1, 2].map(() =>
      call<Saved>('POST', `${root}/saved`, { user: 'ann', body: twice, headers }),
    );
    const [one, two] = [await made[0]!, await made[1]!];
    const ids = [one, two].filter(({ status }) => status === 201).map(({ body }) => body.id);
    expect(new Set(ids).size).to.equal(1);
  });

  it('arranges tiles, of which each is a question that the maker sees', async () => {
    const [one, two] = [
      (await save('amount by country')).body.id,
      (await save('amount by city')).body.id,
    ];
    const foreign = (await save('amount by city', 'ben')).body.id;
    const made = await board([
      { saved_id: one, width: 1 },
      { saved_id: two, width: 2 },
    ]);
    expect(made.status).to.equal(201);
    const { id } = made.body;
    const patch = (body: object, user = 'ann') =>
      call<Board>('PATCH', `${root}/boards/${id}`, { user, body });
    const turned = await patch({
      tiles: [
        { saved_id: two, width: 1 },
        { saved_id: one, width: 1 },
      ],
    });
    expect(turned.body.tiles.map(({ saved_id }) => saved_id)).to.deep.equal([two, one]);
    const many = Array.from({ length: 1_000 }, () => ({ saved_id: one, width: 1 }));
    for (const tiles of [
      many,
      [{ saved_id: foreign, width: 1 }],
      [{ saved_id: 'sav_none', width: 1 }],
      [{ saved_id: one, width: 3 }],
      [
        { saved_id: one, width: 1 },
        { saved_id: one, width: 2 },
      ],
    ]) {
      expect((await patch({ tiles })).status).to.equal(422);
      expect((await board(tiles)).status).to.equal(422);
    }
    const stale = await patch({ name: 'Late', version: made.body.version });
    expect(stale.status).to.equal(409);
    const orders = [
      [one, two],
      [two, one],
    ];
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        patch({ tiles: orders[n % 2]!.map((saved_id) => ({ saved_id, width: 1 })) }),
      ),
    );
    const { body } = await call<Board>('GET', `${root}/boards/${id}`, { user: 'ann' });
    expect(body.version).to.equal(12);
    expect(body.tiles.map(({ saved_id }) => saved_id)).to.have.members([one, two]);
    await call('DELETE', `${root}/saved/${one}`, { user: 'ann' });
    const left = await call<Board>('GET', `${root}/boards/${id}`, { user: 'ann' });
    expect(left.body.tiles.map(({ saved_id }) => saved_id)).to.deep.equal([two]);
  });

  it('holds texts between its questions, which stay where they were put and in public links', async () => {
    const [one, two] = [
      (await save('amount by country')).body.id,
      (await save('amount by city')).body.id,
    ];
    type Texts = { readonly id: string; readonly tiles: readonly Record<string, unknown>[] };
    const put = async (tiles: object[], id?: string) =>
      call<Texts & { detail: { msg: string }[] }>(
        id ? 'PATCH' : 'POST',
        `${root}/boards${id ? `/${id}` : ''}`,
        { user: 'ann', body: id ? { tiles } : { name: 'Texts', tiles } },
      );
    const question = (saved_id: string) => ({ saved_id, width: 1 });
    const made = await put([
      { text: '  Read me first.\n\nThen <b>this</b>.  ', width: 2 },
      question(one),
      { id: 'note-2', text: 'Between', width: 1 },
      question(two),
    ]);
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    const { id } = made.body;
    const at = `${root}/boards/${id}`;
    const shown = async () =>
      (await call<Texts>('GET', at, { user: 'ann' })).body.tiles.map(
        ({ text, saved_id }) => text ?? saved_id,
      );
    const first = 'Read me first.\n\nThen <b>this</b>.';
    expect(await shown()).to.deep.equal([first, one, 'Between', two]);
    expect(made.body.tiles[0]).to.have.keys('id', 'text', 'width');
    const list = await call<{ boards: { id: string; tiles: number }[] }>('GET', `${root}/boards`, {
      user: 'ann',
    });
    expect(list.body.boards.find((board) => board.id === id)!.tiles).to.equal(4);
    await call('DELETE', `${root}/saved/${one}`, { user: 'ann' });
    expect(await shown(), 'a question that is deleted moves nothing').to.deep.equal([
      ...[first, 'Between', two],
    ]);
    const refreshed = await call<Texts>('POST', `${at}/refresh`, { user: 'ann' });
    expect(refreshed.body.tiles.map(({ text }) => text)).to.deep.equal([
      ...[first, 'Between', undefined],
    ]);
    const shared = await call<{ url: string }>('POST', `${root}/snapshots`, {
      user: 'ann',
      body: { board_id: id, show_sql: true },
    });
    const link = new URL(shared.body.url).pathname.replace('/s/', '/snapshots/');
    const { body } = await call<{ cards: object[] }>('GET', link);
    expect(body.cards.slice(0, 2)).to.deep.equal([{ text: first }, { text: 'Between' }]);
    expect(body.cards[2]).to.include.keys('rows', 'sql');

    const moved = await put([question(two), { id: 'note-2', text: 'Now last', width: 2 }], id);
    expect(moved.body.tiles[1]).to.deep.equal({ id: 'note-2', text: 'Now last', width: 2 });
    for (const bad of [
      [{ text: '   ', width: 1 }],
      [{ text: 'x', width: 3 }],
      [{ text: 'x', width: 1, saved_id: two }],
      [{ id: 'A b', text: 'x', width: 1 }],
      ['a', 'b'].map((text) => ({ id: 'same', text, width: 1 })),
    ])
      expect((await put(bad, id)).status, JSON.stringify(bad)).to.equal(422);
    const long = await put([{ text: 'x'.repeat(5_001), width: 1 }], id);
    expect(long.body.detail[0]!.msg).to.equal(
      'A text card has at most 5000 characters. Shorten it.',
    );
    expect(await shown()).to.deep.equal([two, 'Now last']);
    expect((await put([{ text: 'Only words', width: 2 }], id)).status).to.equal(200);
    const nothing = await call('POST', `${root}/snapshots`, {
      user: 'ann',
      body: { board_id: id },
    });
    expect(nothing.status, 'no results to share').to.equal(422);
  });

  it('shares a board read-only with what stands on it, and refreshes it with the rows of the reader', async () => {
    const { id: saved_id } = (await save('amount by country')).body;
    const { id } = (await board([{ saved_id, width: 1 }])).body;
    const at = `${root}/boards/${id}`;
    expect((await asking('GET', at, { user: 'ben' })).status).to.equal(404);
    await call('PATCH', at, { user: 'ann', body: { shared: true } });
    const tenants = await asking<{ boards: { id: string }[] }>('GET', `${root}/boards`, {
      user: 'ben',
    });
    expect(tenants.body.boards.map((one) => one.id)).to.include(id);
    const patch = { user: 'ben', body: { tiles: [] } };
    expect((await asking('PATCH', at, patch)).status).to.equal(403);
    expect((await asking('DELETE', at, { user: 'ben' })).status).to.equal(403);
    const rows = async (by: Caller) =>
      (await by<Board>('POST', `${at}/refresh`, { user: 'ben' })).body.tiles[0]!.saved!.result!
        .rows;
    expect(await rows(asking)).to.have.length(2);
    expect(await rows(french)).to.deep.equal([['France', 21]]);
    await call('PATCH', at, { user: 'ann', body: { shared: false } });
    expect((await asking('GET', at, { user: 'ben' })).status).to.equal(404);
    expect((await asking('GET', `${root}/saved/${saved_id}`, { user: 'ben' })).status).to.equal(
      404,
    );
  });

  it('runs no statement that was changed in the store to something else than a SELECT of these tables', async () => {
    const { id } = (await save('amount by country')).body;
    for (const sql of [
      'DELETE FROM sales',
      'DROP TABLE sales',
      "SELECT * FROM read_csv('/etc/passwd')",
      'SELECT 1; DELETE FROM sales',
      'SELECT * FROM api_keys',
    ]) {
      await editStore(own, env(), sql, id);
      const { status, body } = await refresh(id);
      expect(status, sql).to.equal(200);
      expect(body.failure, sql).to.match(/^The SQL wasn't run: /);
      expect(body.result, sql).to.equal(null);
    }
    expect(
      (await refresh((await save('amount by country')).body.id)).body.result!.rows,
    ).to.have.length(2);
  });

  it('follows a row filter that the workspace gets later', async () => {
    const { id } = (await save('amount by country')).body;
    await refresh(id);
    const semantics = await call<Record<string, unknown>>('GET', `${root}/semantics`);
    const put = (row_filter: unknown) =>
      call('PUT', `${root}/semantics`, { body: { ...semantics.body, row_filter } });
    const done = await put("country = 'Germany'");
    expect(done.status, JSON.stringify(done.body)).to.equal(200);
    const read = await call<Saved>('GET', `${root}/saved/${id}`, { user: 'ann' });
    expect(read.body.result).to.equal(null);
    expect((await refresh(id)).body.result!.rows).to.deep.equal([['Germany', 10]]);
    await put(null);
  });

  it('is nobody’s of other workspaces and tenants, and not the sample key’s', async () => {
    const { id } = (await save('amount by country')).body;
    const made = await call<{ workspace_id: string }>(
      'POST',
      `/clients/${own.clientId}/workspaces`,
      { body: { name: 'Other' } },
    );
    const other = `/clients/${own.clientId}/workspaces/${made.body.workspace_id}`;
    for (const thing of [`saved/${id}`, 'boards/brd_none'])
      expect((await call('GET', `${other}/${thing}`)).status, thing).to.equal(404);
    const elsewhere = await call('GET', `/clients/cli_x/workspaces/${own.workspaceId}/saved`);
    expect(elsewhere.status).to.equal(403);
    const foreign = await call('POST', `${other}/boards`, {
      body: { name: 'B', tiles: [{ saved_id: id, width: 1 }] },
    });
    expect(foreign.status).to.equal(422);
  });
});
