import { expect } from 'chai';
import { draftedSynonyms } from '#src/ask/model/drafted-synonyms.ts';
import { applyOverrides } from '#src/catalog/generations/overrides.ts';
import { applySemantics } from '#src/catalog/semantics/apply.ts';
import { semanticsDocument } from '#src/catalog/semantics/document.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { plan } from '#src/read/plan.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { facts, select } from '../ask/facts.ts';
import { openRetail } from './catalogs.ts';

const NOW = new Date('2026-08-31T12:00:00Z');
const CLIENTS = '"clients" was taken to mean the table customers, based on a draft synonym.';

/** Question → what it says of drafted synonyms. */
const SAID: readonly (readonly [string, readonly string[]])[] = [
  ['how many clients are there', [CLIENTS]],
  [
    'clients from Berlin',
    ['"clients" was taken to mean the table customers, based on a draft synonym.'],
  ],
  [
    'total sales by region',
    ['"sales" was taken to mean the column revenue of order lines, based on a draft synonym.'],
  ],
  [
    'number of clients by nation',
    [
      CLIENTS,
      '"nation" was taken to mean the column country of customers, based on a draft synonym.',
    ],
  ],
  ['how many customers are there', []],
  ['total revenue by region', []],
  ['customers by country', []],
];

describe('synonyms that nobody confirmed', () => {
  let retail: OfflineCatalog;
  before(async () => {
    retail = await openRetail();
  });
  after(() => retail.close());

  const said = (question: string, catalog: Catalog = retail.catalog) => {
    const found = plan({ question, catalog, values: retail.values, history: [], now: NOW });
    if (found.kind !== 'query') throw new Error(JSON.stringify(found));
    return found.assumptions.filter((text) => text.includes('draft synonym'));
  };

  for (const [question, assumptions] of SAID)
    it(`"${question}" says ${assumptions.length} of them`, () => {
      expect(said(question)).to.have.members(assumptions);
    });

  it('are said in a follow-up, too', () => {
    const first = plan({
      question: 'how many clients are there',
      catalog: retail.catalog,
      values: retail.values,
      history: [],
      now: NOW,
    });
    if (first.kind !== 'query') throw new Error(JSON.stringify(first));
    const next = plan({
      question: 'and in Germany?',
      catalog: retail.catalog,
      values: retail.values,
      history: [{ question: 'how many clients are there', query: first.query }],
      now: NOW,
    });
    expect(next.kind === 'query' && next.assumptions).to.include(CLIENTS);
  });

  it('are no assumption once people gave them, whichever way', () => {
    const none = { description: null, hidden: null, sensitive: null };
    const patched = applyOverrides(retail.catalog, [
      { ...none, table: 'customers', column: null, synonyms: ['client'] },
    ]);
    expect(said('how many clients are there', patched)).to.deep.equal([]);
    const document = semanticsDocument.parse({
      columns: [{ table: 'order_lines', column: 'revenue', synonyms: ['sales'] }],
    });
    const put = applySemantics(retail.catalog, { version: 1, document, dropped: [] });
    expect(said('total sales by region', put)).to.deep.equal([]);
    expect(said('how many clients are there', put)).to.deep.equal([CLIENTS]);
  });

  it('are said of a statement that a model wrote, where the question does not name the thing itself', () => {
    const read = (question: string, catalog: Catalog = retail.catalog) => {
      const counted = select({ sources: ['customers'], outputs: [{ name: 'n', count: '*' }] });
      return draftedSynonyms(question, facts(counted), catalog);
    };
    expect(read('How many Clients have we got?')).to.deep.equal([
      CLIENTS.replace('clients', 'Clients'),
    ]);
    expect(read('how many customers are clients of ours')).to.deep.equal([]);
    expect(read('how many items do we sell')).to.deep.equal([]);
    const patched = applyOverrides(retail.catalog, [
      {
        ...{ table: 'customers', column: null, synonyms: ['client'] },
        ...{ description: null, hidden: null, sensitive: null },
      },
    ]);
    expect(read('how many clients have we got', patched)).to.deep.equal([]);
  });

  it('are not what short forms written out are', async () => {
    const short = await catalogFromSql([
      `CREATE TABLE dim_items AS SELECT * FROM (VALUES (1, 'a', 3), (2, 'b', 4)) t(id, label, qty)`,
    ]);
    try {
      const found = plan({
        question: 'total quantity of items',
        catalog: short.catalog,
        values: short.values,
        history: [],
        now: NOW,
      });
      if (found.kind !== 'query') throw new Error(JSON.stringify(found));
      expect(found.assumptions.filter((text) => text.includes('drafted'))).to.deep.equal([]);
    } finally {
      await short.close();
    }
  });
});
