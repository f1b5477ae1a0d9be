import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { processTagOf } from '#src/child-processes.ts';
import type { FileJob } from '#src/files/types.ts';
import { processesOf } from '../../bench/faults/service-processes.ts';
import { call } from '../../bench/service.ts';
import { type OwnWorkspace, openWorkspace } from '../e2e/workspace.ts';
import { eventually } from '../fakes/eventually.ts';
import { KINDS } from '../fakes/file-kinds.ts';

const FILENAME = 'data.xls';
/** So many that the process is still at work when it is found. */
const ROWS = 60_000;
/** What a start takes for garbage goes at once. */
const ENV = { PLUMBLINE_FILES__SWEEP_DELAY_MS: '0', PLUMBLINE_FILES__TRASH_HOURS: '0' };

describe('a file whose reading process is at work', () => {
  let own: OwnWorkspace;
  let tag: string;
  let workbook: Blob;
  before(async function () {
    if (process.platform !== 'linux') return this.skip();
    own = await openWorkspace(ENV);
    tag = await processTagOf(own.service.dataDir);
    const kind = KINDS.find(({ filename }) => filename === FILENAME);
    if (!kind) throw new Error(`no sample is called ${FILENAME}`);
    workbook = new Blob([
      new Uint8Array(
        Buffer.from(
          await kind.write([
            ['city', 'amount'],
            ...Array.from({ length: ROWS }, (_, at) => [`City ${at}`, 1]),
          ]),
        ),
      ),
    ]);
  });
  after(() => own?.close());

  const readers = async () => {
    const found: number[] = [];
    for (const pid of await processesOf(tag)) {
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (command.includes('reading-process')) found.push(pid);
    }
    return found;
  };
  const send = async () => {
    const form = new FormData();
    form.set('file', workbook, FILENAME);
    const { status_url } = await call<{ status_url: string }>(
      own.service,
      'POST',
      `${own.files}/async`,
      form,
    );
    const reader = await eventually(async () => (await readers())[0], 'a reading process');
    return { status_url, reader };
  };
  const ended = (status_url: string) =>
    eventually(async () => {
      const job = await call<FileJob>(own.service, 'GET', status_url);
      return job.status !== 'queued' && job.status !== 'running' && job;
    }, 'the end of the job');
  const nothingIsLeft = async () => {
    expect(await readers()).to.deep.equal([]);
    for (const folder of ['uploads', 'spill'])
      await eventually(
        async () => (await readdir(path.join(own.service.dataDir, folder))).length === 0,
        () => `an empty folder ${folder}`,
      );
  };

  it('is refused with a text when that is killed, and read when it is sent again', async () => {
    const { status_url, reader } = await send();
    process.kill(reader, 'SIGKILL');
    const job = await ended(status_url);
    expect(job.status).to.equal('failed');
    expect(job.error).to.match(/was killed.* Upload the file again/);
    await nothingIsLeft();
    expect(await own.upload(workbook, FILENAME)).to.include({ unchanged: false });
    expect((await own.ask('total amount')).data.rows).to.deep.equal([[ROWS]]);
    await nothingIsLeft();
    const { files } = await call<{ files: { id: number }[] }>(own.service, 'GET', own.files);
    for (const { id } of files) await call(own.service, 'DELETE', `${own.files}/${id}`);
  });

  it('is read by the next start when the service is killed, and its process ends with it', async () => {
    const { status_url } = await send();
    const gone = once(own.service.process, 'exit');
    own.service.process.kill('SIGKILL');
    expect((await gone)[1]).to.equal('SIGKILL');
    await eventually(async () => (await readers()).length === 0, 'the end of the reading process');
    own = await own.restart(ENV);
    expect(await ended(status_url)).to.include({ status: 'succeeded' });
    expect((await own.ask('total amount')).data.rows).to.deep.equal([[ROWS]]);
    await nothingIsLeft();
  });
});
