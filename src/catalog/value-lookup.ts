import SQLite from 'better-sqlite3';
import { squash } from '#src/catalog/fold.ts';
import { isIndexed, isPersonallyIndexed } from '#src/catalog/personal-columns.ts';
import { unitedValues } from '#src/catalog/united-values.ts';
import type { ValueField } from '#src/catalog/value-index.ts';
import {
  type Candidate,
  fieldKey,
  type IndexFile,
  openIndexFile,
  spanOf,
  type VisibleFields,
} from '#src/catalog/value-index-file.ts';
import { isMachineId } from '#src/catalog/value-shapes.ts';
import type {
  Catalog,
  OpenValueLookup,
  PersonalKind,
  ValueHit,
  ValueLookup,
  ValueSynonyms,
} from '#src/plugin-api/catalog.ts';
import { isFiltered } from '#src/principal.ts';

const DEFAULT_LIMIT = 50;
const RANK: Readonly<Record<ValueHit['match'], number>> = {
  exact: 0,
  folded: 1,
  lemma: 2,
  near: 3,
};

/**
 * Opens the value indexes of a catalog, read-only. Hits of columns that the catalog hides, marks sensitive or personal, or lacks
 * are left out. An index does not know whose rows hold a value: under a row filter a hit counts only where `rowsOf` finds
 * rows of the caller. Values of personal columns and machines' numbers are in no index; what is written like one is asked of
 * `rowsOf` too.
 */
export const openValueLookup: OpenValueLookup = (catalog, policy, rowsOf) => {
  const filtered = isFiltered(policy, catalog);
  if (filtered && !rowsOf) return { lookup: () => [], close: () => {} };
  const counted = (hits: readonly Candidate[]) =>
    hits.flatMap((hit) => {
      const rowCount = rowsOf?.(hit) ?? 0;
      return rowCount > 0 ? [{ ...hit, rowCount }] : [];
    });
  const own = (hits: readonly Candidate[]) => (filtered ? counted(hits) : hits);
  const unindexed = unindexedColumns(catalog);
  const visible = visibleColumns(catalog);
  const shown = withCopies(catalog, visible);
  const said = saidSynonyms(catalog, visible);
  const united = unitedValues(catalog, visible);
  const files: IndexFile[] = [];
  const close = () => {
    for (const file of files) file.close();
  };
  for (const path of catalog.valueIndexes) {
    const file = whereWhole(() => openIndexFile(path, shown), null);
    if (file) files.push(readableFile(file));
  }
  return {
    lookup(span, { near = false, limit = DEFAULT_LIMIT } = {}) {
      const asked = spanOf(span);
      if (asked.text === '') return [];
      const sure = [
        ...united.find(asked),
        ...united.with(files.flatMap((file) => file.find(asked))),
      ];
      const named = (said.get(asked.key) ?? []).map((one) => withRows(one, files));
      const close = near ? united.with(files.flatMap((file) => file.near(asked))) : [];
      const written = counted(unindexed.flatMap((column) => writtenLike(asked.text, column)));
      return ranked([...own([...named, ...sure, ...close]), ...written]).slice(0, limit);
    },
    close,
  };
};

/** A look-up that reads each span once; for one question, whose readings ask for the same words again and again. */
export function rememberedLookup(values: ValueLookup): ValueLookup {
  const known = new Map<string, readonly ValueHit[]>();
  return {
    lookup(span, options = {}) {
      const key = `${options.near === true} ${options.limit} ${span}`;
      const before = known.get(key);
      if (before) return before;
      const found = values.lookup(span, options);
      known.set(key, found);
      return found;
    },
    close: () => values.close(),
  };
}

/** Error codes of SQLite for a file that is missing or holds other bytes than were written. */
const DAMAGED =
  /^SQLITE_(?:CORRUPT|NOTADB|CANTOPEN|IOERR|ERROR|SCHEMA|FULL|FORMAT|TOOBIG|MISMATCH)/;

/** A folder that is gone is no error of SQLite, but of its binding: a `TypeError` without a code. */
const isDamaged = (error: unknown) =>
  error instanceof SQLite.SqliteError
    ? DAMAGED.test(error.code)
    : error instanceof TypeError && error.message.includes('directory does not exist');

/** What `read` gives, or `otherwise` where the file is damaged; that is found and mended elsewhere. */
function whereWhole<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (isDamaged(error)) return otherwise;
    throw error;
  }
}

/** An index whose values are not found where it is damaged: words that no value is found for are not guessed at. */
const readableFile = (file: IndexFile): IndexFile => ({
  find: (span) => whereWhole(() => file.find(span), []),
  near: (span) => whereWhole(() => file.near(span), []),
  close: file.close,
});

