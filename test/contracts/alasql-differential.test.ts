import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { differential, type Outcome } from '../fakes/alasql-differential.ts';
import { DOCUMENT, documentOf } from '../fakes/alasql-document.ts';
import { STATEMENTS } from '../fixtures/alasql/statements.ts';

describe('AlaSQL beside PostgreSQL', () => {
  let outcomes: readonly Outcome[];

  before(async function () {
    const found = await differential();
    if (!found) this.skip();
    else outcomes = found;
  });

  for (const [construct, statements] of Object.entries(STATEMENTS))
    it(`gives the same rows or declines: ${construct}`, () => {
      const of = outcomes.filter((outcome) => outcome.construct === construct);
      expect(of).to.have.length(statements.length);
      expect(of.filter(({ verdict }) => verdict.kind === 'DIFFERENT')).to.deep.equal([]);
    });

  it('answers most of the statements', () => {
    const same = outcomes.filter(({ verdict }) => verdict.kind === 'agree');
    expect(same.length).to.be.at.least(390);
  });

  it('is what docs/alasql.md says', async () => {
    expect(await readFile(DOCUMENT, 'utf8')).to.equal(documentOf(outcomes));
  });
});
