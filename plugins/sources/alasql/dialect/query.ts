import { Refused } from '#src/plugin-api/refused.ts';
import type {
  TreeExpr,
  TreeQuery,
  TreeSelect,
  TreeSet,
  TreeSubquery,
} from '#src/sql/select/tree.ts';
import { Block, fold } from './block.ts';
import { commonType } from './coerce.ts';
import { compiled, type ExpressionScope } from './compiled.ts';
import { compile, isAggregate } from './expressions.ts';
import { keyable } from './grouping.ts';
import { SelectWriter } from './select.ts';
import { Sorting, sortKey } from './sorting.ts';
import type { Relation } from './sources.ts';
import type { Ctes, Statement, SubqueryTable } from './statement.ts';
import { BOOLEAN, declined, type SqlType, WHOLE } from './types.ts';

/** Writes the steps of one statement's queries. Throws `Refused` for what is not of the subset. */
export class StatementWriter implements Statement {
  readonly program: Statement['program'];
  readonly catalog: Statement['catalog'];
  readonly rowFilters: Statement['rowFilters'];

  constructor({
    program,
    catalog,
    rowFilters,
  }: Pick<Statement, 'program' | 'catalog' | 'rowFilters'>) {
    this.program = program;
    this.catalog = catalog;
    this.rowFilters = rowFilters;
  }

  query(tree: TreeQuery, outer: Ctes): Relation {
    const ctes = this.#ctes(tree, outer);
    switch (tree.kind) {
      case 'select':
        return new SelectWriter(new Block(this, null, ctes), tree).relation();
      case 'set':
        return this.#set(tree, ctes);
      case 'values':
        return declined('VALUES');
    }
  }

  subquery(expr: TreeSubquery, scope: ExpressionScope, outer: Ctes): SubqueryTable {
    const { query: tree } = expr;
    if (tree.kind !== 'select') return this.#alone(expr, this.query(tree, outer));
    const block = new Block(this, scope, this.#ctes(tree, outer));
    const writer = new SelectWriter(block, tree);
    return writer.ties.length === 0
      ? this.#alone(expr, writer.relation())
      : this.#tied(expr, tree, writer);
  }

  /** Each WITH is made once, in order. */
  #ctes(tree: TreeQuery, outer: Ctes): Ctes {
    const ctes = new Map(outer);
    for (const cte of tree.ctes) {
      const { step, columns } = this.query(cte.query, ctes);
      ctes.set(fold(cte.name), {
        step,
        columns: columns.map((column, at) => ({ ...column, name: cte.columns[at] ?? column.name })),
      });
    }
    return ctes;
  }

  #set(tree: TreeSet, ctes: Ctes): Relation {
    const [left, right] = [this.query(tree.left, ctes), this.query(tree.right, ctes)];
    if (left.columns.length !== right.columns.length)
      throw new Refused('syntax', 'The two sides of the set operation have different columns.');
    const columns = left.columns.map(({ name, type }, at) => ({
      name,
      type: sameColumn(type, right.columns[at]!.type, tree.op.toUpperCase()),
    }));
    const step = this.program.step({
      kind: 'set',
      op: tree.op,
      all: tree.all,
      left: left.step,
      right: right.step,
      width: columns.length,
    });
    const keys = tree.orderBy.map((order) => sortKey(order, placeOf(order.expr, columns)));
    return { step: new Sorting(tree, keys).step(step, this.program), columns };
  }

  /** The table of a subquery that stands alone: one row. */
  #alone({ mode }: TreeSubquery, { step, columns }: Relation): SubqueryTable {
    if (mode !== 'exists' && columns.length !== 1)
      throw new Refused('syntax', 'A subquery in an expression must have one column.');
    const type = mode === 'exists' ? WHOLE : columns[0]!.type;
    keyable(compiled('', type, []), 'A subquery');
    const value =
      mode === 'exists' ? 'A_COUNT(TRUE)' : `${mode === 'in' ? 'A_SET' : 'A_ONLY'}(a0.c0)`;
    const one = this.program.step({
      kind: 'select',
      sql: `SELECT ${value} AS c0 FROM ${step} AS a0`,
    });
    return { step: one, type, ties: [], isCount: false };
  }

  #tied({ mode }: TreeSubquery, tree: TreeSelect, writer: SelectWriter): SubqueryTable {
    const [item, ...more] = tree.items;
    if (
      tree.limit ||
      tree.offset ||
      tree.groupBy.length > 0 ||
      (mode === 'scalar' && tree.distinct)
    )
      return declined('LIMIT, GROUP BY or DISTINCT in a correlated subquery');
    if (mode !== 'exists' && (!item || more.length > 0 || item.expr.kind === 'star'))
      throw new Refused('syntax', 'A subquery in an expression must have one column.');
    const isGrouped = writer.grouping !== null;
    // Where no row is tied, an aggregate is NULL (a count 0); what is computed from it need not be.
    if (isGrouped && (mode !== 'scalar' || !isAggregate(item!.expr)))
      return declined('This aggregate in a correlated subquery');
    const value =
      mode === 'exists' ? compiled('TRUE', BOOLEAN, []) : compile(item!.expr, writer.scope);
    keyable(value, 'A subquery');
    const rows = writer.tied(value);
    const fold = { exists: 'A_COUNT', in: 'A_SET', scalar: 'A_ONLY' }[mode as 'in'];
    const step = this.program.step({
      kind: 'select',
      sql: `SELECT ${fold}(a0.c0) AS c0, A_KEY(a0.k) AS k FROM ${rows} AS a0 GROUP BY a0.k`,
    });
    return {
      step,
      type: mode === 'exists' ? WHOLE : value.type,
      ties: writer.ties.map(({ outer }) => ({ sql: outer.sql, sources: outer.around })),
      isCount: isGrouped && item!.expr.kind === 'call' && item!.expr.name === 'count',
    };
  }
}

function sameColumn(a: SqlType, b: SqlType, what: string): SqlType {
  for (const type of [a, b]) keyable(compiled('', type, []), what);
  if (
    (a.kind === 'date' && b.kind === 'timestamp') ||
    (a.kind === 'timestamp' && b.kind === 'date')
  )
    return declined(`${what} of dates and timestamps`, 'Write a CAST.');
  if (a.kind === 'null' && b.kind === 'null') return a;
  return commonType([{ type: a }, { type: b }], what);
}

/** Behind a set operation only its columns can be named. */
function placeOf(expr: TreeExpr, columns: Relation['columns']): number {
  const at =
    expr.kind === 'literal' && expr.type === 'number'
      ? Number(expr.text) - 1
      : expr.kind === 'column' && expr.names.length === 1
        ? columns.findIndex((column) => fold(column.name) === fold(expr.names[0]!))
        : -1;
  if (!columns[at])
    throw new Refused(
      'column_unknown',
      'ORDER BY of a set operation can only use its result columns.',
    );
  return at;
}
