import { CURRENCY_CODES, CURRENCY_WORDS } from '#src/query/currencies.ts';

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
  // `crates 10kg` are crates.
  const last = (words.at(-1) ?? '').replace(/^\d+(?=\p{L})/u, '');
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

/**
 * The dimension and unit of a number: a power for each kind that it measures, and the size of its unit in the first
 * unit of each kind. Minutes are `{ time: 1 }` with a factor of 60; divided by 60 they are hours, with a factor of 3600.
 * An unknown unit is a kind of its own with a name that begins with `?`, so that it still cancels out. A name that begins
 * with `=` is a unit that doesn't convert.
 */
export interface Quantity {
  readonly powers: Readonly<Record<string, number>>;
  readonly factor: number;
  /** The code of its currency; null for what is no money, and for money whose currency is unknown. */
  readonly currency: string | null;
}

/** A number without a unit: a constant, a fraction. */
export const BARE_NUMBER: Quantity = { powers: {}, factor: 1, currency: null };
/** A number of rows or things. */
export const COUNT: Quantity = { ...BARE_NUMBER, powers: { count: 1 } };

const of = (kind: string, factor = 1): Quantity => ({
  ...BARE_NUMBER,
  powers: { [kind]: 1 },
  factor,
});

/** Degrees Fahrenheit from the point where water freezes, of which five ninths are degrees Celsius. */
const FROM_FREEZING = '=°F from 32';

/** What degrees become by adding a constant, where that turns one scale into the other; else what they were. */
export function shiftedQuantity(quantity: Quantity, by: number): Quantity {
  if (quantity.powers['=°C'] === 1 && near(quantity.factor, 5 / 9) && by === 32)
    return quantityIn('°F');
  return quantity.powers['=°F'] === 1 && by === -32 ? of(FROM_FREEZING) : quantity;
}

/** A conversion rate that differs from row to row: what is multiplied by it is in another unit, which is unknown. */
export const RATE = of('=rate');

/** A number whose unit is unknown. */
export const unknownQuantity = (name: string): Quantity => of(`?${name}`);
/** Money that may be in cents or not. */
export const UNKNOWN_MONEY = unknownQuantity('money');

/** Kinds that are made of others. */
const COMPOSED: Readonly<Partial<Record<Kind, Readonly<Record<string, number>>>>> = {
  area: { length: 2 },
  speed: { length: 1, time: -1 },
  energy: { power: 1, time: 1 },
};
/** The first unit of each of them in the first units of those: km/h in metres and seconds, kWh in kilowatts and seconds. */
const COMPOSED_FACTOR: Readonly<Partial<Record<Kind, number>>> = {
  speed: 1000 / 3600,
  energy: 3600,
};
const DATA: readonly string[] = ['bytes', 'KB', 'MB', 'GB', 'TB'];
const SCALES: ReadonlyMap<string, number> = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
]);

/** What a number in a unit of the catalog counts: `million USD`, `km/h`, `%`. */
export function quantityIn(unit: string): Quantity {
  const [scale = '', ...rest] = unit.split(' ');
  const by = rest.length > 0 ? SCALES.get(scale) : undefined;
  if (by !== undefined) {
    const whole = quantityIn(rest.join(' '));
    return { ...whole, factor: whole.factor * by };
  }
  if (unit === '%') return { ...BARE_NUMBER, factor: 1 / CENTS };
  if (unit === 'cents') return of('money', 1 / CENTS);
  if (CURRENCY_CODES.has(unit)) return { ...of('money'), currency: unit };
  const known = BY_NAME.get(unit);
  if (!known) return of(`=${unit}`);
  if (known.kind === 'data') return of('data', 1000 ** DATA.indexOf(unit));
  // Degrees do not start at zero: what multiplies them gives no degrees.
  if (known.factor === null || known.zero !== undefined) return of(`=${unit}`);
  const powers = COMPOSED[known.kind] ?? { [known.kind]: 1 };
  return { ...BARE_NUMBER, powers, factor: known.factor * (COMPOSED_FACTOR[known.kind] ?? 1) };
}

