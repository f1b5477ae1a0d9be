import { placeCondition } from '#src/planner/compile/place-condition.ts';
import {
  refuseAllOrAny,
  refuseEmptyTime,
  refuseFlaggedVerb,
  refuseOtherTie,
  refuseSame,
  refuseTwoOfOne,
} from '#src/planner/compile/ties.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import { type Condition, Declined, Unread } from '#src/planner/frame.ts';
import type { Hop } from '#src/planner/joins.ts';
import type { Mention } from '#src/planner/lattice.ts';
import type { Placed } from '#src/planner/predicates/placed.ts';
import type { Scope } from '#src/planner/scope.ts';
import type { Predicate } from '#src/plugin-api/query.ts';

type Counted = Extract<Condition, { kind: 'compare' | 'between' }>;
type Exists = Extract<Condition, { kind: 'exists' }>;

/** Conditions of one set of rows. */
export interface Clause {
  readonly plain: Placed[];
  readonly alternatives: (readonly Placed[])[];
  readonly exists: Related[];
}

/** Rows that must, or must not, belong to the asked ones. */
interface Related extends Clause {
  readonly condition: Exists;
  readonly table: string;
}

/** The conditions of a question by what they speak of. */
export interface Conditions extends Clause {
  readonly counted: readonly Counted[];
  /** Of the rows that a counted mention names. */
  of(mention: Mention): readonly Pick<Placed, 'table' | 'predicate'>[];
}

export const isCounted = (condition: Condition): condition is Counted =>
  (condition.kind === 'compare' || condition.kind === 'between') && condition.of?.aggregate != null;

const emptyClause = (): Clause => ({ plain: [], alternatives: [], exists: [] });

/**
 * Finds the table of each condition and which "with …" it belongs to; `ranking` are mentions of rows that are counted
 * for the order.
 */
export function sortConditions(
  said: readonly Condition[],
  context: BuildContext,
  home: string,
  ranking: readonly Mention[] = [],
): Conditions {
  const conditions = withoutOwn(said, context, home);
  const root = emptyClause();
  const owners = new Map<Mention, Clause>();
  const counted = conditions.filter(isCounted);
  for (const mention of [...counted.map((one) => one.of!.of), ...ranking])
    owners.set(mention, emptyClause());
  for (const condition of conditions) {
    if (condition.kind !== 'exists') continue;
    const table = context.sense(condition.of).table;
    const related: Related = { ...emptyClause(), condition, table };
    const owner = ownerOf(condition, table, owners, context, home);
    (owner ?? root).exists.push(related);
    owners.set(condition.of, related);
  }
  for (const condition of conditions) {
    if (condition.kind === 'exists' || isCounted(condition)) continue;
    const at = doneIn(condition, context, home) ?? tableOf(condition, context, home);
    if (condition.kind === 'or') {
      root.alternatives.push(condition.parts.map((part) => place(part, context, at)));
      continue;
    }
    for (const one of apart(condition)) {
      const placed = place(one, context, at);
      const owner = ownerOf(one, placed.table, owners, context, home);
      (owner ?? root).plain.push(placed);
    }
  }
  const of = (mention: Mention) => {
    const { plain, exists } = owners.get(mention) ?? emptyClause();
    return [...plain, ...exists.map((related) => relatedOf(related, mention, context))];
  };
  return { ...root, counted, of };
}

/** `Revenue by shop without cancelled jobs`, which is computed over jobs: those that are cancelled are left out. */
function withoutOwn(
  conditions: readonly Condition[],
  context: BuildContext,
  home: string,
): readonly Condition[] {
  const isOwn = (one: Condition): one is Exists =>
    one.kind === 'exists' && one.negated && context.sense(one.of).table === home;
  return conditions.filter(isOwn).reduce((all: readonly Condition[], denied) => {
    const [own, second] = all.filter((one) => one !== denied && one.ctx === denied.of);
    if (own?.kind !== 'value' || own.negated || second) return all;
    return all.flatMap((one) =>
      one === denied ? [] : [one === own ? { ...own, negated: true } : one],
    );
  }, conditions);
}

/** `at least 2 orders without items`: rows that those which are counted must have, or must not. */
const relatedOf = (related: Related, rows: Mention, context: BuildContext) => ({
  table: context.sense(rows).table,
  predicate: (scope: Scope): Predicate => {
    const before = scope.where.length;
    addRelated(scope, related, context);
    return { kind: 'and', parts: scope.where.splice(before) };
  },
});

