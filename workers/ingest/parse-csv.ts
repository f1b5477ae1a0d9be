import path from 'node:path';
import { buildTable } from '#workers/ingest/build-table.ts';
import { openCsv } from '#workers/ingest/csv-source.ts';
import { firstBytes } from '#workers/ingest/first-bytes.ts';
import { checkMapping, mappedName, mappingOf } from '#workers/ingest/mapping.ts';
import { tellProgressTo } from '#workers/ingest/progress.ts';
import { Refusal, refusalAsResult } from '#workers/ingest/refusal.ts';
import type { ParseResult, ParseTask } from '#workers/protocol.ts';

/** Parses a CSV file into one spilled table. */
export function parseCsv(task: ParseTask): Promise<ParseResult> {
  tellProgressTo(task.progress);
  return refusalAsResult(() => {
    refuseOtherFormats(task.path);
    checkMapping(task.mapping, [task.filename]);
    const mapping = mappingOf(task.mapping, task.filename) ?? {};
    if (mapping.skip)
      throw new Refusal('upload_no_data', 'No ingestable data: the mapping skips the only table.');
    const { table, notes } = buildTable({
      source: openCsv(
        task.path,
        task.filename,
        task.limits,
        task.spillFormats?.includes('delimited') === true,
      ),
      tableName: mappedName(mapping, stem(task.filename)),
      spillPath: path.join(task.spillFolder, 'table-1.csv'),
      mapping,
      limits: task.limits,
    });
    if (!table)
      throw new Refusal(
        'upload_no_data',
        'No ingestable data found: the file has no rows below its header.',
      );
    return { kind: 'parsed', tables: [table], notes };
  });
}

const stem = (filename: string) => path.basename(filename, path.extname(filename));

/** A workbook under the name of a CSV reads as a binary file; its sender should hear what it is. */
function refuseOtherFormats(file: string): void {
  if (firstBytes(file, 4) === 'PK\x03\x04')
    throw new Refusal(
      'upload_unreadable',
      'This is a workbook or zip archive under the name of a CSV. Upload it with the extension .xlsx.',
    );
}
