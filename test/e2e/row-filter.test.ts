import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { foreignIn, ORDERS, QUESTIONS, SHARED } from './two-tenants.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

describe('a key that sees only the rows of one tenant', () => {
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
    expect(refused).to.throw(/Add --scope query/);
  });

  it('answers from the rows of its tenant alone', async () => {
    expect((await ask('total amount')).data!.rows).to.deep.equal([[35]]);
    expect((await ask('total amount', own.service.apiKey!)).data!.rows).to.deep.equal([
      [197_530_999],
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
      expect(foreignIn(text.replaceAll(question, ''))).to.equal(undefined);
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
      expect(foreignIn(JSON.stringify(found)), place).to.equal(undefined);
    }
    for (const q of QUESTIONS) {
      const read = { q, workspace_id: workspaceId };
      const found = await call<{ spans: { senses: { kind: string }[] }[] }>(
        ...([caller(), 'POST', `/clients/${clientId}/readings`, read] as const),
      );
      // The days of a period are made of the question's own words.
      for (const span of found.spans)
        span.senses = span.senses.filter(({ kind }) => kind !== 'period');
      expect(foreignIn(JSON.stringify(found).replaceAll(q, '')), q).to.equal(undefined);
    }
    const { files } = await call<{ files: { id: number }[] }>(own.service, 'GET', own.files);
    const preview = `${own.files}/${files[0]!.id}/preview?table=orders`;
    const rows = JSON.stringify(await call<unknown>(caller(), 'GET', preview).catch(String));
    expect(foreignIn(rows)).to.equal(undefined);
  });
});
