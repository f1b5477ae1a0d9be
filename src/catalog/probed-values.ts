import type { ProbedValue, ValuePlace } from '#src/plugin-api/catalog.ts';

const keyOf = ({ table, column, value }: ValuePlace) => JSON.stringify([table, column, value]);

/**
 * Values that were looked for among the rows that the caller sees, with the number of those that have them. What was
 * not looked for yet counts as absent, and is noted.
 */
export class ProbedValues {
  readonly #rows: ReadonlyMap<string, number>;
  readonly #unknown = new Map<string, ValuePlace>();

  constructor(known: readonly ProbedValue[]) {
    this.#rows = new Map(known.map((one) => [keyOf(one), one.rowCount]));
  }

  /** Rows of the caller that have the value. */
  rowsOf({ table, column, value }: ValuePlace): number {
    const place = { table, column, value };
    const key = keyOf(place);
    const rows = this.#rows.get(key);
    if (rows === undefined) this.#unknown.set(key, place);
    return rows ?? 0;
  }

  /** What was asked for and not looked for yet. */
  unknown(): readonly ValuePlace[] {
    return [...this.#unknown.values()];
  }
}
