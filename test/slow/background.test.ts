import { once } from 'node:events';
import { expect } from 'chai';
import type { CrashPoint } from '#src/files/crash-point.ts';
import type { FileJob } from '#src/files/types.ts';
import { call } from '../../bench/service.ts';
import { type OwnWorkspace, openWorkspace } from '../e2e/workspace.ts';

const POINTS: readonly CrashPoint[] = [
  'parsed',
  'engine-committed',
  'before-publish',
  'after-publish',
];

describe('a file that is read in the background while the service is killed', () => {
  let own: OwnWorkspace;
  afterEach(() => own.close());

  const send = (csv: string, filename: string) => {
    const form = new FormData();
    form.set('file', new Blob([csv]), filename);
    return call<{ job_id: string; status_url: string }>(
      own.service,
      'POST',
      `${own.files}/async`,
      form,
    );
  };

  for (const point of POINTS)
    it(`is there after a kill at "${point}", once`, async () => {
      own = await openWorkspace({ PLUMBLINE_CRASH_AT: point });
      const ended = once(own.service.process, 'exit');
      const { status_url } = await send('city,amount\nRome,7\nOslo,5\n', 'sales.csv');
      expect((await ended)[1]).to.equal('SIGKILL');
      own = await own.restart();
      let job: FileJob;
      do job = await call<FileJob>(own.service, 'GET', status_url);
      while (job.status === 'queued' || job.status === 'running');
      expect(job).to.include({ status: 'succeeded' });
      expect(job.manifest).to.deep.include({ version: 1 });
      expect((await own.ask('total amount')).data.rows).to.deep.equal([[12]]);
      const { files } = await call<{ files: object[] }>(own.service, 'GET', own.files);
      expect(files).to.have.length(1);
    });
});
