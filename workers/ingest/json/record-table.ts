import { ConvertedTable } from '#workers/ingest/converted-table.ts';
import { excerpt } from '#workers/ingest/excerpt.ts';
import type { JsonReader } from '#workers/ingest/json/json-reader.ts';
import type { RowSource } from '#workers/ingest/row-source.ts';
import type { ParseLimits } from '#workers/protocol.ts';

/** Objects within a record that become columns (`address.city`); what is deeper is kept as a text. */
const FLAT_DEPTH = 4;
/** Columns that a note lists. */
const LISTED = 20;
/** A number with an exponent is written out where it has no more digits. */
const MOST_DIGITS = 30;

/** A key of a record, by its place: its own column, and the keys of the object that it may hold. */
interface Key {
  column: number | null;
  keys: Map<string, Key> | null;
}

/** Takes records of JSON as rows of a table: a column for each key, keys of objects behind a point. */
export class RecordTable {
  readonly name: string;
  readonly table: ConvertedTable;
  readonly #keys = new Map<string, Key>();
  readonly #texts = new Set<number>();
  #value: number | null = null;
  #row: (string | null)[] = [];
  #repeated = 0;
  #repeatedNow = 0;
  readonly #places: number[] = [];

  readonly #named: boolean;

  /** `from`: the file that the records are from; `columns`: the names of the cells of records that are lists. */
  constructor(
    name: string,
    path: string,
    from: string,
    limits: ParseLimits,
    columns: readonly string[],
  ) {
    this.name = name;
    this.table = new ConvertedTable(path, { name, from }, limits);
    this.#named = columns.length > 0;
    for (const column of columns) this.#places.push(this.table.column(column));
  }

  /** Whether its records are lists alone: the first of them may have the names of the columns. */
  get isOfLists(): boolean {
    return (
      !this.#named && this.#places.length > 0 && this.#places.length === this.table.header.length
    );
  }

  /** Begins a record; one that was begun before and not added is forgotten. */
  begin(): void {
    this.#row = [];
    this.#repeatedNow = 0;
  }

  add(): void {
    this.#repeated += this.#repeatedNow;
    this.table.add(this.#row);
  }

  /** Reads a record: an object, a list of cells, or a value alone. */
  read(reader: JsonReader): void {
    const code = reader.peek();
    if (code === OBJECT) this.#object(reader, '', this.#keys, 1);
    else if (code === ARRAY) this.#list(reader);
    else {
      this.#value ??= this.table.column('value');
      this.#set(this.#value, scalar(reader));
    }
  }

  /** Reads the value of a key of the record. */
  member(reader: JsonReader, key: string): void {
    this.#member(reader, key, '', this.#keys, 1);
  }

  #object(reader: JsonReader, path: string, keys: Map<string, Key>, depth: number): void {
    reader.object((key) => this.#member(reader, key, path, keys, depth));
  }

  #member(
    reader: JsonReader,
    key: string,
    path: string,
    keys: Map<string, Key>,
    depth: number,
  ): void {
    let known = keys.get(key);
    if (!known) {
      known = { column: null, keys: null };
      keys.set(key, known);
    }
    const code = reader.peek();
    const header = `${path}${key || 'column'}`;
    if (code === OBJECT && depth < FLAT_DEPTH) {
      known.keys ??= new Map();
      this.#object(reader, `${header}.`, known.keys, depth + 1);
      return;
    }
    known.column ??= this.table.column(header);
    if (code === OBJECT || code === ARRAY) {
      this.#texts.add(known.column);
      const text = reader.skim();
      this.#set(known.column, text === '[]' || text === '{}' ? null : text);
    } else this.#set(known.column, scalar(reader));
  }

  #list(reader: JsonReader): void {
    reader.expect('[');
    if (reader.takes(']')) return;
    let at = 0;
    do {
      this.#places[at] ??= this.table.column('');
      const place = this.#places[at++]!;
      const code = reader.peek();
      if (code === OBJECT || code === ARRAY) {
        this.#texts.add(place);
        this.#set(place, reader.skim());
      } else this.#set(place, scalar(reader));
    } while (reader.takes(','));
    reader.expect(']');
  }

  #set(column: number, value: string | null): void {
    if (this.#row[column] !== undefined) this.#repeatedNow++;
    this.#row[column] = value;
  }

  notes(): ReturnType<RowSource['notes']> {
    const texts = [...this.#texts].map((at) => `"${excerpt(this.table.header[at] ?? '')}"`);
    const more = texts.length > LISTED ? ` and ${texts.length - LISTED} more` : '';
    return [
      ...(texts.length > 0
        ? [
            {
              note: `Lists and deeply nested objects are kept as JSON text: ${texts.slice(0, LISTED).join(', ')}${more}`,
            },
          ]
        : []),
      ...(this.#repeated > 0
        ? [
            {
              note: `${this.#repeated} values left out, because their key appears twice in an object`,
            },
          ]
        : []),
    ];
  }
}

const OBJECT = 123;
const ARRAY = 91;
const QUOTE = 34;

/** The text of a value as the typing rules read it; null: no value. */
function scalar(reader: JsonReader): string | null {
  if (reader.peek() === QUOTE) {
    const text = reader.string();
    return text === '' ? null : text;
  }
  const word = reader.word();
  return word === 'null' ? null : word === 'true' || word === 'false' ? word : plain(word);
}

/** A number without an exponent and without zeros that say nothing: `1.10` is no code here. */
function plain(word: string): string {
  if (/^-?[1-9]\d*$/.test(word)) return word;
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(word);
  if (!parts) return word;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const power = Number(exponent);
  if (Math.abs(power) > MOST_DIGITS) return word;
  const digits = whole + fraction;
  const point = whole.length + power;
  if (point > MOST_DIGITS || digits.length - point > MOST_DIGITS)
    return power === 0 ? trimmed(sign, whole, fraction) : word;
  const padded =
    '0'.repeat(Math.max(0, 1 - point)) + digits.padEnd(Math.max(digits.length, point), '0');
  const at = Math.max(1, point);
  return trimmed(sign, padded.slice(0, at), padded.slice(at));
}

function trimmed(sign: string, whole: string, fraction: string): string {
  const left = whole.replace(/^0+(?=\d)/, '');
  const right = fraction.replace(/0+$/, '');
  const text = right === '' ? left : `${left}.${right}`;
  return text === '0' ? text : sign + text;
}
