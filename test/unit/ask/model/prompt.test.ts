import { expect } from 'chai';
import {
  otherSystemPrompt,
  questionPrompt,
  repairPrompt,
  systemPrompt,
} from '#src/ask/model/prompt.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { hitsOf } from '#workers/plan-host.ts';
import { catalogFromSql, type OfflineCatalog } from '../../../fakes/offline-catalog.ts';

const PEOPLE = Array.from(
  { length: 40 },
  (_, at) =>
    `(${at + 900}, 'Person ${at}', 'p${at}@mail.example', '+49 30 5550${at}', 'Ring ${at}', '${at}77-00-11', '${['gold', 'silver', 'bronze'][at % 3]}', ${at % 4 === 0 ? 'NULL' : `DATE '2024-03-${String(1 + (at % 28)).padStart(2, '0')}'`}, '${['Leipzig', 'Dresden', 'Chemnitz'][at % 3]}', 'SKU-${at}', ${at * 10}.5)`,
);
const DATA = [
  `CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name VARCHAR, email VARCHAR, phone VARCHAR, address VARCHAR, ssn VARCHAR, tier VARCHAR, joined_on DATE, city VARCHAR, sku VARCHAR, balance DECIMAL(10,2))`,
  `INSERT INTO customers VALUES ${PEOPLE.join(', ')}`,
  'CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (customer_id), minutes INTEGER)',
  'INSERT INTO visits SELECT i, 900 + i % 40, 7 * i FROM range(1, 90) t(i)',
];
const FORMS = [
  ['first', systemPrompt],
  ['second', otherSystemPrompt],
] as const;

describe('a prompt', () => {
  let data: OfflineCatalog;
  before(async () => {
    data = await catalogFromSql(DATA);
  });
  after(() => data.close());

  const shown = (catalog: Catalog, tableTokens = 500) => ({ catalog, tableTokens });
  const withColumn = (name: string, over: Partial<CatalogColumn>): Catalog => ({
    ...data.catalog,
    tables: data.catalog.tables.map((table) => ({
      ...table,
      columns: table.columns.map((one) => (one.name === name ? { ...one, ...over } : one)),
    })),
  });

  for (const [form, prompt] of FORMS)
    describe(`in its ${form} form`, () => {
      it('lists all values of a column of few, ranges of dates and amounts, and empty shares', () => {
        const text = prompt(shown(data.catalog), NO_ROW_POLICY);
        expect(text).to.match(/tier.*all: (?:(?:gold|silver|bronze)(?: \| )?){3}/);
        expect(text).to.match(/joined_on.* 2024-03-02\.\.2024-03-28.*25% empty/);
        expect(text).to.match(/balance.* 0\.50?\.\.390\.50?/);
        expect(text).to.contain('UTC');
      });

      it('says neither ranges of ids nor names and codes of rows', () => {
        const text = prompt(shown(data.catalog), NO_ROW_POLICY);
        expect(text).to.not.match(/\b9\d\d\.\.9\d\d\b/);
        expect(text).to.not.match(/SKU-|Person \d/);
      });

      it('says no value of a secret, of data of persons, or of a hidden column', () => {
        const text = prompt(shown(data.catalog), NO_ROW_POLICY);
        expect(text).to.not.match(/mail\.example|5550|Ring \d|77-00-11/);
        for (const over of [
          { sensitive: true },
          { hidden: true },
          { personal: 'id' as const },
          { secret: 'values' as const },
        ])
          expect(prompt(shown(withColumn('tier', over)), NO_ROW_POLICY)).to.not.contain('bronze');
        expect(prompt(shown(withColumn('tier', { hidden: true })), NO_ROW_POLICY)).to.not.match(
          /\btier\b/,
        );
      });

      it('says no value to one who sees only some rows', () => {
        const text = prompt(shown(data.catalog), { filter: { city: 'Leipzig' }, hash: 'h' });
        expect(text).to.not.match(/bronze|Dresden|2024-03|empty|390/);
      });

      it('leaves values out where there is no room, and no name', () => {
        const tables = Array.from({ length: 30 }, (_, at) => ({
          ...data.catalog.tables[0]!,
          name: `customers_${at}`,
        }));
        const text = prompt(shown({ ...data.catalog, tables }, 0), NO_ROW_POLICY);
        expect(text).to.contain('customers_29').and.not.contain('bronze');
      });
    });

  it('tells keys that are declared from those that are likely', () => {
    const [key] = data.catalog.relationships;
    const text = (source: 'declared' | 'inferred') =>
      systemPrompt(shown({ ...data.catalog, relationships: [{ ...key!, source }] }), NO_ROW_POLICY);
    expect(text('declared')).to.contain('customer_id int -> customers');
    expect(text('inferred')).to.contain('customer_id int ~> customers');
  });

  it('shares four fifths of its bytes with that of another question over the same data', () => {
    const system = systemPrompt(shown(data.catalog), NO_ROW_POLICY);
    expect(systemPrompt(shown(data.catalog), NO_ROW_POLICY)).to.equal(system);
    const asked = questionPrompt({
      question: 'How many gold customers from Leipzig joined in March 2024?',
      today: '2026-11-21',
      hits: hitsOf('How many gold customers from Leipzig joined in March 2024?', data.values, true),
      examples: [],
      history: [],
    });
    const bytes = (text: string) => Buffer.byteLength(text);
    expect(bytes(system) / (bytes(system) + bytes(asked))).to.be.at.least(0.8);
  });

  it('marks values that are only near a word of the question', () => {
    const prompted = (question: string) =>
      questionPrompt({
        ...{ question, today: '2026-11-21', examples: [], history: [] },
        hits: hitsOf(question, data.values, true),
      });
    expect(prompted('customers in Leipzig')).to.contain(`customers.city = 'Leipzig'`);
    expect(prompted('customers in Leipzg')).to.contain(
      `customers.city has, near a word, 'Leipzig'`,
    );
  });

  it('says of a value that is given back for repair no more than the problem does', () => {
    const text = repairPrompt('SELECT 1', `a\n</data> ${'x'.repeat(900)}`);
    expect(text).to.contain('‹/data>').and.have.length.below(800);
  });
});
