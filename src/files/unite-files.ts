import path from 'node:path';
import { lemma } from '#src/catalog/fold.ts';
import { labelOf } from '#src/catalog/names.ts';
import type { VersionProfile } from '#src/catalog/version-profile.ts';
import { mergedUnread } from '#src/files/unread-cells.ts';
import {
  type CatalogColumn,
  type CatalogTable,
  type ColumnProfile,
  MOST_SAMPLES,
  type UnitedPart,
} from '#src/plugin-api/catalog.ts';
import {
  firstDay,
  type HeaderPeriod,
  readHeaderPeriod,
  readNamePeriod,
} from '#workers/ingest/header-period.ts';
import { identifier, TakenNames } from '#workers/ingest/names.ts';

/** A version that a workspace shows, with the name of its file. */
export interface NamedVersion {
  readonly filename: string;
  readonly profile: VersionProfile;
}

/** Tables of one shape in one file each. */
interface Part {
  readonly stem: string;
  readonly table: CatalogTable;
}

/** Words of file names that say nothing of what is in them. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  'data export table file report list tbl dim fact stg all copy final new csv xlsx daten tabelle liste bericht datos tabla rapport'.split(
    ' ',
  ),
);

/**
 * Adds a table for files of one shape (a file a month, a file a region): the rows of all of them, with the file's name as
 * a column and its period where all names say one. It stands in no file, statements read its parts. Files are taken for
 * parts of one thing where their names begin or end with the same words and differ in a period, a number or a name; not
 * where they differ in what they are called for (`orders`, `returns`).
 */
export function uniteFiles(versions: readonly NamedVersion[]): readonly VersionProfile[] {
  const profiles = versions.map(({ profile }) => profile);
  const taken = new TakenNames();
  for (const { tables } of profiles) for (const { table } of tables) taken.take(table.name);
  const open = versions.flatMap(({ filename, profile }) =>
    profile.tables
      .map(({ table }) => ({ stem: path.parse(filename).name, table }))
      .filter(({ table }) => table.coveredBy === undefined && !table.isView && !table.apart),
  );
  const united: CatalogTable[] = [];
  const covered = new Map<CatalogTable, string>();
  for (const group of Map.groupBy(open, shapeOf).values()) {
    const table = unite(group, taken);
    if (!table) continue;
    united.push(table);
    for (const part of group) covered.set(part.table, table.name);
  }
  if (united.length === 0) return profiles;
  const withCovered = profiles.map((profile) => ({
    ...profile,
    tables: profile.tables.map(({ table, ...rest }) => {
      const name = covered.get(table);
      return { ...rest, table: name === undefined ? table : { ...table, coveredBy: name } };
    }),
  }));
  const made = united.map((table) => ({ table, foreignKeys: [] }));
  return [...withCovered, { attachments: [], valueIndex: null, tables: made }];
}

const isAsWritten = ({ name }: CatalogColumn, { columns }: CatalogTable) =>
  name.endsWith('_as_written') && columns.some((column) => `${column.name}_as_written` === name);

const ownColumns = (table: CatalogTable) =>
  table.columns.filter((column) => !isAsWritten(column, table));

const shapeOf = ({ table }: Part): string =>
  JSON.stringify(
    ownColumns(table)
      .map(({ name }) => name.toLowerCase())
      .sort(),
  );

