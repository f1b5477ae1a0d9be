import { openConverted } from '#workers/ingest/csv-source.ts';
import { excerpt } from '#workers/ingest/excerpt.ts';
import { JsonFeed } from '#workers/ingest/json/json-feed.ts';
import type { JsonReader } from '#workers/ingest/json/json-reader.ts';
import { RecordTable } from '#workers/ingest/json/record-table.ts';
import type { SheetBook } from '#workers/ingest/read-sheets.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import type { ParseNote, ParseTask } from '#workers/protocol.ts';

/** A line of a file of JSON lines is shorter (characters); a longer first value is the whole of the file. */
const FIRST_LINE_CHARS = 1024 * 1024;
/** Objects around the lists of records (`{"response": {"items": […]}}`). */
const OUTER_DEPTH = 4;
/** Keys that a note lists. */
const LISTED = 20;
/** Names of files that have a record a line, even where they have one alone. */
const LINES = /\.(?:jsonl|ndjson)(?:\.gz)?$/i;
const OBJECT = 123;
const ARRAY = 91;
const QUOTE = 34;

/**
 * Reads a file of JSON: a list of records, a record a line, or an object whose lists of records are a table each. It is
 * read once, as a stream, and its tables are written out for the reader of CSV.
 */
export async function openJson(task: ParseTask): Promise<SheetBook> {
  const file = new JsonFile(task);
  try {
    file.read();
    return await file.end();
  } catch (error) {
    file.giveUp();
    throw error;
  }
}

class JsonFile {
  readonly #task: ParseTask;
  readonly #feed: JsonFeed;
  readonly #tables: RecordTable[] = [];
  readonly #left: string[] = [];

  constructor(task: ParseTask) {
    this.#task = task;
    this.#feed = new JsonFeed(task.path, task.limits);
  }