const tableOf = (condition: Condition, context: BuildContext, home: string) =>
  condition.ctx ? context.sense(condition.ctx).table : home;

/**
 * `customers who bought a lamp in 2025`: the period is that of the rows between the asked ones and the value. Null
 * where the value belongs to the asked rows themselves.
 */
function doneIn(condition: Condition, context: BuildContext, home: string): string | null {
  if (condition.kind !== 'period' || !condition.doing) return null;
  const from = tableOf(condition, context, home);
  const found = context.graph.path(from, context.sense(condition.doing).table);
  const hop = found.kind === 'path' ? found.path.find((one) => !one.toOne) : null;
  return hop?.to ?? null;
}

/** `both A and B` are two conditions. */
function apart(condition: Condition): readonly Condition[] {
  if (condition.kind !== 'value' || !condition.all) return [condition];
  return condition.values.map((value) => ({ ...condition, values: [value] }));
}

function ownerOf(
  condition: Condition,
  table: string,
  owners: ReadonlyMap<Mention, Clause>,
  context: BuildContext,
  home: string,
): Clause | null {
  const owner = condition.ctx ? owners.get(condition.ctx) : undefined;
  if (!owner || table === home) return null;
  const from = context.sense(condition.ctx!).table;
  return context.graph.path(from, table).kind === 'none' ? null : owner;
}

function place(condition: Condition, context: BuildContext, home: string): Placed {
  const placed = placeCondition(condition, context, home);
  if (!placed) throw new Unread('unsupported_question', 'This kind of "or" isn\'t supported.');
  return placed;
}

/** Adds the conditions to a scope: on its rows, or as EXISTS over rows that would multiply them. */
export function applyConditions(scope: Scope, clause: Clause, context: BuildContext): void {
  const near = clause.plain.filter(({ table }) => scope.reach(table));
  const far = clause.plain.filter((placed) => !near.includes(placed));
  refuseEmptyRange(clause.plain);
  const seen = new Set<string>();
  for (const { equals, condition, predicate } of near) {
    if (equals !== null && !condition.negated) {
      const column = context.canonical(equals);
      if (seen.has(column))
        throw new Declined(
          'unsupported_question',
          'The question asks for two values of one column at once.',
        );
      seen.add(column);
    }
    demand(scope, predicate(scope));
  }
  refuseIdleDenial(near, context);
  for (const parts of clause.alternatives) {
    if (!parts.every((part) => scope.reach(part.table)))
      throw new Unread('unsupported_question', '"Or" across several tables isn\'t supported.');
    scope.where.push({ kind: 'or', parts: parts.map((part) => part.predicate(scope)) });
  }
  addFar(scope, far, context);
  for (const related of clause.exists) addRelated(scope, related, context);
}

/** Of a condition that all rows of a table meet no more is left than that the table is joined. */
function demand(scope: Scope, predicate: Predicate): void {
  if (predicate.kind !== 'and' || predicate.parts.length > 0) scope.where.push(predicate);
}

/** `in Sales but not in IT` of rows that have one department: the denial says nothing, so that more is meant. */
function refuseIdleDenial(near: readonly Placed[], context: BuildContext): void {
  const column = ({ equals }: Placed) => (equals === null ? null : context.canonical(equals));
  const said = new Set(near.filter(({ condition }) => !condition.negated).map(column));
  const idle = near.find(
    (one) => one.condition.negated && one.equals !== null && said.has(column(one)),
  );
  if (idle)
    throw new Declined(
      'unsupported_question',
      'A row has only one value in this column, so excluding the other one changes nothing.',
    );
}

/** `above 1500 and below 500` cannot hold of one row: something else is meant. */
function refuseEmptyRange(conditions: readonly Placed[]): void {
  const low = new Map<Mention, number>();
  const high = new Map<Mention, number>();
  for (const { condition } of conditions) {
    if (condition.kind !== 'compare' || !condition.of || condition.negated) continue;
    if (condition.op.startsWith('>')) low.set(condition.of.of, condition.value);
    if (condition.op.startsWith('<')) high.set(condition.of.of, condition.value);
  }
  refuseEmptyTime(conditions);
  for (const [mention, value] of low)
    if ((high.get(mention) ?? Infinity) <= value)
      throw new Declined('unsupported_question', 'No row can meet both limits.', mention.text);
}

