import { expect } from 'chai';
import { parsed } from './parse.ts';

/** Parses a CSV of one column `x` and gives its type, cells and notes. */
async function column(cells: readonly string[]) {
  const text = ['x,other', ...cells.map((cell) => `"${cell.replaceAll('"', '""')}",a`)].join('\n');
  const { tables, texts } = await parsed(text);
  const [{ type, ...size }] = [tables[0]!.columns[0]!];
  const { precision, scale } = size as { precision?: number; scale?: number };
  return {
    type: precision === undefined ? type : `${type}(${precision},${scale})`,
    unit: tables[0]!.columnDetails[0]!.unit,
    guess: tables[0]!.columnDetails[0]!.guess,
    cells: tables[0]!.rows.map((row) => row[0]),
    notes: texts.join('; '),
  };
}

type Case = readonly [
  what: string,
  cells: readonly string[],
  type: string,
  out: readonly (string | null)[],
  note?: string,
];

const CASES: readonly Case[] = [
  ['integers', ['1', '-20', '0'], 'integer', ['1', '-20', '0']],
  ['integers up to 64 bits', ['9223372036854775807'], 'integer', ['9223372036854775807']],
  [
    'integers beyond 64 bits as exact decimals',
    ['9223372036854775808', '1'],
    'decimal(19,0)',
    ['9223372036854775808', '1'],
  ],
  ['numbers with more than 38 digits as text', ['1'.repeat(39)], 'text', ['1'.repeat(39)], '38'],
  ['codes with leading zeros as text', ['007', '012'], 'text', ['007', '012']],
  [
    'telephone numbers as text',
    ['+49 30 123', '555 123 456'],
    'text',
    ['+49 30 123', '555 123 456'],
  ],
  [
    'addresses as text',
    ['192.168.100.200', '192.168.100.201'],
    'text',
    ['192.168.100.200', '192.168.100.201'],
  ],
  ['decimals exactly', ['1.50', '-12.25', '3'], 'decimal(4,2)', ['1.50', '-12.25', '3']],
  ['a decimal without a zero before its point', ['.5', '1.25'], 'decimal(3,2)', ['0.5', '1.25']],
  ['whole numbers written with .0', ['1.0', '20.0', '3'], 'integer', ['1', '20', '3'], 'integers'],
  ['numbers with exponents', ['1e3', '2.5E-4', '7'], 'float', ['1e3', '2.5E-4', '7']],
  [
    'what a double printed',
    ['0.30000000000000004', '1.5'],
    'float',
    ['0.30000000000000004', '1.5'],
  ],
  [
    'fine decimals that no double holds',
    ['0.1234567890123456789', '1'],
    'decimal(20,19)',
    ['0.1234567890123456789', '1'],
  ],
  [
    'thousands with commas',
    ['1,234.50', '12', '1,234,567.00'],
    'decimal(9,2)',
    ['1234.50', '12', '1234567.00'],
  ],
  ['decimal commas', ['1.234,50', '12,00'], 'decimal(6,2)', ['1234.50', '12.00'], 'comma'],
  [
    'a comma before three digits as thousands, saying so',
    ['1,234', '2,500'],
    'integer',
    ['1234', '2500'],
    'could be read',
  ],
  [
    'a column with points and commas as text',
    ['1,5', '1.5'],
    'text',
    ['1,5', '1.5'],
    'kept as text',
  ],
  [
    'dollars',
    ['$1,234.50', '-$5.00', '($2.25)'],
    'decimal(6,2)',
    ['1234.50', '-5.00', '-2.25'],
    'USD',
  ],
  [
    'euros behind the number',
    ['12,50 €', '1.000,00 €'],
    'decimal(6,2)',
    ['12.50', '1000.00'],
    'EUR',
  ],
  ['percentages', ['12.5%', '3 %'], 'decimal(3,1)', ['12.5', '3'], '%'],
  ['two currencies as text', ['$5', '€5'], 'text', ['$5', '€5'], 'units'],
  ['ISO days', ['2024-02-29', '1999-12-31'], 'date', ['2024-02-29', '1999-12-31']],
  [
    'no day of the calendar as text',
    ['2023-02-29', '2023-02-30'],
    'text',
    ['2023-02-29', '2023-02-30'],
  ],
  [
    'days before months by evidence',
    ['31/12/2024', '01/02/2024'],
    'date',
    ['2024-12-31', '2024-02-01'],
    'day/month/year',
  ],
  [
    'months before days by evidence',
    ['12/31/2024', '1/2/2024'],
    'date',
    ['2024-12-31', '2024-01-02'],
    'month/day/year',
  ],
  [
    'ambiguous days with a note',
    ['01/02/2024', '03/04/2024'],
    'date',
    ['2024-01-02', '2024-03-04'],
    'could be day/month or month/day',
  ],
  ['days with points', ['01.02.2024'], 'date', ['2024-02-01'], 'day/month/year'],
  [
    'both orders as text',
    ['31/12/2024', '12/31/2024'],
    'text',
    ['31/12/2024', '12/31/2024'],
    'kept as text',
  ],
  [
    'months by name',
    ['5 Jan 2024', 'February 29, 2024', '07-Mar-24'],
    'date',
    ['2024-01-05', '2024-02-29', '2024-03-07'],
    'two-digit',
  ],
  ['two-digit years', ['31/12/08', '31/12/69'], 'date', ['2008-12-31', '1969-12-31'], '20xx'],
  [
    'instants',
    ['2024-01-05T13:45:00', '2024-01-05 1:45 PM', '2024-01-05 13:45:30.250'],
    'timestamp',
    ['2024-01-05 13:45:00', '2024-01-05 13:45:00', '2024-01-05 13:45:30.25'],
  ],
  [
    'instants with a zone in UTC',
    ['2024-01-05T23:30:00-02:00', '2024-01-05T10:00:00Z'],
    'timestamp',
    ['2024-01-06 01:30:00', '2024-01-05 10:00:00'],
    'UTC',
  ],
  [
    'instants partly with a zone as text',
    ['2024-01-05T23:30:00Z', '2024-01-05T10:00:00'],
    'text',
    ['2024-01-05T23:30:00Z', '2024-01-05T10:00:00'],
    'time zone',
  ],
  [
    'instants that are all midnight as days',
    ['2024-01-05 00:00:00', '2024-01-06 00:00'],
    'date',
    ['2024-01-05', '2024-01-06'],
    '00:00',
  ],
  ...(['24:00', '12:60', '12:30:60'] as const).map(
    (time): Case => [`no times beyond the day: ${time}`, ['08:30', time], 'text', ['08:30', time]],
  ),
  ['times', ['08:30', '23:59:59', '1:05 pm'], 'time', ['08:30:00', '23:59:59', '13:05:00']],
  ['true and false', ['true', 'FALSE', 'True'], 'boolean', ['true', 'false', 'true']],
  ['yes and no', ['Yes', 'no'], 'boolean', ['true', 'false'], 'yes and no'],
  ['a country code like a truth value as text', ['NO', 'NO'], 'text', ['NO', 'NO']],
  ['empty cells as no value', ['1', '', ' '], 'integer', ['1', null, null]],
  [
    'null words in numbers',
    ['1', 'N/A', '-', 'NULL'],
    'integer',
    ['1', null, null, null],
    '3 cells',
  ],
  ['null words in text as they are', ['red', 'N/A'], 'text', ['red', 'N/A']],
  [
    'nearly all numbers as numbers, with the others as no value',
    ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'unknown'],
    'integer',
    ['1', '2', '3', '4', '5', '6', '7', '8', '9', null],
    '1 cell that isn\'t a number (first in row 11: "unknown") is empty here',
  ],
  [
    'numbers with too many others among them as text, counting these',
    ['1', '2', '3', '4', '5', '6', '7', '8', 'unknown', 'open'],
    'text',
    ['1', '2', '3', '4', '5', '6', '7', '8', 'unknown', 'open'],
    '2 cells that aren\'t numbers (first in row 10: "unknown"); column kept as text',
  ],
  [
    'numbers beside codes of letters and digits as text',
    ['1001', '1002', '1003', '1004', '1005', '1006', '1007', '1008', '1009', 'X1010'],
    'text',
    ['1001', '1002', '1003', '1004', '1005', '1006', '1007', '1008', '1009', 'X1010'],
  ],
  ['numbers of chapters as text', ['1.1', '1.2', '1.10'], 'text', ['1.1', '1.2', '1.10'], 'codes'],
  [
    'prices of one width as numbers',
    ['1.20', '3.10', '4.55'],
    'decimal(3,2)',
    ['1.20', '3.10', '4.55'],
  ],
  ['codes that look like powers of ten as text', ['1E5', '2E3'], 'text', ['1E5', '2E3'], 'codes'],
  ['powers of ten with a sign as numbers', ['1.5E+5', '2E-3'], 'float', ['1.5E+5', '2E-3']],
  ['a currency at the first amount only', ['$ 5', '6'], 'integer', ['5', '6'], 'without a unit'],
  ['a sign behind the number', ['5.50-', '6.25'], 'decimal(3,2)', ['-5.50', '6.25']],
  [
    'marks of statistical offices as no value',
    ['12', ':', '14', '..'],
    'integer',
    ['12', null, '14', null],
  ],
  ['white space around values away', [' red', 'blue '], 'text', ['red', 'blue']],
];

