import type { BuildContext } from '#src/planner/build-context.ts';
import { type Condition, Declined } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { type Placed, placeCondition } from '#src/planner/predicates.ts';
import type { Scope } from '#src/planner/scope.ts';

type Counted = Extract<Condition, { kind: 'compare' | 'between' }>;
type Exists = Extract<Condition, { kind: 'exists' }>;

/** The conditions of a question by what they speak of. */
export interface Conditions {
  /** Of the asked rows, or of tables that hang together with them. */
  readonly plain: readonly (Placed | readonly Placed[])[];
  readonly exists: readonly {
    readonly condition: Exists;
    readonly table: string;
    readonly inside: readonly Placed[];
  }[];
  readonly counted: readonly Counted[];
  /** Of the rows that a counted mention names. */
  of(mention: Mention): readonly Placed[];
}

/** Finds the table of each condition and which "with …" it belongs to. */
export function sortConditions(
  conditions: readonly Condition[],
  context: BuildContext,
  home: string,
): Conditions {
  const exists = conditions.filter((one): one is Exists => one.kind === 'exists');
  const counted = conditions.filter(
    (one): one is Counted =>
      (one.kind === 'compare' || one.kind === 'between') && one.of?.aggregate != null,
  );
  const owners = new Set<Mention>([
    ...exists.map((one) => one.of),
    ...counted.map((one) => one.of!.of),
  ]);
  const plain: (Placed | readonly Placed[])[] = [];
  const inside = new Map<Mention, Placed[]>();
  for (const condition of conditions) {
    if (condition.kind === 'exists' || (counted as readonly Condition[]).includes(condition))
      continue;
    const at =
      condition.ctx && owners.has(condition.ctx)
        ? context.sense(condition.ctx).table
        : homeOf(condition, context, home);
    if (condition.kind === 'or') {
      plain.push(condition.parts.map((part) => place(part, context, at)));
      continue;
    }
    const placed = place(condition, context, at);
    if (condition.ctx && owners.has(condition.ctx) && placed.table !== home)
      inside.set(condition.ctx, [...(inside.get(condition.ctx) ?? []), placed]);
    else plain.push(placed);
  }
  return {
    plain,
    counted,
    exists: exists.map((condition) => ({
      condition,
      table: context.sense(condition.of).table,
      inside: inside.get(condition.of) ?? [],
    })),
    of: (mention) => inside.get(mention) ?? [],
  };
}

function homeOf(condition: Condition, context: BuildContext, home: string): string {
  return condition.ctx ? context.sense(condition.ctx).table : home;
}

function place(condition: Condition, context: BuildContext, home: string): Placed {
  const placed = placeCondition(condition, context, home);
  if (!placed)
    throw new Declined(
      'unsupported_question',
      'Alternatives of this kind are not understood.',
      null,
    );
  return placed;
}

/** Adds the conditions to a scope: on its rows, or as EXISTS over rows that would multiply them. */
export function applyConditions(
  scope: Scope,
  conditions: Conditions,
  context: BuildContext,
  entity: string,
): void {
  const seen = new Set<string>();
  for (const one of conditions.plain) {
    if (Array.isArray(one)) {
      applyAlternatives(scope, one as readonly Placed[]);
      continue;
    }
    const placed = one as Placed;
    if (placed.equals && !placed.condition.negated) {
      if (seen.has(placed.equals))
        throw new Declined(
          'unsupported_question',
          'Two values of one column are asked at once.',
          null,
        );
      seen.add(placed.equals);
    }
  }
  const far = new Map<string, Placed[]>();
  for (const one of conditions.plain) {
    if (Array.isArray(one)) continue;
    const placed = one as Placed;
    if (scope.reach(placed.table)) scope.where.push(placed.predicate(scope));
    else {
      const key = `${placed.table}${placed.condition.negated ? '\0not' : ''}`;
      far.set(key, [...(far.get(key) ?? []), placed]);
    }
  }
  addFar(scope, far, context);
  for (const { condition, table, inside } of conditions.exists)
    addExists(scope, condition, table, inside, entity, context);
}

