import { globSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import type { DataSource, SourceScope } from '#src/plugin-api/data-source.ts';
import { openAlasqlForTests } from '../fakes/alasql.ts';
import { engineFile, openEngineForTests, spill } from '../fakes/duckdb-engine.ts';
import { IS_FULL, rounds, someOf } from '../fakes/full.ts';
import { mysqlServerForTests, openMysqlForTests } from '../fakes/mysql-source.ts';
import { connectPostgres, makePostgresDatabase } from '../fakes/postgres-server.ts';

/**
 * What a column is called changes nothing that is measured of it: a table whose columns are called as SQL's words, as
 * the aliases of our own statements or by one letter is measured as its twin with plain names.
 */

type Row = readonly (string | number | null)[];

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

interface Opened {
  readonly sources: readonly { readonly how: string; readonly source: DataSource }[];
  /** Makes tables and says where they are found. */
  make(tables: readonly Table[]): Promise<{ scope: SourceScope; schema: string | null }>;
  close(): Promise<void>;
}

interface Kind {
  readonly name: string;
  open(): Promise<Opened | null>;
}

const never = new AbortController().signal;
/** Tables of more rows than `exact_rows` are sampled. */
const SAMPLED = { exact_rows: 5, sample_rows: 1_000 };

const isNumber = (at: number) => at % 2 === 0;
const quoted = (name: string, quote: string) =>
  `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;

async function openFiles(open: typeof openEngineForTests): Promise<Opened> {
  const test = await open();
  let files = 0;
  return {
    sources: [{ how: 'files', source: test.engine }],
    make: async (tables) => {
      files += 1;
      const spilled = await Promise.all(
        tables.map(({ name, columns, rows }) => {
          const typed = columns.map((column, at) => ({
            name: column,
            type: isNumber(at) ? ('integer' as const) : ('text' as const),
          }));
          return spill(test.folder, name, typed, rows);
        }),
      );
      const file = await engineFile(test, `f${files}`, spilled);
      return { scope: { workspaceId: 'w1', attachments: [file] }, schema: 'main' };
    },
    close: test.close,
  };
}

function statements({ name, columns, rows }: Table, quote: string): string[] {
  const typed = columns.map((column, at) => {
    const type = isNumber(at) ? 'INTEGER' : 'TEXT';
    return `${quoted(column, quote)} ${type}${at === 0 ? ' PRIMARY KEY' : ''}`;
  });
  const cell = (value: Row[number]) =>
    value === null ? 'NULL' : typeof value === 'number' ? String(value) : `'${value}'`;
  const values = rows.map((row) => `(${row.map(cell).join(', ')})`);
  const table = quoted(name, quote);
  return [
    `DROP TABLE IF EXISTS ${table}`,
    `CREATE TABLE ${table} (${typed.join(', ')})`,
    `INSERT INTO ${table} VALUES ${values.join(', ')}`,
  ];
}

const KINDS: readonly Kind[] = [
  { name: 'duckdb', open: () => openFiles(openEngineForTests) },
  { name: 'alasql', open: () => openFiles(openAlasqlForTests) },
  {
    name: 'postgres',
    open: async () => {
      const database = await makePostgresDatabase();
      if (!database) return null;
      const exact = connectPostgres({ ...database, reader: database.owner });
      const sampled = connectPostgres({ ...database, reader: database.owner }, SAMPLED);
      const { user } = database.owner;
      return {
        sources: [
          { how: 'read whole', source: exact },
          { how: 'sampled', source: sampled },
        ],
        make: async (tables) => {
          for (const table of tables) {
            const name = quoted(table.name, '"');
            await database.run(
              [
                ...statements(table, '"'),
                `ALTER TABLE ${name} OWNER TO ${user}`,
                `ANALYZE ${name}`,
              ].join(';'),
            );
          }
          return { scope: { workspaceId: 'w1', attachments: [] }, schema: 'public' };
        },
        close: async () => {
          await exact.close();
          await sampled.close();
          await database.drop();
        },
      };
    },
  },
  {
    name: 'mysql',
    open: async () => {
      const database = await openMysqlForTests();
      if (!database) return null;
      const exact = mysqlServerForTests();
      const sampled = mysqlServerForTests(SAMPLED);
      return {
        sources: [
          { how: 'read whole', source: exact.connect(database.target) },
          { how: 'sampled', source: sampled.connect(database.target) },
        ],
        make: async (tables) => {
          for (const table of tables) await database.admin(statements(table, '`').join(';'));
          return { scope: { workspaceId: 'w1', attachments: [] }, schema: database.database };
        },
        close: async () => {
          await exact.close();
          await sampled.close();
          await database.close();
        },
      };
    },
  },
];

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const SQL_WORDS =
  `all and any array as asc at begin between binary boolean both by case cast check collate column
  constraint count create cross current_date current_user database date day default delete desc distinct do drop else
  end except exists extract false fetch filter float first following for foreign from full function grant group grouping
  having hour if in index inner insert int integer intersect interval into is join key last lateral leading left length
  like limit localtime match max min minute mod month names natural new next no not null nulls number of offset on only
  or order outer over partition position preceding precision primary range rank recursive references release repeat
  replace right row row_number rows schema select session_user set some sum symmetric table tablesample text then time
  timestamp to trailing trigger true type union unique update use user using value values varchar view when where window
  with within without year zone rowid oid main public __proto__ constructor`.split(/\s+/);

