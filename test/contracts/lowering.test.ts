import { DuckDBInstance } from '@duckdb/node-api';
import { expect } from 'chai';
import fc from 'fast-check';
import { lowerAlasql } from '#plugins/sources/alasql/dialect/lower.ts';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import { lowerMysql } from '#plugins/sources/mysql/dialect/lower.ts';
import { lowerPostgres } from '#plugins/sources/postgres/dialect/lower.ts';
import type { Query } from '#src/plugin-api/query.ts';
import { FUNCTION_NAMES, FUNCTIONS, type FunctionDialect } from '#src/query/functions.ts';
import { CannotLower } from '#src/sql/lower.ts';
import { openAlasqlFromSql } from '../fakes/alasql-from-sql.ts';
import { rounds } from '../fakes/full.ts';
import { openTestMysql } from '../fakes/mysql.ts';
import { openScratchPostgres } from '../fakes/postgres.ts';
import { FUNCTION_CASES } from '../fixtures/function-cases.ts';
import {
  LOWERING_CASES,
  LOWERING_NAMES,
  loweringTables,
  type Naming,
} from '../fixtures/lowering-cases.ts';

/** A database of its own in which the tables of the cases are made. */
interface Engine {
  rows(sql: string): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<void>;
}

interface Kind {
  readonly name: string;
  readonly dialect: FunctionDialect;
  readonly quote: '"' | '`';
  lower(query: Query): string;
  /** Null where there is no server; then the cases are skipped. */
  open(): Promise<Engine | null>;
}

async function openDuckdb(): Promise<Engine> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  return {
    rows: async (sql) => (await connection.runAndReadAll(sql)).getRowsJson(),
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function openMysql(): Promise<Engine | null> {
  const server = await openTestMysql();
  return server && { rows: server.inside, close: server.close };
}

const KINDS: readonly Kind[] = [
  { name: 'DuckDB', dialect: 'duckdb', quote: '"', lower: lowerDuckdb, open: openDuckdb },
  {
    name: 'PostgreSQL',
    dialect: 'postgres',
    quote: '"',
    lower: lowerPostgres,
    open: openScratchPostgres,
  },
  { name: 'MySQL', dialect: 'mysql', quote: '`', lower: lowerMysql, open: openMysql },
  { name: 'AlaSQL', dialect: 'alasql', quote: '"', lower: lowerAlasql, open: openAlasqlFromSql },
];

/** Engines write numbers and truth in their own ways: `9.0000`, `"5"`, 1 for true. */
function alike(cell: unknown, expected: unknown): unknown {
  if (cell === null || cell === undefined) return null;
  if (typeof expected === 'number') return Math.round(Number(cell) * 1e9) / 1e9;
  if (typeof expected === 'boolean') return cell === true || Number(cell) === 1;
  return String(cell).replace('T', ' ');
}

/** Whether rows that tie come in an order of their own. */
const isUnordered = (query: Query): boolean =>
  query.kind === 'select' && query.limit?.withTies === true && !query.limit.within;

/** The rows of a query as the expected ones are written. */
async function rowsOf(
  { lower }: Kind,
  engine: Engine,
  query: Query,
  expected: readonly (readonly unknown[])[],
) {
  const sql = lower(query);
  const rows = await engine.rows(sql).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${sql}`);
  });
  const found = rows.map((row) =>
    row.map((cell, column) =>
      alike(cell, expected.find((each) => each[column] !== null)?.[column]),
    ),
  );
  return { sql, rows: isUnordered(query) ? found.toSorted() : found };
}

/** Words of SQL, names that statements of ours use, marks that quote, and scripts: all that an upload may call a column. */
const ODD_NAMES = [
  ...'abcdefghijklmnopqrstuvwxyz',
  ...'V N T sales targets count total result rows value label base rn src'.split(' '),
  ...'select from where group order by having limit offset union all any distinct join on using as'.split(
    ' ',
  ),
  ...'and or not null true false is in like between case when then else end cast exists'.split(' '),
  ...'date timestamp time interval year month day current_date user values table index key default check'.split(
    ' ',
  ),
  ...'rank row_number over window partition desc asc sum avg min max left right inner lateral with'.split(
    ' ',
  ),
  // Not `__proto__`: MySQL's driver refuses it as the name of a result, whatever the statement is.
  ...'constructor toString hasOwnProperty length'.split(' '),
  ...[
    '"',
    '""',
    "'",
    '`',
    '``',
    'a"b',
    "it's",
    'a`b',
    '[x]',
    'a.b',
    'a;b',
    '-- x',
    '/* x',
    '\\',
    '\\"',
    '%',
    '$1',
    '?',
    ':x',
    '{x}',
    '@x',
    '#x',
    '1',
    '1a',
    'a  b',
  ],
  ...['ü', 'Größe', 'naïve', '数', 'Δ', 'имя', 'اسم', 'İ', 'ß', 'é', 'e\u0301'],
];

