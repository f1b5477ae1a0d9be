import { expect } from 'chai';
import { readDrafts } from '#src/catalog/enrichment/reply.ts';
import { retailCatalog } from '../ask/retail.ts';

const { tables } = retailCatalog();
const DRAFT =
  '{"tables": [{"name": "orders", "description": "Orders of shops.", "synonyms": ["purchases"], "columns": []}]}';

describe('a reply that describes tables', () => {
  for (const [what, reply] of [
    ['plain', DRAFT],
    ['in a fence, behind prose', `Here you are:\n\`\`\`json\n${DRAFT}\n\`\`\`\nI hope it helps.`],
    ['behind thoughts with braces', `<think>{"tables": []} would be {empty}</think>\n${DRAFT}`],
    ['with a trailing comma', DRAFT.replace('[]}]', '[],},]')],
    ['in single quotes', DRAFT.replaceAll('"', "'")],
  ] as const)
    it(`is read ${what}`, () => {
      const orders = readDrafts(reply, tables)?.get('orders');
      expect(orders?.description).to.equal('Orders of shops.');
      expect(orders?.synonyms).to.deep.equal(['purchases']);
    });

  it('is none without the tables, or where it breaks off', () => {
    for (const reply of ['', 'I cannot.', '{"rows": []}', DRAFT.slice(0, -30)])
      expect(readDrafts(reply, tables), reply).to.equal(null);
  });
});
