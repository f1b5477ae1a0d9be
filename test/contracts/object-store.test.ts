import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { plugin as folderPlugin } from '#plugins/objects/folder/index.ts';
import { plugin as s3Plugin } from '#plugins/objects/s3/index.ts';
import { systemClock } from '#src/clock.ts';
import { type ObjectStore, ObjectStoreError } from '#src/plugin-api/object-store.ts';
import { type S3Mood, type S3Right, type S3Server, startS3 } from '../fakes/s3.ts';
import { waitingForTests } from '../fakes/waiting.ts';

const { signal } = new AbortController();
const sha256Of = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

const contextOf = (dataDir: string) => ({
  ...{ log: pino({ level: 'silent' }), clock: systemClock, dataDir, processTag: '' },
  waiting: waitingForTests(),
});

interface OpenKind {
  readonly store: ObjectStore;
  close(): Promise<void>;
}

const s3Settings = (server: S3Server, more: object = {}) => ({
  ...configSchema.parse({}).s3,
  ...{ endpoint: server.url, bucket: server.bucket, prefix: 'some/where/' },
  ...{ access_key_id: server.accessKeyId, secret_access_key: server.secretAccessKey },
  ...{ stall_ms: 150, retry_ms: 1, attempts: 3 },
  ...more,
});

const openS3 = async (server: S3Server, more: object = {}): Promise<ObjectStore> =>
  s3Plugin.create(s3Plugin.settings.parse(s3Settings(server, more)), contextOf(''));

/** Every plugin that ships. */
const KINDS: Readonly<Record<string, (folder: string) => Promise<OpenKind>>> = {
  async folder(folder) {
    const store = await folderPlugin.create({}, contextOf(path.join(folder, 'data')));
    return { store, close: () => store.close() };
  },
  async s3() {
    const server = await startS3();
    server.pageKeys = 3;
    const store = await openS3(server);
    return {
      store,
      async close() {
        await store.close();
        await server.close();
      },
    };
  },
};

const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing failed',
    (error: unknown) => (error instanceof ObjectStoreError ? error.kind : error),
  );

for (const [name, open] of Object.entries(KINDS))
  describe(`objects in ${name}`, () => {
    let folder: string;
    let kind: OpenKind;
    let store: ObjectStore;
    const file = (called: string) => path.join(folder, called);
    const put = async (key: string, text: string) => {
      await writeFile(file('in'), text);
      await store.put(key, file('in'), sha256Of(text), signal);
    };
    const keys = async (prefix: string) => {
      const found: string[] = [];
      for await (const { key } of store.list(prefix, signal)) found.push(key);
      return found.sort();
    };
    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'plumbline-objects-'));
      kind = await open(folder);
      ({ store } = kind);
    });
    afterEach(async () => {
      await kind.close();
      await rm(folder, { recursive: true });
    });

    it('are given back as they were put, with their hash', async () => {
      const text = 'x'.repeat(300_000);
      await put('originals/ab/abc', text);
      const sha256 = await store.get('originals/ab/abc', file('out'), signal);
      expect(sha256).to.equal(sha256Of(text));
      expect(await readFile(file('out'), 'utf8')).to.equal(text);
      expect(await store.has('originals/ab/abc', signal)).to.equal(true);
    });

    it('may be empty, and put again', async () => {
      await put('a/empty', '');
      expect(await store.get('a/empty', file('out'), signal)).to.equal(sha256Of(''));
      await put('a/empty', 'full');
      await store.get('a/empty', file('out'), signal);
      expect(await readFile(file('out'), 'utf8')).to.equal('full');
    });

    it('are a copy: what becomes of the file that was put changes nothing', async () => {
      await put('a/b', 'before');
      await rm(file('in'));
      await writeFile(file('in'), 'after');
      await store.get('a/b', file('out'), signal);
      expect(await readFile(file('out'), 'utf8')).to.equal('before');
    });

    it('are listed by the beginning of their keys, however many', async () => {
      for (const key of ['e/1/a', 'e/1/b', 'e/1/c', 'e/1/d', 'e/10/a', 'o/1']) await put(key, key);
      expect(await keys('e/1/')).to.deep.equal(['e/1/a', 'e/1/b', 'e/1/c', 'e/1/d']);
      expect(await keys('e/1')).to.have.length(5);
      expect(await keys('nowhere/')).to.deep.equal([]);
      for await (const { key, bytes, modifiedAt } of store.list('o/', signal)) {
        expect({ key, bytes }).to.deep.equal({ key: 'o/1', bytes: 3 });
        expect(Math.abs(modifiedAt.getTime() - Date.now())).to.be.below(60_000);
      }
    });

    it('are gone once they are deleted, also where they were not there', async () => {
      await put('a/b', 'text');
      await store.delete(['a/b', 'a/never'], signal);
      expect(await store.has('a/b', signal)).to.equal(false);
      expect(await kindOf(store.get('a/b', file('out'), signal))).to.equal('missing');
      expect(await keys('a/')).to.deep.equal([]);
    });

    it('are neither read nor written for a caller who has left', async () => {
      const gone = AbortSignal.abort(new Error('left'));
      await writeFile(file('in'), 'text');
      const calls = [
        store.put('a/b', file('in'), sha256Of('text'), gone),
        store.get('a/b', file('out'), gone),
      ];
      const failures = await Promise.all(calls.map(kindOf));
      expect(failures).to.not.include('nothing failed');
      expect(await keys('a/')).to.deep.equal([]);
    });
  });

