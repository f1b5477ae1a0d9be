import { isKeyName } from '#src/catalog/column-kind.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { flagOf } from '#src/planner/lexicon/flags.ts';
import { isNumeric } from '#src/planner/measured.ts';
import { OPPOSITE } from '#src/planner/opposite-comparison.ts';
import type { Period } from '#src/planner/periods/periods.ts';
import { Scope } from '#src/planner/scope.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type {
  ComparisonOperator,
  Expr,
  Literal,
  Predicate,
  SelectQuery,
} from '#src/plugin-api/query.ts';
import type { Condition, Order, Ref, ValueOption, ValueRef } from '#src/read/ask.ts';
import { type BuildContext, type TablePredicate, unsound } from '#src/read/build/context.ts';
import { orderOf } from '#src/read/build/orders.ts';
import { mayBeYears } from '#src/read/times.ts';

/** A period of whole years, over years that are kept as numbers. */
function yearsWithin(years: Expr, { from, to }: Period): Predicate {
  const isWhole = [from, to].every((day) => day === null || day.endsWith(FIRST_OF_YEAR));
  if (!isWhole) unsound('The data only has whole years.');
  const yearOf = (day: string, offset: number): Literal => ({
    ...{ kind: 'literal', type: 'integer', value: Number(day.slice(0, 4)) + offset },
  });
  const compare = (op: ComparisonOperator, right: Literal): Predicate => ({
    ...{ kind: 'compare', op, left: years, right },
  });
  if (from && to && Number(to.slice(0, 4)) === Number(from.slice(0, 4)) + 1)
    return compare('=', yearOf(from, 0));
  return {
    kind: 'and',
    parts: [
      ...(from ? [compare('>=', yearOf(from, 0))] : []),
      ...(to ? [compare('<', yearOf(to, 0))] : []),
    ],
  };
}

const FIRST_OF_YEAR = '-01-01';

/** A condition of rows of a table. */
export function predicateOf(build: BuildContext, condition: Condition): TablePredicate {
  switch (condition.kind) {
    case 'value':
      return valuePredicate(build, condition);
    case 'number': {
      const { table, column } = build.single(condition.of);
      const op = condition.negated ? OPPOSITE[condition.op] : condition.op;
      const right: Literal = { kind: 'literal', type: column.type, value: condition.value };
      refuseOutside(column, condition.value, op);
      refuseReference(build, table, column, op);
      return {
        table,
        make: (scope) => ({ kind: 'compare', op, left: scope.column(table, column.name), right }),
      };
    }
    case 'between': {
      const { table, column } = build.single(condition.of);
      const { type } = column;
      const bound = (op: ComparisonOperator, value: number, scope: Scope): Predicate => ({
        ...{ kind: 'compare', op, left: scope.column(table, column.name) },
        right: { kind: 'literal', type, value },
      });
      return {
        table,
        make: (scope) => ({
          kind: 'and',
          parts: [bound('>=', condition.low, scope), bound('<=', condition.high, scope)],
        }),
      };
    }
    case 'match': {
      const { table, column } = build.single(condition.of);
      const { mode, text, negated } = condition;
      return {
        table,
        make: (scope) => ({
          ...{ kind: 'match', mode, text, negated },
          expr: scope.column(table, column.name),
        }),
      };
    }
    case 'flag': {
      const { table, column } = build.single(condition.of);
      const { yes, no } = flagOf(column) ?? unsound(`${column.label} isn't a yes-or-no column.`);
      const right = condition.negated ? no : yes;
      return {
        table,
        make: (scope) => ({
          ...{ kind: 'compare', op: '=', left: scope.column(table, column.name), right },
        }),
      };
    }
    case 'compared':
      return comparedPredicate(build, condition);
    case 'columns':
      return columnsPredicate(build, condition);
    case 'frequent':
      return frequentPredicate(build, condition);
    case 'picked':
      return pickedPredicate(build, condition);
    case 'period': {
      if (!condition.of) return unsound("The question doesn't say which date to use.");
      const { table, column } = build.single(condition.of);
      const { from, to } = condition.period;
      if (condition.isImplied)
        build.assumptions.add(
          `Dates use ${column.label} from ${build.schema.tables.get(table)!.label}.`,
        );
      if (mayBeYears(column))
        return {
          table,
          make: (scope) => yearsWithin(scope.column(table, column.name), condition.period),
        };
      const bound = (day: string | null): Literal | null =>
        day === null ? null : { kind: 'literal', type: column.type, value: day };
      if (column.kind !== 'time' || (column.type !== 'date' && column.type !== 'timestamp'))
        unsound(`${column.label} isn't a date.`);
      return {
        table,
        make: (scope) => ({
          ...{ kind: 'range', from: bound(from), to: bound(to) },
          expr: scope.column(table, column.name),
        }),
      };
    }
    default:
      return unsound("This condition isn't supported.");
  }
}

