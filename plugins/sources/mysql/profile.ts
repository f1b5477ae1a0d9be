import { type CellValue, type ColumnProfile, MOST_SAMPLES } from '#src/plugin-api/catalog.ts';
import type { ProfileRequest } from '#src/plugin-api/data-source.ts';
import { estimateDistinct } from '#src/sql/server/distinct-estimate.ts';
import { isMeasured } from './column-types.ts';
import { realDate } from './dialect/false-dates.ts';
import { type Extent, extentOf } from './extent.ts';
import { columnOf, rowsFrom } from './names.ts';
import type { Session } from './session.ts';
import type { MysqlSettings } from './settings.ts';
import { isIndexed, isProvenUnique, type TableFacts } from './table-facts.ts';

/** Columns that one statement measures: bounds its memory. */
const COLUMNS_AT_ONCE = 16;
/** Longer texts are cut in samples and ranges (characters): a profile is kept for good and shown. */
const MAX_TEXT = 200;
/** What is on a calendar; MySQL's zero dates are not. */
const FIRST_DAY = "'0001-01-01'";
/** Result columns of the statements here. */
const VALUE = '`v`';
const COUNTED = '`n`';

type Column = ProfileRequest['columns'][number];

/** What is known of a table so far; filled as it is measured, for the time may end before. */
export interface ProfileDraft {
  rowCount: number;
  readonly columns: Map<string, ColumnProfile>;
}

/**
 * Measures the columns of a table: exactly where it is small, else by a sample, with the ends of indexed columns from
 * their index. Not read: sensitive columns; JSON, bytes and shapes.
 */
export async function profileTable(
  session: Session,
  request: ProfileRequest,
  facts: TableFacts,
  settings: MysqlSettings,
  draft: ProfileDraft,
): Promise<void> {
  draft.rowCount = facts.rowCount;
  const extent = await extentOf(session, request.physical, facts, settings);
  draft.rowCount = extent.rowCount;
  const measure = new Measure(session, request, facts, extent);
  const columns = request.columns.filter(({ sensitive, type }) => !sensitive && isMeasured(type));
  for (let from = 0; from < columns.length; from += COLUMNS_AT_ONCE) {
    const some = columns.slice(from, from + COLUMNS_AT_ONCE);
    const counted = extent.exact ? await measure.together(some) : [];
    for (const [index, column] of some.entries())
      draft.columns.set(column.name, await measure.column(column, counted[index]));
  }
}

class Measure {
  readonly #session: Session;
  readonly #request: ProfileRequest;
  readonly #facts: TableFacts;
  readonly #extent: Extent;

  constructor(session: Session, request: ProfileRequest, facts: TableFacts, extent: Extent) {
    this.#session = session;
    this.#request = request;
    this.#facts = facts;
    this.#extent = extent;
  }

  /** Counts several columns of a table that is read whole in one pass. */
  async together(columns: readonly Column[]): Promise<Groups[]> {
    const list = columns.flatMap(({ name, type }) => {
      const column = columnOf(name);
      const value = real(type, column);
      const shown = ends(type, value);
      return [
        ...[`COUNT(${value})`, `COUNT(DISTINCT ${value})`, `MIN(${shown})`, `MAX(${shown})`],
        `COUNT(${column})`,
      ];
    });
    const [row] = await this.#session.rows(this.#extent.rows(`COUNT(*), ${list.join(', ')}`));
    return columns.map((_, index) => {
      const [filled, distinct, min, max, kept] = row!.slice(1 + index * 5, 6 + index * 5);
      return {
        read: Number(row![0]),
        filled: Number(filled),
        distinct: Number(distinct),
        once: 0,
        min: min ?? null,
        max: max ?? null,
        falseDates: Number(kept) > Number(filled),
      };
    });
  }

