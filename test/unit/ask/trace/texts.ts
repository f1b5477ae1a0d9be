import type { TraceTable } from '#src/ask/trace/types.ts';
import { CHURN, MONTHS, PRODUCTS, REGIONS, TOTAL, type TracedText } from './tables.ts';

/** How a writer may put a number; the first is exact. */
type Format = (value: number) => string;

const digits = (locale: string, options: Intl.NumberFormatOptions = {}) => {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, ...options });
  return (value: number) => format.format(value);
};
const millions =
  (locale: string, word: string): Format =>
  (value) =>
    `${digits(locale, { minimumFractionDigits: 2 })(value / 1e6)} ${word}`;
const thousands =
  (locale: string, word: string): Format =>
  (value) =>
    `${digits(locale, { maximumFractionDigits: 1 })(value / 1e3)}${word}`;

interface Tongue {
  readonly locale: string;
  readonly formats: readonly Format[];
  readonly row: (label: string, measure: string, number: string) => string;
  readonly back: (label: string, measure: string, number: string) => string;
  readonly share: (label: string, percent: string) => string;
  readonly total: (measure: string, number: string) => string;
  readonly pair: (a: string, x: string, b: string, y: string) => string;
}

const EN: Tongue = {
  locale: 'en-US',
  formats: [
    digits('en-US'),
    digits('en-US', { maximumFractionDigits: 0 }),
    (value) => String(value),
  ],
  row: (label, measure, number) => `${label} has a ${measure} of ${number}.`,
  back: (label, measure, number) => `The ${measure} is ${number} in ${label}.`,
  share: (label, percent) => `${label} makes up ${percent}% of the total.`,
  total: (measure, number) => `Together the rows have a ${measure} of ${number}.`,
  pair: (a, x, b, y) => `${a} has ${x}, while ${b} has ${y}.`,
};
const DE: Tongue = {
  locale: 'de-DE',
  formats: [digits('de-DE'), digits('de-DE', { maximumFractionDigits: 0 }), digits('de-CH')],
  row: (label, measure, number) => `Für ${label} ist der Wert von ${measure} ${number}.`,
  back: (label, measure, number) => `Mit ${number} ist ${label} bei ${measure} verzeichnet.`,
  share: (label, percent) => `Auf ${label} entfallen ${percent} % der Summe.`,
  total: (measure, number) => `Insgesamt ist der Wert von ${measure} ${number}.`,
  pair: (a, x, b, y) => `Für ${a} sind es ${x}, für ${b} sind es ${y}.`,
};
const FR: Tongue = {
  locale: 'fr-FR',
  formats: [digits('fr-FR'), digits('fr-FR', { maximumFractionDigits: 0 }), digits('fr-BE')],
  row: (label, measure, number) => `Pour ${label}, la valeur de ${measure} est ${number}.`,
  back: (label, measure, number) =>
    `Avec ${number}, ${label} est dans la liste des valeurs de ${measure}.`,
  share: (label, percent) => `${label} représente ${percent} % du total.`,
  total: (measure, number) => `Au total, la valeur de ${measure} est ${number}.`,
  pair: (a, x, b, y) => `Pour ${a}, la valeur est ${x}, tandis que pour ${b} elle est ${y}.`,
};
const TONGUES: readonly Tongue[] = [EN, DE, FR];

interface Cell {
  readonly row: number;
  readonly label: string;
  readonly measure: string;
  readonly column: number;
  readonly value: number;
}

const MONTH_NAMES: Readonly<Record<string, readonly string[]>> = {
  'en-US': ['May', 'June', 'July', 'August'],
  'de-DE': ['Mai', 'Juni', 'Juli', 'August'],
  'fr-FR': ['mai', 'juin', 'juillet', 'août'],
};

function cellsOf(table: TraceTable, locale: string): readonly Cell[] {
  return table.rows.flatMap((cells, row) =>
    table.styles.flatMap(({ quantity, label: measure }, column) =>
      quantity && column > 0
        ? [
            {
              row,
              column,
              measure,
              label: table === MONTHS ? `${MONTH_NAMES[locale]![row]} 2026` : String(cells[0]),
              value: Number(cells[column]),
            },
          ]
        : [],
    ),
  );
}

const TABLES = [REGIONS, MONTHS, PRODUCTS, CHURN] as const;
const sumOf = (table: TraceTable, column: number) =>
  table.rows.reduce((sum, row) => sum + Number(row[column]), 0);
