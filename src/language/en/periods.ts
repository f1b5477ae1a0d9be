import { meanings, phrases, words } from '#src/language/tables.ts';

type PeriodUnit = 'year' | 'quarter' | 'month' | 'week' | 'day';

/** January first. */
export const MONTH_NAMES: readonly string[] =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const NAMES = MONTH_NAMES.map((name) => name.toLowerCase());

export const MONTHS: ReadonlyMap<string, number> = new Map(
  NAMES.flatMap((name, index) => [
    [name, index + 1] as const,
    [name.slice(0, 3), index + 1] as const,
    ...(name === 'september' ? [['sept', 9] as const] : []),
  ]),
);

/** Monday first. */
export const WEEKDAY_NAMES: readonly string[] =
  'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** Days of every week, by their numbers from Monday, 1: a day of one week is `Monday` alone. */
export const WEEKDAYS: ReadonlyMap<string, readonly number[]> = new Map<string, readonly number[]>([
  ...WEEKDAY_NAMES.map((name, at) => [`${name.toLowerCase()}s`, [at + 1]] as const),
  ['weekends', [6, 7]],
  ['weekdays', [1, 2, 3, 4, 5]],
]);
/** The same of one day, behind `a` or `any`. */
export const ONE_WEEKDAY: ReadonlyMap<string, readonly number[]> = new Map(
  [...WEEKDAYS].map(([name, days]) => [name.slice(0, -1), days]),
);
export const BEFORE_WEEKDAYS = words('on at during over');
export const ANY_WEEKDAY = words('a any');
export const BETWEEN_WEEKDAYS = words('and or , on');

/** What comes again, with the period that it is a part of: groups by one of these take all of them together. */
export const RECURRING = meanings<'weekday' | 'month' | 'hour'>([
  [
    'weekday',
    'weekday|weekdays|day of the week|day of week|days of the week|week day|week days|day of a week',
  ],
  [
    'month',
    'month of the year|month of year|months of the year|calendar month|calendar months|month of a year',
  ],
  [
    'hour',
    'hour of the day|hour of day|hours of the day|hour of a day|time of day|time of the day',
  ],
]);

export const ORDINALS: ReadonlyMap<string, number> = new Map([
  ['first', 1],
  ['second', 2],
  ['third', 3],
  ['fourth', 4],
  ['1st', 1],
  ['2nd', 2],
  ['3rd', 3],
  ['4th', 4],
]);

export const UNITS: ReadonlyMap<string, PeriodUnit> = new Map([
  ['year', 'year'],
  ['quarter', 'quarter'],
  ['month', 'month'],
  ['week', 'week'],
  ['day', 'day'],
]);

/** `last q`, `past 4 wks`: only behind a word that makes them times. */
export const SHORT_UNITS: ReadonlyMap<string, PeriodUnit> = new Map([
  ...['q', 'qtr', 'qtrs'].map((word) => [word, 'quarter'] as const),
  ...['yr', 'yrs'].map((word) => [word, 'year'] as const),
  ...['mo', 'mos', 'mth', 'mths'].map((word) => [word, 'month'] as const),
  ...['wk', 'wks'].map((word) => [word, 'week'] as const),
]);

export const RELATIVE: ReadonlyMap<string, number> = new Map([
  ['last', -1],
  ['past', -1],
  ['previous', -1],
  ['this', 0],
  ['current', 0],
  ['next', 1],
]);

/** From the start of a unit until today. */
export const TO_DATE: ReadonlyMap<string, PeriodUnit> = new Map([
  ['ytd', 'year'],
  ['qtd', 'quarter'],
  ['mtd', 'month'],
  ['wtd', 'week'],
]);

/** Days by their distance from today. */
export const DAYS: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['yesterday', -1],
  ['tomorrow', 1],
]);

/** `more than 60 days ago`: which side of the day that many before today is meant, and whether that day is, too. */
export const AGE_BOUNDS = meanings<'>' | '>=' | '<' | '<='>([
  ['>', 'more than|over|longer than|longer ago than|further back than|>'],
  ['>=', 'at least|no less than|not less than|>='],
  ['<', 'less than|fewer than|under|<'],
  ['<=', 'at most|no more than|not more than|<='],
]);

/** Behind a number of units: counted back from today. */
export const AGO = phrases('ago|back|in the past|before today|before now|prior to today|old');

/** The same before the number, of what it is said of: `older than 60 days`. */
export const OLDER = meanings<'>' | '<'>([
  ['>', 'older than'],
  ['<', 'newer than|younger than'],
]);

