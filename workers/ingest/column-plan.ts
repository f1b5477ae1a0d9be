import type { UnreadCells } from '#src/plugin-api/catalog.ts';
import type { SpillColumn } from '#src/plugin-api/data-source.ts';
import {
  compactDay,
  type DateOrder,
  DMY,
  FIRST_SERIAL,
  isIsoDay,
  isoInstant,
  LAST_SERIAL,
  MDY,
  readDate,
  readTime,
  serialDay,
} from '#workers/ingest/cell-date.ts';
import {
  COMMA,
  type DecimalMark,
  POINT,
  plainDigits,
  readNumber,
} from '#workers/ingest/cell-number.ts';
import { type Century, centuryOf } from '#workers/ingest/century.ts';
import {
  type ColumnStats,
  type Family,
  familyOf,
  isNullToken,
  markedFigure,
} from '#workers/ingest/column-stats.ts';
import { readHours } from '#workers/ingest/durations.ts';
import { excerpt } from '#workers/ingest/excerpt.ts';
import { firstDay, readMonth } from '#workers/ingest/header-period.ts';
import { currencyOf, unitOfHeader } from '#workers/ingest/header-unit.ts';
import { missingNumbers } from '#workers/ingest/missing-numbers.ts';
import { identifier } from '#workers/ingest/names.ts';
import { scanPlain } from '#workers/ingest/number-stats.ts';
import { DATE_WORDS } from '#workers/ingest/table-words.ts';
import type { NoteSetting, ParseNote } from '#workers/protocol.ts';

/** What is told of a column, and what of the mapping decides it otherwise. */
interface PlanNote {
  readonly note: string;
  readonly setting?: NoteSetting;
  readonly decided?: ParseNote['decided'];
  /** Nothing in the file decides it. */
  readonly open?: true;
}

/** How one column is written: its type, and what becomes of each cell. */
export interface ColumnPlan {
  readonly type: SpillColumn['type'];
  readonly precision?: number;
  readonly scale?: number;
  readonly unit: string | null;
  readonly notes: readonly PlanNote[];
  /** Takes a trimmed cell that is not empty; gives its text in the spill file, null for no value. */
  readonly convert: (text: string) => string | null;
  /** Whether a cell that gives no value is one that is none of the column's type; absent: there is none. */
  readonly isBad?: (text: string) => boolean;
  /** Numbers, as they are written, that stand for no value. */
  readonly missing?: ReadonlySet<string>;
  /** What was chosen between readings that the cells allow alike; null or absent: nothing. */
  readonly guess?: string | null;
  /** Cells that are none of the type. */
  readonly unread?: UnreadCells;
  /** The order of day and month or the decimal sign that it reads by, where a cell shows or needs one. */
  readonly readBy?: DateOrder | DecimalMark;
}

/** What a mapping says of a column; absent parts are found. */
export interface AskedPlan {
  /** What the column is called in the file. */
  readonly header?: string | null;
  readonly type?: SpillColumn['type'];
  readonly order?: DateOrder;
  readonly decimal?: DecimalMark;
  /** Whether cells of texts are formatted as text in the workbook. */
  readonly formattedAsText?: boolean;
  /** Whether cells are written as formulas that give a text: `="01067"`. */
  readonly quotedAsText?: boolean;
}

/** What the other columns of a table say about how its author writes. */
export interface Habits {
  readonly decimal: DecimalMark | null;
  readonly order: DateOrder | null;
}

/** Digits that DECIMAL holds at the most (DuckDB, SQL:2016 implementations alike). */
const MAX_DECIMAL_DIGITS = 38;
/** Finer numbers are measurements that came out of a double. */
const MAX_DECIMAL_SCALE = 9;
/** Share of cells of one family from which on the others are worth a note. */
const NEARLY_ALL = 0.8;

const WORDS = {
  number: 'number',
  date: 'date',
  time: 'time',
  boolean: 'yes/no value',
} as const;

