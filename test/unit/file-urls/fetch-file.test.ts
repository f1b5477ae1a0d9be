import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { AppError } from '#src/errors.ts';
import { type Fetched, type FetchRequest, fetchFile } from '#src/files/urls/fetch-file.ts';
import { parseSourceUrl, shownUrl } from '#src/files/urls/source-url.ts';
import { createHostCheck } from '#src/network/host-check.ts';
import { CSV, type FileServer, startFileServer } from '../../fakes/file-server.ts';

const SIGNAL = new AbortController().signal;

describe('a file from a URL', () => {
  let folder: string;
  let server: FileServer;
  let lookups: string[];
  beforeEach(async () => {
    folder = await mkdtemp(`${tmpdir()}/plumbline-fetch-`);
    server = await startFileServer();
    lookups = [];
  });
  afterEach(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });

  interface Options extends Partial<Omit<FetchRequest, 'url' | 'folder'>> {
    readonly allowPrivateHosts?: boolean;
    readonly timeoutMs?: number;
    readonly addresses?: readonly string[][];
    readonly signal?: AbortSignal;
  }
  const get = (where: string, options: Options = {}): Promise<Fetched> => {
    const {
      allowPrivateHosts = true,
      timeoutMs = 5_000,
      addresses = [],
      signal = SIGNAL,
    } = options;
    const checkHost = createHostCheck({
      ...{ allowPrivateHosts, allowedHosts: [], dnsTimeoutMs: 1_000 },
      setting: 'file_urls.allowed_hosts',
      lookup: async (name) => {
        lookups.push(name);
        return addresses[lookups.length - 1] ?? ['127.0.0.1'];
      },
    });
    const url = where.startsWith('/') ? `http://127.0.0.1:${server.port}${where}` : where;
    const { filename = null, maxBytes = 1_000_000, known = null } = options;
    return fetchFile(
      { checkHost, allowHttp: true, timeoutMs, maxRedirects: 5 },
      { url: new URL(url), folder, filename, maxBytes, known },
      signal,
    );
  };
  const upload = async (where: string, options?: Options) => {
    const fetched = await get(where, options);
    if (fetched.kind === 'unchanged') throw new Error('unchanged');
    return fetched.upload;
  };

  it('arrives whole, with its hash, name and validators', async () => {
    const fetched = await get('/data.csv');
    if (fetched.kind === 'unchanged') throw new Error('unchanged');
    expect(fetched.validators).to.deep.equal({ etag: '"v1"', modified: null });
    expect(fetched.upload.filename).to.equal('data.csv');
    expect(fetched.upload.byteSize).to.equal(CSV.length);
    expect(await readFile(fetched.upload.path, 'utf8')).to.equal(CSV);
    expect((await get('/data.csv', { known: fetched.validators })).kind).to.equal('unchanged');
  });

  it('is called as the server says, else by its URL, with an ending that fits', async () => {
    expect((await upload('/named')).filename).to.equal('Umsätze 2026.csv');
    expect((await upload('/without-ending')).filename).to.equal('without-ending.json');
    expect((await upload('/gzip', { filename: 'mine.csv' })).filename).to.equal('mine.csv');
  });

  it('is unpacked, and found behind five redirects', async () => {
    expect(await readFile((await upload('/gzip')).path, 'utf8')).to.equal(CSV);
    expect((await upload('/hops?n=5')).filename).to.equal('data.csv');
  });

  const failures: readonly (readonly [string, string, string, RegExp, Options?])[] = [
    ['a slow drip', '/drip', 'file_url_failed', /didn't arrive within 0.4 s/, { timeoutMs: 400 }],
    ['silence', '/silent', 'file_url_failed', /didn't arrive within 0.4 s/, { timeoutMs: 400 }],
    ['a body without end', '/endless', 'payload_too_large', /larger than/],
    ['a length beyond the limit', '/too-long', 'payload_too_large', /larger than/],
    ['a body that is cut off', '/cut-off', 'file_url_failed', /cut off before the whole file/],
    ['a bomb of gzip', '/bomb', 'payload_too_large', /larger than/],
    ['damaged gzip', '/damaged-gzip', 'file_url_failed', /damaged gzip/],
    [
      'damaged gzip of more than is read at once',
      '/damaged-bomb',
      'file_url_failed',
      /damaged gzip/,
    ],
    ['a coding that nobody asked for', '/brotli', 'file_url_failed', /encoding "br"/],
    ['six redirects', '/hops?n=6', 'file_url_failed', /more than 5 times/],
    ['a redirect to itself', '/loop', 'file_url_failed', /more than 5 times/],
    ['something else than HTTP', '/no-http', 'file_url_failed', /valid HTTP/],
    ['a head without end', '/long-head', 'file_url_failed', /valid HTTP/],
    ['informational answers only', '/informational', 'file_url_failed', /informational/],
    ['a change of protocol', '/upgrade', 'file_url_failed', /changed the protocol/],
    ['nothing', '/empty', 'upload_empty', /is empty/],
    ['a web page', '/page', 'upload_unsupported_type', /a web page \(HTML\)/],
    ['a picture', '/picture', 'upload_unsupported_type', /a picture/],
    ['what is not public', '/private', 'file_url_failed', /403: the link isn't public/],
    ['what is not there', '/none', 'file_url_failed', /answered 404/],
    [
      'a redirect to a metadata service',
      '/to?url=http://169.254.169.254/latest/meta-data/',
      'file_url_refused',
      /link-local/,
    ],
    [
      'the same in another spelling',
      '/to?url=http://2852039166/',
      'file_url_refused',
      /link-local/,
    ],
    [
      'the same as IPv6',
      '/to?url=http://[::ffff:169.254.169.254]/',
      'file_url_refused',
      /link-local/,
    ],
    ['a redirect to a file', '/to?url=file:///etc/passwd', 'file_url_refused', /https/],
    [
      'a redirect with a password',
      '/to?url=http://a:b@127.0.0.1/',
      'file_url_refused',
      /user or password/,
    ],
    ['a redirect that is none', '/to?url=http://', 'file_url_failed', /invalid address/],
  ];
  for (const [what, where, code, text, options] of failures)
    it(`is refused for ${what}, and nothing of it stays`, async () => {
      const error = await get(where, { maxBytes: 200_000, ...options }).catch((thrown) => thrown);
      expect(error, String(error)).to.be.instanceOf(AppError);
      expect(error.code, error.message).to.equal(code);
      expect(error.message).to.match(text);
      expect(await readdir(folder)).to.deep.equal([]);
    });

  it('is cut at the length that its server states', async () => {
    const outcome = await upload('/longer-than-said').catch((thrown) => thrown);
    if (outcome instanceof AppError) expect(outcome.code).to.equal('file_url_failed');
    else expect(await readFile(outcome.path, 'utf8')).to.equal('a,b\n');
  });

  it('is refused where its host is in a private network', async () => {
    for (const where of ['/data.csv', `http://inside.test:${server.port}/data.csv`]) {
      const error = await get(where, { allowPrivateHosts: false }).catch((thrown) => thrown);
      expect(error.code).to.equal('file_url_refused');
      expect(error.message).to.contain('file_urls.allowed_hosts');
    }
    expect(server.asked).to.deep.equal([]);
  });

  it('comes from the address that was checked, whatever its name resolves to later', async () => {
    const addresses = [['127.0.0.1'], ['169.254.169.254']];
    await upload(`http://rebound.test:${server.port}/data.csv`, { addresses });
    expect(lookups).to.deep.equal(['rebound.test']);
    const again = `http://rebound.test:${server.port}/to?url=http://rebound.test:${server.port}/data.csv`;
    lookups = [];
    const error = await get(again, { addresses }).catch((thrown) => thrown);
    expect(error.code).to.equal('file_url_refused');
    expect(lookups).to.have.length(2);
  });

  it('is not taken from a server whose certificate nobody vouches for', async () => {
    const secure = await startFileServer(true);
    try {
      const error = await get(`https://127.0.0.1:${secure.port}/data.csv`).catch(
        (thrown) => thrown,
      );
      expect(error.code).to.equal('file_url_failed');
      expect(error.message).to.contain("certificate isn't valid");
      expect(secure.asked).to.deep.equal([]);
    } finally {
      await secure.close();
    }
  });

  it('ends with its caller', async () => {
    const ending = new AbortController();
    const fetching = get('/drip', { signal: ending.signal }).catch((thrown) => thrown);
    setTimeout(() => ending.abort(new Error('gone')), 100);
    expect((await fetching).message).to.equal('gone');
    expect(await readdir(folder)).to.deep.equal([]);
  });
});

describe('the URL of a file', () => {
  const id = '1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuVwXyZ';
  const sheets: readonly (readonly [string, string])[] = [
    [`/spreadsheets/d/${id}/edit#gid=42`, `/spreadsheets/d/${id}/export?format=csv&gid=42`],
    [`/spreadsheets/d/${id}/edit?usp=sharing`, `/spreadsheets/d/${id}/export?format=csv`],
    [`/spreadsheets/d/${id}/export?format=xlsx`, `/spreadsheets/d/${id}/export?format=xlsx`],
    [`/spreadsheets/d/e/2PACX-1v/pubhtml`, '/spreadsheets/d/e/2PACX-1v/pub?output=csv'],
    [
      '/spreadsheets/d/e/2PACX-1v/pubhtml?gid=7&single=true',
      '/spreadsheets/d/e/2PACX-1v/pub?output=csv&gid=7&single=true',
    ],
    ['/spreadsheets/d/e/2PACX-1v/pub?output=csv', '/spreadsheets/d/e/2PACX-1v/pub?output=csv'],
  ];
  for (const [from, to] of sheets)
    it(`of a Google Sheet downloads it: ${from}`, () =>
      expect(parseSourceUrl(`https://docs.google.com${from}`, false).href).to.equal(
        `https://docs.google.com${to}`,
      ));

  it('is shown without what opens it for others', () => {
    const shown = (text: string) => shownUrl(new URL(text));
    expect(shown('https://a.example/x/sales.csv?sig=s3cr3t&v=2#frag')).to.equal(
      'https://a.example/x/sales.csv?sig=…&v=…',
    );
    expect(shown(`https://a.example/d/${id}/export`)).to.equal('https://a.example/d/1a2B…/export');
    expect(shown('https://a.example/2026/quarterly-report-2026.csv')).to.contain('report-2026.csv');
  });

  it('is refused without https, and with a password', () => {
    for (const text of [
      'http://a.example/x.csv',
      'ftp://a.example/x',
      'nonsense',
      'https://a:b@c.example/',
    ])
      expect(() => parseSourceUrl(text, false), text).to.throw(AppError);
  });
});
