import { type Asker, type Leave, NOBODY, type Places, PlacesTaken } from '#src/places.ts';
import type { QueryOptions } from '#src/plugin-api/data-source.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';

/** On whose behalf statements run: whoever is named, else their workspace. */
export const askerOf = (
  sql: { readonly workspaceId: string } | undefined,
  { asker }: Pick<QueryOptions, 'asker'>,
): Asker => asker ?? (sql ? { workspaceId: sql.workspaceId, endUserId: null } : NOBODY);

/** Waits for a place of an engine. Fails with a `SourceError`: `cancelled`, or `unavailable` where there is none. */
export async function enterSource<Need>(
  places: Places<Need>,
  asker: Asker,
  need: Need,
  signal: AbortSignal,
): Promise<Leave> {
  try {
    return await places.enter(asker, need, signal);
  } catch (error) {
    if (signal.aborted)
      throw new SourceError('cancelled', 'The query was cancelled.', { cause: error });
    if (error instanceof PlacesTaken)
      throw new SourceError('unavailable', error.message, { cause: error });
    throw error;
  }
}
