import type { ExprFacts, OutputFacts } from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import { both, outputsOf } from '#src/sql/select/set-outputs.ts';
import type { Around, ReadQuery, UnnamedItems } from './context.ts';
import { notAllowed } from './refused.ts';
import { fold, type Scope, type VisibleColumn } from './scope.ts';
import type { Expression, Star } from './tree.ts';

/** An output with what the query around it may do with it. */
export interface Output {
  readonly facts: OutputFacts;
  readonly column: VisibleColumn;
  readonly unnamed?: boolean;
}

/** The name of a result column in the text; null for an item that DuckDB would name itself. */
export function nameOf(expr: Expression, scope: Scope): string | null {
  if (expr.alias !== '') return expr.alias;
  if (expr.class !== 'COLUMN_REF') return null;
  const hit = scope.find(expr.column_names);
  return hit?.kind === 'column' && !hit.isField ? hit.column.name : expr.column_names.at(-1)!;
}

export function outputOf(facts: ExprFacts, name: string, expr: Expression, scope: Scope): Output {
  const hit = expr.class === 'COLUMN_REF' ? scope.find(expr.column_names) : null;
  const nested = hit?.kind === 'column' && !hit.isField ? hit.column.nested : true;
  const column: VisibleColumn = {
    name,
    column: facts.column,
    columns: facts.columns,
    origin: null,
    nested,
  };
  return { facts: { ...facts, name }, column };
}

/** A column that `*` shows. */
export function passed(column: VisibleColumn, name: string): Output {
  return {
    facts: {
      name,
      text: column.name,
      columns: column.columns,
      column: column.column,
      aggregates: [],
      dateUnit: null,
    },
    column: { ...column, name, origin: null },
  };
}

/** What EXCLUDE, REPLACE and RENAME of a `*` change, by name in lower case. Throws `Refused` for names that it does not show. */
export function starChanges(star: Star, shown: readonly VisibleColumn[]) {
  const excluded = excludedNames(star);
  const replaced = new Map(star.replace_list.map((each) => [fold(each.key), each.value]));
  const renames = new Map(star.rename_list.map((each) => [fold(each.key.column), each.value]));
  for (const name of [...excluded, ...replaced.keys(), ...renames.keys()])
    if (!shown.some((column) => fold(column.name) === name))
      throw new Refused('column_unknown', `There is no column "${name}" in * here.`);
  return { excluded, replaced, renames };
}

function excludedNames(star: Star): ReadonlySet<string> {
  const qualified = star.qualified_exclude_list.map((each) => {
    if (each.table !== '' || each.schema !== '' || each.catalog !== '')
      notAllowed('EXCLUDE of a column with its table');
    return each.column;
  });
  return new Set([...star.exclude_list, ...qualified].map(fold));
}

export function byName(left: ReadQuery, right: ReadQuery): readonly Output[] {
  const [one, two] = [outputsOf(left), outputsOf(right)];
  const same = (a: Output) => (b: Output) => fold(a.column.name) === fold(b.column.name);
  return [
    ...one.map((each) => {
      const other = two.find(same(each));
      return other ? both(each, other) : each;
    }),
    ...two.filter((each) => !one.some(same(each))),
  ];
}

/** Notes what DuckDB would name itself in a select list. */
export function noteUnnamed(
  unnamed: UnnamedItems,
  outputs: readonly Output[],
  around: Around,
): void {
  if (!outputs.some((each) => each.unnamed)) return;
  if (around === 'result') unnamed.inResult = true;
  if (around === 'query') unnamed.nameable = true;
}

/** ORDER BY ALL. */
export const isAll = (expr: Expression) =>
  expr.class === 'STAR' && expr.columns && expr.expr === null;
