import { SPELLINGS, type Spelling } from '../ask/traps/spellings.ts';

/** Key words that stand where a table could have an alias. */
const NO_ALIAS = '(?!JOIN|LEFT|INNER|CROSS|WHERE|GROUP|ORDER|ON|LIMIT|HAVING|UNION|QUALIFY|FETCH)';
const TABLE = new RegExp(
  `\\b(FROM|JOIN) ([a-z_]\\w*)(?: (?:AS )?${NO_ALIAS}([a-z]\\w*))?(?=[\\s)]|$)`,
  'g',
);

const changed = (before: string, after: string) => (after === before ? null : after);
const replaced =
  (pattern: RegExp, by: string | ((...groups: string[]) => string)) =>
  (sql: string): string | null =>
    changed(sql, sql.replace(pattern, by as string));

/** Whether a name in FROM may be that of a WITH of the statement, which is no table. */
const hasOwnNames = (sql: string) => /\bWITH\b/.test(sql);

/** Further ways to write a statement that gives the same rows. */
const MORE: readonly Spelling[] = [
  {
    name: 'tables as derived tables',
    rewrite: (sql) =>
      hasOwnNames(sql)
        ? null
        : changed(
            sql,
            sql.replace(
              TABLE,
              (_, word, table, alias) => `${word} (SELECT * FROM ${table}) AS ${alias ?? table}`,
            ),
          ),
  },
  {
    name: 'a CASE for a FILTER of a count',
    rewrite: replaced(/\bCOUNT\(\*\) FILTER \(WHERE ([^()]+)\)/g, 'COUNT(CASE WHEN $1 THEN 1 END)'),
  },
  {
    name: 'a SUM of a CASE for a FILTER of a count',
    rewrite: replaced(
      /\bCOUNT\(\*\) FILTER \(WHERE ([^()]+)\)/g,
      'SUM(CASE WHEN $1 THEN 1 ELSE 0 END)',
    ),
  },
  {
    name: 'factors the other way',
    rewrite: replaced(/\(([a-z]\.[a-z_]+) \* ([a-z]\.[a-z_]+)\)/g, '($2 * $1)'),
  },
  {
    name: 'bounds the other way',
    rewrite: replaced(
      /\b([a-z_]+(?:\.[a-z_]+)?) (<=|>=|<|>) (DATE '[^']*'|'[^']*'|\d+(?:\.\d+)?)/g,
      (...[, column, op, value]) => `${value} ${FLIPPED[op ?? ''] ?? op} ${column}`,
    ),
  },
  {
    name: 'equalities as a list of one',
    rewrite: replaced(/\b([a-z_]+(?:\.[a-z_]+)?) = ('[^']*')/g, '$1 IN ($2)'),
  },
  {
    name: 'bounds as what they are not',
    rewrite: replaced(
      /\b([a-z_]+(?:\.[a-z_]+)?) (<=|>=|<|>) (DATE '[^']*'|\d+(?:\.\d+)?)/g,
      (...[, column, op, value]) => `NOT (${column} ${OPPOSITE[op ?? '']} ${value})`,
    ),
  },
  {
    name: 'other aliases',
    rewrite: (sql) => {
      const alias = /\b(?:FROM|JOIN) [a-z_]\w* (?:AS )?([a-z])\b(?=\s|$)/.exec(sql)?.[1];
      return alias === undefined
        ? null
        : sql
            .replace(new RegExp(`\\b${alias}\\.`, 'g'), `${alias}_1.`)
            .replace(
              new RegExp(`(\\b(?:FROM|JOIN) [a-z_]\\w* (?:AS )?)${alias}\\b(?=\\s|$)`),
              `$1${alias}_1`,
            );
    },
  },
  {
    name: 'one more condition that always holds',
    rewrite: replaced(/\bWHERE\b/g, 'WHERE 1 = 1 AND'),
  },
  {
    name: 'the order by places',
    rewrite: (sql) =>
      /^SELECT [a-z_.]+, [^,]+ FROM/.test(sql) && !/\bOVER\b|\(SELECT/.test(sql)
        ? changed(sql, sql.replace(/ GROUP BY [a-z_.]+(?=$| ORDER| HAVING| LIMIT)/, ' GROUP BY 1'))
        : null,
  },
];

const FLIPPED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const OPPOSITE: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

/** All ways: those of `test/unit/ask/traps/spellings.ts`, and further ones. */
export const REWRITES: readonly Spelling[] = [...SPELLINGS, ...MORE];