const scaled = (tongue: Tongue, value: number): readonly string[] => {
  const words = {
    'en-US': ['million', 'k'],
    'de-DE': ['Mio.', ' Tsd.'],
    'fr-FR': ['millions', 'k'],
  }[tongue.locale]!;
  return [
    ...(value >= 1e5 ? [millions(tongue.locale, words[0]!)(value)] : []),
    ...(value >= 1e4 ? [thousands(tongue.locale, words[1]!)(value)] : []),
  ];
};
/** Rounded to whole numbers only where little is lost. */
const written = (tongue: Tongue, value: number) => [
  ...new Set(
    tongue.formats.filter((_, index) => index !== 1 || value >= 100).map((format) => format(value)),
  ),
];

/** What every tongue says rightly of every cell. */
function generatedSound(): readonly TracedText[] {
  return TONGUES.flatMap((tongue) =>
    TABLES.flatMap((table) => {
      const cells = cellsOf(table, tongue.locale);
      const texts = cells.flatMap(({ label, measure, value, column, row }) => {
        const numbers = [...written(tongue, value), ...scaled(tongue, value)];
        const percent = digits(tongue.locale, { maximumFractionDigits: 1 })(
          (100 * value) / sumOf(table, column),
        );
        const next = cells.find((one) => one.column === column && one.row === row + 1);
        return [
          ...numbers.map((number, index) =>
            (index % 2 === 0 ? tongue.row : tongue.back)(label, measure, number),
          ),
          ...(table === CHURN ? [] : [tongue.share(label, percent)]),
          ...(next
            ? [tongue.pair(label, numbers[0]!, next.label, written(tongue, next.value)[0]!)]
            : []),
        ];
      });
      return texts.map((text) => ({ table, text }));
    }),
  );
}

/** The same with one number that is not so: invented, rounded wrongly, of another row, in another unit of size. */
function generatedHostile(): readonly TracedText[] {
  return TONGUES.flatMap((tongue) =>
    TABLES.flatMap((table) => {
      const cells = cellsOf(table, tongue.locale);
      const texts = cells.flatMap(({ label, measure, value, column, row }) => {
        const exact = tongue.formats[0]!;
        const other = cells.find(
          (one) => one.column === column && one.row === (row + 1) % table.rows.length,
        )!;
        const [round = exact(value * 1.07)] = scaled(tongue, value * 1.03);
        const percent = digits(tongue.locale, { maximumFractionDigits: 1 })(
          (100 * other.value) / sumOf(table, column),
        );
        return [
          tongue.row(label, measure, exact(value + 11)),
          tongue.back(label, measure, exact(value * 10)),
          tongue.row(label, measure, exact(other.value)),
          tongue.back(label, measure, round),
          ...(table === CHURN ? [] : [tongue.share(label, percent)]),
          tongue.pair(label, exact(other.value), other.label, exact(value)),
        ];
      });
      return texts.map((text) => ({ table, text }));
    }),
  );
}

const of = (table: TraceTable, texts: readonly string[]): readonly TracedText[] =>
  texts.map((text) => ({ table, text }));

