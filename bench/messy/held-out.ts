import { csv, iso, type Kind, sum, type Value, written, writtenDay, xlsx } from './made.ts';

/**
 * A third of the kinds, written before recognition was built and not looked at while it was: only their scores count.
 */
export const HELD_OUT: readonly Kind[] = [
  {
    // Year over quarter over measure, all merged, as controllers keep it.
    name: 'three header levels',
    make: ({ code, words, regions }, random) => {
      const years = [2022, 2023];
      const measures = [words.amount, words.cost];
      const rows = regions.map((region) => [
        region,
        ...Array.from({ length: 8 }, () => random.int(100, 900)),
      ]);
      const at = (r: number, y: number, q: number, m: number) =>
        rows[r]![1 + y * 4 + q * 2 + m] as number;
      return {
        filename: `plan_${code}.xlsx`,
        bytes: xlsx([
          {
            name: 'Plan',
            rows: [
              [null, 2022, null, null, null, 2023, null, null, null],
              [null, 'Q1', null, 'Q2', null, 'Q1', null, 'Q2', null],
              [words.region, ...measures, ...measures, ...measures, ...measures],
              ...rows,
            ],
            merges: ['B1:E1', 'F1:I1', 'B2:C2', 'D2:E2', 'F2:G2', 'H2:I2'],
          },
        ]),
        tables: [
          {
            header: [
              words.region,
              ...years.flatMap((year) =>
                ['Q1', 'Q2'].flatMap((quarter) =>
                  measures.map((measure) => `${quarter} ${year} ${measure}`),
                ),
              ),
            ],
            types: ['text', ...Array<'integer'>(8).fill('integer')],
            rows,
          },
        ],
        derived: [{ kind: 'unpivot', rows: regions.length * 4 }],
        questions: [
          {
            question: `total ${words.amount} in 2023`,
            answer: sum(regions.flatMap((_, r) => [at(r, 1, 0, 0), at(r, 1, 1, 0)])),
          },
          {
            question: `total ${words.cost} in Q2 2022`,
            answer: sum(regions.map((_, r) => at(r, 0, 1, 1))),
          },
          {
            question: `total ${words.amount} where ${words.region} is ${regions[1]}`,
            answer: sum([at(1, 0, 0, 0), at(1, 0, 1, 0), at(1, 1, 0, 0), at(1, 1, 1, 0)]),
          },
        ],
      };
    },
  },
  {
    // Names of groups stand in rows of their own.
    name: 'group rows',
    make: ({ code, words, regions, items, decimal, delimiter }, random) => {
      const rows: Value[][] = [];
      const lines: (Value | undefined)[][] = [[words.item, words.quantity, words.amount]];
      for (const region of regions.slice(0, 3)) {
        lines.push([region, '', '']);
        for (const item of items.slice(0, 4)) {
          const quantity = random.int(1, 90);
          const amount = random.cents(100, 900);
          rows.push([region, item, quantity, amount]);
          lines.push([item, quantity, String(amount).replace('.', decimal)]);
        }
      }
      return {
        filename: `groups_${code}.csv`,
        bytes: csv(lines, delimiter),
        tables: [
          {
            header: ['section', words.item, words.quantity, words.amount],
            types: ['text', 'text', 'integer', 'decimal'],
            rows,
          },
        ],
        questions: [
          {
            question: `total ${words.quantity} where section is ${regions[0]}`,
            answer: sum(rows.filter(([r]) => r === regions[0]).map((row) => row[2] as number)),
          },
          { question: `total ${words.amount}`, answer: sum(rows.map((row) => row[3] as number)) },
          {
            question: `total ${words.quantity} where ${words.item} is ${items[1]}`,
            answer: sum(rows.filter((row) => row[1] === items[1]).map((row) => row[2] as number)),
          },
        ],
      };
    },
  },
  {
    // A key-value block, a table of articles, then one of payments; no titles.
    name: 'till report',
    make: ({ code, words, items, customers }, random) => {
      const sales = items.map((item) => [item, random.int(2, 60), random.cents(20, 400)]);
      const payments = customers
        .slice(0, 4)
        .map((customer, at) => [iso(2024, 3, at + 3), customer, random.cents(50, 700)]);
      return {
        filename: `till_${code}.xlsx`,
        bytes: xlsx([
          {
            name: 'Z',
            rows: [
              [words.account, 'Z-17'],
              [words.date, '2024-03-09'],
              [],
              [words.item, words.quantity, words.amount],
              ...sales,
              [],
              [],
              [words.date, words.customer, words.balance],
              ...payments,
            ],
          },
        ]),
        tables: [
          {
            header: [words.item, words.quantity, words.amount],
            types: ['text', 'integer', 'decimal'],
            rows: sales,
          },
          {
            header: [words.date, words.customer, words.balance],
            types: ['date', 'text', 'decimal'],
            rows: payments,
          },
        ],
        questions: [
          {
            question: `total ${words.quantity}`,
            answer: sum(sales.map((row) => row[1] as number)),
          },
          {
            question: `total ${words.balance}`,
            answer: sum(payments.map((row) => row[2] as number)),
          },
          {
            question: `total ${words.balance} where ${words.customer} is ${customers[2]}`,
            answer: payments[2]![2] as number,
          },
        ],
      };
    },
  },
  {
    // Plan and actual figures of each month side by side.
    name: 'two measures a month',
    make: ({ code, words, shortMonths, items }, random) => {
      const rows = items.map((item) => [
        item,
        ...Array.from({ length: 8 }, () => random.int(100, 999)),
      ]);
      const months = shortMonths.slice(0, 4);
      return {
        filename: `budget_${code}.xlsx`,
        bytes: xlsx([
          {
            name: 'Budget',
            rows: [
              [`${words.report} 2024`],
              [words.item, ...months.flatMap((month) => [month, null])],
              [null, ...months.flatMap(() => [words.plan, words.actual])],
              ...rows,
            ],
            merges: ['A2:A3', 'B2:C2', 'D2:E2', 'F2:G2', 'H2:I2'],
          },
        ]),
        tables: [
          {
            header: [
              words.item,
              ...months.flatMap((month) => [`${month} ${words.plan}`, `${month} ${words.actual}`]),
            ],
            types: ['text', ...Array<'integer'>(8).fill('integer')],
            rows,
          },
        ],
        derived: [{ kind: 'unpivot', rows: items.length * 4 }],
        questions: [
          {
            question: `total ${words.actual} in March 2024`,
            answer: sum(rows.map((row) => row[6] as number)),
          },
          {
            question: `total ${words.plan} where ${words.item} is ${items[0]}`,
            answer: sum([1, 3, 5, 7].map((at) => rows[0]![at] as number)),
          },
          {
            question: `total ${words.plan} in January 2024`,
            answer: sum(rows.map((row) => row[1] as number)),
          },
        ],
      };
    },
  },
  {
    // Statistical agencies mark figures: p provisional, : not available.
    name: 'marked figures',
    make: ({ code, words, regions, delimiter, group, decimal }, random) => {
      const rows = [...regions, 'Kastor', 'Pollux', 'Castell'].map((region, at): Value[] => [
        region,
        random.int(1_000, 9_000),
        at === 4 ? null : random.int(1_000, 9_000),
      ]);
      const lines = rows.map(([region, one, other], at) => [
        region,
        written(one as number, { group, decimal } as never, 0),
        other === null
          ? ':'
          : `${written(other as number, { group, decimal } as never, 0)}${at === 2 ? ' p' : ''}`,
      ]);
      return {
        filename: `marked_${code}.csv`,
        bytes: csv(
          [
            [`${words.report} (${words.amount})`],
            [],
            [words.region, words.amount, words.cost],
            ...lines,
            [],
            ['p = provisional, : = not available'],
            [words.source],
          ],
          delimiter === ',' ? ';' : delimiter,
        ),
        tables: [
          {
            header: [words.region, words.amount, words.cost],
            types: ['text', 'integer', 'integer'],
            // The marked figure is read as written beside its column.
            rows: rows.map((row, at) => (at === 2 ? [row[0]!, row[1]!, null] : row)),
          },
        ],
        questions: [
          { question: `total ${words.amount}`, answer: sum(rows.map((row) => row[1] as number)) },
          {
            question: `total ${words.amount} where ${words.region} is ${regions[1]}`,
            answer: rows[1]![1] as number,
          },
          { question: `how many ${words.region} are there`, answer: rows.length },
        ],
      };
    },
  },
  {
    // Line breaks in headers, one header twice, a column without one.
    name: 'wrapped headers',
    make: ({ code, words, customers }, random) => {
      const rows = customers.map((customer, at): Value[] => [
        customer,
        random.int(10, 90),
        random.cents(100, 800),
        random.cents(100, 800),
        at % 2 === 0 ? 'x' : null,
      ]);
      return {
        filename: `wrapped_${code}.xlsx`,
        bytes: xlsx([
          {
            name: 'A',
            rows: [
              [],
              [null, words.customer, `${words.quantity}\n(2023)`, words.amount, words.amount, null],
              ...rows.map((row) => [null, ...row]),
            ],
          },
        ]),
        tables: [
          {
            header: [
              words.customer,
              `${words.quantity} 2023`,
              words.amount,
              `${words.amount} 2`,
              'column 6',
            ],
            types: ['text', 'integer', 'decimal', 'decimal', 'text'],
            rows,
          },
        ],
        questions: [
          {
            question: `total ${words.quantity} 2023`,
            answer: sum(rows.map((r) => r[1] as number)),
          },
          { question: `how many ${words.customer} are there`, answer: rows.length },
          {
            question: `total ${words.quantity} 2023 where ${words.customer} is ${customers[3]}`,
            answer: rows[3]![1] as number,
          },
        ],
      };
    },
  },
  {
    // An old program's export: tabs, spaces as thousands, the minus behind the number.
    name: 'old export',
    make: ({ code, words, customers, decimal, group, order, daySeparator }, random) => {
      const rows = customers.map((customer, at): Value[] => [
        iso(2023, 1 + at, 13 + at),
        customer,
        at === 3 ? -random.cents(1_000, 5_000) : random.cents(1_000, 90_000),
      ]);
      const lines = rows.map(([day, customer, amount]) => {
        const number = written(Math.abs(amount as number), { decimal, group } as never, 2);
        return [
          writtenDay(day as string, { order, daySeparator } as never),
          customer!,
          (amount as number) < 0 ? `${number}-` : number,
        ];
      });
      return {
        filename: `export_${code}.csv`,
        bytes: csv([[words.date, words.customer, words.amount], ...lines], '\t'),
        tables: [
          {
            header: [words.date, words.customer, words.amount],
            types: ['date', 'text', 'decimal'],
            rows,
          },
        ],
        questions: [
          { question: `total ${words.amount}`, answer: sum(rows.map((row) => row[2] as number)) },
          {
            question: `total ${words.amount} where ${words.customer} is ${customers[3]}`,
            answer: rows[3]![2] as number,
          },
          {
            question: `total ${words.amount} in February 2023`,
            answer: rows[1]![2] as number,
          },
        ],
      };
    },
  },
  {
    // Two tables side by side, each with its title, and a note below both.
    name: 'side by side with titles',
    make: ({ code, words, regions, items }, random) => {
      const left = regions.map((region) => [region, random.int(10, 99), random.int(100, 999)]);
      const right = items.map((item) => [item, random.int(1_000, 9_999)]);
      return {
        filename: `pair_${code}.xlsx`,
        bytes: xlsx([
          {
            name: 'Übersicht',
            rows: [
              [words.report, null, null, null, words.plan],
              [words.region, words.quantity, words.amount, null, words.item, words.cost],
              ...items.map((_, at) => [
                ...(left[at] ?? [null, null, null]),
                null,
                ...(right[at] ?? []),
              ]),
              [],
              [words.note],
            ],
          },
        ]),
        tables: [
          {
            header: [words.region, words.quantity, words.amount],
            types: ['text', 'integer', 'integer'],
            rows: left,
          },
          { header: [words.item, words.cost], types: ['text', 'integer'], rows: right },
        ],
        questions: [
          { question: `total ${words.quantity}`, answer: sum(left.map((row) => row[1] as number)) },
          { question: `total ${words.cost}`, answer: sum(right.map((row) => row[1] as number)) },
          {
            question: `total ${words.cost} where ${words.item} is ${items[2]}`,
            answer: right[2]![1] as number,
          },
        ],
      };
    },
  },
  {
    // The sum of all stands above what it sums.
    name: 'total on top',
    make: ({ code, words, regions, delimiter }, random) => {
      const parts = regions.map((region) => [region, random.int(100, 900), random.int(10, 90)]);
      const top = [
        words.total,
        sum(parts.map((row) => row[1] as number)),
        sum(parts.map((row) => row[2] as number)),
      ];
      return {
        filename: `top_${code}.csv`,
        bytes: csv([[words.region, words.amount, words.quantity], top, ...parts], delimiter),
        tables: [
          {
            header: [words.region, words.amount, words.quantity],
            types: ['text', 'integer', 'integer'],
            rows: [top, ...parts],
          },
        ],
        questions: [
          { question: `total ${words.amount}`, answer: top[1] as number },
          { question: `total ${words.quantity}`, answer: top[2] as number },
          {
            question: `total ${words.amount} where ${words.region} is ${regions[2]}`,
            answer: parts[2]![1] as number,
          },
        ],
      };
    },
  },
];
