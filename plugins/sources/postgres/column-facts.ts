import type { Connections, ReadOptions } from './connections.ts';
import type { RawRow } from './flight.ts';
import type { Relation } from './relation.ts';

/** What the server knows of a column without reading its table. */
export interface ColumnFacts {
  readonly isNotNull: boolean;
  /** A unique index over it alone. */
  readonly isUnique: boolean;
  /** An ordered index that begins with it: its ends are found at once. */
  readonly isIndexed: boolean;
  /** What ANALYZE saw; null where it did not, or where the user may not know. */
  readonly stats: ColumnStats | null;
}

/** A row of `pg_stats`. */
export interface ColumnStats {
  /** Share of NULLs, 0 to 1. */
  readonly nullShare: number;
  /** Distinct values; negative: as a share of the rows. */
  readonly distinct: number;
  /** Most frequent values, most frequent first, and their shares of all rows. */
  readonly frequent: readonly string[];
  readonly shares: readonly number[];
  /** The least and the greatest of the other values. */
  readonly bounds: readonly string[];
}

const FACTS = `SELECT a.attname, a.attnotnull,
    EXISTS (SELECT FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisunique AND i.indisvalid
      AND i.indpred IS NULL AND i.indnkeyatts = 1 AND i.indkey[0] = a.attnum),
    EXISTS (SELECT FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam
      WHERE i.indrelid = a.attrelid AND i.indisvalid AND i.indpred IS NULL AND i.indkey[0] = a.attnum
        AND m.amname = 'btree'),
    s.null_frac, s.n_distinct, to_json(s.most_common_vals::text::text[]), to_json(s.most_common_freqs),
    to_json(ARRAY[(s.histogram_bounds::text::text[])[1],
      (s.histogram_bounds::text::text[])[array_length(s.histogram_bounds::text::text[], 1)]])
  FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN LATERAL (SELECT * FROM pg_stats s
      WHERE s.schemaname = n.nspname AND s.tablename = c.relname AND s.attname = a.attname
      ORDER BY s.inherited DESC LIMIT 1) s ON true
  WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped
    AND a.attname IN (SELECT json_array_elements_text($2::json))`;

/** Facts of columns, by name; only of those that are named. */
export async function columnFacts(
  connections: Connections,
  { oid }: Relation,
  columns: readonly string[],
  options: ReadOptions,
): Promise<Map<string, ColumnFacts>> {
  const values = [oid, JSON.stringify(columns)];
  type Row = readonly [name: string, ...RawRow];
  const rows = await connections.rows<Row>({ sql: FACTS, values }, options);
  return new Map(
    rows.map(([name, notNull, unique, indexed, nullShare, distinct, ...lists]) => {
      const [frequent, shares, bounds] = lists.map((list) => JSON.parse(list ?? 'null') as unknown);
      const stats =
        nullShare === null || nullShare === undefined
          ? null
          : {
              nullShare: Number(nullShare),
              distinct: Number(distinct),
              frequent: (frequent ?? []) as string[],
              shares: (shares ?? []) as number[],
              bounds: ((bounds ?? []) as (string | null)[]).filter((bound) => bound !== null),
            };
      return [
        name,
        {
          isNotNull: notNull === 't',
          isUnique: unique === 't',
          isIndexed: indexed === 't',
          stats,
        },
      ];
    }),
  );
}
