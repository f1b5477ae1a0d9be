import { expect } from 'chai';
import type { PhysicalName } from '#src/plugin-api/catalog.ts';
import type { DataSource, SourceTable } from '#src/plugin-api/data-source.ts';
import { mysqlServerForTests, overMysql } from '../fakes/mysql-source.ts';

const never = new AbortController().signal;
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const scope = { workspaceId: 'w1', attachments: [] };

overMysql('the catalog of a MySQL database', (mysql) => {
  let source: DataSource;
  let tables: readonly SourceTable[];
  const physical = (table: string): PhysicalName => ({
    database: null,
    schema: mysql().database,
    table,
  });
  const found = (name: string) => tables.find((table) => table.physical.table === name)!;
  const other = () => `${mysql().database}_other`;

  before(async () => {
    await mysql().admin(`
      SET sql_mode = '';
      CREATE DATABASE ${other()};
      CREATE TABLE ${other()}.regions (id INT PRIMARY KEY);
      CREATE TABLE Customers (
        Id INT AUTO_INCREMENT PRIMARY KEY COMMENT 'Number of the customer',
        \`Full Name\` VARCHAR(80) NOT NULL,
        kind ENUM('private','firm'),
        profile JSON,
        active BOOLEAN DEFAULT TRUE,
        hidden INT INVISIBLE,
        region INT,
        shout VARCHAR(80) AS (UPPER(\`Full Name\`)) VIRTUAL,
        \`__proto__\` INT,
        \`od\`\`d "it's" ☃\` INT,
        FOREIGN KEY (region) REFERENCES ${other()}.regions (id)
      ) COMMENT 'Who buys';
      CREATE TABLE orders (shop INT, number INT, PRIMARY KEY (shop, number));
      CREATE TABLE order_lines (
        shop INT, number INT, line INT, customer INT,
        PRIMARY KEY (shop, number, line),
        FOREIGN KEY (shop, number) REFERENCES orders (shop, number),
        FOREIGN KEY (customer) REFERENCES Customers (Id)
      );
      CREATE TABLE \`we\`\`ird "t"; --\` (a INT);
      CREATE VIEW names AS SELECT Id, \`Full Name\` FROM Customers;
      CREATE VIEW names_again AS SELECT Id FROM names;
      CREATE VIEW sleepy AS SELECT SLEEP(60) AS s;
      CREATE VIEW sleepy_again AS SELECT s FROM sleepy;
      CREATE VIEW ${other()}.far_sleep AS SELECT SLEEP(60) AS s;
      CREATE VIEW ${other()}.far_names AS SELECT id FROM ${other()}.regions;
      CREATE VIEW reads_far_sleep AS SELECT s FROM ${other()}.far_sleep;
      CREATE VIEW reads_far_names AS SELECT id FROM ${other()}.far_names;
      CREATE VIEW users_of_server AS SELECT User FROM mysql.user;
      CREATE SEQUENCE tickets;
      INSERT INTO Customers (\`Full Name\`, kind) VALUES ('Ann', 'firm'), ('Bob', NULL)`);
    source = mysqlServerForTests().connect(mysql().target);
    tables = await source.introspect(scope, never);
  });
  after(async () => {
    await source?.close();
    await mysql()?.admin(`DROP TABLE order_lines, Customers; DROP DATABASE ${other()}`);
  });

  it('shows tables and views under their own spelling, and views that do more than read not at all', () => {
    expect(tables.map(({ physical: { table }, isView }) => [table, isView])).to.have.deep.members([
      ['Customers', false],
      ['order_lines', false],
      ['orders', false],
      ['we`ird "t"; --', false],
      ['names', true],
      ['names_again', true],
      ['reads_far_names', true],
    ]);
  });

  it('shows columns with types, comments and any name; invisible ones not', () => {
    expect(found('Customers').comment).to.equal('Who buys');
    expect(found('names').comment).to.equal(null);
    expect(
      found('Customers').columns.map(({ name, type, nativeType, nullable, comment }) =>
        [name, type, nativeType, nullable, comment].join(' | '),
      ),
    ).to.deep.equal([
      'Id | integer | int(11) | false | Number of the customer',
      'Full Name | text | varchar(80) | false | ',
      "kind | text | enum('private','firm') | true | ",
      'profile | json | json | true | ',
      'active | boolean | tinyint(1) | true | ',
      'region | integer | int(11) | true | ',
      'shout | text | varchar(80) | true | ',
      '__proto__ | integer | int(11) | true | ',
      'od`d "it\'s" ☃ | integer | int(11) | true | ',
    ]);
  });

  it('shows keys of several columns in their order, also into other databases', () => {
    expect(found('order_lines').primaryKey).to.deep.equal(['shop', 'number', 'line']);
    expect(found('we`ird "t"; --').primaryKey).to.equal(null);
    expect(found('order_lines').foreignKeys).to.have.deep.members([
      { columns: ['shop', 'number'], to: { table: 'orders', columns: ['shop', 'number'] } },
      { columns: ['customer'], to: { table: 'Customers', columns: ['Id'] } },
    ]);
    expect(found('Customers').foreignKeys).to.deep.equal([
      { columns: ['region'], to: { table: 'regions', columns: ['id'], schema: other() } },
    ]);
  });

  it('shows the databases that are named, the server’s own never', async () => {
    const both = mysqlServerForTests().connect({
      ...mysql().target,
      schemas: [mysql().database, other(), 'mysql', 'information_schema'],
    });
    const shown = await both.introspect(scope, never);
    expect(new Set(shown.map((table) => table.physical.schema))).to.deep.equal(
      new Set([mysql().database, other()]),
    );
    const upper = mysqlServerForTests().connect({
      ...mysql().target,
      database: mysql().database.toUpperCase(),
    });
    expect(await upper.introspect(scope, never)).to.deep.equal([]);
    await Promise.all([both.close(), upper.close()]);
  });

  describe('profiles', () => {
    const small = { exact_rows: 1_000, sample_rows: 400 };
    const integer = (name: string) => ({ name, type: 'integer' as const, sensitive: false });

    before(async () => {
      await mysql().admin(`
        CREATE TABLE big (
          id INT PRIMARY KEY, status VARCHAR(10), code INT, day DATE, secret VARCHAR(20), odd DATE,
          KEY (status), UNIQUE (code), KEY (day)
        );
        INSERT INTO big SELECT seq, ELT(1 + seq % 3, 'new', 'paid', 'sent'), seq * 7,
          DATE_ADD('2020-01-01', INTERVAL seq DIV 10 DAY), CONCAT('s', seq), IF(seq % 2, NULL, '0000-00-00')
          FROM seq_1_to_20000;
        CREATE TABLE keyless AS SELECT n1.seq AS a FROM seq_1_to_5000 n1;
        ANALYZE TABLE big, keyless`);
    });

    it('of small tables are exact, and read no sensitive column', async () => {
      const [profile] = await source.profile(
        scope,
        [
          {
            physical: physical('Customers'),
            columns: [
              integer('Id'),
              { name: 'Full Name', type: 'text', sensitive: true },
              { name: 'kind', type: 'text', sensitive: false },
              { name: 'active', type: 'boolean', sensitive: false },
              { name: 'profile', type: 'json', sensitive: false },
            ],
          },
        ],
        never,
      );
      expect(profile!.rowCount).to.equal(2);
      expect(Object.fromEntries(profile!.columns)).to.deep.equal({
        Id: { distinctCount: 2, nullCount: 0, min: '1', max: '2', samples: [1, 2], unique: true },
        kind: {
          distinctCount: 1,
          nullCount: 1,
          min: 'firm',
          max: 'firm',
          samples: ['firm'],
          unique: true,
        },
        active: {
          distinctCount: 1,
          nullCount: 0,
          min: 'true',
          max: 'true',
          samples: [true],
          unique: false,
        },
      });
    });

    it('of large tables come from a sample, the ends and uniqueness from indexes', async () => {
      const sampled = mysqlServerForTests(small).connect(mysql().target);
      const [profile] = await sampled.profile(
        scope,
        [
          {
            physical: physical('big'),
            columns: [
              integer('id'),
              integer('code'),
              { name: 'status', type: 'text', sensitive: false },
              { name: 'day', type: 'date', sensitive: false },
              { name: 'secret', type: 'text', sensitive: false },
              { name: 'odd', type: 'date', sensitive: false },
            ],
          },
        ],
        never,
      );
      await sampled.close();
      const column = (name: string) => profile!.columns.get(name)!;
      expect(profile!.rowCount).to.be.within(15_000, 25_000);
      expect(column('id')).to.include({ min: '1', max: '20000', unique: true, nullCount: 0 });
      expect(column('code')).to.include({ min: '7', max: '140000', unique: true });
      expect(column('status')).to.include({ distinctCount: 3, unique: false });
      expect(column('status').samples).to.have.members(['new', 'paid', 'sent']);
      expect(column('day')).to.include({ min: '2020-01-01', max: '2025-06-23', unique: false });
      expect(column('secret'), 'nothing proves it').to.include({ unique: false });
      expect(column('secret').distinctCount).to.be.above(2_000);
      expect(column('odd')).to.include({ nullCount: profile!.rowCount, falseDates: true });
      expect(column('day')).to.not.have.property('falseDates');
      expect([column('odd').min, column('odd').samples]).to.deep.equal([null, []]);
    });

    it('count dates that are none as missing, in small tables and large ones', async () => {
      await mysql().admin(`
        SET sql_mode = '';
        CREATE TABLE parcels (id INT PRIMARY KEY, sent_on DATE NOT NULL, seen_at DATETIME, KEY (sent_on));
        INSERT INTO parcels SELECT seq, DATE_ADD('2024-01-01', INTERVAL seq DAY), '2024-05-01 10:00:00'
          FROM seq_1_to_3000;
        UPDATE parcels SET sent_on = '0000-00-00' WHERE id = 1501;
        UPDATE parcels SET seen_at = '2024-00-00 00:00:00' WHERE id = 7`);
      const sampled = mysqlServerForTests(small).connect(mysql().target);
      const columns = [
        { name: 'sent_on', type: 'date' as const, sensitive: false },
        { name: 'seen_at', type: 'timestamp' as const, sensitive: false },
      ];
      const request = [{ physical: physical('parcels'), columns }];
      const [whole] = await source.profile(scope, request, never);
      const [some] = await sampled.profile(scope, request, never);
      await sampled.close();
      const expected = { nullCount: 1, falseDates: true };
      expect(whole!.columns.get('sent_on')).to.include({ ...expected, min: '2024-01-02' });
      expect(whole!.columns.get('seen_at')).to.include({ ...expected, min: '2024-05-01T10:00:00' });
      // Its index ends in it, which the sample may miss.
      expect(some!.columns.get('sent_on')).to.include({ falseDates: true, min: '2024-01-02' });
    });

    it('tell a TINYINT(1) of numbers from one of flags', async () => {
      await mysql().admin(`
        CREATE TABLE reviews (id INT PRIMARY KEY, stars TINYINT(1), seen TINYINT(1), left_out BOOLEAN);
        INSERT INTO reviews VALUES (1, 5, 1, NULL), (2, 1, 0, NULL), (3, 0, 1, NULL), (4, 5, NULL, NULL)`);
      const columns = ['stars', 'seen', 'left_out'].map((name) => ({
        name,
        type: 'boolean' as const,
        sensitive: false,
      }));
      const request = [{ physical: physical('reviews'), columns }];
      const [profile] = await source.profile(scope, request, never);
      expect(profile!.columns.get('stars')).to.deep.include({
        readAs: 'integer',
        min: '0',
        max: '5',
        samples: [5, 0, 1],
      });
      for (const name of ['seen', 'left_out'])
        expect(profile!.columns.get(name)).to.not.have.property('readAs');
      expect(profile!.columns.get('seen')).to.include({ min: 'false', max: 'true' });
    });

    it('take no index for a proof that is one of texts or of several columns', async () => {
      await mysql().admin(`
        CREATE TABLE texts (id INT PRIMARY KEY, a INT, b INT, story VARCHAR(200), UNIQUE (a, b), FULLTEXT (story));
        INSERT INTO texts SELECT seq, seq, 1, IF(seq = 123, 'zzz', 'a story') FROM seq_1_to_5000`);
      const sampled = mysqlServerForTests(small).connect(mysql().target);
      const columns = [integer('a'), { name: 'story', type: 'text' as const, sensitive: false }];
      const [profile] = await sampled.profile(
        scope,
        [{ physical: physical('texts'), columns }],
        never,
      );
      await sampled.close();
      expect(profile!.columns.get('a')!.unique).to.equal(false);
      expect(profile!.columns.get('story')!.max, 'not read from start to end').to.equal('a story');
    });

    it('of tables with gaps in their key count no row twice', async () => {
      await mysql().admin(`
        CREATE TABLE gaps (id BIGINT PRIMARY KEY, v INT);
        INSERT INTO gaps SELECT seq, seq FROM seq_1_to_3000;
        INSERT INTO gaps VALUES (9000000000000000000, 7)`);
      const sampled = mysqlServerForTests(small).connect(mysql().target);
      const [profile] = await sampled.profile(
        scope,
        [{ physical: physical('gaps'), columns: [integer('id'), integer('v')] }],
        never,
      );
      await sampled.close();
      expect(profile!.columns.get('id')).to.include({ max: '9000000000000000000', unique: true });
      expect(profile!.columns.get('v')!.samples).to.deep.equal([
        7,
        ...range(1, 6),
        ...range(8, 20),
      ]);
    });

    it('of large tables read no more of them than the sample', async () => {
      const sampled = mysqlServerForTests(small).connect(mysql().target);
      const read = async () => {
        const [row] = await mysql().admin(
          `SELECT SUM(ROWS_READ) AS n FROM information_schema.TABLE_STATISTICS
           WHERE TABLE_SCHEMA = '${mysql().database}' AND TABLE_NAME IN ('big', 'keyless')`,
        );
        return Number(row!['n']);
      };
      await mysql().admin(`SET GLOBAL userstat = 1`);
      try {
        await readsLittle(sampled, read);
      } finally {
        await mysql().admin(`SET GLOBAL userstat = 0`);
        await sampled.close();
      }
    });
    const readsLittle = async (sampled: DataSource, read: () => Promise<number>) => {
      const before = await read();
      const request = {
        physical: physical('big'),
        columns: [{ name: 'secret', type: 'text' as const, sensitive: false }],
      };
      await sampled.profile(scope, [request], never);
      await sampled.profile(
        scope,
        [{ ...request, physical: physical('keyless'), columns: [integer('a')] }],
        never,
      );
      expect((await read()) - before).to.be.within(1_000, 6_000);
    };

    it('keep what was measured when the time of a table is over', async () => {
      await mysql().admin(`CREATE OR REPLACE VIEW endless AS
        SELECT a.seq + b.seq AS v FROM seq_1_to_1000000 a, seq_1_to_1000000 b WHERE a.seq * b.seq % 7 = 8`);
      const hasty = mysqlServerForTests({ profile_timeout_ms: 3_000 }).connect(mysql().target);
      // The view has no end of its own.
      const profiles = await hasty.profile(
        scope,
        [
          { physical: physical('endless'), columns: [integer('v')] },
          { physical: physical('orders'), columns: [integer('shop')] },
        ],
        never,
      );
      expect(profiles.map(({ columns }) => columns.size)).to.deep.equal([0, 1]);
      await hasty.close();
    });

    it('list values of large tables from a sample, and from the index where there is one', async () => {
      const sampled = mysqlServerForTests(small).connect(mysql().target);
      const listed: { value: string; rowCount: number }[] = [];
      const request = { physical: physical('big'), column: 'status', maxValues: 10, maxLength: 5 };
      for await (const batch of sampled.values(scope, [request], never))
        listed.push(...batch.values);
      expect(listed.map(({ value }) => value)).to.have.members(['new', 'paid', 'sent']);
      for (const { rowCount } of listed) expect(rowCount).to.be.within(4_000, 10_000);
      await sampled.close();
    });
  });

  describe('comparisons of columns', () => {
    before(async () => {
      await mysql().admin(`
        CREATE TABLE pets (id INT PRIMARY KEY, owner INT, tag VARCHAR(10), born DATE);
        INSERT INTO pets VALUES (1, 1, 'abc', '2024-01-01'), (2, 1, '0', NULL), (3, 9, NULL, NULL);
        CREATE TABLE zero (z INT); INSERT INTO zero VALUES (0)`);
    });
    const columns = (table: string, ...names: string[]) => ({
      physical: physical(table),
      columns: names,
    });
    const shares = (pairs: Parameters<DataSource['containment']>[1]) =>
      source.containment(scope, pairs, never);

    it('give the share of values found, and never take a text for a number', async () => {
      expect(
        await shares([
          { from: columns('pets', 'owner'), to: columns('Customers', 'Id') },
          { from: columns('pets', 'id'), to: columns('pets', 'id') },
          { from: columns('pets', 'tag'), to: columns('zero', 'z') },
          { from: columns('zero', 'z'), to: columns('pets', 'tag') },
          { from: columns('pets', 'id', 'owner'), to: columns('pets', 'id', 'owner') },
        ]),
      ).to.deep.equal([0.5, 1, 0, 0, 1]);
    });

    it('look into an index of a large table, and leave one without index alone', async () => {
      const sampled = mysqlServerForTests({ exact_rows: 1_000, sample_rows: 400 }).connect(
        mysql().target,
      );
      const measured = await sampled.containment(
        scope,
        [
          { from: columns('pets', 'owner'), to: columns('big', 'id') },
          { from: columns('big', 'id'), to: columns('big', 'id') },
          { from: columns('pets', 'owner'), to: columns('keyless', 'a') },
        ],
        never,
      );
      expect(measured).to.deep.equal([1, 1, 0]);
      await sampled.close();
    });

    it('count combinations', async () => {
      expect(
        await source.countDistinct?.(
          scope,
          [columns('pets', 'owner'), columns('pets', 'id', 'owner'), columns('pets', 'born')],
          never,
        ),
      ).to.deep.equal([2, 3, 1]);
    });
  });
});
