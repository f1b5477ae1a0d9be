import type { Integrity } from '#src/files/integrity.ts';
import type { Attachment, PhysicalName } from '#src/plugin-api/catalog.ts';
import type { QueryOptions, ResultChunk, TabularEngine } from '#src/plugin-api/data-source.ts';
import type { GuardedSql } from '#src/plugin-api/guarded-sql.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';

/** What engines say where the bytes that they read are not those that were written. */
const OF_BYTES =
  /corrupt|checksum|valid duckdb|malformed|unexpected|serializ|magic|engine file|engine process ended|(?:IO|FATAL|Internal) Error|not there/i;

/**
 * An engine whose statements read stored versions that are whole. A damaged version that a statement does not need is
 * left out; one that it needs is said to be built again (`AppError` `unavailable`). An engine that fails on bytes has
 * them looked at.
 */
export function createCheckedEngine(engine: TabularEngine, integrity: Integrity): TabularEngine {
  return {
    ...engine,
    query: (guarded, options) => query(engine, integrity, guarded, options),
    containment: async (scope, pairs, signal) => {
      const attachments = await integrity.readable(scope.attachments, { needs: () => false });
      const names = new Set(attachments.map(({ name }) => name));
      const isThere = ({ database }: PhysicalName) => database !== null && names.has(database);
      const shares = pairs.map(() => 0);
      const asked = pairs.flatMap((pair, at) =>
        isThere(pair.from.physical) && isThere(pair.to.physical) ? [{ pair, at }] : [],
      );
      const found = await engine.containment(
        { ...scope, attachments },
        asked.map(({ pair }) => pair),
        signal,
      );
      for (const [index, { at }] of asked.entries()) shares[at] = found[index] ?? 0;
      return shares;
    },
  };
}

async function* query(
  engine: TabularEngine,
  integrity: Integrity,
  guarded: GuardedSql,
  options: QueryOptions,
): AsyncGenerator<ResultChunk> {
  // Names of attachments are ids of versions, which nothing else in a statement is.
  const needs = ({ name }: Attachment) => guarded.sql.includes(name);
  const attachments = await integrity.readable(guarded.attachments, { needs });
  let given = false;
  try {
    for await (const chunk of engine.query({ ...guarded, attachments }, options)) {
      yield chunk;
      given = true;
    }
  } catch (error) {
    if (!isOfBytes(error) || options.signal.aborted) throw error;
    const rest = await integrity.readable(attachments, { needs, again: true });
    if (given || rest.length === attachments.length) throw error;
    yield* engine.query({ ...guarded, attachments: rest }, options);
  }
}

const isOfBytes = (error: unknown) =>
  error instanceof SourceError &&
  (error.kind === 'unavailable' || error.kind === 'query') &&
  OF_BYTES.test(error.message);
