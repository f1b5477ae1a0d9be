import type { AggregateFacts, CallNode, ExprFacts, ExprNode } from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import { rowOf } from '#src/query/functions.ts';
import type { Context, NamedWindow, Place } from './context.ts';
import { dateUnitOf } from './date-units.ts';
import { columnNode } from './outputs.ts';
import { print } from './print.ts';
import { combine, NOTHING, type Parts, type Reading } from './reading.ts';
import type { SelectRules } from './rules.ts';
import {
  columnsOf,
  type Hit,
  type Relation,
  type Scope,
  spelling,
  type VisibleColumn,
} from './scope.ts';
import type { TreeCall, TreeExpr, TreeOperation, TreeSubquery, TreeWindow } from './tree.ts';

/** Reads expressions: resolves every name, checks every function, notes what is used. Throws `Refused`. */
export class ExpressionReader {
  private readonly context: Context;
  /** What the named windows weigh that were read. */
  private readonly windows = new Map<TreeWindow, number>();

  constructor(context: Context) {
    this.context = context;
  }

  facts(expr: TreeExpr, place: Place): ExprFacts {
    return { printed: print(expr), ...this.read(expr, place) };
  }

  read(expr: TreeExpr, place: Place): Reading {
    this.context.weight.add(1);
    switch (expr.kind) {
      case 'column':
        return this.column(expr.names, place.scope, false);
      case 'place':
        return this.byPlace(expr.index, place.scope);
      case 'star':
        return this.row(expr.qualifier, place.scope);
      case 'literal':
        return { ...NOTHING, node: expr };
      case 'call':
        return expr.over ? this.window(expr, expr.over, place) : this.call(expr, place);
      case 'operation':
        return this.operation(expr, place);
      case 'cast': {
        const inner = this.read(expr.arg, place);
        const dateUnit = keepsUnit(expr.type) ? inner.dateUnit : null;
        const { type, padsTo } = expr;
        const node: ExprNode = {
          ...{ kind: 'cast', arg: inner.node, type },
          ...(padsTo !== undefined && { padsTo }),
        };
        return { ...inner, column: null, dateUnit, node };
      }
      case 'lambda':
        return place.scope.withParameters(expr.parameters, () => {
          const body = this.read(expr.body, place);
          const { parameters } = expr;
          return { ...body, node: { kind: 'lambda', parameters, body: body.node } };
        });
      case 'subquery':
        return this.subquery(expr, place);
    }
  }

  all(exprs: readonly TreeExpr[], place: Place): readonly Reading[] {
    return exprs.map((each) => this.read(each, place));
  }

  /** Reads a named window once; each use weighs all of it. */
  namedWindow({ window }: NamedWindow, place: Place): number {
    const known = this.windows.get(window);
    if (known !== undefined) return known;
    // One that builds on itself is the engine's to refuse.
    this.windows.set(window, 0);
    const { weight } = this.context.weight.measured(() => this.windowParts(window, place));
    this.windows.set(window, weight);
    return weight;
  }

  /** Reads the parts of a window, named or not. */
  private windowParts({ base, partitionBy, orderBy, bounds }: TreeWindow, place: Place) {
    const { foldColumn } = this.context.rules;
    const named = place.windows.find(
      ({ name }) => base !== null && foldColumn(name) === foldColumn(base),
    );
    if (named) this.weigh(this.namedWindow(named, place));
    const [keys, order] = [
      this.all(partitionBy, place),
      this.all(
        orderBy.map((item) => item.expr),
        place,
      ),
    ];
    const nodes = {
      partitionBy: keys.map(nodeOf),
      orderBy: order.map(nodeOf),
      ...(bounds.length > 0 && { bounded: true as const }),
    };
    const frame = this.all(bounds, place);
    place.besides.push(...frame.map(nodeOf));
    return { nodes, parts: combine([...keys, ...order, ...frame]) };
  }

