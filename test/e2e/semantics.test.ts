import { expect } from 'chai';
import { parse, stringify } from 'yaml';
import { call } from '../../bench/service.ts';
import { shareWorkspace, type Workspace } from './workspace.ts';

const ORDERS = `order_id,customer_id,status,amount,quantity,ordered_on
1,1,kept,10.50,1,2025-01-01
2,2,kept,20.25,2,2025-02-01
3,1,returned,5.00,3,2025-02-03
`;
const CUSTOMERS = 'customer_id,customer_name,city\n1,Ada,Rome\n2,Ben,Oslo\n3,Cem,Rome\n';

interface Semantics {
  readonly metrics: Record<string, unknown>[];
  readonly relationships: Record<string, unknown>[];
  readonly columns: (Record<string, unknown> & { readonly column: string })[];
}
interface Asked {
  readonly result: string;
  readonly sql: string | null;
  readonly data: { readonly rows: unknown[][] } | null;
  readonly verification: { readonly status: string; readonly metrics: string[] };
  readonly lineage: { readonly measures: string[]; readonly filters: string[] };
  readonly assumptions: string[];
}
interface Problem {
  readonly loc: (string | number)[];
  readonly msg: string;
  readonly type: string;
}

describe('what the data means', () => {
  let own: Workspace;
  let url: string;

  const send = (method: string, body?: string, type = 'application/json', at = url) =>
    fetch(at, {
      method,
      headers: {
        'X-API-Key': own.service.apiKey!,
        Accept: type,
        ...(body === undefined ? {} : { 'Content-Type': type }),
      },
      ...(body === undefined ? {} : { body }),
    });
  const get = async () => (await (await send('GET')).json()) as Semantics;
  const put = async (document: unknown, status = 200) => {
    const answer = await send('PUT', JSON.stringify(document));
    const body: unknown = await answer.json();
    expect(answer.status, JSON.stringify(body)).to.equal(status);
    return body;
  };
  const problems = async (document: unknown) =>
    ((await put(document, 422)) as { readonly detail: Problem[] }).detail;
  const rows = async (question: string) => (await own.ask(question)).data?.rows;

  before(async () => {
    own = await shareWorkspace();
    await own.upload(ORDERS, 'orders.csv');
    await own.upload(CUSTOMERS, 'customers.csv');
    url = `${own.service.url}/clients/${own.clientId}/workspaces/${own.workspaceId}/semantics`;
  });
  after(() => own?.close());

  it('tries a document without saving it: what is wrong, and what questions would give', async () => {
    interface Tried {
      readonly text: string;
      readonly rows: unknown[][];
      readonly verification: string;
    }
    const check = async (body: unknown) => {
      const answer = await send('POST', JSON.stringify(body), 'application/json', `${url}/check`);
      const text = await answer.text();
      expect(answer.status, text).to.equal(200);
      return JSON.parse(text) as {
        readonly valid: boolean;
        readonly problems: Problem[];
        readonly questions: { before: Tried; after: Tried | null; changed: boolean }[];
      };
    };
    const before = await get();
    const metric = {
      ...{ name: 'net takings', table: 'orders', expression: 'SUM(amount)' },
      ...{ filters: ["status = 'kept'"], signed_by: 'ann@example.com' },
    };
    const questions = ['net takings', 'how many customers are there', 'net takings in Rome'];
    const tried = await check({ document: { metrics: [metric] }, questions });
    expect(tried).to.include({ valid: true });
    const [takings, customers, inRome] = tried.questions;
    expect(takings).to.include({ changed: true });
    expect(takings!.before.rows).to.deep.equal([]);
    expect(takings!.after).to.deep.include({ rows: [[30.75]], verification: 'verified' });
    expect(customers).to.include({ changed: false });
    expect(inRome!.after!.rows).to.deep.equal([[10.5]]);
    // Another document is tried over its own catalog, not over what was kept of the last one.
    const all = { ...metric, filters: [] };
    const [other] = (await check({ document: { metrics: [all] }, questions: ['net takings'] }))
      .questions;
    expect(other!.after!.rows).to.deep.equal([[35.75]]);
    // Rows that a draft filter closes are closed in its answers, and a draft opens nothing for others.
    const filtered = {
      metrics: [all],
      row_filter: "status = 'returned'",
      shared_tables: ['customers'],
    };
    const [closed] = (await check({ document: filtered, questions: ['net takings'] })).questions;
    expect(closed!.after!.rows).to.deep.equal([[5]]);

    const wrong = await check({
      document: { metrics: [{ ...metric, table: 'nowhere' }] },
      questions: ['net takings'],
    });
    expect(wrong).to.include({ valid: false });
    expect(wrong.problems[0]).to.deep.include({
      loc: ['metrics', 0, 'table'],
      type: 'unknown_table',
    });
    expect(wrong.questions[0]!.after).to.equal(null);
    expect(await get()).to.deep.equal(before);
    expect(await rows('net takings')).to.equal(undefined);
  });

  it('is drafted from the data: kinds, additivity, relationships with their cardinality', async () => {
    const draft = await get();
    const of = (name: string) => draft.columns.find(({ column }) => column === name);
    expect(of('amount')).to.include({ table: 'orders', kind: 'measure', additive: true });
    expect(of('ordered_on')).to.include({ kind: 'time' });
    expect(of('order_id')).to.include({ kind: 'id' });
    expect(draft.relationships).to.deep.equal([
      {
        from: { table: 'orders', columns: ['customer_id'] },
        to: { table: 'customers', columns: ['customer_id'] },
        cardinality: 'many-to-one',
      },
    ]);
  });

  it('is the same document after an export and an import, in JSON and YAML', async () => {
    const exported = await (await send('GET', undefined, 'application/yaml')).text();
    const imported = await send('PUT', exported, 'application/yaml');
    expect(imported.status).to.equal(200);
    expect(await imported.text()).to.equal(exported);
    expect(await get()).to.deep.equal(parse(exported));
    expect(await put(await get())).to.deep.equal(parse(exported));
  });

  it('takes years that are kept as numbers for times, as discovery does', async () => {
    const other = await call<{ workspace_id: string }>(
      own.service,
      'POST',
      `/clients/${own.clientId}/workspaces`,
      { name: 'Shops' },
    );
    const base = `/clients/${own.clientId}/workspaces/${other.workspace_id}`;
    const form = new FormData();
    form.set('file', new Blob(['shop,open_year\nA,2001\nB,2010\n']), 'shops.csv');
    await call(own.service, 'POST', `${base}/files`, form);
    const draft = await call<Semantics>(own.service, 'GET', `${base}/semantics`);
    const year = draft.columns.find(({ column }) => column === 'open_year');
    expect(year).to.include({ kind: 'time' });
    expect(await call(own.service, 'PUT', `${base}/semantics`, draft)).to.deep.equal(draft);
  });

  it('is used by the next question, and outlives an upload', async () => {
    expect(await rows('total boodle')).to.equal(undefined);
    const draft = await get();
    const columns = draft.columns.map((one) =>
      one.column === 'amount' ? { ...one, synonyms: ['boodle'] } : one,
    );
    await put({ ...draft, columns });
    expect(await rows('total boodle')).to.deep.equal([[35.75]]);
    await own.upload(`${ORDERS}4,3,kept,1.00,1,2025-03-01\n`, 'orders.csv');
    expect(await rows('total boodle')).to.deep.equal([[36.75]]);
  });

  it('does not join over a relationship that was left out, until it is said again', async () => {
    const draft = await get();
    const question = 'total amount by city';
    expect(await rows(question)).to.have.length(2);
    await put({ ...draft, relationships: [] });
    expect(await rows(question)).to.equal(undefined);
    await own.upload(ORDERS, 'orders.csv');
    expect(await rows(question)).to.equal(undefined);
    await put(draft);
    expect(await rows(question)).to.have.length(2);
  });

  it('holds what a column was called since, and exports it', async () => {
    await put({ columns: [{ table: 'orders', column: 'amount', synonyms: ['boodle'] }] });
    const at = `${own.service.url}/clients/${own.clientId}/schema/tables/orders/columns/amount?workspace_id=${own.workspaceId}`;
    await send('PATCH', '{"synonyms":["loot"]}', 'application/json', at);
    expect(await rows('total loot')).to.deep.equal([[35.75]]);
    expect((await get()).columns).to.deep.equal([
      { table: 'orders', column: 'amount', synonyms: ['loot'] },
    ]);
  });

  it('names each table and column that is not there, and keeps nothing then', async () => {
    const before = await get();
    const found = await problems({
      metrics: [{ name: 'm', table: 'invoices', expression: 'COUNT(*)' }],
      columns: [
        { table: 'orders', column: 'tax', unit: 'EUR' },
        { table: 'orders', column: 'status', kind: 'measure' },
      ],
      relationships: [
        {
          from: { table: 'customers', columns: ['city'] },
          to: { table: 'orders', columns: ['customer_id'] },
          cardinality: 'many-to-one',
        },
      ],
      values: [{ table: 'shops', column: 'x', value: 'y', synonyms: ['z'] }],
    });
    expect(found.map(({ loc, type }) => [loc.join('.'), type])).to.deep.equal([
      ['body.metrics.0.table', 'unknown_table'],
      ['body.relationships.0.to', 'does_not_fit'],
      ['body.columns.0.column', 'unknown_column'],
      ['body.columns.1.kind', 'does_not_fit'],
      ['body.values.0.table', 'unknown_table'],
    ]);
    expect(found[0]!.msg).to.contain('"invoices"');
    expect(found[2]!.msg).to.contain('no column "tax"');
    expect(await get()).to.deep.equal(before);
  });

  const metric = (expression: string, ...filters: string[]) => ({
    metrics: [{ name: 'kept amount', table: 'orders', expression, filters }],
  });
  for (const [what, document, type] of [
    ['an unknown column', metric('SUM(tax)'), 'refused'],
    ['a function of files', metric("COUNT(read_text('/etc/passwd'))"), 'refused'],
    ['a column instead of an aggregate', metric('amount'), 'refused'],
    ['another table', metric('SUM((SELECT MAX(customer_id) FROM customers))'), 'refused'],
    ['brackets that it closes', metric('1), (COUNT(*)'), 'refused'],
    ['a filter that is none', metric('SUM(amount)', 'DROP TABLE orders'), 'refused'],
    [
      'an example that writes',
      { examples: [{ question: 'q', sql: 'DELETE FROM orders' }] },
      'refused',
    ],
    [
      'a name given twice',
      { metrics: [...metric('SUM(amount)').metrics, ...metric('COUNT(*)').metrics] },
      'repeated',
    ],
    [
      'a metric with the name of a table',
      { metrics: [{ ...metric('COUNT(*)').metrics[0], synonyms: ['customer'] }] },
      'repeated',
    ],
    ['an unknown part', { metricks: [] }, 'unrecognized_keys'],
  ] as const)
    it(`refuses ${what}`, async () => {
      const found = await problems(document);
      expect(found.map((one) => one.type)).to.deep.equal([type]);
    });

  it('keeps metrics and examples that the guard lets through', async () => {
    const document = {
      ...metric('SUM(amount * quantity)', "status = 'kept'", 'amount > 1'),
      examples: [{ question: 'How many?', sql: 'SELECT COUNT(*) FROM orders' }],
    };
    expect(await put(document)).to.deep.include({ examples: document.examples });
  });

  describe('metrics that a question names', () => {
    const question = 'net amount by city';
    const kept = {
      ...metric('SUM(amount)', "status = 'kept'").metrics[0]!,
      name: 'net amount',
    };
    const signed = { ...kept, synonyms: ['net money'], signed_by: 'ann' };

    it('change the answer from the next question on, which is verified where they are signed', async () => {
      await put({});
      expect((await own.ask<Asked>(question)).result).to.equal('error');
      await put({ metrics: [kept] });
      const draft = await own.ask<Asked>(question);
      expect(draft.data?.rows).to.have.deep.members([
        ['Oslo', 20.25],
        ['Rome', 10.5],
      ]);
      expect(draft.verification).to.include({ status: 'checked' });
      expect(draft.verification.metrics).to.deep.equal([]);
      expect(draft.assumptions.join()).to.contain("isn't certified");
      await put({ metrics: [signed] });
      const answer = await own.ask<Asked>(question);
      expect(answer.verification).to.include({ status: 'verified' });
      expect(answer.verification.metrics).to.deep.equal(['net amount']);
      expect(answer.lineage.measures).to.deep.equal(['net amount']);
      expect(answer.lineage.filters).to.deep.equal(['status is kept']);
      expect(answer.assumptions.join()).to.contain(
        '"net amount" is the metric net amount, certified by ann',
      );
    });

    it('are broken down like any total', async () => {
      const answer = await own.ask<Asked>('net money in February 2025');
      expect(answer.data?.rows).to.deep.equal([[20.25]]);
      expect(answer.verification.status).to.equal('verified');
    });

    it('stand before a column of their name', async () => {
      await put({ metrics: [{ ...kept, name: 'amount' }] });
      expect(await rows('total amount')).to.deep.equal([[30.75]]);
      await put({});
      expect(await rows('total amount')).to.deep.equal([[35.75]]);
    });

    it('are passed over while their column is hidden', async () => {
      await put({ metrics: [signed] });
      const at = `${own.service.url}/clients/${own.clientId}/schema/tables/orders/columns/status?workspace_id=${own.workspaceId}`;
      await send('PATCH', '{"hidden":true}', 'application/json', at);
      expect(await rows('net money')).to.equal(undefined);
      await send('PATCH', '{"hidden":null}', 'application/json', at);
      expect(await rows('net money')).to.deep.equal([[30.75]]);
    });
  });

  it('says what metrics and notes mean in the words of those who wrote them', async () => {
    const described = { ...metric('SUM(amount)', "status = 'kept'").metrics[0]!, signed_by: 'ann' };
    await put({ metrics: [described], rules: ['Customers without an order are sleepers.'] });
    const of = async (question: string) => {
      const answer = await own.ask<Asked & { type: string; explanation: string }>(question);
      expect(answer.type).to.equal('rag');
      return answer.explanation;
    };
    expect(await of('how is kept amount computed?')).to.equal(
      "kept amount: SUM(amount) of orders where status = 'kept', certified by ann.",
    );
    expect(await of('what does sleepers mean')).to.equal(
      'Customers without an order are sleepers.',
    );
    expect(await of('which metrics are there')).to.contain('kept amount');
  });

  it('finds values by the names that people give them', async () => {
    expect(await rows('total amount in the Eternal City')).to.equal(undefined);
    const value = { table: 'customers', column: 'city', value: 'Rome' };
    await put({ values: [{ ...value, synonyms: ['the Eternal City'] }] });
    expect(await rows('total amount in the Eternal City')).to.deep.equal([[15.5]]);
    expect(await rows('customers in eternal city')).to.have.length(2);
    await put({ values: [{ ...value, value: 'Roma', synonyms: ['the Eternal City'] }] });
    expect((await own.ask<Asked>('customers in the Eternal City')).result).to.equal('error');
  });

  describe('approved examples', () => {
    const example = {
      question: 'How did we do with the Romans?',
      sql: "SELECT SUM(amount) AS total FROM orders WHERE customer_id IN (1, 3) AND status = 'kept'",
    };

    it('answer their question, however it is spelled, and verify it', async () => {
      await put({ examples: [example] });
      const answer = await own.ask<Asked>('how did we do with the romans');
      expect(answer.data?.rows).to.deep.equal([[10.5]]);
      expect(answer.verification.status).to.equal('verified');
      expect(answer.sql).to.equal(example.sql);
      expect((await own.ask<Asked>('how did we do with the Greeks')).result).to.equal('error');
    });

    it('answer questions that begin like a table, but none that only follow up', async () => {
      const { sql } = example;
      await put({
        examples: [
          { question: 'Order value of the Romans', sql },
          { question: 'Order by the Romans', sql },
        ],
      });
      expect((await own.ask<Asked>('order value of the Romans')).sql).to.equal(sql);
      expect((await own.ask<Asked>('order by the Romans')).result).to.equal('error');
    });

    it('do not answer where the period of the question has moved on', async () => {
      const of = (from: string, to: string) =>
        `SELECT SUM(amount) AS total FROM orders WHERE ordered_on >= DATE '${from}' AND ordered_on < DATE '${to}'`;
      const sql = of('2025-02-01', '2025-03-01');
      await put({
        examples: [
          { question: 'total amount last month', sql },
          { question: 'total amount in early 2025', sql },
        ],
      });
      expect((await own.ask<Asked>('total amount last month')).sql).to.not.equal(sql);
      const early = await own.ask<Asked>('Total amount in early 2025?');
      expect(early).to.deep.include({ sql, result: 'success' });
    });
  });

  it('says what is wrong with YAML that is none', async () => {
    const answer = await send('PUT', 'metrics: [', 'application/yaml');
    expect(answer.status).to.equal(400);
    expect(await answer.text()).to.contain("isn't valid YAML");
    expect((await send('PUT', stringify({ rules: ['A rule'] }), 'text/yaml')).status).to.equal(200);
  });
});
