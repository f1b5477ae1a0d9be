import { expect } from 'chai';
import fc from 'fast-check';
import { readRowFilter } from '#src/catalog/semantics/row-filter.ts';

describe('the row filter of a semantics document', () => {
  const read: readonly [string, ...object[]][] = [
    ['tenant_id = 42', { tenant_id: 42 }],
    ["region='EU'", { region: 'EU' }],
    ["tenant_id = 42 AND region = 'EU'", { tenant_id: 42 }, { region: 'EU' }],
    [`"Order No" = -1.5 and name = 'O''Hara'`, { 'Order No': -1.5 }, { name: "O'Hara" }],
    [`a = 1 AND"b"=2`, { a: 1 }, { b: 2 }],
    ['code = 007', { code: '007' }],
    ['amount = 1.50', { amount: '1.50' }],
    ['id = 9223372036854775807', { id: '9223372036854775807' }],
    ['deleted = FALSE', { deleted: 'false' }],
    ['"and" = 1', { and: 1 }],
    ['((tenant_id = 1))', { tenant_id: 1 }],
    ['tenant_id IN (1)', { tenant_id: 1 }],
  ];
  for (const [text, ...filter] of read)
    it(`reads ${text}`, () => {
      expect(readRowFilter(text)).to.deep.equal({
        filter: filter.map((one) =>
          Object.entries(one).map(([column, value]) => ({ column, value })),
        ),
      });
    });

  /** Each clause as `column value|column value`. */
  const choices: readonly [string, readonly string[]][] = [
    ['a = 1 OR b = 2', ['a 1|b 2']],
    [`region in ('EU' , 'UK')and a=1`, ['region EU|region UK', 'a 1']],
    ['a = 1 AND b = 2 OR c = 3', ['a 1|c 3', 'b 2|c 3']],
    ['a = 1 AND (b = 2 OR c = 3)', ['a 1', 'b 2|c 3']],
    ['a = 1 OR b IN (2, 3) OR a = 1', ['a 1|b 2|b 3']],
    ['a = 1 OR a = 2', ['a 1|a 2']],
    ['(a = 1 AND b = 2) OR (a = 3 AND b = 4)', ['a 1|a 3', 'a 1|b 4', 'b 2|a 3', 'b 2|b 4']],
  ];
  for (const [text, clauses] of choices)
    it(`reads ${text}`, () => {
      const found = readRowFilter(text);
      const shown =
        'filter' in found &&
        found.filter.map((one) => one.map(({ column, value }) => `${column} ${value}`).join('|'));
      expect(shown).to.deep.equal(clauses);
    });

  const refused = [
    '',
    'tenant_id',
    'tenant_id = ',
    'tenant_id = other_column',
    'tenant_id = 1 OR 1 = 1',
    'tenant_id = 1 AND',
    'tenant_id = 1 AND tenant_id = 2',
    'tenant_id = 1 AND TENANT_ID = 1',
    'tenant_id = 1 OR',
    'OR tenant_id = 1',
    'tenant_id IN ()',
    'tenant_id IN (1, )',
    'tenant_id IN (1, 2',
    'tenant_id IN (other)',
    'tenant_id NOT IN (1)',
    'tenant_id IN (SELECT 1)',
    'tenant_id = 1 tenant_id = 2',
    'tenant_id = NULL',
    'tenant_id = 1)',
    '(tenant_id = 1',
    'and = 1',
    Array.from({ length: 7 }, (_, n) => `(a = ${n} AND b = ${n})`).join(' OR '),
    'tenant_id > 1',
    'NOT tenant_id = 1',
    '()',
    "name = 'open",
    "name = 'a' -- b",
    'tenant_id = 1; DROP TABLE orders',
    'orders.tenant_id = 1',
    'tenant_id = 1e9',
    'tenant_id = 1andb = 2',
    'tenant_id = 12345678901234567890',
  ];
  for (const text of refused)
    it(`refuses ${text || 'nothing'}`, () => {
      expect(readRowFilter(text)).to.have.property('problem');
    });

  it('gives back every filter as it was written', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1 }), {
      minLength: 1,
      selector: (name) => name.toLowerCase(),
    });
    const value = fc.oneof(fc.string(), fc.integer());
    fc.assert(
      fc.property(names, fc.array(value, { minLength: 20, maxLength: 20 }), (columns, values) => {
        const used = columns.slice(0, values.length);
        const written = used.map((column, at) => {
          const given = values[at]!;
          const literal =
            typeof given === 'number' ? String(given) : `'${given.replaceAll("'", "''")}'`;
          return `"${column.replaceAll('"', '""')}" = ${literal}`;
        });
        const filter = used.map((column, at) => [{ column, value: values[at]! }]);
        expect(readRowFilter(written.join(' AND '))).to.deep.equal({ filter });
      }),
    );
  });
});
