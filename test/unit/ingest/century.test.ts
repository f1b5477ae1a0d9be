import { expect } from 'chai';
import { readDate } from '#workers/ingest/cell-date.ts';
import { centuryOf } from '#workers/ingest/century.ts';
import { ColumnStats } from '#workers/ingest/column-stats.ts';
import { parsed } from './parse.ts';

const TODAY = '2026-11-26';

function read(header: string | null, cells: readonly string[]) {
  const stats = new ColumnStats();
  for (const [at, cell] of cells.entries()) stats.add(cell, at + 1);
  const { dayOf, guess } = centuryOf(stats.dates, header, TODAY);
  return { days: cells.map((cell) => dayOf(readDate(cell)!, 'mdy')), guess };
}

const PEOPLE = ['1/13/45', '2/20/62', '3/14/71', '4/15/03'];
const BORN = ['1945-01-13', '1962-02-20', '1971-03-14', '2003-04-15'];

describe('years of two digits', () => {
  for (const header of [
    'birthday',
    'Date of Birth',
    'DOB',
    'hired',
    'Founded',
    'Geburtsdatum',
    'birthDate',
  ])
    it(`are none of the future in a column called ${header}`, () =>
      expect(read(header, PEOPLE).days).to.deep.equal(BORN));

  it('are told as a guess', () =>
    expect(read('birthday', PEOPLE).guess).to.equal(
      'two-digit years read so that no date is in the future ("2/20/62" in 1962)',
    ));

  it('are of the last century where they would be later in this year', () =>
    expect(read('born', ['12/24/26', '11/26/26', '1/2/25']).days).to.deep.equal([
      '1926-12-24',
      '2026-11-26',
      '2025-01-02',
    ]));

  it('are past where all others are, and they would be far ahead', () =>
    expect(read('day', ['1/13/62', '3/14/71']).days).to.deep.equal(['1962-01-13', '1971-03-14']));

  it('stay in a column of days to come', () => {
    const { days, guess } = read('expires', ['1/13/62', '3/14/21']);
    expect(days).to.deep.equal(['2062-01-13', '2021-03-14']);
    expect(guess).to.equal('two-digit years from 00 to 68 read as 20xx');
  });

  it('stay where some lie a little ahead', () =>
    expect(read('day', ['1/13/62', '3/14/28', '3/14/21']).days[0]).to.equal('2062-01-13'));

  it('stay where they are past', () => {
    const { days, guess } = read('birthday', ['1/13/24', '3/14/71']);
    expect(days).to.deep.equal(['2024-01-13', '1971-03-14']);
    expect(guess).to.equal(null);
  });

  it('say nothing of years of four digits', () =>
    expect(read('born', ['1/13/2062', '2/20/45']).days).to.deep.equal([
      '2062-01-13',
      '1945-02-20',
    ]));

  it('are read so in a file, and noted', async () => {
    const rows = PEOPLE.map((day, at) => `P${at},${day}`);
    const { tables, texts } = await parsed(['name,birthday', ...rows].join('\n'));
    expect(tables[0]!.rows.map(([, day]) => day)).to.deep.equal(BORN);
    expect(tables[0]!.columnDetails[1]!.guess).to.include('no date is in the future');
    expect(texts.join()).to.include('4 cells with a two-digit year: read so that no date is after');
  });
});