/** Each table and column under an odd name of its own; results too, also under names of columns. */
const namings = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...ODD_NAMES), {
      minLength: LOWERING_NAMES.columns.length,
      maxLength: LOWERING_NAMES.columns.length,
      selector: (name) => name.normalize('NFC').toLowerCase(),
    }),
    fc.uniqueArray(fc.constantFrom(...ODD_NAMES), {
      minLength: LOWERING_NAMES.tables.length,
      maxLength: LOWERING_NAMES.tables.length,
      selector: (name) => name.normalize('NFC').toLowerCase(),
    }),
  )
  .map(([columns, tables]) => ({
    columns: Object.fromEntries(LOWERING_NAMES.columns.map((name, at) => [name, columns[at]!])),
    tables: Object.fromEntries(LOWERING_NAMES.tables.map((name, at) => [name, tables[at]!])),
  }));

/** Aliases are unique in a query: most are names of tables, no table is called as the others then are. */
const aliasOf = (alias: string, naming: Naming) =>
  LOWERING_NAMES.tables.some((name) => name === alias) ? naming.table(alias) : `${alias} again`;

/** A part of a query with its tables and columns called otherwise; a result that had a column's name has its new one. */
function renamed<Part>(part: Part, naming: Naming): Part {
  if (Array.isArray(part)) return part.map((one) => renamed(one, naming)) as Part;
  if (part === null || typeof part !== 'object') return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (typeof value !== 'string') return [key, renamed(value, naming)];
      if (key === 'table') return [key, naming.table(value)];
      if (key === 'alias') return [key, aliasOf(value, naming)];
      const isOutput = key === 'name' && 'kind' in part && part.kind === 'output';
      return [key, key === 'column' || key === 'as' || isOutput ? naming.column(value) : value];
    }),
  ) as Part;
}

/** The names of the result columns of the cases, those of queries inside them included. */
const RESULT_NAMES: ReadonlySet<string> = new Set(
  [...JSON.stringify(LOWERING_CASES.map(([, query]) => query)).matchAll(/"as":"([^"]+)"/g)].map(
    ([, name = '']) => name.toLowerCase(),
  ),
);

for (const kind of KINDS)
  describe(`the IR lowered to ${kind.name} over odd names`, () => {
    it('gives the rows that it gives over plain ones', async function () {
      const server = await kind.open();
      if (!server) return this.skip();
      await server.close();
      await fc.assert(
        fc.asyncProperty(namings, async ({ columns, tables }) => {
          // A column with the name of a result column would stand beside it under one name, which no plan does.
          fc.pre(!Object.values(columns).some((name) => RESULT_NAMES.has(name.toLowerCase())));
          const naming: Naming = {
            table: (name) => tables[name] ?? name,
            column: (name) => columns[name] ?? name,
          };
          const engine = await kind.open();
          if (!engine) throw new Error('the server is gone');
          try {
            for (const statement of loweringTables(kind.quote, naming))
              await engine.rows(statement);
            for (const [name, query, expected] of LOWERING_CASES) {
              const { sql, rows } = await rowsOf(kind, engine, renamed(query, naming), expected);
              expect(rows, `${name}\n${sql}`).to.deep.equal(expected);
            }
          } finally {
            await engine.close();
          }
        }),
        { numRuns: rounds(6) },
      );
    });
  });

for (const kind of KINDS)
  describe(`the IR lowered to ${kind.name}`, () => {
    let engine: Engine | null = null;
    before(async function () {
      engine = await kind.open();
      if (!engine) return this.skip();
      for (const statement of loweringTables(kind.quote)) await engine.rows(statement);
    });
    after(() => engine?.close());

    for (const [name, query, expected] of LOWERING_CASES)
      it(name, async () => {
        const { sql, rows } = await rowsOf(kind, engine!, query, expected);
        expect(rows, sql).to.deep.equal(expected);
      });

    for (const { name, query, rows: expected, lacking } of FUNCTION_CASES)
      it(`${lacking.includes(kind.dialect) ? 'says that it lacks: ' : ''}${name}`, async () => {
        if (lacking.includes(kind.dialect)) {
          expect(() => kind.lower(query)).to.throw(CannotLower);
          return;
        }
        const { sql, rows } = await rowsOf(kind, engine!, query, expected);
        expect(rows, sql).to.deep.equal(expected);
      });
  });

describe('the functions of the IR', () => {
  it('each has a case, but for those that only statements of others call', () => {
    const covered = new Set<string>([
      ...FUNCTION_CASES.map(({ fn }) => fn),
      ...[...JSON.stringify(LOWERING_CASES).matchAll(/"fn":"(\w+)"/g)].map(([, fn = '']) => fn),
    ]);
    const planned = FUNCTION_NAMES.filter((name) => {
      const { lower } = FUNCTIONS[name];
      return Object.values(lower).some((one) => one !== null);
    });
    expect(planned.filter((name) => !covered.has(name))).to.deep.equal([]);
  });
});
