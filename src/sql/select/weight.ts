import { Refused } from '#src/plugin-api/refused.ts';

/** Where reading stops, whatever the setting; `guard.max_weight` allows no more. */
const MOST_WEIGHT = 1_000_000;
/** A relation in FROM, for each place where it is read: what planning it takes beside an expression. */
const RELATION = 100;
/** Relations of one block are joined in an order to be found, so that they weigh by their square. */
const JOINED = 5;
/** Result columns of one SELECT, and keys of its order; no engine takes more columns. */
const MAX_LIST = 4_096;
/** Grouping sets of all GROUP BY of a statement: each goes over all rows and keeps groups of its own. */
const MAX_GROUPING_SETS = 256;
/** Columns that all relations and all `*` of a statement may show. */
const MAX_COLUMNS = 200_000;

/**
 * What a statement weighs once all that it names is written out: each use of a column counts what the column stands for
 * (through WITH, subqueries, USING, named windows and aliases), and each use of a WITH all that is in it. Engines write
 * it out: PostgreSQL copies the expressions of a subquery into the block around, at each level anew, at about 0.5 KB a
 * unit. A WITH is read once, so that this takes a time linear in the statement. Numbers stop at `MOST_WEIGHT`.
 */
export class StatementWeight {
  private shown = 0;
  private sum = 0;
  private sets = 0;
  /** Relations that are joined in the block that is being read. */
  private joined = 0;

  get total(): number {
    return this.sum;
  }

  /** Adds expressions. */
  add(weight: number): void {
    this.sum += weight;
    if (this.sum > MOST_WEIGHT) throw tooHeavy(MOST_WEIGHT);
  }

  /** Adds a WITH where it is used. */
  addUse(weight: number, relations: number): void {
    this.add(weight);
    this.joined += relations;
  }

  /** Adds a relation that the engine reads as so many. */
  addRelation(parts: number): void {
    this.add(RELATION * parts);
    this.joined += 1;
  }

  /** Adds GROUPING SETS, CUBE and ROLLUP: CUBE of n columns makes 2ⁿ sets. One set is no more than a GROUP BY. */
  addGrouping(sets: number, keys: number): void {
    this.add(Math.max(1, sets) * keys);
    if (sets > 1) this.sets += sets;
    if (this.sets > MAX_GROUPING_SETS)
      throw new Refused(
        'too_deep',
        `The statement has more than ${MAX_GROUPING_SETS} grouping sets. Use CUBE with fewer columns, or list the GROUPING SETS you need.`,
      );
  }

  /** Bounds the columns that are to be looked through. */
  addColumns(count: number): void {
    this.shown += count;
    if (this.shown > MAX_COLUMNS) throw tooHeavy(MOST_WEIGHT);
  }

  /** What `body` adds. */
  measured<T>(body: () => T): { readonly value: T; readonly weight: number } {
    const before = this.sum;
    const value = body();
    return { value, weight: this.sum - before };
  }

  /**
   * Reads a block, and gives the relations that it brings into a join around it: those that are joined in it, with what
   * they are written out to; one where it is `apart` from what is around.
   */
  block<T>(apart: boolean, body: () => T): { readonly value: T; readonly relations: number } {
    const before = this.joined;
    this.joined = 0;
    const value = body();
    const relations = apart ? 1 : this.joined;
    this.add(JOINED * relations ** 2);
    this.joined = before + relations;
    return { value, relations };
  }
}

/** Checks the length of a list of result columns or keys. */
export function checkList(length: number): void {
  if (length > MAX_LIST)
    throw new Refused(
      'too_deep',
      `The statement has a list of more than ${MAX_LIST} columns. Name fewer.`,
    );
}

/** The refusal of a statement that weighs more. */
export const tooHeavy = (most: number): Refused =>
  new Refused(
    'too_deep',
    `The statement has more than ${most.toLocaleString('en-US')} parts with its WITH, subqueries and aliases expanded. Use a computed column or a WITH fewer times, join fewer tables, or split it into steps.`,
  );
