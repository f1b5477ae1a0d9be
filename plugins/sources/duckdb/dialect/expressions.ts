import type { AggregateFacts, ExprFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import { combine, NOTHING, type Reading } from '#src/sql/select/reading.ts';
import type { Context } from './context.ts';
import { dateUnitOf } from './date-units.ts';
import {
  AGGREGATES,
  isAllowedFunction,
  isAllowedWindow,
  LAMBDA_FUNCTIONS,
  VALUE_WORDS,
} from './functions.ts';
import { print } from './print.ts';
import { notAllowed } from './refused.ts';
import {
  COLUMNS_FIRST,
  fold,
  type Hit,
  type Relation,
  type Scope,
  type VisibleColumn,
} from './scope.ts';
import { COLLECTING } from './sizes.ts';
import type { Expression, FunctionCall, Lambda, Subquery, WindowCall } from './tree.ts';

/** Where an expression stands. */
export interface Place {
  readonly scope: Scope;
  /** Facts of the SELECTs nested in the block's expressions are put here. */
  readonly subqueries: SelectFacts[];
}

/** Reads expressions: resolves every name, checks every function, notes what is used. Throws `Refused`. */
export class ExpressionReader {
  private readonly context: Context;

  constructor(context: Context) {
    this.context = context;
  }

  facts(expr: Expression, place: Place): ExprFacts {
    return { text: print(expr), ...this.read(expr, place) };
  }

  read(expr: Expression, place: Place): Reading {
    switch (expr.class) {
      case 'COLUMN_REF':
        return this.column(expr.column_names, place.scope, false);
      case 'CONSTANT':
        return NOTHING;
      case 'FUNCTION':
        return this.call(expr, place);
      case 'WINDOW':
        return this.window(expr, place);
      case 'COMPARISON':
        return this.all([expr.left, expr.right], place);
      case 'CONJUNCTION':
      case 'OPERATOR':
        return this.all(expr.children, place);
      case 'BETWEEN':
        return this.all([expr.input, expr.lower, expr.upper], place);
      case 'CASE': {
        const checks = expr.case_checks.flatMap((check) => [check.when_expr, check.then_expr]);
        return this.all([...checks, expr.else_expr], place);
      }
      case 'CAST':
        return this.cast(expr, place);
      case 'COLLATE':
        if (!/^[a-z_]+$/i.test(expr.collation)) notAllowed('This collation');
        return this.all([expr.child], place);
      // Outside a function that takes one, `a -> b` is the arrow of JSON.
      case 'LAMBDA':
        return this.all([expr.lhs, expr.expr], place);
      case 'POSITIONAL_REFERENCE':
        return this.byPlace(expr.index, place.scope);
      case 'SUBQUERY':
        return this.subquery(expr, place);
      case 'STAR':
        return notAllowed(expr.columns ? 'COLUMNS(…)' : 'A * inside an expression');
    }
  }

  /** Notes that a column is read. */
  use(column: VisibleColumn, counted = false): void {
    const { origin } = column;
    if (!origin) return;
    const key = fold(origin.column.name);
    const use = origin.bound.uses.get(key);
    if (use) use.onlyCounted &&= counted;
    else origin.bound.uses.set(key, { column: origin.column, onlyCounted: counted });
  }

  useRelation(relation: Relation): Reading {
    for (const column of relation.columns) this.use(column);
    return combine(relation.columns.map((column) => ({ ...NOTHING, columns: column.columns })));
  }

  private all(exprs: readonly Expression[], place: Place): Reading {
    return combine(exprs.map((each) => this.read(each, place)));
  }

  private column(names: readonly string[], scope: Scope, counted: boolean): Reading {
    const hit = scope.find(names);
    if (!hit) {
      if (names.length === 1 && VALUE_WORDS.has(fold(names[0]!))) return NOTHING;
      throw new Refused('column_unknown', unknownColumn(names, scope));
    }
    return this.hit(hit, counted);
  }

  private hit(hit: Hit, counted: boolean): Reading {
    switch (hit.kind) {
      case 'parameter':
        return NOTHING;
      case 'alias':
        this.context.size.addAlias(hit.weight);
        return hit.facts;
      case 'row':
        return this.useRelation(hit.relation);
      case 'column':
        for (const part of hit.parts) this.use(part, counted && !hit.isField);
        return {
          ...NOTHING,
          columns: hit.column.columns,
          column: hit.isField ? null : hit.column.column,
        };
    }
  }

  private byPlace(index: number, scope: Scope): Reading {
    const [relation, ...more] = scope.relations;
    const column = relation?.columns[index - 1];
    if (!column || more.length > 0) notAllowed(`The place #${index}`);
    this.use(column);
    return { ...NOTHING, columns: column.columns, column: column.column };
  }

  private cast(expr: Expression & { readonly class: 'CAST' }, place: Place): Reading {
    const inner = this.read(expr.child, place);
    const isBucket = expr.cast_type.id === 'DATE' && inner.dateUnit !== null;
    return { ...inner, column: null, dateUnit: isBucket ? inner.dateUnit : null };
  }

  private call(expr: FunctionCall, place: Place): Reading {
    const name = this.allowed(expr, isAllowedFunction);
    this.context.growth.call(name, expr.children);
    if (COLLECTING.has(name)) place.scope.noteCollecting();
    if (AGGREGATES.has(name))
      return place.scope.preferring(COLUMNS_FIRST, () => this.aggregate(name, expr, place));
    const args = LAMBDA_FUNCTIONS.has(name)
      ? this.lambdaArguments(expr.children, place)
      : expr.children.map((each) => this.read(each, place));
    const extra = this.callExtras(expr, place);
    const unit = dateUnitOf(name, expr.children, args);
    return { ...combine([...args, ...extra]), dateUnit: unit };
  }

  private aggregate(name: string, expr: FunctionCall, place: Place): Reading {
    const args = this.countable(name, expr.children, place);
    const extra = this.callExtras(expr, place);
    const [first] = expr.children;
    const arg = first && args[0] ? { text: print(first), ...args[0] } : null;
    const fn = name === 'count_star' ? 'count' : name;
    const facts: AggregateFacts = { fn, distinct: expr.distinct, arg };
    return { ...combine([...args, ...extra]), aggregates: [facts] };
  }

  /** The arguments of an aggregate. COUNT of a column does not show its values: a sensitive one may stand in it. */
  private countable(
    name: string,
    children: readonly Expression[],
    place: Place,
  ): readonly Reading[] {
    const [first, ...more] = children;
    return name === 'count' && first?.class === 'COLUMN_REF' && more.length === 0
      ? [this.column(first.column_names, place.scope, true)]
      : children.map((each) => this.read(each, place));
  }

  private callExtras(expr: FunctionCall, place: Place): readonly Reading[] {
    const exprs = expr.order_bys.orders.map((item) => item.expression);
    if (expr.filter) exprs.push(expr.filter);
    return exprs.map((each) => this.read(each, place));
  }

  private window(expr: WindowCall, place: Place): Reading {
    const name = this.allowed(expr, isAllowedWindow);
    this.context.growth.call(name, expr.children);
    if (COLLECTING.has(name)) place.scope.noteCollecting();
    const rest = [
      ...expr.partitions,
      ...expr.orders.map((item) => item.expression),
      ...expr.arg_orders.map((item) => item.expression),
      expr.start_expr,
      expr.end_expr,
      expr.offset_expr,
      expr.default_expr,
      expr.filter_expr,
    ].filter((each) => each !== null);
    return place.scope.preferring(COLUMNS_FIRST, () =>
      combine([
        ...this.countable(name, expr.children, place),
        ...rest.map((each) => this.read(each, place)),
      ]),
    );
  }

  /** The checked name of a function, lower case. */
  private allowed(expr: FunctionCall | WindowCall, isAllowed: (name: string) => boolean): string {
    const name = fold(expr.function_name);
    if (expr.catalog !== '' || (expr.schema !== '' && fold(expr.schema) !== 'main'))
      throw new Refused(
        'function_not_allowed',
        `Write the function ${name}() without a name before it.`,
      );
    if (!isAllowed(name))
      throw new Refused('function_not_allowed', `The function ${name}() cannot be used.`);
    this.context.functions.add(name === 'count_star' ? 'count' : name);
    return name;
  }

  private lambdaArguments(children: readonly Expression[], place: Place): readonly Reading[] {
    return children.map((each, index) =>
      index > 0 && each.class === 'LAMBDA' ? this.lambda(each, place) : this.read(each, place),
    );
  }

  private lambda(expr: Lambda, place: Place): Reading {
    const parameters = lambdaParameters(expr.lhs);
    return place.scope.withParameters(parameters, () => this.read(expr.expr, place));
  }

  private subquery(expr: Subquery, place: Place): Reading {
    const outer = expr.child ? [this.read(expr.child, place)] : [];
    const { facts, columns } = this.context.query(
      expr.subquery.node,
      place.scope,
      place.scope.ctes,
      'expression',
    );
    place.subqueries.push(facts);
    const inner: Reading[] =
      expr.subquery_type === 'EXISTS' || expr.subquery_type === 'NOT_EXISTS'
        ? []
        : columns.map((column) => ({ ...NOTHING, columns: column.columns }));
    return combine([...outer, ...inner]);
  }
}

function lambdaParameters(lhs: Expression): readonly string[] {
  if (lhs.class === 'COLUMN_REF' && lhs.column_names.length === 1) return lhs.column_names;
  if (lhs.class === 'FUNCTION' && fold(lhs.function_name) === 'row')
    return lhs.children.flatMap(lambdaParameters);
  return notAllowed('This lambda');
}

function unknownColumn(names: readonly string[], scope: Scope): string {
  const tables: string[] = [];
  for (let at: Scope | null = scope; at; at = at.parent)
    tables.push(...at.relations.map((each) => each.alias));
  const where = tables.length > 0 ? ` in ${tables.join(', ')}` : ': the statement reads no table';
  return `There is no column "${names.join('.')}"${where}.`;
}
