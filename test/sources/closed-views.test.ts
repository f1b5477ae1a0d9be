import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import {
  applyOverrides,
  markedSensitive,
  markedThroughViews,
  type SchemaOverride,
} from '#src/catalog/generations/overrides.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { DataSource } from '#src/plugin-api/data-source.ts';
import { mysqlServerForTests, overMysql } from '../fakes/mysql-source.ts';
import { discovered } from '../fakes/own-code.ts';
import { connectPostgres, overPostgres } from '../fakes/postgres-server.ts';

const override = (some: Partial<SchemaOverride>): SchemaOverride => ({
  table: 'staff',
  column: null,
  description: null,
  synonyms: null,
  hidden: null,
  sensitive: null,
  ...some,
});
/** Of staff the salary is hidden, and the email is sensitive. */
const CLOSED = [
  override({ column: 'salary', hidden: true }),
  override({ column: 'email', sensitive: true }),
];

/** Statements that both servers take. */
const SHARED = [
  `CREATE TABLE staff (id INT PRIMARY KEY, name VARCHAR(20), email VARCHAR(40), salary INT, team INT, api_token VARCHAR(40))`,
  `INSERT INTO staff VALUES (1, 'Ann', 'ann@example.test', 4711, 1, 'zzz'), (2, 'Bob', 'bob@example.test', 4712, 2, 'yyy')`,
  'CREATE TABLE teams (id INT PRIMARY KEY, label VARCHAR(20))',
  `INSERT INTO teams VALUES (1, 'north'), (2, 'south')`,
  'CREATE VIEW everything AS SELECT * FROM staff',
  'CREATE VIEW renamed AS SELECT id, salary AS pay, email AS mail, name AS who FROM staff',
  'CREATE VIEW again AS SELECT id, pay + 1 AS more, mail AS address, who FROM renamed',
  'CREATE VIEW thrice AS SELECT a.id, a.more FROM again a JOIN teams t ON t.id = a.id',
  'CREATE VIEW sums AS SELECT team, SUM(salary) AS paid, COUNT(*) AS people FROM staff GROUP BY team',
  'CREATE VIEW counts AS SELECT team, COUNT(email) AS mails, COUNT(*) AS people FROM staff GROUP BY team',
  'CREATE VIEW nested AS SELECT id, (SELECT MAX(s.salary) FROM staff s WHERE s.team = t.id) AS most FROM teams t',
  'CREATE VIEW derived AS SELECT d.id, d.x FROM (SELECT id, salary AS x FROM staff) d',
  'CREATE VIEW united AS SELECT id, name AS text FROM staff UNION ALL SELECT id, email FROM staff',
  'CREATE VIEW filtered AS SELECT id, name FROM staff WHERE salary > 4711',
  'CREATE VIEW over_filtered AS SELECT id FROM filtered',
  `CREATE VIEW with_mail AS SELECT id, name FROM staff WHERE email IS NOT NULL`,
  'CREATE VIEW tokens AS SELECT id, api_token AS thing FROM staff',
  'CREATE VIEW harmless AS SELECT s.id, s.name, t.label FROM staff s JOIN teams t ON t.id = s.team',
  `CREATE VIEW odd AS SELECT id, CASE WHEN salary > 1 THEN 'a' ELSE 'b' END AS band FROM staff`,
];

/** Columns as `view.column`: hidden, and sensitive; views that are not shown. */
const EXPECTED = {
  hidden: [
    ...['everything.salary', 'renamed.pay', 'again.more', 'thrice.more', 'sums.paid'],
    ...['nested.most', 'derived.x', 'odd.band', 'tokens.thing'],
  ],
  sensitive: ['everything.email', 'renamed.mail', 'again.address', 'united.text'],
  gone: ['filtered', 'over_filtered'],
  open: [
    ...['everything.name', 'renamed.who', 'again.who', 'sums.people', 'counts.mails', 'united.id'],
    ...[
      'with_mail.name',
      'harmless.name',
      'harmless.label',
      'thrice.id',
      'nested.id',
      'derived.id',
    ],
  ],
};

