import type { Kysely } from 'kysely';
import { type Clock, timestamp } from '#src/clock.ts';
import { Turns } from '#src/turns.ts';
import { gatewayOf } from './gateway.ts';
import type { Store, StoreSchema } from './schema.ts';

/** Milliseconds after which a row is tried again that a store that was away still has. */
const RETRY_MS = 2_000;

/**
 * Files and folders that are being made or read, as `kept_files` names them: nobody removes them. Those of this process
 * are counted in memory; where the store has several gateways, it names them to the others, too.
 */
export class InMaking {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #counts = new Map<string, number>();
  readonly #turns = new Turns();

  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Keeps a path from being removed until the returned function is called. */
  async hold(path: string): Promise<() => Promise<void>> {
    this.#counts.set(path, (this.#counts.get(path) ?? 0) + 1);
    const release = () => this.#release(path);
    try {
      if (gatewayOf(this.#store).isShared) await this.#turns.take(path, () => this.#tell(path));
    } catch (error) {
      await release();
      throw error;
    }
    return release;
  }

  isHeldHere(path: string): boolean {
    return this.#counts.has(path);
  }

  /** Whoever is about to remove the path holds the row of `kept_files`, so that one of both is first. */
  async #tell(path: string): Promise<void> {
    const { id: gateway } = gatewayOf(this.#store);
    await this.#store.transaction().execute(async (trx) => {
      await trx
        .insertInto('kept_files')
        .values({ path, written_at: timestamp(this.#clock.now()) })
        .onConflict((conflict) =>
          conflict
            .column('path')
            .doUpdateSet((e) => ({ written_at: e.ref('kept_files.written_at') })),
        )
        .execute();
      await trx
        .insertInto('in_making')
        .values({ path, gateway })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  }

  async #release(path: string): Promise<void> {
    const left = (this.#counts.get(path) ?? 1) - 1;
    if (left > 0) this.#counts.set(path, left);
    else this.#counts.delete(path);
    if (gatewayOf(this.#store).isShared) await this.#untell(path);
  }

  async #untell(path: string): Promise<void> {
    try {
      await this.#turns.take(path, async () => {
        if (this.#counts.has(path)) return;
        await this.#store
          .deleteFrom('in_making')
          .where('path', '=', path)
          .where('gateway', '=', gatewayOf(this.#store).id)
          .execute();
      });
    } catch {
      // The store is away; what stays keeps a file for longer than needed, and nothing else.
      setTimeout(() => void this.#untell(path), RETRY_MS).unref();
    }
  }
}

/** The paths that any gateway makes or reads, of those that begin so. */
export async function heldPaths(
  db: Kysely<StoreSchema>,
  prefix: string,
): Promise<ReadonlySet<string>> {
  if (!gatewayOf(db).isShared) return new Set();
  const rows = await db
    .selectFrom('in_making')
    .select('path')
    .distinct()
    .where((e) => e(e.fn<string>('substr', ['path', e.val(1), e.val(prefix.length)]), '=', prefix))
    .execute();
  return new Set(rows.map(({ path }) => path));
}