  /** Notes that a column is read. */
  use(column: VisibleColumn, counted = false): void {
    for (const part of column.parts) this.use(part, counted);
    const { origin } = column;
    if (!origin) return;
    const use = origin.bound.uses.get(origin.column);
    if (use) use.onlyCounted &&= counted;
    else origin.bound.uses.set(origin.column, { onlyCounted: counted });
  }

  /** Notes that a column is named, though nothing reads it: the engine must find it. */
  name(column: VisibleColumn): void {
    for (const part of column.parts) this.name(part);
    column.origin?.bound.named.add(column.origin.column);
  }

  /** Notes that columns are read together, in order, without being named. */
  useAll(columns: readonly VisibleColumn[]): void {
    for (const column of columns) {
      this.use(column);
      if (column.origin) column.origin.bound.listed = true;
      this.useAll(column.parts);
    }
  }

  /** Notes what the engine writes out beside the expressions that are read. */
  weigh(weight: number): void {
    this.context.weight.add(weight);
  }

  weighAll(columns: readonly VisibleColumn[]): void {
    for (const { weight } of columns) this.weigh(weight);
  }

  private column(names: readonly string[], scope: Scope, counted: boolean): Reading {
    if (this.context.rules.systemColumns.has(names.at(-1)!))
      throw new Refused('column_unknown', `The column "${names.at(-1)}" can't be used.`);
    const hit = scope.find(names);
    if (hit) return this.hit(hit, names.at(-1) ?? '', counted);
    const [word = '', ...more] = names;
    if (
      more.length === 0 &&
      this.context.rules.valueWords?.has(this.context.rules.foldColumn(word))
    )
      return { ...NOTHING, node: { kind: 'call', name: word.toLowerCase(), ...PLAIN_CALL } };
    throw new Refused('column_unknown', unknownColumn(names, scope, this.context.rules));
  }

  private aliasNode({ column, node }: ExprFacts, name: string): ExprNode {
    return { kind: 'column', alias: null, name, column, of: node };
  }

  private hit(hit: Hit, name: string, counted: boolean): Reading {
    switch (hit.kind) {
      case 'alias':
        this.context.weight.add(hit.weight);
        return { ...hit.facts, node: this.aliasNode(hit.facts, name) };
      case 'row':
        return this.useRow(hit.relation);
      case 'parameter':
        return { ...NOTHING, node: { kind: 'literal', type: 'other', text: name } };
      case 'column':
        this.use(hit.column, counted && !hit.isField);
        this.context.weight.add(hit.column.weight - 1);
        return columnReading(hit.column, hit.alias, hit.isField ? name : null);
    }
  }

  private byPlace(index: number, { side }: Scope): Reading {
    const [relation, ...more] = side.relations;
    const column = relation?.columns[index - 1];
    if (!column || more.length > 0)
      throw new Refused(
        'node_not_allowed',
        `The column position #${index} can't be used here. Use the column's name.`,
      );
    this.use(column);
    this.context.weight.add(column.weight - 1);
    return columnReading(column, relation?.alias ?? '', null);
  }

  private useRow(relation: Relation): Reading {
    const { bound } = relation;
    // Engines differ in which names such a row has, the table's or the new ones.
    if (bound && bound.ref.columnAliases.length > 0 && this.context.rules.wholeRows !== 'renamed')
      throw new Refused(
        'node_not_allowed',
        `The row of "${relation.alias}" can't be used, because its columns were renamed.`,
      );
    if (bound) bound.listed = true;
    this.useAll(relation.columns);
    this.weighAll(relation.columns);
    const read = relation.columns.map((column) => ({ ...NOTHING, columns: column.columns }));
    const columns = relation.columns.map((column) => columnNode(column, relation.alias ?? ''));
    return { ...combine(read), node: { kind: 'row', columns } };
  }

  /** `table.*` inside an expression is the row of the table. */
  private row(qualifier: readonly string[], scope: Scope): Reading {
    const [name, ...more] = qualifier;
    const relation = name === undefined || more.length > 0 ? null : scope.relationAround(name);
    if (!relation || !this.context.rules.wholeRows)
      throw new Refused('node_not_allowed', "A * inside an expression can't be used here.");
    return this.useRow(relation);
  }

