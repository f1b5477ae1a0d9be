import type { Config } from '#config/schema.ts';
import { Places, type WaitingLimits } from '#src/places.ts';

/** Files that are ingested at once, and how many of them may be such that nobody waits for. */
export interface IngestLimits {
  readonly places: number;
  readonly background: number;
  /** How uploads wait. */
  readonly waiting: WaitingLimits;
}

/**
 * One place, and one parsing thread, are left to uploads whose sender waits: what runs is not interrupted, and a place
 * that long files in the background hold could be theirs for minutes. Where there is one of either, they take turns.
 */
export function ingestPlaces({
  files,
  workers,
}: Pick<Config, 'files' | 'workers'>): Pick<IngestLimits, 'places' | 'background'> {
  const places = files.concurrent_ingests;
  return { places, background: Math.max(1, Math.min(places, workers.parsing_threads) - 1) };
}

/** What a file waits as: those that somebody waits for go first. */
interface Background {
  readonly background: boolean;
}

/** As long as a timer can run (milliseconds): an upload waits as long as its sender does. */
const AS_LONG_AS_WANTED = 2 ** 31 - 1;

/** Lets so many files be ingested at once, those first that somebody waits for; fair among workspaces. */
export class IngestPlaces {
  readonly #places: Places<Background>;

  constructor({ places, background, waiting }: IngestLimits) {
    // Files of a workspace are read side by side: it may have all places.
    const shares = { workspaceShare: 1, endUserShare: 1 };
    this.#places = new Places({
      queue: 'ingest',
      places,
      limits: { ...waiting, ...shares, maxWaitMs: AS_LONG_AS_WANTED },
      fits: (need, inside) =>
        !need.background || inside.filter((one) => one.background).length < background,
      rank: (need) => Number(need.background),
      // Its upload was accepted.
      isKept: (need) => need.background,
    });
  }

  /** Fails with `PlacesTaken` where too many uploads wait, and with the signal's reason where it is aborted. */
  take<T>(
    { workspaceId, signal, background = false }: IngestRequest,
    task: () => Promise<T>,
  ): Promise<T> {
    return this.#places.run({ workspaceId, endUserId: null }, { background }, signal, task);
  }
}

export interface IngestRequest {
  readonly workspaceId: string;
  readonly signal: AbortSignal;
  /** Nobody waits for it. */
  readonly background?: boolean;
}