/** The habits that the unambiguous columns of a table show; null where none or both are seen. */
export function habitsOf(columns: readonly ColumnStats[]): Habits {
  const marks = new Set<DecimalMark>();
  const orders = new Set<DateOrder>();
  for (const column of columns) {
    const family = onlyFamily(column);
    if (family === 'number' && column.numbers.readings === POINT && column.numbers.exponents === 0)
      marks.add('point');
    if (family === 'number' && column.numbers.readings === COMMA) marks.add('comma');
    if (family === 'date') {
      const { readings, runningOrder } = column.dates;
      if (readings === DMY || runningOrder === 'dmy') orders.add('dmy');
      if (readings === MDY || runningOrder === 'mdy') orders.add('mdy');
    }
  }
  const only = <T>(seen: Set<T>) => (seen.size === 1 ? [...seen][0]! : null);
  return { decimal: only(marks), order: only(orders) };
}

/** The family of all cells that are no null tokens; null where there are several, or none. */
function onlyFamily(stats: ColumnStats): Exclude<Family, 'token'> | null {
  let found: Exclude<Family, 'token'> | null = null;
  for (const family of ['number', 'date', 'time', 'boolean', 'text'] as const) {
    if (stats.families[family].count === 0) continue;
    if (found) return null;
    found = family;
  }
  return found;
}

/** Share of the cells of a column that may be none of its type, and how many where there are few. */
const FEW_BAD = 0.1;
const FEW_MARKED = 0.25;
const FEWEST_GOOD = 4;

/**
 * Decides the type of a column: the one that all of its cells have, or nearly all. The others have no value then, and
 * stand as written in a column beside it.
 */
export function planColumn(stats: ColumnStats, habits: Habits, asked: AskedPlan = {}): ColumnPlan {
  if (isCompactDays(stats, asked)) return withTokens(planCompactDays(stats), stats);
  if (isSerialDays(stats, asked)) return withTokens(planSerialDays(stats), stats);
  if (isMonths(stats, asked)) return withTokens(planMonths(stats), stats);
  const durations = planDurations(stats, asked);
  if (durations) return withTokens(durations, stats);
  const only = onlyFamily(stats);
  const most = asked.type ? familyOfType(asked.type) : (only ?? nearlyOnly(stats));
  if (most === 'text') return asText(asked.type ? [] : decoratedNotes(stats));
  if (most === null) return asText(mixtureNotes(stats));
  const typed = planFamily(most, stats, {
    decimal: asked.decimal ?? habits.decimal,
    order: asked.order ?? habits.order,
    said: asked,
  });
  if (typed.type === 'text') return only ? typed : asText(mixtureNotes(stats));
  const whole = most === only ? typed : withoutBadCells(typed, most, stats);
  return withTokens(whole, stats);
}

/** Cells that say that there is no value have none. */
function withTokens(whole: ColumnPlan, stats: ColumnStats): ColumnPlan {
  if (stats.families.token.count === 0) return whole;
  const { count, example, row } = stats.families.token;
  return {
    ...whole,
    notes: [
      ...whole.notes,
      typeNote(`${cells(count)} like "${example}" (first in row ${row}) imported as empty`),
    ],
    convert: (text) => (isNullToken(text) ? null : whole.convert(text)),
  };
}

/** Names of numbers that are no days, however they look. */
const NAMES_NUMBER = /(?:^|_)(?:id|no|nr|num|number|nummer|code|key|ref)(?:_|$)/;

/** Whether all numbers of a column are days without a mark between their parts, 20240105, and no name says otherwise. */
function isCompactDays(stats: ColumnStats, { type, header }: AskedPlan): boolean {
  const { compactDays, families, filled } = stats;
  if (compactDays === 0 || compactDays !== filled - families.token.count) return false;
  return type === 'date' || (type === undefined && !NAMES_NUMBER.test(identifier(header ?? '')));
}

const planCompactDays = (stats: ColumnStats): ColumnPlan => ({
  type: 'date',
  unit: null,
  notes: [typeNote(`Numbers like ${stats.families.number.example} read as dates`)],
  convert: compactDay,
});

type Typed = Exclude<Family, 'token' | 'text'>;
const TYPED = ['number', 'date', 'time', 'boolean'] as const;