describe('types of CSV columns', () => {
  for (const [what, cells, type, out, note] of CASES)
    it(`reads ${what}`, async () => {
      const read = await column(cells);
      expect(read.cells).to.deep.equal(out);
      expect(read.type).to.equal(type);
      if (note) expect(read.notes).to.contain(note);
    });

  it('names cells that have no value once', async () => {
    const numbers = Array.from({ length: 20 }, (_, at) => String(at));
    expect((await column([...numbers, 'unknown'])).notes).to.equal(
      '1 cell that isn\'t a number (first in row 22: "unknown") is empty here and kept as written in the next column',
    );
    expect((await column([...numbers, 'unknown', 'open'])).notes).to.equal(
      '2 cells that aren\'t numbers (first in row 22: "unknown") are empty here and kept as written in the next column: "unknown", "open"',
    );
  });

  it('takes the unit of a column from its cells', async () => {
    expect((await column(['$5', '$6.50'])).unit).to.equal('USD');
  });

  const zones: readonly (readonly [cells: readonly string[], guess: string | null])[] = [
    [['2024-01-05T23:30:00+02:00'], 'days and times are in UTC; the file has +02:00'],
    [
      ['2024-07-05T23:30:00-03:30', '2024-01-05T10:00:00Z'],
      'days and times are in UTC; the file has -03:30, +00:00',
    ],
    [['2024-01-05T23:30:00Z'], null],
    [['2024-01-05T23:30:00'], null],
  ];
  for (const [cells, guess] of zones)
    it(`tells answers whose days those of ${cells} are`, async () =>
      expect((await column(cells)).guess).to.equal(guess));

  it('decides an ambiguous column by the habit of the others', async () => {
    const { tables } = await parsed('preis;menge;tag;tag2\n1,50;1.234;31/12/2024;01/02/2024\n');
    expect(tables[0]!.rows).to.deep.equal([['1.50', '1234', '2024-12-31', '2024-02-01']]);
  });
});

