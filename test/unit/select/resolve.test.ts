import { expect } from 'chai';
import type { RewriteOptions } from '#src/plugin-api/dialect.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import { resolveSelect } from '#src/sql/select/resolve.ts';
import type { SelectRules } from '#src/sql/select/rules.ts';
import type {
  TreeColumn,
  TreeExpr,
  TreeItem,
  TreeJoin,
  TreeQuery,
  TreeSelect,
  TreeTable,
} from '#src/sql/select/tree.ts';
import { catalogOf, column, table } from '../guard/fixtures.ts';

const RULES: SelectRules = {
  foldTable: (name) => name,
  foldColumn: (name) => name.toLowerCase(),
  aliases: { groupBy: true, having: 'none', orderBy: 'none' },
  wholeRows: true,
  keysDetermine: true,
  recursiveCtes: true,
  functions: {
    scalar: new Set(['lower']),
    aggregate: new Set(['count']),
    window: new Set(),
    table: new Map(),
  },
  operators: new Set(['=']),
  systemColumns: new Set(['ctid']),
  valuesColumn: (index) => `column${index + 1}`,
  sizes: { results: new Map(), collects: new Set() },
  dateFormats: new Map(),
  quote: (name) => `"${name}"`,
  filterValue: (_, value) => (typeof value === 'number' ? String(value) : `'${value}'`),
  fence: ' OFFSET 0',
};

const CATALOG = catalogOf([
  table('a', [column('id', 'integer'), column('x', 'text'), column('t', 'integer')], {
    primaryKey: ['id'],
  }),
  table('b', [column('id', 'integer'), column('y', 'text'), column('s', 'text', { hidden: true })]),
]);

const NO_ENDS = { ctes: [], orderBy: [], limit: null, offset: null };
const col = (...names: readonly string[]): TreeColumn => ({ kind: 'column', names });
const star: TreeExpr = { kind: 'star', qualifier: [] };
const item = (expr: TreeExpr, name = ''): TreeItem => ({ expr, alias: name || null, name });

/** The table of that name where it stands first in `sql` at or after `from`. */
function base(sql: string, name: string, from = 0): TreeTable {
  const start = sql.indexOf(name, from);
  return {
    kind: 'table',
    names: [name],
    span: { start, end: start + name.length },
    alias: null,
    columnAliases: [],
    replaceable: true,
  };
}

function select(parts: Partial<TreeSelect>): TreeSelect {
  return {
    kind: 'select',
    distinct: false,
    distinctOn: [],
    items: [],
    from: [],
    where: null,
    groupBy: [],
    groupingSets: 1,
    having: null,
    windows: [],
    ...NO_ENDS,
    ...parts,
  };
}

function join(left: TreeTable, right: TreeTable, parts: Partial<TreeJoin>): TreeJoin {
  return {
    kind: 'join',
    type: 'inner',
    natural: false,
    using: [],
    on: null,
    left,
    right,
    alias: null,
    ...parts,
  };
}

const resolve = (sql: string, query: TreeQuery) => resolveSelect(sql, query, CATALOG, RULES);
const written = async (
  sql: string,
  query: TreeQuery,
  rowFilters: RewriteOptions['rowFilters'] = new Map(),
) => (await resolve(sql, query).rewrite({ catalog: CATALOG, rowFilters, maxRows: 10 })).sql;

function code(sql: string, query: TreeQuery): string {
  try {
    resolve(sql, query);
    return 'accepted';
  } catch (error) {
    if (error instanceof Refused) return error.refusal.code;
    throw error;
  }
}

