import {
  type Catalog,
  type CatalogColumn,
  type CatalogTable,
  type ColumnSet,
  MOST_SAMPLES,
  type Relationship,
} from '#src/plugin-api/catalog.ts';

/** Measured with o200k over schemas of the development set (`npm run bench tokens`). */
const CHARS_PER_TOKEN = 2.9;

/** Longest value in a complete list, longest other text (characters), and how many values other columns show. */
const VALUE_CHARS = 60;
const SAMPLE_CHARS = 24;
const SAMPLES = 3;
const DESCRIPTION_CHARS = 120;
/** Rows below which chance alone lets most values differ. */
const FEW_ROWS = 24;
/** Share of empty cells from which a column is said to have some. */
const SOME_EMPTY = 0.01;

export interface SchemaView {
  /** The caller sees only some rows: nothing is told of values. */
  readonly filtered: boolean;
  /** About how many tokens values, ranges and shares may take; the most telling come first. */
  readonly detailTokens: number;
}

/** Types as they are written most briefly; others by their own name. */
const TYPES: Partial<Record<CatalogColumn['type'], string>> = {
  integer: 'int',
  decimal: 'dec',
  timestamp: 'ts',
  boolean: 'bool',
};

/** Tables in a compact form: a line for each column, with its key, values and range where they fit. */
export function schemaText(catalog: Catalog, view: SchemaView): string {
  const keys = shownRelationships(catalog);
  const details = detailsOf(catalog.tables, view, keys);
  const texts = catalog.tables.map((table) => tableText(table, view, keys, details));
  const composite = keys.filter(({ from }) => from.columns.length > 1).map(keyText);
  return [...texts, ...composite].join('\n');
}

/** The names of a table and its columns alone, for tables of a large schema that are unlikely to be asked for. */
export const briefText = ({ name, columns }: CatalogTable): string =>
  `${name}(${columns.flatMap((column) => (column.hidden ? [] : column.name)).join(', ')})`;

/** About how many tokens the names, types and keys of a table take. */
export const plainTokens = (table: CatalogTable, filtered: boolean): number =>
  tokensOf(tableText(table, { filtered }, [], new Map()));

export const tokensOf = (text: string): number => Math.ceil(text.length / CHARS_PER_TOKEN);

/** The same schema as CREATE TABLE, for a second reading. */
export function schemaDefinitions(catalog: Catalog, view: SchemaView): string {
  const keys = shownRelationships(catalog);
  const details = detailsOf(catalog.tables, view, keys);
  return catalog.tables.map((table) => tableDefinition(table, view, keys, details)).join('\n');
}

type Details = ReadonlyMap<CatalogColumn, string>;

function tableText(
  table: CatalogTable,
  { filtered }: Pick<SchemaView, 'filtered'>,
  keys: readonly Relationship[],
  details: Details,
): string {
  const key = table.primaryKey ? ` key ${table.primaryKey.join(', ')}` : '';
  const rows = filtered ? '' : ` ${table.rowCount} rows`;
  const columns = table.columns
    .filter(({ hidden }) => !hidden)
    .map((column) => `  ${columnText(table, column, keys)}${details.get(column) ?? ''}`);
  const totals = totalRowsText(table, filtered).map((line) => `  ${line}`);
  return [`${table.name}${rows}${key}${described(table.description)}`, ...columns, ...totals].join(
    '\n',
  );
}

function columnText(
  table: CatalogTable,
  column: CatalogColumn,
  keys: readonly Relationship[],
): string {
  const type = TYPES[column.type] ?? column.type;
  if (column.sensitive) return `${column.name} ${type} (only inside COUNT)`;
  const unit = column.unit ? ` ${column.unit}` : '';
  const refers = keys
    .filter(({ from }) => isSole(from, table.name, column.name))
    .map((one) => ` ${arrowOf(one)} ${targetOf(one.to, column.name)}`);
  return `${column.name} ${type}${unit}${refers.join('')}${described(column.description)}`;
}