function applyAlternatives(scope: Scope, parts: readonly Placed[]): void {
  for (const part of parts)
    if (!scope.reach(part.table))
      throw new Declined(
        'unsupported_question',
        'Alternatives over several tables are not understood.',
        null,
      );
  scope.where.push({ kind: 'or', parts: parts.map((part) => part.predicate(scope)) });
}

/** Conditions on rows that belong to the asked ones: all that must hold of one such row in one EXISTS. */
function addFar(
  scope: Scope,
  far: ReadonlyMap<string, readonly Placed[]>,
  context: BuildContext,
): void {
  const byHop = new Map<string, { readonly placed: Placed[]; readonly negated: boolean }>();
  for (const placed of [...far.values()].flat()) {
    const path = scope.pathTo(placed.table);
    const hop = path?.find((one) => !one.toOne);
    if (!path || !hop)
      throw new Declined(
        'not_in_data',
        `${context.table(placed.table).label} does not hang together with ${context.table(scope.base).label}.`,
        null,
      );
    const negated = placed.condition.negated;
    const key = `${hop.from}\0${hop.to}\0${negated}`;
    const known = byHop.get(key) ?? { placed: [], negated };
    known.placed.push(placed);
    byHop.set(key, known);
  }
  for (const { placed, negated } of byHop.values()) {
    const path = scope.pathTo(placed[0]!.table)!;
    const at = path.findIndex((one) => !one.toOne);
    for (const hop of path.slice(0, at)) scope.join(hop);
    const inner = scope.nested(path[at]!);
    for (const one of placed) {
      const way = scope.pathTo(one.table)!;
      for (const hop of way.slice(at + 1)) inner.join(hop);
      const plain = { ...one.condition, negated: false } as Condition;
      inner.where.push(
        negated
          ? placeCondition(plain, context, one.table)!.predicate(inner)
          : one.predicate(inner),
      );
    }
    scope.where.push({ kind: 'exists', query: inner.skeleton(), negated });
  }
}

function addExists(
  scope: Scope,
  condition: Exists,
  table: string,
  inside: readonly Placed[],
  entity: string,
  context: BuildContext,
): void {
  if (table === scope.base || table === entity) {
    if (condition.negated)
      throw new Declined(
        'unsupported_question',
        `"${condition.of.text}" is denied of itself.`,
        condition.of.text,
      );
    for (const one of inside) {
      if (!scope.reach(one.table))
        throw new Declined('unsupported_question', 'The conditions do not hang together.', null);
      scope.where.push(one.predicate(scope));
    }
    return;
  }
  const path = scope.pathTo(table);
  if (!path)
    throw new Declined(
      'not_in_data',
      `${context.table(table).label} does not hang together with ${context.table(scope.base).label}.`,
      condition.of.text,
    );
  const many = path.findIndex((hop) => !hop.toOne);
  if (many < 0 && !condition.negated) {
    scope.reach(table);
    for (const one of inside) {
      if (!scope.reach(one.table))
        throw new Declined('unsupported_question', 'The conditions do not hang together.', null);
      scope.where.push(one.predicate(scope));
    }
    return;
  }
  const at = Math.max(many, 0);
  for (const hop of path.slice(0, at)) scope.join(hop);
  const inner = scope.nested(path[at]!);
  for (const hop of path.slice(at + 1))
    if (inside.length > 0 || hop.to !== table || !hop.toOne) inner.join(hop);
  for (const one of inside) {
    if (!inner.reach(one.table))
      throw new Declined('unsupported_question', 'The conditions do not hang together.', null);
    inner.where.push(one.predicate(inner));
  }
  scope.where.push({ kind: 'exists', query: inner.skeleton(), negated: condition.negated });
}
