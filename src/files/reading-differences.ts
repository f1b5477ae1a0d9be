import { NotBuildable } from '#src/files/not-buildable.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

/** Differences that a text lists. */
const LISTED = 20;

/** The rules of this release read another table out of an original than was published of it; a sentence part each. */
export class ReadsOtherwise extends NotBuildable {
  readonly differences: string;

  constructor(differences: readonly string[]) {
    const more = differences.length - LISTED;
    const text = `${differences.slice(0, LISTED).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
    super(
      `this release imports it differently (${text}). To use the new import, upload it again with force=true`,
    );
    this.name = 'ReadsOtherwise';
    this.differences = text;
  }
}

interface CountedTable {
  readonly name: string;
  readonly rowCount: number;
}

/** Tables by their names and rows. */
export function tableDifferences(
  before: readonly CountedTable[],
  now: readonly CountedTable[],
): string[] {
  return compared(before, now, 'table', (one, other) =>
    one.rowCount === other.rowCount
      ? []
      : [`table ${one.name} has ${other.rowCount} rows, ${one.rowCount} before`],
  );
}

/**
 * Columns by their names, types and what was measured of their cells: how many have no value, the least and the
 * greatest. Other changes of cells are not seen.
 */
export function columnDifferences(
  before: readonly CatalogTable[],
  now: readonly CatalogTable[],
): string[] {
  return now.flatMap((table) => {
    const old = before.find(({ physical }) => physical.table === table.physical.table);
    if (!old) return [];
    const place = (column: CatalogColumn) => `${table.name}.${column.name}`;
    return compared(old.columns, table.columns, `column of ${table.name}`, (one, other) => {
      if (one.type !== other.type) return [`${place(other)} is ${other.type}, ${one.type} before`];
      return sameCells(one, other) ? [] : [`cells of ${place(other)} have different values`];
    });
  });
}

/** Of columns that are closed nothing was measured. */
function sameCells({ profile: one }: CatalogColumn, { profile: other }: CatalogColumn): boolean {
  if (!one || !other) return true;
  const same = (a: string | null, b: string | null) => a === null || b === null || a === b;
  return one.nullCount === other.nullCount && same(one.min, other.min) && same(one.max, other.max);
}

function compared<T extends { readonly name: string }>(
  before: readonly T[],
  now: readonly T[],
  what: string,
  differences: (one: T, other: T) => string[],
): string[] {
  const gone = before.filter(({ name }) => !now.some((other) => other.name === name));
  return [
    ...gone.map(({ name }) => `${what} ${name} is gone`),
    ...now.flatMap((other) => {
      const one = before.find(({ name }) => name === other.name);
      return one ? differences(one, other) : [`${what} ${other.name} is new`];
    }),
  ];
}