describe('the data folder as object store', () => {
  it('takes a file that lies at its place as it is, and one from elsewhere without a copy', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-objects-'));
    const store = await folderPlugin.create({}, contextOf(folder));
    try {
      await writeFile(path.join(folder, 'here'), 'text');
      const before = await stat(path.join(folder, 'here'));
      await store.put('here', path.join(folder, 'here'), sha256Of('text'), signal);
      expect((await stat(path.join(folder, 'here'))).ctimeMs).to.equal(before.ctimeMs);
      await store.put('there', path.join(folder, 'here'), sha256Of('text'), signal);
      expect((await stat(path.join(folder, 'there'))).ino).to.equal(before.ino);
      expect((await readdir(folder)).sort()).to.deep.equal(['here', 'there']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('a bucket that fails', () => {
  let folder: string;
  let server: S3Server;
  let store: ObjectStore;
  const text = 'rows of a table\n'.repeat(5_000);
  const KEY = 'some/where/a/b';
  const put = () => store.put('a/b', path.join(folder, 'in'), sha256Of(text), signal);
  const get = () => store.get('a/b', path.join(folder, 'out'), signal);
  /** The first `times` requests have it. */
  const moody = (mood: S3Mood, times: number) => {
    let left = times;
    server.mood = () => (left-- > 0 ? mood : null);
  };
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-objects-'));
    await writeFile(path.join(folder, 'in'), text);
    server = await startS3();
    store = await openS3(server);
  });
  afterEach(async () => {
    await store.close();
    await server.close();
    await rm(folder, { recursive: true });
  });

  for (const mood of ['stall', 'error', 'slow-down', 'reset'] as const)
    it(`is asked again where it fails in passing (${mood}), and given up in the end`, async () => {
      moody(mood, 2);
      await put();
      expect(server.objects.get(KEY)?.bytes.toString()).to.equal(text);
      moody(mood, 2);
      await get();
      expect(await readFile(path.join(folder, 'out'), 'utf8')).to.equal(text);
      moody(mood, 99);
      expect(await kindOf(put())).to.equal('unavailable');
      expect(await kindOf(get())).to.equal('unavailable');
    });

  for (const [mood, kind] of [
    ['cut', 'unavailable'],
    ['stall-body', 'unavailable'],
    ['other-bytes', 'damaged'],
  ] as const)
    it(`never gives other bytes than were put (${mood})`, async () => {
      await put();
      moody(mood, 2);
      expect(await get()).to.equal(sha256Of(text));
      moody(mood, 99);
      expect(await kindOf(get())).to.equal(kind);
    });

  it('takes no other bytes than were signed for', async () => {
    const wrong = store.put('a/b', path.join(folder, 'in'), sha256Of('other'), signal);
    expect(await kindOf(wrong)).to.equal('unavailable');
    expect(server.objects.size).to.equal(0);
  });

  it('takes no other secret, and is not asked again for it', async () => {
    const other = await openS3(server, { secret_access_key: 'another' });
    const error = await other.has('a/b', signal).catch((caught: unknown) => caught);
    await other.close();
    expect(error).to.include({ kind: 'refused' });
    const denied = store.put('a/b', path.join(folder, 'in'), sha256Of(text), signal);
    server.denied.add('put' satisfies S3Right);
    const refused = (await denied.catch((caught: unknown) => caught)) as Error;
    expect(refused).to.include({ kind: 'refused' });
    expect(refused.message).to.match(
      /^PUT s3:\/\/plumbline-test\/some\/where\/a\/b .*AccessDenied/,
    );
    expect(server.requests).to.deep.equal([]);
  });

  it('tells a bucket that is not there from an object that is not', async () => {
    const other = await openS3(server, { bucket: 'another-bucket' });
    expect(await kindOf(other.get('a/b', path.join(folder, 'out'), signal))).to.equal('refused');
    await other.close();
    expect(await kindOf(get())).to.equal('missing');
  });

  it('is used although the clock of this machine is wrong', async () => {
    for (const hours of [5, -5]) {
      server.aheadMs = hours * 3_600_000;
      await put();
      expect(await store.has('a/b', signal)).to.equal(true);
    }
  });

  it('keeps nobody who has left', async () => {
    server.mood = () => 'stall';
    const leaving = new AbortController();
    const slow = await openS3(server, { stall_ms: 60_000 });
    const waiting = slow.get('a/b', path.join(folder, 'out'), leaving.signal);
    setTimeout(() => leaving.abort(new Error('left')), 20);
    expect((await waiting.catch((error: Error) => error)) as Error).to.include({ message: 'left' });
    await slow.close();
  });

  it('ends a transfer that crawls, although bytes still come', async () => {
    const brief = await openS3(server, { transfer_ms: 100, stall_ms: 60_000, attempts: 1 });
    server.mood = () => 'stall';
    expect(await kindOf(brief.has('a/b', signal))).to.equal('unavailable');
    await brief.close();
  });

  it('says which setting lacks', () => {
    const settings = { ...s3Settings(server), bucket: null };
    expect(s3Plugin.settings.safeParse(settings).error?.issues[0]?.message).to.equal(
      'set s3.bucket, which the object store s3 needs',
    );
  });
});
