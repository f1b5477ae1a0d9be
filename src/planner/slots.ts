import type { Condition, Frame, Thing } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';

export type Role = 'table' | 'thing' | 'count' | 'measure' | 'condition' | 'flag' | 'value';

/** A mention of a frame, and what it is said to be there. */
export interface Slot {
  readonly mention: Mention;
  readonly roles: Set<Role>;
  ctx: Mention | null;
  /** The column that a value is of. */
  of: Mention | null;
  /** A value before a name: it must be of that very thing. */
  near: boolean;
  /** The verb that a value is said of. */
  verb: string | null;
  /** The number that a column is compared with. */
  compared: number | null;
}

/** Whether a condition is of the very rows that it is said of: `critical services`, unlike `services with an alarm`. */
const saysOf = (one: Condition): boolean =>
  one.kind === 'held' ||
  (one.kind === 'flag' && one.near === true) ||
  (one.kind === 'empty' && !one.absent);

/** The mentions of a frame, each once. */
export function collectSlots(frame: Frame): Slot[] {
  const slots = new Map<Mention, Slot>();
  const add = (
    mention: Mention | null,
    role: Role,
    ctx: Mention | null = null,
    of: Mention | null = null,
  ) => {
    if (!mention) return;
    const known = slots.get(mention);
    if (known) {
      known.roles.add(role);
      known.ctx ??= ctx === mention ? null : ctx;
      known.of ??= of;
    } else
      slots.set(mention, {
        mention,
        roles: new Set([role]),
        near: false,
        verb: null,
        compared: null,
        ctx: ctx === mention ? null : ctx,
        of,
      });
  };
  const addThing = (thing: Thing | null) => {
    if (!thing) return;
    add(thing.ctx, 'table');
    if (thing.worth || thing.dated) return add(thing.of, 'table');
    const numeric = thing.aggregate !== null && thing.aggregate !== 'count';
    add(thing.of, numeric ? 'measure' : 'thing', thing.ctx);
    if (thing.aggregate === 'count') add(thing.of, 'count', thing.ctx);
  };
  const addCondition = (condition: Condition): void => {
    add(condition.ctx, 'table');
    if (condition.kind === 'or') {
      condition.parts.forEach(addCondition);
      return;
    }
    if (condition.kind === 'among')
      add(condition.of, condition.column === null ? 'table' : 'condition', condition.ctx);
    else if (condition.kind === 'exists') add(condition.of, 'table', condition.ctx);
    else if (condition.kind === 'value') {
      add(condition.of, 'condition', condition.ctx);
      for (const value of condition.values) {
        add(value, 'value', condition.ctx, condition.of ?? condition.values[0]);
        if (condition.near) slots.get(value)!.near = true;
        slots.get(value)!.verb ??= condition.verb ?? null;
      }
    } else if (condition.kind === 'compare' || condition.kind === 'between') {
      if (condition.of?.aggregate) addThing(condition.of);
      else if (condition.of) {
        add(condition.of.of, 'measure', condition.ctx);
        if (condition.kind === 'compare') slots.get(condition.of.of)!.compared = condition.value;
      }
    } else {
      add(condition.of, condition.kind === 'flag' ? 'flag' : 'condition', condition.ctx);
      if (saysOf(condition)) slots.get(condition.of!)!.near = true;
    }
  };
  add(frame.entity, 'table');
  frame.select.forEach(addThing);
  for (const { of, ctx = null } of frame.groups) {
    add(ctx, 'table');
    add(of, 'thing', ctx);
  }
  for (const order of frame.order) addThing(order.by);
  frame.conditions.forEach(addCondition);
  return [...slots.values()];
}
