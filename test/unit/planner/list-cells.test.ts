import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import { withListCells } from '#src/planner/list-cells.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import { plan } from '#src/read/planner.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';

const MINERAL = { kind: 'column', alias: 'mines', column: 'mineral' } as const;

describe('cells that hold several values', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql([
      `CREATE TABLE mines AS SELECT * FROM (VALUES
         ('Hollow', 'North', 'Tin', 'Ida Roe'), ('Brook', 'South', 'Tin, Lead', 'Ida Roe (2)'), ('Grey Pit', 'North', 'Lead', 'Tom Voss'),
         ('Old Wheel', 'South', 'Copper and Tin', 'Ann Berg'), ('Long Shaft', 'North', 'Tinsel', 'Una Wall'), ('Deep', 'South', 'Lead', 'Ida Roe (3)')
       ) t(mine, county, mineral, owner)`,
      `CREATE TABLE films AS SELECT i AS film_id, ['War', 'War and Love', 'Love, Again', 'Snow'][i] AS title, 1990 + i AS year FROM range(1, 5) t(i)`,
    ]);
  });
  after(() => data.close());

  const planned = (question: string) => {
    const { catalog, values } = data;
    return plan({ question, catalog, values, history: [], now: new Date() });
  };
  const rowsOf = async (question: string) => {
    const found = planned(question);
    expect(found.kind, question).to.equal('query');
    if (found.kind !== 'query') return [];
    return (await data.run(lowerDuckdb(found.query))).map(([cell]) => cell).toSorted();
  };

  it('have each of them, which is told', async () => {
    expect(await rowsOf('mines with mineral tin')).to.deep.equal(['Brook', 'Hollow', 'Old Wheel']);
    expect(await rowsOf('mines with owner Ida Roe')).to.deep.equal(['Brook', 'Deep', 'Hollow']);
    const found = planned('mines with mineral tin');
    expect(found.kind === 'query' && found.assumptions.join(' ')).to.match(
      /"Tin" is also matched in mineral cells with several values, such as "(?:Copper and Tin|Tin, Lead)"/,
    );
  });

  it('are told to nobody who may see no values of the data, and found all the same', async () => {
    const { catalog } = data;
    const values = { lookup: () => [], close: () => {} };
    const question = 'number of mines by mineral';
    const grouped = plan({ question, catalog, values, history: [], now: new Date() });
    expect(grouped.kind === 'query' && grouped.assumptions.join(' ')).to.match(
      /mineral cells with several values form their own groups/,
    );
    expect(JSON.stringify(grouped)).to.not.match(/Copper|Lead/);
    const seen = planned('mines with mineral tin');
    const plain = seen.kind === 'query' && seen.query.kind === 'select' ? seen.query : null;
    const asked: SelectQuery = {
      ...plain!,
      where: [{ kind: 'match', mode: 'equals', expr: MINERAL, text: 'Tin', negated: false }],
    };
    const tables = new Map(catalog.tables.map((table) => [table.name, table]));
    const { query, told } = withListCells(asked, tables, () => false);
    expect(JSON.stringify([query, told])).to.not.match(/Copper|Lead/);
    const rows = await data.run(lowerDuckdb(query));
    expect(rows.map(([cell]) => cell).toSorted()).to.deep.equal(['Brook', 'Hollow', 'Old Wheel']);
  });

  it('are left out whole where one of them is denied', async () => {
    expect(await rowsOf('mines whose mineral is not tin')).to.deep.equal([
      'Deep',
      'Grey Pit',
      'Long Shaft',
    ]);
  });

  it('are not counted as if each was one value', () => {
    for (const question of ['how many different minerals are there', 'How many owners are there?'])
      expect(planned(question).kind, question).to.not.equal('query');
  });

  it('make groups of their own, which is told', () => {
    const found = planned('number of mines by mineral');
    expect(found.kind === 'query' && found.assumptions.join(' ')).to.match(/form their own groups/);
  });

  it('are none in what rows are called by', async () => {
    expect(await rowsOf('year of the film titled "War"')).to.deep.equal([1991]);
  });
});
