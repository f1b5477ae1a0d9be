import { utils, write } from 'xlsx';
import type { Language } from './languages.ts';

export type Value = string | number | null;
export type Type = 'integer' | 'decimal' | 'text' | 'date';

/** A table as a careful reader of the file would write it down. */
export interface TrueTable {
  readonly header: readonly string[];
  readonly types: readonly Type[];
  /** Days as ISO 8601; rows of sums stand in it where the file has them. */
  readonly rows: readonly (readonly Value[])[];
}

export interface Question {
  readonly question: string;
  /** The single number, or the text, that answers it. */
  readonly answer: Value;
}

export interface Made {
  readonly filename: string;
  readonly bytes: Buffer;
  readonly tables: readonly TrueTable[];
  /** Rows of each unpivoted table and each union that belongs beside them. */
  readonly derived?: readonly { readonly kind: 'unpivot' | 'union'; readonly rows: number }[];
  readonly questions: readonly [Question, Question, Question];
}

export interface Kind {
  readonly name: string;
  readonly make: (language: Language, random: Random) => Made;
}

/** mulberry32: the same files on each machine. */
export class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed;
  }
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }
  /** A whole number from `from` to `to`. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }
  /** An amount with two decimals, the last not 0. */
  cents(from: number, to: number): number {
    return (this.int(from, to - 1) * 100 + this.int(1, 9) * 10 + this.int(1, 9)) / 100;
  }
}

export const sum = (numbers: readonly (number | null)[]): number =>
  Math.round(numbers.reduce((total: number, one) => total + (one ?? 0), 0) * 100) / 100;

export const iso = (year: number, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** The number as people of the language write it. */
export function written(value: number, language: Language, decimals: number): string {
  const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language.group);
  return `${value < 0 ? '-' : ''}${grouped}${fraction ? language.decimal + fraction : ''}`;
}

export function writtenDay(day: string, { order, daySeparator }: Language): string {
  const [year, month, date] = day.split('-');
  return (order === 'dmy' ? [date, month, year] : [month, date, year]).join(daySeparator);
}

type Cells = readonly (readonly (Value | undefined)[])[];

export function csv(rows: Cells, delimiter: string, end = '\r\n'): Buffer {
  const cell = (value: Value | undefined) => {
    const text = String(value ?? '');
    return text.includes(delimiter) || /["\r\n]/.test(text)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  };
  return Buffer.from(rows.map((row) => row.map(cell).join(delimiter)).join(end) + end);
}

export interface Sheet {
  readonly name: string;
  readonly rows: Cells;
  /** Such as `B1:E1`. */
  readonly merges?: readonly string[];
}

const ISO_DAY = /^\d{4}-\d\d-\d\d$/;

/** A workbook; texts that are ISO days become days as Excel keeps them. */
export function xlsx(sheets: readonly Sheet[]): Buffer {
  const book = utils.book_new();
  for (const { name, rows, merges } of sheets) {
    const sheet = utils.aoa_to_sheet(
      rows.map((row) =>
        row.map((cell) =>
          typeof cell === 'string' && ISO_DAY.test(cell)
            ? { t: 'n', v: Date.parse(cell) / 86_400_000 + 25_569, z: 'dd/mm/yyyy' }
            : (cell ?? null),
        ),
      ),
    );
    if (merges) sheet['!merges'] = merges.map((range) => utils.decode_range(range));
    utils.book_append_sheet(book, sheet, name);
  }
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}
