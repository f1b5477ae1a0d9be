import { DuckDBInstance } from '@duckdb/node-api';
import { expect } from 'chai';
import { MUTATIONS } from '../../../bench/weak-model/mutations.ts';
import { isSame, plantedIn } from '../../../bench/weak-model/plant.ts';

const TABLES = `
CREATE TABLE staff (staff_id INTEGER, name VARCHAR, city VARCHAR, team VARCHAR, pay INTEGER, age INTEGER, hired_on DATE, left_on DATE);
CREATE TABLE shifts (shift_id INTEGER, staff_id INTEGER, shop_id INTEGER, hours INTEGER);
INSERT INTO staff SELECT i, 'n' || i, ['Ulm', 'Bonn'][1 + i % 2], ['red', 'blue', 'grey'][1 + i % 3], i * 100, 20 + i, DATE '2024-01-01' + CAST(i * 20 AS INTEGER), DATE '2025-01-01' + CAST(i * 30 AS INTEGER) FROM range(1, 40) t(i);
INSERT INTO shifts SELECT i, i % 37, i % 5, i % 9 FROM range(1, 200) t(i)`;

const RIGHT = [
  `SELECT s.team, SUM(h.hours) AS hours, COUNT(DISTINCT s.staff_id) AS staff FROM staff s JOIN shifts h ON h.staff_id = s.staff_id WHERE s.city = 'Ulm' AND s.pay > 500 AND s.hired_on >= DATE '2024-06-01' AND s.hired_on < DATE '2025-06-01' GROUP BY s.team ORDER BY hours DESC LIMIT 2`,
].map((sql) => ({ world: 'staff', heldOut: false, question: 'hours by team', sql }));

async function plant(seed: number) {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(TABLES);
  const planted = await plantedIn(connection, RIGHT, seed);
  connection.closeSync();
  instance.closeSync();
  return [...planted.values()].flat();
}

describe('the mutator of the weak model', () => {
  it('makes a statement wrong in each of its ways', async () => {
    const planted = await plant(1);
    expect(planted.map(({ kind }) => kind)).to.have.members(Object.keys(MUTATIONS));
  });

  it('makes the same statements of a seed, and others of another', async () => {
    const [first, again, other] = [await plant(1), await plant(1), await plant(2)];
    expect(again).to.deep.equal(first);
    expect(other).not.to.deep.equal(first);
  });

  it('tells results by the names of their columns, rows in any order', () => {
    const one = {
      columns: ['a', 'b'],
      rows: [
        [1, 'x'],
        [2, 'y'],
      ],
    };
    expect(
      isSame(one, {
        columns: ['b', 'a'],
        rows: [
          ['y', 2],
          ['x', '1'],
        ],
      }),
    ).to.equal(true);
    expect(isSame(one, { columns: ['b', 'a'], rows: one.rows })).to.equal(false);
    expect(isSame(one, { columns: ['a', 'b'], rows: one.rows.toReversed() }, true)).to.equal(false);
  });
});
