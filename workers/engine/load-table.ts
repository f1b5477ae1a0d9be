import type { DuckDBConnection } from '@duckdb/node-api';
import type { DelimitedFormat, SpillColumn, SpillTable } from '#src/plugin-api/data-source.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { identifier, literal } from './names.ts';
import { rowsOf } from './rows.ts';

/** Precision that DuckDB's DECIMAL holds (docs: Numeric types, fixed-point decimals). */
const MAX_PRECISION = 38;
/** Longest line that the reader takes, and its buffer (bytes): left alone, the buffer is sixteen times the line. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;
/**
 * Longest line of an uploaded file that is read as it is (`csv-bytes.ts` leaves longer ones to our reader). The bytes that
 * a thread reads at once are a quarter of the buffer and no less than this: were it the buffer itself, a file of 50 MB
 * would have two parts of unequal size, and a quarter of its load be written again by the checkpoint.
 */
const MAX_ORIGINAL_LINE_BYTES = MAX_LINE_BYTES / 4;

/**
 * Makes a table from a spilled one and gives its rows as counted in the engine. Fails (`query`) where that is not the
 * spill's own count: then the reader saw other line or cell ends than the writer made.
 */
export async function appendTable(
  connection: DuckDBConnection,
  table: SpillTable,
): Promise<number> {
  const name = identifier(table.tableName);
  for (const statement of spillStatements(table)) await connection.run(statement);
  const [row] = await rowsOf(connection, `SELECT count(*) FROM ${name}`);
  const rows = Number(row![0]);
  if (table.rowCount !== null && rows !== table.rowCount)
    throw new SourceError(
      'query',
      `Table "${table.tableName}" has ${table.rowCount} rows in the file and ${rows} in the engine.`,
    );
  return rows;
}

/** Makes a table and fills it from its spill. */
export function spillStatements(table: SpillTable): readonly string[] {
  const name = identifier(table.tableName);
  const definitions = table.columns.map((column) => `${identifier(column.name)} ${typeOf(column)}`);
  const make = `CREATE TABLE ${name} (${definitions.join(', ')})`;
  return table.rowCount === 0 ? [make] : [make, `INSERT INTO ${name} ${readSpill(table)}`];
}

/** Reads by position under names of our own, so that no column name has a meaning to the reader. */
function readSpill(table: SpillTable): string {
  switch (table.format?.kind) {
    case 'parquet':
      return readParquet(table);
    case 'delimited':
      return readDelimited(table, table.format);
    default:
      return readSpilledCsv(table);
  }
}

/** The writer names its columns as `readSpilledCsv` does. */
function readParquet({ path, columns }: SpillTable): string {
  const names = columns.map((_, index) => `c${index}`);
  return `SELECT ${names.join(', ')} FROM read_parquet([${literal(path)}], hive_partitioning = false,
    union_by_name = false, file_row_number = false, filename = false, binary_as_string = false)`;
}

/**
 * Reads an uploaded CSV as it is. A record with more or fewer cells, or a cell that is none of its type, fails: nothing is
 * left out or filled. CRLF is not named: with it strict mode of DuckDB 1.5.6 gives no rows behind `skip`.
 */
function readDelimited({ path, columns }: SpillTable, format: DelimitedFormat): string {
  const types = Array.from({ length: format.width }, () => 'VARCHAR');
  for (const [index, column] of columns.entries()) types[format.places[index]!] = typeOf(column);
  const declared = types.map((type, at) => `'c${at}': ${literal(type)}`);
  return `SELECT ${format.places.map((at) => `c${at}`).join(', ')} FROM read_csv([${literal(path)}],
    columns = {${declared.join(', ')}}, auto_detect = false, header = false, skip = ${format.skipLines},
    delim = ${literal(format.delimiter)}, quote = '"', escape = '"',
    ${format.lineEnd === '\n' ? "new_line = '\\n'," : ''} nullstr = '', allow_quoted_nulls = true,
    strict_mode = true, null_padding = false, ignore_errors = false, parallel = true,
    dateformat = '%Y-%m-%d', encoding = 'utf-8', compression = 'none', comment = '',
    max_line_size = ${MAX_ORIGINAL_LINE_BYTES}, buffer_size = ${MAX_LINE_BYTES})`;
}

function readSpilledCsv({ path, columns }: SpillTable): string {
  const types = columns.map((column, index) => `'c${index}': ${literal(typeOf(column))}`);
  return `SELECT * FROM read_csv(${literal(path)}, columns = {${types.join(', ')}}, auto_detect = false,
    header = false, delim = ',', quote = '"', escape = '"', new_line = '\\n', nullstr = '',
    allow_quoted_nulls = false, strict_mode = true, null_padding = false, parallel = true,
    dateformat = '%Y-%m-%d', encoding = 'utf-8', compression = 'none', comment = '',
    max_line_size = ${MAX_LINE_BYTES}, buffer_size = ${MAX_LINE_BYTES})`;
}

function typeOf(column: SpillColumn): string {
  switch (column.type) {
    case 'integer':
      return 'BIGINT';
    case 'decimal':
      return `DECIMAL(${decimalSize(column)})`;
    case 'float':
      return 'DOUBLE';
    case 'text':
      return 'VARCHAR';
    default:
      return column.type.toUpperCase();
  }
}

function decimalSize({ name, precision, scale }: SpillColumn): string {
  if (precision === undefined || scale === undefined || precision > MAX_PRECISION)
    throw new SourceError('query', `Column "${name}" is too large for a decimal.`);
  return `${precision}, ${scale}`;
}
