import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import type { TreeExpr, TreeSelect } from '#src/sql/select/tree.ts';
import { AGGREGATES } from './functions.ts';
import type { Parser } from './parser.ts';
import { notAllowed } from './refused.ts';

/**
 * What people and models write for another database, and what MySQL reads in silence as something else: the answer
 * would be wrong without an error, so it is refused. The body of a view was written for the server: there it is not.
 */

/** Notes a text where a column is likelier: `SELECT "name"`, `"age" > 30`, `SUM("amount")`. */
export function noteText(parser: Parser, expr: TreeExpr | undefined, isLeftSide = false): void {
  if (expr?.kind !== 'literal' || expr.type !== 'text') return;
  if (isLeftSide || parser.doubleQuoted.has(expr)) parser.likelyColumns.push(expr.text);
}

/** `ORDER BY "total"` orders by a constant, which is nothing. */
export function noteTextKey(parser: Parser, expr: TreeExpr): void {
  if (expr.kind === 'literal' && expr.type === 'text')
    parser.mistake ??= new Refused(
      'node_not_allowed',
      `Ordering or grouping by the text ${JSON.stringify(expr.text)} has no effect. Put backticks around a column's name.`,
    );
}

/** Refuses texts that were noted and are the name of a column that is in reach. */
export function refuseTextsForColumns(
  texts: readonly string[],
  facts: QueryFacts,
  tables: readonly CatalogTable[],
): void {
  if (texts.length === 0) return;
  const read = new Set(facts.tables);
  const columns = tables.filter((table) => read.has(table.name)).flatMap((table) => table.columns);
  // A text that is a result column itself has its own name.
  const outputs = facts.root.outputs.filter(
    (each) => each.columns.length > 0 || each.aggregates.length > 0,
  );
  const names = new Set([...columns, ...outputs].map((each) => each.name.toLowerCase()));
  const text = texts.find((each) => names.has(each.toLowerCase()));
  if (text !== undefined)
    throw new Refused(
      'node_not_allowed',
      `"${text}" is a string here, not a column. Put backticks around the name: \`${text}\`.`,
    );
}

const JOIN_WORDS = new Set(['full', 'semi', 'anti', 'asof']);

/** `a FULL JOIN b` is an inner join of `a` under the name FULL. */
export function refuseUnknownJoin(parser: Parser): void {
  const { kind, key } = parser.peek();
  if (kind !== 'word' || !JOIN_WORDS.has(key)) return;
  if (parser.isWord('join', 1) || parser.isWord('outer', 1))
    notAllowed(`${key.toUpperCase()} JOIN`);
}

/** `a || b` is OR, where others join texts. */
export function refuseBars(): never {
  throw new Refused(
    'node_not_allowed',
    'The operator || means OR here. Use CONCAT(a, b) to join strings, or write OR.',
  );
}

/** In HAVING a name that is a result column and a key of GROUP BY is the key; elsewhere it is the result column. */
export function noteAmbiguousHaving(
  parser: Parser,
  { items, groupBy, having }: Pick<TreeSelect, 'items' | 'groupBy' | 'having'>,
): void {
  if (!having) return;
  const keys = new Set(groupBy.flatMap((key) => columnName(key) ?? []));
  const names = bareNames(having);
  for (const { alias, expr } of items) {
    const name = alias?.toLowerCase();
    if (name === undefined || !keys.has(name) || columnName(expr) === name) continue;
    if (names.has(name))
      parser.mistake ??= new Refused(
        'column_ambiguous',
        `"${alias}" in HAVING is both a result column and a key of GROUP BY. Give the result column another name.`,
      );
  }
}

const columnName = (expr: TreeExpr) =>
  expr.kind === 'column' ? expr.names.at(-1)!.toLowerCase() : null;

/** Names alone, outside aggregates and subqueries. */
function bareNames(root: TreeExpr): ReadonlySet<string> {
  const names = new Set<string>();
  const open: TreeExpr[] = [root];
  for (let expr = open.pop(); expr; expr = open.pop()) {
    if (expr.kind === 'column' && expr.names.length === 1) names.add(expr.names[0]!.toLowerCase());
    else if (expr.kind === 'cast') open.push(expr.arg);
    else if (expr.kind === 'operation') open.push(...expr.args);
    else if (expr.kind === 'call' && !AGGREGATES.has(expr.name)) open.push(...expr.args);
    else if (expr.kind === 'subquery' && expr.outer) open.push(expr.outer);
  }
  return names;
}