  read(): void {
    const feed = this.#feed;
    const first = feed.one((reader) => reader.peek());
    const next = feed.ahead(FIRST_LINE_CHARS, (reader) => {
      reader.skim();
      return reader.peek();
    });
    const isLines = next === OBJECT || next === ARRAY || LINES.test(this.#task.filename);
    if (isLines) this.#lines();
    else if (first === ARRAY) this.#list(this.#table(this.#task.filename));
    else this.#outer();
    const rest = feed.one((reader) => {
      if (reader.peek() !== -1) throw reader.fault();
      return reader.at;
    });
    if (rest < 0)
      throw new Refusal('upload_unreadable', "The file isn't valid JSON. Export it again.");
  }

  async end(): Promise<SheetBook> {
    for (const { table } of this.#tables) await table.end();
    const { filename, limits, spillFormats } = this.#task;
    const asItIs = this.#tables.length === 1 && spillFormats?.includes('delimited') === true;
    return {
      sheets: this.#tables.map((one) => ({
        name: one.name,
        hidden: false,
        hasCells: one.table.rows > 0,
        open: () =>
          openConverted(one.table.path, one.name, limits, {
            asItIs,
            notes: one.notes(),
            namesColumns: !one.isOfLists,
          }),
        close: () => {},
      })),
      notes: this.#notes(filename),
      sheetsAre: 'tables',
      namesTables: false,
      unites: false,
      close: () => {},
    };
  }

  giveUp(): void {
    for (const { table } of this.#tables) table.close();
  }

  #notes(filename: string): ParseNote[] {
    const { note } = this.#feed;
    const left = this.#left.slice(0, LISTED).map((key) => `"${excerpt(key)}"`);
    const more = this.#left.length > LISTED ? ` and ${this.#left.length - LISTED} more` : '';
    return [
      ...(note === null ? [] : [{ sheet_name: filename, note }]),
      ...(left.length === 0
        ? []
        : [
            {
              sheet_name: filename,
              note: `Values outside the file's lists were left out: ${left.join(', ')}${more}`,
            },
          ]),
    ];
  }

  #table(name: string, columns: readonly string[] = []): RecordTable {
    const { spillFolder, limits } = this.#task;
    if (this.#tables.length >= limits.maxTables)
      throw new Refusal(
        'upload_too_complex',
        `The file has more than ${limits.maxTables} lists of records. Split it.`,
      );
    const path = `${spillFolder}/records-${this.#tables.length + 1}.csv`;
    const table = new RecordTable(name, path, this.#task.path, limits, columns);
    this.#tables.push(table);
    return table;
  }

  #lines(): void {
    const table = this.#table(this.#task.filename);
    while (this.#feed.one((reader) => reader.peek()) !== -1) this.#record(table);
  }

  #record(table: RecordTable): void {
    this.#feed.one((reader) => {
      table.begin();
      table.read(reader);
    });
    table.add();
  }

  /** The elements of a list, one by one: none is held. */
  #list(table: RecordTable): void {
    const feed = this.#feed;
    feed.one((reader) => reader.expect('['));
    if (feed.one((reader) => reader.takes(']'))) return;
    do this.#record(table);
    while (feed.one((reader) => reader.takes(',')));
    feed.one((reader) => reader.expect(']'));
  }

  /** An object around lists of records; without any it is a record itself. */
  #outer(): void {
    const alone = this.#feed.ahead(FIRST_LINE_CHARS, (reader) => holdsRecords(reader.skim()));
    if (alone === false) {
      const table = this.#table(this.#task.filename);
      this.#record(table);
      return;
    }
    this.#members('', 1);
  }

  #members(path: string, depth: number): void {
    const feed = this.#feed;
    const beside = new Map<string, unknown>();
    const used = new Set<string>();
    feed.one((reader) => reader.expect('{'));
    if (feed.one((reader) => reader.takes('}'))) return;
    do {
      const key = feed.one((reader) => {
        if (reader.peek() !== QUOTE) throw reader.fault();
        const text = reader.string();
        reader.expect(':');
        reader.peek();
        return text;
      });
      const name = `${path}${key}`;
      const kind = feed.ahead(FIRST_LINE_CHARS, (reader) => {
        const code = reader.peek();
        if (code !== ARRAY) return code;
        reader.expect('[');
        const first = reader.peek();
        return first === OBJECT ? 'records' : first === ARRAY ? 'rows' : code;
      });
      const names = kind === 'rows' ? this.#namesOfRows([...beside.values()]) : null;
      if (names) used.add(String(names));
      if (kind === 'records' && this.#describesRows())
        beside.set(name, JSON.parse(feed.one((reader) => reader.skim())));
      else if (kind === 'records' || names)
        this.#list(this.#table(this.#unused(name), names ?? []));
      else if (kind === OBJECT && depth < OUTER_DEPTH) this.#members(`${name}.`, depth + 1);
      else {
        const text = feed.one((reader) => reader.skim());
        if (text.startsWith('["')) beside.set(name, JSON.parse(text));
        else this.#left.push(name);
      }
    } while (feed.one((reader) => reader.takes(',')));
    feed.one((reader) => reader.expect('}'));
    for (const [name, list] of beside)
      if (!used.has(String(columnNames(list, 0)))) this.#left.push(name);
  }

  /** Whether the list of records that comes next describes the columns of rows right behind it. */
  #describesRows(): boolean {
    const names = this.#feed.ahead(FIRST_LINE_CHARS, (reader) => {
      const list: unknown = JSON.parse(reader.skim());
      toNextMember(reader);
      reader.expect('[');
      const row: unknown = JSON.parse(reader.skim());
      return Array.isArray(row) ? columnNames(list, row.length) : null;
    });
    return names !== null;
  }

  /** The names of the columns of the rows that come next: a list of texts before or right behind them. */
  #namesOfRows(before: readonly unknown[]): readonly string[] | null {
    const width = this.#feed.ahead(FIRST_LINE_CHARS, (reader) => {
      reader.expect('[');
      return (JSON.parse(reader.skim()) as unknown[]).length;
    });
    if (width === null) return null;
    for (const list of before) {
      const names = columnNames(list, width);
      if (names) return names;
    }
    return this.#feed.ahead(FIRST_LINE_CHARS, (reader) => {
      reader.skim();
      toNextMember(reader);
      const list: unknown = JSON.parse(reader.skim());
      return typeof (list as unknown[])?.[0] === 'string' ? columnNames(list, width) : null;
    });
  }

  /** A key may stand in an object twice: both lists are there. */
  #unused(name: string): string {
    const taken = new Set(this.#tables.map((table) => table.name));
    let free = name;
    for (let n = 2; taken.has(free); n++) free = `${name} (${n})`;
    return free;
  }
}

/** Passes what parts a value from the one of the next key. */
function toNextMember(reader: JsonReader): void {
  reader.expect(',');
  if (reader.peek() !== QUOTE) throw reader.fault();
  reader.string();
  reader.expect(':');
}

/**
 * The names that a list gives to the columns of rows of so many cells: as many different texts, or records with such a
 * name each (`[{"name": "day", "type": "date"}]`). Null: it gives none. A width of 0: of any.
 */
function columnNames(list: unknown, width: number): readonly string[] | null {
  if (!Array.isArray(list) || list.length === 0) return null;
  if (width > 0 && list.length !== width) return null;
  const names = list.map((one: unknown) =>
    typeof one === 'object' && one !== null && 'name' in one ? one.name : one,
  );
  const isName = (name: unknown): name is string => typeof name === 'string' && name.trim() !== '';
  return names.every(isName) && new Set(names).size === names.length ? names : null;
}

/** Whether the text of an object has a list of records as a value of it, or of an object in it. */
function holdsRecords(text: string): boolean {
  const holds = (value: unknown, beside: readonly unknown[], depth: number): boolean => {
    if (typeof value !== 'object' || value === null) return false;
    if (Array.isArray(value)) {
      const [first] = value as readonly unknown[];
      return Array.isArray(first)
        ? beside.some((one) => columnNames(one, first.length) !== null)
        : typeof first === 'object' && first !== null;
    }
    const values: readonly unknown[] = Object.values(value);
    return depth < OUTER_DEPTH && values.some((one) => holds(one, values, depth + 1));
  };
  return holds(JSON.parse(text), [], 0);
}
