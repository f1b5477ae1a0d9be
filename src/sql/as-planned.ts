import type { Expr, Predicate, Query, SelectQuery } from '#src/plugin-api/query.ts';
import type { AggregateFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { isWrittenAs } from '#src/query/functions.ts';

/**
 * In what the facts that a dialect reports of a statement differ from the plan that it wrote the statement for; null
 * where they agree. The guard, the checks and the explanation believe the facts: a dialect that writes or reads a plan
 * as another statement would have them judge something that is not run. Compared is what no way of writing changes:
 * tables, columns, number of result columns, and aggregates.
 */
export function differsFromPlan(query: Query, facts: QueryFacts): string | null {
  const planned = new Reads();
  planned.query(query);
  return (
    differingNames('tables', planned.tables, facts.tables) ??
    differingNames(
      'columns',
      planned.columns,
      facts.columns.map(({ table, column }) => columnKey(table, column)),
    ) ??
    differingOutputs(query, facts)
  );
}

const fold = (name: string) => name.toLowerCase();
const columnKey = (table: string, column: string) => `${fold(table)}.${fold(column)}`;

function differingNames(
  what: string,
  planned: ReadonlySet<string>,
  reported: readonly string[],
): string | null {
  const said = new Set(reported.map(fold));
  const missing = [...planned].filter((name) => !said.has(name));
  const more = [...said].filter((name) => !planned.has(name));
  if (missing.length === 0 && more.length === 0) return null;
  return `${what}: planned ${[...planned].join(', ')}; reported ${[...said].join(', ')}`;
}

function differingOutputs(query: Query, { root }: QueryFacts): string | null {
  const { select } = firstSelect(query);
  if (root.outputs.length !== select.length)
    return `result columns: planned ${select.length}; reported ${root.outputs.length}`;
  // A rank around the SELECT may keep ties: what is computed stands one level down.
  const [inner] = root.sources;
  const isRanked = query.limit?.withTies || query.limit?.within;
  const computing = isRanked ? (inner?.derived ?? root) : root;
  for (const [at, { expr, as }] of select.entries()) {
    const aggregates = computing.outputs[at]?.aggregates ?? [];
    if (expr.kind === 'aggregate' && !aggregates.some((one) => isSame(expr, one)))
      return `result column "${as}": planned ${expr.distinct ? 'distinct ' : ''}${expr.fn}; reported ${aggregates.map(({ fn }) => fn).join(', ') || 'none'}`;
  }
  return null;
}

const isSame = (planned: Extract<Expr, { kind: 'aggregate' }>, reported: AggregateFacts) =>
  isWrittenAs(planned.fn, reported.fn) && reported.distinct === planned.distinct;

const firstSelect = (query: Query): SelectQuery =>
  query.kind === 'select' ? query : firstSelect(query.left);

/** The tables and columns that a plan names. */
class Reads {
  readonly tables = new Set<string>();
  readonly columns = new Set<string>();
  /** By alias, which is unique in the whole query. */
  readonly #tableOf = new Map<string, string>();

  query(query: Query): void {
    if (query.kind === 'set') {
      this.query(query.left);
      this.query(query.right);
    } else this.#select(query);
    const { partitionBy = [], orderBy = [] } = query.limit?.within ?? {};
    for (const { expr } of [...query.orderBy, ...orderBy]) this.#expr(expr);
    for (const expr of partitionBy) this.#expr(expr);
  }

  #select(query: SelectQuery): void {
    for (const { table, alias } of [query.from, ...query.joins.map(({ source }) => source)]) {
      this.tables.add(fold(table));
      this.#tableOf.set(alias, table);
    }
    for (const { on } of query.joins)
      for (const { left, right } of on) {
        this.#expr(left);
        this.#expr(right);
      }
    for (const one of [...query.where, ...query.having]) this.#predicate(one);
    for (const one of query.groupBy) this.#expr(one);
    for (const { expr } of query.select) this.#expr(expr);
  }

  #expr(expr: Expr): void {
    switch (expr.kind) {
      case 'column':
        this.columns.add(columnKey(this.#tableOf.get(expr.alias) ?? expr.alias, expr.column));
        break;
      case 'aggregate':
        for (const one of [expr.arg, expr.second]) if (one) this.#expr(one);
        if (expr.when) this.#predicate(expr.when);
        break;
      case 'window':
        if (expr.arg) this.#expr(expr.arg);
        for (const one of [...expr.partitionBy, ...expr.orderBy.map((item) => item.expr)])
          this.#expr(one);
        break;
      case 'bucket':
      case 'part':
        this.#expr(expr.arg);
        break;
      case 'days':
        this.#expr(expr.from);
        this.#expr(expr.to);
        break;
      case 'arithmetic':
        this.#expr(expr.left);
        this.#expr(expr.right);
        break;
      case 'subquery':
        this.query(expr.query);
        break;
      case 'fragment':
        for (const part of expr.parts) if (typeof part !== 'string') this.#expr(part);
        break;
      default:
        break;
    }
  }

  #predicate(predicate: Predicate): void {
    switch (predicate.kind) {
      case 'compare':
        this.#expr(predicate.left);
        this.#expr(predicate.right);
        break;
      case 'fragment':
        this.#expr(predicate);
        break;
      case 'exists':
        this.query(predicate.query);
        break;
      case 'inQuery':
        this.#expr(predicate.expr);
        this.query(predicate.query);
        break;
      case 'and':
      case 'or':
        for (const part of predicate.parts) this.#predicate(part);
        break;
      case 'not':
        this.#predicate(predicate.part);
        break;
      default:
        this.#expr(predicate.expr);
    }
  }
}
