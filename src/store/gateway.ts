import type { DialectAdapter, Kysely, Transaction } from 'kysely';
import type { StoreSchema } from './schema.ts';
import { StoreUnavailable } from './unavailable.ts';

/** The gateway that a store is opened by, as whoever reads and writes the store needs to know it. */
interface StoreGateway {
  readonly id: string;
  /** Of its lease: whoever takes over what it left makes it another one. */
  readonly epoch: number;
  /** Whether others may work on the same store: then nothing that they need is kept in memory alone. */
  readonly isShared: boolean;
}

const ALONE: StoreGateway = { id: 'alone', epoch: 0, isShared: false };

/** By what a store shares with its transactions and plugins. */
const gateways = new WeakMap<DialectAdapter, StoreGateway>();

/** Makes a store that of a gateway among others. */
export function shareStore(db: Kysely<StoreSchema>, gateway: StoreGateway): void {
  gateways.set(db.getExecutor().adapter, gateway);
}

export const gatewayOf = (db: Kysely<StoreSchema>): StoreGateway =>
  gateways.get(db.getExecutor().adapter) ?? ALONE;

/**
 * Keeps a gateway whose lease was taken over while it still worked from writing: its work was cleaned up as that of one
 * that has ended. The lease cannot be taken over before the transaction ends.
 */
export async function requireLease(trx: Transaction<StoreSchema>): Promise<void> {
  const { id, epoch, isShared } = gatewayOf(trx);
  if (!isShared) return;
  const held = await trx
    .selectFrom('gateways')
    .select('id')
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .forShare()
    .executeTakeFirst();
  if (!held) throw new StoreUnavailable(new Error('another gateway took over the lease'));
}