interface Bundle {
  readonly placed: Placed[];
  readonly negated: boolean;
}

/** Conditions on rows that belong to the asked ones: what must hold of one such row stands in one EXISTS. */
function addFar(scope: Scope, far: readonly Placed[], context: BuildContext): void {
  refuseAllOrAny(far);
  const bundles = new Map<string, Bundle>();
  for (const placed of far) {
    const { condition } = placed;
    const { hop, path } = wayTo(scope, placed.table, context);
    if (condition.kind === 'value' && !condition.of && path.length > 3)
      throw new Declined(
        'unsupported_question',
        `"${condition.values[0]!.text}" is only distantly related to the rest of the question.`,
        condition.values[0]!.text,
      );
    if (condition.kind === 'value') {
      const { verb = null, values } = condition;
      refuseFlaggedVerb(path, condition, context);
      refuseOtherTie(path, { verb, text: values[0]!.text }, context);
    }
    const alone = condition.kind === 'value' && condition.all ? condition.values[0]!.index : '';
    // `withdrawn copies`: that there is a date is no denial, although it is written as one.
    const negated = condition.negated && condition.kind !== 'empty';
    const key = [hop.from, hop.to, negated, alone].join('\0');
    const known = bundles.get(key) ?? { placed: [], negated };
    known.placed.push(placed);
    bundles.set(key, known);
  }
  for (const bundle of bundles.values()) addBundle(scope, bundle, context);
}

function addBundle(scope: Scope, { placed, negated }: Bundle, context: BuildContext): void {
  if (!negated) refuseTwoOfOne(placed, context);
  const { at, hop, path } = wayTo(scope, placed[0]!.table, context);
  for (const one of path.slice(0, at)) scope.join(one);
  const inner = scope.nested(hop);
  for (const one of placed) {
    for (const next of wayTo(scope, one.table, context).path.slice(at + 1)) inner.join(next);
    const plain = { ...one.condition, negated: false };
    const predicate = negated ? place(plain, context, one.table).predicate : one.predicate;
    demand(inner, predicate(inner));
  }
  scope.where.push({ kind: 'exists', query: inner.skeleton(), negated });
}

/** The path to a table whose rows may be many for each row of a scope, and where it fans out. */
function wayTo(scope: Scope, table: string, context: BuildContext) {
  const path = scope.pathTo(table);
  const at = path?.findIndex((hop) => !hop.toOne) ?? -1;
  if (!path || at < 0) throw unrelated(scope, table, context);
  return { path, at, hop: path[at]! };
}

function unrelated(scope: Scope, table: string, context: BuildContext): Declined {
  const label = context.table(table).label;
  return new Declined(
    'not_in_data',
    `The data doesn't say how ${label} and ${context.table(scope.base).label} are related.`,
    label,
  );
}

function addRelated(scope: Scope, related: Related, context: BuildContext): void {
  const { condition, table } = related;
  if (table === scope.base) {
    if (condition.negated)
      throw new Declined(
        'unsupported_question',
        `The question asks for ${condition.of.text} without ${condition.of.text}. Name what they shouldn't have.`,
        condition.of.text,
      );
    applyConditions(scope, related, context);
    return;
  }
  const path = scope.pathTo(table);
  if (!path) throw unrelated(scope, table, context);
  refuseOtherTie(path, { verb: condition.verb ?? null, text: condition.of.text }, context);
  refuseSame(path, condition);
  const many = path.findIndex((hop) => !hop.toOne);
  if (many < 0 && !condition.negated && !related.exists.some((one) => one.condition.negated)) {
    scope.reach(table);
    applyConditions(scope, related, context);
    return;
  }
  const at = Math.max(many, 0);
  for (const hop of path.slice(0, at)) scope.join(hop);
  const inner = scope.nested(path[at]!);
  const bare = related.plain.length + related.exists.length + related.alternatives.length === 0;
  // What rows refer to is there; what refers to each of them once may not be (`owners without invoices`).
  const isThere = (hop: Hop) => bare && hop.to === table && hop.toOne && !hop.fromOne;
  for (const hop of path.slice(at + 1)) if (!isThere(hop)) inner.join(hop);
  if (!condition.negated) refuseAllOrAny(related.plain);
  applyConditions(inner, related, context);
  scope.where.push({ kind: 'exists', query: inner.skeleton(), negated: condition.negated });
}
