import { saysYesOrNo } from '#src/planner/compile/aggregates.ts';
import { isMetric } from '#src/planner/lexicon/metrics.ts';
import { isNumeric } from '#src/planner/measured.ts';
import type { Scope } from '#src/planner/scope.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { Expr } from '#src/plugin-api/query.ts';
import { FUNCTIONS } from '#src/query/functions.ts';
import type { Measure } from '#src/read/ask.ts';
import { type BuildContext, unsound } from '#src/read/build/context.ts';

/** The column that something is computed of, where that is sound. */
export function computedColumn(build: BuildContext, { fn, of }: Measure): CatalogColumn {
  const { columns } = build.target(of);
  if (columns?.some(isMetric)) unsound('A metric has its own calculation.');
  if (columns && columns.length > 1) unsound('The calculation uses two columns at once.');
  const column = columns?.[0] ?? unsound('The calculation needs a column, not a table.');
  if (fn && FUNCTIONS[fn].takes === 'number' && !isNumeric(column.type))
    unsound(`${column.label} isn't a number.`);
  if (fn === 'sum' && column.additive === false) unsound(`${column.label} can't be added up.`);
  return column;
}

/** What is computed over all rows of a scope, or over those of each group of them. */
export function aggregateOf(build: BuildContext, scope: Scope, measure: Measure): Expr {
  const { less, ...whole } = measure;
  if (less === undefined) return singleAggregate(build, scope, measure);
  const { type, label } = computedColumn(build, whole);
  if (!isNumeric(type)) unsound(`${label} isn't a number.`);
  return {
    ...{ kind: 'arithmetic', op: '-', left: singleAggregate(build, scope, whole) },
    right: singleAggregate(build, scope, { ...whole, fn: less }),
  };
}

function singleAggregate(build: BuildContext, scope: Scope, measure: Measure): Expr {
  const { fn, of, distinct } = measure;
  const { table, columns } = build.target(of);
  if (fn === 'count' && columns === null) {
    build.refuseCountOf(table);
    if (table === scope.base) return { kind: 'aggregate', fn, arg: null, distinct: false };
    return { kind: 'aggregate', fn, arg: scope.column(table, build.key(table)), distinct: true };
  }
  const column = computedColumn(build, measure);
  // `how many test results were a fail`: where only one value is left, the rows that have it are counted.
  if (fn === 'count' && !distinct && build.isSaid(column, table)) {
    const arg = table === scope.base ? null : scope.column(table, build.key(table));
    return { kind: 'aggregate', fn, arg, distinct: arg !== null };
  }
  if (fn === 'count') {
    if (column.kind === 'measure' && !distinct) unsound('The values could be counted or added up.');
    if (column.additive === true && !distinct) unsound('The values could be counted or added up.');
    if (saysYesOrNo(column) && !distinct)
      unsound("The question doesn't say whether to count yes or no.");
    return { kind: 'aggregate', fn, arg: scope.column(table, column.name), distinct: true };
  }
  return { kind: 'aggregate', fn: fn!, arg: scope.column(table, column.name), distinct };
}
