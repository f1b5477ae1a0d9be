import type { DatabaseConnection, Dialect, Driver, Transaction, TransactionSettings } from 'kysely';
import type { StoreSchema } from './schema.ts';

type Work = () => void;

/** What is to be done when the transaction of a connection is committed. */
const afterCommit = new WeakMap<DatabaseConnection, Work[]>();

/** Has `work` done as soon as the transaction is committed; never where it is not. */
export function onCommit(trx: Transaction<StoreSchema>, work: Work): Promise<void> {
  return trx.getExecutor().provideConnection(async (connection) => {
    afterCommit.set(connection, [...(afterCommit.get(connection) ?? []), work]);
  });
}

/** The same dialect, for a store whose transactions take `onCommit`. */
export const tellingCommits = (dialect: Dialect): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createDriver: () => new TellingDriver(dialect.createDriver()),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createQueryCompiler: () => dialect.createQueryCompiler(),
});

class TellingDriver implements Driver {
  readonly #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  init(): Promise<void> {
    return this.#driver.init();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return this.#driver.acquireConnection();
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    // Whatever the connection did before, it is this transaction's now.
    afterCommit.delete(connection);
    return this.#driver.beginTransaction(connection, settings);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const works = afterCommit.get(connection) ?? [];
    await this.#driver.commitTransaction(connection);
    for (const work of works) work();
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#driver.rollbackTransaction(connection);
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.#driver.releaseConnection(connection);
  }

  destroy(): Promise<void> {
    return this.#driver.destroy();
  }
}
