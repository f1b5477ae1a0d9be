import { expect } from 'chai';
import { plan } from '#src/read/planner.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';

describe('rows that refer to nothing', () => {
  let data: OfflineCatalog;

  before(async () => {
    data = await catalogFromSql([
      `CREATE TABLE pens AS SELECT i AS pen_id, 'Pen ' || i AS pen_name, 1 + i % 2 AS lane FROM range(1, 10) t(i)`,
      // One of ten pens is gone.
      `CREATE TABLE dogs AS SELECT i AS dog_id, 'Dog ' || i AS dog_name, i AS pen_id FROM range(1, 11) t(i)`,
      `CREATE TABLE walks AS SELECT i AS walk_id, 1 + i % 10 AS dog_id, 10 * i AS minutes FROM range(1, 30) t(i)`,
    ]);
  });
  after(() => data.close());

  const told = (question: string) => {
    const { catalog, values } = data;
    const planned = plan({ question, catalog, values, history: [], now: new Date() });
    expect(planned.kind, question).to.equal('query');
    return planned.kind === 'query' ? planned.assumptions : [];
  };

  it('are told where a join leaves them out, whoever read the question', () => {
    for (const question of ['how many dogs are in each pen', 'pen names of dogs'])
      expect(told(question), question).to.include('Rows of dogs without pen are left out.');
  });

  it('are not told where something is said of what they refer to, or where all refer to something', () => {
    expect(told('names of dogs in lane 1')).to.not.include(
      'Rows of dogs without pen are left out.',
    );
    expect(told('total walk minutes per dog name').join(' ')).to.not.include('left out');
  });
});
