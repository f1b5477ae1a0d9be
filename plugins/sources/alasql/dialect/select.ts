import { Refused } from '#src/plugin-api/refused.ts';
import type { TreeExpr, TreeOrder, TreeSelect } from '#src/sql/select/tree.ts';
import type { Block } from './block.ts';
import { fold } from './block.ts';
import { allTrue, type Compiled, compiled, type ExpressionScope } from './compiled.ts';
import { compile, conjuncts, hasAggregate } from './expressions.ts';
import { fromText, placeConditions, readFrom } from './from.ts';
import { Grouping, keyable } from './grouping.ts';
import { condition } from './operators.ts';
import { Sorting, sortKey } from './sorting.ts';
import { type Relation, Source } from './sources.ts';
import { declined, TEXT, WHOLE } from './types.ts';
import { isWindow, Windows } from './windows.ts';

/** An equality that ties a subquery to the block around. */
export interface Tie {
  readonly inner: Compiled;
  readonly outer: Compiled;
}

interface Item {
  readonly name: string;
  readonly expr: Compiled;
  readonly tree: TreeExpr;
}

/** A SELECT whose FROM and WHERE are read. */
export class SelectWriter {
  readonly block: Block;
  readonly tree: TreeSelect;
  readonly ties: readonly Tie[];
  readonly #where: readonly Compiled[];
  readonly grouping: Grouping | null;

  constructor(block: Block, tree: TreeSelect) {
    this.block = block;
    this.tree = tree;
    const inner = readFrom(block, tree.from);
    const tests = [...inner, ...conjuncts(tree.where)].map((each) =>
      condition(compile(each, block.rowScope), block.program),
    );
    this.ties = tests.filter((test) => test.outer).map(tieOf);
    this.#where = placeConditions(
      tests.filter((test) => !test.outer),
      block.sources,
    );
    this.grouping = this.#isGrouped() ? new Grouping(block, this.#groupKeys()) : null;
  }

  get scope(): ExpressionScope {
    return this.grouping?.scope ?? this.block.rowScope;
  }

  /** The whole SELECT as a table. */
  relation(): Relation {
    const items = this.tree.items.flatMap((item) => this.#item(item));
    const columns = items.map((item) => inBlock(item.expr).sql);
    const sorting = this.#sorting(items, columns);
    const windows = new Windows(this.block.program, (expr) =>
      keyable(inBlock(compile(expr, this.scope)), 'OVER'),
    );
    for (const [at, { tree }] of items.entries())
      if (isWindow(tree)) windows.add(tree, at, columns);
    const having = conjuncts(this.tree.having).map((each) =>
      inBlock(condition(compile(each, this.scope), this.block.program)),
    );
    let step = this.#project(columns, having, null);
    step = windows.steps(step);
    if (this.tree.distinct) step = this.#distinct(step, items);
    step = sorting.step(step, this.block.program);
    return { step, columns: items.map(({ name, expr }) => ({ name, type: expr.type })) };
  }

  /** One expression over the rows or groups as a table, with the key of the ties as `k` beside it. */
  tied(expr: Compiled): string {
    const ties = this.grouping?.keyColumns() ?? this.ties.map((tie) => tie.inner);
    const having = conjuncts(this.tree.having).map((each) =>
      inBlock(condition(compile(each, this.scope), this.block.program)),
    );
    return this.#project([inBlock(expr).sql], having, ties);
  }

  #isGrouped(): boolean {
    const { groupBy, having, items, orderBy } = this.tree;
    const exprs = [...items, ...orderBy].map((each) => each.expr);
    return groupBy.length > 0 || having !== null || exprs.some(hasAggregate);
  }

  /** A key is a place, a column of FROM or else the name of a result column. */
  #groupKeys(): readonly Compiled[] {
    // An aggregate in a subquery that is tied to the block around is one for each row there.
    if (this.tree.groupBy.length === 0) return this.ties.map((tie) => tie.inner);
    return this.#groupTrees().map((key) =>
      keyable(inBlock(compile(key, this.block.rowScope)), 'GROUP BY'),
    );
  }

  #groupTrees(): readonly TreeExpr[] {
    return this.tree.groupBy.map((key) => {
      if (key.kind === 'literal') return this.#byPlace(key);
      const isOutput =
        key.kind === 'column' && key.names.length === 1 && !this.block.has(key.names[0]!);
      const item = isOutput
        ? this.tree.items.find((each) => fold(each.name) === fold(key.names[0]!))
        : undefined;
      return item?.expr ?? key;
    });
  }

  #byPlace(key: Extract<TreeExpr, { kind: 'literal' }>): TreeExpr {
    const item = key.type === 'number' ? this.tree.items[Number(key.text) - 1] : undefined;
    if (!item || this.tree.items.some((each) => each.expr.kind === 'star'))
      throw new Refused('column_unknown', `There is no result column ${key.text}.`);
    return item.expr;
  }

  #item({ expr, name }: TreeSelect['items'][number]): readonly Item[] {
    if (expr.kind === 'star') {
      if (this.grouping) return declined('* with GROUP BY');
      return this.block.star(expr.qualifier).map((each) => ({ ...each, tree: expr }));
    }
    // The column is filled by a step of its own.
    if (isWindow(expr)) return [{ name, tree: expr, expr: compiled('NULL', WHOLE, []) }];
    const value = compile(expr, this.scope);
    const shown = value.type.kind === 'literal' ? { ...value, type: TEXT } : value;
    if (shown.type.kind === 'interval') declined('An interval as a result');
    return [{ name, tree: expr, expr: shown }];
  }

  #sorting(items: readonly Item[], columns: string[]): Sorting {
    const keys = this.tree.orderBy.map((order) =>
      sortKey(order, this.#sortColumn(order, items, columns)),
    );
    return new Sorting(this.tree, keys);
  }

  #sortColumn({ expr }: TreeOrder, items: readonly Item[], columns: string[]): number {
    const named = this.#namedItem(expr, items);
    if (named !== null) {
      keyable(items[named]!.expr, 'ORDER BY');
      return named;
    }
    if (isWindow(expr)) return declined('A window in ORDER BY', 'Name its result column.');
    const { sql } = keyable(inBlock(compile(expr, this.scope)), 'ORDER BY');
    const shown = columns.indexOf(sql);
    if (shown >= 0) return shown;
    if (this.tree.distinct)
      throw new Refused('syntax', 'ORDER BY of a SELECT DISTINCT can only use its result columns.');
    return columns.push(sql) - 1;
  }

  /** A name alone is a result column before it is a column of a table; a whole number is a place. */
  #namedItem(expr: TreeExpr, items: readonly Item[]): number | null {
    if (expr.kind === 'literal') {
      const at = Number(expr.text) - 1;
      if (expr.type !== 'number' || !items[at])
        throw new Refused('column_unknown', `There is no result column ${expr.text}.`);
      return at;
    }
    if (expr.kind !== 'column' || expr.names.length > 1) return null;
    const at = items.findIndex((item) => fold(item.name) === fold(expr.names[0]!));
    return at < 0 ? null : at;
  }

  #distinct(from: string, items: readonly Item[]): string {
    for (const item of items) keyable(item.expr, 'DISTINCT');
    return this.block.program.step({ kind: 'distinct', from, width: items.length });
  }

  /** The steps that compute columns over the rows, or over the groups. `ties` become the column `k`. */
  #project(
    columns: readonly string[],
    having: readonly Compiled[],
    ties: readonly Compiled[] | null,
  ): string {
    const { block, grouping } = this;
    if (!grouping)
      return select(
        block,
        [...block.sources, ...block.added],
        columns,
        [...this.#where, ...having],
        {
          fn: 'F_RIGHTKEY',
          values: ties,
        },
      );
    const rows = select(
      block,
      [...block.sources, ...block.added],
      grouping.rowColumns,
      this.#where,
      {
        fn: 'F_KEY',
        values: grouping.keys,
      },
    );
    const groups = block.program.step({ kind: 'select', sql: grouping.groupSql(rows) });
    const source = stepSource(block, groups, grouping.alias);
    return select(block, [source, ...grouping.added], columns, having, {
      fn: 'F_RIGHTKEY',
      values: ties,
    });
  }
}

