import type {
  BaseColumn,
  ExprFacts,
  ExprNode,
  FilterFacts,
  JoinFacts,
  OutputFacts,
  QueryFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';

/** Facts written shortly, as the guard's reader would give them. Sources are `table` or `table alias`. */
export interface ShortSelect {
  readonly sources: readonly (string | { readonly alias: string; readonly derived: SelectFacts })[];
  readonly joins?: readonly ShortJoin[];
  readonly outputs?: readonly ShortOutput[];
  readonly filters?: readonly FilterFacts[];
  readonly groupBy?: readonly string[];
  readonly orderBy?: readonly string[];
  readonly limit?: number;
}

interface ShortJoin {
  readonly type?: JoinFacts['type'];
  readonly alias: string;
  /** `table.column@alias = table.column@alias`, alias of a table that stands once may be left out. */
  readonly on?: readonly string[];
}

export type ShortOutput =
  | { readonly name: string; readonly column: string; readonly dateUnit?: string }
  | {
      readonly name: string;
      readonly sum: string;
      readonly fn?: string;
      readonly distinct?: boolean;
    }
  | { readonly name: string; readonly count: '*' };

export function column(text: string): BaseColumn {
  const [table, name] = text.split('.') as [string, string];
  return { table, column: name };
}

/** Stands for an expression of which no test looks at the parts. */
export const SOME_NODE: ExprNode = { kind: 'row' };

export function expr(text: string): ExprFacts {
  const node: ExprNode = {
    kind: 'column',
    alias: null,
    name: text,
    column: column(text),
    of: null,
  };
  return {
    printed: text,
    node,
    columns: [column(text)],
    column: column(text),
    aggregates: [],
    dateUnit: null,
  };
}

const literal = (text: string): ExprNode => ({ kind: 'literal', type: 'text', text });

export function filter(
  text: string,
  op: FilterFacts['op'],
  ...values: readonly string[]
): FilterFacts {
  return {
    printed: `${text} ${op} ${values.join(', ')}`,
    node: { kind: 'operation', op: op ?? 'or', args: [expr(text).node, ...values.map(literal)] },
    columns: [column(text)],
    column: column(text),
    op,
    values,
  };
}

function output(short: ShortOutput): OutputFacts {
  if ('column' in short) {
    const { dateUnit = null } = short;
    const plain = expr(short.column);
    const unit: ExprNode = { kind: 'literal', type: 'text', text: dateUnit ?? '' };
    const truncated: ExprNode = {
      kind: 'call',
      name: 'date_trunc',
      args: [unit, plain.node],
      distinct: false,
      filter: null,
      over: null,
      aggregate: false,
    };
    return dateUnit
      ? { ...plain, node: truncated, column: null, dateUnit, name: short.name }
      : { ...plain, dateUnit, name: short.name };
  }
  const counted = 'count' in short;
  const fn = counted ? 'count' : (short.fn ?? 'sum');
  const arg = counted ? null : expr(short.sum);
  const distinct = !counted && (short.distinct ?? false);
  return {
    name: short.name,
    printed: `${fn}(${distinct ? 'DISTINCT ' : ''}${arg?.printed ?? '*'})`,
    node: {
      kind: 'call',
      name: fn,
      args: arg ? [arg.node] : [],
      distinct,
      filter: null,
      over: null,
      aggregate: true,
    },
    columns: arg?.columns ?? [],
    column: null,
    aggregates: [{ fn, distinct, arg }],
    dateUnit: null,
  };
}

export function select(short: ShortSelect): SelectFacts {
  const sources = short.sources.map((source) => {
    if (typeof source !== 'string') return { ...source, table: null };
    const [table, alias] = source.split(' ') as [string, string | undefined];
    return { alias: alias ?? table, table, derived: null };
  });
  const side = (text: string) => {
    const [base, alias] = text.trim().split('@') as [string, string | undefined];
    const found = column(base);
    return { ...found, alias: alias ?? sources.find(({ table }) => table === found.table)!.alias };
  };
  return {
    setOperation: null,
    sources,
    joins: (short.joins ?? []).map(({ type = 'inner', alias, on = [] }) => ({
      type,
      alias,
      equalities: on.map((equality) => {
        const [left, right] = equality.split('=') as [string, string];
        return { left: side(left), right: side(right) };
      }),
      hasOtherConditions: false,
    })),
    outputs: (short.outputs ?? []).map(output),
    filters: short.filters ?? [],
    having: [],
    groupBy: (short.groupBy ?? []).map(expr),
    orderBy: (short.orderBy ?? []).map((text) => ({ expr: expr(text), direction: 'desc' })),
    limit: short.limit ?? null,
    offset: 0,
    distinct: false,
    subqueries: [],
  };
}

export function facts(root: SelectFacts): QueryFacts {
  const tables = new Set<string>();
  const visit = (block: SelectFacts) => {
    for (const { table, derived } of block.sources) {
      if (table !== null) tables.add(table);
      if (derived) visit(derived);
    }
  };
  visit(root);
  return { tables: [...tables], columns: [], functions: [], root };
}
