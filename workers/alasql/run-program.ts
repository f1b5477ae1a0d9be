import type { Attachment } from '#src/plugin-api/catalog.ts';
import type { ResultColumn } from '#src/plugin-api/data-source.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { ResultCaps } from '#src/sql/result-caps.ts';
import type { HardenedAlasql, Row } from './hardened.ts';
import type { Program } from './protocol.ts';
import { runStep } from './steps.ts';
import type { LoadedTables } from './tables.ts';

/** Bytes of JSON in one chunk of rows. */
const BYTES_IN_CHUNK = 256 * 1024;

export interface RunRequest {
  readonly attachments: readonly Attachment[];
  /** JSON text of a `Program`. */
  readonly program: string;
  readonly maxRows: number;
  /** Bytes of the rows as JSON text. */
  readonly maxBytes: number;
  readonly maxRowBytes: number;
}

/** The result of a program: its rows are written as they are taken. */
export interface ProgramResult {
  readonly columns: readonly ResultColumn[];
  /** JSON texts of arrays of rows; gives at its end whether a cap cut the result. */
  readonly chunks: Generator<string, boolean, void>;
  readonly engineMs: number;
}

/** Runs a program over the attached files. Stops at `maxRows` or `maxBytes` and says so. Fails with `SourceError`s. */
export function runProgram(
  alasql: HardenedAlasql,
  loaded: LoadedTables,
  request: RunRequest,
): ProgramResult {
  const started = performance.now();
  const program = programOf(request.program);
  const tables = loadTables(loaded, program, request.attachments);
  let result: readonly Row[] = [];
  for (const step of program.steps) {
    result =
      step.kind === 'select'
        ? alasql.select(step.sql, tables, program.parameters)
        : runStep(step, (name) => tables.get(name)!);
    tables.set(step.into, result);
  }
  const engineMs = performance.now() - started;
  const names = program.columns.map((_, index) => `c${index}`);
  return { columns: program.columns, chunks: written(result, names, request), engineMs };
}

function programOf(text: string): Program {
  try {
    const program = JSON.parse(text) as Program;
    if (Array.isArray(program.steps) && program.steps.length > 0) return program;
  } catch {
    // Falls through: whatever it is, the dialect did not write it.
  }
  throw new SourceError(
    'query',
    "This statement didn't come from Plumbline's guard, so it wasn't run.",
  );
}

function loadTables(
  loaded: LoadedTables,
  program: Program,
  attachments: readonly Attachment[],
): Map<string, readonly Row[]> {
  const tables = new Map<string, readonly Row[]>();
  const inUse = new Set<string>();
  for (const { name, physical, columns } of program.tables) {
    const file = attachments.find((each) => each.name === physical.database);
    if (!file) throw new SourceError('query', `The file of table "${physical.table}" is missing.`);
    const entry = loaded.entry(file.path, physical.table);
    for (const { at, name: wanted } of columns)
      if (entry.columns[at]?.name !== wanted)
        throw new SourceError(
          'query',
          `The engine file doesn't have the column "${wanted}" where it should. Run "plumbline rebuild".`,
        );
    inUse.add(`${file.path}\0${physical.table}`);
    loaded.evict(inUse);
    const places = columns.map((column) => column.at);
    tables.set(name, loaded.rows(file.path, physical.table, places));
  }
  loaded.evict(inUse);
  return tables;
}

function* written(
  rows: readonly Row[],
  names: readonly string[],
  request: RunRequest,
): Generator<string, boolean, void> {
  const caps = new ResultCaps(request);
  let texts: string[] = [];
  let inChunk = 0;
  for (const row of rows) {
    if (!caps.hasRoom()) break;
    const text = JSON.stringify(names.map((name) => row[name] ?? null));
    const size = Buffer.byteLength(text) + 1;
    if (!caps.take(size)) break;
    texts.push(text);
    inChunk += size;
    if (inChunk < BYTES_IN_CHUNK) continue;
    yield `[${texts.join(',')}]`;
    texts = [];
    inChunk = 0;
  }
  if (texts.length > 0) yield `[${texts.join(',')}]`;
  return caps.truncated;
}
