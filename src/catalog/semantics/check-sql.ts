import { findTable } from '#src/catalog/semantics/apply.ts';
import type { SemanticsProblem } from '#src/catalog/semantics/check.ts';
import type { SemanticMetric, SemanticsDocument } from '#src/catalog/semantics/document.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import type { Guard, GuardResult } from '#src/sql/guard.ts';

export interface SqlCheckDeps {
  readonly guard: Guard;
  readonly dialect: Dialect;
  readonly catalog: Catalog;
  readonly signal: AbortSignal;
}

/** Holds the expressions of metrics, and the SQL of examples, to the guard. The names in them are checked already. */
export async function checkSql(
  document: SemanticsDocument,
  deps: SqlCheckDeps,
): Promise<SemanticsProblem[]> {
  const judge = (sql: string) => deps.guard({ ...deps, sql, policy: NO_ROW_POLICY, maxRows: 1 });
  const problems: SemanticsProblem[] = [];
  for (const [at, metric] of document.metrics.entries()) {
    const msg = await metricProblem(metric, deps, judge);
    if (msg) problems.push({ loc: ['metrics', at, 'expression'], msg, type: 'refused' });
  }
  for (const [at, { sql }] of document.examples.entries()) {
    const judged = await judge(sql);
    if (!judged.ok)
      problems.push({ loc: ['examples', at, 'sql'], msg: judged.refusal.text, type: 'refused' });
  }
  return problems;
}

async function metricProblem(
  metric: SemanticMetric,
  { dialect, catalog }: SqlCheckDeps,
  judge: (sql: string) => Promise<GuardResult>,
): Promise<string | null> {
  const table = findTable(catalog, metric.table)!.name;
  const judged = await judge(metricSql({ ...metric, table }, dialect));
  if (!judged.ok) return judged.refusal.text;
  const { root, tables } = judged.facts;
  // An expression that closes its brackets could say more than one value of one table.
  if (tables.length !== 1 || root.outputs.length !== 1 || root.subqueries.length > 0)
    return `The metric "${metric.name}" has to be one expression over "${table}" alone.`;
  if (root.outputs[0]!.aggregates.length === 0)
    return `The metric "${metric.name}" has to be an aggregate, e.g. SUM(column).`;
  return null;
}

/** `SELECT expression FROM table WHERE filters` in the words of a dialect. */
export function metricSql(
  { table, expression, filters }: Pick<SemanticMetric, 'table' | 'expression' | 'filters'>,
  dialect: Dialect,
): string {
  const counted = dialect.lower({
    kind: 'select',
    from: { table, alias: table },
    joins: [],
    where: [],
    groupBy: [],
    having: [],
    select: [{ expr: { kind: 'aggregate', fn: 'count', arg: null, distinct: false }, as: 'value' }],
    distinct: false,
    orderBy: [],
    limit: null,
  });
  const where = filters.map((filter) => `(${filter})`).join(' AND ');
  // A function, so that a `$` of the expression stays one.
  const sql = counted.replace(/count\(\*\)/i, () => `(${expression})`);
  return where ? `${sql} WHERE ${where}` : sql;
}