function unite(parts: readonly Part[], taken: TakenNames): CatalogTable | null {
  const [first] = parts;
  const stems = parts.map(({ stem }) => stem);
  // Two tables of one file are no files of one shape.
  if (!first || parts.length < 2 || new Set(stems).size < parts.length) return null;
  if (!parts.every((part) => canLeaveOut(part.table))) return null;
  const columns = ownColumns(first.table).map((column) =>
    mergedColumn(parts.map(({ table }) => columnOf(table, column.name)!)),
  );
  // Two lists of ids and names are two lists: what is united has figures.
  if (columns.length < 2 || columns.includes(null)) return null;
  const own = columns as CatalogColumn[];
  if (!own.some(({ kind }) => kind === 'measure')) return null;
  const names = namesOf(stems);
  if (!names) return null;
  const added = addedColumns(names, own);
  const name = nameOf(names, taken);
  const all = [...added.map(({ column }) => column), ...own];
  const { table } = first;
  return {
    ...table,
    name,
    rowOrder: undefined,
    label: labelOf(name),
    description: null,
    synonyms: [],
    physical: { database: null, schema: null, table: name },
    rowCount: parts.reduce((sum, part) => sum + part.table.rowCount, 0),
    columns: all,
    primaryKey: null,
    derived: { kind: 'union', of: parts.map((part) => part.table.name) },
    // Where nobody knows those of one part, nobody knows those of all.
    totalRows: parts.some((part) => !part.table.totalRows) ? undefined : [],
    reads: {
      columns: Object.fromEntries(
        own.map((column) => [
          column.name,
          parts.map((part) => ({
            schema: part.table.physical.schema,
            table: part.table.physical.table,
            column: columnOf(part.table, column.name)!.name,
          })),
        ]),
      ),
      elsewhere: [],
    },
    united: parts.map(
      (part, at): UnitedPart => ({
        physical: part.table.physical,
        without: part.table.totalRows ?? [],
        columns: Object.fromEntries([
          ...added.map(({ column, values }) => [column.name, { value: values[at]! }]),
          ...own.map(({ name: named }) => [named, { column: columnOf(part.table, named)!.name }]),
        ]),
      }),
    ),
  };
}

/** Whether rows that sum others can be left out of a part: they are told by texts, or by having no value. */
const canLeaveOut = (table: CatalogTable): boolean =>
  (table.totalRows ?? []).every(({ column, values }) =>
    values.every((value) => value === null || columnOf(table, column)?.type === 'text'),
  );

const columnOf = ({ columns }: CatalogTable, name: string) =>
  columns.find((column) => column.name.toLowerCase() === name.toLowerCase());

const NUMBERS = ['integer', 'decimal', 'float'];

/** A column that holds the values of all; null where only texts would, or where their units differ. */
function mergedColumn(columns: readonly CatalogColumn[]): CatalogColumn | null {
  const first = columns[0]!;
  const types = new Set(columns.map(({ type }) => type));
  if (types.size > 1 && columns.some(({ type }) => !NUMBERS.includes(type))) return null;
  if (new Set(columns.map(({ unit }) => unit)).size > 1) return null;
  const widest = columns.reduce((one, other) =>
    NUMBERS.indexOf(other.type) > NUMBERS.indexOf(one.type) ? other : one,
  );
  const guess = columns.find((column) => column.guess)?.guess;
  const unread = mergedUnread(columns);
  const secret = columns.find((column) => column.secret)?.secret;
  const personal = columns.find((column) => column.personal)?.personal;
  const additive = columns.every((column) => column.additive === first.additive);
  return {
    ...widest,
    name: first.name,
    label: first.label,
    kind: columns.some(({ kind }) => kind === 'measure') ? 'measure' : first.kind,
    nullable: columns.some(({ nullable }) => nullable),
    additive: additive ? first.additive : false,
    hidden: columns.some(({ hidden }) => hidden),
    sensitive: columns.some(({ sensitive }) => sensitive),
    ...(secret && { secret }),
    ...(personal && { personal }),
    ...(guess && { guess }),
    ...(unread && { unread }),
    profile: mergedProfile(
      columns.map(({ profile }) => profile),
      widest.type,
    ),
  };
}