/** The product of two quantities; with `power` -1 the quotient. Null where they are of different currencies. */
export function timesQuantity(left: Quantity, right: Quantity, power: 1 | -1 = 1): Quantity | null {
  if (left.currency && right.currency && left.currency !== right.currency) return null;
  // A price or wage is for each of what it is multiplied by, whether its name says so or not.
  const [priced, amount] = isMoney(left) ? [left, right] : [right, left];
  if (power === 1 && isMoney(priced) && isMeasured(amount) && !amount.powers.money) return priced;
  const kinds = new Set([...Object.keys(left.powers), ...Object.keys(right.powers)]);
  const powers = Object.fromEntries(
    [...kinds].flatMap((kind) => {
      const sum = (left.powers[kind] ?? 0) + power * (right.powers[kind] ?? 0);
      return sum === 0 ? [] : [[kind, sum] as const];
    }),
  );
  const currency = powers.money ? (left.currency ?? right.currency) : null;
  return { powers, factor: left.factor * right.factor ** power, currency };
}

/** The quantity of a number that is multiplied by a constant: minutes times 60 are seconds. */
export function scaledQuantity(quantity: Quantity, by: number): Quantity {
  const isData = quantity.powers.data === 1;
  const steps = Math.log(Math.abs(by)) / Math.log(1024);
  const whole = Math.round(steps);
  const isBinary = isData && whole !== 0 && Math.abs(steps - whole) < 1e-9;
  return { ...quantity, factor: quantity.factor / (isBinary ? 1000 ** whole : Math.abs(by)) };
}

const isMoney = ({ powers }: Quantity) => powers.money === 1 && Object.keys(powers).length === 1;

/** Whether two factors are the same. Statements write them with a few digits: 2.2046 pounds are a kilogram. */
const near = (one: number, other: number) => Math.abs(one / other - 1) < 1e-4;

const samePowers = (one: Quantity['powers'], other: Quantity['powers']) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([kind, power]) => other[kind] === power);

/** Whether two numbers count the same kind of thing, in whatever unit: minutes and hours, cents and euros. */
export const sameKind = (one: Quantity, other: Quantity): boolean =>
  samePowers(measuredPowers(one), measuredPowers(other)) &&
  (one.currency === null || other.currency === null || one.currency === other.currency);

/** Whether two numbers can be compared as they stand. */
export const sameQuantity = (one: Quantity, other: Quantity): boolean =>
  sameKind(one, other) && near(one.factor, other.factor);

/** The powers without counts, and without unknown units beside known ones: a price times a number of items is money. */
function measuredPowers({ powers }: Quantity): Quantity['powers'] {
  const counted = Object.entries(powers).filter(([kind]) => kind !== 'count');
  const known = counted.filter(([kind]) => !kind.startsWith('?'));
  return Object.fromEntries(known.length > 0 ? known : counted);
}

/** Whether all that a number measures is of a known kind; not so of mere numbers. */
export const isMeasured = (quantity: Quantity): boolean => {
  const kinds = Object.keys(measuredPowers(quantity));
  return kinds.length > 0 && kinds.every((kind) => !kind.startsWith('?'));
};

/** Whether numbers of unknown units are divided by each other: a hundred times that is a percentage. */
export const isRatioOfUnknown = ({ powers }: Quantity): boolean => {
  const all = Object.entries(powers).filter(([kind]) => kind !== 'count');
  const sum = all.reduce((total, [, power]) => total + power, 0);
  return all.length > 1 && sum === 0 && all.every(([kind]) => kind.startsWith('?'));
};

/** Money in the unit that prices are in, of a currency that is not said. */
export const MAJOR = 'money';
/** Lengths of years and months in days that statements divide by. */
const CALENDAR_DAYS: readonly (readonly [string, number])[] = [
  ...[365, 365.25, 365.2425, 366].map((days) => ['years', days] as const),
  ...[30, 30.4, 30.44, 30.4375, 30.5].map((days) => ['months', days] as const),
];
const UNITS_OF_RATES: readonly string[] = [
  'km',
  'h',
  'kg',
  'm',
  's',
  'min',
  'days',
  'l',
  'g',
  'mi',
];