/** Values by the keys of the names that people gave them, with and without "the". */
function saidSynonyms(
  catalog: Catalog,
  visible: ReadonlyMap<string, ValueField>,
): ReadonlyMap<string, readonly ValueSynonyms[]> {
  const found = new Map<string, ValueSynonyms[]>();
  for (const one of catalog.meaning?.values ?? []) {
    if (!visible.has(fieldKey(one.table, one.column))) continue;
    const keys = one.synonyms.flatMap((name) => {
      const { folded, key } = spanOf(name);
      return [key, squash(folded.replace(/^the /, ''))];
    });
    for (const key of new Set(keys)) found.set(key, [...(found.get(key) ?? []), one]);
  }
  return found;
}

/** A value that people named, with its rows as an index has them; the values of long columns are in none. */
function withRows({ table, column, value }: ValueSynonyms, files: readonly IndexFile[]): Candidate {
  const same = files
    .flatMap((file) => file.find(spanOf(value)))
    .find((hit) => hit.value === value && hit.table === table && hit.column === column);
  return { table, column, value, rowCount: same?.rowCount ?? 0, match: 'folded', distance: 0 };
}

type UnindexedColumn = ValueField & { readonly kind: PersonalKind | 'machine id' };

/** Columns of texts that can be asked for, and that no index has. */
const unindexedColumns = ({ tables }: Catalog): readonly UnindexedColumn[] =>
  tables.flatMap((table) =>
    table.columns.flatMap((column) =>
      column.type === 'text' && !column.hidden && !column.sensitive && !isIndexed(column)
        ? [{ table: table.name, column: column.name, kind: column.personal ?? 'machine id' }]
        : [],
    ),
  );

/** A text that is written as the values of such a column are, as it stands and in lower case. */
function writtenLike(text: string, { kind, table, column }: UnindexedColumn): Candidate[] {
  if (kind === 'machine id' ? !isMachineId(text) : !WRITTEN[kind].test(text)) return [];
  const isLower = kind === 'email' || kind === 'machine id';
  const values = [...new Set([text, isLower ? text.toLowerCase() : text])];
  return values.map((value) => ({
    ...{ table, column, value, rowCount: 0, distance: 0 },
    match: value === text ? 'exact' : 'folded',
  }));
}

const WRITTEN: Readonly<Record<PersonalKind, RegExp>> = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  phone: /^[+(]?\d[\d ()./-]{5,}\d$/,
  bank: /^[A-Z]{2}\d{2}[A-Z0-9 ]{8,}$|^\d[\d -]{5,}\d$/i,
  address: /^(?=.*\d)(?=.*[\p{L}.]).{4,}$/u,
  birth: /^\d[\d./-]{6,}\d$/,
  id: /^(?=.*\d)[\p{L}\p{N} ./-]{5,}$/u,
  name: /^$(?!)/,
};

/** Catalog names of the columns whose values may be shown, by `table\0column` in lower case. */
function visibleColumns(catalog: Catalog): ReadonlyMap<string, ValueField> {
  const visible = new Map<string, ValueField>();
  for (const table of catalog.tables) {
    for (const column of table.columns) {
      if (column.hidden || column.sensitive || !isPersonallyIndexed(column.personal)) continue;
      visible.set(fieldKey(table.name, column.name), { table: table.name, column: column.name });
    }
  }
  return visible;
}

/** Visible columns by the indexed ones whose values they show: a view's are looked for among those of its table. */
function withCopies({ tables }: Catalog, visible: ReadonlyMap<string, ValueField>): VisibleFields {
  const found = new Map<string, ValueField[]>();
  for (const [key, field] of visible) found.set(key, [field]);
  const names = new Map(
    tables.map(({ name, physical }) => [placeOf(physical.schema, physical.table), name]),
  );
  for (const { name, reads } of tables)
    for (const [column, { schema, table, column: original }] of Object.entries(
      reads?.copies ?? {},
    )) {
      const copy = visible.get(fieldKey(name, column));
      const base = names.get(placeOf(schema, table));
      if (!copy || base === undefined) continue;
      const key = fieldKey(base, original);
      found.set(key, [...(found.get(key) ?? []), copy]);
    }
  return found;
}

const placeOf = (schema: string | null, table: string) => JSON.stringify([schema, table]);

/** Best first; each value of a column once. */
function ranked(candidates: readonly Candidate[]): ValueHit[] {
  const best = new Map<string, Candidate>();
  for (const hit of candidates) {
    const name = JSON.stringify([hit.table, hit.column, hit.value]);
    const known = best.get(name);
    if (!known || RANK[hit.match] < RANK[known.match]) best.set(name, hit);
  }
  return [...best.values()]
    .sort(
      (a, b) =>
        RANK[a.match] - RANK[b.match] ||
        a.distance - b.distance ||
        b.rowCount - a.rowCount ||
        compare(a.table, b.table) ||
        compare(a.column, b.column) ||
        compare(a.value, b.value),
    )
    .map(({ distance: _, ...hit }) => hit);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
