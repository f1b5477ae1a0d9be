import type { Path } from '#src/planner/joins.ts';
import { Scope } from '#src/planner/scope.ts';
import type { Literal, Predicate } from '#src/plugin-api/query.ts';
import type { Condition, Measure } from '#src/read/ask.ts';
import { aggregateOf, computedColumn } from '#src/read/build/aggregates.ts';
import {
  type BuildContext,
  isNone,
  type TablePredicate,
  unsound,
} from '#src/read/build/context.ts';
import { manyPath, relatedNumber } from '#src/read/build/orders.ts';
import { predicateOf, requireAll } from '#src/read/build/predicates.ts';

/** Writes the conditions of the reading into a scope, those of rows that belong to it as EXISTS. */
export function placeConditions(
  build: BuildContext,
  scope: Scope,
  home: string,
  having: Predicate[] | null = null,
  isGrouped = false,
): void {
  const nested = new Map<string, Nested>();
  if (build.ask.either.length > 0 && build.ask.conditions.length > 0)
    unsound("The question doesn't say which conditions belong together.");
  for (const condition of build.ask.conditions) {
    if (isOfDenied(build, scope, condition)) continue;
    if (isOfNone(build, scope, condition)) continue;
    if (countedBefore(build, scope, condition, isGrouped)) continue;
    if (condition.kind === 'rows')
      placeCount(build, scope, condition, home, isGrouped ? having : null, isGrouped);
    else if (condition.kind === 'computed')
      placeComputed(build, scope, condition, isGrouped ? having : null);
    else if (condition.kind === 'value' && condition.all)
      placeEach(
        build,
        scope,
        condition.values.map((value) => ({ ...condition, values: [value], all: false })),
      );
    else if (condition.kind === 'each') placeEach(build, scope, condition.parts);
    else if (isOfRelated(build, scope, condition)) build.within.push(predicateOf(build, condition));
    else placeOne(build, scope, condition, nested);
  }
  for (const parts of build.ask.either) {
    const alternatives = parts.map((part) => alternative(build, scope, part, home, isGrouped));
    scope.require({ kind: 'or', parts: alternatives });
  }
  for (const { path, parts } of nested.values())
    requireExists(scope, path, false, (inner) => {
      for (const { table, make } of parts) {
        for (const hop of inner.pathTo(table) ?? unsound(`${table} isn't related to these rows.`))
          inner.join(hop);
        inner.require(make(inner));
      }
    });
}

/** One of several conditions, as a predicate: rows of other tables are looked for, so that none is lost by a join. */
function alternative(
  build: BuildContext,
  scope: Scope,
  condition: Condition,
  home: string,
  isGrouped: boolean,
): Predicate {
  const before = scope.where.length;
  if (condition.kind === 'rows') placeCount(build, scope, condition, home, null, isGrouped);
  else {
    const { table, make } = predicateOf(build, condition);
    if (scope.has(table)) scope.where.push(make(scope));
    else {
      const path = scope.pathTo(table) ?? unsound(`${table} isn't related to ${scope.base}.`);
      requireExists(scope, path, false, (inner) => inner.require(make(inner)));
    }
  }
  const [only, second] = scope.where.splice(before);
  if (!only || second) unsound('Each part of "or" needs exactly one condition.');
  return only;
}

/** Whether some row that shares the value that is shown meets conditions; or that none does. */
function requireAmong(
  build: BuildContext,
  scope: Scope,
  negated: boolean,
  fill: (inner: Scope) => void,
): void {
  const lone = build.lone ?? unsound('The condition applies to rows of another table.');
  const inner = new Scope(lone.table, build.schema.graph, build.aliases);
  inner.require({
    ...{ kind: 'compare', op: '=', right: scope.column(lone.table, lone.column.name) },
    left: inner.column(lone.table, lone.column.name),
  });
  build.isShared = true;
  const bare = inner.where.length;
  fill(inner);
  if (inner.where.length === bare) unsound('No condition limits the rows.');
  if (negated && lone.column.profile?.nullCount !== 0)
    scope.require({
      ...{ kind: 'null', negated: true },
      expr: scope.column(lone.table, lone.column.name),
    });
  scope.where.push({ kind: 'exists', query: inner.skeleton(), negated });
}

/**
 * `without orders in 2025`: what follows rows that are denied is said of those. Whether a condition is of them; throws
 * where that cannot be told.
 */
function isOfDenied(build: BuildContext, scope: Scope, condition: Condition): boolean {
  const before = deniedBefore(build, condition);
  if (!before) return false;
  const { table } = predicateOf(build, condition);
  const rows = build.target(before.of).table;
  const isPlain = !('negated' in condition && condition.negated);
  if (isPlain && table === rows && build.lone?.table === rows) return true;
  if (
    isOne(scope, table) ||
    ('negated' in condition && condition.negated) ||
    !build.schema.graph.toOne(rows, table)
  )
    unsound("It's not clear which rows the condition applies to.");
  return true;
}

