import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { requirePostgres, temporaryDatabase } from '../fakes/postgres.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

describe('the whole service with PostgreSQL as its metadata store', () => {
  let own: OwnWorkspace | null = null;
  let database: Awaited<ReturnType<typeof temporaryDatabase>>;

  before(async function () {
    if (!(await requirePostgres())) this.skip();
    database = await temporaryDatabase();
  });
  after(async () => {
    await own?.close();
    await database?.drop();
  });

  it('starts, takes a file, answers, and does so again after a restart', async () => {
    const env = { PLUMBLINE_STORE__URL: database.url };
    own = await openWorkspace(env);
    await own.upload('city,amount\nRome,7\nOslo,1\n', 'sales.csv');
    expect((await own.ask('total amount')).data.rows).to.deep.equal([[8]]);
    own = await own.restart(env);
    await own.upload('city,amount\nRome,7\nOslo,3\n', 'sales.csv');
    expect((await own.ask('total amount')).data.rows).to.deep.equal([[10]]);
    expect(await call(own.service, 'GET', '/readyz')).to.be.an('object');
  });
});
