import { SourceError } from '#src/plugin-api/source-error.ts';
import type { WireError } from './protocol.ts';

/** Error names that DuckDB puts before its messages, and what they mean to a caller. */
const KINDS: readonly (readonly [RegExp, WireError['kind']])[] = [
  [/^INTERRUPT Error/i, 'cancelled'],
  [/^Out of Memory Error|bad_alloc|failed to allocate|invalid string length/i, 'too_large'],
  [/^(IO|Permission|FATAL|Internal) Error/i, 'unavailable'],
];

/** DuckDB lets nobody use a database in which an error of its own code or a fatal one was met, until it is opened again. */
const BREAKS = /^(INTERNAL|FATAL) Error/i;
const BROKEN_BEFORE = /database has been invalidated because of a previous fatal error/i;

/** A failure inside an engine process as it crosses to the gateway: one line, without paths of engine files. */
export function wireError(error: unknown, paths: readonly string[]): WireError {
  const text = error instanceof Error ? error.message : String(error);
  let message = text.split('\n')[0]!.slice(0, 500);
  for (const path of paths) message = message.replaceAll(path, 'the engine file');
  if (error instanceof SourceError) return { kind: error.kind, message };
  const kind = KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'query';
  if (BREAKS.test(text))
    return { kind, message, broken: BROKEN_BEFORE.test(text) ? 'before' : 'here' };
  if (kind !== 'too_large') return { kind, message };
  message = 'The query needs too much memory. Ask for fewer rows or columns, or for totals.';
  return { kind, message, outOfMemory: true };
}
