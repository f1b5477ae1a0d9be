import type { LRUCache } from 'lru-cache';
import { ByCatalog } from '#src/ask/by-catalog.ts';
import type { AnswerSource, AskDeps } from '#src/ask/deps.ts';
import type { CacheMeter } from '#src/metrics/cache-meter.ts';
import type { QueryOptions, ResultChunk } from '#src/plugin-api/data-source.ts';
import type { GuardedSql } from '#src/plugin-api/guarded-sql.ts';
import { mayTellTime } from '#src/sql/tells-time.ts';

type SourceOf = AskDeps['sourceOf'];
type Result = readonly ResultChunk[];

/** Longest result that is kept, as characters of its cells; most answers are far shorter. */
const KEPT_CHARACTERS = 8_192;
/** What a cell counts beside its text. */
const CELL = 8;

/**
 * Sources of files that keep the rows of small, whole results, `max` of each catalog; 0 keeps nothing. The files of a
 * generation never change, the guard lets only functions through that give the same each time, and row filters stand
 * in the statement, so that its text says which rows it gives; what may tell the time runs each time. What is kept goes
 * with its catalog (docs/adr/0008-kept-rows.md).
 */
export function withKeptRows(
  sourceOf: SourceOf,
  max: number,
  seen: CacheMeter = () => {},
): SourceOf {
  if (max === 0) return sourceOf;
  const kept = new ByCatalog<Result>(max);
  return async (catalog) => {
    const source = await sourceOf(catalog);
    // A connected database changes under us.
    if (catalog.databaseId !== undefined || source.queryTogether) return source;
    const ofCatalog = kept.of(catalog);
    return {
      dialect: source.dialect,
      query: keeping(source, ofCatalog, seen),
      holds: (sql, options) => ofCatalog.has(keyOf(sql, options)),
    };
  };
}

function keeping(
  source: AnswerSource,
  kept: LRUCache<string, Result>,
  seen: CacheMeter,
): AnswerSource['query'] {
  return async function* query(sql, options) {
    if (mayTellTime(sql.sql)) return yield* source.query(sql, options);
    const key = keyOf(sql, options);
    const known = kept.get(key);
    seen(known !== undefined);
    if (!known) return yield* recording(source.query(sql, options), (all) => kept.set(key, all));
    options.signal.throwIfAborted();
    yield* known;
  };
}

/** All that a result depends on over one catalog. */
const keyOf = (sql: GuardedSql, { maxRows, maxBytes }: QueryOptions): string =>
  JSON.stringify([
    sql.workspaceId,
    sql.generationId,
    sql.columnNames,
    maxRows,
    maxBytes,
    sql.attachments.map(({ path }) => path),
    sql.sql,
  ]);

/** Passes a result on and hands it over at its end, where it is whole and small. */
async function* recording(
  chunks: AsyncIterable<ResultChunk>,
  keep: (result: Result) => void,
): AsyncGenerator<ResultChunk> {
  const seen: ResultChunk[] = [];
  let characters = 0;
  for await (const chunk of chunks) {
    if (chunk.kind === 'rows' && characters <= KEPT_CHARACTERS) characters += sizeOf(chunk);
    if (characters <= KEPT_CHARACTERS) seen.push(chunk);
    if (chunk.kind === 'end' && !chunk.truncated && characters <= KEPT_CHARACTERS)
      keep(seen.map(forMany));
    yield chunk;
  }
}

function sizeOf(chunk: Extract<ResultChunk, { kind: 'rows' }>): number {
  // Long texts need not be parsed to see that they are long.
  if (chunk.texts?.some(({ length }) => length > 2 * KEPT_CHARACTERS)) return Infinity;
  let size = 0;
  for (const row of chunk.rows)
    for (const cell of row) size += CELL + (typeof cell === 'string' ? cell.length : 0);
  return size;
}

/** As it is given to whoever asks next: nobody may change it, and the engine takes no time for it. */
function forMany(chunk: ResultChunk): ResultChunk {
  switch (chunk.kind) {
    case 'columns':
      return Object.freeze({ ...chunk, columns: Object.freeze([...chunk.columns]) });
    case 'rows':
      return Object.freeze({
        ...chunk,
        rows: Object.freeze(chunk.rows.map((row) => Object.freeze([...row]))),
      });
    case 'end':
      return Object.freeze({ ...chunk, engineMs: 0 });
  }
}
