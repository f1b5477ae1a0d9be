import { expect } from 'chai';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { BROADER_COST, relatedIn } from '#src/shapes/related-words.ts';

const catalogOf = (...labels: readonly string[]) =>
  ({ tables: labels.map((label) => ({ label, columns: [] })) }) as unknown as Catalog;

const costOf = (word: string, name: string): number =>
  relatedIn(catalogOf(name))(word).find((one) => one.word === name)?.cost ?? Infinity;

describe('words that a dictionary relates', () => {
  it('stand for names of the same meaning', () => {
    expect(costOf('aerodrome', 'airport')).to.be.below(BROADER_COST);
    expect(costOf('client', 'customer')).to.be.below(BROADER_COST);
    expect(costOf('client', 'volcano')).to.equal(Infinity);
  });

  it('cost more where a word has the meaning of a name only in a rare sense', () => {
    expect(costOf('result', 'issue')).to.be.above(costOf('film', 'movie'));
  });

  it('cost most where the name is more general: a lorry is a truck, but an engineer no person in general', () => {
    for (const [word, name] of [
      ['lorry', 'truck'],
      ['male', 'person'],
    ] as const)
      expect(costOf(word, name), word).to.be.at.least(BROADER_COST);
  });
});
