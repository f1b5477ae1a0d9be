import { openWorkbook } from '#workers/ingest/open-workbook.ts';
import { readSheets } from '#workers/ingest/read-sheets.ts';
import type { ParseResult, ParseTask } from '#workers/protocol.ts';

/** Parses an `.xlsx` or `.xlsm` by the reader of ours. */
export async function parseXlsx(task: ParseTask): Promise<ParseResult> {
  const workbook = await openWorkbook(task);
  try {
    return await readSheets(task, workbook);
  } finally {
    workbook.close();
  }
}
