import { expect } from 'chai';
import fc from 'fast-check';
import type { Catalog, CatalogColumn, CatalogTable, ValueLookup } from '#src/plugin-api/catalog.ts';
import { plan } from '#src/read/plan.ts';
import { rounds } from '../../fakes/full.ts';

const NOW = new Date('2026-10-31T12:00:00Z');
const NO_VALUES: ValueLookup = { lookup: () => [], close: () => {} };

function column(
  name: string,
  type: CatalogColumn['type'],
  kind: CatalogColumn['kind'],
): CatalogColumn {
  return {
    name,
    label: name.replaceAll('_', ' '),
    description: null,
    synonyms: [],
    type,
    nativeType: type,
    nullable: false,
    kind,
    unit: null,
    additive: kind === 'measure',
    hidden: false,
    sensitive: false,
    profile: null,
  };
}

function table(index: number): CatalogTable {
  const name = `things_${index}`;
  return {
    name,
    label: `things ${index}`,
    description: null,
    synonyms: [],
    physical: { database: null, schema: null, table: name },
    rowCount: 10,
    columns: [
      column('id', 'integer', 'identifier'),
      column('name', 'text', 'dimension'),
      column('amount', 'integer', 'measure'),
      column('parent_id', 'integer', 'identifier'),
    ],
    primaryKey: ['id'],
    isView: false,
    shared: false,
  };
}

/** Many tables that all look alike, each a child of the one before and of the first. */
function wide(count: number): Catalog {
  const tables = Array.from({ length: count }, (_, index) => table(index));
  return {
    generationId: `wide-${count}`,
    clientId: 'test',
    workspaceId: 'test',
    dialect: 'duckdb',
    tables,
    relationships: tables.slice(1).map((child, index) => ({
      from: { table: child.name, columns: ['parent_id'] },
      to: { table: tables[index % 7 === 0 ? 0 : index]!.name, columns: ['id'] },
      cardinality: 'many-to-one',
      source: 'declared',
      confidence: 1,
    })),
    attachments: [],
    valueIndexes: [],
    timezone: 'UTC',
    asOf: null,
  };
}

describe('The planner within bounds', () => {
  const catalog = wide(900);
  const ask = (question: string) =>
    plan({ question, catalog, values: NO_VALUES, history: [], now: NOW });

  it('ends on a question of 4,096 characters over 900 tables', () => {
    expect(ask('names and amounts of things, '.repeat(141)).kind).to.equal('decline');
  });

  it('takes a word of 4,096 letters for no compound', () => {
    expect(ask('abcde'.repeat(820).slice(0, 4096)).kind).to.equal('decline');
  });

  it('ends where every table has the column', () => {
    for (const question of [
      'list all names',
      'total amount by name',
      'names with the highest amount',
    ])
      expect(ask(question).kind).to.be.oneOf(['query', 'clarify', 'decline']);
  });

  it('finds its way over many tables', () => {
    expect(ask('how many things 5 are there').kind).to.equal('query');
  });

  const words =
    'how many names of the things 3 with amount above 10 or not and by each for top highest number average in 2024 last quarter without sorted order most both between contains " \' ( ) ? . , more than id list show'.split(
      ' ',
    );

  it('never throws, whatever words come in whatever order', () => {
    const small = wide(6);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 25 }), (list) => {
        const question = list.join(' ');
        const found = plan({ question, catalog: small, values: NO_VALUES, history: [], now: NOW });
        expect(found.kind).to.be.oneOf(['query', 'clarify', 'decline']);
      }),
      { numRuns: rounds(500) },
    );
  });

  it('takes a question that ends where more is expected', () => {
    for (const question of ['each ,', 'which most median', 'names to ( median'])
      expect(ask(question).kind).to.be.oneOf(['query', 'clarify', 'decline']);
  });

  it('never throws on any text', () => {
    const small = wide(3);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (question) => {
        const found = plan({ question, catalog: small, values: NO_VALUES, history: [], now: NOW });
        expect(found.kind).to.be.oneOf(['query', 'clarify', 'decline']);
      }),
    );
  });
});