const GUESSED_SERIAL = 'spreadsheet dates counted from 1900';

/** Whether a column is called a date, and no number. */
const isCalledDate = (header: string | null | undefined): boolean => {
  const name = identifier(header ?? '');
  const isDate =
    name.split('_').some((word) => DATE_WORDS.includes(word) || word.endsWith(DATE_WORDS[0]!)) ||
    /^data(?:_(?:d|de|di|do|da|del|della)_|$)/.test(name);
  return isDate && !NAMES_NUMBER.test(name);
};

/** Whether a column of days has the numbers that spreadsheets count them with, since their format was lost. */
function isSerialDays({ serials, families, filled }: ColumnStats, { type, header }: AskedPlan) {
  if (serials.count === 0 || serials.count !== filled - families.token.count) return false;
  if (serials.min < FIRST_SERIAL || serials.max > LAST_SERIAL + 1) return false;
  return type === 'date' || type === 'timestamp' || (type === undefined && isCalledDate(header));
}

function planSerialDays({ families, numbers }: ColumnStats): ColumnPlan {
  const withTime = numbers.point.fractions > 0;
  const { example } = families.number;
  const said = `numbers like ${example} read as ${GUESSED_SERIAL}: ${serialDay(example, withTime)}`;
  return {
    type: withTime ? 'timestamp' : 'date',
    unit: null,
    notes: [typeNote(`N${said.slice(1)}`)],
    convert: (text) => serialDay(text, withTime),
    guess: said,
  };
}

/** Whether all cells of a column are months of years. */
const isMonths = (
  { months, families, filled }: ColumnStats,
  { type, header }: AskedPlan,
): boolean =>
  (type === undefined || type === 'date') &&
  months.count > 1 &&
  months.count === filled - families.token.count &&
  !months.isDoubtful &&
  !NAMES_NUMBER.test(identifier(header ?? ''));

function planMonths({ months: { example } }: ColumnStats): ColumnPlan {
  const dayOf = (text: string) => {
    const month = readMonth(text);
    return month && firstDay(month, null);
  };
  return {
    type: 'date',
    unit: null,
    notes: [typeNote(`Months like "${example}" read as their first day: ${dayOf(example)}`)],
    convert: dayOf,
  };
}

/** Durations as hours, where all cells are such and one shows it; a mapping may say so of short ones. */
function planDurations(stats: ColumnStats, { type, header }: AskedPlan): ColumnPlan | null {
  const { clocks, parts, pairs, isShown, example } = stats.durations;
  const filled = stats.filled - stats.families.token.count;
  if (filled === 0 || !(type === 'float' || (type === undefined && isShown))) return null;
  const said = unitOfHeader(header ?? null);
  if (pairs === filled || (isShown && said !== null && said !== 'h' && clocks + parts === filled))
    return isShown
      ? asText([`Cells like "${example}" may be durations in several units; column kept as text`])
      : null;
  if (clocks !== filled && parts !== filled) return null;
  const hours = (text: string) => String(Number(readHours(text)!.toPrecision(DOUBLE_DIGITS)));
  const shown = example || stats.families.time.example;
  return {
    type: 'float',
    unit: 'h',
    notes: [typeNote(`Durations like "${shown}" read as hours: ${hours(shown)}`)],
    convert: hours,
  };
}
/** Digits that a double holds. */
const DOUBLE_DIGITS = 15;

interface Known extends Habits {
  readonly said: AskedPlan;
}

function planFamily(family: Typed, stats: ColumnStats, habits: Known): ColumnPlan {
  switch (family) {
    case 'number':
      return withoutMissing(planNumbers(stats, habits), stats, habits);
    case 'date':
      return planDates(stats, habits);
    case 'time':
      return planTimes();
    case 'boolean':
      return planBooleans(stats, habits);
  }
}

const familyOfType = (type: SpillColumn['type']): Typed | 'text' =>
  type === 'integer' || type === 'decimal' || type === 'float'
    ? 'number'
    : type === 'date' || type === 'timestamp'
      ? 'date'
      : type === 'time' || type === 'boolean'
        ? type
        : 'text';