  private operation(expr: TreeOperation, place: Place): Reading {
    if (!this.context.rules.operators.has(expr.op))
      throw new Refused('function_not_allowed', `The operator ${expr.op} can't be used.`);
    this.context.functions.add(expr.op);
    if (expr.op === '.') return this.field(expr.args, place);
    const args = this.all(expr.args, place);
    const parts = combine(args);
    const node: ExprNode = { kind: 'operation', op: expr.op, args: args.map(nodeOf) };
    return { ...parts, dateUnit: this.context.rules.dateIdiom?.(expr) ?? parts.dateUnit, node };
  }

  /** `(row).field`: only where the field is a known column, because the engine would look for a function next. */
  private field([value, field]: readonly TreeExpr[], place: Place): Reading {
    const { rules } = this.context;
    const name = field?.kind === 'literal' ? field.text : '';
    if (value?.kind === 'call' && rules.functions.table.get(value.name)?.includes(name)) {
      const read = this.read(value, place);
      return { ...combine([read]), node: fieldNode(read.node, name) };
    }
    const hit = value?.kind === 'column' ? place.scope.find(value.names) : null;
    const [column] = hit?.kind === 'row' ? columnsOf(hit.relation, name, rules) : [];
    if (hit?.kind !== 'row' || !column)
      throw new Refused('node_not_allowed', `The field "${name}" of a value can't be read here.`);
    this.useRow(hit.relation);
    this.use(column);
    return { ...NOTHING, columns: column.columns, node: fieldNode({ kind: 'row' }, name) };
  }

  private call(expr: TreeCall, place: Place): Reading {
    const { rules } = this.context;
    const isAggregate = rules.functions.aggregate.has(expr.name);
    this.allow(expr, isAggregate || rules.functions.scalar.has(expr.name));
    const { aggregates = 'none' } = rules.aliases;
    if (isAggregate) return place.scope.preferring(aggregates, () => this.aggregate(expr, place));
    const args = this.all(expr.args, place);
    const dateUnit =
      dateUnitOf(expr.name, expr.args, args, rules.dateFormats) ?? rules.dateIdiom?.(expr) ?? null;
    const extras = this.extras(expr, place);
    const node = callNode(expr, args, extras, null, false);
    return { ...combine([...args, ...extras.all]), dateUnit, node };
  }

  private aggregate(expr: TreeCall, place: Place): Reading {
    const args = this.countable(expr, place);
    const [first] = expr.args;
    const isRows = first?.kind === 'star' && first.qualifier.length === 0;
    const arg = first && args[0] && !isRows ? { printed: print(first), ...args[0] } : null;
    const extras = this.extras(expr, place);
    const within = withinGroup(expr, extras);
    const over = within ? { printed: print(within.expr), ...within.key } : arg;
    const literal = expr.args[within ? 0 : 1];
    const facts: AggregateFacts = {
      ...{ fn: expr.name, distinct: expr.distinct, arg: over },
      ...(literal?.kind === 'literal' &&
        literal.type === 'number' && { fraction: Number(literal.text) }),
    };
    const node = callNode(expr, within ? [within.key, ...args] : args, extras, null, true);
    return { ...combine([...args, ...extras.all]), aggregates: [facts], node };
  }

  private window(expr: TreeCall, over: TreeWindow, place: Place): Reading {
    const { aggregate, window } = this.context.rules.functions;
    const { aggregates = 'none' } = this.context.rules.aliases;
    this.allow(expr, window.has(expr.name) || aggregate.has(expr.name));
    return place.scope.preferring(aggregates, () => {
      const args = this.countable(expr, place);
      const extras = this.extras(expr, place);
      const { nodes, parts } = this.windowParts(over, place);
      const node = callNode(expr, args, extras, nodes, aggregate.has(expr.name));
      return { ...combine([...args, ...extras.all, parts]), node };
    });
  }

