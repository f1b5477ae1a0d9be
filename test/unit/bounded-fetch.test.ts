import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { boundedFetch } from '#src/bounded-fetch.ts';
import { eventually } from '../fakes/eventually.ts';

describe('an answer from outside', () => {
  const server = createServer((request, response) => {
    response.on('close', () => closed.push(request.url ?? ''));
    if (request.url === '/endless') {
      const more = () => {
        while (response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    } else if (request.url === '/bomb') {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync('x'.repeat(5_000_000)));
    } else if (request.url === '/packed') {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync('{"keys": []}'));
    } else response.end('short');
  });
  const closed: string[] = [];
  let url: string;
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const read = (path: string) =>
    boundedFetch(100_000)(`${url}${path}`).then((response) => response.text());

  it('is read whole where it is short, packed or not', async () => {
    expect(await read('/short')).to.equal('short');
    expect(JSON.parse(await read('/packed'))).to.deep.equal({ keys: [] });
  });

  for (const path of ['/endless', '/bomb'])
    it(`is not read beyond its bound: ${path.slice(1)}`, async () => {
      const failure = await read(path).then(() => null, String);
      expect(failure).to.match(/exceeds 100000 bytes|terminated/);
    });

  it('leaves no connection to a server that goes on', async () => {
    await eventually(() => closed.includes('/endless'));
  });
});
