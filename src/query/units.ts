import { CURRENCY_WORDS } from '#src/query/currencies.ts';

/** What a unit measures; numbers convert within one kind only. */
type Kind =
  | 'money'
  | 'share'
  | 'mass'
  | 'length'
  | 'area'
  | 'speed'
  | 'power'
  | 'energy'
  | 'data'
  | 'time'
  | 'calendar'
  | 'temperature'
  | 'volume';

interface Unit {
  /** As the catalog writes it. */
  readonly unit: string;
  readonly kind: Kind;
  /** How many of the first unit of its kind it is (NIST SP 811, appendix B); null: it converts to no other. */
  readonly factor: number | null;
  /** Zero of the scale, in the first unit of its kind. */
  readonly zero?: number;
  /** Words that tell it, in names of columns and after numbers. */
  readonly words: readonly string[];
  /** Short words that tell it at the end of a longer name, and after numbers: `weight_g`. */
  readonly short: readonly string[];
}

const unit = (
  name: string,
  kind: Kind,
  factor: number | null,
  words: string,
  short = '',
  zero?: number,
): Unit => ({
  unit: name,
  kind,
  factor,
  words: words.split(' ').filter((word) => word !== ''),
  short: short.split(' ').filter((word) => word !== ''),
  ...(zero !== undefined && { zero }),
});

/** Words for money say what a number is of as often as what it is in (`euro turnout`): they tell it at the end only. */
const money = (code: string, sign = ''): Unit => {
  const words = [...CURRENCY_WORDS].flatMap(([word, of]) => (of === code ? word : []));
  return unit(code, 'money', null, [sign, code.toLowerCase()].join(' '), words.join(' '));
};

const UNITS: readonly Unit[] = [
  money('USD', '$'),
  money('EUR', '€'),
  money('GBP'),
  money('CHF'),
  money('JPY'),
  unit('cents', 'money', null, 'cents', 'cent ct'),
  unit('%', 'share', null, '% percent percentage'),
  unit('kg', 'mass', 1, 'kg kgs kilogram kilograms kilogramme kilogrammes kilos'),
  unit('g', 'mass', 0.001, 'grams grammes', 'g gram gr'),
  unit('mg', 'mass', 1e-6, 'milligrams', 'mg milligram'),
  unit('t', 'mass', 1000, 'tons tonnes', 'tonne'),
  unit('lb', 'mass', 0.45359237, 'pounds lb lbs', 'pound'),
  unit('oz', 'mass', 0.028349523125, 'ounces', 'oz ounce'),
  unit('m', 'length', 1, 'meters metres', 'm meter metre'),
  unit('km', 'length', 1000, 'km kilometers kilometres', 'kilometer kilometre'),
  unit('cm', 'length', 0.01, 'cm centimeters centimetres', 'centimeter centimetre'),
  unit('mm', 'length', 0.001, 'mm millimeters millimetres', 'millimeter millimetre'),
  unit('ft', 'length', 0.3048, 'ft feet'),
  unit('in', 'length', 0.0254, 'inches', 'inch'),
  unit('mi', 'length', 1609.344, 'miles', 'mi mile'),
  unit('yd', 'length', 0.9144, 'yards', 'yd'),
  unit('m²', 'area', 1, 'sqm'),
  unit('sq ft', 'area', 0.09290304, 'sqft'),
  unit('ha', 'area', 10_000, 'hectares', 'ha hectare'),
  unit('acres', 'area', 4046.8564224, 'acres', 'acre'),
  unit('km/h', 'speed', 1, 'kmh kph'),
  unit('mph', 'speed', 1.609344, 'mph'),
  unit('kW', 'power', 1, 'kw kilowatts'),
  unit('MW', 'power', 1000, 'mw megawatts'),
  unit('kWh', 'energy', 1, 'kwh'),
  unit('MWh', 'energy', 1000, 'mwh'),
  // Whether a kilobyte has 1,000 or 1,024 bytes is not said.
  unit('bytes', 'data', null, 'bytes'),
  unit('KB', 'data', null, 'kb kilobytes'),
  unit('MB', 'data', null, 'mb megabytes'),
  unit('GB', 'data', null, 'gb gigabytes'),
  unit('TB', 'data', null, 'tb terabytes'),
  unit('s', 'time', 1, 'secs seconds', 's sec second'),
  unit('ms', 'time', 0.001, 'ms milliseconds', 'msec millisecond'),
  unit('min', 'time', 60, 'mins minutes', 'minute'),
  unit('h', 'time', 3600, 'hours', 'hour hr hrs'),
  unit('days', 'time', 86_400, 'days', 'day'),
  unit('weeks', 'time', 604_800, 'weeks', 'week'),
  unit('months', 'calendar', 1, 'months', 'month'),
  unit('years', 'calendar', 12, 'years', 'year yrs'),
  unit('°C', 'temperature', 1, 'celsius', '', 0),
  unit('°F', 'temperature', 5 / 9, 'fahrenheit', '', -160 / 9),
  unit('l', 'volume', 1, 'liters litres', 'liter litre'),
  unit('ml', 'volume', 0.001, 'milliliters millilitres', 'ml'),
];

