import type { ReadThrough } from '#src/plugin-api/catalog.ts';

/**
 * A column read so that its type runs no code of users; `column` is SQL. A cast could be a function of theirs: the text
 * of a value comes from the type's output function, which `format` calls. A domain is taken for the type below it, a
 * relabelling that checks nothing.
 */
export function readThroughSql(column: string, through: ReadThrough): string {
  return through.as === 'base'
    ? `${column}::pg_catalog."${through.type}"`
    : `CASE WHEN ${column} IS NULL THEN NULL ELSE pg_catalog.format('%s', ${column}) END`;
}
