import iconv from 'iconv-lite';
import { utils, write } from 'xlsx';
import { identifier } from '../../workers/ingest/names.ts';

/** What a cell of a made table is; how it is written is its style's. */
export type Kind =
  | 'date'
  | 'instant'
  | 'time'
  | 'amount'
  | 'integer'
  | 'percent'
  | 'text'
  | 'code'
  | 'boolean';
type Value = string | number | boolean | null;

export interface Spec {
  readonly head: readonly string[];
  readonly kinds: readonly Kind[];
  readonly rows: readonly (readonly Value[])[];
  /** Rows around the table, as they are written. */
  readonly above?: readonly (readonly string[])[];
  readonly below?: readonly (readonly string[])[];
  /** Rows that sum others, by the place that they stand before; as they are written. */
  readonly totals?: readonly { readonly before: number; readonly cells: readonly Value[] }[];
  /** Columns whose value is written only where it changes. */
  readonly once?: number;
  /** By column: the unit that is expected of it. */
  readonly units?: Readonly<Record<number, string>>;
}

export interface Style {
  readonly sep?: string;
  readonly dec?: '.' | ',';
  readonly group?: string;
  /** `dd`, `d`, `mm`, `m`, `yyyy`, `yy`. */
  readonly date?: string;
  readonly encoding?: string;
  readonly lineEnd?: '\r\n' | '\n';
  /** How amounts carry their sign and currency, with `#` for the digits. */
  readonly plus?: string;
  readonly minus?: string;
  readonly quoteAll?: boolean;
  readonly none?: string;
  readonly codes?: 'formula';
  readonly booleans?: readonly [yes: string, no: string];
}

/** What is right of a file, before it is read. */
export interface Expected {
  readonly rows: number;
  /** `name:type` or `name:type/unit`, in order. */
  readonly columns: readonly string[];
  /** By column, of the rows that answers count. */
  readonly sums: Readonly<Record<string, number>>;
  /** By column, the first and the last in the order of the days. */
  readonly days: Readonly<Record<string, readonly [string, string]>>;
  /** Texts that stand in a column. */
  readonly texts: Readonly<Record<string, string>>;
  readonly tables?: number;
}

export interface MadeFile {
  readonly kind: string;
  readonly name: string;
  readonly bytes: Buffer;
  readonly expected: Expected;
}

const TYPES: Readonly<Record<Kind, string>> = {
  ...{ date: 'date', instant: 'timestamp', time: 'time', amount: 'decimal', integer: 'integer' },
  ...{ percent: 'decimal', text: 'text', code: 'text', boolean: 'boolean' },
};

/** What is expected of a table, whatever its style. */
export function expectedOf({ head, kinds, rows, units = {} }: Spec): Expected {
  const names = namesOf(head);
  const cellsOf = (at: number) => rows.map((row) => row[at] ?? null);
  const of = (wanted: readonly Kind[]) =>
    kinds.flatMap((kind, at) => (wanted.includes(kind) ? [at] : []));
  return {
    rows: rows.length,
    columns: names.map((name, at) => {
      const unit = units[at] ?? (kinds[at] === 'percent' ? '%' : null);
      return `${name}:${TYPES[kinds[at]!]}${unit === null ? '' : `/${unit}`}`;
    }),
    sums: Object.fromEntries(
      of(['amount', 'integer', 'percent']).map((at) => [
        names[at]!,
        cellsOf(at).reduce((sum: number, value) => sum + Number(value ?? 0), 0),
      ]),
    ),
    days: Object.fromEntries(
      of(['date']).map((at) => {
        const days = cellsOf(at)
          .filter((value) => value !== null)
          .map(String)
          .sort();
        return [names[at]!, [days[0]!, days.at(-1)!]];
      }),
    ),
    texts: Object.fromEntries(
      of(['text', 'code']).flatMap((at) => {
        const text = cellsOf(at).findLast((value) => value !== null);
        return text === undefined ? [] : [[names[at]!, String(text)]];
      }),
    ),
  };
}

export function namesOf(head: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return head.map((text, at) => {
    const name = identifier(text) || `column_${at + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}_${count}`;
  });
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function writtenDay(iso: string, pattern: string): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  return pattern
    .replace('yyyy', year)
    .replace('yy', year.slice(2))
    .replace('mon', MONTHS[Number(month) - 1]!)
    .replace('mm', month)
    .replace('dd', day)
    .replace(/\bm\b/, String(Number(month)))
    .replace(/\bd\b/, String(Number(day)));
}

