import { stat } from 'node:fs/promises';
import path from 'node:path';
import { rowsFile } from '#src/results/spool-file.ts';
import { gatewayOf } from '#src/store/gateway.ts';
import type { Store } from '#src/store/schema.ts';

/** Where results stand, and how much all of them may take. */
export interface SpoolTotalOptions {
  readonly store: Store;
  readonly folder: string;
  /** Bytes of all kept results together. */
  readonly maxTotalBytes: number;
}

/** Milliseconds after which results of other gateways are counted again. */
const LOOK_MS = 10_000;

/** A kept result on the disk. */
interface SpooledResult {
  readonly hash: string;
  readonly clientId: string;
  readonly createdAt: string;
  readonly bytes: number;
}

/** Bytes of all kept results; the disk is looked at when it may be too many. */
export class SpoolTotal {
  readonly #options: SpoolTotalOptions;
  /** Null: not known yet. */
  #bytes: number | null = null;
  #lookedAt = 0;

  constructor(options: SpoolTotalOptions) {
    this.#options = options;
  }

  /** A result of so many bytes is kept. Gives the results that are to go for it, the hashes of their tokens. */
  async add(bytes: number): Promise<readonly string[]> {
    const { isShared } = gatewayOf(this.#options.store);
    // Others add to it, too.
    if (isShared && performance.now() - this.#lookedAt > LOOK_MS) this.#bytes = null;
    if (this.#bytes !== null) this.#bytes += bytes;
    if (this.#bytes !== null && this.#bytes <= this.#options.maxTotalBytes) return [];
    this.#lookedAt = performance.now();
    const all = await spooledResults(this.#options);
    const surplus = surplusOf(all, this.#options.maxTotalBytes);
    const total = (results: readonly SpooledResult[]) =>
      results.reduce((sum, result) => sum + result.bytes, 0);
    this.#bytes = total(all) - total(surplus);
    return surplus.map(({ hash }) => hash);
  }
}

async function spooledResults({ store, folder }: SpoolTotalOptions): Promise<SpooledResult[]> {
  const rows = await store
    .selectFrom('results')
    .select(['token_hash', 'client_id', 'created_at', 'spool'])
    .where('spool', '!=', '')
    .orderBy('created_at')
    .execute();
  const all: SpooledResult[] = [];
  for (const row of rows) {
    const bytes = await stat(rowsFile(path.join(folder, row.spool))).then(
      ({ size }) => size,
      () => 0,
    );
    all.push({ hash: row.token_hash, clientId: row.client_id, createdAt: row.created_at, bytes });
  }
  return all;
}

/**
 * The results without which the others take `maxBytes` at the most: always the oldest of the tenant that has the most,
 * so that nobody's results go for the sake of one who fills the disk. `results`: oldest first.
 */
function surplusOf(results: readonly SpooledResult[], maxBytes: number): readonly SpooledResult[] {
  const byTenant = Map.groupBy(results, ({ clientId }) => clientId);
  const bytesOf = new Map(
    [...byTenant].map(([tenant, own]) => [tenant, own.reduce((sum, { bytes }) => sum + bytes, 0)]),
  );
  let total = results.reduce((sum, { bytes }) => sum + bytes, 0);
  const surplus: SpooledResult[] = [];
  while (total > maxBytes) {
    const [tenant] = [...bytesOf].reduce((most, one) => (one[1] > most[1] ? one : most));
    const oldest = byTenant.get(tenant)?.shift();
    if (!oldest) break;
    surplus.push(oldest);
    bytesOf.set(tenant, (bytesOf.get(tenant) ?? 0) - oldest.bytes);
    total -= oldest.bytes;
  }
  return surplus;
}
