import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const UUIDS = ['1c9a', '2f3b', '3d7e', '4a01'].map(
  (head) => `${head}6b42-8f0d-4c55-9e21-7b3f5d9a0c1e`,
);
const CUSTOMERS = `customer_id,team,city,email,visit_ref,amount
1,a,Lyon,ada@example.org,${UUIDS[0]},10
2,a,Bergen,ben@example.org,${UUIDS[1]},20
3,b,Utrecht,cleo@example.org,${UUIDS[2]},40
4,a,Lyon,dora@example.org,${UUIDS[3]},80
`;

interface Answer {
  readonly result: string;
  readonly explanation: string;
  readonly data: { readonly rows: unknown[][] } | null;
}

describe('values that a question names', () => {
  let own: OwnWorkspace;
  let key: string;

  before(async () => {
    own = await openWorkspace({ PLUMBLINE_LOG__LEVEL: 'fatal' });
    await own.upload(CUSTOMERS, 'customers.csv');
    ({ api_key: key } = await call<{ api_key: string }>(own.service, 'POST', '/accounts/api-keys', {
      ...{ name: 'team a', scope: 'query', client_id: own.clientId },
      row_filter: { team: 'a' },
    }));
  });
  after(() => own.close());

  const ask = async (q: string, apiKey = key): Promise<Partial<Answer>> =>
    call<Answer>({ url: own.service.url, apiKey }, 'POST', '/query', {
      ...{ q, workspace_id: own.workspaceId },
    }).catch((error: unknown) => ({ explanation: String(error) }));

  it('are found among the rows of a key with a row filter', async () => {
    expect((await ask('total amount of customers in Lyon')).data?.rows).to.deep.equal([[90]]);
    expect((await ask('how many customers are in bergen')).data?.rows).to.deep.equal([[1]]);
  });

  it('are no more told of where only others have them than where nobody has', async () => {
    const told = async (city: string) =>
      JSON.stringify(await ask(`how many customers are in ${city}`))
        .replaceAll(new RegExp(city, 'gi'), 'X')
        .replaceAll(/(?:tr|trc|req)_\w+|"\d{4}-[^"]*"/g, '');
    expect(await told('Utrecht')).to.equal(await told('Utrexxt'));
    expect(await told('Utrecth'), 'no close spelling of theirs').to.not.include('Utrecht');
  });

  it('are found in columns of uuids, which no index has', async () => {
    const all = own.service.apiKey!;
    const q = 'total amount of the customer with visit ref';
    expect((await ask(`${q} ${UUIDS[2]}`, all)).data?.rows).to.deep.equal([[40]]);
    expect((await ask(`${q} ${UUIDS[0]?.toUpperCase()}`)).data?.rows).to.deep.equal([[10]]);
    expect((await ask(`${q} ${UUIDS[2]}`)).data ?? null).to.equal(null);
    const files = await readdir(own.service.dataDir, { recursive: true });
    const indexes = files.filter((file) => file.endsWith('values.sqlite'));
    expect(indexes).to.have.length.above(0);
    for (const file of indexes)
      expect((await readFile(path.join(own.service.dataDir, file))).includes(UUIDS[2]!)).to.equal(
        false,
      );
  });

  it('are found in personal columns, which no index has', async () => {
    const all = own.service.apiKey!;
    const q = 'total amount of the customer with email';
    expect((await ask(`${q} cleo@example.org`, all)).data?.rows).to.deep.equal([[40]]);
    expect((await ask(`${q} ada@example.org`)).data?.rows).to.deep.equal([[10]]);
    expect((await ask(`${q} cleo@example.org`)).data ?? null).to.equal(null);
  });
});