/** Names that PostgreSQL keeps for each table's own columns. */
const SYSTEM = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']);

/** What our statements call things: read from the sources, so that a new alias is tried too. */
function ownAliases(): string[] {
  const files = ['plugins/sources', 'workers/engine', 'workers/alasql', 'src/sql'].flatMap(
    (folder) => globSync(`${folder}/**/*.ts`),
  );
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bAS [`"]?([a-z_]\w*?)(\$\{|\b)/g)].map(
      ([, name = '', goesOn]) => (goesOn === '${' ? `${name}0` : name),
    ),
  );
  return [
    ...new Set([
      ...found,
      'c0',
      'c1',
      'c2',
      'a0',
      'a1',
      'f',
      's',
      'r',
      'g',
      't',
      'source',
      'tie_rank',
    ]),
  ].filter((name) => !SYSTEM.has(name));
}

const ALIASES = ownAliases();
const NAMES = [...new Set([...LETTERS, ...SQL_WORDS, ...ALIASES])];
const ROWS = 12;
/** Columns of one table: MariaDB bounds the bytes of a row. */
const COLUMNS = 100;

/** Rows whose columns differ in how often which value comes, so that one taken for another shows. */
function tableOf(name: string, columns: readonly string[]): Table {
  const cell = (row: number, at: number) => {
    if (at === 0) return row;
    const value = (row * row + at) % (2 + (at % 6));
    if (value === 1 && at % 3 === 0) return null;
    return isNumber(at) ? value : `w${value}${'x'.repeat(at % 4)}`;
  };
  const rows = Array.from({ length: ROWS }, (_, row) => columns.map((_, at) => cell(row, at)));
  return { name, columns, rows };
}

async function measured(
  source: DataSource,
  scope: SourceScope,
  schema: string | null,
  { name, columns }: Table,
) {
  const database = scope.attachments[0]?.name ?? null;
  const physical = { database, schema, table: name };
  const [profile] = await source.profile(
    scope,
    [
      {
        physical,
        columns: columns.map((column, at) => ({
          name: column,
          type: isNumber(at) ? 'integer' : 'text',
          sensitive: false,
        })),
      },
    ],
    never,
  );
  const texts = columns.filter((_, at) => !isNumber(at));
  const values: Record<number, unknown[]> = {};
  const requests = texts.map((column) => ({ physical, column, maxValues: 50, maxLength: 50 }));
  for await (const batch of source.values(scope, requests, never)) {
    const at = columns.indexOf(batch.column);
    values[at] = [...(values[at] ?? []), ...batch.values];
  }
  const last = columns.length - 1;
  const sets = columns.map((column, at) => ({
    physical,
    columns:
      at === 0
        ? [column]
        : [column, columns[last - at] === column ? columns[0]! : columns[last - at]!],
  }));
  const pairs = columns.map((column, at) => ({
    from: { physical, columns: [column] },
    to: { physical, columns: [columns[(at + 2) % columns.length]!] },
  }));
  return {
    rowCount: profile?.rowCount,
    columns: columns.map((column) => profile?.columns.get(column)),
    values,
    distinct: await source.countDistinct?.(scope, sets, never),
    shares: await source.containment(scope, pairs, never),
  };
}

for (const [at, kind] of KINDS.entries())
  describe(`names of columns and the measurements of ${kind.name}`, () => {
    let opened: Opened | null = null;
    before(async function () {
      opened = await kind.open();
      if (!opened) this.skip();
    });
    after(() => opened?.close());

    async function alike(names: readonly string[]): Promise<void> {
      const plain = tableOf(
        'plain',
        names.map((_, at) => `column_${at}`),
      );
      const odd = tableOf('odd', names);
      const { scope, schema } = await opened!.make([plain, odd]);
      for (const { how, source } of opened!.sources) {
        const expected = await measured(source, scope, schema, plain);
        expect(expected.rowCount, how).to.equal(ROWS);
        expect(expected.columns, how).to.not.include(undefined);
        expect(await measured(source, scope, schema, odd), how).to.deep.equal(expected);
      }
    }

    it('finds the aliases of our own statements', () => {
      expect(ALIASES).to.include.members(['v', 'n', 'picked']);
    });

    it('every letter, small or capital', async () => {
      await alike(LETTERS);
      if (IS_FULL) await alike(LETTERS.map((letter) => letter.toUpperCase()));
    });

    it("SQL's words and our own aliases", async () => {
      const words = someOf(
        NAMES.filter((name) => name.length > 1),
        at,
      );
      for (let from = 0; from < words.length; from += COLUMNS) {
        const some = words.slice(from, from + COLUMNS);
        await alike(some);
      }
    });

    it('any few of them', async () => {
      const name = fc
        .tuple(fc.constantFrom(...NAMES), fc.boolean())
        .map(([text, isUpper]) => (isUpper ? text.toUpperCase() : text));
      const names = fc.uniqueArray(name, {
        minLength: 2,
        maxLength: 6,
        selector: (text) => text.toLowerCase(),
      });
      await fc.assert(fc.asyncProperty(names, alike), {
        numRuns: 4 + rounds(11),
        examples: [[['id', 'v']], [['n', 'V', 'N_']], [['c1', 'c0']], [['v', 'name', 'r', 's']]],
      });
    });
  });