/**
 * The unit of a quantity as the catalog writes it, `%`, `money` for an amount whose currency is not said, or a rate as
 * `km per h`. Null where it has none, as a count or a fraction, or none with a name.
 */
export function unitOfQuantity(quantity: Quantity): string | null {
  const { factor, currency } = quantity;
  const powers = measuredPowers(quantity);
  const kinds = Object.keys(powers);
  if (kinds.length === 0 || isRatioOfUnknown(quantity)) return near(factor, 1 / CENTS) ? '%' : null;
  const [kind = ''] = kinds;
  if (kinds.length === 1 && powers[kind] === 1) {
    if (kind === FROM_FREEZING) return near(factor, 9 / 5) ? '°C' : null;
    if (kind.startsWith('=')) return near(factor, 1) ? kind.slice(1) : null;
    if (kind === 'money') {
      if (near(factor, 1)) return currency ?? MAJOR;
      if (near(factor, 1 / CENTS)) return 'cents';
      const scale = [...SCALES].find(([, by]) => near(factor, by));
      return scale && currency ? `${scale[0]} ${currency}` : null;
    }
    if (kind === 'data') return DATA[Math.round(Math.log10(factor) / 3)] ?? null;
    if (kind === 'time') {
      const long = CALENDAR_DAYS.find(([, days]) => near(factor, days * DAY));
      if (long) return long[0];
    }
  }
  const whole = UNITS.find(({ unit: name, kind: own }) => {
    const one = own === 'money' || own === 'share' || own === 'data' ? null : quantityIn(name);
    return one && samePowers(one.powers, powers) && near(one.factor, factor);
  });
  if (whole) return whole.unit;
  const [over, under] = [1, -1].map((power) => kinds.find((one) => powers[one] === power));
  if (kinds.length !== 2 || !over || !under) return null;
  return rateUnit(over, under, quantity);
}

/** The unit to write behind numbers; null also for money whose currency is unknown. */
export function unitOf(quantity: Quantity | null): string | null {
  const unit = quantity && unitOfQuantity(quantity);
  return unit === MAJOR ? null : unit;
}

const DAY = 86_400;

function rateUnit(over: string, under: string, { factor, currency }: Quantity): string | null {
  const unitsOf = (kind: string): readonly (readonly [string, number])[] =>
    kind === 'money'
      ? [[currency ?? MAJOR, 1]]
      : UNITS_OF_RATES.flatMap((name) => {
          const one = BY_NAME.get(name);
          return one?.kind === kind && one.factor !== null ? [[name, one.factor] as const] : [];
        });
  for (const [above, high] of unitsOf(over))
    for (const [below, low] of unitsOf(under))
      if (near(factor, high / low)) return `${above} per ${below}`;
  return null;
}

/** Units that labels write out; others are written as in the catalog. */
const LONG_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({ s: 'seconds', ms: 'milliseconds', min: 'minutes', h: 'hours' }),
);

/** `hours` of `h`, `km per hour` of `km per h`. */
export const longUnit = (name: string): string =>
  name.split(' per ').length === 2
    ? name.replace(/ per (\S+)$/, (_, one: string) => ` per ${longUnit(one).replace(/s$/, '')}`)
    : (LONG_NAMES.get(name) ?? name);

/** The units that a word of a name or question may mean, codes of currencies among them. */
export function unitsOfWord(word: string): readonly string[] {
  const said = saidUnits(word);
  if (said.length > 0) return said;
  if (word === 'pct') return ['%'];
  const code = word.toUpperCase();
  return CURRENCY_CODES.has(code) && word.length === 3 && !NO_CODES.has(word) ? [code] : [];
}

/** Codes of currencies that are also everyday words. */
const NO_CODES: ReadonlySet<string> = new Set([
  'all',
  'top',
  'try',
  'cup',
  'mop',
  'gel',
  'ron',
  'lak',
  'php',
  'bam',
  'sos',
  'pen',
  'cop',
]);
