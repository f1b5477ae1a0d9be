import { inEachBlock } from '#src/planner/select-blocks.ts';
import type { Catalog, CatalogTable, TotalRows } from '#src/plugin-api/catalog.ts';
import type { Expr, Predicate, Query, SelectQuery, TableSource } from '#src/plugin-api/query.ts';

type Tables = ReadonlyMap<string, CatalogTable>;

/**
 * The query without rows that sum others of their table, in each of its SELECT blocks: counted with the rows that they
 * sum, they double every total. A block that asks for them by their label keeps them.
 */
export function withoutTotalRows(query: SelectQuery, tables: Tables): SelectQuery {
  if (![...tables.values()].some(({ totalRows }) => totalRows?.length)) return query;
  return inEachBlock(query, (block) => inSelect(block, tables));
}

/** The query without the conditions that `withoutTotalRows` adds, as it is said: an assumption tells them. */
export function withoutTotalRowConditions<Part extends Query>(query: Part, catalog: Catalog): Part {
  // Most data has none, and is left as it is.
  if (!catalog.tables.some(({ totalRows }) => totalRows?.length)) return query;
  const tables = new Map(catalog.tables.map((table) => [table.name, table]));
  return inEachBlock(query, (block) => {
    const added = conditionsIn(block, tables).map(({ predicate }) => JSON.stringify(predicate));
    return { ...block, where: block.where.filter((one) => !added.includes(JSON.stringify(one))) };
  });
}

function inSelect(query: SelectQuery, tables: Tables): SelectQuery {
  const added = conditionsIn(query, tables).filter(({ names }) => !query.where.some(names));
  return { ...query, where: [...query.where, ...added.map(({ predicate }) => predicate)] };
}

function conditionsIn({ from, joins }: SelectQuery, tables: Tables): readonly LeavingOut[] {
  const inner = joins.flatMap(({ type, source }) => (type === 'inner' ? [source] : []));
  return [from, ...inner].flatMap((source) => conditionsOf(source, tables));
}

interface LeavingOut {
  readonly predicate: Predicate;
  /** Whether a condition names values of the label's column. */
  readonly names: (condition: Predicate) => boolean;
}

function conditionsOf({ table, alias }: TableSource, tables: Tables): readonly LeavingOut[] {
  const known = tables.get(table);
  return (known?.totalRows ?? []).flatMap((rows) => {
    const column = known?.columns.find(({ name }) => name === rows.column);
    // A column that is not read cannot be held to anything.
    if (!column || column.hidden || column.sensitive) return [];
    const expr: Expr = { kind: 'column', alias, column: column.name };
    return [
      {
        predicate: leavingOut(expr, rows, column.profile?.nullCount !== 0),
        names: (condition: Predicate) => namesLabel(condition, expr),
      },
    ];
  });
}

function leavingOut(expr: Expr, { values }: TotalRows, mayBeEmpty: boolean): Predicate {
  const labels = values.filter((value) => value !== null);
  const isEmpty = (negated: boolean): Predicate => ({ kind: 'null', expr, negated });
  if (labels.length === 0) return isEmpty(true);
  const literals = labels.map((value) => ({ kind: 'literal', type: 'text', value }) as const);
  const [first] = literals;
  const others: Predicate =
    first && literals.length === 1
      ? { kind: 'compare', op: '<>', left: expr, right: first }
      : { kind: 'in', expr, values: literals, negated: true };
  if (values.includes(null)) return { kind: 'and', parts: [others, isEmpty(true)] };
  return mayBeEmpty ? { kind: 'or', parts: [others, isEmpty(false)] } : others;
}

/** Whether a condition names values of the label's column: those rows, or others, are asked for. */
function namesLabel(condition: Predicate, expr: Expr): boolean {
  const isLabel = (one: Expr) => JSON.stringify(one) === JSON.stringify(expr);
  switch (condition.kind) {
    case 'compare':
      return condition.op === '=' && isLabel(condition.left);
    case 'in':
    case 'match':
    case 'null':
      return !condition.negated && isLabel(condition.expr);
    case 'and':
    case 'or':
      return condition.parts.some((part) => namesLabel(part, expr));
    default:
      return false;
  }
}
