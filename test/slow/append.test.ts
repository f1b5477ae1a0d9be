import { once } from 'node:events';
import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { type OwnWorkspace, openWorkspace } from '../e2e/workspace.ts';
import { eventually } from '../fakes/eventually.ts';

const JANUARY = 'city,amount\nBerlin,10\nParis,2\n';
const FEBRUARY = 'amount,city\n7,Rome\n1.5,Oslo\n';

/** Rows that are added to a file, through the whole service: by a request and by a job, also where it is killed. */
describe('a file that is appended to', () => {
  let own: OwnWorkspace;
  afterEach(() => own.close());

  const append = (suffix: '' | '/async', content: string) => {
    const form = new FormData();
    form.set('mode', 'append');
    form.set('file', new Blob([content]), 'sales.csv');
    return call<{ job_id: string; version: number }>(
      own.service,
      'POST',
      `${own.files}${suffix}`,
      form,
    );
  };
  const total = async () => (await own.ask('total amount')).data.rows;

  it('answers with the rows of all that was appended, or of none where the service was killed', async () => {
    own = await openWorkspace();
    await own.upload(JANUARY, 'sales.csv');
    expect(await total()).to.deep.equal([[12]]);
    own = await own.restart({ PLUMBLINE_CRASH_AT: 'before-publish' });
    const ended = once(own.service.process, 'exit');
    await append('', FEBRUARY).catch(() => {});
    expect((await ended)[1]).to.equal('SIGKILL');
    own = await own.restart();
    expect(await total()).to.deep.equal([[12]]);
    expect(await append('', FEBRUARY)).to.include({ unchanged: false });
    expect(await total()).to.deep.equal([[20.5]]);
  });

  it('goes on after a kill where a job appends', async () => {
    own = await openWorkspace();
    await own.upload(JANUARY, 'sales.csv');
    own = await own.restart({ PLUMBLINE_CRASH_AT: 'engine-committed' });
    const ended = once(own.service.process, 'exit');
    const { job_id } = await append('/async', FEBRUARY);
    expect((await ended)[1]).to.equal('SIGKILL');
    own = await own.restart();
    await eventually(async () => {
      const job = await call<{ status: string }>(own.service, 'GET', `${own.files}/jobs/${job_id}`);
      return job.status === 'succeeded';
    }, 'the end of the job');
    expect(await total()).to.deep.equal([[20.5]]);
  });
});
