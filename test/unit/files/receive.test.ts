import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { AppError } from '#src/errors.ts';
import { receiveUpload } from '#src/files/receive.ts';
import { flippedForm } from '../../../bench/faults/flipped-form.ts';
import { seeded } from '../../../bench/kill/run.ts';

const MAX_BYTES = 100_000;
const FLIPPED_FORMS = 300;

interface Part {
  readonly name: string;
  readonly filename?: string;
  readonly content: string | Buffer;
}

/** `header`: one more line in the head of each part. */
function form(parts: readonly Part[], closed = true, header?: string): Buffer {
  const chunks: Buffer[] = [];
  const more = header === undefined ? '' : `${header}\r\n`;
  for (const { name, filename, content } of parts) {
    const file = filename === undefined ? '' : `; filename="${filename}"`;
    chunks.push(
      Buffer.from(`--B\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${more}\r\n`),
    );
    chunks.push(Buffer.from(content as string), Buffer.from('\r\n'));
  }
  if (closed) chunks.push(Buffer.from('--B--\r\n'));
  return Buffer.concat(chunks);
}

const csv = (content: string | Buffer, filename = 'a.csv'): Part => ({
  name: 'file',
  filename,
  content,
});

describe('receiving an upload', () => {
  let folder: string;
  let server: Server;
  let address: string;
  let failures: unknown[];

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-receive-'));
    server = createServer((request, response) => {
      const options = {
        folder,
        maxBytes: MAX_BYTES,
        lingerMs: 2_000,
        signal: new AbortController().signal,
      };
      receiveUpload(request, options).then(
        (upload) => response.end(JSON.stringify(upload)),
        (error) => {
          failures.push(error);
          response.statusCode = error instanceof AppError ? error.status : 500;
          response.end(JSON.stringify({ code: error.code, message: error.message }));
        },
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  beforeEach(() => {
    failures = [];
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  });

  const send = async (body: Buffer, type = 'multipart/form-data; boundary=B') => {
    const response = await fetch(address, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { 'content-type': type },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('stores the bytes, hashes them, and takes fields before and after the file', async () => {
    const content = 'a,b\n1,2\n'.repeat(5_000);
    const { body } = await send(
      form([
        { name: 'mapping', content: '{"x": {}}' },
        csv(content, 'größe.csv'),
        { name: 'force', content: 'true' },
      ]),
    );
    expect(body).to.deep.include({
      filename: 'größe.csv',
      byteSize: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      force: true,
      mapping: '{"x": {}}',
    });
    expect(await readFile(body['path'] as string, 'utf8')).to.equal(content);
    await rm(body['path'] as string);
  });

  it('keeps folders out of the file name', async () => {
    const { body } = await send(form([csv('a\n1\n', '../../etc/x.csv')]));
    expect(body['filename']).to.equal('x.csv');
    await rm(body['path'] as string);
  });

  const cases: readonly [string, Buffer, number, string][] = [
    ['an empty file', form([csv('')]), 400, 'upload_empty'],
    ['a file of another kind', form([csv('x', 'a.pdf')]), 400, 'upload_unsupported_type'],
    ['two files', form([csv('a\n1\n'), csv('b\n2\n', 'b.csv')]), 400, 'bad_request'],
    ['a form without a file', form([{ name: 'force', content: 'true' }]), 422, 'unprocessable'],
    ['a file in another field', form([{ ...csv('a\n1\n'), name: 'upload' }]), 422, 'unprocessable'],
    [
      'a force that is neither true nor false',
      form([csv('a\n1\n'), { name: 'force', content: 'maybe' }]),
      422,
      'unprocessable',
    ],
    ['a form that is cut off', form([csv('a\n1\n')], false), 400, 'bad_request'],
    [
      'a part header without a colon',
      form([csv('a\n1\n')], false, 'Content-Disposition form-data'),
      400,
      'bad_request',
    ],
    [
      'a part header without a colon behind the file',
      Buffer.concat([form([csv('a\n1\n')], false), Buffer.from('--B\r\nno colon\r\n\r\nx')]),
      400,
      'bad_request',
    ],
    [
      'a part header of over 16 KB',
      form([csv('a\n1\n')], true, `X-Long: ${'x'.repeat(17_000)}`),
      400,
      'bad_request',
    ],
    ['a part header that is cut off', Buffer.from('--B\r\nContent-Dispos'), 400, 'bad_request'],
    [
      'a file above the limit',
      form([csv(Buffer.alloc(MAX_BYTES + 1, 'x'))]),
      413,
      'payload_too_large',
    ],
    [
      'a body far above the limit',
      form([csv(Buffer.alloc(2_000_000, 'x'))]),
      413,
      'payload_too_large',
    ],
  ];
  for (const [what, body, status, code] of cases)
    it(`refuses ${what} and leaves nothing on disk`, async () => {
      const answer = await send(body);
      expect([answer.status, answer.body['code']]).to.deep.equal([status, code]);
      expect(await readdir(folder)).to.deep.equal([]);
    });

  it('takes or refuses forms with flipped bytes, and leaves nothing of those that it refuses', async () => {
    const random = seeded(13);
    const statuses = new Map<number, number>();
    for (let nth = 0; nth < FLIPPED_FORMS; nth++) {
      const { status, body } = await send(flippedForm(nth, random));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200) await rm(body['path'] as string);
      expect(await readdir(folder), `form ${nth}`).to.deep.equal([]);
    }
    expect([...statuses.keys()]).to.have.members([200, 400, 422]);
    const { body } = await send(form([csv('a\n1\n')]));
    expect(await readFile(body['path'] as string, 'utf8')).to.equal('a\n1\n');
    await rm(body['path'] as string);
  });

  it('takes a file of exactly the limit', async () => {
    const { status, body } = await send(form([csv(Buffer.alloc(MAX_BYTES, 'x'))]));
    expect(status).to.equal(200);
    await rm(body['path'] as string);
  });

  it('refuses a body that is no form', async () => {
    expect((await send(Buffer.from('{}'), 'application/json')).status).to.equal(422);
  });

  it('answers 413 while the client still sends', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const sending = httpRequest(address, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=B' },
      });
      const chunk = Buffer.alloc(50_000, 'x');
      sending.write(form([csv('')], false).subarray(0, -2));
      const timer = setInterval(() => sending.write(chunk), 5);
      sending.once('response', (response) => {
        clearInterval(timer);
        response.resume();
        resolve(response.statusCode!);
        sending.destroy();
      });
      sending.once('error', (error) => {
        clearInterval(timer);
        reject(error);
      });
    });
    expect(status).to.equal(413);
  });

  it('removes what it has when the client goes away', async () => {
    const sending = httpRequest(address, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=B' },
    });
    sending.on('error', () => {});
    sending.write(form([csv('a,b\n'.repeat(1_000))], false));
    while ((await readdir(folder)).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
    sending.destroy();
    while (failures.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await readdir(folder)).to.deep.equal([]);
  });
});
