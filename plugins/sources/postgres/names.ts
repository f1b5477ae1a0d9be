import type { PhysicalName } from '#src/plugin-api/catalog.ts';

/** A name of any content as a quoted SQL identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Full name of a relation. */
export function relationName({ schema, table }: PhysicalName): string {
  return `${identifier(schema ?? 'public')}.${identifier(table)}`;
}

/** What the rows of an extent are called in FROM. */
export const SOURCE = '"source"';

/** A column of an extent's rows, qualified: no alias of a statement takes its place, nor it that of an alias. */
export function columnOf(name: string): string {
  return `${SOURCE}.${identifier(name)}`;
}
