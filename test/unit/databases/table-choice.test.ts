import { expect } from 'chai';
import { catalogNames, physicalKey, tableChoice } from '#src/databases/table-choice.ts';
import type { TableFilter } from '#src/databases/types.ts';

const at = (schema: string | null, table: string) => ({ database: null, schema, table });

describe('which tables of a database are read', () => {
  const CASES: readonly (readonly [TableFilter, readonly string[]])[] = [
    [{}, ['orders', 'order_lines', 'staff', 'pay']],
    [{ include: ['ORDERS'] }, ['orders']],
    [{ include: ['order*'] }, ['orders', 'order_lines']],
    [{ include: ['hr.*'] }, ['staff', 'pay']],
    [{ include: ['*'], exclude: ['hr.pay', '*lines'] }, ['orders', 'staff']],
    [{ include: [] }, []],
    [{ exclude: ['*.o*s'] }, ['staff', 'pay']],
    [{ include: ['o*r*s'] }, ['orders', 'order_lines']],
    [{ include: ['orders*s'] }, []],
  ];
  const tables = [
    at('public', 'orders'),
    at('public', 'order_lines'),
    at('hr', 'staff'),
    at('hr', 'pay'),
  ];
  for (const [filter, expected] of CASES)
    it(`are ${expected.join(', ') || 'none'} for ${JSON.stringify(filter)}`, () => {
      const found = tables.filter(tableChoice(filter));
      expect(found.map(({ table }) => table)).to.deep.equal(expected);
    });

  it('is decided for a pattern of stars only, which takes ages where each star is tried at each place', () => {
    const filter = { include: [`${'*a'.repeat(120)}b`] };
    expect(tableChoice(filter)(at('public', 'a'.repeat(250)))).to.equal(false);
  });
});

describe('the names that tables of a database get', () => {
  const names = (
    tables: Parameters<typeof catalogNames>[0],
    kept: ReadonlyMap<string, string> = new Map(),
  ) => catalogNames(tables, kept).map(({ name }) => name);

  it('are their own, with the schema before them only where two have the same', () => {
    expect(names([at('public', 'orders'), at('hr', 'staff')])).to.deep.equal(['orders', 'staff']);
    expect(names([at('public', 'orders'), at('hr', 'Orders'), at('hr', 'staff')])).to.deep.equal([
      'public_orders',
      'hr_Orders',
      'staff',
    ]);
  });

  it('are unique without case, whatever the tables are called', () => {
    const odd = [at('a', 'b'), at('c', 'b'), at('x', 'a_b'), at('a', 'B'), at(null, 'b')];
    const found = names(odd).map((name) => name.toLowerCase());
    expect(new Set(found).size).to.equal(odd.length);
  });

  it('stay when a table of another schema comes along', () => {
    const first = at('public', 'orders');
    const kept = new Map([[physicalKey(first), 'orders']]);
    expect(names([at('hr', 'orders'), first], kept)).to.deep.equal(['hr_orders', 'orders']);
  });
});
