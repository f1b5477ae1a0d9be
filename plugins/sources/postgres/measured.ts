import { type ColumnType, MOST_SAMPLES } from '#src/plugin-api/catalog.ts';
import type { CountedValue } from '#src/plugin-api/data-source.ts';
import type { Connections, ReadOptions } from './connections.ts';
import type { Extent } from './extent.ts';
import { columnOf } from './names.ts';

/** Longer texts are cut in samples and ranges (characters): a profile is kept for good and shown. */
export const MAX_TEXT = 200;

/** What the rows that were read say of one column. */
export interface Measured {
  /** Rows read. */
  readonly rows: number;
  /** Of them not NULL. */
  readonly filled: number;
  readonly distinct: number;
  /** Values that occur once. */
  readonly single: number;
  /** As PostgreSQL writes them. */
  readonly min: string | null;
  readonly max: string | null;
  /** Most frequent first. */
  readonly samples: readonly CountedValue[];
}

export interface MeasuredColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** Reads the rows of an extent once and measures some columns of them. */
export async function measureColumns(
  connections: Connections,
  extent: Extent,
  columns: readonly MeasuredColumn[],
  options: ReadOptions,
): Promise<Measured[]> {
  const read = columns.map(({ name, type }, index) => `${compared(name, type)} AS "c${index}"`);
  const groups = columns.map(
    (
      _,
      index,
    ) => `"g${index}" AS MATERIALIZED (SELECT "s"."c${index}" AS "v", count(*) AS "n" FROM "s"
        WHERE "s"."c${index}" IS NOT NULL GROUP BY "s"."c${index}")`,
  );
  // The frequent values by a sorted beginning: an aggregate of all of them took four times as long.
  const each = columns.map(
    (_, index) => `SELECT ${index}, (SELECT count(*) FROM "s"), COALESCE(sum("g"."n"), 0), count(*),
        count(*) FILTER (WHERE "g"."n" = 1), ${start('min("g"."v")')}, ${start('max("g"."v")')},
        (SELECT json_agg(json_build_array(${start('"f"."v"')}, "f"."n") ORDER BY "f"."n" DESC, "f"."v") FROM
          (SELECT "v", "n" FROM "g${index}" ORDER BY "n" DESC, "v" LIMIT ${MOST_SAMPLES}) AS "f")
      FROM "g${index}" AS "g"`,
  );
  const from = extent.from(columns.map(({ name }) => name));
  const source = `"s" AS MATERIALIZED (SELECT ${read.join(', ')} FROM ${from})`;
  const sql = `WITH ${[source, ...groups].join(', ')} ${each.join(' UNION ALL ')}`;
  const found = await connections.rows({ sql }, options);
  return found
    .toSorted((a, b) => Number(a[0]) - Number(b[0]))
    .map(([, rows, filled, distinct, single, min, max, samples]) => ({
      rows: Number(rows),
      filled: Number(filled),
      distinct: Number(distinct),
      single: Number(single),
      min: cut(min),
      max: cut(max),
      samples: ((JSON.parse(samples ?? 'null') ?? []) as [string, number][]).map(
        ([text, rowCount]) => ({ value: cut(text)!, rowCount }),
      ),
    }));
}

/**
 * A column in a form that has an order on every version (uuid, enums and booleans lack `min`), the same wherever it
 * runs, and that is short: a long text counts by its beginning and a hash.
 */
function compared(name: string, type: ColumnType): string {
  const column = columnOf(name);
  if (type === 'boolean') return `${column}::text COLLATE "C"`;
  if (type !== 'text') return column;
  const text = `${column}::text`;
  return `CASE WHEN length(${text}) > ${MAX_TEXT}
    THEN left(${text}, ${MAX_TEXT}) || md5(${text}) ELSE ${text} END COLLATE "C"`;
}

/** The beginning of a value as text, cut by the server: a number can have 130,000 digits. */
const start = (value: string): string => `left((${value})::text, ${MAX_TEXT})`;

function cut(text: string | null | undefined): string | null {
  return text?.slice(0, MAX_TEXT) ?? null;
}
