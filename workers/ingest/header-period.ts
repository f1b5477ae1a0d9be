import { lookupTable } from '#src/sql/lookup-table.ts';
import { identifier } from '#workers/ingest/names.ts';

export type Grain = 'year' | 'quarter' | 'month';

/** A period that stands in a header. */
export interface HeaderPeriod {
  readonly grain: Grain;
  /** Null where the header does not say it: `March`. */
  readonly year: number | null;
  /** The quarter (1 to 4) or month (1 to 12); 1 for a year. */
  readonly part: number;
  /** What the header says beside the period: `Jan 2024 Plan` → `Plan`; empty for nothing. */
  readonly rest: string;
}

/** Names of months and the first letters that tell them apart; lower case, without points. */
const MONTHS: Readonly<Record<string, number>> = lookupTable(monthTable());

function monthTable(): Record<string, number> {
  const lists = [
    'january february march april may june july august september october november december',
    'jan feb mar apr may jun jul aug sep oct nov dec',
    'januar februar märz april mai juni juli august september oktober november dezember',
    'jan feb mär apr mai jun jul aug sep okt nov dez',
    'jän feber mrz apr mai juni juli aug sept okt nov dez',
    'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    'janv févr mars avr mai juin juil août sept oct nov déc',
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    'ene feb mar abr may jun jul ago sept oct nov dic',
    'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
    'jan fev mar abr mai jun jul ago set out nov dez',
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    'gen feb mar apr mag giu lug ago set ott nov dic',
    'januari februari maart april mei juni juli augustus september oktober november december',
    'jan feb mrt apr mei jun jul aug sep okt nov dec',
    'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь',
    'янв фев мар апр май июн июл авг сен окт ноя дек',
    'янв февр март апр мая июня июля авг сент окт нояб дек',
    'styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień',
  ];
  const table: Record<string, number> = {};
  for (const list of lists)
    for (const [at, name] of list.split(' ').entries()) table[name] = at + 1;
  return table;
}

const YEAR = /^(?:19|20)\d\d$/;
/** A business year is named by the calendar year that it ends in. */
const BUSINESS_YEAR = /^(?:fy|gj|ej)[ -]?((?:19|20)\d\d)$/i;
const QUARTER = /^(?:q|t|k|kw?artal|кв)[ .-]?([1-4])$|^([1-4])[ .-]?(?:q|t|k|кв)$/i;
const QUARTER_WORD =
  /^(?:quarter|quartal|trimestre|trim|kwartaal|quartaal|квартал|кв|kwartał|qtr|q|t)$/i;
const ORDINAL = /^([1-4])(?:st|nd|rd|th|\.|e|er|ère|eme|ème|º|°|ª|o|a|-й|й|de|ste)?$/i;
const YEAR_MONTH = /^((?:19|20)\d\d)[-/.](\d{1,2})$/;
const MONTH_YEAR = /^(\d{1,2})[-/.]((?:19|20)\d\d)$/;
/** As statistical offices write months (SDMX): `2025M01`. */
const SDMX_MONTH = /^((?:19|20)\d\d)-?M(\d{1,2})$/i;
const EAST_ASIAN = /^(?:((?:19|20)\d\d)年)?(?:(\d{1,2})月)?$/;
const SHORT_YEAR = /^['’]?(\d\d)$/;
/** First and last days of months that report tools put in headers. */
const ISO_DAY = /^((?:19|20)\d\d)-(\d\d)-(\d\d)(?: 00:00:00)?$/;

/**
 * Reads the text of a header as a period, with what else it says; null where it names none. `Jan`, `Jan-24`,
 * `2024-01`, `1. Quartal 2023`, `T1 2023`, `2023 Q1 Umsatz`, `FY 2022`, `2024年3月`.
 */
export function readHeaderPeriod(text: string): HeaderPeriod | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 80) return null;
  const whole = wholeText(trimmed);
  if (whole) return whole;
  const words = trimmed.split(/[\s/|,_()]+|(?<=\p{L})\.?[-–'’](?=\d\d(?:\d\d)?$)/u).filter(Boolean);
  if (words.length > 8) return null;
  return inWords(words);
}

const NUMBERED_MONTH = /(?<!\d)((?:19|20)\d\d)[-_. /]?(0[1-9]|1[0-2])(?!\d)/;
const NUMBERED_MONTH_FIRST = /(?<!\d)(0[1-9]|1[0-2])[-_. /]((?:19|20)\d\d)(?!\d)/;

/**
 * The period that the name of a file or its path says: `sales_2024-03`, `2024/03/sales`, `sales 03.2024`,
 * `sales_march_2024`, `sales Q1 2024`, `sales_2023`.
 */
export function readNamePeriod(name: string): HeaderPeriod | null {
  const first = NUMBERED_MONTH.exec(name);
  if (first) return month(Number(first[1]), Number(first[2]));
  const last = NUMBERED_MONTH_FIRST.exec(name);
  if (last) return month(Number(last[2]), Number(last[1]));
  return readHeaderPeriod(identifier(name).replaceAll('_', ' '));
}

function wholeText(text: string): HeaderPeriod | null {
  const day = ISO_DAY.exec(text);
  // A month is written as one of its days; any other day is a day.
  if (day && (day[3] === '01' || isLastDay(day))) return month(Number(day[1]), Number(day[2]));
  const first = YEAR_MONTH.exec(text) ?? SDMX_MONTH.exec(text);
  if (first) return month(Number(first[1]), Number(first[2]));
  const last = MONTH_YEAR.exec(text);
  if (last) return month(Number(last[2]), Number(last[1]));
  const business = BUSINESS_YEAR.exec(text);
  if (business) return { grain: 'year', year: Number(business[1]), part: 1, rest: '' };
  const asian = EAST_ASIAN.exec(text);
  if (asian?.[2]) return month(asian[1] ? Number(asian[1]) : null, Number(asian[2]));
  if (asian?.[1]) return { grain: 'year', year: Number(asian[1]), part: 1, rest: '' };
  return null;
}

const isLastDay = ([, year, month, day]: RegExpExecArray) =>
  new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate() === Number(day);

const month = (year: number | null, part: number): HeaderPeriod | null =>
  part >= 1 && part <= 12 ? { grain: 'month', year, part, rest: '' } : null;

interface Found {
  year: number | null;
  quarter: number | null;
  month: number | null;
}

function inWords(words: readonly string[]): HeaderPeriod | null {
  const found: Found = { year: null, quarter: null, month: null };
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const taken = takeWord(words, at, found);
    if (taken === null) return null;
    if (taken === 0) rest.push(words[at]!);
    else at += taken - 1;
  }
  if (found.month !== null && found.quarter !== null) return null;
  const year = found.year;
  const said = rest.join(' ');
  if (found.month !== null) return { grain: 'month', year, part: found.month, rest: said };
  if (found.quarter !== null) return { grain: 'quarter', year, part: found.quarter, rest: said };
  return year === null ? null : { grain: 'year', year, part: 1, rest: said };
}

