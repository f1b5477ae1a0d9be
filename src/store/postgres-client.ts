import pg from 'pg';
import { containPostgres } from '#src/sql/server/contain-postgres.ts';
import { isAway, StoreUnavailable } from './unavailable.ts';

type Query = (text: unknown, values?: unknown) => Promise<unknown>;

/**
 * A connection to the store. It ends alone where the server goes away or says what cannot be read, also while it is
 * lent out, when the pool does not listen. Statements then fail with `StoreUnavailable`.
 *
 * Texts of statements get U+FFFD for U+0000, which PostgreSQL does not take: a cell, a header or an answer of a model
 * may hold one, and must not keep what belongs to it from being written.
 */
export class StoreClient extends pg.Client {
  #isLost = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    containPostgres(this);
    this.on('error', () => {
      this.#isLost = true;
    });
  }

  /** With a promise only, as Kysely asks. */
  override query: pg.Client['query'] = ((text, values) => {
    const query = super.query as unknown as Query;
    const clean = Array.isArray(values) ? values.map(withoutNul) : values;
    return query.call(this, text, clean).catch((error: unknown) => {
      throw this.#isLost || isAway(error) ? new StoreUnavailable(error) : error;
    });
  }) as Query as pg.Client['query'];
}

const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
