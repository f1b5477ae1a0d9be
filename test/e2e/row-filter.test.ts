import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect } from 'chai';
import { call } from '../bench/service.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

/** Rows of tenant 1 and 2; every text and number of tenant 2 is one that tenant 1 does not have. */
const ORDERS = `order_id,tenant_id,customer,city,amount,ordered_on,note
1,1,Ada,Rome,10,2025-01-01,12
2,1,Ben,Oslo,20,2025-02-01,7
3,1,Ada,Rome,5,2025-03-01,3
901,2,Zorkmid,Xanadu,987654,2031-07-04,FOREIGN
902,2,Quuxley,Xanadu,987655,2031-08-04,0
`;
const SHARED = 'city,country\nRome,Italy\nOslo,Norway\nXanadu,Faraway\n';
const FOREIGN = /zorkmid|quuxley|98765\d|90[12]\b|2031|foreign(?! key)|197531/i;

const QUESTIONS = [
  'how many orders are there',
  'total amount',
  'total amount by city',
  'total amount by customer',
  'top 5 customers by amount',
  'orders per month',
  'orders since 2030',
  'what is the highest amount',
  'which customer has the highest amount',
  'average amount per city',
  'list the customers',
  'list all orders',
  'orders in Rome',
  'orders of Ada',
  'orders of Zorkmit',
  'how many orders with a note of FOREIGM',
  'earliest and latest order',
  'customers with an amount over 900000',
  'number of distinct cities',
  'what data do I have',
  'total note',
  'cities',
];

describe('a key that sees only the rows of one tenant', function () {
  this.timeout(60_000);
  let own: OwnWorkspace;
  let key: string;

  before(async () => {
    own = await openWorkspace();
    await own.upload(ORDERS, 'orders.csv');
    await own.upload(SHARED, 'places.csv');
    key = execFileSync(
      process.execPath,
      [
        path.resolve(import.meta.dirname, '../../bin/plumbline.js'),
        ...['key', 'create', '--scope', 'query', '--row-filter', 'tenant_id=1'],
      ],
      { encoding: 'utf8', env: { ...process.env, PLUMBLINE_DATA_DIR: own.service.dataDir } },
    ).trim();
  });
  after(() => own.close());

  const caller = () => ({ url: own.service.url, apiKey: key });
  const ask = async (q: string, apiKey = key) => {
    const body = { q, workspace_id: own.workspaceId };
    return call<{ result: string; data: { rows: unknown[][] } | null }>(
      { ...caller(), apiKey },
      'POST',
      '/query',
      body,
    );
  };

  it('is made on the command line, for asking only', () => {
    const refused = () =>
      execFileSync(
        process.execPath,
        [
          path.resolve(import.meta.dirname, '../../bin/plumbline.js'),
          ...['key', 'create', '--row-filter', 'tenant_id=1'],
        ],
        { env: { ...process.env, PLUMBLINE_DATA_DIR: own.service.dataDir }, stdio: 'pipe' },
      );
    expect(refused).to.throw(/add --scope query/);
  });

  it('answers from the rows of its tenant alone', async () => {
    expect((await ask('total amount')).data!.rows).to.deep.equal([[35]]);
    expect((await ask('total amount', own.service.apiKey!)).data!.rows).to.deep.equal([
      [1_975_344],
    ]);
    expect((await ask('how many orders are there')).data!.rows).to.deep.equal([[3]]);
  });

  it('reads no table without the column of the filter', async () => {
    const answer = await ask('how many places are there');
    expect(answer.result).to.equal('error');
  });

  for (const question of QUESTIONS)
    it(`tells nothing of other rows when asked "${question}"`, async () => {
      const text = JSON.stringify({ ...(await ask(question)), question: null, error_input: null });
      expect(text.replaceAll(question, '')).to.not.match(FOREIGN);
    });

  it('tells nothing of other rows anywhere else', async () => {
    const { clientId, workspaceId } = own;
    const places = [
      `/clients/${clientId}/schema?workspace_id=${workspaceId}`,
      `/clients/${clientId}/suggestions?workspace_id=${workspaceId}`,
      `/clients/${clientId}/schema/status?workspace_id=${workspaceId}`,
      own.files,
      '/whoami',
    ];
    for (const place of places) {
      const found = await call<unknown>(caller(), 'GET', place).catch(String);
      expect(JSON.stringify(found), place).to.not.match(FOREIGN);
    }
    const { files } = await call<{ files: { id: number }[] }>(own.service, 'GET', own.files);
    const preview = `${own.files}/${files[0]!.id}/preview?table=orders`;
    expect(
      JSON.stringify(await call<unknown>(caller(), 'GET', preview).catch(String)),
    ).to.not.match(FOREIGN);
  });
});