  /** The arguments of an aggregate. COUNT of a column does not show its values: a sensitive one may stand in it. */
  private countable({ name, args }: TreeCall, place: Place): readonly Reading[] {
    const [first, ...more] = args;
    if (name === 'count' && more.length === 0) {
      if (first?.kind === 'star' && first.qualifier.length === 0) return [];
      if (first?.kind === 'column') return [this.column(first.names, place.scope, true)];
    }
    return args.map((each) => this.read(each, place));
  }

  /** What a call reads beside its arguments: its order, and its filter. */
  private extras({ orderBy, filter }: TreeCall, place: Place): Extras {
    const order = this.all(
      orderBy.map((item) => item.expr),
      place,
    );
    place.besides.push(...order.map(nodeOf));
    const filtered = filter ? this.read(filter, place) : null;
    return { all: filtered ? [...order, filtered] : order, filter: filtered?.node ?? null };
  }

  private allow({ name }: TreeCall, isAllowed: boolean): void {
    if (!isAllowed)
      throw new Refused('function_not_allowed', `The function ${name}() can't be used.`);
    this.context.functions.add(name);
  }

  private subquery(expr: TreeSubquery, place: Place): Reading {
    const outer = expr.outer ? this.read(expr.outer, place) : null;
    const { scope } = place;
    const { facts, columns } = this.context.query(expr.query, scope, scope.ctes, 'expression');
    place.subqueries.push(facts);
    const inner: Parts[] =
      expr.mode === 'exists'
        ? []
        : columns.map((column) => ({ ...NOTHING, columns: column.columns }));
    const { mode, negated } = expr;
    return {
      ...combine(outer ? [outer, ...inner] : inner),
      node: { kind: 'subquery', mode, negated, outer: outer?.node ?? null, select: facts },
    };
  }
}

/** `percentile_cont(0.9) WITHIN GROUP (ORDER BY price)` is over what it orders by; null for other calls. */
function withinGroup({ name, args, orderBy }: TreeCall, { all: [key] }: Extras) {
  const [ordered, more] = orderBy;
  const isConstant = args.every(({ kind }) => kind === 'literal');
  if (!ordered || !key || more || !isConstant || !rowOf(name)?.withinGroup) return null;
  return { expr: ordered.expr, key };
}

interface Extras {
  readonly all: readonly Reading[];
  readonly filter: ExprNode | null;
}

const PLAIN_CALL = {
  ...{ args: [], distinct: false, filter: null, over: null, aggregate: false },
} as const;

const nodeOf = ({ node }: Reading): ExprNode => node;

export const callNode = (
  { name, distinct }: TreeCall,
  args: readonly Reading[],
  { filter }: Pick<Extras, 'filter'> = { filter: null },
  over: CallNode['over'] = null,
  aggregate = false,
): CallNode => ({ kind: 'call', name, args: args.map(nodeOf), distinct, filter, over, aggregate });

const fieldNode = (value: ExprNode, field: string): ExprNode => ({
  kind: 'operation',
  op: '.',
  args: [value, { kind: 'literal', type: 'other', text: field }],
});

/** `field`: the name of a field that is taken of the column; null: the column itself. */
function columnReading(column: VisibleColumn, alias: string | null, field: string | null): Reading {
  const node = columnNode(column, alias);
  return field === null
    ? { ...NOTHING, columns: column.columns, column: column.column, node }
    : { ...NOTHING, columns: column.columns, node: fieldNode(node, field) };
}

/** Types in which the start of a period, or a number read off a date, is still that. */
const keepsUnit = (type: string) => /^(date|datetime|timestamp|int[248]|numeric)$/.test(type);

function unknownColumn(names: readonly string[], scope: Scope, rules: SelectRules): string {
  const relations: Relation[] = [];
  for (let at: Scope | null = scope; at; at = at.parent) relations.push(...at.side.relations);
  const tables = relations.flatMap((each) => each.alias ?? []);
  const where =
    tables.length > 0 ? ` in ${tables.join(', ')}` : ": the statement doesn't read any table";
  const columns = relations.flatMap((each) => each.columns);
  return `There is no column "${names.join('.')}"${where}.${spelling(names.at(-1)!, columns, rules)}`;
}
