import { Refused } from '#src/plugin-api/refused.ts';

/** SELECT blocks that the facts of a statement may hold, those of a WITH counted wherever it is used. */
const MAX_BLOCKS = 10_000;
/** Expressions that the engine may put in for aliases. */
const MAX_ALIASED = 10_000;
/** Relations that all FROM of a statement may name. */
const MAX_RELATIONS = 1_000;
/** Result columns of one SELECT, and keys of its order; no engine takes more columns. */
const MAX_LIST = 4_096;
/** Columns that all relations and all `*` of a statement may show. */
const MAX_COLUMNS = 200_000;

/**
 * Bounds the facts of one statement. A WITH (or an alias) that uses the one before it twice, and so on, doubles them
 * with each step, for everyone who walks through them and for the engine.
 */
export class FactsSize {
  private columns = 0;
  private relations = 0;
  /** Blocks so far. */
  blocks = 0;

  addBlocks(count: number): void {
    this.blocks += count;
    if (this.blocks > MAX_BLOCKS) tooManyParts();
  }

  /** Expressions that stand behind the aliases used so far. */
  aliases = 0;

  addAlias(weight: number): void {
    this.aliases += weight;
    if (this.aliases > MAX_ALIASED) tooManyParts();
  }

  addRelation(columns: number): void {
    this.addColumns(columns);
    if (++this.relations > MAX_RELATIONS) tooManyParts();
  }

  addColumns(count: number): void {
    this.columns += count;
    if (this.columns > MAX_COLUMNS) tooManyParts();
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

function tooManyParts(): never {
  throw new Refused(
    'too_deep',
    'The statement builds on its own parts too many times. Split it into steps.',
  );
}
