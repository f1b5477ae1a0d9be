import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

export const CSV = 'region,amount\nNorth,10\nSouth,20\n';

/** 16 MiB in 16 KiB. */
const BOMB = gzipSync(Buffer.alloc(16 * 1024 * 1024), { level: 1 });

export interface FileServer {
  readonly port: number;
  /** The paths that were asked for, with the conditions they were asked under. */
  readonly asked: { readonly path: string; readonly ifNoneMatch: string | undefined }[];
  /** What `/data.csv` gives, and under which tag. */
  content: string;
  etag: string | null;
  /** What it answers there; 200 where absent. */
  status: number;
  close(): Promise<void>;
}

/** A server of files that lies in every way that a server can. */
export async function startFileServer(tls = false): Promise<FileServer> {
  const server: FileServer = {
    ...{ port: 0, asked: [], content: CSV, etag: '"v1"', status: 200 },
    close: async () => {},
  };
  const listener: RequestListener = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    server.asked.push({
      path: request.url ?? '',
      ifNoneMatch: request.headers['if-none-match'],
    });
    const redirect = (to: string) => response.writeHead(302, { location: to }).end();
    switch (pathname) {
      case '/data.csv':
        if (server.status !== 200) return response.writeHead(server.status).end('no');
        if (server.etag && request.headers['if-none-match'] === server.etag)
          return response.writeHead(304).end();
        response.writeHead(200, {
          'content-type': 'text/csv',
          ...(server.etag ? { etag: server.etag } : {}),
        });
        return response.end(server.content);
      case '/named':
        response.writeHead(200, {
          'content-type': 'text/csv',
          'content-disposition': `attachment; filename="x.csv"; filename*=UTF-8''Ums%C3%A4tze%202026.csv`,
        });
        return response.end(CSV);
      case '/without-ending':
        return response.writeHead(200, { 'content-type': 'application/json' }).end('[{"a":1}]');
      case '/gzip':
        response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/csv' });
        return response.end(gzipSync(CSV));
      case '/bomb':
        response.writeHead(200, { 'content-encoding': 'gzip' });
        return response.end(BOMB);
      case '/damaged-bomb':
        response.writeHead(200, { 'content-encoding': 'gzip' });
        return response.end(Buffer.concat([BOMB.subarray(0, 10), Buffer.alloc(BOMB.length, 0xff)]));
      case '/damaged-gzip':
        return response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip at all');
      case '/brotli':
        return response.writeHead(200, { 'content-encoding': 'br' }).end('x');
      case '/drip': {
        response.writeHead(200);
        const timer = setInterval(() => response.write('a'), 20);
        return response.once('close', () => clearInterval(timer));
      }
      case '/silent':
        return undefined;
      case '/endless': {
        const block = Buffer.alloc(64 * 1024, 'a,b\n');
        const more = () => {
          while (response.write(block)) if (response.destroyed) return;
        };
        response.on('drain', more).writeHead(200);
        return more();
      }
      case '/too-long':
        return response.writeHead(200, { 'content-length': '999999999' }).flushHeaders();
      case '/cut-off':
        response.writeHead(200, { 'content-length': '100' }).write('a,b\n');
        return setTimeout(() => response.destroy(), 20);
      case '/longer-than-said':
        request.socket.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\na,b\n1,2\n3,4\n');
        return request.socket.end();
      case '/no-http':
        return request.socket.end('this is no HTTP\r\n\r\n');
      case '/long-head':
        request.socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`);
        return undefined;
      case '/informational':
        for (let at = 0; at < 100; at += 1) request.socket.write('HTTP/1.1 103 Early\r\n\r\n');
        return undefined;
      case '/upgrade':
        request.socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
        return undefined;
      case '/empty':
        return response.writeHead(200).end();
      case '/page':
        return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>');
      case '/picture':
        return response.writeHead(200, { 'content-type': 'image/png' }).end('x');
      case '/private':
        return response.writeHead(403).end();
      case '/loop':
        return redirect('/loop');
      case '/hops': {
        const left = Number(searchParams.get('n'));
        return redirect(left > 1 ? `/hops?n=${left - 1}` : '/data.csv');
      }
      case '/to':
        return redirect(searchParams.get('url') ?? '');
      default:
        return response.writeHead(404).end();
    }
  };
  const listening = tls ? createTlsServer(ownCertificate(), listener) : createServer(listener);
  await new Promise<void>((resolve) => {
    listening.listen(0, '127.0.0.1', resolve);
  });
  const { port } = listening.address() as AddressInfo;
  return Object.assign(server, {
    port,
    close: () =>
      new Promise<void>((resolve) => {
        listening.close(() => resolve());
        listening.closeAllConnections();
      }),
  });
}

/** A certificate that nobody trusts. */
function ownCertificate(): { readonly key: Buffer; readonly cert: Buffer } {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-cert-'));
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  try {
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
        ...['-nodes', '-days', '2'],
        ...['-subj', '/CN=localhost', '-keyout', key, '-out', cert],
      ],
      { stdio: 'ignore' },
    );
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
