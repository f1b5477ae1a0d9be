import { expect } from 'chai';
import { parse, stringify } from 'yaml';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

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
interface Problem {
  readonly loc: (string | number)[];
  readonly msg: string;
  readonly type: string;
}

describe('what the data means', function () {
  this.timeout(60_000);
  let own: OwnWorkspace;
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
    own = await openWorkspace();
    await own.upload(ORDERS, 'orders.csv');
    await own.upload(CUSTOMERS, 'customers.csv');
    url = `${own.service.url}/clients/${own.clientId}/workspaces/${own.workspaceId}/semantics`;
  });
  after(() => own?.close());

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
    expect(found[2]!.msg).to.contain('"tax" in "orders"');
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

  it('says what is wrong with YAML that is none', async () => {
    const answer = await send('PUT', 'metrics: [', 'application/yaml');
    expect(answer.status).to.equal(400);
    expect(await answer.text()).to.contain('no YAML');
    expect((await send('PUT', stringify({ rules: ['A rule'] }), 'text/yaml')).status).to.equal(200);
  });
});