function mergedProfile(
  profiles: readonly (ColumnProfile | null)[],
  type: CatalogColumn['type'],
): ColumnProfile | null {
  if (profiles.includes(null)) return null;
  const all = profiles as readonly ColumnProfile[];
  const compare = NUMBERS.includes(type)
    ? (one: string, other: string) => Number(one) - Number(other)
    : (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  const end = (key: 'min' | 'max') =>
    all
      .flatMap((profile) => profile[key] ?? [])
      .toSorted(compare)
      .at(key === 'min' ? 0 : -1) ?? null;
  const samples = [...new Set(all.flatMap((profile) => profile.samples))];
  const measured = all.flatMap(({ textBytes }) => textBytes ?? []);
  return {
    // What the parts have in common is not known.
    distinctCount: Math.max(samples.length, ...all.map(({ distinctCount }) => distinctCount)),
    nullCount: all.reduce((sum, { nullCount }) => sum + nullCount, 0),
    min: end('min'),
    max: end('max'),
    samples: samples.slice(0, MOST_SAMPLES),
    unique: false,
    ...(measured.length === all.length && {
      textBytes: {
        longest: Math.max(...measured.map(({ longest }) => longest)),
        total: measured.reduce((sum, { total }) => sum + total, 0),
      },
    }),
  };
}

interface FileNames {
  readonly stems: readonly string[];
  /** Words that all have, at their beginning or end. */
  readonly common: readonly string[];
  /** First days of the periods that all name. */
  readonly days: { readonly grain: HeaderPeriod['grain']; readonly all: readonly string[] } | null;
}

const wordsOf = (stem: string): string[] => identifier(stem).split('_').filter(Boolean);

/** What the names of files of one shape say; null where they do not say that these are parts of one thing. */
function namesOf(stems: readonly string[]): FileNames | null {
  const words = stems.map(wordsOf);
  const lead = commonLength(words);
  const tail = commonLength(words.map((list) => list.slice(lead).reverse()));
  const first = words[0]!;
  const common = [...first.slice(0, lead), ...first.slice(first.length - tail)].filter(
    (word) => /\p{L}{2}/u.test(word) && !EMPTY_WORDS.has(word) && !readHeaderPeriod(word),
  );
  const periods = stems.map(readNamePeriod);
  const grain = periods[0]?.grain;
  const days = periods.flatMap((period) => (period && firstDay(period, null)) ?? []);
  const isDated = grain !== undefined && periods.every((period) => period?.grain === grain);
  if (isDated && days.length === stems.length && new Set(days).size === stems.length)
    return { stems, common, days: { grain, all: days } };
  const rest = words.map((list) => list.slice(lead, list.length - tail));
  const isThing = (word: string) => /^\p{L}{3,}$/u.test(word) && lemma(word) !== word;
  if (common.length === 0 || rest.some((list) => list.length === 0 || list.some(isThing)))
    return null;
  return { stems, common, days: null };
}

function commonLength(lists: readonly (readonly string[])[]): number {
  const shortest = Math.min(...lists.map(({ length }) => length));
  let length = 0;
  while (length < shortest && lists.every((list) => list[length] === lists[0]![length])) length++;
  return length;
}

function nameOf({ common, days }: FileNames, taken: TakenNames): string {
  const wanted = identifier(common.join('_')) || (days ? `all_${days.grain}s` : 'all_files');
  if (!taken.has(wanted)) return taken.takeUnique(wanted);
  return taken.takeUnique(`${wanted}_all`);
}

interface AddedColumn {
  readonly column: CatalogColumn;
  readonly values: readonly string[];
}

function addedColumns({ stems, days }: FileNames, own: readonly CatalogColumn[]): AddedColumn[] {
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  const free = (...wanted: string[]) => wanted.find((name) => !names.has(name)) ?? wanted.at(-1)!;
  const file = added(free('file', 'source_file', 'file_of_rows'), 'text', stems);
  if (!days) return [file];
  const { grain, all } = days;
  return [file, added(free(grain, `file_${grain}`, `${grain}_of_file`), 'date', all)];
}

function added(name: string, type: 'text' | 'date', values: readonly string[]): AddedColumn {
  const sorted = values.toSorted();
  return {
    values,
    column: {
      name,
      label: labelOf(name),
      description: null,
      synonyms: [],
      type,
      nativeType: type === 'date' ? 'DATE' : 'VARCHAR',
      nullable: false,
      kind: type === 'date' ? 'time' : 'dimension',
      unit: null,
      additive: false,
      hidden: false,
      sensitive: false,
      profile: {
        distinctCount: values.length,
        nullCount: 0,
        min: sorted[0]!,
        max: sorted.at(-1)!,
        samples: sorted.slice(0, MOST_SAMPLES),
        unique: false,
      },
    },
  };
}
