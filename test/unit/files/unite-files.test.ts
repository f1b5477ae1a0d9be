import { expect } from 'chai';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { uniteFiles } from '#src/files/unite-files.ts';
import type { Catalog, CatalogTable } from '#src/plugin-api/catalog.ts';
import { openTestDuckdb, type TestDuckdb } from '../../fakes/duckdb-parser.ts';
import { catalogFromSql } from '../../fakes/offline-catalog.ts';

/** Tables of the same shape with these names, one a file. */
async function tablesOf(
  names: readonly string[],
  columns = "DATE '2024-01-01' + i::INT AS day, 'c' || i % 3 AS customer, i * 1.5 AS amount",
): Promise<CatalogTable[]> {
  const offline = await catalogFromSql(
    names.map((name) => `CREATE TABLE "${name}" AS SELECT ${columns} FROM range(9) r(i)`),
  );
  await offline.close();
  return names.map((name) => offline.catalog.tables.find((table) => table.name === name)!);
}

const united = (files: readonly (readonly [filename: string, table: CatalogTable])[]) =>
  uniteFiles(
    files.map(([filename, table]) => ({
      filename,
      profile: { attachments: [], valueIndex: null, tables: [{ table, foreignKeys: [] }] },
    })),
  )
    .flatMap(({ tables }) => tables.map(({ table }) => table))
    .find((table) => table.united);

const ofNames = async (filenames: readonly string[]) => {
  const tables = await tablesOf(filenames.map((_, at) => `t${at}`));
  return united(filenames.map((name, at) => [name, tables[at]!]));
};

describe('files of one shape', () => {
  const cases: readonly [readonly string[], string, string | null][] = [
    [['sales_2024_01.csv', 'sales_2024_02.csv'], 'sales', 'month'],
    [['Sales 03.2024.csv', 'Sales 04.2024.csv'], 'sales', 'month'],
    [['Umsatz_März_2024.csv', 'Umsatz_April_2024.csv', 'Umsatz_Mai_2024.csv'], 'umsatz', 'month'],
    [['orders Q1 2023.xlsx', 'orders Q2 2023.xlsx'], 'orders', 'quarter'],
    [['2022.csv', '2023.csv'], 'all_years', 'year'],
    [['sales_north.csv', 'sales_south.csv'], 'sales', null],
    [['north-sales.csv', 'emea-sales.csv'], 'sales', null],
    [['branch_1.csv', 'branch_2.csv'], 'branch', null],
  ];
  for (const [files, name, period] of cases)
    it(`are one table: ${files.join(', ')}`, async () => {
      const table = await ofNames(files);
      expect(table?.name).to.equal(name);
      const added = table!.columns.slice(0, -3).map((column) => column.name);
      expect(added).to.deep.equal(['file', ...(period ? [period] : [])]);
      expect(table!.rowCount).to.equal(9 * files.length);
    });

  for (const files of [
    ['customer_orders.csv', 'customer_returns.csv'],
    ['customers.csv', 'suppliers.csv'],
    ['export_berlin.csv', 'export_paris.csv'],
    ['sales_2024_01.csv', 'sales_2024_01.tsv'],
  ])
    it(`are not where their names do not say so: ${files.join(', ')}`, async () => {
      expect(await ofNames(files)).to.equal(undefined);
    });

  it('are not where units or types differ, where one is kept out, or where there are no figures', async () => {
    const [one, other] = await tablesOf(['a', 'b']);
    const [texts] = await tablesOf(
      ['c'],
      "DATE '2024-01-01' AS day, 'c' AS customer, 'x' AS amount",
    );
    const inEuro: CatalogTable = {
      ...other!,
      columns: other!.columns.map((column) => ({ ...column, unit: 'EUR' })),
    };
    const files = (table: CatalogTable) =>
      united([
        ['s_2024_01.csv', one!],
        ['s_2024_02.csv', table],
      ]);
    expect(files(other!)).to.not.equal(undefined);
    expect(files(inEuro)).to.equal(undefined);
    expect(files(texts!)).to.equal(undefined);
    expect(files({ ...other!, apart: true })).to.equal(undefined);
    const lists = await tablesOf(['d', 'e'], "i AS item_id, 'n' || i AS item_name");
    expect(
      united([
        ['list_2024_01.csv', lists[0]!],
        ['list_2024_02.csv', lists[1]!],
      ]),
    ).to.equal(undefined);
  });
});

describe('a table of several files in a statement', () => {
  let duckdb: TestDuckdb;
  let catalog: Catalog;

  before(async () => {
    duckdb = await openTestDuckdb();
    const [one, other] = await tablesOf(['one', 'two']);
    for (const name of ['one', 'two'])
      await duckdb.rows(
        `CREATE TABLE "${name}" AS SELECT DATE '2024-01-01' + i::INT AS day, 'c' || i % 3 AS customer,
           i * 1.5 AS amount FROM range(9) r(i) UNION ALL SELECT NULL, 'Total', 54`,
      );
    const totals = [{ column: 'customer', values: ['Total', null] }];
    const table = united([
      ["shop's_2024_01.csv", { ...one!, totalRows: totals }],
      ["shop's_2024_02.csv", { ...other!, totalRows: totals }],
    ])!;
    const offline = await catalogFromSql(['CREATE TABLE x AS SELECT 1 AS a']);
    await offline.close();
    const local = (part: NonNullable<CatalogTable['united']>[number]) => ({
      ...part,
      physical: { ...part.physical, database: null, schema: 'main' },
    });
    catalog = { ...offline.catalog, tables: [{ ...table, united: table.united!.map(local) }] };
  });
  after(() => duckdb.close());

  const run = async (sql: string, rowFilters = new Map<string, never>(), maxRows = 100) => {
    const parsed = await createDuckdbDialect(duckdb).parse(
      sql,
      catalog,
      new AbortController().signal,
    );
    if ('refusal' in parsed) throw new Error(parsed.refusal.text);
    const rewritten = await parsed.rewrite({ catalog, rowFilters, maxRows });
    return duckdb.rows(rewritten.sql);
  };

  it('has the rows of all without those that sum others, the file and its period', async () => {
    expect(await run('SELECT count(*), sum(amount) FROM shops')).to.deep.equal([['18', '108.0']]);
    expect(
      await run('SELECT file, month, sum(amount) FROM shops GROUP BY ALL ORDER BY 1'),
    ).to.deep.equal([
      ["shop's_2024_01", '2024-01-01', '54.0'],
      ["shop's_2024_02", '2024-02-01', '54.0'],
    ]);
  });

  it('is read the same where the tree is written out, and joined with itself', async () => {
    const rows = await run(
      'SELECT DISTINCT ON (s.customer) s.customer, s.file FROM shops s ORDER BY s.customer, s.file DESC LIMIT 1000',
    );
    expect(rows).to.deep.equal([
      ['c0', "shop's_2024_02"],
      ['c1', "shop's_2024_02"],
      ['c2', "shop's_2024_02"],
    ]);
    expect(
      await run('SELECT count(*) FROM shops a JOIN shops b USING (file, day, customer) LIMIT 500'),
    ).to.deep.equal([['18']]);
  });

  it('has its rows filtered, also by columns that the statement does not read', async () => {
    const filters = new Map([['shops', [[{ column: 'customer', value: 'c1' }]]]]) as never;
    for (const limit of ['', ' LIMIT 500'])
      expect(await run(`SELECT count(*) AS n FROM shops${limit}`, filters)).to.deep.equal([['6']]);
  });
});
