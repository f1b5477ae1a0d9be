import { expect } from 'chai';
import fc from 'fast-check';
import { compareTexts, like, substring } from '#workers/alasql/texts.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '%', '_', 'é', '😀', '\uffee') });

/** LIKE by its definition. */
function matches(all: readonly string[], pattern: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return all.length === 0;
  if (first === '%')
    return matches(all, rest) || (all.length > 0 && matches(all.slice(1), pattern));
  return all.length > 0 && (first === '_' || first === all[0]) && matches(all.slice(1), rest);
}

describe('texts of the AlaSQL engine', () => {
  it('match patterns as LIKE is defined', () => {
    const short = fc.string({ unit: fc.constantFrom('a', 'b', '%', '_', '😀'), maxLength: 7 });
    fc.assert(
      fc.property(short, short, (value, pattern) => {
        expect(like(value, pattern, '\\')).to.equal(matches([...value], [...pattern]));
      }),
    );
  });

  it('match a pattern of many %, which takes ages where each is tried at each place', () => {
    expect(like('a'.repeat(20_000), `${'%a'.repeat(500)}%b`, '\\')).to.equal(false);
  });

  it('are ordered by code points', () => {
    const points = (value: string) => [...value].map((each) => each.codePointAt(0)!);
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [x, y] = [points(a), points(b)];
        const at = x.findIndex((point, index) => point !== y[index]);
        const expected = at < 0 ? x.length - y.length : y[at] === undefined ? 1 : x[at]! - y[at]!;
        expect(Math.sign(compareTexts(a, b))).to.equal(Math.sign(expected));
      }),
    );
  });

  it('are cut by characters, places before the first one counted', () => {
    for (const [start, length, expected] of [
      [1, 2, 'a😀'],
      [0, 2, 'a'],
      [-1, 4, 'a😀'],
      [2, null, '😀c'],
      [9, 1, ''],
    ] as const)
      expect(substring('a😀c', start, length)).to.equal(expected);
  });
});
