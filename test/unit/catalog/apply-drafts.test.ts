import { expect } from 'chai';
import { applyDrafts } from '#src/catalog/enrichment/apply.ts';
import { fingerprintOf } from '#src/catalog/enrichment/prompt.ts';
import type { StoredDraft } from '#src/catalog/enrichment/types.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

const column = (name: string, more: Partial<CatalogColumn> = {}) =>
  ({ name, label: name.replaceAll('_', ' '), type: 'text', ...plain, ...more }) as CatalogColumn;
const plain = { description: null, synonyms: [], hidden: false, profile: null };
const table = (name: string, columns: CatalogColumn[]) =>
  ({ name, label: name, ...plain, columns }) as unknown as CatalogTable;
const catalogOf = (...tables: CatalogTable[]) => ({ tables }) as unknown as Catalog;

const ORDERS = table('orders', [column('amount'), column('ship_city')]);
const SHOPS = table('shops', [column('owner')]);

const draft = (of: CatalogTable, name: string, ...synonyms: string[]): StoredDraft => ({
  table: of.name,
  fingerprint: fingerprintOf(of),
  draft: { description: null, synonyms: [], columns: [{ name, description: 'Drafted', synonyms }] },
});
const synonymsIn = ({ tables }: Catalog, name: string) =>
  tables.flatMap(({ columns }) => columns).find((one) => one.name === name)!.synonyms;

describe('what a model drafted of a catalog', () => {
  const found = catalogOf(ORDERS, SHOPS);

  it('leaves out names, words of names, metrics, and words of questions, in any number', () => {
    const said = draft(
      ORDERS,
      'amount',
      'takings',
      'owners',
      'cities',
      'margin',
      'biggest sale',
      'yearly',
      'year',
    );
    const made = applyDrafts(found, found, [said], [{ name: 'margin', synonyms: [] }]);
    expect(synonymsIn(made, 'amount')).to.deep.equal(['takings', 'yearly']);
  });

  it('leaves out what people call something else, and what two columns would be called', () => {
    const people = catalogOf(ORDERS, table('shops', [column('owner', { synonyms: ['boss'] })]));
    const drafts = [draft(ORDERS, 'amount', 'boss', 'worth'), draft(SHOPS, 'owner', 'worth')];
    const made = applyDrafts(found, people, drafts, []);
    expect(synonymsIn(made, 'amount')).to.deep.equal(['worth']);
    expect(synonymsIn(made, 'owner')).to.deep.equal([]);
  });

  it('describes no table of another shape, and replaces no description that was found', () => {
    const told = table('shops', [column('owner', { description: 'A comment' })]);
    const wider = table('orders', [...ORDERS.columns, column('note')]);
    const now = catalogOf(wider, told);
    const drafts = [draft(ORDERS, 'amount', 'takings'), draft(told, 'owner', 'boss')];
    const made = applyDrafts(now, now, drafts, []);
    expect(made.tables[0]).to.deep.equal(wider);
    expect(made.tables[1]!.columns[0]).to.deep.include({
      description: 'A comment',
      synonyms: ['boss'],
    });
  });
});
