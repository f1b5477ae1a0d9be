import { expect } from 'chai';
import { parsed } from './parse.ts';

async function column(header: string, cells: readonly string[]) {
  const { tables, notes } = await parsed(
    [`item,"${header}"`, ...cells.map((cell, at) => `i${at},"${cell}"`)].join('\n'),
  );
  const [table] = tables;
  return {
    type: table!.columns[1]!.type,
    values: table!.rows.map((row) => row[1]),
    notes: notes.map(({ note }) => note).join(' '),
    guess: table!.columnDetails[1]!.guess,
    unread: table!.columnDetails[1]!.unread?.cells ?? 0,
  };
}
const run = (from: number, count = 6) => Array.from({ length: count }, (_, at) => `${from + at}`);

describe('numbers that spreadsheets count days with', () => {
  for (const header of ['Invoice Date', 'Rechnungsdatum', 'fecha', 'Data di fattura', '日付'])
    it(`are days in a column called ${header}, with a note`, async () => {
      const { type, values, notes, guess } = await column(header, run(45_660));
      expect(type).to.equal('date');
      expect(values[0]).to.equal('2025-01-03');
      expect(notes).to.include('45660').and.to.include('2025-01-03');
      expect(guess).to.include('45660');
    });

  it('are instants with fractions', async () => {
    const { type, values } = await column('Date', ['45660.5', '45661.25', '45662']);
    expect(type).to.equal('timestamp');
    expect(values[0]).to.equal('2025-01-03 12:00:00');
  });

  it('stay numbers under other names, and with a note where one is no such day', async () => {
    for (const header of ['Amount', 'Candidate', 'Date No', 'data usage'])
      expect((await column(header, run(45_660))).type, header).to.equal('integer');
    const mixed = await column('Date', [...run(45_660), '17']);
    expect(mixed.type).to.equal('integer');
    expect(mixed.notes).to.include('header says date');
    // The 1st, 2nd … of 2024 as yyddd.
    expect((await column('Date', run(24_001))).notes).to.include('header says date');
  });
});

describe('months of years', () => {
  for (const cells of [
    ['Jan 2025', 'Feb 2025', 'March 2025'],
    ['Jan-25', 'Feb-25', 'Mar-25'],
    ['2025M01', '2025M02', '2025M03'],
    ['Januar 2025', 'Februar 2025', 'März 2025'],
    ['01/2025', '02/2025', '03/2025'],
    ['2025-01', '2025-02', '2025-03'],
    ['enero de 2025', 'febrero de 2025', 'marzo de 2025'],
    ['janv. 2025', 'févr. 2025', 'mars 2025'],
    ['gennaio 2025', 'febbraio 2025', 'marzo 2025'],
    ['maart 2025', 'mei 2025', 'n/a'],
    ['2025年1月', '2025年2月', '2025年3月'],
  ])
    it(`are days: ${cells[0]}`, async () => {
      const { type, values, notes } = await column('Month', cells);
      expect(type).to.equal('date');
      expect(values[0]).to.match(/^2025-0[13]-01$/);
      expect(notes).to.include('first day');
    });

  it('are those of long columns, too', async () => {
    const { type } = await column('Month', Array(1_500).fill('Jan 2025'));
    expect(type).to.equal('date');
  });

  it('are no days of a month, seasons, numbers of things or other texts', async () => {
    for (const [header, cells] of [
      ['Day', ['Jan-03', 'Jan-10', 'Jan-17']],
      ['Season', ['2003/04', '2004/05', '2005/06']],
      ['Invoice No', ['2025-01', '2025-02', '2025-03']],
      ['Month', ['Jan', 'Feb', 'Mar']],
      ['Board or question', ['Jan 2025', 'Feb 2025', 'later']],
      ['Board or question', ['Model March 2025', 'Model May 2025']],
    ] as const)
      expect((await column(header, cells)).type, cells[0]).to.equal('text');
  });
});

describe('numbers with a mark behind them', () => {
  const rest = ['1,646', '6,622', '2,187', '4,670', '1,975', '3,882', '1,590', '2,791'];
  for (const [cell, value] of [
    ['8,865¹', '8865'],
    ['8865 (1)', '8865'],
    ['8865 [2]', '8865'],
    ['12*', '12'],
    ['8 r', '8'],
    ['1,234 (e)', '1234'],
    ['12†', '12'],
  ])
    it(`keep their number: ${cell}`, async () => {
      const { type, values, notes, guess, unread } = await column('GDP', [...rest, cell!]);
      expect(type).to.equal('integer');
      expect(values.at(-1)).to.equal(value);
      expect(notes).to.include(`"${cell}"`);
      expect(guess).to.include('mark');
      expect(unread).to.equal(0);
    });

  it('decide how fine the numbers of their column are', async () => {
    const { type, values } = await column('GDP', [...rest, '7.95 p']);
    expect(type).to.equal('decimal');
    expect(values.at(-1)).to.equal('7.95');
  });

  it('are told from cells without a number', async () => {
    const { values, unread, notes } = await column('GDP', [...rest, ...rest, '12*', '<10']);
    expect(values.slice(-2)).to.deep.equal(['12', null]);
    expect(unread).to.equal(1);
    expect(notes).to.include('"<10"');
  });
});