const SOUND_BY_HAND: readonly TracedText[] = [
  ...of(REGIONS, [
    'Europe leads with about 1.2 million USD, Asia follows with 988k, and North America is last with 345,678.25.',
    'In 2025 Europe had the highest revenue: $1,234,567.50.',
    'The four regions together made 3.0 million USD in 2025.',
    'The lowest revenue is 345,678.25 USD (North America).',
    'Europe earned 25% more than Asia.',
    'Europe made 246,913.25 more than Asia.',
    'Africa earned 44% of what Asia did.',
    'On average a region made 750,000 USD.',
    'Europe accounts for 41% of the total, Asia for 33%, Africa for 14% and North America for 12%.',
    'Europe made about three times as much as Africa, or 2.86 times.',
    'Revenue ranges from 345,678.25 to 1,234,567.50 USD.',
    'There are four regions in the result.',
    'All 4 regions had revenue in 2025.',
    'Asia is the second highest with 987,654.25.',
    'Asia comes 2nd, Africa 3rd.',
    'Europe and Asia together make up 74% of the total.',
    'Europa ist nicht dabei, aber in Europe sind es 1,23 Mio. USD.',
    'Auf Europe entfallen 1.234.567,50 USD, auf Asia 987.654,25 USD.',
    'In Asia sind es rund 990.000 USD.',
    'Insgesamt sind es 3,0 Millionen USD in vier Regionen.',
    'Im Durchschnitt sind es 750.000 USD.',
    'Der Umsatz von Europe ist um 25 % höher als der von Asia.',
    'Pour Europe, le chiffre est de 1,23 million de dollars ; pour Asia, il est de 987 654,25.',
    'Les quatre régions ont ensemble 3,0 millions de dollars en 2025.',
    'En moyenne, une région a 750 000 dollars.',
    'Para Europe la suma es de 1.234.567,50 dólares.',
    'Per Europe il totale è di 1.234.567,50 dollari.',
    'Revenue in 2025 was highest in Europe, at 1,234,567.50 USD, and lowest in North America, at 345,678.25 USD.',
    'Europe and Asia had 1,234,567.50 and 987,654.25 respectively.',
    'Compared with Africa, Asia made 555,554.25 more.',
    'Europe made more than 1.2 million USD.',
    'Africa made just over 430,000 USD.',
    'Africa made nearly 433,000 USD.',
    'Europe made 12,34,567 USD.',
    'Europe is first, followed by Asia with 987,654.25.',
  ]),
  ...of(MONTHS, [
    'Orders fell from 954 in June to 371 in July, a drop of 61%.',
    'Orders fell by 61% in July 2026.',
    'July 2026 had three hundred and seventy-one orders.',
    'In May 2026 there were eight hundred twelve orders.',
    'In June 2026 there were 954 orders, 142 more than in May 2026.',
    'August recovered to 903 orders.',
    'In all, there were 3,040 orders over the four months.',
    'The average is 760 orders per month.',
    'The peak was 954 orders in June 2026.',
    'Im Juli 2026 waren es dreihunderteinundsiebzig Bestellungen.',
    'Im Mai waren es 812, im Juni 954 Bestellungen.',
    'Im Juli ist die Zahl um 61 % gesunken.',
    'En juillet 2026, il y a trois cent soixante et onze commandes.',
    'En mai 2026, il y a huit cent douze commandes.',
    'From May to August 2026 there were 3,040 orders in total.',
    'June had 17.5% more orders than May.',
    'The month with the fewest orders is July 2026, with 371.',
  ]),
  ...of(PRODUCTS, [
    'Desk earned the highest profit, 20,188.40 EUR, from 412 units sold.',
    'Chair sold 1,387 units and made a profit of 16,990.75 EUR.',
    'Lamp has units sold of 268.',
    'The first 5 of 23 products are shown.',
    'Shelf and Rug are the smallest, with a profit of 2,410.45 and 1,187.20 EUR respectively.',
    'Chair sold more than three times as many units as Desk (1,387 against 412).',
    'Desk made 49 EUR of profit for each unit sold, on a profit of 20,188.40.',
    'In Q3 2026, Desk was first with a profit of 20.2k EUR.',
    'In Q3 2026 the five products shown sold 2,217 units together.',
    'Rug sold fifty-three units, Shelf ninety-seven.',
    'Rug: 53 units sold, 1,187.20 EUR profit.',
    'For prices of more than 12.5, Lamp sold 268 units.',
    'Für Rug sind es dreiundfünfzig Stück, für Shelf siebenundneunzig.',
    'Pour Shelf, le profit est de 2 410,45 euros.',
  ]),
  ...of(TOTAL, [
    'The total revenue in March 2025 is 2,999,999.75 USD.',
    'Total revenue came to about 3 million dollars in March 2025.',
    'The total revenue was $3.0M.',
    'Der Umsatz im März 2025 ist 2.999.999,75 USD.',
    'Insgesamt sind es rund 3 Mio. USD.',
    'Le total de mars 2025 est de 2 999 999,75 dollars.',
    'The total revenue is almost three million.',
  ]),
  ...of(CHURN, [
    'Basic has the highest churn rate, 7.4%, with 1,840 subscribers.',
    'Pro has a churn rate of 3.1 percent.',
    'Team loses 1.6% of its 127 subscribers.',
    'The churn rate of Basic is 4.3 percentage points above that of Pro.',
    'In 2025 the three plans had 2,622 subscribers altogether.',
    'Team has one hundred and twenty-seven subscribers.',
    'Bei Pro ist die Quote 3,1 %, bei Team 1,6 %.',
    'Pour Basic, le taux est de 7,4 % et pour Team de 1,6 %.',
    'Basic has nearly three times as many subscribers as Pro (1,840 against 655).',
    'Pro has 655 subscribers; its churn rate is 3.1%.',
  ]),
];

