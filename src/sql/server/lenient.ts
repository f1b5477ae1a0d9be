import { SourceError } from '#src/plugin-api/source-error.ts';

interface Within {
  readonly signal: AbortSignal;
}

/** What cannot be found out (time, a lock, rights, a type without equality) is left out; a lost server is not. */
export function orNothing<T>({ signal }: Within, nothing: T): (error: unknown) => T {
  return (error) => {
    if (signal.aborted || !(error instanceof SourceError) || error.kind === 'unavailable')
      throw error;
    return nothing;
  };
}

/** Why a table cannot be read, from a statement that reads a row of it; null: it can, or takes its time. */
export function whyUnreadable(reading: Promise<unknown>, within: Within): Promise<string | null> {
  return reading.then(
    () => null,
    (error: unknown) => {
      const unknown = orNothing(within, null);
      const isOfTable =
        error instanceof SourceError && (error.kind === 'query' || error.kind === 'changed');
      return isOfTable && !within.signal.aborted ? error.message : unknown(error);
    },
  );
}