const isSole = ({ table, columns }: ColumnSet, name: string, column: string) =>
  table === name && columns.length === 1 && columns[0] === column;

/** `->` for a key that the database declares or people confirmed, `~>` for one inferred from the data. */
const arrowOf = ({ source }: Relationship) => (source === 'inferred' ? '~>' : '->');

const targetOf = ({ table, columns: [only] }: ColumnSet, column: string) =>
  only === column ? table : `${table}.${only}`;

const keyText = (one: Relationship) =>
  `${one.from.table}(${one.from.columns.join(', ')}) ${arrowOf(one)} ${one.to.table}(${one.to.columns.join(', ')})`;

function tableDefinition(
  table: CatalogTable,
  { filtered }: SchemaView,
  keys: readonly Relationship[],
  details: Details,
): string {
  const columns = table.columns
    .filter((column) => !column.hidden)
    .map((column) => {
      const { name, type, sensitive } = column;
      const about = sensitive
        ? ' only inside COUNT'
        : `${details.get(column) ?? ''}${described(column.description)}`;
      return `  "${name}" ${type},${about === '' ? '' : ` --${about}`}`;
    });
  const references = keys
    .filter(({ from }) => from.table === table.name)
    .map(
      ({ from, to, source }) =>
        `  FOREIGN KEY (${from.columns.join(', ')}) REFERENCES ${to.table} (${to.columns.join(', ')})${source === 'inferred' ? ' -- likely' : ''}`,
    );
  const key = table.primaryKey ? [`  PRIMARY KEY (${table.primaryKey.join(', ')})`] : [];
  const totals = totalRowsText(table, filtered).map((line) => `  -- ${line}`);
  return `CREATE TABLE "${table.name}" (${described(table.description)}\n${[...columns, ...key, ...references, ...totals].join('\n')}\n);`;
}

/** A line for each column whose values label rows that sum others; whoever sees only some rows is told no values. */
function totalRowsText(
  { totalRows = [], columns }: CatalogTable,
  filtered: boolean,
): readonly string[] {
  return totalRows.flatMap(({ column, values, summarise }) => {
    const label = columns.find(({ name }) => name === column);
    if (!label || label.hidden || label.sensitive) return [];
    const written = (value: string | null) =>
      value === null ? 'NULL' : `'${oneLine(value).replaceAll("'", "''")}'`;
    const which = filtered
      ? 'whose label says so'
      : `where ${column} is ${values.map(written).join(' or ')}`;
    return [
      `${summarise ? 'summary' : 'total'} rows ${which} ${summarise ? 'say something of' : 'sum'} others: leave them out unless the question asks for them`,
    ];
  });
}

/** What is told of a column beyond its name; what tells most comes first. */
interface Detail {
  readonly column: CatalogColumn;
  readonly rank: number;
  readonly text: string;
}

/** The details that fit, by column. Of several of one kind the shortest are taken first. */
function detailsOf(
  tables: readonly CatalogTable[],
  { filtered, detailTokens }: SchemaView,
  keys: readonly Relationship[],
): Details {
  const fitting = new Map<CatalogColumn, string>();
  if (filtered) return fitting;
  const named = ({ table, columns }: ColumnSet) => columns.map((column) => `${table} ${column}`);
  const joined = new Set(keys.flatMap(({ from, to }) => [...named(from), ...named(to)]));
  const all = tables.flatMap((table) =>
    table.columns.flatMap((column) =>
      columnDetails(column, table.rowCount, joined.has(`${table.name} ${column.name}`)),
    ),
  );
  let left = detailTokens;
  for (const { column, text } of all.toSorted(
    (a, b) => a.rank - b.rank || a.text.length - b.text.length,
  )) {
    const tokens = tokensOf(text);
    if (tokens > left) continue;
    left -= tokens;
    fitting.set(column, `${fitting.get(column) ?? ''}${text}`);
  }
  return fitting;
}