/** `studios that never worked with X`: no row of a studio is so, rather than one that is not. */
function isOfNone(build: BuildContext, scope: Scope, condition: Condition): boolean {
  const { lone } = build;
  if (!lone || build.ask.entity !== null || !('negated' in condition) || !condition.negated)
    return false;
  if (condition.kind === 'value' && condition.all) return false;
  const made = predicateOf(build, { ...condition, negated: false });
  if (made.table !== lone.table) return false;
  requireAmong(build, scope, true, (inner) => inner.require(made.make(inner)));
  return true;
}

function deniedBefore(
  build: BuildContext,
  condition: Condition,
): Extract<Condition, { kind: 'rows' }> | null {
  const { conditions } = build.ask;
  const found = conditions
    .slice(0, conditions.indexOf(condition))
    .findLast((one) => one.kind === 'rows' && isNone(one));
  return found?.kind === 'rows' && condition.kind !== 'rows' ? found : null;
}

/** `the most orders in Oslo`: a condition of the rows that are counted for each of the asked ones. */
function isOfRelated(build: BuildContext, scope: Scope, condition: Condition): boolean {
  const [order] = build.ask.orders;
  if (order?.by.fn == null || build.isGrouped() || build.ask.items.some(({ fn }) => fn !== null))
    return false;
  const { table } = predicateOf(build, condition);
  // `the most late deliveries`: of what is counted, wherever else there is something late.
  if (order.by.said?.includes(condition)) {
    if (isOne(scope, table)) unsound('The rows that are counted have no such value.');
    return true;
  }
  if (isOne(scope, table)) return false;
  if (('negated' in condition && condition.negated) || positionOf(condition) < order.by.of.from)
    unsound("It's not clear whether the condition applies to the rows or to what is counted.");
  return true;
}

function requireExists(
  scope: Scope,
  path: Path,
  negated: boolean,
  fill: (inner: Scope) => void,
): void {
  const inner = scope.nested(path[0]!);
  for (const hop of path.slice(1)) inner.join(hop);
  fill(inner);
  scope.where.push({ kind: 'exists', query: inner.skeleton(), negated });
}

function isOne(scope: Scope, table: string): boolean {
  return scope.has(table) || (scope.pathTo(table)?.every((hop) => hop.toOne) ?? false);
}

/** `both A and B`: each by a row of its own. */
function placeEach(build: BuildContext, scope: Scope, parts: readonly Condition[]): void {
  for (const part of parts) {
    const negated = 'negated' in part && part.negated;
    const { table, make } = predicateOf(build, negated ? { ...part, negated: false } : part);
    if (table === build.lone?.table) {
      if (negated) unsound("Excluding two values this way isn't supported.");
      requireAmong(build, scope, false, (inner) => inner.require(make(inner)));
      continue;
    }
    if (isOne(scope, table)) unsound("One row can't have both values.");
    requireExists(scope, manyPath(build, scope, table), negated, (inner) =>
      inner.require(make(inner)),
    );
  }
}

function placeOne(
  build: BuildContext,
  scope: Scope,
  condition: Condition,
  nested: Map<string, Nested>,
): void {
  const negated = 'negated' in condition && condition.negated;
  const { table, make } = predicateOf(build, condition);
  if (isOne(scope, table)) {
    build.reach(scope, table);
    scope.require(make(scope));
    return;
  }
  const path = manyPath(build, scope, table);
  if (negated) {
    const positive = predicateOf(build, { ...condition, negated: false });
    requireExists(scope, path, true, (inner) => inner.require(positive.make(inner)));
    return;
  }
  const known = nested.get(path[0]!.to) ?? { path, parts: [] };
  known.parts.push({ table, make });
  nested.set(path[0]!.to, known);
}

/**
 * `more than one lesson cancelled`: what follows rows that are counted for each of the asked ones is said of those that
 * are counted. The count that a condition is of; throws where that cannot be told.
 */
function countedBefore(
  build: BuildContext,
  scope: Scope,
  condition: Condition,
  isGrouped: boolean,
): Counted | null {
  if (isGrouped || condition.kind === 'rows' || condition.kind === 'computed') return null;
  const at = positionOf(condition);
  const counted = build.ask.conditions.findLast(
    (one): one is Counted => one.kind === 'rows' && one.of.to <= at,
  );
  if (!counted || isNone(counted) || (counted.op === '>=' && counted.value === 1)) return null;
  if (condition.kind === 'each' || (condition.kind === 'value' && condition.all)) return null;
  const { table } = predicateOf(build, condition);
  const rows = build.target(counted.of).table;
  if (isOne(scope, rows) || isOne(scope, table)) return null;
  if (table !== rows && !build.schema.graph.toOne(rows, table)) return null;
  if ('negated' in condition && condition.negated)
    unsound("Rows can't be counted and excluded at once.");
  return counted;
}

