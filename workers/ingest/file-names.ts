import path from 'node:path';

/** What a file is by its content. */
export type FileKind =
  | 'text'
  | 'json'
  | 'gzip'
  | 'archive'
  | 'xlsx'
  | 'xlsb'
  | 'ods'
  | 'xls'
  | 'encrypted'
  | 'parquet'
  | 'sqlite'
  /** Markup of a browser or of another program. */
  | 'markup';

/** The kinds that are read; `files.kinds` may name fewer. */
export const READ_KINDS = [
  ...(['text', 'json', 'gzip', 'archive', 'xlsx', 'xlsb', 'xls', 'ods', 'parquet'] as const),
  'sqlite',
] as const satisfies readonly FileKind[];

/** How users call each of them. */
export const KIND_NAMES: Readonly<Record<FileKind, string>> = {
  text: 'a text file (CSV)',
  json: 'JSON',
  gzip: 'a gzip file',
  archive: 'a zip archive',
  xlsx: 'an Excel workbook (.xlsx)',
  xlsb: 'a binary Excel workbook (.xlsb)',
  ods: 'an OpenDocument spreadsheet (.ods)',
  xls: 'an old Excel workbook (.xls)',
  encrypted: 'a workbook with a password',
  parquet: 'a Parquet file',
  sqlite: 'a SQLite database',
  markup: 'HTML or XML',
};

const KINDS_BY_ENDING: ReadonlyMap<string, FileKind> = new Map([
  ['.csv', 'text'],
  ['.tsv', 'text'],
  ['.txt', 'text'],
  ['.xlsx', 'xlsx'],
  ['.xlsm', 'xlsx'],
  ['.xlsb', 'xlsb'],
  ['.xls', 'xls'],
  ['.ods', 'ods'],
  ['.json', 'json'],
  ['.jsonl', 'json'],
  ['.ndjson', 'json'],
  ['.parquet', 'parquet'],
  ['.sqlite', 'sqlite'],
  ['.sqlite3', 'sqlite'],
  ['.db', 'sqlite'],
  ['.gz', 'gzip'],
  ['.zip', 'archive'],
]);

/** Endings of the names that an upload may have. */
export const ENDINGS: readonly string[] = [...KINDS_BY_ENDING.keys()];

/** Endings of the kinds that are taken. */
export const endingsOf = (kinds: readonly string[]): readonly string[] =>
  [...KINDS_BY_ENDING].filter(([, kind]) => kinds.includes(kind)).map(([ending]) => ending);

/** Whether a file of that name is expected to be of that kind. */
export const isNamedAs = (filename: string, kind: FileKind): boolean =>
  KINDS_BY_ENDING.get(path.extname(filename).toLowerCase()) === kind;
