import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { secretNames, showNoSecret } from '#src/catalog/secret-columns.ts';
import { shapeOf } from '#src/catalog/value-shapes.ts';
import { compose } from '#src/files/append.ts';
import type { UploadDeps } from '#src/files/deps.ts';
import { shownMapping } from '#src/files/mapping.ts';
import { hasDatabase } from '#src/files/publish.ts';
import { findFile, readWorkspace } from '#src/files/records.ts';
import type {
  PreviewedTable,
  ReceivedUpload,
  UploadPreview,
  WorkspaceAddress,
} from '#src/files/types.ts';
import { derivedFrom, nextMapping } from '#src/files/upload.ts';
import { newId } from '#src/ids.ts';
import { CsvReader } from '#workers/ingest/csv-reader.ts';
import type { ParsedTable } from '#workers/protocol.ts';

/** Rows of each table that a preview shows. */
const SHOWN_ROWS = 20;
/** Rows that secrets are told by. */
const JUDGED_ROWS = 1_000;

/** Reads an upload as ingest would, with the mapping that would hold, and shows what it would become. */
export async function previewUpload(
  deps: UploadDeps,
  address: WorkspaceAddress,
  upload: ReceivedUpload,
  signal: AbortSignal,
): Promise<UploadPreview> {
  const workspace = await readWorkspace(deps.store, address);
  if (workspace.source === 'database') throw hasDatabase();
  const composed = await compose(deps, address, { ...upload, force: true });
  const whole = composed.kind === 'composed' ? composed.upload : upload;
  try {
    return await previewWhole(deps, address, whole, signal);
  } finally {
    await rm(whole.path, { force: true });
  }
}

async function previewWhole(
  deps: UploadDeps,
  address: WorkspaceAddress,
  upload: ReceivedUpload,
  signal: AbortSignal,
): Promise<UploadPreview> {
  const file = await findFile(deps.store, address.workspaceId, upload.filename);
  const mapping = await nextMapping(deps, file, upload);
  const spillFolder = path.join(deps.folders.spill, newId('ver'));
  await mkdir(spillFolder, { recursive: true });
  try {
    const parsed = await deps.parse(
      {
        ...{ path: upload.path, filename: upload.filename, spillFolder, mapping },
        limits: deps.parseLimits,
        spillFormats: [],
        ...(upload.appended ? { parts: upload.appended.parts } : {}),
      },
      signal,
    );
    return {
      filename: upload.filename,
      preview: true,
      tables: await Promise.all(parsed.tables.map(previewOf)),
      notes: parsed.notes,
      mapping: shownMapping(JSON.stringify(mapping)),
    };
  } finally {
    await rm(spillFolder, { recursive: true, force: true });
  }
}

async function previewOf(table: ParsedTable): Promise<PreviewedTable> {
  const rows = await firstRows(table);
  const names = secretNames(table.tableName, table.columns);
  const isHidden = table.columns.map((column, at) => {
    const values = rows.map((row) => row[at] ?? null);
    if (names.isSecret(column) && !showNoSecret(column, values)) return true;
    return shapeOf(values, names.tellsOfDigests(column)) === 'secret';
  });
  return {
    table_name: table.tableName,
    sheet_name: table.sheetName,
    row_count: table.rowCount,
    column_count: table.columns.length,
    columns: table.columns.map(({ name, type }, at) => {
      const { header = null, unit = null } = table.columnDetails[at] ?? {};
      return { name, type, header, unit, hidden: isHidden[at] ?? false };
    }),
    mapping_key: table.mappingKey,
    rows: rows
      .slice(0, SHOWN_ROWS)
      .map((row) => row.map((cell, at) => (isHidden[at] ? null : cell))),
    total_rows: (table.totalRows ?? []).map(({ column, values }) => ({ column, values })),
    ...(table.derived ? derivedFrom(table) : { decisions: table.decisions }),
  };
}

/** The first rows of a spilled table; an empty cell of it is no value. */
async function firstRows({ path: spill }: ParsedTable): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = [];
  const unbounded = Number.POSITIVE_INFINITY;
  const reader = new CsvReader(
    { delimiter: ',', maxCellChars: unbounded, maxColumns: unbounded },
    (cells) => {
      if (rows.length < JUDGED_ROWS) rows.push(cells.map((cell) => (cell === '' ? null : cell)));
    },
  );
  for await (const chunk of createReadStream(spill, 'utf8')) {
    reader.push(chunk as string);
    if (rows.length >= JUDGED_ROWS) return rows;
  }
  reader.end();
  return rows;
}
