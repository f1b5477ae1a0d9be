import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Query } from '#src/plugin-api/query.ts';
import {
  type LoweringRules,
  likePattern,
  literalText,
  lowerQuery,
  rankedTies,
} from '#src/sql/lower.ts';
import { RESERVED } from './reserved.ts';

/** Writes the IR as PostgreSQL SQL (https://www.postgresql.org/docs/current/sql.html). */
export function lowerPostgres(query: Query, catalog?: Catalog): string {
  return lowerQuery(query, POSTGRES_LOWERING, catalog);
}

/** A text as a literal that reads the same under either setting of standard_conforming_strings. */
export function textLiteral(value: string): string {
  const text = value.replaceAll("'", "''");
  return text.includes('\\') ? `E'${text.replaceAll('\\', '\\\\')}'` : `'${text}'`;
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Quoted unless it is a plain word in small letters: PostgreSQL folds the others. */
function identifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED.has(name) ? name : quoted(name);
}

/** How PostgreSQL's constructs are written; dialects that take its SQL build on it. */
export const POSTGRES_LOWERING: LoweringRules = {
  functions: 'postgres',
  identifier,
  literal: (literal) => literalText(literal, textLiteral),
  // date_trunc gives a TIMESTAMP; periods of a day or more are shown as dates.
  bucket: (unit, arg) =>
    unit === 'hour' ? `date_trunc('hour', ${arg})` : `CAST(date_trunc('${unit}', ${arg}) AS DATE)`,
  // EXTRACT gives a NUMERIC, whose parts are whole numbers here.
  part: (part, arg) =>
    `CAST(EXTRACT(${part === 'weekday' ? 'ISODOW' : part.toUpperCase()} FROM ${arg}) AS INTEGER)`,
  days: (from, to) => `(CAST(${to} AS DATE) - CAST(${from} AS DATE))`,
  elapsed: (from, to, seconds) => `EXTRACT(EPOCH FROM (${to} - ${from})) / ${seconds}`,
  // Two integers divide to an integer, so one side becomes a NUMERIC; a float stays one.
  divide: (left, right) => `${left} * 1.0 / NULLIF(${right}, 0)`,
  match(mode, expr, wanted, negated) {
    if (mode === 'equals')
      return `lower(${expr}) ${negated ? '<>' : '='} lower(${textLiteral(wanted)})`;
    const special = /[\\%_]/.test(wanted);
    const escaped = special ? wanted.replace(/[!%_]/g, '!$&') : wanted;
    const clause = special ? " ESCAPE '!'" : '';
    return `${expr} ${negated ? 'NOT ' : ''}ILIKE ${textLiteral(likePattern(mode, escaped))}${clause}`;
  },
  // `character(n)` has blanks at its end, which a text has not.
  asText: (column, nativeType) =>
    /^(|text|character varying(\(\d+\))?|citext)$/i.test(nativeType)
      ? column
      : `CAST(${column} AS TEXT)`,
  order: (expr, direction) => `${expr}${direction === 'desc' ? ' DESC' : ''} NULLS LAST`,
  withTies: ({ lines, count, orderBy }) => [
    ...lines,
    orderBy,
    `FETCH FIRST ${count} ROWS WITH TIES`,
  ],
  firstOfParts: rankedTies,
};
