import type { PhysicalName } from '#src/plugin-api/catalog.ts';
import { orNothing } from '#src/sql/server/lenient.ts';
import type { Connections, ReadOptions } from './connections.ts';
import { estimateRows } from './estimate-rows.ts';
import type { RawRow } from './flight.ts';
import { identifier, relationName, SOURCE } from './names.ts';
import { readThroughSql } from './read-through.ts';
import type { PostgresSettings } from './settings.ts';
import { type SafeRelation, safeRelations } from './views.ts';

/** The same rows are sampled each time (`REPEATABLE`). */
const SEED = 1;
/** A sample of whole pages comes out smaller or larger than was asked for. */
const SURPLUS = 1.5;

/** How much of a relation is read to measure it. */
export interface Extent {
  readonly relation: SafeRelation;
  /** Exact where all rows are read, else an estimate. */
  readonly rowCount: number;
  readonly isWhole: boolean;
  /** What stands behind FROM to read some columns of the rows: of all of them, or of a bounded sample. `columnOf` names them. */
  readonly from: (columns: readonly string[]) => string;
}

/** What bounded measurements work with. */
export interface Measuring {
  readonly connections: Connections;
  readonly settings: PostgresSettings;
  /** Schemas that may be seen; null: all but the system's. */
  readonly schemas: readonly string[] | null;
}

/** Gives the extent of relations, each found out once; null for one that the user may not read. */
export class Extents {
  readonly #measuring: Measuring;
  readonly #signal: AbortSignal;
  readonly #known = new Map<string, Promise<Extent | null>>();
  #relations: Promise<Map<string, SafeRelation>> | null = null;

  constructor(measuring: Measuring, signal: AbortSignal) {
    this.#measuring = measuring;
    this.#signal = signal;
  }

  of(physical: PhysicalName): Promise<Extent | null> {
    const name = relationName(physical);
    const known = this.#known.get(name) ?? this.#find(name);
    this.#known.set(name, known);
    return known;
  }

  /** What one relation may cost. */
  get bounds(): ReadOptions {
    return { timeoutMs: this.#measuring.settings.profile_timeout_ms, signal: this.#signal };
  }

  async #find(name: string): Promise<Extent | null> {
    const { connections, settings, schemas } = this.#measuring;
    this.#relations ??= safeRelations(connections, schemas, {
      timeoutMs: settings.inspect_timeout_ms,
      signal: this.#signal,
    }).then((all) => new Map(all.map((relation) => [relationName(relation.physical), relation])));
    const relation = (await this.#relations).get(name);
    if (!relation) return null;
    return this.#measure(relation);
  }

  async #measure(relation: SafeRelation): Promise<Extent> {
    const { connections, settings } = this.#measuring;
    const counted = await this.#count(relation);
    if (counted !== null && counted <= settings.exact_rows)
      return {
        relation,
        rowCount: counted,
        isWhole: true,
        from: (columns) => wholeOf(relation, columns),
      };
    const estimates = await estimateRows(connections, [relation], this.bounds);
    const rowCount = Math.max(estimates.get(relation.oid) ?? 0, counted ?? 0);
    return { relation, rowCount, isWhole: false, from: sampleOf(relation, rowCount, settings) };
  }

  /** Rows, of a large relation no more than the first ones beyond `exact_rows`; null where they were not counted. */
  async #count({ physical, counted }: SafeRelation): Promise<number | null> {
    const { connections, settings } = this.#measuring;
    if ((counted ?? 0) > 2 * settings.exact_rows) return null;
    const some = `SELECT FROM ${relationName(physical)} LIMIT ${settings.exact_rows + 1}`;
    const rows = await connections
      .rows({ sql: `SELECT count(*) FROM (${some}) AS "r"` }, this.bounds)
      .catch(orNothing<RawRow[]>(this.bounds, []));
    return rows[0] ? Number(rows[0][0]) : null;
  }
}

/** All rows; columns whose types could run code of users as they can be read. */
function wholeOf(relation: SafeRelation, columns: readonly string[]): string {
  const name = relationName(relation.physical);
  const isPlain = (column: string) => readable(relation, column) === identifier(column);
  if (columns.every(isPlain)) return `${name} AS ${SOURCE}`;
  return `(SELECT ${columns.map((column) => readable(relation, column)).join(', ')} FROM ${name}) AS ${SOURCE}`;
}

/** A column under its own name; NULL for one that is not read at all. */
export function readable({ through, leftOut }: SafeRelation, column: string): string {
  const name = identifier(column);
  if (leftOut.some((each) => each.name === column)) return `NULL::text AS ${name}`;
  const how = through.get(column);
  return how ? `${readThroughSql(name, how)} AS ${name}` : name;
}

/** A bounded sample: pages from all over a table, the first rows of a view. */
function sampleOf(
  relation: SafeRelation,
  rowCount: number,
  { sample_rows }: PostgresSettings,
): Extent['from'] {
  const { physical, kind } = relation;
  const name = relationName(physical);
  const share = Math.min(100, (100 * SURPLUS * sample_rows) / Math.max(1, rowCount));
  const sampled =
    kind === 'view' ? name : `${name} TABLESAMPLE SYSTEM (${share}) REPEATABLE (${SEED})`;
  return (columns) =>
    `(SELECT ${columns.map((column) => readable(relation, column)).join(', ')} FROM ${sampled} LIMIT ${sample_rows}) AS ${SOURCE}`;
}
