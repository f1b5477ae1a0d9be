import type { PhysicalName } from '#src/plugin-api/catalog.ts';

/** A name of any content as a quoted SQL identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Full name of a relation. */
export function relationName({ schema, table }: PhysicalName): string {
  return `${identifier(schema ?? 'public')}.${identifier(table)}`;
}
