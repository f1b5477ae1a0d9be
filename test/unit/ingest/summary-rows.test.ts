import { expect } from 'chai';
import { parsed } from './parse.ts';

const STATES = [412, 288, 199, 101, 77].map((n, at) => `S${at},${n},${[6, 2, 3, 5, 4][at]}`);
const TEAMS = Array.from({ length: 12 }, (_, at) => `T${at + 1},${(at + 1) * 3}`);

async function summaryRows(csv: string) {
  const { tables, texts } = await parsed(csv);
  const { totalRows, doubtfulRows, rowCount } = tables[0]!;
  const labels = (rows: typeof totalRows | undefined) =>
    rows?.flatMap(({ values }) => values) ?? null;
  return {
    left: labels(totalRows),
    doubtful: labels(doubtfulRows) ?? [],
    rowCount,
    said: texts.join(' '),
  };
}

const teams = (...last: readonly string[]) => ['team,points', ...TEAMS, ...last].join('\n');
const states = (first: string, ...last: readonly string[]) =>
  ['state,people,offices', first, ...STATES, ...last].filter((line) => line !== '').join('\n');

describe('rows that are made of others', () => {
  const budget = (scale = 1) =>
    [
      ...['All,1784,3568', 'Health,386,772', 'Hospitals,147,294', 'Clinics,239,478'],
      ...['Schools,650,1300', 'Primary,182,364', 'Secondary,206,412', 'Adult,262,524'],
      ...['Transport,748,1496', 'Roads,367,734', 'Rail,381,762'],
    ].map((line) =>
      line
        .split(',')
        .map((cell, at) => (at === 0 ? cell : String(Number(cell) * scale)))
        .join(','),
    );

  it('are those above their parts, of any name, where all rows nest', async () => {
    const { tables, texts } = await parsed(['item,2023,2024', ...budget()].join('\n'));
    const [wide, long] = tables;
    expect(wide!.totalRows).to.deep.equal([
      { column: 'item', values: ['All', 'Health', 'Schools', 'Transport'] },
    ]);
    expect(texts.join(' ')).to.include('"Health"');
    // The table with a row for each year has the parts alone.
    expect(long!.rowCount).to.equal(14);
  });

  it('are none above rows that only sometimes add up, or of small numbers', async () => {
    for (const lines of [
      ['item,a,b', ...budget().slice(0, -1), 'Rail,381,763'],
      ['item,n', 'A,3', 'B,1', 'C,2', 'D,5', 'E,2', 'F,3', 'G,9', 'H,4', 'I,5'],
      ['item,a,b', ...budget(), 'Other,17,40'],
    ]) {
      const { left } = await summaryRows(lines.join('\n'));
      expect(left ?? []).to.deep.equal([]);
    }
  });

  const LEFT_OUT: readonly (readonly [name: string, csv: string, labels: readonly string[]])[] = [
    ...['Average', 'Mean', 'Avg.', 'Durchschnitt', 'Mittelwert', 'Moyenne', 'Average points'].map(
      (label) => [label, teams(`${label},19.5`), [label]] as const,
    ),
    ['a rounded average', teams('Average:,20'), ['Average:']],
    ['an average of something else', teams('Average,18'), ['Average']],
    ['Median', teams('Median,19.5'), ['Median']],
    ['Minimum', teams('Minimum,3'), ['Minimum']],
    ['Count', teams('Count,12'), ['Count']],
    ['Std dev', teams('Std dev,10.4'), ['Std dev']],
    ['Max, in several columns', states('', 'Max,412,6'), ['Max']],
    ['Max beside others', teams('Min,3', 'Max,36', 'Average,19.5'), ['Min', 'Max', 'Average']],
    ['Previous year', teams('Previous year,200'), ['Previous year']],
    ['% of total', teams('% of total,100'), ['% of total']],
    ['Total (avg)', teams('Total (avg),18.2'), ['Total (avg)']],
    ['a mean of no known name', teams('League,19.5'), ['League']],
    [
      'what stands below a total',
      'region,revenue\nNorth,100\nSouth,200\nEast,50\nTotal 2025,350\nTotal 2024,300\nChange %,16.7\n',
      ['Total 2025', 'Total 2024', 'Change %'],
    ],
    [
      'what stands above a total',
      'region,revenue\nNorth,100\nSouth,200\nEast,50\nTarget,400\nTotal,350\n',
      ['Total', 'Target'],
    ],
    [
      'a target where others have a town',
      'team,town,n\nA,Ulm,10\nB,Bonn,20\nC,Ulm,30\nTarget,,80\n',
      ['Target'],
    ],
    [
      'All states, first',
      'state,sales\nAll states,1000\nA,100\nB,200\nC,300\nD,400\n',
      ['All states'],
    ],
    ['World, first', states('World,1077,20'), ['World']],
    ['All regions, last', states('', 'All regions,1077,20'), ['All regions']],
    ['a first row of any name that sums the others', states('Germany,1077,20'), ['Germany']],
    ['a first row with an average beside the sum', states('Germany,1077,4'), ['Germany']],
    ['an average above', states('Average,215.4,4'), ['Average']],
    [
      'an average of what stands below a total',
      states('World,1077,20', 'Average,215.4,4'),
      ['World', 'Average'],
    ],
    [
      'an average below days',
      [
        'day,n',
        ...Array.from({ length: 12 }, (_, at) => `2025-01-${at + 10},${at * 7}`),
        'Average,38.5',
      ].join('\n'),
      ['Average'],
    ],
  ];
  for (const [name, csv, labels] of LEFT_OUT)
    it(`are found: ${name}`, async () => {
      const { left, said, rowCount } = await summaryRows(csv);
      expect(left).to.have.members([...labels]);
      expect(said).to.include('answers leave them out and say so');
      expect(rowCount).to.equal(csv.trim().split('\n').length - 1);
    });

  const DOUBTFUL: readonly (readonly [name: string, csv: string, label: string])[] = [
    ['Target, which is a shop, too', teams('Target,300'), 'Target'],
    ['Max, who is a person, too', teams('Max,36'), 'Max'],
    ['a total that does not add up', teams('Total,235'), 'Total'],
    [
      'a total of round numbers of no known name',
      'state,sales\nNorth,1000\nA,100\nB,200\nC,300\nD,400\n',
      'North',
    ],
    ['the world over some of its countries', states('World,8000,900'), 'World'],
  ];
  for (const [name, csv, label] of DOUBTFUL)
    it(`may be: ${name}`, async () => {
      const { left, doubtful, said } = await summaryRows(csv);
      expect(left).to.deep.equal([]);
      expect(doubtful).to.deep.equal([label]);
      expect(said).to.include('count like all other rows').and.include(`"${label}"`);
    });

  const DATA: readonly (readonly [name: string, csv: string])[] = [
    [
      'a team called Average in the middle',
      ['team,points', ...TEAMS.slice(0, 6), 'Average,19.5', ...TEAMS.slice(6)].join('\n'),
    ],
    ['a team called Average Joes at the end', teams('Average Joes,31')],
    ['a person called Max at the end', teams('Max,40')],
    ['grades', 'grade,pupils\nAbove average,10\nBelow average,12\nPoor,4\nAverage,8\n'],
    ['an average that is none', teams('Average,80')],
    ['statistics alone', 'what,value\nMinimum,1\nMaximum,9\nAverage,5\nCount,12\n'],
    ['figures of a company', 'what,value\nRevenue,100\nCosts,62\nProfit,38\nStaff,7\n'],
    ['a first row that is the largest', states('Bavaria,900,7')],
    [
      'a first row that is the sum in one column, and too large in another',
      states('Germany,1077,400'),
    ],
    ['a first row that is small', 'team,n\nA,3\nB,1\nC,1\nD,1\n'],
    [
      'Average in one of several rows',
      [
        'team,kind,points',
        ...TEAMS.map((row, at) => row.replace(',', at % 2 ? ',Average,' : ',High,')),
        'T13,Average,25',
      ].join('\n'),
    ],
    ['a section called World', 'section,pages\nSports,10\nCulture,8\nLocal,14\nWorld,9\n'],
    [
      'periods that are compared',
      'period,amount\nToday,5\nLast week,30\nLast month,100\nLast year,1200\n',
    ],
    ['years', 'year,n\n2019,100\n2020,110\n2021,120\n2022,110\n'],
  ];
  for (const [name, csv] of DATA)
    it(`are not ${name}`, async () => {
      const { left, doubtful, said } = await summaryRows(csv);
      expect(left).to.deep.equal([]);
      expect(doubtful).to.deep.equal([]);
      expect(said).to.not.include('leave them out');
    });

  it('count where the mapping says so', async () => {
    const { tables } = await parsed(teams('Target,300', 'Average,19.5'), {
      mapping: { 'data.csv': { totals: 'keep' } },
    });
    expect(tables[0]).to.deep.include({ totalRows: [] }).and.not.have.property('doubtfulRows');
  });

  it('are found at the end of an export, too', async () => {
    const rows = Array.from({ length: 10_500 }, (_, at) => `N${at},${at}`);
    const { tables } = await parsed(['name,n', ...rows, 'Average,5249.5'].join('\n'), {
      limits: { maxRows: 20_000 },
    });
    expect(tables[0]!.totalRows).to.deep.equal([
      { column: 'name', values: ['Average'], summarise: true },
    ]);
  });
});
