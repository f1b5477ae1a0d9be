import { expect } from 'chai';
import fc from 'fast-check';
import { jsonPieces } from '#src/http/json-pieces.ts';

describe('JSON text in pieces', () => {
  it('is what JSON.stringify gives', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect([...jsonPieces(value)].join('')).to.equal(JSON.stringify(value));
      }),
    );
    expect([...jsonPieces({ a: undefined, b: [undefined], c: {} })].join('')).to.equal(
      '{"b":[null],"c":{}}',
    );
  });

  it('comes in pieces that hold no more than a few rows', () => {
    const rows = Array.from({ length: 1_000 }, () => ['x'.repeat(10_000)]);
    const pieces = [...jsonPieces({ data: { columns: ['a'], rows } })];
    expect(pieces.length).to.be.greaterThan(100);
    expect(Math.max(...pieces.map((piece) => piece.length))).to.be.lessThan(128 * 1_024);
    expect(JSON.parse(pieces.join(''))).to.deep.equal({ data: { columns: ['a'], rows } });
  });
});