/** Words of a name, and the unit that they tell wherever they stand. */
export const UNIT_WORDS: ReadonlyMap<string, string> = new Map(
  UNITS.flatMap(({ unit: name, words }) => words.map((word) => [word, name] as const)),
);

/** Names of months, grades and parts end in these letters, too: they tell a unit of what is weighed or measured only. */
const ENDINGS: ReadonlyMap<string, { readonly unit: string; readonly of: RegExp }> = new Map(
  Object.entries({
    g: {
      unit: 'g',
      of: /^(?:weight|mass|net|gross|sugar|fat|protein|salt|fiber|fibre|carbs|quantity|amount)$/,
    },
    mg: { unit: 'mg', of: /./ },
    oz: { unit: 'oz', of: /./ },
    gram: { unit: 'g', of: /./ },
    m: {
      unit: 'm',
      of: /^(?:length|height|width|depth|distance|altitude|elevation|diameter|radius|range)$/,
    },
    mi: { unit: 'mi', of: /./ },
    s: {
      unit: 's',
      of: /^(?:duration|time|latency|delay|wait|runtime|downtime|uptime|elapsed|length|age|timeout)$/,
    },
    sec: { unit: 's', of: /./ },
    second: { unit: 's', of: /./ },
    h: {
      unit: 'h',
      of: /^(?:duration|time|delay|wait|runtime|downtime|uptime|elapsed|work|worked)$/,
    },
    hour: { unit: 'h', of: /^(?:duration|time|delay|wait|runtime|downtime|uptime|elapsed)$/ },
    cent: { unit: 'cents', of: /./ },
    ml: { unit: 'ml', of: /./ },
    c: { unit: '°C', of: /^(?:temp|temperature)$/ },
    f: { unit: '°F', of: /^(?:temp|temperature)$/ },
    ...Object.fromEntries(
      [...CURRENCY_WORDS].map(([word, code]) => [word, { unit: code, of: /./ }]),
    ),
  }),
);

/** The unit that the last word of a name tells of what the words before it measure: `weight g`, `duration sec`. */
export function endingUnit(words: readonly string[]): string | null {
  const found = ENDINGS.get(words.at(-1) ?? '');
  return found && words.slice(0, -1).some((word) => found.of.test(word)) ? found.unit : null;
}

/** Words without the unit that the last of them tells: `distance km` → distance; null where it tells none. */
export function withoutUnit(words: readonly string[]): readonly string[] | null {
  const last = words.at(-1) ?? '';
  const told = UNIT_WORDS.has(last) || SHORT_UNITS.has(last) || endingUnit(words) !== null;
  return told && words.length > 1 ? words.slice(0, -1) : null;
}

/** Units that nothing but a unit is called, where they end a name. */
const SHORT_UNITS: ReadonlySet<string> = new Set(
  'km kg cm mm sqm sqft kwh l lb lbs ml min mins'.split(' '),
);

const SAID = new Map<string, string[]>();
for (const { unit: name, words, short } of UNITS)
  for (const word of [...words, ...short]) SAID.set(word, [...(SAID.get(word) ?? []), name]);
SAID.set('pounds', ['GBP', 'lb']);
SAID.set('degrees', ['°C', '°F']);
/** After a number these are mostly something else: `5 m` may be millions, `at 9 s`. */
for (const word of ['m', '$', '€']) SAID.delete(word);

/** Units that a word after a number says; none for any other word. */
export const saidUnits = (word: string): readonly string[] => SAID.get(word) ?? [];

const BY_NAME = new Map(UNITS.map((one) => [one.unit, one]));
const SCALED = /^(?:thousand|million|billion) /;

/** What a unit measures, as the catalog writes it (`million USD`: money); null for one that is not known. */
export const kindOfUnit = (name: string): string | null =>
  BY_NAME.get(name.replace(SCALED, ''))?.kind ?? null;

const CENTS = 100;

/** Whether numbers in a unit are money of a currency that has cents, for `price_cents`. */
const hasCents = (name: string) => ['USD', 'EUR'].includes(name);

/** A number of one unit in another: 5 min → 300 s; null where they do not convert. */
export function converted(value: number, from: string, to: string): number | null {
  if (from === to) return value;
  if (to === 'cents' && hasCents(from)) return rounded(value * CENTS);
  const [a, b] = [BY_NAME.get(from), BY_NAME.get(to)];
  if (!a || a.kind !== b?.kind || a.factor === null || b.factor === null) return null;
  return rounded((value * a.factor + (a.zero ?? 0) - (b.zero ?? 0)) / b.factor);
}

/** Without what binary fractions add: 0.1 kg are 100 g. */
const rounded = (value: number) => Number(value.toPrecision(12));
