import { expect } from 'chai';
import { personalName } from '#src/catalog/personal-columns.ts';
import { shapeOf } from '#src/catalog/value-shapes.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';

describe('columns about persons', () => {
  const names: readonly (readonly [string, string | null])[] = [
    ['email', 'email'],
    ['CustomerEmail', 'email'],
    ['e_mail', 'email'],
    ['phone', 'phone'],
    ['phone_number', 'phone'],
    ['mobileNumber', 'phone'],
    ['date_of_birth', 'birth'],
    ['birth_date', 'birth'],
    ['DOB', 'birth'],
    ['iban', 'bank'],
    ['bank_account', 'bank'],
    ['street_address', 'address'],
    ['ip_address', 'address'],
    ['first_name', 'name'],
    ['LastName', 'name'],
    ['tax_id', 'id'],
    ['name', null],
    ['customer_name', null],
    ['product_name', null],
    ['city', null],
    ['country', null],
    ['postal_code', null],
    ['email_sent_at', null],
    ['email_count', null],
    ['phone_model', null],
    ['phone_brand', null],
    ['birth_year', null],
    ['account_number', null],
    ['order_id', null],
    ['fax_cost', null],
  ];
  for (const [name, kind] of names)
    it(`${name} → ${kind ?? 'no mark'}`, () => expect(personalName(name)).to.equal(kind));

  const shapes: readonly (readonly [string, readonly string[], string | null])[] = [
    ['emails', ['a@example.org', 'b.c@example.com', 'd@example.net'], 'email'],
    ['telephone numbers', ['+49 30 1234567', '+1 212 555 0100', '0044 20 7946 0000'], 'phone'],
    [
      'IBANs',
      ['DE89370400440532013000', 'GB82 WEST 1234 5698 7654 32', 'FR1420041010050500013M02606'],
      'bank',
    ],
    ['card numbers', ['4111 1111 1111 1111', '5500005555555559', '340000000000009'], 'secret'],
    ['social security numbers', ['123-45-6789', '234-56-7890', '345-67-8901'], 'secret'],
    [
      'order numbers of 16 digits',
      ['4111111111111112', '4111111111111113', '4111111111111114'],
      null,
    ],
    ['words', ['red', 'green', 'blue'], null],
    ['dates', ['2025-01-01', '2025-02-01', '2025-03-01'], null],
    ['too few to tell', ['a@example.org'], null],
  ];
  for (const [what, values, kind] of shapes)
    it(`of ${what} are ${kind ?? 'not'} told by their values`, () =>
      expect(shapeOf(values)).to.equal(kind));

  describe('in a catalog', () => {
    let data: OfflineCatalog;
    before(async () => {
      data = await catalogFromSql([
        `CREATE TABLE people AS SELECT range AS id, 'Person ' || range AS name, 'p' || range || '@example.org' AS email,
           'q' || range || '@example.org' AS reachable_under, DATE '1980-01-01' + range::INT AS date_of_birth,
           '123-45-' || (1000 + range) AS code, ['Oslo','Rome'][1 + range % 2] AS city FROM range(30)`,
      ]);
    });
    after(() => data.close());
    const column = (name: string) =>
      data.catalog.tables[0]!.columns.find((one) => one.name === name)!;

    it('leave no samples, and can be asked for', () => {
      for (const name of ['email', 'reachable_under', 'date_of_birth']) {
        expect(column(name).personal, name).to.be.a('string');
        expect(column(name).profile!.samples, name).to.deep.equal([]);
        expect(column(name).sensitive, name).to.equal(false);
      }
      expect(column('email').profile).to.deep.include({ min: null, max: null, unique: true });
    });

    it('are closed where their values are secrets, whatever their name', () => {
      expect(column('code')).to.include({ hidden: true, secret: 'values', profile: null });
      expect(data.values.lookup('123-45-1001')).to.deep.equal([]);
    });

    it('are not names of customers and cities', () => {
      for (const name of ['name', 'city']) {
        expect(column(name).personal, name).to.equal(undefined);
        expect(column(name).profile!.samples.length, name).to.be.above(0);
      }
    });
  });
});
