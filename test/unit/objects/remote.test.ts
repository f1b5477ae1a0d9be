import { createHash } from 'node:crypto';
import {
  access,
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { createFolderStore } from '#plugins/objects/folder/store.ts';
import { checkFolder, writeChecksums } from '#src/objects/checksums.ts';
import { RemoteObjects } from '#src/objects/remote.ts';
import { type ObjectStore, ObjectStoreError } from '#src/plugin-api/object-store.ts';
import { recordKept } from '#src/store/kept-files.ts';
import { sqliteStore, type TestStore } from '../../fakes/stores.ts';
import { filesBelow } from '../files/harness.ts';

const AT = '2026-11-01T00:00:00.000';
const MIB = 1024 * 1024;
const VERSION = 'engine/ws_1/ver_1';

describe('copies of what an object store keeps', () => {
  let folder: string;
  let store: TestStore;
  let bucket: string;
  /** Calls of the object store, as `get key`. */
  let calls: string[];
  /** Awaited before a call, which fails where this does. */
  let before: (call: string) => Promise<void>;
  const open: RemoteObjects[] = [];

  const inner = () => createFolderStore(bucket);
  const watched = (): ObjectStore => {
    const seen = async (call: string) => {
      calls.push(call);
      await before(call);
    };
    const own = inner();
    return {
      ...own,
      isLocal: false,
      put: async (key, ...rest) => seen(`put ${key}`).then(() => own.put(key, ...rest)),
      get: async (key, ...rest) => seen(`get ${key}`).then(() => own.get(key, ...rest)),
      delete: async (keys, signal) =>
        seen(`delete ${keys.length}`).then(() => own.delete(keys, signal)),
    };
  };
  const dataOf = (name: string) => path.join(folder, name);
  const gateway = async (name: string, cacheBytes = 100 * MIB) => {
    const dataDir = dataOf(name);
    await mkdir(dataDir, { recursive: true });
    const objects = await RemoteObjects.open({
      ...{ objects: watched(), store: store.db, log: pino({ level: 'silent' }), dataDir },
      ...{ scratch: path.join(dataDir, 'gateways', 'gw'), cacheBytes, checkMs: 60_000 },
    });
    open.push(objects);
    return objects;
  };
  const original = async (name: string, text: string) => {
    const sha256 = createHash('sha256').update(text).digest('hex');
    const key = `originals/${sha256.slice(0, 2)}/${sha256}`;
    await mkdir(path.dirname(path.join(dataOf(name), key)), { recursive: true });
    await writeFile(path.join(dataOf(name), key), text);
    return key;
  };
  const version = async (name: string, key = VERSION, size = 10) => {
    const made = path.join(dataOf(name), key);
    await mkdir(made, { recursive: true });
    await writeFile(path.join(made, 'tables.duckdb'), 't'.repeat(size));
    await writeFile(path.join(made, 'profile.json'), '{}');
    await writeChecksums(made);
    return key;
  };
  const isThere = (name: string, key: string) =>
    access(path.join(dataOf(name), key)).then(
      () => true,
      () => false,
    );

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-copies-'));
    bucket = path.join(folder, 'bucket');
    store = await sqliteStore();
    calls = [];
    before = () => Promise.resolve();
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
    await store.dispose();
    await rm(folder, { recursive: true });
  });

  it('are fetched once by a gateway with an empty disk, and then used where they lie', async () => {
    const [a, b] = [await gateway('a'), await gateway('b')];
    await a.keep(await version('a'));
    const key = await original('a', 'text');
    await a.keep(key);
    calls = [];
    for (let times = 0; times < 3; times++) (await b.pin([VERSION, key]))();
    expect(calls.sort()).to.deep.equal(
      [
        ...['checksums.json', 'profile.json', 'tables.duckdb'].map(
          (one) => `get ${VERSION}/${one}`,
        ),
        `get ${key}`,
      ].sort(),
    );
    expect(await checkFolder(path.join(dataOf('b'), VERSION), { bytes: false })).to.include({
      kind: 'sound',
    });
    expect(await readFile(path.join(dataOf('b'), key), 'utf8')).to.equal('text');
    expect(await readdir(path.join(dataOf('b'), 'gateways', 'gw', 'fetched'))).to.deep.equal([]);
  });

  it('are fetched once where many ask at the same time', async () => {
    await (await gateway('a')).keep(await version('a'));
    const b = await gateway('b');
    calls = [];
    await Promise.all(Array.from({ length: 20 }, () => b.pin([VERSION])));
    expect(calls).to.have.length(3);
  });

  it('names a version by its checksums last, so that none is there in part', async () => {
    const a = await gateway('a');
    await a.keep(await version('a'));
    expect(calls.at(-1)).to.equal(`put ${VERSION}/checksums.json`);
  });

  it('take no more disk than they may, those that are read aside', async () => {
    const a = await gateway('a');
    const keys: string[] = [];
    for (let n = 0; n < 4; n++) {
      keys.push(await version('a', `engine/ws_1/ver_${n}`, MIB));
      await a.keep(keys[n]!);
    }
    const b = await gateway('b', 2.5 * MIB);
    const unpin = await b.pin([keys[0]!]);
    for (const key of keys.slice(1)) (await b.pin([key]))();
    const here = async () => {
      const found = await Promise.all(keys.map((key) => isThere('b', key)));
      return keys.filter((_, n) => found[n]);
    };
    expect(await here()).to.include(keys[0]);
    unpin();
    await recordKept(store.db, keys, AT);
    (await b.pin([keys[2]!]))();
    await b.close();
    expect((await here()).length).to.be.within(1, 2);
    expect(await here()).to.include(keys[2]);
  });

  it('are fetched again where they were evicted', async () => {
    const a = await gateway('a');
    const keys = [
      await version('a', 'engine/ws_1/one', MIB),
      await version('a', 'engine/ws_1/two', MIB),
    ];
    for (const key of keys) await a.keep(key);
    const b = await gateway('b', 1.5 * MIB);
    for (let times = 0; times < 3; times++)
      for (const key of keys) {
        const unpin = await b.pin([key]);
        expect(await isThere('b', key)).to.equal(true);
        unpin();
      }
  });

  it('are never other bytes than were kept', async () => {
    const a = await gateway('a');
    await a.keep(await version('a'));
    const key = await original('a', 'text');
    await a.keep(key);
    await appendFile(path.join(bucket, VERSION, 'tables.duckdb'), '!');
    await appendFile(path.join(bucket, key), '!');
    const b = await gateway('b');
    (await b.pin([VERSION, key]))();
    expect([await isThere('b', VERSION), await isThere('b', key)]).to.deep.equal([false, false]);
  });

  it('of an earlier process are used where they are what is kept, and fetched where they are not', async () => {
    const a = await gateway('a');
    const key = await original('a', 'text');
    for (const one of [await version('a'), await version('a', 'engine/ws_1/ver_2'), key])
      await a.keep(one);
    await a.close();
    // Another gateway wrote the profile anew meanwhile, and this disk lost bytes.
    const b = await gateway('b');
    (await b.pin([VERSION]))();
    await writeFile(path.join(dataOf('b'), VERSION, 'profile.json'), '{"tables":[]}');
    await writeChecksums(path.join(dataOf('b'), VERSION));
    await b.keep(VERSION);
    // Not into the file itself: the store has it under another name.
    await rm(path.join(dataOf('a'), key));
    await writeFile(path.join(dataOf('a'), key), 'lost');
    calls = [];
    const again = await gateway('a');
    (await again.pin([VERSION, 'engine/ws_1/ver_2', key]))();
    expect(calls.filter((call) => call.startsWith('get engine/ws_1/ver_2'))).to.deep.equal([
      'get engine/ws_1/ver_2/checksums.json',
    ]);
    expect(await readFile(path.join(dataOf('a'), VERSION, 'profile.json'), 'utf8')).to.equal(
      '{"tables":[]}',
    );
    expect(await readFile(path.join(dataOf('a'), key), 'utf8')).to.equal('text');
  });

  it('of what was deleted are gone everywhere: at once in the store, after a while on other gateways', async () => {
    const [a, b] = [await gateway('a'), await gateway('b')];
    const key = await original('a', 'text');
    await recordKept(store.db, [VERSION, key], AT);
    for (const one of [await version('a'), key]) await a.keep(one);
    (await b.pin([VERSION, key]))();
    const unpin = await b.pin([key]);
    for (const one of [VERSION, key]) await a.remove(one);
    expect(await filesBelow(bucket)).to.deep.equal([]);
    expect(await filesBelow(path.join(dataOf('a'), 'engine'))).to.deep.equal([]);
    await store.db.deleteFrom('kept_files').execute();
    await b.dropForgotten();
    expect([await isThere('b', VERSION), await isThere('b', key)]).to.deep.equal([false, true]);
    unpin();
    await b.dropForgotten();
    expect(await isThere('b', key)).to.equal(false);
  });

  it('are said to be unavailable where the store is away, and come once it is back', async () => {
    const a = await gateway('a');
    await a.keep(await version('a'));
    const b = await gateway('b');
    before = () => Promise.reject(new ObjectStoreError('unavailable', 'it stalls'));
    const failed = (await b.pin([VERSION]).catch((error: unknown) => error)) as Error;
    expect(failed).to.include({ code: 'unavailable', retryAfter: 5 });
    const put = (await b
      .keep(await version('b', 'engine/ws_1/own'))
      .catch((e: unknown) => e)) as Error;
    expect(put).to.include({ code: 'unavailable' });
    // What is here is read all the same.
    (await a.pin([VERSION]))();
    before = () => Promise.resolve();
    (await b.pin([VERSION]))();
    expect(await isThere('b', VERSION)).to.equal(true);
  });

  it('of results are their rows and index', async () => {
    const [a, b] = [await gateway('a'), await gateway('b')];
    await mkdir(path.join(dataOf('a'), 'spool'), { recursive: true });
    for (const end of ['jsonl', 'idx'])
      await writeFile(path.join(dataOf('a'), `spool/x.${end}`), end);
    await a.keep('spool/x');
    (await b.pin(['spool/x']))();
    expect(await filesBelow(path.join(dataOf('b'), 'spool'))).to.deep.equal(['x.idx', 'x.jsonl']);
    await a.remove('spool/x');
    expect(await filesBelow(path.join(bucket, 'spool'))).to.deep.equal([]);
    await b.dropForgotten();
    expect(await filesBelow(path.join(dataOf('b'), 'spool'))).to.deep.equal([]);
  });
});
