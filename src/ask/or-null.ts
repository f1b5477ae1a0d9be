import type { AskContext } from '#src/ask/context.ts';

/**
 * What an answer can do without: null where it fails, which is logged as `failed` unless the question was given up. An
 * answer without it is not kept.
 */
export async function orNull<T>(
  { deps, state, signal, varies }: AskContext,
  failed: string,
  work: () => Promise<T | null>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    varies();
    if (!signal.aborted) deps.log.warn({ err: error, trace: state.traceId }, failed);
    return null;
  }
}
