import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Query } from '#src/plugin-api/query.ts';
import {
  type LoweringRules,
  likePattern,
  literalText,
  lowerQuery,
  type TiedSelect,
} from '#src/sql/lower.ts';
import { quoted } from './names.ts';
import { RESERVED } from './reserved.ts';

/** Writes the IR as DuckDB SQL (https://duckdb.org/docs/stable/sql/introduction). */
export function lowerDuckdb(query: Query, catalog?: Catalog): string {
  return lowerQuery(query, rules, catalog);
}

export const textLiteral = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** Quoted unless it is a plain word; DuckDB compares names without case. */
function identifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/i.test(name) && !RESERVED.has(name.toLowerCase())
    ? name
    : quoted(name);
}

function qualified({ lines, count, window, orderBy }: TiedSelect): readonly string[] {
  return [...lines, `QUALIFY rank() OVER (${window}) <= ${count}`, orderBy];
}

const rules: LoweringRules = {
  functions: 'duckdb',
  identifier,
  literal: (literal) => literalText(literal, textLiteral),
  // date_trunc gives a TIMESTAMP for a TIMESTAMP; periods of a day or more are shown as dates.
  bucket: (unit, arg) =>
    unit === 'hour' ? `date_trunc('hour', ${arg})` : `CAST(date_trunc('${unit}', ${arg}) AS DATE)`,
  part: (part, arg) => (part === 'weekday' ? `isodow(${arg})` : `${part}(${arg})`),
  days: (from, to) => `date_diff('day', CAST(${from} AS DATE), CAST(${to} AS DATE))`,
  elapsed: (from, to, seconds) => `date_diff('second', ${from}, ${to}) * 1.0 / ${seconds}`,
  divide: (left, right) => `${left} / NULLIF(${right}, 0)`,
  match(mode, expr, wanted, negated) {
    if (mode === 'equals')
      return `lower(${expr}) ${negated ? '<>' : '='} lower(${textLiteral(wanted)})`;
    const escaped = wanted.replace(/[\\%_]/g, '\\$&');
    const clause = escaped === wanted ? '' : " ESCAPE '\\'";
    return `${expr} ${negated ? 'NOT ' : ''}ILIKE ${textLiteral(likePattern(mode, escaped))}${clause}`;
  },
  asText: (column, nativeType) =>
    /^(|VARCHAR|JSON|ENUM\(.*\))$/is.test(nativeType) ? column : `CAST(${column} AS VARCHAR)`,
  order: (expr, direction) => `${expr}${direction === 'desc' ? ' DESC' : ''} NULLS LAST`,
  withTies: qualified,
  firstOfParts: qualified,
};