const RANK = { values: 0, range: 1, empty: 2, samples: 3, distinct: 4 } as const;

/**
 * No value is shown of columns that hold secrets or personal data. Nor is one of identifiers and of texts that differ in
 * nearly every row: those are names and codes, and the values that a question names are shown beside it.
 */
function columnDetails(column: CatalogColumn, rowCount: number, isKey: boolean): readonly Detail[] {
  const { profile, hidden, sensitive, personal, secret, kind, type } = column;
  if (!profile || hidden || sensitive || personal || secret) return [];
  const detail = (rank: keyof typeof RANK, text: string): Detail[] =>
    text === '' ? [] : [{ column, rank: RANK[rank], text }];
  const empty = rowCount === 0 ? 0 : profile.nullCount / rowCount;
  const share = empty >= SOME_EMPTY ? `, ${Math.round(100 * empty)}% empty` : '';
  if (kind === 'identifier' || isKey) return detail('empty', share);
  const tellsRows = profile.unique || 2 * profile.distinctCount > Math.max(rowCount, FEW_ROWS);
  const values = tellsRows ? '' : allValues(column);
  return [
    ...detail('values', values),
    ...detail('range', values === '' ? rangeText(column) : ''),
    ...detail('empty', share),
    ...detail('samples', values === '' && !tellsRows ? someValues(column) : ''),
    ...detail(
      'distinct',
      values === '' && type === 'text' ? `, ${profile.distinctCount} distinct` : '',
    ),
  ];
}

/** All values of a column that has few; empty where there are more, or one is too long to show whole. */
function allValues({ profile, type, kind }: CatalogColumn): string {
  const isCategory = type === 'text' || (type === 'integer' && kind === 'dimension');
  if (!profile || !isCategory || profile.distinctCount > MOST_SAMPLES) return '';
  const values = profile.samples.filter((value) => value !== null).map(String);
  if (values.length === 0 || values.length < profile.distinctCount) return '';
  const shown = values.map((value) => oneLine(value, VALUE_CHARS));
  const isWhole = shown.every((text, at) => text !== '' && text === values[at]);
  return isWhole ? ` all: ${shown.join(' | ')}` : '';
}

/** The first and last date, or the smallest and largest number, of a column. */
function rangeText({ profile, type, kind }: CatalogColumn): string {
  if (!profile?.min || !profile.max) return '';
  const isTime = type === 'date' || type === 'timestamp';
  if (!isTime && (kind !== 'measure' || type === 'text')) return '';
  const end = (text: string) => oneLine(isTime ? text.slice(0, 'yyyy-mm-dd'.length) : text);
  return ` ${end(profile.min)}..${end(profile.max)}`;
}

/** Some values of a column of texts. */
function someValues({ profile, type }: CatalogColumn): string {
  if (!profile || type !== 'text') return '';
  const shown = profile.samples
    .slice(0, SAMPLES)
    .map((value) => oneLine(String(value)))
    .filter((value) => value !== '');
  return shown.length > 0 ? ` e.g. ${shown.join(' | ')}` : '';
}

const described = (text: string | null) => (text ? ` -- ${oneLine(text, DESCRIPTION_CHARS)}` : '');

/** Hidden columns are never named, also not as keys. */
function shownRelationships({ tables, relationships }: Catalog): readonly Relationship[] {
  const hidden = new Set(
    tables.flatMap((table) =>
      table.columns.filter((column) => column.hidden).map(({ name }) => `${table.name} ${name}`),
    ),
  );
  const shows = ({ table, columns }: ColumnSet) =>
    columns.every((column) => !hidden.has(`${table} ${column}`));
  return relationships.filter(({ from, to }) => shows(from) && shows(to));
}

/** Data on one line, short, and unable to end the part that is marked as data. */
export function oneLine(text: string, most = SAMPLE_CHARS): string {
  const flat = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll('<', '‹')
    .trim();
  return flat.length > most ? `${flat.slice(0, most)}…` : flat;
}