describe('numbers of nines', () => {
  const readings = ['56', '68.5', '90', '57', '82', '-3'];

  for (const nines of ['-9999', '-999', '99999', '-9999.0'])
    it(`are empty where they are far from all others and repeat: ${nines}`, async () => {
      const { cells, notes, guess } = await column([nines, ...readings, nines]);
      expect([cells[0], cells[7]]).to.deep.equal([null, null]);
      expect(cells.slice(1, 7)).to.deep.equal(readings);
      expect(notes).to.contain(`${nines} in 2 cells counts as a missing value`);
      expect(guess).to.contain(nines);
    });

  it('are kept, with a word of doubt, where they may be values', async () => {
    for (const cells of [
      ['-999', '-999', '12000', '150', '2300', '41', '7'],
      ['999', '999', '999', '12', '15', '23', '41', '7'],
      ['-9999', '12', '15', '23', '41', '7'],
    ]) {
      const read = await column(cells);
      expect(read.cells).to.deep.equal(cells);
      expect(read.guess).to.contain('may stand for a missing value');
    }
  });

  it('are numbers like others where others are as large, few, or as prices are', async () => {
    for (const cells of [
      ['9999', '9999', '8120', '15', '23', '41', '7'],
      ['99.99', '99.99', '9.99', '5.49', '1.99', '2.49', '3.99'],
      ['999', '999', '12', '15', '23', '41', '7'],
      ['-999', '-999', '5', '6'],
      ['-999', '-999', '-1200', '-150', '300', '41', '7'],
    ]) {
      const read = await column(cells);
      expect(read.cells).to.deep.equal(cells);
      expect(read.guess).to.equal(null);
    }
  });
});

describe('durations', () => {
  it('are numbers of hours', async () => {
    const clocks = await column(['57:08:24', '07:30:00', 'n/a', '100:00:36']);
    expect([clocks.type, clocks.unit]).to.deep.equal(['float', 'h']);
    expect(clocks.cells).to.deep.equal(['57.14', '7.5', null, '100.01']);
    expect(clocks.notes).to.contain('Durations like "57:08:24" read as hours: 57.14');
    const parts = await column(['12h 15m', '45 min', '2 h']);
    expect([parts.type, parts.unit]).to.deep.equal(['float', 'h']);
    expect(parts.cells).to.deep.equal(['12.25', '0.75', '2']);
  });

  it('are texts with a note where they may be minutes and seconds', async () => {
    const { type, notes } = await column(['57:08', '3:45', '12:10']);
    expect(type).to.equal('text');
    expect(notes).to.contain('may be durations');
  });

  it('are no times of a day or a timetable, and no texts', async () => {
    expect((await column(['07:30:00', '23:10:00'])).type).to.equal('time');
    expect((await column(['07:30:00', '24:10:00', '25:00:00'])).unit).to.equal(null);
    expect((await column(['1h', '4h', '1.5h'])).cells).to.deep.equal(['1', '4', '1.5']);
    expect((await column(['57:08:24', 'late', '100:00:36'])).type).to.equal('text');
  });
});
