import { expect } from 'chai';
import { mergedUnread } from '#src/files/unread-cells.ts';
import { parsed } from './parse.ts';

const PRICES = Array.from({ length: 29 }, (_, at) => `i${at},${at}.50`);

async function unread(rows: readonly string[]) {
  const { tables } = await parsed(['item,price', ...rows].join('\n'));
  return tables[0]!.columnDetails.map((detail) => detail.unread);
}

describe('cells that are none of the type of their column', () => {
  it('are counted, with the first of them', async () => {
    const [item, price, written] = await unread([...PRICES, 'big,approx 9000']);
    expect(price).to.deep.equal({ cells: 1, example: 'approx 9000', type: 'number', formulas: 0 });
    expect([item, written]).to.deep.equal([undefined, undefined]);
  });

  it('are none where a cell says that there is no value, or the column stays text', async () => {
    expect((await unread([...PRICES, 'big,n/a']))[1]).to.equal(undefined);
    expect((await unread(['a,1', 'b,two', 'c,3']))[1]).to.equal(undefined);
  });

  it('are added up where columns become one', () => {
    const one = { cells: 1, example: null, type: 'number', formulas: 2 } as const;
    expect(mergedUnread([{}, { unread: one }, { unread: { ...one, example: 'x' } }])).to.deep.equal(
      {
        ...{ cells: 2, example: 'x', type: 'number', formulas: 4 },
      },
    );
    expect(mergedUnread([{}, {}])).to.equal(undefined);
  });
});
