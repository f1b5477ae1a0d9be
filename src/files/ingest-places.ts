import type { Config } from '#config/schema.ts';

/** Files that are ingested at once, and how many of them may be such that nobody waits for. */
export interface IngestLimits {
  readonly places: number;
  readonly background: number;
}

/**
 * One place, and one parsing thread, are left to uploads whose sender waits: what runs is not interrupted, and a place
 * that long files in the background hold could be theirs for minutes. Where there is one of either, they take turns.
 */
export function ingestLimits({ files, workers }: Pick<Config, 'files' | 'workers'>): IngestLimits {
  const places = files.concurrent_ingests;
  return { places, background: Math.max(1, Math.min(places, workers.parsing_threads) - 1) };
}

interface Waiting {
  readonly background: boolean;
  readonly begin: () => void;
}

/** Lets so many files be ingested at once, those first that somebody waits for, else in the order they came. */
export class IngestPlaces {
  readonly #limits: IngestLimits;
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #inBackground = 0;

  constructor(limits: IngestLimits) {
    this.#limits = limits;
  }

  async take<T>(task: () => Promise<T>, { background = false } = {}): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ background, begin });
      this.#next();
    });
    try {
      return await task();
    } finally {
      this.#running--;
      if (background) this.#inBackground--;
      this.#next();
    }
  }

  #next(): void {
    const { places, background } = this.#limits;
    while (this.#running < places) {
      const waited = this.#waiting.findIndex((one) => !one.background);
      const at = waited < 0 && this.#inBackground < background ? 0 : waited;
      const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (!next) return;
      this.#running++;
      if (next.background) this.#inBackground++;
      next.begin();
    }
  }
}
