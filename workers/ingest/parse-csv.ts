import { buildTables, spillPaths } from '#workers/ingest/build-tables.ts';
import { openCsv } from '#workers/ingest/csv-source.ts';
import { checkMapping, mappedName, mappingOf } from '#workers/ingest/mapping.ts';
import { stemOf, TakenNames } from '#workers/ingest/names.ts';
import { Refusal } from '#workers/ingest/refusal.ts';
import { withUnions } from '#workers/ingest/unite-tables.ts';
import type { ParseResult, ParseTask } from '#workers/protocol.ts';

/** Parses a CSV file into spilled tables: nearly always one. */
export async function parseCsv(task: ParseTask): Promise<ParseResult> {
  const kept = checkMapping(task.mapping, [task.filename]);
  const mapping = mappingOf(task.mapping, task.filename) ?? {};
  if (mapping.skip)
    throw new Refusal('upload_no_data', 'No data to import: the mapping skips the only table.');
  const taken = new TakenNames();
  const tableName = mappedName(mapping, stemOf(task.filename));
  taken.take(tableName);
  const nextSpill = spillPaths(task.spillFolder);
  const built = buildTables({
    source: openCsv(
      task.path,
      task.filename,
      task.limits,
      task.spillFormats?.includes('delimited') === true,
    ),
    tableName,
    taken,
    stem: stemOf(task.filename),
    nextSpill,
    mapping,
    mappingOf: (number) => mappingOf(task.mapping, `${task.filename}#${number}`),
    limits: task.limits,
    onLikely: (table) => task.likely?.postMessage(table),
  });
  if (built.tables.length === 0)
    throw new Refusal(
      'upload_no_data',
      'No data to import: the file has no rows below its header.',
    );
  const apart = new Set(mapping.union === false ? [task.filename] : []);
  const { tables, notes } = await withUnions({
    ...task,
    ...{ tables: built.tables, apart, stem: stemOf(task.filename), taken, nextSpill },
    wanted: `${tableName}_all`,
  });
  return { kind: 'parsed', tables, notes: [...kept, ...built.notes, ...notes] };
}
