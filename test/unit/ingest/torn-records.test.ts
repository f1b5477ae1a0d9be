import { expect } from 'chai';
import { parsed } from './parse.ts';

const CITIES = ['Aachen', 'Bad Nauheim', 'Celle', 'Frankfurt am Main', 'Gera', 'Halle'];

/** Cells of an order list; `code` has one shape, `remark` and `city` are free. */
const order = (at: number): readonly string[] => [
  `${String(1 + (at % 28)).padStart(2, '0')}.03.2024`,
  `${String(8 + (at % 12)).padStart(2, '0')}:30`,
  `KD-${1_000 + at * 7}`,
  `${CITIES[at % CITIES.length]!}`,
  `"called, wants ""${at}"" more, no hurry"`,
  String(3 + at * 2),
  `https://shop.test/o/${at}`,
  '',
];
const HEADER = ['Day', 'Time', 'Customer', 'City', 'Remark', 'Pieces', 'Page', 'Done'];
const ORDERS = Array.from({ length: 24 }, (_, at) => order(at));

/** The file with one of its rows damaged. */
const fileWith = (at: number, damaged: string) =>
  [HEADER.join(','), ...ORDERS.map((cells, row) => (row === at ? damaged : cells.join(',')))].join(
    '\n',
  );

const rowsOf = async (text: string) => {
  const { tables, texts } = await parsed(text);
  return { rows: tables[0]!.rows, columns: tables[0]!.columns.map(({ name }) => name), texts };
};

/** Damages of a record behind its cell `at`. */
const DAMAGES: Readonly<Record<string, (cells: readonly string[], at: number) => string>> = {
  'a separator too many': (cells, at) =>
    [...cells.slice(0, at + 1), '', ...cells.slice(at + 1)].join(','),
  'a separator too few': (cells, at) =>
    `${cells.slice(0, at + 1).join(',')}${cells.slice(at + 1).join(',')}`,
  'spaces for separators': (cells) => cells.join(' '),
  'semicolons for separators': (cells) => cells.join(';'),
  'tabs for separators': (cells) => cells.join('\t'),
};

describe('a record that a slip tore apart', () => {
  for (const [name, damage] of Object.entries(DAMAGES))
    it(`is mended or kept as it is, never read as another: ${name}`, async () => {
      const whole = await rowsOf(fileWith(-1, ''));
      const outcomes = { mended: 0, kept: 0 };
      for (const row of [0, 3, 13, 23])
        for (let at = 0; at < HEADER.length - 1; at++) {
          const { rows, texts } = await rowsOf(fileWith(row, damage(ORDERS[row]!, at)));
          const place = `row ${row + 1}, cell ${at + 1}`;
          const told = texts.some((text) => text.includes('too many or too few separators'));
          if (told) expect(rows[row], place).to.deep.equal(whole.rows[row]);
          outcomes[told ? 'mended' : 'kept']++;
        }
      expect(outcomes.mended, JSON.stringify(outcomes)).to.be.greaterThan(7);
    });

  it('is mended where its last cell is quoted, too', async () => {
    const line = (at: number, delimiter: string) =>
      [`X-${at}`, `2024-03-0${1 + (at % 9)}`, at, `KD-${1_000 + at}`, '"as ""new"", boxed"'].join(
        delimiter,
      );
    const file = (torn: number) =>
      [
        'code,day,pieces,customer,state',
        ...Array.from({ length: 20 }, (_, at) => line(at, at === torn ? ';' : ',')),
      ].join('\n');
    const [whole, mended] = [await rowsOf(file(-1)), await rowsOf(file(7))];
    expect(mended.rows).to.deep.equal(whole.rows);
    expect(mended.texts.join()).to.contain('too many or too few separators');
  });

  it('stays as it is where its cells fit as they stand, or where two readings fit', async () => {
    const lines = (more: string) =>
      ['name,city,pieces', ...CITIES.map((city, at) => `${city},${city},${at}`), more].join('\n');
    const text = `${lines('Smith, John,Berlin,5')}\n${CITIES.map((city, at) => `${city},${city},${at}`).join('\n')}`;
    const { texts } = await rowsOf(text);
    expect(texts.join()).to.not.contain('too many or too few separators');
  });

  it('keeps a short row of a group and the row of a total', async () => {
    const rows = CITIES.flatMap((city, at) => [`${city},2024-01-0${at + 1},${at},1.5`]);
    const { rows: read, texts } = await rowsOf(
      ['city,day,pieces,price', ...rows, ...rows, 'Total', 'Gera,2024-02-01'].join('\n'),
    );
    expect(texts.join()).to.not.contain('too many or too few separators');
    expect(read.at(-1)).to.deep.equal(['Gera', '2024-02-01', null, null]);
  });
});

describe('a quote inside a quoted cell', () => {
  const rows = (cell: string) =>
    Array.from({ length: 6 }, (_, at) => `${at},${at === 2 ? cell : "'plain'"},'x'`);

  it('is a character of it where the record has its usual cells then', async () => {
    const { rows: read } = await rowsOf(
      `id,'item','more'\n${rows("'Kids' boots, red'").join('\n')}\n`,
    );
    expect(read[2]).to.deep.equal(['2', "Kids' boots, red", 'x']);
  });

  it('is one for two where each in the file is doubled', async () => {
    const { rows: read } = await rowsOf(`id,'item','more'\n${rows('\'Pipe, 24""\'').join('\n')}\n`);
    expect(read[2]).to.deep.equal(['2', 'Pipe, 24"', 'x']);
  });

  it('torn off its pair in the header leaves the columns their names', async () => {
    const lines = Array.from({ length: 10 }, (_, at) => `${at},a${at},"b",c`);
    const { columns } = await rowsOf(`id,"one,two,"three"\n${lines.join('\n')}\n`);
    expect(columns).to.deep.equal(['id', 'one', 'two', 'three']);
  });
});

describe('characters of Windows-1252 that were saved as control characters', () => {
  it('are what they were, with a note', async () => {
    const { rows, texts } = await rowsOf('when,n\n7 \u0096 8 Feb,1\n\u0093x\u0094,2\n');
    expect(rows.map(([first]) => first)).to.deep.equal(['7 – 8 Feb', '“x”']);
    expect(texts.join()).to.contain('3 control characters');
  });
});
