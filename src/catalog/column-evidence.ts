import { expandWords, wordsOf } from '#src/catalog/names.ts';
import type { ColumnProfile } from '#src/plugin-api/catalog.ts';
import type { SourceColumn } from '#src/plugin-api/data-source.ts';

/** All that is known of a column when its use is judged. */
export interface ColumnEvidence {
  readonly column: SourceColumn;
  /** Words of the name, lower case, short forms written out. */
  readonly words: readonly string[];
  /** Null where it was not measured. */
  readonly profile: ColumnProfile | null;
  readonly rowCount: number;
}

export function evidenceOf(
  column: SourceColumn,
  profile: ColumnProfile | null,
  rowCount: number,
): ColumnEvidence {
  return { column, words: expandWords(wordsOf(column.name)), profile, rowCount };
}

export function isNumeric({ column }: ColumnEvidence): boolean {
  return column.type === 'integer' || column.type === 'decimal' || column.type === 'float';
}

/** Smallest and largest value of a numeric column; null where unknown. */
export function rangeOf({ profile }: ColumnEvidence): { min: number; max: number } | null {
  if (profile?.min == null || profile.max == null) return null;
  const range = { min: Number(profile.min), max: Number(profile.max) };
  return Number.isFinite(range.min) && Number.isFinite(range.max) ? range : null;
}

export function hasAny(words: readonly string[], terms: ReadonlySet<string>): boolean {
  return words.some((word) => terms.has(word));
}
