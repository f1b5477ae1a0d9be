import { expect } from 'chai';
import fc from 'fast-check';
import { tokenize } from '#src/planner/tokens.ts';

describe('numbers in a question', () => {
  const numbers = (question: string) =>
    tokenize(question).flatMap(({ kind, value }) => (kind === 'number' ? [value] : []));

  const READ: readonly (readonly [string, readonly number[]])[] = [
    ['above 1,500', [1_500]],
    ['above 1.5 million', [1_500_000]],
    ['above -3k', [-3_000]],
    ['above 0.000', [0]],
    ['between 0 and 0.54 million', [0, 540_000]],
    [`above ${'9'.repeat(309)}`, []],
    [`above -${'9'.repeat(309)}`, []],
    [`above ${'9'.repeat(4_000)}`, []],
    [`above ${'1'.padEnd(305, '0')} billion`, []],
    ['above 9007199254740993', []],
    [`above 0.${'0'.repeat(400)}1`, []],
  ];
  for (const [question, expected] of READ)
    it(`are ${expected.length ? expected : 'not taken for others'}: ${question.slice(0, 30)}`, () => {
      expect(numbers(question)).to.deep.equal(expected);
    });

  it('never end the planner, and are never infinite, however they are written', () => {
    const piece = fc.oneof(
      fc.stringMatching(/^[-$]?[0-9]{1,400}([.,][0-9]{0,400})?$/),
      fc.constantFrom('k', 'million', 'billion', 'st', '%', ' ', 'two', 'dozen'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        for (const value of numbers(pieces.join(' '))) expect(value).to.satisfy(Number.isFinite);
      }),
    );
  });
});