/** A number of a row against one over all rows of its table, or over those of them that are so. */
function comparedPredicate(
  build: BuildContext,
  { of, op, fn, among, sharing, row }: Extract<Condition, { kind: 'compared' }>,
): TablePredicate {
  const { table, column } = build.single(of);
  if (!isNumeric(column.type)) unsound(`${column.label} isn't a number.`);
  // `more than the average document`: the number of a row's key says nothing of it.
  if (build.isKey(table, column)) unsound(`${column.label} only identifies rows.`);
  const shared = sharing ? sharedColumn(build, table, sharing) : null;
  if (row) tellNamedRow(build, table, row);
  return {
    table,
    make: (scope) => {
      const all = new Scope(table, build.schema.graph, build.aliases);
      requireAll(build, all, among);
      if (shared !== null)
        all.require({
          ...{ kind: 'compare', op: '=', left: all.column(table, shared) },
          right: scope.column(table, shared),
        });
      const expr: Expr = {
        ...{ kind: 'aggregate', fn, distinct: false },
        arg: all.column(table, column.name),
      };
      const query = { ...all.skeleton(), select: [{ expr, as: 'value' }] };
      return {
        ...{ kind: 'compare', op, left: scope.column(table, column.name) },
        right: { kind: 'subquery', query },
      };
    },
  };
}

/** A row that others are compared with is told by its name, or by what tells all of them apart. */
function tellNamedRow(build: BuildContext, table: string, row: ValueRef): void {
  const chosen = build.choice.values.get(row);
  const own = build.table(table);
  const column = own.columns.find(({ name }) => name === chosen?.column);
  const isName =
    column && (displayColumns(own).includes(column) || build.tellsApart(table, column));
  if (chosen?.table !== table || !isName)
    unsound("The row to compare with isn't identified by its name.");
}

/** Two columns of a row, or of a row and another one that it belongs to. */
function columnsPredicate(
  build: BuildContext,
  { of, op, than }: Extract<Condition, { kind: 'columns' }>,
): TablePredicate {
  const one = build.single(of);
  const other = build.single(than);
  const isSame = one.table === other.table;
  if (isSame && one.column === other.column) unsound('A column would be compared with itself.');
  // `older than the teams'`: the numbers of rows say nothing of them.
  if ([one, other].some(({ table, column }) => build.isKey(table, column)))
    unsound('Keys of rows would be compared.');
  if (isNumeric(one.column.type) !== isNumeric(other.column.type))
    unsound('A date would be compared with a number.');
  const home = isSame || build.schema.graph.toOne(one.table, other.table) ? one : other;
  if (!build.schema.graph.toOne(home.table, (home === one ? other : one).table) && !isSame)
    unsound("The two columns belong to rows that aren't related.");
  return {
    table: home.table,
    make: (scope) => {
      for (const { table } of [one, other]) build.reach(scope, table);
      return {
        ...{ kind: 'compare', op, left: scope.column(one.table, one.column.name) },
        right: scope.column(other.table, other.column.name),
      };
    },
  };
}

