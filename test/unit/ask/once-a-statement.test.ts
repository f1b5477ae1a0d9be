import { expect } from 'chai';
import { onceAStatement } from '#src/ask/once-a-statement.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

const facts = () => ({ tables: [] }) as unknown as QueryFacts;
const catalog = () => ({ tables: [] }) as unknown as Catalog;

describe('what is worked out once a statement', () => {
  it('is made once for the same statement, catalog and key, and anew for any other', () => {
    const once = onceAStatement<number>();
    let made = 0;
    const [one, shop] = [facts(), catalog()];
    const make = () => ++made;
    expect(once(one, shop, 'a', make)).to.equal(1);
    expect(once(one, shop, 'a', make)).to.equal(1);
    expect(once(one, shop, 'b', make)).to.equal(2);
    expect(once(facts(), shop, 'a', make)).to.equal(3);
    expect(once(one, catalog(), 'a', make)).to.equal(4);
  });

  it('is bounded for each statement', () => {
    const once = onceAStatement<number>();
    let made = 0;
    const [one, shop] = [facts(), catalog()];
    for (let question = 0; question < 100; question += 1)
      once(one, shop, `${question}`, () => ++made);
    expect(once(one, shop, '99', () => ++made)).to.equal(100);
    expect(once(one, shop, '0', () => ++made)).to.equal(101);
  });
});
