/** A way to write the same statement otherwise; null where it has nothing to take hold of. */
export interface Spelling {
  readonly name: string;
  rewrite(sql: string): string | null;
}

/** Writes the plain argument of every SUM, AVG, MIN and MAX otherwise. */
const argument = (name: string, write: (column: string) => string): Spelling => ({
  name,
  rewrite: (sql) =>
    changed(
      sql,
      sql.replace(PLAIN_AGGREGATE, (_, fn, arg) => `${fn}(${write(arg)})`),
    ),
});

/** Writes a condition of WHERE otherwise, where it is the only one and the statement one block. */
const condition = (name: string, write: (where: string) => string): Spelling => ({
  name,
  rewrite(sql) {
    const match = ONLY_WHERE.exec(sql);
    if (!match || (sql.match(/\bSELECT\b/gi) ?? []).length > 1) return null;
    const [whole, before, where, after] = match;
    return whole.replace(whole, () => `${before}WHERE ${write(where ?? '')}${after}`);
  },
});

const WORDS = /\b(?:SELECT|FROM|JOIN|ON|WHERE|GROUP BY|ORDER BY|SUM|AVG|COUNT|AS)\b/g;
const PLAIN_AGGREGATE = /\b(SUM|AVG|MIN|MAX)\(((?:[a-z_]\w*\.)?[a-z_]\w*)\)/g;
const ONLY_WHERE = /^(.*?)WHERE (.*?)( (?:GROUP BY|ORDER BY|HAVING|LIMIT).*)?$/is;

const changed = (before: string, after: string) => (after === before ? null : after);
const replaced =
  (pattern: RegExp, by: string) =>
  (sql: string): string | null =>
    changed(sql, sql.replace(pattern, by));

/** Rewrites that leave the rows of a statement as they are, or only change the type of a number in them. */
export const SPELLINGS: readonly Spelling[] = [
  argument('coalesce with zero', (x) => `COALESCE(${x}, 0)`),
  argument('coalesce after a cast', (x) => `COALESCE(CAST(${x} AS DOUBLE), 0)`),
  argument('a cast', (x) => `CAST(${x} AS DOUBLE)`),
  argument('a lenient cast', (x) => `TRY_CAST(${x} AS DOUBLE)`),
  argument('a cast behind', (x) => `${x}::DOUBLE`),
  argument('two casts', (x) => `CAST(CAST(${x} AS DOUBLE) AS DOUBLE)`),
  argument('times one', (x) => `${x} * 1`),
  argument('one times', (x) => `1 * ${x}`),
  argument('divided by one', (x) => `${x} / 1`),
  argument('plus zero', (x) => `${x} + 0`),
  argument('zero plus', (x) => `0 + ${x}`),
  argument('minus zero', (x) => `${x} - 0`),
  argument('a sign', (x) => `+${x}`),
  argument('brackets', (x) => `((${x}))`),
  argument('rounded far behind the point', (x) => `ROUND(${x}, 9)`),
  argument('ifnull', (x) => `IFNULL(${x}, 0)`),
  argument('empty made empty', (x) => `NULLIF(${x}, NULL)`),
  argument('a case for empty', (x) => `CASE WHEN ${x} IS NULL THEN 0 ELSE ${x} END`),
  argument('a case for what is there', (x) => `CASE WHEN ${x} IS NOT NULL THEN ${x} END`),
  argument(
    'a case with an else of nothing',
    (x) => `CASE WHEN ${x} IS NOT NULL THEN ${x} ELSE NULL END`,
  ),
  argument('several at once', (x) => `COALESCE(CAST(${x} AS DOUBLE) * 1, 0) + 0`),
  condition('double negation', (where) => `NOT (NOT (${where}))`),
  condition('a condition that always holds beside it', (where) => `(${where}) AND 1 = 1`),
  condition('brackets around it', (where) => `((${where}))`),
  condition('true first', (where) => `TRUE AND (${where})`),
  {
    name: 'a WITH around it',
    rewrite: (sql) => `WITH told AS (${sql}) SELECT * FROM told`,
  },
  { name: 'a subquery around it', rewrite: (sql) => `SELECT * FROM (${sql}) AS told` },
  {
    name: 'a subquery without a name around it',
    rewrite: (sql) => `SELECT * FROM (${sql})`,
  },
  {
    name: 'two WITH around it',
    rewrite: (sql) => `WITH a AS (${sql}), b AS (SELECT * FROM a) SELECT * FROM b`,
  },
  {
    name: 'equalities the other way',
    rewrite: replaced(/\bON ([\w.]+) = ([\w.]+)/g, 'ON $2 = $1'),
  },
  {
    name: 'equalities in brackets',
    rewrite: replaced(/\bON ([\w.]+) = ([\w.]+)/g, 'ON (($1 = $2))'),
  },
  {
    name: 'INNER JOIN',
    rewrite: replaced(
      /(?<!LEFT |RIGHT |FULL |CROSS |SEMI |ANTI |INNER |OUTER )\bJOIN\b/g,
      'INNER JOIN',
    ),
  },
  { name: 'LEFT OUTER JOIN', rewrite: replaced(/\bLEFT JOIN\b/g, 'LEFT OUTER JOIN') },
  { name: 'COUNT(1)', rewrite: replaced(/\bCOUNT\(\*\)/g, 'COUNT(1)') },
  {
    name: 'small letters',
    rewrite: (sql) => sql.replace(WORDS, (word) => word.toLowerCase()),
  },
  { name: 'quoted aliases', rewrite: replaced(/ AS ([a-z_]\w*)(?= FROM|,)/g, ' AS "$1"') },
  {
    name: 'AS before the names of tables',
    rewrite: replaced(/\b(FROM|JOIN) ([a-z_]\w*) ([a-z])\b(?=\s|$)/g, '$1 $2 AS $3'),
  },
  { name: 'lines and comments', rewrite: replaced(/\bFROM\b/g, '/* rows of */\nFROM') },
  { name: 'a semicolon', rewrite: (sql) => `${sql};` },
  {
    name: 'a quotient of SUM and COUNT',
    rewrite: replaced(/\bAVG\(((?:[a-z_]\w*\.)?[a-z_]\w*)\)/g, 'SUM($1) * 1.0 / COUNT($1)'),
  },
];
