import { csv, iso, type Kind, sum, type Value, written, writtenDay, xlsx } from './made.ts';

const PER_LANGUAGE = 6;

/** The kinds that recognition is built with. */
export const DEVELOPED: readonly Kind[] = [
  {
    name: 'local numbers and days',
    make: (language, random) => {
      const { code, words, customers, delimiter } = language;
      const rows = customers.map((customer, at): Value[] => [
        iso(2024, 1 + (at % 6), 11 + at * 2),
        customer,
        random.cents(1_000, 9_000),
        random.int(1, 40),
      ]);
      return {
        filename: `local_${code}.csv`,
        bytes: csv(
          [
            [words.date, words.customer, words.amount, words.quantity],
            ...rows.map(([day, customer, amount, quantity]) => [
              writtenDay(day as string, language),
              customer!,
              written(amount as number, language, 2),
              quantity!,
            ]),
          ],
          delimiter,
        ),
        tables: [
          {
            header: [words.date, words.customer, words.amount, words.quantity],
            types: ['date', 'text', 'decimal', 'integer'],
            rows,
          },
        ],
        questions: [
          { question: `total ${words.amount}`, answer: sum(rows.map((row) => row[2] as number)) },
          {
            question: `total ${words.quantity} where ${words.customer} is ${customers[1]}`,
            answer: rows[1]![3] as number,
          },
          {
            question: `total ${words.quantity} in March 2024`,
            answer: sum(
              rows.filter(([day]) => String(day).startsWith('2024-03')).map((r) => r[3] as number),
            ),
          },
        ],
      };
    },
  },
  {
    name: 'title, total and source',
    make: ({ code, words, regions }, random) => {
      const parts = regions.map((region) => [region, random.int(100, 900), random.cents(50, 500)]);
      const total = [
        words.total,
        sum(parts.map((row) => row[1] as number)),
        sum(parts.map((row) => row[2] as number)),
      ];
      return {
        filename: `report_${code}.xlsx`,
        bytes: xlsx([
          {
            name: 'Report',
            rows: [
              [`${words.report} 2023`],
              ['Plumbline GmbH'],
              [],
              [words.region, words.quantity, words.amount],
              ...parts,
              total,
              [],
              [words.note],
              [words.source],
            ],
            merges: ['A1:C1'],
          },
        ]),
        tables: [
          {
            header: [words.region, words.quantity, words.amount],
            types: ['text', 'integer', 'decimal'],
            rows: [...parts, total],
          },
        ],
        questions: [
          { question: `total ${words.quantity}`, answer: total[1] as number },
          { question: `total ${words.amount}`, answer: total[2] as number },
          {
            question: `highest ${words.quantity}`,
            answer: Math.max(...parts.map((r) => r[1] as number)),
          },
        ],
      };
    },
  },
  {
    name: 'years over quarters',
    make: ({ code, words, regions }, random) => {
      const rows = regions.map((region) => [
        region,
        ...Array.from({ length: 8 }, () => random.int(100, 900)),
      ]);
      const quarters = [1, 2, 3, 4].map((n) => words.quarter(n));
      return {
        filename: `quarters_${code}.xlsx`,
        bytes: xlsx([
          {
            name: 'Data',
            rows: [
              [null, 2022, null, null, null, 2023],
              [words.region, ...quarters, ...quarters],
              ...rows,
            ],
            merges: ['B1:E1', 'F1:I1'],
          },
        ]),
        tables: [
          {
            header: [
              words.region,
              ...[2022, 2023].flatMap((year) => [1, 2, 3, 4].map((n) => `Q${n} ${year}`)),
            ],
            types: ['text', ...Array<'integer'>(8).fill('integer')],
            rows,
          },
        ],
        derived: [{ kind: 'unpivot', rows: 8 * regions.length }],
        questions: [
          {
            question: 'total value in 2023',
            answer: sum(rows.flatMap((row) => row.slice(5) as number[])),
          },
          {
            question: 'total value in Q2 2022',
            answer: sum(rows.map((row) => row[2] as number)),
          },
          {
            question: `total value where ${words.region} is ${regions[0]}`,
            answer: sum(rows[0]!.slice(1) as number[]),
          },
        ],
      };
    },
  },
  {
    name: 'months as columns',
    make: ({ code, words, months, items }, random) => {
      const parts = items.map((item) => {
        const values = Array.from({ length: 12 }, () => random.int(100, 999));
        return [item, ...values, sum(values)];
      });
      const total = [
        words.total,
        ...Array.from({ length: 13 }, (_, at) => sum(parts.map((row) => row[at + 1] as number))),
      ];
      return {
        filename: `budget_${code}.xlsx`,
        bytes: xlsx([
          {
            name: 'Budget',
            rows: [[`Budget 2024`], [], [words.item, ...months, words.total], ...parts, total],
          },
        ]),
        tables: [
          {
            header: [words.item, ...months, words.total],
            types: ['text', ...Array<'integer'>(13).fill('integer')],
            rows: [...parts, total],
          },
        ],
        derived: [{ kind: 'unpivot', rows: 12 * items.length }],
        questions: [
          { question: 'total value', answer: total[13] as number },
          {
            question: 'total value in March 2024',
            answer: total[3] as number,
          },
          {
            question: `total value where ${words.item} is ${items[0]}`,
            answer: parts[0]![13] as number,
          },
        ],
      };
    },
  },
  {
    name: 'years as columns',
    make: ({ code, words, regions, delimiter }, random) => {
      const rows = regions.map((region, at): Value[] => [
        region,
        ...[0, 1, 2, 3, 4].map((y) => (at === 1 && y === 0 ? null : random.int(1_000, 9_999))),
      ]);
      return {
        filename: `series_${code}.csv`,
        bytes: csv(
          [
            [`${words.report}; ${words.amount}`.replaceAll(';', ',')],
            [words.region, 2018, 2019, 2020, 2021, 2022],
            ...rows.map((row) => row.map((cell) => cell ?? ':')),
            [],
            [words.source],
          ],
          delimiter,
        ),
        tables: [
          {
            header: [words.region, '2018', '2019', '2020', '2021', '2022'],
            types: ['text', ...Array<'integer'>(5).fill('integer')],
            rows,
          },
        ],
        derived: [{ kind: 'unpivot', rows: 5 * regions.length - 1 }],
        questions: [
          { question: 'total value in 2020', answer: sum(rows.map((row) => row[3] as number)) },
          {
            question: `total value where ${words.region} is ${regions[2]}`,
            answer: sum(rows[2]!.slice(1) as number[]),
          },
          {
            question: 'average value in 2021',
            answer: sum(rows.map((row) => row[4] as number)) / rows.length,
          },
        ],
      };
    },
  },
  {
    name: 'merged groups',
    make: ({ code, words, regions, items }, random) => {
      const rows = regions.flatMap((region) =>
        items.slice(0, 3).map((item): Value[] => [region, item, random.int(10, 99)]),
      );
      return {
        filename: `merged_${code}.xlsx`,
        bytes: xlsx([
          {
            name: 'Data',
            rows: [
              [words.region, words.item, words.quantity],
              ...rows.map((row, at) => [at % 3 === 0 ? row[0] : null, row[1], row[2]]),
            ],
            merges: regions.map((_, at) => `A${2 + at * 3}:A${4 + at * 3}`),
          },
        ]),
        tables: [
          {
            header: [words.region, words.item, words.quantity],
            types: ['text', 'text', 'integer'],
            rows,
          },
        ],
        questions: [
          {
            question: `total ${words.quantity} where ${words.region} is ${regions[2]}`,
            answer: sum(rows.filter(([r]) => r === regions[2]).map((row) => row[2] as number)),
          },
          {
            question: `total ${words.quantity} where ${words.item} is ${items[1]}`,
            answer: sum(rows.filter((row) => row[1] === items[1]).map((row) => row[2] as number)),
          },
          { question: `total ${words.quantity}`, answer: sum(rows.map((row) => row[2] as number)) },
        ],
      };
    },
  },
  {
    name: 'subtotals',
    make: ({ code, words, regions, items, delimiter }, random) => {
      const rows: Value[][] = [];
      const plain: Value[][] = [];
      for (const region of regions.slice(0, 3)) {
        const group = items
          .slice(0, 4)
          .map((item): Value[] => [region, item, random.int(10, 99), random.int(100, 999)]);
        plain.push(...group);
        rows.push(...group, [
          `${words.subtotal} ${region}`,
          null,
          sum(group.map((row) => row[2] as number)),
          sum(group.map((row) => row[3] as number)),
        ]);
      }
      const [quantity, amount] = [2, 3].map((at) => sum(plain.map((row) => row[at] as number)));
      rows.push([words.total, null, quantity!, amount!]);
      return {
        filename: `subtotals_${code}.csv`,
        bytes: csv([[words.region, words.item, words.quantity, words.amount], ...rows], delimiter),
        tables: [
          {
            header: [words.region, words.item, words.quantity, words.amount],
            types: ['text', 'text', 'integer', 'integer'],
            rows,
          },
        ],
        questions: [
          { question: `total ${words.quantity}`, answer: quantity! },
          { question: `total ${words.amount}`, answer: amount! },
          {
            question: `total ${words.amount} where ${words.region} is ${regions[1]}`,
            answer: sum(plain.filter(([r]) => r === regions[1]).map((row) => row[3] as number)),
          },
        ],
      };
    },
  },
  {
    name: 'two tables below each other',
    make: ({ code, words, regions, customers }, random) => {
      const one = regions.map((region) => [region, random.int(100, 900), random.int(10, 90)]);
      const two = customers.map((customer, at) => [
        customer,
        iso(2024, 2, 3 + at),
        random.cents(10, 99),
      ]);
      return {
        filename: `stacked_${code}.xlsx`,
        bytes: xlsx([
          {
            name: 'Blatt',
            rows: [
              [`1. ${words.report}`],
              [words.region, words.amount, words.quantity],
              ...one,
              [],
              [`2. ${words.customer}`],
              [words.customer, words.date, words.balance],
              ...two,
            ],
          },
        ]),
        tables: [
          {
            header: [words.region, words.amount, words.quantity],
            types: ['text', 'integer', 'integer'],
            rows: one,
          },
          {
            header: [words.customer, words.date, words.balance],
            types: ['text', 'date', 'decimal'],
            rows: two,
          },
        ],
        questions: [
          { question: `total ${words.amount}`, answer: sum(one.map((row) => row[1] as number)) },
          { question: `total ${words.balance}`, answer: sum(two.map((row) => row[2] as number)) },
          {
            question: `total ${words.quantity} where ${words.region} is ${regions[3]}`,
            answer: one[3]![2] as number,
          },
        ],
      };
    },
  },
  {
    name: 'two tables side by side',
    make: ({ code, words, regions, items }, random) => {
      const left = regions.map((region) => [region, random.int(10, 99)]);
      const right = items.map((item) => [item, random.int(100, 999), random.cents(5, 50)]);
      return {
        filename: `beside_${code}.xlsx`,
        bytes: xlsx([
          {
            name: 'Data',
            rows: [
              [words.region, words.quantity, null, words.item, words.amount, words.cost],
              ...items.map((_, at) => [...(left[at] ?? [null, null]), null, ...right[at]!]),
            ],
          },
        ]),
        tables: [
          { header: [words.region, words.quantity], types: ['text', 'integer'], rows: left },
          {
            header: [words.item, words.amount, words.cost],
            types: ['text', 'integer', 'decimal'],
            rows: right,
          },
        ],
        questions: [
          { question: `total ${words.quantity}`, answer: sum(left.map((row) => row[1] as number)) },
          { question: `total ${words.amount}`, answer: sum(right.map((row) => row[1] as number)) },
          {
            question: `total ${words.quantity} where ${words.region} is ${regions[0]}`,
            answer: left[0]![1] as number,
          },
        ],
      };
    },
  },
  {
    name: 'codes',
    make: ({ code, words, delimiter }, random) => {
      const rows = Array.from({ length: 12 }, (_, at): Value[] => [
        `1.${at + 1}`,
        `${at + 1}E${(at % 4) + 1}`,
        String(at * 7 + 3).padStart(5, '0'),
        random.int(10, 99),
      ]);
      return {
        filename: `codes_${code}.csv`,
        bytes: csv([[words.code, 'Ref', 'SKU', words.quantity], ...rows], delimiter),
        tables: [
          {
            header: [words.code, 'Ref', 'SKU', words.quantity],
            types: ['text', 'text', 'text', 'integer'],
            rows,
          },
        ],
        questions: [
          { question: `total ${words.quantity}`, answer: sum(rows.map((row) => row[3] as number)) },
          {
            question: `total ${words.quantity} where ${words.code} is "1.10"`,
            answer: rows[9]![3] as number,
          },
          {
            question: 'how many different Ref are there',
            answer: new Set(rows.map(([, ref]) => ref)).size,
          },
        ],
      };
    },
  },
  {
    name: 'a few bad cells',
    make: (language, random) => {
      const { code, words, customers, delimiter } = language;
      const all = [
        ...customers,
        ...customers.map((one) => `${one} II`),
        ...customers.map((one) => `${one} III`),
      ];
      const rows = all.map((customer, at): Value[] => [
        customer,
        at === 7 ? null : random.cents(1_000, 9_000),
        random.int(1, 9),
      ]);
      return {
        filename: `typos_${code}.csv`,
        bytes: csv(
          [
            [words.customer, words.amount, words.quantity],
            ...rows.map(([customer, amount, quantity]) => [
              customer!,
              amount === null ? words.pending : written(amount as number, language, 2),
              quantity!,
            ]),
          ],
          delimiter,
        ),
        tables: [
          {
            header: [words.customer, words.amount, words.quantity],
            types: ['text', 'decimal', 'integer'],
            rows,
          },
        ],
        questions: [
          {
            question: `total ${words.amount}`,
            answer: sum(rows.map((r) => r[1] as number | null)),
          },
          { question: `total ${words.quantity}`, answer: sum(rows.map((row) => row[2] as number)) },
          {
            question: `total ${words.amount} where ${words.customer} is ${customers[2]}`,
            answer: rows[2]![1] as number,
          },
        ],
      };
    },
  },
  {
    name: 'bank statement',
    make: (language, random) => {
      const { code, words, customers, delimiter } = language;
      const rows = customers.map((customer, at): Value[] => [
        iso(2024, 5, 14 + at),
        customer,
        (at % 3 === 1 ? -1 : 1) * random.cents(10, 4_000),
      ]);
      return {
        filename: `statement_${code}.csv`,
        bytes: csv(
          [
            [`${words.account}:`, 'DE12 5001 0517 0648 4898 90'],
            [`${words.date}:`, writtenDay('2024-05-31', language)],
            [],
            [words.date, words.customer, words.amount],
            ...rows.map(([day, customer, amount]) => [
              writtenDay(day as string, language),
              customer!,
              written(amount as number, language, 2),
            ]),
            [],
            [`${words.balance}: ${written(1_234.56, language, 2)} EUR`],
          ],
          delimiter,
        ),
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
            question: `total ${words.amount} where ${words.customer} is ${customers[0]}`,
            answer: rows[0]![2] as number,
          },
          {
            question: `lowest ${words.amount}`,
            answer: Math.min(...rows.map((r) => r[2] as number)),
          },
        ],
      };
    },
  },
  {
    name: 'units in headers',
    make: ({ code, words, items }, random) => {
      const rows = items.map((item) => [item, random.cents(100, 900), random.int(10, 90)]);
      return {
        filename: `units_${code}.xlsx`,
        bytes: xlsx([
          {
            name: 'Data',
            rows: [[words.item, words.amount, words.quantity], [null, '(EUR)', '[kg]'], ...rows],
          },
        ]),
        tables: [
          {
            header: [words.item, `${words.amount} EUR`, `${words.quantity} kg`],
            types: ['text', 'decimal', 'integer'],
            rows,
          },
        ],
        questions: [
          {
            question: `total ${words.amount}`,
            answer: sum(rows.map((row) => row[1] as number)),
          },
          {
            question: `total ${words.quantity}`,
            answer: sum(rows.map((row) => row[2] as number)),
          },
          {
            question: `total ${words.quantity} where ${words.item} is ${items[3]}`,
            answer: rows[3]![2] as number,
          },
        ],
      };
    },
  },
  {
    name: 'blank rows and columns',
    make: ({ code, words, regions, customers }, random) => {
      const rows = customers.map((customer, at): Value[] => [
        customer,
        regions[at % 4]!,
        random.int(100, 900),
      ]);
      return {
        filename: `blank_${code}.xlsx`,
        bytes: xlsx([
          {
            name: 'Data',
            rows: [
              [],
              [],
              [null, words.customer, null, words.region, words.amount],
              [],
              ...rows.flatMap((row, at) => [
                [null, row[0], null, row[1], row[2]],
                ...(at % 3 === 2 ? [[]] : []),
              ]),
            ],
          },
        ]),
        tables: [
          {
            header: [words.customer, words.region, words.amount],
            types: ['text', 'text', 'integer'],
            rows,
          },
        ],
        questions: [
          { question: `total ${words.amount}`, answer: sum(rows.map((row) => row[2] as number)) },
          {
            question: `total ${words.amount} where ${words.region} is ${regions[1]}`,
            answer: sum(rows.filter((r) => r[1] === regions[1]).map((row) => row[2] as number)),
          },
          { question: `how many ${words.customer} are there`, answer: rows.length },
        ],
      };
    },
  },
  {
    name: 'a sheet a region',
    make: ({ code, words, regions, items }, random) => {
      const tables = regions.map(() => ({
        header: [words.item, words.quantity, words.amount],
        types: ['text', 'integer', 'decimal'] as const,
        rows: items.map((item) => [item, random.int(10, 90), random.cents(100, 900)]),
      }));
      const all = tables.flatMap(({ rows }) => rows);
      return {
        filename: `regions_${code}.xlsx`,
        bytes: xlsx(
          tables.map(({ header, rows }, at) => ({ name: regions[at]!, rows: [header, ...rows] })),
        ),
        tables,
        derived: [{ kind: 'union', rows: all.length }],
        questions: [
          { question: `total ${words.quantity}`, answer: sum(all.map((row) => row[1] as number)) },
          {
            question: `total ${words.amount} in ${regions[2]}`,
            answer: sum(tables[2]!.rows.map((row) => row[2] as number)),
          },
          {
            question: `total ${words.quantity} where ${words.item} is ${items[1]}`,
            answer: sum(all.filter(([item]) => item === items[1]).map((row) => row[1] as number)),
          },
        ],
      };
    },
  },
  {
    name: 'quarters as columns',
    make: ({ code, words, customers, delimiter }, random) => {
      const rows = customers.map((customer) => [
        customer,
        ...Array.from({ length: 4 }, () => random.int(100, 900)),
      ]);
      return {
        filename: `customers_${code}.csv`,
        bytes: csv(
          [[words.customer, ...[1, 2, 3, 4].map((n) => `${words.quarter(n)} 2023`)], ...rows],
          delimiter,
        ),
        tables: [
          {
            header: [words.customer, ...[1, 2, 3, 4].map((n) => `Q${n} 2023`)],
            types: ['text', ...Array<'integer'>(4).fill('integer')],
            rows,
          },
        ],
        derived: [{ kind: 'unpivot', rows: 4 * customers.length }],
        questions: [
          { question: 'total value in Q3 2023', answer: sum(rows.map((row) => row[3] as number)) },
          { question: 'total value', answer: sum(rows.flatMap((row) => row.slice(1) as number[])) },
          {
            question: `total value where ${words.customer} is ${customers[4]}`,
            answer: sum(rows[4]!.slice(1) as number[]),
          },
        ],
      };
    },
  },
  {
    name: 'repeated header',
    make: ({ code, words, customers, delimiter }, random) => {
      const header = [words.customer, words.quantity, words.amount];
      const rows = [...customers, ...customers].map((customer, at) => [
        `${customer} ${at + 1}`,
        random.int(10, 90),
        random.int(100, 900),
      ]);
      return {
        filename: `pages_${code}.csv`,
        bytes: csv(
          [header, ...rows.slice(0, PER_LANGUAGE), header, ...rows.slice(PER_LANGUAGE)],
          delimiter,
        ),
        tables: [{ header, types: ['text', 'integer', 'integer'], rows }],
        questions: [
          { question: `total ${words.quantity}`, answer: sum(rows.map((row) => row[1] as number)) },
          { question: `total ${words.amount}`, answer: sum(rows.map((row) => row[2] as number)) },
          { question: `how many ${words.customer} are there`, answer: rows.length },
        ],
      };
    },
  },
  {
    name: 'currency and parentheses',
    make: ({ code, words, customers, delimiter }, random) => {
      const rows = customers.map((customer, at): Value[] => [
        customer,
        (at % 4 === 2 ? -1 : 1) * random.int(100, 900),
      ]);
      return {
        filename: `currency_${code}.csv`,
        bytes: csv(
          [
            [words.customer, words.balance],
            ...rows.map(([customer, value], at) => {
              const amount = value as number;
              const text = amount < 0 ? `(${-amount})` : String(amount);
              return [customer!, at === 0 ? `$ ${text}` : text];
            }),
          ],
          delimiter,
        ),
        tables: [{ header: [words.customer, words.balance], types: ['text', 'integer'], rows }],
        questions: [
          { question: `total ${words.balance}`, answer: sum(rows.map((row) => row[1] as number)) },
          {
            question: `total ${words.balance} where ${words.customer} is ${customers[2]}`,
            answer: rows[2]![1] as number,
          },
          {
            question: `lowest ${words.balance}`,
            answer: Math.min(...rows.map((r) => r[1] as number)),
          },
        ],
      };
    },
  },
];