const HOSTILE_BY_HAND: readonly TracedText[] = [
  ...of(REGIONS, [
    'Europe leads with about 1.3 million USD.',
    'Europe leads with 1.24 million USD.',
    'The five regions together made 3.0 million USD.',
    'There are twelve regions in the result.',
    'There are 5 regions.',
    'Only one region had revenue.',
    'In 2024 Europe had the highest revenue.',
    'In 2025 and 2026 Europe was first.',
    'Europe earned 30% more than Asia.',
    'Asia earned 25% more than Europe.',
    'Europe earned 25% less than Asia.',
    'Africa is second with 432,100.',
    'Africa comes 2nd.',
    'North America takes the first place.',
    'The highest revenue is 987,654.25.',
    'The lowest revenue is 432,100.00.',
    'The average revenue is 3.0 million.',
    'Together they made 750,000 USD.',
    'Europe made 3.0 million USD.',
    'Asia has 1,234,567.50 and Europe 987,654.25.',
    'Europe and Asia had 987,654.25 and 1,234,567.50 respectively.',
    'Asia is ahead. It made 1,234,567.50 USD.',
    'Europe made twice as much as Asia.',
    'Africa made half of what Asia made.',
    'Europe makes up three quarters of the total.',
    'Europe makes up a third of the total.',
    'Europe and Asia together make up 80% of the total.',
    'Auf Europe entfallen 1,3 Mio. USD.',
    'Auf Europe entfallen 987.654,25 USD.',
    'In Asia sind es zwölf Millionen USD.',
    'Insgesamt sind es fünf Regionen.',
    'Der Umsatz von Europe ist um 52 % höher als der von Asia.',
    'Pour Europe, le chiffre est de 1,32 million de dollars.',
    'Les cinq régions ont ensemble 3,0 millions de dollars.',
    'Il y a douze régions dans la liste.',
    'Para Europe la suma es de 1.243.567,50 dólares.',
    'Hay doce regiones en la lista con ventas.',
    'Per Europe il totale è di dodici milioni.',
    'Europe has １２３ customers.',
    'Europe has ١٢٣ customers.',
    'Europe has XII stores.',
    'Europe has a dozen stores.',
    'Europe sold to thousands of customers.',
    'Europe grew for the third year in a row, up 7%.',
    'Europe is 4 times as large as Africa.',
    'Revenue in Q3 2025 was highest in Europe.',
    'On 14 March 2025 Europe made the most.',
    'Europe grew by 1½ million.',
    'Revenue rose by 12% on the year before.',
    'Europe made more than 1.3 million USD.',
    'Africa made nearly 432,000 USD.',
    'North America made 345.678 USD.',
    'Европа: 1234567 и ещё 99 регионов.',
    '欧洲有十二个地区。',
    'Europe has 1,234,567.50 USD from 9 stores.',
    'Both regions made 1,234,567.50 USD, and 7 more are missing.',
    'Europe, unlike Asia, made 987,654.25 USD.',
    'Europe has 0 orders.',
    'Europe: 1.2 billion USD.',
    'Europe made 1.2 thousand USD.',
    'Europe (41%) and Asia (14%) lead.',
    'Asia (41%) leads.',
    'Europe made 1234567.05 USD.',
  ]),
  ...of(MONTHS, [
    'Orders fell from 954 in June to 317 in July.',
    'Orders fell by 16% in July 2026.',
    'Orders rose by 61% in July 2026.',
    'July 2026 had three hundred and seventeen orders.',
    'In May 2026 there were 954 orders.',
    'In June there were 812 orders, in May 954.',
    'August recovered to 954 orders.',
    'In all, there were 3,400 orders over the four months.',
    'In all, there were 3,040 orders over the six months.',
    'The average is 670 orders per month.',
    'The peak was 903 orders.',
    'In July 2025 there were 371 orders.',
    'In September 2026 there were 903 orders.',
    'Im Juli 2026 waren es dreihundertsiebzehn Bestellungen.',
    'Im Mai waren es 954, im Juni 812 Bestellungen.',
    'En juillet 2026, il y a trois cent soixante-dix-sept commandes.',
    'En mai 2026, il y a huit cent deux commandes.',
    'June had 25% more orders than May.',
    'The month with the fewest orders is May 2026, with 371.',
    'Three of the months were above 900.',
    'Orders fell on 3 July 2026.',
    'The dip came in Q4.',
    'Orders fell to 371 because of 2 strikes.',
    'Juni 2026: einundneunzig Bestellungen, das sind weniger als im Mai.',
  ]),
  ...of(PRODUCTS, [
    'Desk earned the highest profit, 16,990.75 EUR.',
    'Chair has a profit of 1,387 EUR.',
    'Lamp has units sold of 3,819.',
    'The first 10 of 23 products are shown.',
    'The first 5 of 32 products are shown.',
    'Shelf and Rug have a profit of 1,187.20 and 2,410.45 EUR respectively.',
    'Desk made 94 EUR of profit for each unit sold.',
    'In Q2 2026, Desk was first.',
    'In Q3 2025, Desk was first with a profit of 20.2k EUR.',
    'Rug sold ninety-seven units, Shelf fifty-three.',
    'For prices of more than 15, Lamp sold 268 units.',
    'Für Rug sind es siebenundneunzig Stück.',
    'Für Desk sind es vierhundertzwanzig Stück und es ist gut.',
    'Pour Rug, le profit est de 2 410,45 euros.',
    'Lamp is second by profit.',
    'Two products lost money.',
    'Seven products are shown.',
    'Desk is profitable in 3 of 4 quarters.',
  ]),
  ...of(TOTAL, [
    'The total revenue in March 2025 is 2,999,999.57 USD.',
    'The total revenue in March 2024 is 2,999,999.75 USD.',
    'The total revenue in April 2025 is 2,999,999.75 USD.',
    'Total revenue came to about 4 million dollars.',
    'The total revenue was $2.9M.',
    'Der Umsatz im März 2025 ist 2.999.999,57 USD.',
    'Der Umsatz im Mai 2025 ist 2.999.999,75 USD.',
    'Insgesamt sind es rund drei Milliarden USD.',
    'Le total de mars 2025 est de deux millions de dollars.',
    'The total revenue is 2,999,999.75 USD from 12 stores.',
    'The total revenue is 2,999,999.75 USD, up 8% on 2024.',
    'The total revenue is 2,999,999.75 USD, a record for 5 years.',
  ]),
  ...of(CHURN, [
    'Basic has the highest churn rate, 4.7%.',
    'Basic has a churn rate of 3.1%.',
    'Pro has a churn rate of 3.1 percent and 127 subscribers.',
    'Team loses 1.6% of its 655 subscribers.',
    'The churn rate of Basic is 3.4 percentage points above that of Pro.',
    'In 2025 the four plans had 2,622 subscribers altogether.',
    'Team has one hundred and seventy-two subscribers.',
    'Bei Pro ist die Quote 1,6 %, bei Team 3,1 %.',
    'Pour Basic, le taux est de 1,6 % et pour Team de 7,4 %.',
    'Basic has four times as many subscribers as Pro.',
    'The churn rate was 12% in all plans.',
    'Pro lost 20 subscribers.',
    'Within 2 years churn will be 0.',
  ]),
];

