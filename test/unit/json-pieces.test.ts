import { expect } from 'chai';
import fc from 'fast-check';
import { isShortJson, jsonPieces } from '#src/http/json-pieces.ts';

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

describe('a short JSON text', () => {
  it('is never longer than was said', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(3_000), (value, characters) => {
        if (isShortJson(value, characters))
          expect(JSON.stringify(value).length).to.be.at.most(characters);
      }),
    );
  });

  it('is told of an answer of a few rows, and not of one of many', () => {
    const answer = (rows: number) => ({
      data: {
        columns: ['a', 'b'],
        rows: Array.from({ length: rows }, (_, at) => [at, `row ${at}`]),
      },
    });
    expect(isShortJson(answer(20), 16_384)).to.equal(true);
    expect(isShortJson(answer(20_000), 16_384)).to.equal(false);
  });
});