type Counted = Extract<Condition, { kind: 'rows' }>;

/** `with at least 3 orders`, `without orders`. */
function placeCount(
  build: BuildContext,
  scope: Scope,
  condition: Counted,
  home: string,
  having: Predicate[] | null,
  isGrouped: boolean,
): void {
  const { of: ref, op, value } = condition;
  const { table } = build.target(ref);
  if (value > 1) build.refuseCountOf(table);
  const bound: Literal = { kind: 'literal', type: 'integer', value };
  if (having && (table === scope.base || (build.isGrouped() && table === home))) {
    if (value === 0) unsound("A group with no rows isn't supported.");
    if (op === '>=' && value === 1) return;
    having.push({
      ...{ kind: 'compare', op },
      left: { kind: 'aggregate', fn: 'count', arg: null, distinct: false },
      right: bound,
    });
    return;
  }
  if (table === home && isNone({ op, value }) && build.lone?.table === table) {
    const said = build.ask.conditions.filter((one) => deniedBefore(build, one)?.of === ref);
    requireAmong(build, scope, true, (inner) => requireAll(build, inner, said));
    return;
  }
  if (
    isNone({ op, value }) &&
    build.ask.entity === null &&
    build.lone?.table === home &&
    table !== home
  ) {
    const said = build.ask.conditions.filter((one) => deniedBefore(build, one)?.of === ref);
    // `countries with no cancelled orders`: no row of a country has any.
    requireAmong(build, scope, true, (inner) =>
      requireExists(inner, manyPath(build, inner, table), false, (rows) =>
        requireAll(build, rows, said),
      ),
    );
    return;
  }
  if (table === home) unsound('Rows would be counted per row of the same table.');
  // `that have volumes of more than 2 weeks`: the condition says that there is one.
  const implied = build.ask.conditions.some(
    (one) =>
      one.kind !== 'rows' &&
      one.kind !== 'each' &&
      !('negated' in one && one.negated) &&
      predicateOf(build, one).table === table,
  );
  if (implied && op === '>=' && value === 1 && !isOne(scope, table)) return;
  if (isOne(scope, table)) {
    if (op === '=' && value === 0) {
      if (scope.has(table)) unsound('The condition excludes the rows that are shown.');
      requireExists(
        scope,
        scope.pathTo(table) ?? unsound("The tables aren't related."),
        true,
        () => {},
      );
      return;
    }
    if (op !== '>=' || value !== 1) unsound(`Each row has at most one row of ${table}.`);
    build.reach(scope, table);
    return;
  }
  if ((op === '>=' && value === 1) || (op === '=' && value === 0) || (op === '>' && value === 0)) {
    const denied = op === '=';
    requireExists(scope, manyPath(build, scope, table), denied, (inner) => {
      const of = denied
        ? build.ask.conditions.filter((one) => deniedBefore(build, one)?.of === ref)
        : [];
      requireAll(build, inner, of);
    });
    return;
  }
  const measure: Measure = { fn: 'count', of: ref, distinct: false, context: null };
  const within = build.ask.conditions
    .filter((one) => countedBefore(build, scope, one, isGrouped) === condition)
    .map((one) => predicateOf(build, one));
  const left = relatedNumber(build, scope, measure, within);
  scope.require({ kind: 'compare', op, left, right: bound });
}

/** `with a total amount above 1000`: of each group, or of the rows that belong to each row. */
function placeComputed(
  build: BuildContext,
  scope: Scope,
  condition: Extract<Condition, { kind: 'computed' }>,
  having: Predicate[] | null,
): void {
  const { of, op, value } = condition;
  const { type } = computedColumn(build, of);
  const { table } = build.target(of.of);
  const right: Literal = { kind: 'literal', type, value };
  if (having && table === scope.base) {
    const left = aggregateOf(build, scope, of);
    having.push({ kind: 'compare', op, left, right });
    return;
  }
  scope.require({ kind: 'compare', op, left: relatedNumber(build, scope, of), right });
  const { label } = build.table(table);
  build.assumptions.add(`Those without ${label} are left out.`);
}

/** Conditions of rows that belong to one row, all of them met by the same one. */
interface Nested {
  readonly path: Path;
  readonly parts: TablePredicate[];
}

/** The token at which a condition begins. */
function positionOf(condition: Condition): number {
  if (condition.kind === 'value') return condition.values[0]!.from;
  if (condition.kind === 'each') return positionOf(condition.parts[0]!);
  if (condition.kind === 'computed') return condition.of.of.from;
  return condition.of?.from ?? 0;
}