  /** `counted`: what `together` found of it; else the column is counted in the sample. */
  async column(column: Column, counted?: Groups): Promise<ColumnProfile> {
    const { exact, rowCount } = this.#extent;
    const groups = counted ?? (await this.#groups(column));
    const share = groups.read === 0 ? 0 : rowCount / groups.read;
    const filled = Math.round(groups.filled * share);
    const distinctCount = exact
      ? groups.distinct
      : estimateDistinct({ ...groups, rows: groups.filled, single: groups.once, of: filled });
    const { falseDates, min, max } = await this.#range(column, groups);
    const samples = await this.#frequent(column);
    const isNumber = column.type === 'boolean' && [min, max].some(isBeyondFlags);
    return {
      distinctCount,
      nullCount: Math.max(0, rowCount - filled),
      ...(isNumber
        ? { min: digits(min), max: digits(max), samples: samples.map(Number), readAs: 'integer' }
        : { min, max, samples }),
      ...(falseDates && { falseDates }),
      unique:
        isProvenUnique(this.#facts, column.name) || (exact && groups.distinct === groups.filled),
    };
  }

  async #groups({ name, type }: Column): Promise<Groups> {
    const value = real(type, VALUE);
    const shown = ends(type, value);
    const rows = this.#extent.rows(`${columnOf(name)} AS ${VALUE}`);
    const [row] = await this.#session.rows(
      `SELECT SUM(${COUNTED}), SUM(IF(${value} IS NULL, 0, ${COUNTED})), COUNT(${value}),
         SUM(${value} IS NOT NULL AND ${COUNTED} = 1), MIN(${shown}), MAX(${shown}), COUNT(${VALUE})
       FROM (SELECT ${VALUE}, COUNT(*) AS ${COUNTED} FROM (${rows}) AS \`r\` GROUP BY ${VALUE}) AS \`g\``,
    );
    const [read, filled, distinct, once, min, max, kept] = row!;
    return {
      read: Number(read ?? 0),
      filled: Number(filled ?? 0),
      distinct: Number(distinct),
      once: Number(once ?? 0),
      min: min ?? null,
      max: max ?? null,
      falseDates: Number(kept) > Number(distinct),
    };
  }

  /** The ends of an indexed column stand in its index, whatever the sample saw. */
  async #range(
    { name, type }: Column,
    { min, max, falseDates }: Groups,
  ): Promise<Pick<Groups, 'falseDates'> & { min: string | null; max: string | null }> {
    if (this.#extent.exact || !isIndexed(this.#facts, [name]))
      return { min: asText(min, type), max: asText(max, type), falseDates };
    const column = columnOf(name);
    const table = rowsFrom(this.#request.physical);
    const [row] = await this.#session.rows(
      `SELECT MIN(${column}), MAX(${column}) FROM ${table}
       ${isDay(type) ? `WHERE ${column} > ${FIRST_DAY}` : ''}`,
    );
    const [least] = isDay(type)
      ? await this.#session.rows(`SELECT MIN(${column}) < ${FIRST_DAY} FROM ${table}`)
      : [];
    return {
      min: asText(row![0]!, type),
      max: asText(row![1]!, type),
      falseDates: falseDates || Boolean(least?.[0]),
    };
  }

  async #frequent({ name, type }: Column): Promise<CellValue[]> {
    const column = columnOf(name);
    const shown = type === 'text' ? `LEFT(${column}, ${MAX_TEXT})` : column;
    const rows = await this.#session.rows(
      `SELECT ${VALUE} FROM (${this.#extent.rows(`${shown} AS ${VALUE}`)}) AS \`r\` WHERE ${VALUE} IS NOT NULL
       GROUP BY ${VALUE} ORDER BY COUNT(*) DESC, ${VALUE} LIMIT ${MOST_SAMPLES}`,
    );
    return rows.map(([value]) => value ?? null).filter((value) => value !== null);
  }
}

interface Groups {
  /** Rows that were read, and those of them with a value. */
  readonly read: number;
  readonly filled: number;
  /** Different values, and those that one row has (counted in samples only). */
  readonly distinct: number;
  readonly once: number;
  readonly min: CellValue;
  readonly max: CellValue;
  /** Whether dates were read that are none. */
  readonly falseDates: boolean;
}

/** BOOLEAN is TINYINT(1), which holds other numbers too. */
const isBeyondFlags = (end: string | null) => end !== null && end !== 'true' && end !== 'false';

const digits = (end: string | null) => (end === 'true' ? '1' : end === 'false' ? '0' : end);

const isDay = (type: Column['type']) => type === 'date' || type === 'timestamp';

const real = (type: Column['type'], value: string) => (isDay(type) ? realDate(value) : value);

function ends(type: Column['type'], value: string): string {
  if (type === 'text') return `LEFT(${value}, ${MAX_TEXT})`;
  return isDay(type) ? `IF(${value} > ${FIRST_DAY}, ${value}, NULL)` : value;
}

function asText(value: CellValue, type: Column['type']): string | null {
  if (value === null) return null;
  // MIN and MAX of a flag are numbers.
  if (type === 'boolean' && (value === 0 || value === 1)) return String(value === 1);
  return String(value);
}