/** How many words from `at` on say a part of the period; null: two of one kind, so that it is none. */
function takeWord(words: readonly string[], at: number, found: Found): number | null {
  const word = words[at]!;
  const bare = word.replace(/\.$/, '').toLowerCase();
  if (YEAR.test(bare)) return set(found, 'year', Number(bare), 1);
  const quarter = QUARTER.exec(bare);
  if (quarter) return set(found, 'quarter', Number(quarter[1] ?? quarter[2]), 1);
  const next = words[at + 1]?.replace(/\.$/, '') ?? '';
  const ordinal = ORDINAL.exec(word);
  if (ordinal && QUARTER_WORD.test(next)) return set(found, 'quarter', Number(ordinal[1]), 2);
  const number = ORDINAL.exec(next);
  if (number && QUARTER_WORD.test(bare)) return set(found, 'quarter', Number(number[1]), 2);
  const named = MONTHS[bare];
  if (named !== undefined) return set(found, 'month', named, 1);
  const short = SHORT_YEAR.exec(word);
  // `Jan 24` is a month of a year, `24` alone anything.
  if (short && at > 0 && (found.month !== null || found.quarter !== null) && found.year === null)
    return set(found, 'year', 2_000 + Number(short[1]), 1);
  return 0;
}

function set(found: Found, key: keyof Found, value: number, words: number): number | null {
  if (found[key] !== null) return found[key] === value ? words : null;
  found[key] = value;
  return words;
}

/** The month of a year that a cell says and nothing else: `Jan 2025`, `enero de 2025`, `01/2025`, `2025M01`. */
export function readMonth(text: string): HeaderPeriod | null {
  if (text.length > LONGEST_MONTH || !/\d/.test(text)) return null;
  const found = readHeaderPeriod(text);
  const isMonth = found?.grain === 'month' && found.year !== null;
  return isMonth && /^(?:de|del|do|di)?$/i.test(found.rest) ? found : null;
}
const LONGEST_MONTH = 24;
/** Whether the year of a month has two digits, so that it might be a day: `Jan-25`. */
export const hasShortYear = (text: string): boolean => !/\d{4}/.test(text);

const two = (value: number) => String(value).padStart(2, '0');

/** The first day of a period whose year is known, as ISO 8601. */
export function firstDay(
  { grain, year, part }: HeaderPeriod,
  knownYear: number | null,
): string | null {
  const of = year ?? knownYear;
  if (of === null) return null;
  const first = grain === 'quarter' ? part * 3 - 2 : grain === 'month' ? part : 1;
  return `${of}-${two(first)}-01`;
}

/** How headers of several rows that together name a period are written as one: `Q1 2023`. */
export function periodText({ grain, year, part, rest }: HeaderPeriod): string {
  const name = grain === 'quarter' ? `Q${part}` : '';
  return [name, year === null ? '' : String(year), rest].filter(Boolean).join(' ');
}
