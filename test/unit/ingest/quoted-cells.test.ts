import { expect } from 'chai';
import { withoutClosedCells } from '#workers/ingest/quoted-cells.ts';

describe('notes about the cells of a column', () => {
  const plan = (example: string) => ({
    type: 'text' as const,
    unit: null,
    notes: [{ note: `Cells like "${example}" are no numbers; column kept as text` }],
    guess: `read as days ("${example}")`,
    unread: { cells: 2, example, type: 'number' as const, formulas: 0 },
    convert: (text: string) => text,
  });
  const told = (name: string, example: string) => {
    const { notes, guess, unread } = withoutClosedCells(name, plan(example));
    return JSON.stringify([notes, guess, unread]);
  };

  it('quote none of secrets and of persons, and no key in any column', () => {
    for (const [name, cell] of [
      ['user_password', 'hunter2'],
      ['street', '1 Long Lane'],
      ['phone', '030 1234567'],
      ['remark', `ghp_${'a1B2c3D4e5'.repeat(4)}`],
    ] as const) {
      expect(told(name, cell), name).to.include('…');
      expect(told(name, cell), name).to.not.include(cell);
    }
  });

  it('quote those of others', () => {
    expect(told('size', '12 ells')).to.include('Cells like \\"12 ells\\"');
  });
});
