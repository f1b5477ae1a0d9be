import type { Transaction } from 'kysely';
import type { StoreSchema } from './schema.ts';

/**
 * Called in a transaction with what it made: what is written there stands or falls with it, and what is thrown undoes
 * it.
 */
export type Settle<T> = (trx: Transaction<StoreSchema>, made: T) => Promise<void>;
