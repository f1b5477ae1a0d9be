import type { AnswerSource, AskDeps } from '#src/ask/deps.ts';
import type { EngineMeter } from '#src/metrics/engine-meter.ts';
import type { ResultChunk } from '#src/plugin-api/data-source.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { openSpan } from '#src/tracing.ts';

type SourceOf = AskDeps['sourceOf'];

/** The same sources, with each of their queries measured: how long it took, how it ended, how many rows it gave. */
export function withMeasuredQueries(sourceOf: SourceOf, meter: EngineMeter): SourceOf {
  return async (catalog) => {
    const source = await sourceOf(catalog);
    const measure = (chunks: AsyncIterable<ResultChunk>, signal: AbortSignal) =>
      measured(chunks, source.dialect.name, signal, meter);
    const together = source.queryTogether?.bind(source);
    return {
      dialect: source.dialect,
      query: (sql, options) => measure(source.query(sql, options), options.signal),
      ...(together && {
        queryTogether: (sqls, options) =>
          together(sqls, options).map((chunks) => measure(chunks, options.signal)),
      }),
    } satisfies AnswerSource;
  };
}

async function* measured(
  chunks: AsyncIterable<ResultChunk>,
  engine: string,
  signal: AbortSignal,
  meter: EngineMeter,
): AsyncGenerator<ResultChunk> {
  const span = openSpan(`query ${engine}`, 'client');
  const began = performance.now();
  // A reader that goes on without the rest of the chunks has left.
  let outcome = 'cancelled';
  let rows = 0;
  try {
    for await (const chunk of chunks) {
      if (chunk.kind === 'rows') rows += chunk.rows.length;
      if (chunk.kind === 'end') outcome = 'ok';
      yield chunk;
    }
  } catch (error) {
    outcome = signal.aborted ? 'cancelled' : error instanceof SourceError ? error.kind : 'failed';
    throw error;
  } finally {
    span?.set({ 'db.system.name': engine, 'plumbline.outcome': outcome, 'plumbline.rows': rows });
    span?.end(outcome !== 'ok');
    meter(engine, outcome, { milliseconds: performance.now() - began, rows });
  }
}