/** The column by which rows share something: their own, or the reference to the rows that it is. */
function sharedColumn(build: BuildContext, table: string, sharing: Ref): string {
  const { table: home, columns } = build.target(sharing);
  const [column, second] = columns ?? [];
  if (home === table && column && !second) {
    if (build.tellsApart(table, column) || column.kind === 'measure')
      unsound(`No two rows share ${column.label}.`);
    return column.name;
  }
  const ties = [...build.schema.references].flatMap(([from, to]) => {
    const [own, name] = from.split('\0');
    return own === table && to.split('\0')[0] === home ? [name!] : [];
  });
  const [tie, another] = ties;
  const isWhole = columns === null || columns.every((one) => build.tellsApart(home, one));
  if (tie === undefined || another !== undefined || home === table || !isWhole)
    unsound("It's not clear what the rows have in common.");
  return tie;
}

/** Rows that no single key tells apart, and that are the first by a column of theirs: all that tie. */
function extremePredicate(
  build: BuildContext,
  table: string,
  { by, direction }: Order,
): TablePredicate | null {
  const hasKey = build.schema.tables.get(table)!.primaryKey?.length === 1;
  if (hasKey || by.fn !== null || build.target(by.of).table !== table) return null;
  const { column } = build.single(by.of);
  build.assumptions.add('If several tie for first place, all of them count.');
  return {
    table,
    make: (scope) => {
      const all = new Scope(table, build.schema.graph, build.aliases);
      const expr: Expr = {
        ...{ kind: 'aggregate', fn: direction === 'desc' ? 'max' : 'min', distinct: false },
        arg: all.column(table, column.name),
      };
      return {
        ...{ kind: 'compare', op: '=', left: scope.column(table, column.name) },
        right: { kind: 'subquery', query: { ...all.skeleton(), select: [{ expr, as: 'value' }] } },
      };
    },
  };
}

/** Rows that are the first of their kind by some measure, as a condition of whatever belongs to them. */
function pickedPredicate(
  build: BuildContext,
  { of, order, limit }: Extract<Condition, { kind: 'picked' }>,
): TablePredicate {
  const { table } = build.target(of);
  const extreme = limit === null ? extremePredicate(build, table, order) : null;
  if (extreme) return extreme;
  const key = build.key(table);
  const count = limit ?? 1;
  build.assumeTies(count);
  return {
    table,
    make: (scope) => {
      const all = new Scope(table, build.schema.graph, build.aliases);
      const said = (order.by.said ?? []).map((one) => predicateOf(build, one));
      if (said.some((one) => all.pathTo(one.table)?.every(({ toOne }) => toOne)))
        unsound('The rows that are counted have no such value.');
      const first = orderOf(build, all, order, table, said);
      const expr = all.column(table, key);
      const query: SelectQuery = {
        ...all.skeleton(),
        select: [{ expr, as: key }],
        orderBy: [first, { expr, direction: 'asc' }],
        limit: { count, withTies: false },
      };
      return { kind: 'inQuery', expr: scope.column(table, key), query, negated: false };
    },
  };
}

/** Rows that have the value of a column that most of its rows have. */
function frequentPredicate(
  build: BuildContext,
  { of, direction, negated }: Extract<Condition, { kind: 'frequent' }>,
): TablePredicate {
  const { table, column } = build.single(of);
  if (build.tellsApart(table, column)) unsound(`Each row has its own ${column.label}.`);
  if (column.kind === 'measure') unsound("The most frequent amount isn't supported.");
  build.assumeTies(1);
  return {
    table,
    make: (scope) => {
      const all = new Scope(table, build.schema.graph, build.aliases);
      const expr = all.column(table, column.name);
      all.require({ kind: 'null', expr, negated: true });
      const count: Expr = { kind: 'aggregate', fn: 'count', arg: null, distinct: false };
      const query: SelectQuery = {
        ...all.skeleton(),
        select: [{ expr, as: column.name }],
        groupBy: [expr],
        orderBy: [
          { expr: count, direction },
          { expr, direction: 'asc' },
        ],
        limit: { count: 1, withTies: false },
      };
      return { kind: 'inQuery', expr: scope.column(table, column.name), query, negated };
    },
  };
}