/** The family of all cells but a few that look like slips and not like codes; null where none is. */
function nearlyOnly(stats: ColumnStats): Typed | null {
  const filled = stats.filled - stats.families.token.count;
  for (const family of TYPED) {
    if (family === 'boolean') continue;
    const good = stats.families[family].count;
    const bad = filled - good;
    const few = Math.floor(filled * (hasMarkedFigures(family, stats) ? FEW_MARKED : FEW_BAD));
    if (good < FEWEST_GOOD || bad > few) continue;
    if (
      family === 'number' &&
      [...stats.texts].some((text) => markedFigure(text) === null && isCode(text, stats))
    )
      return null;
    return family;
  }
  return null;
}

/** A bound in place of a figure, and a word in place of all that there are not: `<10`, `closed`. */
const BOUND = /^[<>≤≥~≈±]\s*/;
const WORD = /^\p{L}{2,12}$/u;

/** Whether all that is no number stands for a figure: with a mark behind it, as a bound, or one word for none. */
const hasMarkedFigures = (family: Typed, { texts }: ColumnStats): boolean =>
  family === 'number' &&
  texts.size > 0 &&
  ([...texts].every(isMarkedFigure) || (texts.size === 1 && [...texts].every(isWord)));

const isWord = (text: string) => WORD.test(text);
const isMarkedFigure = (text: string) => {
  const figure = text.replace(BOUND, '');
  return (figure !== text && familyOf(figure) === 'number') || markedFigure(figure) !== null;
};

/** Letters and digits of a code among whole numbers, or digits that are no number: with them the others are codes, too. */
function isCode(text: string, { numbers }: ColumnStats): boolean {
  if (/^[+\d][\d\s./()-]*$/.test(text)) return true;
  const whole = numbers.point.fractions === 0 && numbers.comma.fractions === 0;
  return whole && /^(?:\p{L}+[-_/.]?\d[\p{L}\d\-_/.]*|\d[\d-]*[-_/.]?\p{Lu}+\d*)$/u.test(text);
}

/**
 * Cells that are none of the column's type have no value, but for numbers with a mark behind them; all stand as written
 * in a column beside it.
 */
function withoutBadCells(typed: ColumnPlan, family: Typed, stats: ColumnStats): ColumnPlan {
  const isBad = (text: string) => !isNullToken(text) && familyOf(text) !== family;
  const figureOf = family === 'number' ? markedFigure : () => null;
  const convert = (text: string) => {
    if (!isBad(text)) return typed.convert(text);
    const figure = figureOf(text);
    return figure === null ? null : typed.convert(figure);
  };
  const marked = family === 'number' ? stats.marked : 0;
  const count = stats.filled - stats.families.token.count - stats.families[family].count - marked;
  const texts = [...stats.texts];
  const withMark = texts.find((text) => figureOf(text) !== null);
  const said = `${cells(marked)} with a mark after the number ("${excerpt(withMark ?? '')}") read without it`;
  const guess = marked > 0 ? [typed.guess, said].filter(Boolean).join('; ') : typed.guess;
  const notes =
    marked > 0
      ? [...typed.notes, typeNote(`${said}; the next column keeps them as written`)]
      : typed.notes;
  const noted = { ...typed, notes, convert, isBad, ...(guess && { guess }) };
  if (count === 0) return noted;
  const unmarked = texts.filter((text) => figureOf(text) === null);
  const listed = unmarked.slice(0, 10).map((text) => `"${excerpt(text)}"`);
  const first = firstBad(stats, family, marked > 0 ? unmarked[0] : undefined);
  return {
    ...noted,
    notes: [
      ...noted.notes,
      typeNote(
        `${others(count, WORDS[family])} (first${first.row === null ? '' : ` in row ${first.row}`}: "${first.example}") ${count === 1 ? 'is' : 'are'} empty here and kept as written in the next column${listed.length > 1 ? `: ${listed.join(', ')}` : ''}`,
      ),
    ],
    unread: { cells: count, example: first.example, type: WORDS[family], formulas: 0 },
  };
}

