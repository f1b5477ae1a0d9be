import { readSheets, type SheetBook } from '#workers/ingest/read-sheets.ts';
import { refusalAsResult } from '#workers/ingest/refusal.ts';
import type { ApartTask, ParseResult } from '#workers/protocol.ts';

/** Parses a file whose reader may take its process along: a workbook of another kind, Parquet, SQLite. */
export function parseApart(task: ApartTask): Promise<ParseResult> {
  return refusalAsResult(async () => {
    const book = await openBook(task);
    try {
      const result = await readSheets(task, book);
      if (result.kind !== 'parsed') return result;
      return { ...result, notes: [...task.notes, ...result.notes] };
    } finally {
      book.close();
    }
  });
}

/** Each reader is loaded where it is needed: its packages take long, and memory. */
async function openBook(task: ApartTask): Promise<SheetBook> {
  switch (task.reader.kind) {
    case 'workbook':
      return (await import('#workers/ingest/general-workbook.ts')).openGeneralWorkbook(
        task,
        task.reader.unrecognised,
      );
    case 'parquet':
      return (await import('#workers/ingest/parquet-source.ts')).openParquet(task);
    case 'sqlite':
      return (await import('#workers/ingest/sqlite-source.ts')).openSqlite(task);
  }
}
