import { CsvBytes } from '#workers/ingest/csv-bytes.ts';
import { detectDelimiter, detectQuote, isEvenlyDelimited } from '#workers/ingest/csv-dialect.ts';
import { CsvReader, type CsvReaderOptions, type OnRecord } from '#workers/ingest/csv-reader.ts';
import { cutAt, findGaps, hasRunsOfBlanks } from '#workers/ingest/fixed-width.ts';
import type { RowSource, SourceRow } from '#workers/ingest/row-source.ts';
import { decodeFile, detectEncoding, type TextFile } from '#workers/ingest/text-encoding.ts';
import { recordMender, usualWidth } from '#workers/ingest/torn-records.ts';
import type { ParseLimits } from '#workers/protocol.ts';

const SAMPLE_CHARS = 256 * 1024;
/** Excel's own hint in the first line of a CSV. */
/** How a text that looks like a number is kept from spreadsheet programs. */
const TEXT_FORMULA = /^="(.*)"$/s;
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

class EnoughRows extends Error {}

/** Opens a CSV file: finds its encoding and its delimiter. `asItIs`: an engine may be given the file itself. */
export function openCsv(
  path: string,
  sheetName: string,
  limits: ParseLimits,
  asItIs = false,
): RowSource {
  const file = detectEncoding(path);
  const sample = (decodeFile(path, file).next().value ?? '').slice(0, SAMPLE_CHARS) as string;
  const hint = SEPARATOR_LINE.exec(sample);
  const delimiter = hint?.[1] ?? detectDelimiter(sample);
  const quote = detectQuote(sample, delimiter);
  const bounds = boundsOf(limits);
  const lines = hint || isEvenlyDelimited(sample, delimiter) ? [] : wholeLines(sample);
  const gaps = findGaps(lines);
  if (gaps)
    return fixedRows(
      csvRows({
        ...{ path, sheetName, limits, asItIs: false, file, hinted: false },
        // Neither stands in a text.
        options: { delimiter: '\0', quote: '\u0001', ...bounds },
        ...{ mender: null, undouble: false },
      }),
      gaps,
    );
  const records = sampleRecords(sample, { delimiter, quote, ...bounds });
  const isOneColumn = records.every((cells) => cells.length === 1);
  const rows = csvRows({
    ...{ path, sheetName, limits, asItIs, file, hinted: hint !== null },
    options: { delimiter, quote, ...bounds, width: usualWidth(records) },
    mender: recordMender(records, delimiter),
    undouble: quote === "'" && doublesEachQuote(sample),
  });
  if (!isOneColumn || !hasRunsOfBlanks(lines)) return rows;
  const note = 'Lines with spaces between words kept as one column. Export the file as CSV';
  return { ...rows, notes: () => [...rows.notes(), { note }] };
}

/** The lines of a sample; the last of a long one may be cut off. */
const wholeLines = (sample: string): string[] =>
  sample
    .split(/\r\n?|\n/)
    .slice(0, sample.length < SAMPLE_CHARS ? undefined : -1)
    .map((line) => line.trimEnd());

/** The rows of a file whose columns stand at fixed places of its lines. */
function fixedRows(lines: RowSource, gaps: NonNullable<ReturnType<typeof findGaps>>): RowSource {
  let torn = 0;
  let firstTorn = 0;
  const cut = (line: string, row: number): string[] => {
    const { cells, isTorn } = cutAt(line, gaps);
    if (isTorn && torn++ === 0) firstTorn = row;
    return cells;
  };
  return {
    ...lines,
    head: (count) =>
      lines.head(count).map(({ cells, row }) => ({ cells: cut(cells[0] ?? '', row), row })),
    forEachRow: (onRow) => {
      torn = 0;
      lines.forEachRow((cells, row) => onRow(cut(cells[0] ?? '', row), row));
    },
    notes: () => [
      ...lines.notes(),
      { note: `Lines split into ${gaps.length + 1} columns at the spaces between them` },
      ...(torn > 0
        ? [
            {
              row: firstTorn,
              note: `${torn} ${torn === 1 ? 'line has' : 'lines have'} text where all others are blank, so cells may be cut there`,
            },
          ]
        : []),
    ],
  };
}

const boundsOf = ({ maxCellBytes, maxColumns }: ParseLimits) => ({
  maxCellChars: maxCellBytes,
  maxColumns,
});

export interface ConvertedOptions {
  /** Whether an engine may be given the file itself. */
  readonly asItIs: boolean;
  /** What was changed on the way. */
  readonly notes: ReturnType<RowSource['notes']>;
  /** Whether its first row has the names of its columns; else they are looked for. */
  readonly namesColumns: boolean;
}

/** Opens a CSV that was written here from rows of another kind: its numbers are written with a point. */
export function openConverted(
  path: string,
  sheetName: string,
  limits: ParseLimits,
  { asItIs, notes, namesColumns }: ConvertedOptions,
): RowSource {
  const rows = csvRows({
    ...{ path, sheetName, limits, asItIs, hinted: false },
    file: { encoding: 'utf-8', bomBytes: 0, note: null },
    options: { delimiter: ',', quote: '"', ...boundsOf(limits) },
    mender: null,
    undouble: false,
  });
  return {
    ...rows,
    notesShortRows: false,
    decimal: 'point',
    namesColumns,
    notes: () => [...notes, ...rows.notes()],
  };
}