/** Written before the tracing had seen any of their kind; 5 of these 60 hostile ones came through at first. */
const HOSTILE_LATER: readonly TracedText[] = [
  ...of(REGIONS, [
    'Europe alone brought in 1.5 million.',
    'With revenue of 432,100.00 Asia sits in the middle.',
    'Asia and Africa: 432,100.00 and 987,654.25.',
    'Roughly 80 percent comes from Europe.',
    'Africa grew 44%.',
    'All seven regions grew.',
    'Revenue dropped in 2023.',
    'Europe beat Asia by 100,000.',
    'Europe is up by a fifth.',
    'The top 3 regions make up 95% of the total.',
    'Revenue per region averages 1.2 million USD.',
    'Europe had 2.5x the revenue of Asia.',
    'The gap between Europe and Asia is 300,000 USD.',
    'In Africa liegt der Umsatz bei 345.678,25 USD.',
    'Asia liegt mit 1.234.567,50 USD vorn.',
    'Europe hat achtzehn Filialen.',
    'L’Europe est première avec 2 millions.',
    'Europe est en tête avec 987 654,25 dollars.',
    'Asia: 1.234.567,50',
    'North America had 345,678.25 and Africa 345,678.25.',
    'Europe represents 4 out of 10 dollars.',
    'Every second dollar comes from Europe.',
    'Asia ranks fourth.',
    'Nearly half of the total comes from Europe.',
    'Revenue was 1234567.5 in Asia.',
    'Europe leads Asia 1,234,567.50 to 432,100.00.',
  ]),
  ...of(MONTHS, [
    'July was the best month with 371 orders.',
    'There were 100 fewer orders in August than in June.',
    'Orders doubled in August.',
    'Orders tripled from July to August.',
    'Between May and June orders rose by 71.',
    'Quarter 2 had the most orders.',
    'In mid-July, 50 orders were cancelled.',
    'Orders fell 3 months in a row.',
    'May: 812, June: 945, July: 371.',
    'August 2026 had nine hundred and thirty orders.',
    'Over 1,000 orders came in June.',
    'The slump in July cost 400 orders.',
  ]),
  ...of(PRODUCTS, [
    'Desk: 1,387 units sold.',
    'The top seller is Chair with 412 units sold.',
    'Lamp made 3.9k EUR.',
    'Rug and Shelf together sold 160 units.',
    'Profit of 16,990.75 came from Desk.',
    '23 EUR was the profit of Rug.',
    'Chair makes 15 EUR of profit per unit.',
    'Only 4 products are shown.',
    'Desk has 5 stars.',
    'The profit of Lamp, 2,410.45 EUR, is third.',
  ]),
  ...of(CHURN, [
    'Churn of Pro is 3.1% of 1,840 subscribers.',
    'Team has 0.127 million subscribers.',
    'Basic churns at 74%.',
    'Basic has 1,840 subscribers, Pro 127 and Team 655.',
    'A tenth of Basic churns.',
    'Pro churns twice as much as Team does, at 6.2%.',
    'On average 5% churn.',
  ]),
  ...of(TOTAL, [
    'Total revenue of 2,999,999.75 USD came from 3 sources.',
    'Revenue is 29,999,997.5 USD.',
    'Revenue is just over 3 million.',
    'Revenue was 2.9 million USD.',
    'Total revenue in Q2 2025 is 2,999,999.75 USD.',
  ]),
];
const SOUND_LATER: readonly TracedText[] = [
  ...of(REGIONS, [
    'Europe leads with $1.23M, ahead of Asia at $988K.',
    'Asia is in second place with revenue of 987,654.25 USD.',
    'The gap between Europe and Asia is 246,913.25 USD.',
    'Africa and North America trail with 432,100 and 345,678.25 USD.',
    'Revenue by region in 2025: Europe 1,234,567.50, Asia 987,654.25, Africa 432,100.00, North America 345,678.25.',
    'Nearly three quarters of the total comes from Europe and Asia together.',
    'North America contributed 12% of the total revenue.',
    'Der höchste Umsatz ist 1.234.567,50 USD in Europe.',
    'Asia liegt mit 987.654,25 USD auf Platz 2.',
    'L’Asia arrive en deuxième position avec 987 654,25 dollars.',
    'Africa lies third at roughly 430,000 USD.',
    'Europe brought in 3.6 times the revenue of North America.',
    'Overall revenue is about 3 million USD.',
    'Africa makes up 14.4% of total revenue.',
  ]),
  ...of(MONTHS, [
    'Orders peaked in June 2026 at 954, then fell to 371 in July and recovered to 903 in August.',
    'From June to July orders dropped by 583.',
    'July saw the fewest orders (371).',
    'Orders more than doubled from July to August.',
    'August had 532 more orders than July.',
    'May had 812 orders, which is 27% of the total.',
    'Im Juni 2026 war die Zahl mit 954 am höchsten.',
    'Orders increased by 143% in August.',
  ]),
  ...of(PRODUCTS, [
    'Chair sold the most units, 1,387, and Rug the fewest, 53.',
    'Desk earned 20,188.40 EUR with 412 units.',
    'Of the 23 products, the first 5 are listed.',
    'Desk ranks first by profit with 20,188.40 EUR.',
    'Lamp: 268 units sold and 3,819 EUR profit.',
    'Shelf and Rug together sold 150 units.',
  ]),
  ...of(CHURN, [
    'Basic churns the most at 7.4%, compared with 1.6% for Team.',
    'Pro has 655 subscribers and a churn rate of 3.1%.',
    'The 2,622 subscribers in total are spread over three plans.',
    'Basic has 70% of all subscribers in total.',
  ]),
  ...of(TOTAL, [
    'Total revenue for March 2025 was 2,999,999.75 USD.',
    'In March 2025 total revenue reached almost 3 million USD.',
    'Im März 2025 sind es 3,0 Mio. USD.',
  ]),
];

export const SOUND_TEXTS: readonly TracedText[] = [
  ...SOUND_BY_HAND,
  ...SOUND_LATER,
  ...generatedSound(),
];
export const HOSTILE_TEXTS: readonly TracedText[] = [
  ...HOSTILE_BY_HAND,
  ...HOSTILE_LATER,
  ...generatedHostile(),
];
