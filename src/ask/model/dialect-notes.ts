import { lookupTable } from '#src/sql/lookup-table.ts';

interface DialectNotes {
  readonly name: string;
  /** What writers of SQL get wrong in it, each beside SQL that the guard lets pass. */
  readonly notes: readonly string[];
}

const NOTES: Readonly<Record<string, DialectNotes>> = lookupTable({
  duckdb: {
    name: 'DuckDB 1.5',
    notes: [
      "date_trunc('month', d), EXTRACT(year FROM d), strftime(d, '%Y-%m')",
      "date_diff('day', a, b); d + INTERVAL 1 MONTH; DATE '2025-01-31'",
      'a / b is a decimal, a // b is whole; NULLIF(b, 0)',
      "text ILIKE '%part%' ignores case",
      'COUNT(*) FILTER (WHERE x > 0)',
      'median(x), quantile_cont(x, 0.9)',
      "string_agg(x, ', ' ORDER BY x)",
      'QUALIFY ROW_NUMBER() OVER (PARTITION BY g ORDER BY x DESC) = 1',
      'TRY_CAST(x AS DOUBLE); ROUND(x, 2)',
      'ORDER BY x DESC NULLS LAST; "quoted name", \'text\'',
    ],
  },
  postgres: {
    name: 'PostgreSQL',
    notes: [
      "date_trunc('month', d), EXTRACT(year FROM d), to_char(d, 'YYYY-MM')",
      "date - date is a number of days; d + INTERVAL '1 month'",
      'whole / whole is whole: x * 1.0 / NULLIF(y, 0)',
      "text ILIKE '%part%' ignores case",
      'COUNT(*) FILTER (WHERE x > 0)',
      'percentile_cont(0.5) WITHIN GROUP (ORDER BY x)',
      "string_agg(x, ', ' ORDER BY x)",
      'DISTINCT ON (g) … ORDER BY g, x DESC for the first of each group',
      'ROUND(x::numeric, 2)',
      'ORDER BY x DESC NULLS LAST; "Quoted Name", \'text\'',
    ],
  },
  mysql: {
    name: 'MySQL 8 / MariaDB 10',
    notes: [
      "DATE_FORMAT(d, '%Y-%m'), YEAR(d), MONTH(d)",
      'DATEDIFF(later, earlier) is days; d + INTERVAL 1 MONTH',
      'a / b is a decimal, a DIV b is whole; NULLIF(b, 0)',
      'texts mostly compare without case; no ILIKE',
      'SUM(x > 0) or COUNT(CASE WHEN x > 0 THEN 1 END); no FILTER',
      'no median',
      "GROUP_CONCAT(x ORDER BY x SEPARATOR ', ')",
      'ROW_NUMBER() OVER (PARTITION BY g ORDER BY x DESC) in a subquery',
      'no FULL JOIN',
      "ORDER BY x DESC puts NULL last; `quoted name`, 'text'",
    ],
  },
  alasql: {
    name: 'standard SQL with few functions',
    notes: [
      'no window functions, no FILTER, no INTERVAL',
      'YEAR(d), MONTH(d), DAY(d)',
      'a * 1.0 / b',
      "LIKE '%part%'",
    ],
  },
});

export const dialectName = (dialect: string): string => NOTES[dialect]?.name ?? dialect;

/** Lines on a dialect for a prompt; empty where nothing is known of it. */
export function dialectText(dialect: string): string {
  const { name, notes } = NOTES[dialect] ?? { name: dialect, notes: [] };
  return notes.length > 0 ? `${name}:\n${notes.map((note) => `- ${note}`).join('\n')}\n` : '';
}