describe('the resolver of SELECTs', () => {
  const sql = 'SELECT x FROM a';
  const plain = select({ items: [item(col('x'), 'x')], from: [base(sql, 'a', 10)] });

  it('puts the physical table with the columns that are read in the place of its name', async () => {
    expect(await written(sql, plain)).to.equal(
      'SELECT x FROM (SELECT "x" FROM "memory"."main"."p_a") AS "a"',
    );
  });

  it('puts the row filter with its fence inside', async () => {
    const t = (value: number) => ({ column: 't', value });
    expect(await written(sql, plain, new Map([['a', [[t(42)]]]]))).to.equal(
      'SELECT x FROM (SELECT "x" FROM "memory"."main"."p_a" WHERE "t" = 42 OFFSET 0) AS "a"',
    );
    expect(await written(sql, plain, new Map([['a', [[t(42), t(43)], [t(44)]]]]))).to.equal(
      'SELECT x FROM (SELECT "x" FROM "memory"."main"."p_a" WHERE ("t" = 42 OR "t" = 43) AND "t" = 44 OFFSET 0) AS "a"',
    );
  });

  it('leaves a table that is grouped by its key in one piece, for its other columns depend on the key', async () => {
    const grouped = select({ ...plain, groupBy: [col('id')] });
    expect(await written(sql, grouped)).to.equal('SELECT x FROM "memory"."main"."p_a" AS "a"');
  });

  it('shows what is not hidden where * stands', async () => {
    const all = select({ items: [item(star)], from: [base('SELECT * FROM b', 'b')] });
    expect(await written('SELECT * FROM b', all)).to.equal(
      'SELECT * FROM (SELECT "id", "y" FROM "memory"."main"."p_b") AS "b"',
    );
  });

  const both = 'FROM a JOIN b';
  const tables = [base(both, 'a'), base(both, 'b')] as const;

  it('shows columns that USING made one first, and once', () => {
    const using = select({ items: [item(star)], from: [join(...tables, { using: ['id'] })] });
    const { root } = resolve(both, using).facts;
    expect(root.outputs.map((each) => each.name)).to.deep.equal(['id', 'x', 't', 'y']);
    expect(root.joins[0]?.equalities).to.deep.equal([
      {
        left: { table: 'a', column: 'id', alias: 'a' },
        right: { table: 'b', column: 'id', alias: 'b' },
      },
    ]);
  });

  const refused: Readonly<Record<string, TreeSelect>> = {
    column_ambiguous: select({
      items: [item(col('id'))],
      from: [join(...tables, { type: 'cross' })],
    }),
    column_unknown: select({ items: [item(col('a', 'f'))], from: [tables[0]] }),
    table_not_in_catalog: select({ items: [item(star)], from: [base(both, 'FROM')] }),
    function_not_allowed: select({
      items: [
        item({
          kind: 'call',
          name: 'pg_sleep',
          args: [],
          distinct: false,
          filter: null,
          orderBy: [],
          over: null,
        }),
      ],
    }),
  };
  for (const [why, query] of Object.entries(refused))
    it(`refuses with ${why}`, () => {
      expect(code(both, query)).to.equal(why);
    });

  it('refuses a column that every table of the engine has', () => {
    expect(code(sql, select({ ...plain, items: [item(col('ctid'))] }))).to.equal('column_unknown');
  });

  it('lets ON see the two sides of its join alone', () => {
    const on: TreeExpr = { kind: 'operation', op: '=', args: [col('c', 'id'), col('b', 'id')] };
    const aliased = { ...base(both, 'a'), alias: 'c' } as TreeTable;
    const from = [aliased, join(base(both, 'FROM'), tables[1], { on })];
    const cte = { name: 'FROM', columns: [], recursive: false, query: plain };
    expect(code(both, select({ items: [item(star)], from, ctes: [cte] }))).to.equal(
      'column_unknown',
    );
  });

  it('reads a name as a column of any scope around before it reads it as a row', () => {
    const inner = select({
      items: [item(col('x'))],
      from: [{ ...base(both, 'b'), alias: 'x' } as TreeTable],
    });
    const outer = select({
      items: [
        item({ kind: 'subquery', mode: 'scalar', negated: false, outer: null, query: inner }),
      ],
      from: [tables[0]],
    });
    const { columns } = resolve(both, outer).facts;
    expect(columns).to.deep.equal([{ table: 'a', column: 'x', onlyCounted: false }]);
  });

  it('reads a recursive WITH once', () => {
    const text = 'a r';
    const left = select({ items: [item(col('id'), 'id')], from: [base(text, 'a')] });
    const right = select({ items: [item(col('n'), 'n')], from: [base(text, 'r')] });
    const query: TreeQuery = { kind: 'set', op: 'union', all: true, left, right, ...NO_ENDS };
    const cte = { name: 'r', columns: ['n'], recursive: true, query };
    const outer = select({ items: [item(col('n'), 'n')], from: [base(text, 'r')], ctes: [cte] });
    const { facts } = resolve(text, outer);
    expect(facts.tables).to.deep.equal(['a']);
    expect(facts.columns).to.deep.equal([{ table: 'a', column: 'id', onlyCounted: false }]);
  });
});