function tests(open: () => DataSource, more: Partial<typeof EXPECTED>): void {
  let folder: string;
  let found: Catalog;
  let source: DataSource;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-closed-views-'));
    source = open();
    found = await discovered(source, path.join(folder, 'values.sqlite'));
  });
  after(async () => {
    await source?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const column = (catalog: Catalog, name: string) => {
    const [table, own] = name.split('.');
    return catalog.tables
      .find((each) => each.name.toLowerCase() === table)
      ?.columns.find((each) => each.name === own);
  };
  const all = (what: keyof typeof EXPECTED) => [...EXPECTED[what], ...(more[what] ?? [])];

  it('are closed where a column behind them is', () => {
    const made = applyOverrides(found, CLOSED);
    for (const name of all('hidden')) {
      expect(column(made, name), name).to.include({ hidden: true });
      expect(column(made, name)?.profile, name).to.equal(null);
    }
    for (const name of all('sensitive'))
      expect(column(made, name), name).to.include({ hidden: false, sensitive: true });
    for (const name of all('open'))
      expect(column(made, name), name).to.include({ hidden: false, sensitive: false });
    const names = made.tables.map(({ name }) => name);
    for (const name of all('gone')) expect(names, name).not.to.include(name);
  });

  it('are as they were where nothing behind them is closed', () => {
    const made = applyOverrides(found, []);
    expect(column(made, 'everything.salary')).to.include({ hidden: false, sensitive: false });
    expect(made.tables.map(({ name }) => name)).to.include.members(EXPECTED.gone);
    // A secret by the name of what is behind it.
    expect(column(made, 'tokens.thing')).to.include({ hidden: true });
  });

  it('are open where people say so', () => {
    const made = applyOverrides(found, [
      ...CLOSED,
      override({ table: 'renamed', column: 'pay', hidden: false }),
      override({ table: 'filtered', hidden: false }),
    ]);
    expect(column(made, 'renamed.pay')).to.include({ hidden: false });
    expect(column(made, 'filtered.name')).to.include({ hidden: false });
    expect(column(made, 'derived.x')).to.include({ hidden: true });
  });

  it('are closed with a table that is hidden', () => {
    const made = applyOverrides(found, [override({ hidden: true })]);
    const names = made.tables.map(({ name }) => name);
    expect(names).not.to.include('everything');
    expect(column(made, 'harmless.label')).to.equal(undefined);
  });

  it('are not measured by discovery', async () => {
    const marked = (tables: Catalog['tables']) =>
      markedThroughViews(markedSensitive(CLOSED), tables);
    const again = await discovered(source, path.join(folder, 'again.sqlite'), marked(found.tables));
    for (const name of [...all('hidden'), ...all('sensitive')])
      expect(column(again, name)?.profile, name).to.equal(null);
    expect(column(again, 'renamed.who')?.profile).not.to.equal(null);
    expect(JSON.stringify(again)).not.to.match(/471[12]|example\.test|zzz/);
  });
}

overPostgres(
  'views over closed columns (PostgreSQL)',
  [
    ...SHARED,
    'CREATE VIEW whole AS SELECT s.id, to_json(s) AS j FROM staff s',
    'CREATE VIEW counted AS SELECT count(s.*) AS n FROM staff s',
    'CREATE VIEW fields AS SELECT (s).salary AS pay, s.id FROM staff s',
    'CREATE MATERIALIZED VIEW kept AS SELECT id, salary AS pay FROM staff',
    'CREATE VIEW over_kept AS SELECT pay AS p, id FROM kept',
    'CREATE VIEW lateral_view AS SELECT s.id, l.x FROM staff s, LATERAL (SELECT s.salary AS x) l',
    'CREATE VIEW windowed AS SELECT id, rank() OVER (ORDER BY salary) AS place FROM staff',
    'CREATE VIEW named_window AS SELECT id, rank() OVER w AS place FROM staff WINDOW w AS (ORDER BY salary)',
    'CREATE VIEW first_of AS SELECT DISTINCT ON (salary) id FROM staff',
    `CREATE VIEW asked AS SELECT id, current_user AS me, salary AS pay FROM staff`,
  ],
  (database) =>
    tests(() => connectPostgres(database(), {}), {
      hidden: [
        'fields.pay',
        'kept.pay',
        'over_kept.p',
        'lateral_view.x',
        'windowed.place',
        'asked.pay',
        'whole.j',
      ],
      open: ['fields.id', 'over_kept.id', 'asked.me', 'whole.id'],
      gone: ['counted', 'first_of', 'named_window'],
    }),
);

overMysql('views over closed columns (MySQL and MariaDB)', (mysql) => {
  before(() => mysql().admin(SHARED.join(';')));
  describe('of one database', () => {
    tests(() => mysqlServerForTests().connect(mysql().target), {});
  });
});
