import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { SpillColumn } from '#src/plugin-api/data-source.ts';
import { appendTable } from '#workers/engine/load-table.ts';
import { habitsOf, planColumn } from '#workers/ingest/column-plan.ts';
import type { RowSource } from '#workers/ingest/row-source.ts';
import { surveyRows } from '#workers/ingest/survey-rows.ts';
import { allBelow } from '#workers/ingest/table-range.ts';
import { writeRows } from '#workers/ingest/write-rows.ts';
import { LIMITS } from './parse.ts';

export interface Loaded {
  /** Of the file that the engine read; undefined: a spill's own CSV. */
  readonly format: string | undefined;
  /** All that must not depend on it. */
  readonly table: unknown;
}

let spills = 0;
/** One for all files: to start an engine takes longer than to read most of them. */
let engine: Promise<DuckDBInstance> | null = null;

/** The rows of a source below a row as the engine has them, and what was seen of them on the way. */
export async function loaded(source: RowSource, folder: string, headerRow = 0): Promise<Loaded> {
  const range = allBelow(headerRow);
  const width = headerRow === 0 ? 0 : (source.head(headerRow)[headerRow - 1]?.cells.length ?? 0);
  const survey = surveyRows(source, range, width, LIMITS);
  const found = habitsOf(survey.columns);
  const habits = { ...found, decimal: source.decimal ?? found.decimal };
  const columns = survey.columns.map((stats, at) => ({ at, plan: planColumn(stats, habits) }));
  const written = writeRows(source, range, columns, path.join(folder, `spill-${++spills}`), null);
  engine ??= DuckDBInstance.create(':memory:');
  const connection = await (await engine).connect();
  try {
    const spilled = columns.map(
      ({ plan: { type, precision, scale } }, at): SpillColumn => ({
        name: `x${at}`,
        type,
        ...(precision !== undefined && { precision }),
        ...(scale !== undefined && { scale }),
      }),
    );
    await appendTable(connection, {
      tableName: 't',
      path: written.path,
      columns: spilled,
      rowCount: written.rows,
      ...(written.format && { format: written.format }),
    });
    const rows = (await connection.runAndReadAll('SELECT * FROM t')).getRowsJson();
    const { columns: stats, ...counts } = survey;
    const seen = stats.map(({ filled, trimmed, families }) => ({ filled, trimmed, families }));
    const notes = columns.map(({ plan }) => plan.notes);
    return {
      format: written.format?.kind,
      table: { columns: spilled, counts, seen, notes, source: source.notes(), rows },
    };
  } finally {
    await connection.run('DROP TABLE IF EXISTS t');
    connection.disconnectSync();
  }
}
