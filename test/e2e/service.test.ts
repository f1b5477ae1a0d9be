import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { generateSampleCsvs } from '#src/sample/generate.ts';
import { call, type StartedService, startService } from '../../bench/service.ts';
import { eventually } from '../fakes/eventually.ts';
import { freePort } from '../fakes/ports.ts';

interface Answer {
  readonly result: string;
  readonly data: { readonly columns: string[]; readonly rows: (string | number)[][] };
  readonly explanation: string;
  readonly verification: { readonly status: string };
}

describe('the service as a newcomer starts it', () => {
  let dataDir: string;
  let service: StartedService;
  let sample: { api_key: string; client_id: string };

  before(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'plumbline-e2e-'));
    service = await startService({ dataDir });
    sample = await call(service, 'GET', '/sample');
  });
  after(async () => {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const askSample = (q: string) =>
    call<Answer>({ url: service.url, apiKey: sample.api_key }, 'POST', '/query', { q });

  /** Revenue of 2025 by region in cents, computed from the very files. */
  const expectedRevenue = async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-e2e-csv-'));
    const table = async (name: string) => {
      const [head, ...lines] = (await readFile(path.join(folder, `${name}.csv`), 'utf8'))
        .trim()
        .split('\n');
      const columns = head!.split(',');
      return lines.map((line) => {
        const cells = line.split(',');
        return (column: string) => cells[columns.indexOf(column)]!;
      });
    };
    try {
      await generateSampleCsvs(folder);
      const regions = new Map(
        (await table('stores')).map((row) => [row('store_id'), row('region')]),
      );
      const orders = new Map(
        (await table('orders'))
          .filter((row) => row('order_date').startsWith('2025'))
          .map((row) => [row('order_id'), regions.get(row('store_id'))!]),
      );
      const cents = new Map<string, number>();
      for (const row of await table('order_lines')) {
        const region = orders.get(row('order_id'));
        if (!region) continue;
        cents.set(region, (cents.get(region) ?? 0) + Math.round(Number(row('revenue')) * 100));
      }
      return cents;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  it('answers the printed question with the right numbers, and says only those', async () => {
    const answer = await askSample('total revenue by region in 2025');
    expect(answer.result).to.equal('success');
    expect(answer.verification.status).to.equal('checked');
    const found = new Map(
      answer.data.rows.map(([region, sum]) => [String(region), Math.round(Number(sum) * 100)]),
    );
    expect(found).to.deep.equal(await expectedRevenue());
    const numbers = answer.explanation.replaceAll(/(?<=\d),(?=\d)/g, '').match(/(?<=\()\d+/g) ?? [];
    expect(numbers).to.not.deep.equal([]);
    const cells = answer.data.rows.flat().map((cell) => Math.round(Number(cell)));
    for (const number of numbers) expect(cells).to.include(Number(number));
  });

  it('goes on answering when its engine processes are killed under load', async () => {
    const outcome = (error: unknown) => ({ result: String(error) });
    const asked = Array.from({ length: 20 }, () =>
      askSample('top 5 products by revenue').catch(outcome),
    );
    const children = execFileSync('pgrep', ['-P', String(service.process.pid)], {
      encoding: 'utf8',
    });
    for (const pid of children.trim().split('\n')) {
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch (error) {
        // It may have ended by itself since it was listed.
        expect((error as NodeJS.ErrnoException).code).to.equal('ESRCH');
      }
    }
    for (const { result } of await Promise.all(asked))
      expect(result).to.match(/^success$|POST \/query: 503 .*Try again in a few seconds/);
    expect((await askSample('how many orders are there')).data.rows).to.deep.equal([[8000]]);
  });

  it('takes a file, answers about it, replaces it, and has nothing left when it is deleted', async () => {
    const me = await call<{ client_id: string; workspaces: { workspace_id: string }[] }>(
      service,
      'GET',
      '/whoami',
    );
    const workspace_id = me.workspaces[0]!.workspace_id;
    const files = `/clients/${me.client_id}/workspaces/${workspace_id}/files`;
    const put = (csv: string) => {
      const form = new FormData();
      form.set('file', new Blob([csv]), 'sales.csv');
      return call<{ version: number; unchanged: boolean }>(service, 'POST', files, form);
    };
    const total = async () =>
      (await call<Answer>(service, 'POST', '/query', { q: 'total amount by city', workspace_id }))
        .data.rows;
    expect(await put('city,amount\nBerlin,10.5\nParis,2\nBerlin,1\n')).to.include({
      version: 1,
      unchanged: false,
    });
    expect((await total()).toSorted()).to.deep.equal([
      ['Berlin', 11.5],
      ['Paris', 2],
    ]);
    expect(await put('city,amount\nBerlin,10.5\nParis,2\nBerlin,1\n')).to.include({
      version: 1,
      unchanged: true,
    });
    expect(await put('city,amount\nRome,7.5\n')).to.include({ version: 2, unchanged: false });
    expect(await total()).to.deep.equal([['Rome', 7.5]]);
    const { files: listed } = await call<{ files: { id: number }[] }>(service, 'GET', files);
    expect(await call(service, 'DELETE', `${files}/${listed[0]!.id}`)).to.deep.equal({
      deleted: 'sales.csv',
      files_remaining: 0,
    });
    const refused = await total().catch(String);
    expect(refused).to.match(/422 .*PUT \/accounts\/clients/);
  });

  it('lets no second service use its data folder, and says so', async () => {
    const second = spawn(process.execPath, ['bin/plumbline.js', 'start'], {
      env: { ...process.env, PLUMBLINE_DATA_DIR: dataDir, PLUMBLINE_PORT: '0' },
    });
    let text = '';
    second.stderr.on('data', (chunk) => {
      text += chunk;
    });
    const [code] = await once(second, 'close');
    expect(code).to.equal(1);
    expect(text).to.match(/Another Plumbline \(process \d+\) is using the data folder/);
  });

  it('answers from the moment on that it has its port, before it is ready', async () => {
    const port = await freePort();
    const began = startService({ env: { PLUMBLINE_PORT: String(port) } });
    const url = `http://127.0.0.1:${port}`;
    const early = await eventually(() => fetch(`${url}/whoami`).catch(() => null), 'an answer');
    expect(early.status).to.equal(503);
    expect(early.headers.get('retry-after')).to.equal('5');
    const newcomer = await began;
    expect((await fetch(`${url}/whoami`)).status).to.equal(401);
    await newcomer.stop();
  });

  it('prints its key on the first start only, and answers after a restart', async () => {
    expect(service.apiKey).to.match(/^plumb_live_/);
    await service.stop();
    const first = service;
    service = await startService({ dataDir });
    expect(service.apiKey).to.equal(null);
    expect((await askSample('how many orders are there')).data.rows).to.deep.equal([[8000]]);
    const me = await call<{ client_id: string }>(
      { url: service.url, apiKey: first.apiKey },
      'GET',
      '/whoami',
    );
    expect(me.client_id).to.match(/^cl_/);
  });
});
