import { readDate } from '../../workers/ingest/cell-date.ts';
import { isNullToken } from '../../workers/ingest/column-stats.ts';
import { identifier } from '../../workers/ingest/names.ts';
import type { ReadResult, ReadTable } from './read-file.ts';

/** What a file's tables should be; null where the file's truth does not say it. */
export interface Expected {
  readonly tables: readonly {
    /** Null: the table has no header. */
    readonly header: readonly string[] | null;
    readonly types: readonly string[] | null;
    readonly rows: readonly (readonly (string | number | null)[])[];
  }[];
  /** Whether the file has further tables that its truth leaves out. */
  readonly more?: boolean;
  readonly derived: readonly { readonly kind: 'unpivot' | 'union'; readonly rows: number }[];
}

export interface Score {
  readonly header: boolean;
  readonly types: boolean;
  readonly rows: boolean;
  readonly cells: boolean;
  /** What was wrong first, for who looks into it. */
  readonly why: string | null;
}

export const MEASURES = ['header', 'types', 'rows', 'cells'] as const;

/** Holds what was read against what is true. */
export function score(read: ReadResult, expected: Expected): Score {
  const tables = read.tables.filter(({ derived }) => derived === null);
  const whys: string[] = [];
  const all = (name: string, check: (table: ReadTable, at: number) => string | null): boolean => {
    if (
      tables.length < expected.tables.length ||
      (!expected.more && tables.length > expected.tables.length)
    ) {
      whys.push(`${tables.length} tables, not ${expected.tables.length}`);
      return false;
    }
    for (const [at, table] of tables.slice(0, expected.tables.length).entries()) {
      const why = check(table, at);
      if (why === null) continue;
      whys.push(`${name}: ${why}`);
      return false;
    }
    return true;
  };
  const header = all('header', (table, at) => headerFault(table, expected.tables[at]!.header));
  const types = all('types', (table, at) => typesFault(table, expected.tables[at]!.types));
  const rows =
    all('rows', (table, at) => {
      const count = expected.tables[at]!.rows.length;
      return table.rows.length === count ? null : `${table.rows.length}, not ${count}`;
    }) && derivedRows(read, expected, whys);
  const cells = all('cells', (table, at) => cellsFault(table, expected.tables[at]!.rows));
  return { header, types, rows, cells, why: whys[0] ?? null };
}

/** The words of a name, in any order: `q1_2023` is `2023 / Q1`. */
const wordsOf = (name: string) =>
  [...new Set(identifier(name).split('_').filter(Boolean))].sort().join(' ');

function headerFault(table: ReadTable, header: readonly string[] | null): string | null {
  if (header === null) {
    const named = table.header.filter((name) => !/^column_?\d+$/.test(name));
    return named.length === 0 ? null : `named ${named.slice(0, 3).join(', ')}, without a header`;
  }
  if (table.header.length !== header.length)
    return `${table.header.length} columns (${table.header.slice(0, 12).join(', ')}), not ${header.length}`;
  const at = header.findIndex((name, index) => {
    const [wanted, found] = [wordsOf(name), wordsOf(table.header[index]!)];
    if (wanted === found || (wanted === '' && /^column/.test(table.header[index]!))) return false;
    // A name that another column has gets a number, and one that is too long for SQL is cut.
    const again = header.indexOf(name) !== index || table.header[index]!.length > 50;
    return !(again && identifier(name).startsWith(table.header[index]!.replace(/_\d+$/, '')));
  });
  return at < 0 ? null : `"${table.header[at]}" for "${header[at]}"`;
}

const FAMILY: Readonly<Record<string, string>> = { float: 'decimal' };
const familyOf = (type: string) => FAMILY[type] ?? type;

function typesFault(table: ReadTable, types: readonly string[] | null): string | null {
  if (types === null) return null;
  if (table.types.length !== types.length) return `${table.types.length}, not ${types.length}`;
  const at = types.findIndex((type, index) => familyOf(type) !== familyOf(table.types[index]!));
  return at < 0 ? null : `${table.header[at]} is ${table.types[at]}, not ${types[at]}`;
}

function derivedRows(read: ReadResult, { derived }: Expected, whys: string[]): boolean {
  for (const { kind, rows } of derived) {
    if (read.tables.some((table) => table.derived === kind && table.rows.length === rows)) continue;
    const counts = read.tables.filter((t) => t.derived === kind).map((t) => t.rows.length);
    whys.push(`no ${kind} with ${rows} rows (${counts.join(', ') || 'none'})`);
    return false;
  }
  return true;
}

function cellsFault(table: ReadTable, rows: Expected['tables'][number]['rows']): string | null {
  if (table.rows.length !== rows.length) return `${table.rows.length} rows, not ${rows.length}`;
  for (const [r, row] of rows.entries())
    for (let c = 0; c < Math.max(row.length, table.header.length); c++)
      if (
        !sameCell(table.rows[r]![c] ?? null, row[c] ?? null) &&
        // What is no value of the column stands as written beside it.
        !(row[c] != null && table.asWritten[r]?.[c] === String(row[c]).trim())
      )
        return `row ${r + 1}, ${table.header[c]}: ${JSON.stringify(table.rows[r]![c])}, not ${JSON.stringify(row[c])}`;
  return null;
}

/** Whether a cell that was read says what the true one does, which may be written as in the file. */
function sameCell(read: string | null, value: string | number | null): boolean {
  const truth = value === null ? '' : String(value).trim();
  const found = (read ?? '').trim();
  if (found === truth) return true;
  if (found === '') return isNullToken(truth);
  if (typeof value === 'number') return Math.abs(Number(found) - value) < 1e-9;
  if (Number.isFinite(Number(found)) && asNumbers(truth).includes(Number(found))) return true;
  const day = readDate(truth);
  if (day && [day.dmy, day.mdy].includes(found.slice(0, 10))) return true;
  return truth.toLowerCase() === found.toLowerCase() || sameTime(truth, found);
}

const sameTime = (truth: string, found: string) =>
  /^\d?\d:\d\d/.test(truth) && found.startsWith(truth.padStart(5, '0'));

/** The numbers that a text can be, with a decimal point and with a decimal comma. */
function asNumbers(text: string): number[] {
  const negative = /^\(.*\)$/.test(text) || text.includes('-');
  const digits = text.replace(/^[^\d.,]+|[^\d.,eE+-]+$/g, '').replace(/[\s'()\u202f\u00a0]/g, '');
  const point = Number(digits.replaceAll(',', ''));
  const comma = Number(digits.replaceAll('.', '').replace(',', '.'));
  return [point, comma].map((one) => (negative ? -Math.abs(one) : one));
}
