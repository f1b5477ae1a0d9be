import type { Config } from '#config/schema.ts';
import { Places, type WaitingLimits } from '#src/places.ts';
import { Turns } from '#src/turns.ts';

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

interface Need {
  /** Nobody waits for it. */
  readonly background: boolean;
  /** The file that it changes; null: none. */
  readonly file: string | null;
  /** When it began to wait (`performance.now()`). */
  readonly since: number;
}

/** As long as a timer can run (milliseconds): an upload waits as long as its sender does. */
const AS_LONG_AS_WANTED = 2 ** 31 - 1;

/**
 * Lets so many files be ingested at once; fair among workspaces. Uploads that somebody waits for go first, but a
 * background upload that has waited for `waiting.max_wait_ms` counts as one of them. Changes of one file follow each
 * other. An upload gets the turn of its file together with its place: if it held the turn while it waits for a place, a
 * background upload would make every other change of the file wait behind its own low rank.
 */
export class IngestPlaces {
  readonly #places: Places<Need>;
  /** By file: an upload that has its place, and what needs none. */
  readonly #turns = new Turns();

  constructor({ places, background, waiting }: IngestLimits) {
    // Files of a workspace are read side by side: it may have all places.
    const shares = { workspaceShare: 1, endUserShare: 1 };
    this.#places = new Places({
      queue: 'ingest',
      places,
      limits: { ...waiting, ...shares, maxWaitMs: AS_LONG_AS_WANTED },
      fits: (need, inside) =>
        !inside.some(({ file }) => file !== null && file === need.file) &&
        (!need.background || inside.filter((one) => one.background).length < background),
      rank: ({ background, since }) =>
        Number(background && performance.now() - since < waiting.maxWaitMs),
      // Its upload was accepted.
      isKept: (need) => need.background,
    });
  }

  /** Fails with `PlacesTaken` where too many uploads wait, and with the signal's reason where it is aborted. */
  take<T>(
    { workspaceId, filename, signal, background = false }: IngestRequest,
    task: () => Promise<T>,
  ): Promise<T> {
    const file = filename === null ? null : fileKey(workspaceId, filename);
    const need = { background, file, since: performance.now() };
    return this.#places.run({ workspaceId, endUserId: null }, need, signal, () =>
      file === null ? task() : this.#turns.take(file, task),
    );
  }

  /** Changes a file without a place, when the upload of it that has one has ended. */
  change<T>(workspaceId: string, filename: string, task: () => Promise<T>): Promise<T> {
    return this.#turns.take(fileKey(workspaceId, filename), task);
  }
}

const fileKey = (workspaceId: string, filename: string) => `${workspaceId}/${filename}`;

export interface IngestRequest {
  readonly workspaceId: string;
  /** The file that it changes; null: none. */
  readonly filename: string | null;
  readonly signal: AbortSignal;
  /** Nobody waits for it. */
  readonly background?: boolean;
}
