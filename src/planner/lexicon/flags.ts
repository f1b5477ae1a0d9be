import { NO, YES } from '#src/language/yes-and-no.ts';
import type { ColumnSense } from '#src/planner/lexicon/senses.ts';
import type { CatalogColumn, CellValue } from '#src/plugin-api/catalog.ts';
import type { Literal } from '#src/plugin-api/query.ts';

/** How a column that says yes or no writes each of them. */
interface Flag {
  readonly yes: Literal;
  readonly no: Literal;
}

/** What a column of yes and no holds; null for every other column. */
export function flagOf({ type, profile }: CatalogColumn): Flag | null {
  if (type === 'boolean') return { yes: literal(type, true), no: literal(type, false) };
  if (!profile || profile.distinctCount > 2 || profile.distinctCount < 1) return null;
  if (type === 'integer')
    return profile.distinctCount === 2 && profile.min === '0' && profile.max === '1'
      ? { yes: literal(type, 1), no: literal(type, 0) }
      : null;
  if (type !== 'text') return null;
  const yes = profile.samples.find((value) => YES.has(folded(value)));
  const no = profile.samples.find((value) => NO.has(folded(value)));
  return yes !== undefined && no !== undefined
    ? { yes: literal(type, yes), no: literal(type, no) }
    : null;
}

const folded = (value: CellValue) => String(value).trim().toLowerCase();

const literal = (type: CatalogColumn['type'], value: CellValue): Literal => ({
  kind: 'literal',
  type,
  value,
});

const SURE = 0.85;

/** Columns of yes and no that the words surely name. */
export const flagSenses = (columns: readonly ColumnSense[]): readonly ColumnSense[] =>
  columns.filter(
    (sense) => sense.score >= SURE && sense.columns.length === 1 && flagOf(sense.columns[0]),
  );

/** Whether the words surely name a column of yes and no, and nothing else as surely. */
export function isFlag(mention: {
  readonly columns: readonly ColumnSense[];
  readonly tables: readonly { readonly score: number }[];
}): boolean {
  const flags = flagSenses(mention.columns);
  const best = Math.max(0, ...flags.map(({ score }) => score));
  const others = mention.columns.filter((sense) => !flags.includes(sense));
  return best > 0 && [...others, ...mention.tables].every(({ score }) => score < best);
}

/** `inactive`, `unpaid`, `non-refundable`: the word without what denies it; null where nothing does. */
export const undenied = (word: string): string | null =>
  /^(?:in|im|ir|un|non)(\p{L}{3,})$/u.exec(word)?.[1] ?? null;