/** A number that lies outside of what the column holds tells nothing apart: it is of something else. */
function refuseOutside(
  { profile, type, label }: CatalogColumn,
  value: number,
  op: ComparisonOperator,
): void {
  if (!isNumeric(type) || profile?.min == null || profile.max == null) return;
  if (op === '=' || op === '<>') return;
  if (value < Number(profile.min) || value > Number(profile.max))
    unsound(`${value} is outside the range of ${label}.`);
}

/** `The party that has at least two`: a reference that is not called a number is not held to a bound. */
function refuseReference(
  build: BuildContext,
  table: string,
  column: CatalogColumn,
  op: ComparisonOperator,
): void {
  const isReference = build.schema.references.has(`${table}\0${column.name}`);
  if (op === '=' || op === '<>' || !isReference || isKeyName(wordsOf(column.label))) return;
  unsound(`${column.label} only refers to other rows.`);
}

function valuePredicate(
  build: BuildContext,
  { values, negated }: Extract<Condition, { kind: 'value' }>,
): TablePredicate {
  const chosen = values.map((one) => build.choice.values.get(one)!);
  const [first] = chosen;
  const column = build.table(first!.table).columns.find(({ name }) => name === first!.column)!;
  if (chosen.some(({ separators }) => separators)) return partPredicate(build, chosen, negated);
  const texts = [...new Set(chosen.flatMap((one) => one.texts))];
  const isOneOf = (scope: Scope, { name, type }: CatalogColumn, all: readonly string[]) => {
    const expr = scope.column(first!.table, name);
    const literals = all.map((text): Literal => ({ kind: 'literal', type, value: text }));
    const predicate: Predicate =
      literals.length > 1
        ? { kind: 'in', expr, values: literals, negated }
        : { kind: 'compare', op: negated ? '<>' : '=', left: expr, right: literals[0]! };
    return predicate;
  };
  const second = secondPart(build, first!, chosen.length > 1 || negated);
  return {
    table: first!.table,
    make: (scope) =>
      second
        ? {
            kind: 'and',
            parts: [isOneOf(scope, column, texts), isOneOf(scope, second.column, second.texts)],
          }
        : isOneOf(scope, column, texts),
  };
}

type Match = Extract<Predicate, { kind: 'match' }>;

/** `wrestlers from Mexico`, where a place is `Puebla, Mexico`: one of the parts of the text is that. */
function partPredicate(
  build: BuildContext,
  chosen: readonly ValueOption[],
  negated: boolean,
): TablePredicate {
  const [{ table, column: name }] = chosen as readonly [ValueOption, ...ValueOption[]];
  const column = build.table(table).columns.find((one) => one.name === name)!;
  for (const { texts } of chosen)
    build.assumptions.add(`"${texts[0]!}" is matched against each part of ${column.label}.`);
  return {
    table,
    make: (scope) => {
      const expr = scope.column(table, name);
      const match = (mode: Match['mode'], text: string): Predicate => ({
        ...{ kind: 'match', mode, expr, text, negated: false },
      });
      const parts = chosen.flatMap(({ texts: [part], separators = [] }) => [
        match('equals', part!),
        ...separators.flatMap((one) => [
          match('starts', `${part!}${one}`),
          match('contains', `${one}${part!}${one}`),
          match('ends', `${one}${part!}`),
        ]),
      ]);
      return negated ? { kind: 'not', part: { kind: 'or', parts } } : { kind: 'or', parts };
    },
  };
}

/** The last name beside a first name, where a name is kept in two columns. */
function secondPart(
  build: BuildContext,
  { table, and }: ValueOption,
  isMore: boolean,
): { readonly column: CatalogColumn; readonly texts: readonly string[] } | null {
  if (!and) return null;
  if (isMore) unsound("Several values for two columns aren't supported.");
  const column = build.table(table).columns.find(({ name }) => name === and.column)!;
  return { column, texts: and.texts };
}

export function requireAll(
  build: BuildContext,
  scope: Scope,
  conditions: readonly Condition[],
): void {
  for (const one of conditions) {
    const { table, make } = predicateOf(build, one);
    build.reach(scope, table);
    scope.require(make(scope));
  }
}
