import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '#src/clock.ts';
import type { Folders } from '#src/files/folders.ts';
import type { Objects } from '#src/objects/objects.ts';

const HOUR_MS = 3_600_000;

export interface TrashDeps {
  readonly folders: Pick<Folders, 'data' | 'trash'>;
  readonly objects: Objects;
  readonly clock: Clock;
  /** How long a thing rests in it; 0: it is removed at once. */
  readonly hours: number;
}

/** Where what is swept rests, below a folder named for the instant, so that a mistake can be put right by hand. */
export class Trash {
  readonly #deps: TrashDeps;
  /** One folder a sweep. */
  readonly #folder: string;

  constructor(deps: TrashDeps) {
    this.#deps = deps;
    // Windows takes no colons in names.
    const instant = deps.clock.now().toISOString().replaceAll(':', '-');
    this.#folder = path.join(deps.folders.trash, instant);
  }

  /** Moves a file or folder below the data folder into it; false where it was gone already. */
  async take(keptPath: string): Promise<boolean> {
    const { folders, objects, hours } = this.#deps;
    // Whoever wants to take a removal back has the object store keep versions.
    if (objects.isRemote) {
      await objects.remove(keptPath);
      return true;
    }
    const from = path.join(folders.data, keptPath);
    try {
      if (hours === 0) {
        await rm(from, { recursive: true, maxRetries: 5 });
        return true;
      }
      const to = path.join(this.#folder, keptPath);
      await mkdir(path.dirname(to), { recursive: true });
      await rename(from, to);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }

  /** Removes what has rested for long enough; gives the number of sweeps that were emptied. */
  async empty(): Promise<number> {
    const { folders, clock, hours } = this.#deps;
    const before = new Date(clock.now().getTime() - hours * HOUR_MS);
    const oldest = before.toISOString().replaceAll(':', '-');
    let emptied = 0;
    for (const name of await readdir(folders.trash)) {
      if (name >= oldest) continue;
      await rm(path.join(folders.trash, name), { recursive: true, force: true });
      emptied++;
    }
    return emptied;
  }
}
