import pg from 'pg';

type Query = (text: unknown, values?: unknown, callback?: unknown) => unknown;

/**
 * A client whose statements get U+FFFD for U+0000 in texts, which PostgreSQL does not take: a cell, a header or an
 * answer of a model may hold one, and must not keep what belongs to it from being written.
 */
export class NulFreeClient extends pg.Client {
  override query: pg.Client['query'] = ((text, values, callback) => {
    const query = super.query as unknown as Query;
    return query.call(
      this,
      text,
      Array.isArray(values) ? values.map(withoutNul) : values,
      callback,
    );
  }) as Query as pg.Client['query'];
}

const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
