import { expect } from 'chai';
import { examplesOf } from '#src/shapes/example.ts';
import { allExamples, SHAPES } from '#src/shapes/examples/all.ts';

describe('example questions', () => {
  it('give each query in slots at least six wordings', () => {
    const few = SHAPES.filter((one) => examplesOf([one]).length < 6);
    expect(few.map(({ skeleton }) => skeleton)).to.deep.equal([]);
  });

  it('say with each wording all that the query has slots for', () => {
    const wrong = allExamples().flatMap(({ shape, pieces }) => {
      const wanted = [...shape.matchAll(/\b[TCANBFIPGKDV]\d?\b/g)].map(([slot]) => slot);
      const said = new Set(pieces.flatMap((piece) => (piece.kind === 'slot' ? [piece.slot] : [])));
      const lacks = wanted.filter((slot) => !said.has(slot));
      return lacks.length > 0
        ? [
            `${shape}: ${pieces.map((piece) => (piece.kind === 'word' ? piece.word : piece.slot)).join(' ')} lacks ${lacks.join(' ')}`,
          ]
        : [];
    });
    expect(wrong).to.deep.equal([]);
  });
});
