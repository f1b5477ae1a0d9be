import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { call } from '../../bench/service.ts';
import { eventually } from '../fakes/eventually.ts';
import { type FakeModels, startFakeModels } from '../fakes/models/server.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const ROWS = 40;
/** Numbers with the prefix of Visa and a right check digit. */
const card = (n: number) => {
  const digits = `453201${String(100_000_000 + n * 7)}`;
  const sum = [...digits].reduce((total, sign, index) => {
    const digit = Number(sign) * (index % 2 === 0 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
};
const hex = (n: number) => (n + 1).toString(16).padStart(4, 'c').repeat(16);
/** What may be seen nowhere, by column. */
const SECRETS: Readonly<Record<string, (n: number) => string>> = {
  passwordhash: (n) => `pw-planted-${n}-${hex(n).slice(0, 8)}`,
  reset_token: (n) => `rt-planted-${n}-${hex(n).slice(0, 8)}`,
  nationalidnumber: (n) => `${700_000_001 + n * 13}`,
  cardnumber: card,
  login_digest: hex,
  // Nothing but the values tells of these.
  blob_a: (n) => `$2b$12$${'Qz'.repeat(10)}planted${String(n).padStart(24, 'x')}`,
  blob_b: (n) => card(1_000 + n),
  blob_c: (n) => `ghp_planted${hex(n).slice(0, 30)}`,
};
const PERSONAL: Readonly<Record<string, (n: number) => string>> = {
  email: (n) => `person${n}@planted.example.org`,
  phone: (n) => `+49 30 5550${100 + n}`,
  street_address: (n) => `${n + 1} Planted Lane`,
  iban: () => 'DE89370400440532013000',
  birth_date: (n) => `19${60 + (n % 30)}-03-${String((n % 27) + 1).padStart(2, '0')}`,
};
const NOTE = 'use AKIAPLANTEDPLANTED12 for it';
const CSV = [
  ['person_id', 'city', 'note', ...Object.keys(SECRETS), ...Object.keys(PERSONAL)].join(','),
  ...Array.from({ length: ROWS }, (_, n) =>
    [
      String(n + 1),
      n % 2 ? 'Oslo' : 'Rome',
      n === 3 ? NOTE : `note ${n % 5}`,
      ...Object.values(SECRETS).map((make) => make(n)),
      ...Object.values(PERSONAL).map((make) => make(n)),
    ].join(','),
  ),
].join('\n');

const of = (makers: typeof SECRETS) =>
  Object.values(makers).flatMap((make) => Array.from({ length: ROWS }, (_, n) => make(n)));
const NOWHERE = [...of(SECRETS), 'AKIAPLANTED'];
const KEPT_NOWHERE = [...NOWHERE, ...of(PERSONAL)];
const among = (planted: readonly string[], text: string) =>
  planted.filter((value) => text.includes(value));

interface Column {
  readonly name: string;
  readonly personal: string | null;
  readonly sample_values: unknown[];
}
interface Status {
  readonly status: string;
  readonly hidden_columns: { table: string; column: string; because: string }[];
}
interface Answered {
  readonly result: string;
  readonly sql: string | null;
  readonly data: { readonly rows: unknown[][] } | null;
}

describe('secrets and personal data of an upload', () => {
  let fakes: FakeModels;
  let own: OwnWorkspace;
  let log = '';
  let noted: unknown[] = [];

  before(async () => {
    fakes = await startFakeModels();
    own = await openWorkspace({
      PLUMBLINE_MODEL__PROVIDER: 'openai',
      PLUMBLINE_MODEL__MODEL: 'gpt-5-mini',
      PLUMBLINE_MODEL__API_KEY: 'sk-secret',
      PLUMBLINE_MODEL__BASE_URL: `${fakes.url}/v1`,
      PLUMBLINE_MODEL__RETRIES: '0',
      PLUMBLINE_MODEL__ENRICHMENT: 'on',
      PLUMBLINE_MODEL__PLANNING: 'model-first',
      PLUMBLINE_LOG__LEVEL: 'fatal',
    });
    fakes.answer = () => '{"tables":[]}';
    const manifest = await own.upload(CSV, 'people.csv');
    log += JSON.stringify(manifest);
    noted = (manifest['notes'] as { column?: string; note: string }[]).flatMap(
      ({ column, note }) => (/^Hidden/.test(note) ? [column] : []),
    );
    await eventually(async () => (await status()).status === 'ready', 'a schema that is ready');
  });
  after(async () => {
    await own.close();
    await fakes.close();
  });

  const at = (what: string) => `/clients/${own.clientId}${what}?workspace_id=${own.workspaceId}`;
  const status = () => call<Status>(own.service, 'GET', at('/schema/status'));
  const columns = async () =>
    (await call<{ tables: { columns: Column[] }[] }>(own.service, 'GET', at('/schema'))).tables[0]!
      .columns;
  const edit = (column: string, body: object) =>
    call(own.service, 'PATCH', at(`/schema/tables/people/columns/${column}`), body);
  const refused = async (work: Promise<unknown>) =>
    work.then(
      (body) => JSON.stringify(body),
      (error: unknown) => String(error),
    );
  const prompts = () => JSON.stringify(fakes.calls);
  /** What the service keeps, but for the rows themselves: the file as it came, and the engine's own. */
  const kept = async () => {
    const names = await readdir(own.service.dataDir, { recursive: true, withFileTypes: true });
    const files = names.filter((one) => one.isFile() && !/^tables\.|^originals/.test(one.name));
    const texts = await Promise.all(
      files
        .filter(({ parentPath }) => !parentPath.includes('originals'))
        .map(({ parentPath, name }) => readFile(path.join(parentPath, name), 'latin1')),
    );
    return texts.join('\n');
  };

  it('hides the secrets, says so to who may show them, and answers the rest', async () => {
    const { hidden_columns: hidden } = await status();
    const told = Object.fromEntries(hidden.map(({ column, because }) => [column, because]));
    expect(told).to.deep.equal({
      ...{ passwordhash: 'name', reset_token: 'name', nationalidnumber: 'name' },
      ...{ cardnumber: 'name', login_digest: 'values' },
      ...{ blob_a: 'values', blob_b: 'values', blob_c: 'values' },
    });
    expect(noted).to.have.members(Object.keys(SECRETS));
    const shown = await columns();
    expect(shown.map(({ name }) => name)).to.deep.equal([
      ...['person_id', 'city', 'note'],
      ...Object.keys(PERSONAL),
    ]);
    for (const { name, personal, sample_values } of shown)
      if (name in PERSONAL) {
        expect(personal, name).to.be.a('string');
        expect(sample_values, name).to.deep.equal([]);
      }
  });

  it('lets them be read, counted or compared by no statement', async () => {
    for (const sql of [
      'SELECT passwordhash FROM people',
      'SELECT COUNT(passwordhash) FROM people',
      "SELECT city FROM people WHERE cardnumber LIKE '4%'",
      'SELECT city FROM people ORDER BY blob_a',
      'SELECT p FROM people p',
    ]) {
      fakes.answer = () => JSON.stringify({ answerable: true, sql, restatement: 'x' });
      const text = await refused(own.ask(`variant ${sql.length}: list what people have`));
      expect(among(of(SECRETS), text), sql).to.deep.equal([]);
    }
    fakes.answer = () =>
      JSON.stringify({ answerable: true, sql: 'SELECT * FROM people', restatement: 'all people' });
    const all = await refused(own.ask('show all people'));
    expect(among(of(SECRETS), all)).to.deep.equal([]);
    expect(all).to.include('person1@planted.example.org');
  });

  it('keeps nothing of them, or of persons, and sends nothing of it to a model', async () => {
    fakes.answer = () =>
      JSON.stringify({
        answerable: true,
        sql: 'SELECT city, COUNT(*) AS people FROM people GROUP BY city',
        restatement: 'people per city',
      });
    for (const q of [
      'how many people per city',
      'list passwordhash of people',
      'what data do I have',
    ])
      log += await refused(own.ask(q));
    log += await refused(call(own.service, 'GET', at('/suggestions')));
    log += JSON.stringify(await columns());
    log += await refused(call(own.service, 'GET', '/openapi.json'));
    for (const text of ['planted', 'AKIAPLANTED', card(0)])
      log += await refused(
        call(own.service, 'POST', `/clients/${own.clientId}/values`, {
          ...{ text, workspace_id: own.workspaceId },
        }),
      );
    expect(among(KEPT_NOWHERE, log)).to.deep.equal([]);
    expect(fakes.calls.length).to.be.above(1);
    expect(among(KEPT_NOWHERE, prompts())).to.deep.equal([]);
  });

  it('keeps no value of them in indexes, profiles and the store', async () => {
    const folder = path.join(own.service.dataDir, 'engine', own.workspaceId);
    const versions = await readdir(folder);
    for (const version of versions)
      for (const file of ['values.sqlite', 'profile.json'])
        expect(
          among(KEPT_NOWHERE, await readFile(path.join(folder, version, file), 'latin1')),
          file,
        ).to.deep.equal([]);
    expect(among(of(SECRETS), await kept())).to.deep.equal([]);
  });

  it('shows a column by one edit, hides it by another, keeps both over uploads, and says so in the audit log', async () => {
    const ask = () => {
      fakes.answer = () =>
        JSON.stringify({
          answerable: true,
          sql: 'SELECT reset_token FROM people WHERE person_id = 1',
          restatement: 'x',
        });
      return refused(own.ask('which reset token has the first person'));
    };
    const token = SECRETS['reset_token']!(0);
    expect(await ask()).to.not.include(token);
    await edit('reset_token', { hidden: false });
    expect(await ask()).to.include(token);
    expect((await status()).hidden_columns.map(({ column }) => column)).to.not.include(
      'reset_token',
    );
    await own.upload(`${CSV}\n`, 'people.csv');
    expect(await ask()).to.include(token);
    await edit('reset_token', { hidden: null });
    expect(await ask()).to.not.include(token);
    await edit('city', { hidden: true });
    await own.upload(CSV, 'people.csv');
    expect((await columns()).map(({ name }) => name)).to.not.include('city');
    await edit('city', { hidden: null });
    const { entries } = await call<{ entries: { action: string; details: unknown }[] }>(
      own.service,
      'GET',
      '/accounts/audit?limit=50',
    );
    const changed = entries.filter(({ action }) => action === 'column.changed');
    expect(JSON.stringify(changed)).to.include('"hidden":false').and.to.include('"hidden":true');
  });

  it('closes at the next start what earlier rules left open, and saved questions say so', async () => {
    await edit('cardnumber', { hidden: false });
    await edit('passwordhash', { hidden: false });
    await own.upload(`${CSV}\n\n`, 'people.csv');
    fakes.answer = () =>
      JSON.stringify({
        answerable: true,
        sql: 'SELECT passwordhash FROM people',
        restatement: 'x',
      });
    const { trace_id } = await own.ask<Answered & { trace_id: string }>('the hash of all people');
    const root = `/clients/${own.clientId}/workspaces/${own.workspaceId}/saved`;
    const saved = await call<{ id: string }>(own.service, 'POST', root, { trace_id });
    await own.service.stop();
    await asEarlierRulesLeftIt(own);
    expect(among(of(SECRETS), await kept()).length, 'planted').to.be.above(0);
    own = await own.restart();
    expect((await status()).hidden_columns.map(({ column }) => column)).to.include.members(
      Object.keys(SECRETS),
    );
    const { stale } = await call<{ stale: string }>(own.service, 'GET', `${root}/${saved.id}`);
    expect(stale).to.equal('Schema changed: `people.passwordhash` is hidden.');
    const folder = path.join(own.service.dataDir, 'engine', own.workspaceId);
    for (const version of await readdir(folder))
      for (const file of ['values.sqlite', 'profile.json'])
        expect(
          among(KEPT_NOWHERE, await readFile(path.join(folder, version, file), 'latin1')),
          file,
        ).to.deep.equal([]);
    expect(await refused(own.ask('how many people per city'))).to.include('Oslo');
    const ready = await call<{ warnings: string[] }>(own.service, 'GET', '/readyz');
    expect(ready.warnings ?? []).to.deep.equal([]);
  });
});

/** Puts a folder back to how it was before columns were told by joined words and by values: open, sampled, indexed. */
async function asEarlierRulesLeftIt(own: OwnWorkspace): Promise<void> {
  const { dataDir } = own.service;
  const open = (tables: Catalog['tables']) =>
    tables.map((table) => ({
      ...table,
      columns: table.columns.map(({ secret: _, personal: __, ...column }) => {
        const make = SECRETS[column.name] ?? PERSONAL[column.name];
        if (!make) return { ...column, hidden: false };
        const samples = Array.from({ length: 20 }, (_, n) => make(n));
        const ends = { min: samples[0]!, max: samples[1]!, unique: true };
        return {
          ...{ ...column, hidden: false },
          profile: { ...ends, samples, distinctCount: ROWS, nullCount: 0 },
        };
      }),
    }));
  const store = new Database(path.join(dataDir, 'plumbline.db'));
  const [row] = store
    .prepare(
      'SELECT g.id, g.catalog, g.discovered FROM generations g JOIN workspaces w ON w.generation_id = g.id WHERE w.id = ?',
    )
    .all(own.workspaceId) as { id: string; catalog: string; discovered: string | null }[];
  const before = JSON.parse(row!.discovered ?? row!.catalog) as Catalog;
  const catalog = JSON.stringify({ ...before, tables: open(before.tables) });
  store
    .prepare(
      'UPDATE generations SET catalog = ?, discovered = NULL, closing_rules = 0 WHERE id = ?',
    )
    .run(catalog, row!.id);
  store.prepare('DELETE FROM schema_overrides').run();
  store.close();
  const file = path.join(dataDir, before.valueIndexes[0]!);
  const index = new Database(file);
  for (const [at, [name, make]] of Object.entries({ ...SECRETS, ...PERSONAL }).entries()) {
    index.prepare('INSERT INTO fields VALUES (?, ?, ?)').run(1_000 + at, 'people', name);
    for (let n = 0; n < ROWS; n++) {
      const value = make(n);
      index
        .prepare('INSERT OR IGNORE INTO entries VALUES (?, ?, ?, 1)')
        .run(value, 1_000 + at, value);
      index.prepare('INSERT OR IGNORE INTO tails VALUES (?, ?)').run(value.slice(0, 8), value);
    }
  }
  index.close();
  const profileFile = path.join(path.dirname(file), 'profile.json');
  const profile = JSON.parse(await readFile(profileFile, 'utf8')) as {
    tables: { table: Catalog['tables'][number] }[];
  };
  const tables = profile.tables.map((one) => ({ ...one, table: open([one.table])[0] }));
  await writeFile(profileFile, JSON.stringify({ ...profile, tables }));
}