function tieOf(test: Compiled): Tie {
  const [one, two] = test.equality ?? [];
  const isOuter = (side: Compiled) => side.outer && side.sources.size === 0;
  const isInner = (side: Compiled) => !side.outer && side.sources.size > 0;
  if (one && two && isOuter(one) && isInner(two)) return { outer: one, inner: two };
  if (one && two && isOuter(two) && isInner(one)) return { outer: two, inner: one };
  return declined('A correlated subquery with conditions other than equality');
}

function inBlock(expr: Compiled): Compiled {
  return expr.outer ? declined('A correlated subquery with conditions other than equality') : expr;
}

/** One flat SELECT; `key` becomes the column `k`. */
function select(
  block: Block,
  sources: readonly Source[],
  columns: readonly string[],
  where: readonly Compiled[],
  key: { readonly fn: string; readonly values: readonly Compiled[] | null },
): string {
  const list = columns.map((column, at) => `${column} AS c${at}`);
  if (key.values && key.values.length > 0)
    list.push(`${key.fn}(${key.values.map((each) => each.sql).join(', ')}) AS k`);
  if (list.length === 0) list.push('TRUE AS c0');
  const [first = oneRow(block), ...more] = sources;
  first.join = 'first';
  const from = fromText([first, ...more]);
  const filter = where.length > 0 ? ` WHERE ${allTrue(where)}` : '';
  return block.program.step({ kind: 'select', sql: `SELECT ${list.join(', ')} ${from}${filter}` });
}

const stepSource = (block: Block, table: string, alias: string) =>
  new Source(block.program, { alias, name: null, columns: [], table, isStored: false });

/** What a SELECT without FROM reads. */
function oneRow(block: Block): Source {
  const step = block.program.step({ kind: 'select', sql: 'SELECT TRUE AS c0' });
  return stepSource(block, step, block.nextAlias());
}
