import type { CatalogColumn, CatalogTable, PhysicalName } from '#src/plugin-api/catalog.ts';
import type { RewriteOptions } from '#src/plugin-api/dialect.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import type { RowCondition, RowLimit } from '#src/plugin-api/row-clause.ts';
import type { Context } from './context.ts';
import type { SelectRules } from './rules.ts';
import type { BoundTable } from './scope.ts';
import { edited } from './text-edits.ts';
import { readColumns, unitedRows } from './united.ts';

type Filters = RewriteOptions['rowFilters'];

/** Longest name that is given to a result column, in characters. */
const MAX_NAME = 250;

/**
 * The statement's own text with each base table replaced, at the place of its name, by a subquery over its physical
 * name that shows only the columns that the facts name, with the row filter inside it: whatever the engine should
 * resolve otherwise than the facts do, it finds nothing there. A result column that the engine would name by a text
 * with such a subquery is given the name that it had. Nothing else of the text is touched.
 */
export function spliceTables(
  sql: string,
  { bound, namedByText, rules }: Pick<Context, 'bound' | 'namedByText' | 'rules'>,
  filters: Filters,
): string {
  const tables = bound.map((each) => {
    if (!each.ref.span) throw new RangeError('the position of a table in the SQL is unknown');
    return { ...each.ref.span, text: replacement(each, filters, rules) };
  });
  const names = [...namedByText].map(([start, name]) => ({
    start,
    end: start,
    text: ` AS ${rules.quote(name.slice(0, MAX_NAME).trimEnd())}`,
  }));
  return edited(sql, [...tables, ...names]);
}

function replacement(bound: BoundTable, filters: Filters, rules: SelectRules): string {
  const { ref, table } = bound;
  const physical = table.united
    ? unitedRows(
        table.united,
        readColumns(
          table,
          new Set([...shownColumns(bound), ...filteredColumns(table, filters, rules)]),
        ),
        (part) => physicalName(part.physical, rules),
        rules,
      )
    : physicalName(table.physical, rules);
  const alias = ref.alias === null ? ` AS ${rules.quote(ref.names.at(-1)!)}` : '';
  const where = conditions(bound, filters, rules);
  if (where.length > 0 && !ref.replaceable)
    throw new Refused(
      'row_filter',
      `The rows of "${table.name}" can't be read this way with this key.`,
    );
  const columns = shownColumns(bound).map((column) => shownAs(column, rules));
  const isPlain = columns.every(({ computed }) => !computed);
  if (!ref.replaceable) {
    if (table.united || !isPlain || bound.shadowed || (bound.listed && hasUnseen(table)))
      throw new Refused(
        'node_not_allowed',
        `The table "${table.name}" can't be read with TABLESAMPLE here.`,
      );
    return `${physical}${alias}`;
  }
  if (
    !table.united &&
    where.length === 0 &&
    isPlain &&
    bound.groupedByKey &&
    !bound.listed &&
    !bound.shadowed
  )
    return `${physical}${alias}`;
  const shown = columns.map(({ sql }) => sql);
  const filter = where.length > 0 ? ` WHERE ${where.join(' AND ')}${rules.fence}` : '';
  return `(SELECT ${shown.length > 0 ? shown.join(', ') : (rules.noColumn ?? '1')} FROM ${physical}${filter})${alias}`;
}

/** The columns that the row filters of a table compare. */
function filteredColumns(
  table: CatalogTable,
  filters: Filters,
  { foldColumn }: SelectRules,
): readonly CatalogColumn[] {
  const names = new Set(
    (filters.get(table.name) ?? []).flat().map(({ column }) => foldColumn(column)),
  );
  return table.columns.filter(({ name }) => names.has(foldColumn(name)));
}

/** Whether the engine has columns of the table that nobody may read. */
const hasUnseen = ({ columns, leftOut }: CatalogTable) =>
  columns.some((column) => column.hidden) || (leftOut ?? []).length > 0;

/** The columns of a table that the statement reads or names; column aliases count all from the left. */
export function shownColumns({ table, uses, named, listed }: BoundTable): readonly CatalogColumn[] {
  const shown = table.columns.filter(
    (column) => uses.has(column) || named.has(column) || (listed && !column.hidden),
  );
  if (!table.rowOrder || !uses.has(table.rowOrder)) return shown;
  // It would be one of the columns that the engine lists.
  if (listed)
    throw new Refused(
      'node_not_allowed',
      `The row order of "${table.name}" can't be combined with *. Name the columns.`,
    );
  return [...shown, table.rowOrder];
}

function shownAs(column: CatalogColumn, rules: SelectRules) {
  const name = rules.quote(column.name);
  const computed = rules.shown?.(column, name) ?? null;
  return {
    computed: computed !== null,
    value: computed ?? name,
    sql: computed === null ? name : `${computed} AS ${name}`,
  };
}

function conditions(
  { table }: BoundTable,
  filters: Filters,
  rules: SelectRules,
): readonly string[] {
  const condition = (filter: RowCondition): string => {
    const column = table.columns.find(
      (each) => rules.foldColumn(each.name) === rules.foldColumn(filter.column),
    );
    if (!column) throw cannotFilter(filter, table);
    if (filter.op) return limited(column, filter);
    const value = rules.filterValue(column, filter.value);
    if (value === null) throw cannotFilter(filter, table, column);
    // The type of such a column could run code of users in the comparison, too.
    const name = column.readThrough
      ? `(${shownAs(column, rules).value})`
      : rules.quote(column.name);
    const exact = column.type === 'text' ? rules.exactText?.(name, value) : undefined;
    return exact ? `${name} = ${value} AND ${exact}` : `${name} = ${value}`;
  };
  const limited = (column: CatalogColumn, limit: RowLimit): string => {
    const { computed, value: shown } = shownAs(column, rules);
    const name = computed ? `(${shown})` : shown;
    if (limit.value === null) return `${name} IS NULL`;
    const value = rules.filterValue(comparedWith(column), limit.value);
    if (value === null) throw cannotFilter(limit, table, column);
    return `${name} ${limit.op} ${value}`;
  };
  return (filters.get(table.name) ?? []).map((clause) => {
    const choices = clause.map(condition);
    return choices.length === 1 ? choices[0]! : `(${choices.join(' OR ')})`;
  });
}

/** A column as limits compare it: times with days. */
export const comparedWith = (column: CatalogColumn): CatalogColumn =>
  column.type === 'timestamp' ? { ...column, type: 'date' } : column;

export const cannotFilter = (
  { op }: RowCondition,
  table: CatalogTable,
  column?: CatalogColumn,
): Refused => {
  const place = column ? `column "${column.name}"` : `table "${table.name}"`;
  return new Refused(
    'row_filter',
    op
      ? `The filter can't be applied to the ${place}.`
      : `The row filter of this key can't be applied to the ${place}.`,
  );
};

function physicalName({ database, schema, table }: PhysicalName, rules: SelectRules): string {
  return [database, schema, table]
    .filter((part) => part !== null)
    .map(rules.quote)
    .join('.');
}
