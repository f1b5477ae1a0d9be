import { applySemantics, findTable } from '#src/catalog/semantics/apply.ts';
import type { SemanticsProblem } from '#src/catalog/semantics/check.ts';
import type { SemanticMetric, SemanticsDocument } from '#src/catalog/semantics/document.ts';
import { readFragment } from '#src/catalog/semantics/fragment.ts';
import { metricOf } from '#src/catalog/semantics/meaning.ts';
import { metricQuery } from '#src/catalog/semantics/metric-query.ts';
import type { Catalog, CatalogTable } from '#src/plugin-api/catalog.ts';
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
  const catalog = applySemantics(deps.catalog, { version: 0, document, dropped: [] });
  const policy = NO_ROW_POLICY;
  const judge = (sql: string) => deps.guard({ ...deps, catalog, sql, policy, maxRows: 1 });
  const problems = await filterProblems(document, { ...deps, catalog }, judge);
  for (const [at, metric] of document.metrics.entries()) {
    const unread = unreadable(metric, deps.catalog, at);
    const msg = unread.length > 0 ? null : await metricProblem(metric, deps, judge);
    problems.push(...unread);
    if (msg) problems.push({ loc: ['metrics', at, 'expression'], msg, type: 'refused' });
  }
  for (const [at, { sql }] of document.examples.entries()) {
    const judged = await judge(sql);
    if (!judged.ok)
      problems.push({ loc: ['examples', at, 'sql'], msg: judged.refusal.text, type: 'refused' });
  }
  return problems;
}

/** Tables whose columns cannot have the values of the row filter. */
async function filterProblems(
  { row_filter }: SemanticsDocument,
  { dialect, catalog }: SqlCheckDeps,
  judge: (sql: string) => Promise<GuardResult>,
): Promise<SemanticsProblem[]> {
  if (!row_filter) return [];
  const problems: SemanticsProblem[] = [];
  for (const table of catalog.tables.filter((one) => isFilteredTable(one, catalog))) {
    const rows = { name: 'rows', synonyms: [], filters: [], description: null, signed_by: null };
    const metric = metricOf({ ...rows, table: table.name, expression: 'COUNT(*)' }, catalog)!;
    const judged = await judge(dialect.lower(metricQuery(metric), catalog));
    if (judged.ok) continue;
    const msg = `"${table.name}": ${judged.refusal.text}`;
    problems.push({ loc: ['row_filter'], msg, type: 'refused' });
  }
  return problems;
}

const isFilteredTable = ({ columns, isView }: CatalogTable, { rowFilter }: Catalog): boolean =>
  !isView &&
  (rowFilter ?? [])
    .flat()
    .every((wanted) =>
      columns.some((column) => column.name.toLowerCase() === wanted.column.toLowerCase()),
    );

/** Texts of a metric that are no expressions over the columns of its table. */
function unreadable(metric: SemanticMetric, catalog: Catalog, at: number): SemanticsProblem[] {
  const table = findTable(catalog, metric.table)!;
  const texts = [
    { sql: metric.expression, place: ['expression'] },
    ...metric.filters.map((sql, index) => ({ sql, place: ['filters', index] })),
  ];
  return texts.flatMap(({ sql, place }): SemanticsProblem[] => {
    const read = readFragment(sql, table);
    if ('parts' in read) return [];
    const msg = `The metric "${metric.name}" isn't valid: ${read.problem}.`;
    return [{ loc: ['metrics', at, ...place], msg, type: 'refused' }];
  });
}

async function metricProblem(
  said: SemanticMetric,
  { dialect, catalog }: SqlCheckDeps,
  judge: (sql: string) => Promise<GuardResult>,
): Promise<string | null> {
  const metric = metricOf(said, catalog)!;
  const judged = await judge(dialect.lower(metricQuery(metric), catalog));
  if (!judged.ok) return judged.refusal.text;
  const { root, tables } = judged.facts;
  if (tables.length !== 1 || root.outputs.length !== 1 || root.subqueries.length > 0)
    return `The metric "${said.name}" must be one expression over the table "${metric.table}" only.`;
  if (root.outputs[0]!.aggregates.length === 0)
    return `The metric "${said.name}" must be an aggregate, such as SUM(column).`;
  return null;
}
