import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import {
  askStream,
  ConnectionError,
  connect,
  createApiKey,
  createToken,
  exportResult,
  getSchemaStatus,
  InvalidRequestError,
  listApiKeys,
  listFiles,
  NotFoundError,
  type Progress,
  pagesOf,
  query,
  resultPages,
  type Service,
  UnauthenticatedError,
  uploadFile,
  whoami,
} from '#src/client/index.ts';
import { type OwnWorkspace, openWorkspace } from '../e2e/workspace.ts';

describe('the client kit on a real service', () => {
  let own: OwnWorkspace;
  let service: Service;
  const at = () => ({ client_id: own.clientId, workspace_id: own.workspaceId });
  before(async () => {
    own = await openWorkspace();
    service = connect({ url: own.service.url, apiKey: own.service.apiKey! });
  });
  after(() => own?.close());

  it('uploads a file from the disk and tells how far it is', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-upload-'));
    try {
      const rows = Array.from({ length: 60_000 }, (_, n) => `${n},city ${n % 250},${n % 7}\n`);
      const file = path.join(folder, 'sales.csv');
      await writeFile(file, `id,city,amount\n${rows.join('')}`);
      const seen: Progress[] = [];
      const manifest = await uploadFile(
        service,
        { ...at(), body: { file: await openAsBlob(file) } },
        { filename: 'sales.csv', onProgress: (progress) => seen.push(progress) },
      );
      expect(manifest.tables[0]).to.include({ table_name: 'sales', row_count: 60_000 });
      expect(seen.length).to.be.above(3);
      expect(seen.every(({ sent }, n) => n === 0 || sent >= seen[n - 1]!.sent)).to.equal(true);
      const { sent, total } = seen.at(-1)!;
      expect(sent).to.equal(total);
    } finally {
      await rm(folder, { recursive: true });
    }
    expect((await listFiles(service, at())).files.map(({ filename }) => filename)).to.deep.equal([
      'sales.csv',
    ]);
  });

  it('says what is wrong with a file, also where progress is told', async () => {
    const body = { file: new Blob(['']) };
    for (const onProgress of [undefined, () => undefined]) {
      const error = await uploadFile(
        service,
        { ...at(), body },
        { filename: 'empty.csv', onProgress },
      ).catch((failure) => failure);
      expect(error).to.be.instanceOf(InvalidRequestError);
      expect(error).to.include({ code: 'upload_empty', status: 400 });
    }
  });

  it('streams an answer and pages through its rows, each once and in order', async () => {
    let token: string | undefined;
    const body = { query: 'number of sales by city', new_session: true };
    for await (const event of askStream(service, { client_id: own.clientId, body }))
      if (event.event === 'result') token = event.data.result_token;
    expect(token).to.be.a('string');
    const address = { client_id: own.clientId, result_token: token!, limit: 40 };
    const cities: (string | number | boolean | null)[] = [];
    let pages = 0;
    for await (const page of resultPages(service, address)) {
      cities.push(...page.rows.map((row) => row[0]!));
      pages += 1;
    }
    expect(pages).to.equal(7);
    expect(new Set(cities).size).to.equal(250);
    const csv = await exportResult(service, { ...address, format: 'csv' });
    expect(csv.headers.get('Content-Type')).to.contain('text/csv');
    expect((await csv.text()).trim().split('\r\n')).to.have.length(251);
  });

  it('goes through the pages of a list', async () => {
    for (let n = 0; n < 5; n += 1)
      await createApiKey(service, { body: { name: `key ${n}`, scope: 'query' } });
    const names: string[] = [];
    for await (const { api_keys } of pagesOf(listApiKeys, service, { limit: 2 }))
      names.push(...api_keys.map(({ name }) => name));
    expect(names).to.include.members(['key 0', 'key 1', 'key 2', 'key 3', 'key 4']);
    expect(new Set(names).size).to.equal(names.length);
  });

  it('asks for a new token once where the one before is refused', async () => {
    const { token } = await createToken(service, {
      client_id: own.clientId,
      body: { end_user_id: 'ada' },
    });
    const asked: boolean[] = [];
    const person = connect({
      url: own.service.url,
      token: (refused) => {
        asked.push(refused);
        return refused ? token : 'stale';
      },
    });
    const status = await getSchemaStatus(person, at());
    expect(status.status).to.equal('ready');
    expect(asked).to.deep.equal([false, true]);
    const never = connect({ url: own.service.url, token: () => 'stale' });
    const refused = await getSchemaStatus(never, at()).catch((error) => error);
    expect(refused).to.be.instanceOf(UnauthenticatedError);
  });

  it('answers a repeated request as the first time', async () => {
    const again = () =>
      createApiKey(
        service,
        { body: { name: 'once', scope: 'query' } },
        { idempotencyKey: 'client-kit-1' },
      );
    expect((await again()).api_key).to.equal((await again()).api_key);
  });

  it('tells failures apart by their class', async () => {
    const wrongKey = connect({ url: own.service.url, apiKey: 'pl_live_wrong' });
    expect(await whoami(wrongKey).catch((error) => error)).to.be.instanceOf(UnauthenticatedError);
    const missing = { client_id: own.clientId, result_token: 'rt_none' };
    const noResult = await resultPages(service, missing)
      .next()
      .catch((error) => error);
    expect(noResult).to.be.instanceOf(NotFoundError);
    expect(noResult).to.include({ code: 'result_not_found' });
    const tooLong = await query(service, { body: { q: '' } }).catch((error) => error);
    expect(tooLong).to.be.instanceOf(InvalidRequestError);
    expect(tooLong.problems[0].loc).to.deep.equal(['body', 'q']);
    const nobody = connect({ url: 'http://127.0.0.1:9', apiKey: 'pl_live_x' });
    expect(await whoami(nobody).catch((error) => error)).to.be.instanceOf(ConnectionError);
    const over = new AbortController();
    over.abort(new Error('enough'));
    const aborted = await whoami(service, {}, { signal: over.signal }).catch((error) => error);
    expect(aborted).to.equal(over.signal.reason);
  });

  it('sends no name that would change the address', async () => {
    const strange = { client_id: own.clientId, workspace_id: '..' };
    const error = await listFiles(service, strange).catch((failure) => failure);
    expect(error).to.be.instanceOf(TypeError);
    const slash = { client_id: own.clientId, workspace_id: 'a/../b?x=1#y' };
    expect(await listFiles(service, slash).catch((failure) => failure)).to.include({
      code: 'workspace_not_found',
    });
  });
});