/** Before a period that is meant as a whole: `in 2024`. */
export const INSIDE = words('in during on of for within over');

/** All words that open a period. */
export const OPENERS = words(
  'in during on of for within over from since before after until till through past the',
);

/** Behind `the last year`: one of many is picked. */
export const PICKING = words('that when where with');

/** What may stand before the name of a period: `the month of May`. */
export const BEFORE_NAMES = words('the year month date day of');

/** Between the ends of a range, where `from` opened it, and where nothing did. */
export const RANGE_LINKS = words('to until till through thru');
export const LONG_RANGE_LINKS = phrases('up to and including|up through|through to|up to');
export const BARE_RANGE_LINKS = words('through thru until till');
/** The same between days or months, of which a list of two is no range: `2026-01-01 to 2026-03-31`. */
export const DAY_RANGE_LINKS = words('to');
/** Before a unit of groups, which is not that of the period behind it: `by month 2025-01 to 2025-06`. */
export const BEFORE_UNITS = words('by per each every');

/** `week 12`, `CW 12` */
export const WEEKS = words('week wk cw kw');

const cased = (text: string) => `[${text[0]!.toUpperCase()}${text[0]!}]${text.slice(1)}`;
const MONTH = `(?:${NAMES.map((name) => `${cased(name.slice(0, 3))}(?:${name.slice(3)})?`).join('|')}|[Ss]ept)`;
const PART = `(?:${MONTH}|[Qq][1-4]|[Hh][12])`;

/** Periods in figures that are one word: `2025-01`, `Jan-25`, `q2/2025`, `2025Q2`, `03/2025`, `2025-W07`. */
export const COMPACT_PERIOD = [
  String.raw`\d{4}-(?:0[1-9]|1[0-2])(?![\p{L}\p{N}]|-\d)`,
  String.raw`\d{4}-?[Ww]\d{2}(?![\p{L}\p{N}])`,
  String.raw`\d{4}[-/]?[Qq][1-4](?![\p{L}\p{N}])`,
  String.raw`[QqHh][1-4][-/](?:\d{4}|\d{2})(?![\p{L}\p{N}])`,
  String.raw`${MONTH}-(?:\d{4}|\d{2})(?![\p{L}\p{N}])`,
  String.raw`(?:0?[1-9]|1[0-2])/(?:19|20)\d{2}(?![\p{L}\p{N}/])`,
]
  .map((one) => String.raw`(?<![\p{L}\p{N}/.-])${one}`)
  .join('|');

/** The sign of a range between months or quarters: `Jan-Mar 2025`. */
export const COMPACT_RANGE = String.raw`(?<=(?<![\p{L}\p{N}])${PART})[-–—](?=${PART}(?![\p{L}\p{N}]))`;

/** What a compact period says: each pattern with the parts of it that are year, month, quarter, half or week. */
export const COMPACT_FORMS: readonly RegExp[] = [
  /^(?<year>\d{4})-(?<month>\d{2})$/,
  /^(?<year>\d{4})-?w(?<week>\d{2})$/,
  /^(?<year>\d{4})[-/]?q(?<quarter>[1-4])$/,
  /^q(?<quarter>[1-4])[-/](?<year>\d{4}|\d{2})$/,
  /^h(?<half>[12])[-/](?<year>\d{4}|\d{2})$/,
  /^(?<name>[a-z]+)-(?<year>\d{4}|\d{2})$/,
  /^(?<month>\d{1,2})\/(?<year>\d{4})$/,
];
/** A year and a month in six figures, which only words around them tell from a number. */
export const SIX_FIGURES = /^(?<year>(?:19|20)\d{2})(?<month>0[1-9]|1[0-2])$/;
/** The same with a day, in eight. */
export const EIGHT_FIGURES =
  /^(?<year>(?:19|20)\d{2})(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\d|3[01])$/;
/** Before a day without its year: `on July 22`; behind `in`, the figures are those of a year. */
export const BEFORE_DAYS = words('on since before after until till from between and to by through');

/** The links between two periods that are compared: `from August to September`. */
export const COMPARED_LINKS: ReadonlySet<string> = new Set(['to', 'and', 'until', '-']);

/** Words of dates that lie ahead, which don't say how old something is. */
export const DATES_AHEAD: ReadonlySet<string> = new Set(
  'next due until expiry expires expiration deadline planned renewal'.split(' '),
);