interface CsvFile {
  readonly path: string;
  readonly sheetName: string;
  readonly limits: ParseLimits;
  /** Whether an engine may be given the file itself. */
  readonly asItIs: boolean;
  readonly file: TextFile;
  readonly options: CsvReaderOptions;
  readonly mender: ReturnType<typeof recordMender>;
  /** Whether each double quote in it stands twice. */
  readonly undouble: boolean;
  /** Whether its first line only names the delimiter. */
  readonly hinted: boolean;
}

function csvRows(csv: CsvFile): RowSource {
  const { path, sheetName, limits, asItIs, file, options, mender, undouble } = csv;
  const { delimiter, quote } = options;
  const mended: number[] = [];
  let finished: CsvReader | null = null;
  let nulCharacters = false;
  const bytes =
    file.encoding === 'utf-8' &&
    file.note === null &&
    quote === '"' &&
    delimiter.charCodeAt(0) < 128
      ? new CsvBytes({
          path,
          bomBytes: file.bomBytes,
          delimiter,
          maxCellBytes: limits.maxCellBytes,
        })
      : null;

  const quotedColumns = new Set<number>();
  const unquoted = (cells: readonly string[]) =>
    cells.map((cell, at) => {
      const text = TEXT_FORMULA.exec(cell)?.[1];
      if (text === undefined) return cell;
      quotedColumns.add(at);
      return text.replaceAll('""', '"');
    });

  const read = (onRecord: OnRecord) => {
    mended.length = 0;
    const reader = new CsvReader(options, (cells, record) => {
      if (csv.hinted && record === 1) return;
      const written = undouble ? cells.map((cell) => cell.replaceAll('""', '"')) : cells;
      const own = written.some((cell) => TEXT_FORMULA.test(cell)) ? unquoted(written) : written;
      const again = own.length === mender?.width ? null : mender?.mend(own);
      if (again) mended.push(record);
      onRecord(again ?? own, record);
    });
    for (const chunk of decodeFile(path, file)) {
      const nul = chunk.includes('\0');
      nulCharacters ||= nul;
      reader.push(nul ? chunk.replaceAll('\0', '') : chunk);
    }
    reader.end();
    finished = reader;
  };

  return {
    sheetName,
    notesShortRows: true,
    decimal: null,
    // Spreadsheets write semicolons where the comma is the decimal sign.
    likelyDecimal: delimiter === ';' ? 'comma' : null,
    quotedColumns,
    head: (count) => firstRows(read, count),
    forEachRow: read,
    ...(bytes && {
      fast: {
        survey: (range, headerWidth, bounds, onSample) => {
          const survey = bytes.survey(range, headerWidth, bounds, asItIs ? onSample : undefined);
          // Records with other cells than most may have to be mended.
          return bytes.isEven || mender === null ? survey : null;
        },
        write: (range, columns, _spill, watcher) =>
          asItIs && watcher === null ? bytes.write(range, columns) : null,
      },
    }),
    notes: () => [
      ...(file.note ? [{ note: file.note }] : []),
      ...mendedNotes(mended),
      ...readerNotes(finished),
      ...(nulCharacters ? [{ note: 'NUL characters left out' }] : []),
    ],
  };
}

/** Rows that a note about them lists. */
const LISTED_ROWS = 20;

const mendedNotes = (rows: readonly number[]) =>
  rows.length === 0
    ? []
    : [
        {
          row: rows[0]!,
          note: `${rows.length} ${rows.length === 1 ? 'row has' : 'rows have'} too many or too few separators; their cells were put in the columns they fit (${rows.length === 1 ? 'row' : 'rows'} ${rows.slice(0, LISTED_ROWS).join(', ')}${rows.length > LISTED_ROWS ? ', …' : ''})`,
        },
      ];

/** Whole records of a sample; those before a quote that never closes where there is one. */
function sampleRecords(sample: string, options: CsvReaderOptions): string[][] {
  const records: string[][] = [];
  const reader = new CsvReader(options, (cells) => {
    records.push(cells);
  });
  try {
    reader.push(sample);
    if (sample.length < SAMPLE_CHARS) reader.end();
  } catch {
    // What was read so far is the sample; the file itself is refused where it is read.
  }
  return records;
}

/** Whether each double quote in a text stands twice, as other CSVs write it inside a cell. */
const doublesEachQuote = (text: string): boolean =>
  (text.match(/"+/g) ?? []).every((run, _, all) => all.length > 0 && run.length % 2 === 0) &&
  text.includes('"');

function firstRows(read: (onRecord: OnRecord) => void, count: number): SourceRow[] {
  const rows: SourceRow[] = [];
  try {
    read((cells, row) => {
      rows.push({ cells, row });
      if (rows.length >= count) throw new EnoughRows();
    });
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error;
  }
  return rows;
}

function readerNotes(reader: CsvReader | null): { row?: number; note: string }[] {
  if (!reader) return [];
  const notes: { row?: number; note: string }[] = [];
  if (reader.blankLines > 0) notes.push({ note: `${reader.blankLines} blank lines left out` });
  if (reader.strayQuotes > 0)
    notes.push({
      row: reader.firstStrayQuote,
      note: `${reader.strayQuotes} cells with text after their closing quote; the text was kept`,
    });
  return notes;
}
