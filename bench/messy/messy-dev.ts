import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { habitsOf, planColumn } from '../../workers/ingest/column-plan.ts';
import { ColumnStats } from '../../workers/ingest/column-stats.ts';
import type { Expected } from './score.ts';

/** A file of `messy-dev` with its clean counterpart. */
export interface MessyFile {
  readonly kind: string;
  readonly filename: string;
  readonly bytes: Buffer;
  readonly expected: Expected;
}

/** The clean counterparts of these have the first of their tables only. */
const FIRST_TABLE_ONLY = /^file_multitable_/;
/**
 * Files whose counterpart is not what they say, so that nobody can have them right: it has another telephone number, or
 * the tables of the file (with titles and headers of their own) run together as one.
 */
export const FAULTY_TRUTH = new Set([
  'location_coordinates.csv',
  'permanent_secretary_and_director_general_expenses_and_hospitality_april_to_june_2012.csv',
]);

const SETS = ['pollock_polluted', 'pollock_survey'];

/** The files of an unpacked `messy-dev.tgz` that have a clean counterpart. */
export function messyFiles(folder: string): MessyFile[] {
  const files: MessyFile[] = [];
  for (const set of SETS)
    for (const filename of readdirSync(path.join(folder, set, 'csv')).sort()) {
      const at = (...parts: string[]) => path.join(folder, set, ...parts);
      const said = at('parameters', `${filename}_parameters.json`);
      // Those of damaged rows have none: they are one file with a header, each damaged elsewhere.
      const parameters = existsSync(said)
        ? (JSON.parse(readFileSync(said, 'utf8')) as { readonly header_lines: string | number })
        : { header_lines: 1 };
      files.push({
        kind: set,
        filename,
        bytes: readFileSync(at('csv', filename)),
        expected: {
          ...cleanTables(readFileSync(at('clean', filename)), Number(parameters.header_lines) > 0),
          more: FIRST_TABLE_ONLY.test(filename),
        },
      });
    }
  const spectrum = path.join(folder, 'csv_spectrum');
  for (const filename of readdirSync(path.join(spectrum, 'csvs')).sort()) {
    const said = JSON.parse(
      readFileSync(path.join(spectrum, 'json', filename.replace('.csv', '.json')), 'utf8'),
    ) as Readonly<Record<string, string>> | readonly Readonly<Record<string, string>>[];
    const objects = [said].flat() as readonly Readonly<Record<string, string>>[];
    const header = Object.keys(objects[0] ?? {});
    const bytes = readFileSync(path.join(spectrum, 'csvs', filename));
    // Line ends of the file were changed where it was kept; those of its counterpart were not.
    const lineEnds = (text: string) =>
      bytes.includes('\r') ? text : text.replaceAll('\r\n', '\n');
    const rows = objects.map((object) => header.map((name) => lineEnds(object[name] ?? '')));
    files.push({
      kind: 'csv_spectrum',
      ...{ filename, bytes },
      expected: { tables: [{ header, types: typesOf(rows, header.length), rows }], derived: [] },
    });
  }
  return files;
}

/** The tables of a clean counterpart: it has several run together, each with its header, where there are several. */
function cleanTables(bytes: Buffer, hasHeader: boolean): Expected {
  const all = parse(bytes, {
    relax_column_count: true,
    bom: true,
    relax_quotes: true,
  }) as string[][];
  if (all.length === 0) return { tables: [], derived: [] };
  // Where the file has no header, its clean counterpart may still have been given one.
  const given = /^(?:col_?\d+|column_?\d+)?$/i;
  const invented = !hasHeader && all[0]!.every((cell) => given.test(cell)) && all[0]!.some(Boolean);
  if (!hasHeader) return { tables: cleanTable(null, invented ? all.slice(1) : all), derived: [] };
  const starts = all.flatMap((row, at) =>
    at === 0 || isHeaderOfAnother(row, all[0]!) ? [at] : [],
  );
  const tables = starts.flatMap((start, index) =>
    cleanTable(all[start]!, all.slice(start + 1, starts[index + 1])),
  );
  return { tables, derived: [] };
}

/** Whether a row has the name of the first column in it, and other texts than the first header. */
const isHeaderOfAnother = (row: readonly string[], header: readonly string[]) =>
  header[0]!.trim() !== '' &&
  row[0]!.trim() === header[0]!.trim() &&
  row.filter((cell) => cell.trim() !== '').length > 1 &&
  row.some((cell, at) => cell !== header[at]);

function cleanTable(header: readonly string[] | null, rows: readonly (readonly string[])[]) {
  const width = Math.max(header?.length ?? 0, ...rows.map((row) => row.length));
  // Columns without a name and without a value are of no table.
  const kept = Array.from({ length: width }, (_, at) => at).filter(
    (at) => header?.[at]?.trim() || rows.some((row) => row[at]?.trim()),
  );
  const shown = rows
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .map((row) => kept.map((at) => row[at] ?? ''));
  if (shown.length === 0) return [];
  return [
    {
      header: header ? kept.map((at) => header[at] ?? '') : null,
      types: typesOf(shown, kept.length),
      rows: shown,
    },
  ];
}

/** The types that the cells of clean rows have: the set has none, so the rules of this project are asked. */
function typesOf(rows: readonly (readonly string[])[], width: number): string[] {
  const columns = Array.from({ length: width }, (_, at) => {
    const stats = new ColumnStats();
    for (const [index, row] of rows.entries()) {
      const text = row[at]?.trim() ?? '';
      if (text !== '') stats.add(text, index + 1);
    }
    return stats;
  });
  const habits = habitsOf(columns);
  return columns.map((stats) => planColumn(stats, habits).type);
}