function writtenNumber(value: number, digits: number, { dec = '.', group = '' }: Style): string {
  const [whole = '', rest] = Math.abs(value).toFixed(digits).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return rest === undefined ? grouped : `${grouped}${dec}${rest}`;
}

export function writtenCell(value: Value, kind: Kind, style: Style): string {
  const { date = 'yyyy-mm-dd', plus = '#', minus = '-#', none = '' } = style;
  if (value === null) return none;
  switch (kind) {
    case 'date':
      return writtenDay(String(value), date);
    case 'instant':
      return `${writtenDay(String(value).slice(0, 10), date)} ${String(value).slice(11)}`;
    case 'amount':
      return (Number(value) < 0 ? minus : plus).replace(
        '#',
        writtenNumber(Number(value), 2, style),
      );
    case 'integer':
      return `${Number(value) < 0 ? '-' : ''}${writtenNumber(Number(value), 0, style)}`;
    case 'percent':
      return `${Number(value) < 0 ? '-' : ''}${writtenNumber(Number(value), 1, style)}%`;
    case 'boolean':
      return (style.booleans ?? ['true', 'false'])[value ? 0 : 1];
    case 'code':
      return style.codes === 'formula' ? `="${value}"` : String(value);
    default:
      return String(value);
  }
}

/** The rows of a table as they are written. */
function linesOf(spec: Spec, style: Style): string[][] {
  const { head, kinds, rows, above = [], below = [], totals = [], once = 0 } = spec;
  const body = rows.flatMap((row, at) => {
    const cells = row.map((value, column) =>
      column < once &&
      at > 0 &&
      rows[at - 1]!.slice(0, column + 1).every((one, i) => one === row[i])
        ? ''
        : writtenCell(value, kinds[column]!, style),
    );
    return [...totalsAt(totals, at, kinds, style), cells];
  });
  return [
    ...above.map((row) => [...row]),
    [...head],
    ...body,
    ...totalsAt(totals, rows.length, kinds, style),
    ...below.map((row) => [...row]),
  ];
}

const totalsAt = (
  totals: NonNullable<Spec['totals']>,
  place: number,
  kinds: readonly Kind[],
  style: Style,
): string[][] =>
  totals
    .filter(({ before }) => before === place)
    .map(({ cells }) =>
      cells.map((value, at) =>
        typeof value === 'string' ? value : writtenCell(value, kinds[at]!, { ...style, none: '' }),
      ),
    );

export function csvFile(kind: string, name: string, spec: Spec, style: Style = {}): MadeFile {
  const { sep = ',', lineEnd = '\r\n', quoteAll = false, encoding = 'utf8', codes } = style;
  const quoted = (cell: string) =>
    codes !== 'formula' && (quoteAll || cell.includes(sep) || /["\n]/.test(cell))
      ? `"${cell.replaceAll('"', '""')}"`
      : cell;
  const text = linesOf(spec, style)
    .map((cells) => cells.map(quoted).join(sep))
    .join(lineEnd);
  const bytes = iconv.encode(`${text}${lineEnd}`, encoding.replace('-bom', ''), {
    addBOM: encoding.endsWith('-bom'),
  });
  const expected = expectedOf(spec);
  return {
    kind,
    name,
    bytes,
    expected: { ...expected, rows: expected.rows + (spec.totals?.length ?? 0) },
  };
}

/** A workbook whose cells are numbers, days and texts. */
export function xlsxFile(kind: string, name: string, spec: Spec, style: Style = {}): MadeFile {
  const { kinds, rows, head, above = [], below = [], totals = [], once = 0 } = spec;
  const native = (value: Value, kind: Kind) =>
    value !== null && kind === 'date'
      ? new Date(`${value}T00:00:00Z`)
      : value !== null && kind === 'percent'
        ? `${value}%`
        : value;
  const body = rows.flatMap((row, at) => [
    ...totals.filter(({ before }) => before === at).map(({ cells }) => [...cells]),
    row.map((value, column) =>
      column < once &&
      at > 0 &&
      rows[at - 1]!.slice(0, column + 1).every((one, i) => one === row[i])
        ? null
        : native(value, kinds[column]!),
    ),
  ]);
  const all = [
    ...above,
    head,
    ...body,
    ...totals.filter(({ before }) => before === rows.length).map(({ cells }) => [...cells]),
    ...below,
  ];
  const sheet = utils.aoa_to_sheet(all as unknown[][], { UTC: true, dateNF: 'yyyy-mm-dd' });
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, style.date ?? 'Sheet1');
  const bytes = write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
  const expected = expectedOf(spec);
  return { kind, name, bytes, expected: { ...expected, rows: expected.rows + totals.length } };
}
