import type { TraceTable } from '#src/ask/trace/types.ts';
import { HOSTILE_BY_HAND, HOSTILE_LAST, HOSTILE_LATER } from './hostile-texts.ts';
import { SOUND_BY_HAND, SOUND_LATER } from './sound-texts.ts';
import { CHURN, MONTHS, PRODUCTS, REGIONS, type TracedText } from './tables.ts';

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
          ...(table === CHURN || table === PRODUCTS ? [] : [tongue.share(label, percent)]),
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

export const SOUND_TEXTS: readonly TracedText[] = [
  ...SOUND_BY_HAND,
  ...SOUND_LATER,
  ...generatedSound(),
];
export const HOSTILE_TEXTS: readonly TracedText[] = [
  ...HOSTILE_BY_HAND,
  ...HOSTILE_LATER,
  ...HOSTILE_LAST,
  ...generatedHostile(),
];
