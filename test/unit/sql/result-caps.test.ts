import { expect } from 'chai';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { type Caps, mostOfRow, ResultCaps } from '#src/sql/result-caps.ts';

const caps = (over: Partial<Caps> = {}) =>
  new ResultCaps({ maxRows: 3, maxBytes: 100, maxRowBytes: 60, ...over });

describe('what a result may have', () => {
  it('is so many rows, then it is cut', () => {
    const result = caps();
    expect([1, 2, 3].map(() => result.take(10))).to.deep.equal([true, true, true]);
    expect(result.truncated).to.equal(false);
    expect(result.hasRoom()).to.equal(false);
    expect(result.truncated).to.equal(true);
    expect(result.take(1)).to.equal(false);
  });

  it('is so many bytes, the last one included, then it is cut for good', () => {
    const result = caps();
    expect([result.take(60), result.take(40)]).to.deep.equal([true, true]);
    expect([result.take(1), result.truncated, result.hasRoom()]).to.deep.equal([
      false,
      true,
      false,
    ]);
  });

  it('is never a row that alone is too large', () => {
    expect(caps().take(60)).to.equal(true);
    expect(() => caps().take(61)).to.throw(SourceError, 'exceeds 60 bytes');
    const whole = caps({ maxRowBytes: undefined });
    expect(() => whole.take(101)).to.throw(SourceError, 'exceeds 100 bytes');
    expect(caps({ maxRowBytes: undefined }).take(100)).to.equal(true);
  });

  it('takes several rows together only where all surely fit, and cuts nothing', () => {
    const result = caps();
    expect(result.takeAll(4, 10)).to.equal(false);
    expect(result.takeAll(2, 61)).to.equal(false);
    expect(result.takeAll(2, 60)).to.equal(true);
    expect(result.takeAll(2, 10)).to.equal(false);
    expect(result.takeAll(1, 41)).to.equal(false);
    expect(result.takeAll(1, 40)).to.equal(true);
    expect(result.truncated).to.equal(false);
    expect(result.take(1)).to.equal(false);
    expect(result.takeAll(0, 0)).to.equal(false);
  });

  it('of a row is the less of its own limit and that of all', () => {
    expect(mostOfRow({ maxBytes: 100, maxRowBytes: 60 })).to.equal(60);
    expect(mostOfRow({ maxBytes: 50, maxRowBytes: 60 })).to.equal(50);
    expect(mostOfRow({ maxBytes: 50 })).to.equal(50);
  });
});
