import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { rotateSecrets } from '#src/databases/rotate-secrets.ts';
import { encryptionKeys, KEY_FILE } from '#src/secrets/encryption-keys.ts';
import { createSecretBox, SecretUnreadable } from '#src/secrets/secret-box.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';
import { addDatabase, addTenant } from './rows.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });
const old = key('old');
const fresh = key('fresh');
const silent = pino({ level: 'silent' });

describe('stored passwords', () => {
  const box = createSecretBox([old]);

  it('come back as they were, and look different each time', () => {
    for (const secret of ['', 'pässword 😀', 'x'.repeat(5_000)])
      expect(box.open(box.seal(secret, 'db_1'), 'db_1')).to.equal(secret);
    expect(box.seal('a', 'db_1')).to.not.equal(box.seal('a', 'db_1'));
    expect(box.seal('tops3cret', 'db_1')).to.not.contain('tops3cret');
  });

  it('name the key, and open with every key that is known', () => {
    const sealed = box.seal('a', 'db_1');
    expect(sealed).to.match(/^v1\.old\./);
    expect(createSecretBox([fresh, old]).open(sealed, 'db_1')).to.equal('a');
    expect(createSecretBox([fresh, old]).isCurrent(sealed)).to.equal(false);
    expect(() => createSecretBox([fresh]).open(sealed, 'db_1')).to.throw(SecretUnreadable, '"old"');
  });

  it('do not open for another row, with another key of that name, or when a character changed', () => {
    const sealed = box.seal('tops3cret', 'db_1');
    expect(() => box.open(sealed, 'db_2')).to.throw(SecretUnreadable);
    expect(() => createSecretBox([key('old')]).open(sealed, 'db_1')).to.throw(SecretUnreadable);
    for (let at = 0; at < sealed.length - 1; at++) {
      const other = sealed[at] === 'A' ? 'B' : 'A';
      const changed = `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`;
      expect(() => box.open(changed, 'db_1'), changed).to.throw(SecretUnreadable);
    }
  });
});

describe('the keys of stored passwords', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-keys-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are made once where none are configured, for the owner only', async () => {
    const [first, ...others] = await encryptionKeys([], folder);
    expect(others).to.deep.equal([]);
    expect(first.key).to.have.length(32);
    expect((await stat(path.join(folder, KEY_FILE))).mode & 0o777).to.equal(0o600);
    expect(await encryptionKeys([], folder)).to.deep.equal([first]);
    expect(await readdir(folder)).to.deep.equal([KEY_FILE]);
  });

  it('are the same for two that make them at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => encryptionKeys([], folder)));
    for (const keys of made) expect(keys).to.deep.equal(made[0]);
  });

  it('come from the configuration first; the one of the data folder goes on to open', async () => {
    const [own] = await encryptionKeys([], folder);
    const configured = { id: 'k2', key: randomBytes(32).toString('base64') };
    const keys = await encryptionKeys([configured], folder);
    expect(keys.map(({ id }) => id)).to.deep.equal(['k2', own.id]);
  });

  it('are not made where there are configured ones, and a damaged file is said', async () => {
    await encryptionKeys([{ id: 'k2', key: randomBytes(32).toString('base64') }], folder);
    expect(await readdir(folder)).to.deep.equal([]);
    await writeFile(path.join(folder, KEY_FILE), 'half');
    const problem = await encryptionKeys([], folder).catch(String);
    expect(problem).to.match(/is damaged/);
    expect(await readFile(path.join(folder, KEY_FILE), 'utf8')).to.equal('half');
  });
});

overStores('rotating the key of stored passwords', (open) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
    await addTenant(store.db);
  });
  afterEach(() => store.dispose());

  const secretOf = async (id: string) =>
    (
      await store.db
        .selectFrom('databases')
        .select('secret')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).secret;

  it('encrypts all of them anew with the first key, once, and leaves what it cannot read', async () => {
    const before = createSecretBox([old]);
    await addDatabase(store.db, { id: 'db_1', scope_id: 'w1', secret: before.seal('a', 'db_1') });
    await addDatabase(store.db, { id: 'db_2', scope_id: 'w2', secret: before.seal('b', 'db_2') });
    const lost = createSecretBox([key('lost')]).seal('c', 'db_3');
    await addDatabase(store.db, { id: 'db_3', scope_id: 'w3', secret: lost });
    const both = createSecretBox([fresh, old]);
    expect(await rotateSecrets(store.db, both, silent)).to.equal(2);
    expect(await rotateSecrets(store.db, both, silent)).to.equal(0);
    const after = createSecretBox([fresh]);
    expect(after.open(await secretOf('db_1'), 'db_1')).to.equal('a');
    expect(after.open(await secretOf('db_2'), 'db_2')).to.equal('b');
    expect(await secretOf('db_3')).to.equal(lost);
  });

  it('tells at the start of each that cannot be used, also where its key only has the same name', async () => {
    const sealed = createSecretBox([key('k')]).seal('a', 'db_1');
    await addDatabase(store.db, { id: 'db_1', scope_id: 'w1', secret: sealed });
    const told: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(line) });
    expect(await rotateSecrets(store.db, createSecretBox([key('k')]), log)).to.equal(0);
    expect(told).to.have.length(1);
    expect(told[0])
      .to.contain('db_1')
      .and.to.match(/can't be decrypted/);
  });
});