/** The first cell of no value: where some with a mark are among the texts, its row is not known. */
const firstBad = (stats: ColumnStats, family: Typed, text: string | undefined) =>
  text === undefined ? firstOther(stats, family) : { row: null, example: excerpt(text) };

const others = (count: number, word: string) =>
  count === 1 ? `1 cell that isn't a ${word}` : `${count} cells that aren't ${word}s`;

const typeNote = (note: string): PlanNote => ({ note, setting: 'types' });

const cells = (count: number) => `${count} ${count === 1 ? 'cell' : 'cells'}`;

/** Notes of a column that stays text are about its type, unless they say otherwise. */
function asText(notes: readonly (string | PlanNote)[]): ColumnPlan {
  return {
    type: 'text',
    unit: null,
    notes: notes.map((note) => (typeof note === 'string' ? typeNote(note) : note)),
    convert: (text) => text,
  };
}

/** A number with something around it: `10 boxes`, `ca. 5`. */
const DECORATED = /^(\D{0,12}?)[-+]?\d[\d.,'\s]*(\D{0,12})$/u;

/** Says that all texts of a column are numbers with the same thing around them, which is no unit that is known. */
function decoratedNotes({ texts, families }: ColumnStats): string[] {
  if (texts.size < 2 || families.text.count < families.number.count) return [];
  const around = new Set<string>();
  for (const text of texts) {
    const [, before = '', behind = ''] = DECORATED.exec(text) ?? [];
    const [lead, trail] = [before.trim(), behind.trim()];
    if ((lead === '' && trail === '') || /\d\p{L}{1,4}$/u.test(text)) return [];
    // Words before digits name things, and letters right at them make a code: `Line 1`, `A12`, `12b`.
    if (/\p{L}/u.test(lead) || (before === lead && lead !== '')) return [];
    around.add(`${lead}\0${trail}`);
  }
  const [first] = texts;
  return around.size === 1
    ? [`Cells like "${excerpt(first!)}" have numbers with an unknown unit; column kept as text`]
    : [];
}

/** Says what kept a column from being numbers, dates, times or truth values, where nearly all of its cells are. */
function mixtureNotes(stats: ColumnStats): string[] {
  const filled = stats.filled - stats.families.token.count;
  for (const family of ['number', 'date', 'time', 'boolean'] as const) {
    const { count } = stats.families[family];
    if (count < filled * NEARLY_ALL || count === filled) continue;
    const first = firstOther(stats, family);
    return [
      `${others(filled - count, WORDS[family])} (first in row ${first.row}: "${first.example}"); column kept as text`,
    ];
  }
  return [];
}

/** The first cell of another family than most. */
const firstOther = (stats: ColumnStats, family: Typed) =>
  ([...TYPED, 'text'] as const)
    .filter((other) => other !== family && stats.families[other].count > 0)
    .map((other) => stats.families[other])
    .sort((a, b) => a.row - b.row)[0] ?? stats.families.text;

/** Digits before and behind the point of a code of chapters or versions at the most: `12.10`. */
const CODE_DIGITS = 2;

/** Whether numbers are codes as they are written: with another number of digits they would be others. */
function codesNote({ numbers, families }: ColumnStats, said: AskedPlan): string | null {
  if (numbers.exponents > 0 && numbers.exponents === numbers.bareExponents)
    return 'Cells such as "1E5" may be codes; column kept as text';
  const { fewestDecimals, mostDecimalsToZero, negatives, units, point, comma } = numbers;
  const isWhole = point.fractions === 0 || comma.fractions === 0;
  if (said.quotedAsText && isWhole && units.size === 0)
    return 'Cells written as ="…" are imported without these characters; column kept as text';
  const phones = numbers.longPluses > 0 || numbers.spacedThrees === families.number.count;
  if (phones && negatives === 0 && units.size === 0 && isWhole)
    return `Cells such as "${families.number.example}" may be telephone numbers; column kept as text`;
  const short = point.wholeDigits <= CODE_DIGITS && point.scale <= CODE_DIGITS + 1;
  if (!short || negatives > 0 || units.size > 0) return null;
  if (mostDecimalsToZero > fewestDecimals)
    return 'Cells such as "1.10" next to "1.2" are codes rather than numbers; column kept as text';
  return said.formattedAsText && mostDecimalsToZero > 0
    ? 'Cells such as "1.10" are formatted as text and would lose their last 0 as numbers; column kept as text'
    : null;
}

function planNumbers(stats: ColumnStats, habits: Known): ColumnPlan {
  const numbers = stats.numbers;
  const codes = habits.said.type ? null : codesNote(stats, habits.said);
  if (codes) return asText([codes]);
  const found = numbers.unit();
  if (found === 'mixed')
    return asText(['Numbers with different units or only some with a unit; column kept as text']);
  if (numbers.readings === 0)
    return asText(['Numbers with a decimal point and with a decimal comma; column kept as text']);
  const asked = habits.said.decimal;
  if (asked && (numbers.readings & (asked === 'point' ? POINT : COMMA)) === 0)
    return asText([
      {
        note: `The mapping sets a decimal ${asked}, but some cells aren't valid numbers with it; column kept as text`,
        setting: 'decimal',
      },
    ]);
  const mark = asked ?? markOf(numbers.readings, numbers.ambiguous, habits);
  const range = numbers.range(mark);
  const unit = found && currencyOf(found, habits.said.header ?? null, range.fractions > 0);
  const notes = numberNotes(stats, mark, unit, !asked && habits.decimal === null);
  if (stats.serials.count > 0 && !habits.said.type && isCalledDate(habits.said.header))
    notes.push(
      typeNote(
        'The header says date, but not all numbers can be spreadsheet dates; read as numbers',
      ),
    );
  const guess =
    numbers.ambiguous > 0 && numbers.readings === (POINT | COMMA) && !habits.said.decimal
      ? `read with a decimal ${mark}, but ${cells(numbers.ambiguous)} could also be read the other way`
      : null;
  const isPlain = numbers.readings === (POINT | COMMA) && numbers.ambiguous === 0;
  const readBy = isPlain ? {} : { readBy: mark };
  const digits = (text: string) => digitsOf(text, mark);
  if (numbers.exponents > 0) {
    return range.doubleSafe
      ? { type: 'float', unit, notes, convert: digits, guess, ...readBy }
      : asText(['Numbers with more digits than a float can hold; column kept as text']);
  }
  if (range.scale <= 1 && range.fractions === 0 && range.int64) {
    const whole =
      range.scale === 1 ? [{ note: 'Whole numbers written with ".0" read as integers' }] : [];
    return {
      type: 'integer',
      unit,
      notes: [...notes, ...whole],
      convert: (text) => wholeOf(digits(text)),
      guess,
      ...readBy,
    };
  }
  const precision = range.wholeDigits + range.scale;
  if (range.scale > MAX_DECIMAL_SCALE && range.doubleSafe)
    return { type: 'float', unit, notes, convert: digits, guess, ...readBy };
  if (precision > MAX_DECIMAL_DIGITS)
    return asText([`Numbers with more than ${MAX_DECIMAL_DIGITS} digits; column kept as text`]);
  return {
    ...{ type: 'decimal', precision, scale: range.scale, unit, notes, convert: digits, guess },
    ...readBy,
  };
}

/** Numbers that stand for a missing value have none; those that only may are kept, and answers say so. */
function withoutMissing(plan: ColumnPlan, stats: ColumnStats, { said }: Known): ColumnPlan {
  if (plan.type === 'text' || NAMES_NUMBER.test(identifier(said.header ?? ''))) return plan;
  const { nines, negatives } = stats.numbers;
  const found = missingNumbers(nines, { numbers: stats.families.number.count, negatives });
  if (found.length === 0) return plan;
  const missing = new Set(found.flatMap(({ text, isSure }) => (isSure ? [text] : [])));
  const told = found.map(({ text, count, isSure }) =>
    isSure
      ? `${text} in ${cells(count)} counts as a missing value`
      : `${text} in ${cells(count)} may stand for a missing value, but counts as a number`,
  );
  return {
    ...plan,
    notes: [...plan.notes, ...told.map((note) => ({ note }))],
    guess: [plan.guess, ...told].filter(Boolean).join('; '),
    ...(missing.size > 0 && {
      missing,
      convert: (text: string) => (missing.has(text) ? null : plan.convert(text)),
    }),
  };
}

/**
 * The decimal mark of a column. Where its cells allow both, the habit of the other columns decides; without one, a
 * single separator before three digits groups thousands if it is a comma and is a decimal mark if it is a point.
 */
function markOf(readings: number, ambiguous: number, habits: Habits): DecimalMark {
  if (readings === POINT) return 'point';
  if (readings === COMMA) return 'comma';
  return ambiguous > 0 ? (habits.decimal ?? 'point') : 'point';
}

function numberNotes(
  stats: ColumnStats,
  mark: DecimalMark,
  unit: string | null,
  isOpen: boolean,
): PlanNote[] {
  const { ambiguous, readings } = stats.numbers;
  const notes: PlanNote[] = [];
  const isEither = ambiguous > 0 && readings === (POINT | COMMA);
  if (readings === COMMA || (mark === 'comma' && ambiguous > 0))
    notes.push({
      note: 'Decimal comma read as decimal point',
      ...(isEither ? { setting: 'decimal' as const, decided: mark } : {}),
    });
  if (isEither)
    notes.push({
      note: `${cells(ambiguous)} could be read with a decimal point or a decimal comma; read with a decimal ${mark}`,
      setting: 'decimal',
      decided: mark,
      ...(isOpen ? { open: true as const } : {}),
    });
  if (unit) notes.push({ note: `Unit ${unit} taken from the cells` });
  if (unit && stats.numbers.unitless > 0)
    notes.push({
      note: `${cells(stats.numbers.unitless)} without a unit are also read as ${unit}`,
    });
  return notes;
}

/** The digits of a number cell under a decimal mark, with its sign: `($1,234.50)` → `-1234.50`. */
function digitsOf(text: string, mark: DecimalMark): string {
  if (mark === 'point' && scanPlain(text)) return text;
  const cell = readNumber(text)!;
  const digits = cell.exponent ? cell.body : plainDigits(cell.body, mark);
  return cell.negative ? `-${digits}` : digits;
}

function wholeOf(digits: string): string {
  const point = digits.indexOf('.');
  const whole = point < 0 ? digits : digits.slice(0, point);
  return whole === '-0' ? '0' : whole;
}

function planDates(stats: ColumnStats, habits: Known): ColumnPlan {
  const dates = stats.dates;
  if (dates.readings === 0)
    return asText(['Dates with the day first and with the month first; column kept as text']);
  if (dates.zoned > 0 && dates.zoned < stats.families.date.count)
    return asText(['Times with and without a time zone; column kept as text']);
  const undecided = dates.readings === (DMY | MDY) && dates.ambiguous > 0;
  const asked = habits.said.order;
  if (asked && (dates.readings & (asked === 'dmy' ? DMY : MDY)) === 0)
    return asText([
      {
        note: `The mapping sets dates with the ${asked === 'dmy' ? 'day' : 'month'} first, but some cells don't fit; column kept as text`,
        setting: 'date_order',
      },
    ]);
  const running = undecided && !asked ? dates.runningOrder : null;
  const order = asked ?? running ?? orderOf(dates.readings, dates.separators, habits);
  const century = centuryOf(dates, habits.said.header ?? null);
  const dayOf = (text: string) => {
    if (isIsoDay(text)) return text;
    const cell = readDate(text)!;
    return century.dayOf(cell, order);
  };
  // Between points the day stands first everywhere.
  const isSettled = asked || habits.order || !/[/-]/.test([...dates.separators].join(''));
  const notes = dateNotes(
    stats,
    order,
    { undecided, running: running !== null, isOpen: undecided && !isSettled },
    century,
  );
  const ofOrder =
    undecided && !running && !habits.said.order
      ? `dates like "${dates.example}" read as ${order === 'dmy' ? 'day/month/year' : 'month/day/year'}`
      : null;
  const elsewhere = [...dates.offsets].some((offset) => offset !== 0);
  const ofZone = elsewhere
    ? `days and times are in UTC; the file has ${zonesText(dates.offsets)}`
    : null;
  const guesses = [ofOrder, century.guess, ofZone].filter((one) => one !== null);
  const guess = guesses.join('; ') || null;
  const readBy = dates.notIso > 0 ? { readBy: order } : {};
  if (dates.notMidnight === 0 && !elsewhere) {
    if (dates.timed > 0) notes.push({ note: 'Every time is 00:00; read as dates without a time' });
    return { type: 'date', unit: null, notes, convert: dayOf, guess, ...readBy };
  }
  const bare = stats.families.date.count - dates.timed;
  if (bare > 0) notes.push({ note: `${cells(bare)} without a time read as 00:00` });
  if (dates.zoned > 0) notes.push({ note: 'Times with a time zone converted to UTC' });
  return {
    type: 'timestamp',
    unit: dates.zoned > 0 ? 'UTC' : null,
    notes,
    guess,
    ...readBy,
    convert: (text) => {
      const cell = readDate(text)!;
      return isoInstant(century.dayOf(cell, order), cell.time, cell.offset);
    },
  };
}

/** `+01:00, +02:00`: minutes east of UTC as files write them. */
function zonesText(offsets: ReadonlySet<number>): string {
  const texts = [...offsets]
    .toSorted((a, b) => a - b)
    .map((offset) => {
      const [hours, minutes] = [Math.abs(offset) / 60, Math.abs(offset) % 60];
      const clock = [Math.floor(hours), minutes].map((part) => String(part).padStart(2, '0'));
      return `${offset < 0 ? '-' : '+'}${clock.join(':')}`;
    });
  return texts.length > 3 ? 'of several zones' : texts.join(', ');
}

/** Points and hyphens are written between day and month where the day stands first; a slash without evidence is read as in the United States. */
function orderOf(readings: number, separators: ReadonlySet<string>, habits: Habits): DateOrder {
  if (readings === DMY) return 'dmy';
  if (readings === MDY) return 'mdy';
  return habits.order ?? (separators.has('/') ? 'mdy' : 'dmy');
}

function dateNotes(
  stats: ColumnStats,
  order: DateOrder,
  {
    undecided,
    running,
    isOpen,
  }: { readonly undecided: boolean; readonly running: boolean; readonly isOpen: boolean },
  century: Century,
): PlanNote[] {
  const { example, shortYears, ambiguous, readings } = stats.dates;
  const words = order === 'dmy' ? 'day/month/year' : 'month/day/year';
  const notes: PlanNote[] = [];
  if (running)
    notes.push({
      note: `Dates like "${example}" read as ${words}, the only order in which they're sorted`,
      setting: 'date_order',
      decided: order,
    });
  else if (undecided)
    notes.push({
      note: `Dates like "${example}" could be day/month or month/day in all ${cells(ambiguous)}; read as ${words}`,
      setting: 'date_order',
      decided: order,
      ...(isOpen ? { open: true as const } : {}),
    });
  else if (readings !== (DMY | MDY))
    notes.push({ note: `Dates like "${example}" read as ${words}` });
  if (shortYears > 0)
    notes.push({
      note: `${cells(shortYears)} with a two-digit year: ${century.said}`,
    });
  return notes;
}

const planTimes = (): ColumnPlan => ({
  type: 'time',
  unit: null,
  notes: [],
  convert: (text) => readTime(text)!.text,
});

/** `no` alone is also a country and an answer among others: both words must be there. */
function planBooleans(stats: ColumnStats, { said }: Known): ColumnPlan {
  const seen = stats.booleans;
  const words = seen.has('yes') || seen.has('no');
  const signs = seen.has('true') || seen.has('false');
  if ((words && signs) || (words && seen.size < 2 && said.type !== 'boolean')) return asText([]);
  return {
    type: 'boolean',
    unit: null,
    notes: words ? [typeNote('yes and no read as true and false')] : [],
    convert: (text) => (/^(?:true|yes)$/i.test(text) ? 'true' : 'false'),
  };
}
