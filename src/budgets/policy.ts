import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { nanoDollars } from '#src/dollars.ts';
import type { PublishEvent } from '#src/events/types.ts';
import { newId } from '#src/ids.ts';
import type { BudgetDecision, SpendControl, SpendScope } from '#src/plugin-api/budget-policy.ts';
import type { SpendTotalRow, Store } from '#src/store/schema.ts';
import { alertOf, usageOf, usedUp } from './budget.ts';
import { type AppliedBudget, budgetsOf } from './budget-rows.ts';
import { deploymentCaps, type NamedPolicy } from './caps.ts';
import { type SpentBudget, tellBlocked, tellReached, totalOf } from './notices.ts';
import {
  insertReservation,
  raiseReservation,
  recordCost,
  releaseAbandoned,
  type Settled,
  settleReservation,
} from './spend-ledger.ts';
import { addSpend, totalsOf } from './spend-totals.ts';

export interface SpendControlDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Pick<Config, 'plans' | 'budgets'>;
  readonly policies: readonly NamedPolicy[];
  readonly publishEvent: PublishEvent;
}

type Reservation = Extract<BudgetDecision, { allowed: true }>;

/** A refusal, and the budgets that are used up. */
interface Refusal {
  readonly decision: Extract<BudgetDecision, { allowed: false }>;
  readonly blocking: readonly SpentBudget[];
}

/** Ends the transaction of a reservation that a budget refuses. */
class BudgetRefusal extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super('a budget is used up');
    this.refusal = refusal;
  }
}

/** A question between its reservation and its settlement. */
interface OpenQuestion {
  readonly scope: SpendScope;
  /** The caps that it was held to; null where nothing was set aside. */
  readonly budgets: readonly AppliedBudget[] | null;
  /** US dollars. */
  reserved: number;
}

/**
 * The caps of policies, of plans, and the budgets of accounts. A question sets its estimate aside before it runs: what is
 * spent and set aside together is compared with the caps, under the lock of the account's totals, so that however many
 * come at once a blocking cap is passed by one question at the most. One that is estimated at nothing (the built-in
 * planner alone) is held to the caps, too, and writes nothing; its cost, should it have one after all, is written. What reaches a
 * threshold is told by the settlement that does; what is blocked is told before the question is refused.
 */
export function createSpendControl(deps: SpendControlDeps): SpendControl {
  const { store, clock, publishEvent } = deps;
  const open = new Map<string, OpenQuestion>();
  const now = () => timestamp(clock.now());
  return {
    async reserve(scope, estimate, hasBudgets = true) {
      const budgets = await budgetsFor(deps, scope, hasBudgets);
      const outcome = await (estimate > 0
        ? reserveOrFree(deps, scope, estimate, budgets)
        : comparedOnly(deps, scope, budgets));
      if (!('blocking' in outcome)) {
        const held = estimate > 0 ? budgets : null;
        open.set(outcome.reservationId, { scope, budgets: held, reserved: estimate });
        return outcome;
      }
      const context = { publishEvent, owner: scope, askedAt: now() };
      await store.transaction().execute((trx) => tellBlocked(trx, context, outcome.blocking));
      return outcome.decision;
    },
    async raise(reservationId, amount) {
      const question = open.get(reservationId);
      if (!question?.budgets || amount <= question.reserved) return true;
      const { budgets } = question;
      const raised = await raiseReservation(store, reservationId, amount, (totals) =>
        isWithin(budgets, totals, nanoDollars(amount)),
      );
      if (raised) question.reserved = amount;
      return raised;
    },
    async settle(reservationId, cost) {
      const question = open.get(reservationId);
      open.delete(reservationId);
      if (question?.budgets === null && cost <= 0) return;
      const spent = { usd: cost, at: now() };
      // One of another process: what it reached is told by the next settlement.
      if (!question) return settleReservation(store, reservationId, spent);
      const { scope, budgets } = question;
      if (budgets)
        return settleReservation(store, reservationId, spent, teller(deps, scope, budgets));
      // What was spent is written in any case, also where a policy fails.
      const [read] = await Promise.allSettled([budgetsFor(deps, scope)]);
      const held = read.status === 'fulfilled' ? read.value : [];
      await recordCost(store, scope, spent, teller(deps, scope, held));
    },
  };
}

/** Compares what is spent with the caps where a question sets nothing aside. */
async function comparedOnly(
  { store, clock }: SpendControlDeps,
  scope: SpendScope,
  budgets: readonly AppliedBudget[],
): Promise<Reservation | Refusal> {
  if (budgets.length === 0)
    return { allowed: true, reservationId: newId('sp'), alertsWith: () => [] };
  const capped = budgets.map(({ budget, scopeId }) => ({ ...budget, scope_id: scopeId }));
  const totals = await totalsOf(store, scope.accountId, timestamp(clock.now()), capped);
  const judged = judge(budgets, totals, 0);
  return 'blocking' in judged
    ? judged
    : { allowed: true, reservationId: newId('sp'), alertsWith: judged.alertsWith };
}

/** Sets aside what a question may cost; where that is refused, once more without what dead processes still hold. */
async function reserveOrFree(
  { store, clock, config }: SpendControlDeps,
  scope: SpendScope,
  usd: number,
  budgets: readonly AppliedBudget[],
): Promise<Reservation | Refusal> {
  const attempt = () => tryReserve(store, scope, usd, { budgets, at: timestamp(clock.now()) });
  const outcome = await attempt();
  if (!('blocking' in outcome)) return outcome;
  const before = timestamp(new Date(clock.now().getTime() - config.budgets.reservation_ms));
  const released = await releaseAbandoned(store, scope.accountId, before);
  return released === 0 ? outcome : attempt();
}

const teller =
  (
    { publishEvent }: SpendControlDeps,
    owner: SpendScope,
    budgets: readonly AppliedBudget[],
  ): Settled =>
  (trx, { askedAt, totals }) =>
    tellReached(trx, { publishEvent, owner, askedAt }, budgets, totals);

/** All caps that hold for a question. */
async function budgetsFor(
  { store, config, policies }: SpendControlDeps,
  scope: SpendScope,
  hasBudgets = true,
): Promise<AppliedBudget[]> {
  return [
    ...(await deploymentCaps({ config, policies }, scope)),
    ...(hasBudgets ? await budgetsOf(store, scope) : []),
  ];
}

async function tryReserve(
  store: Store,
  scope: SpendScope,
  estimate: number,
  { budgets, at }: { readonly budgets: readonly AppliedBudget[]; readonly at: string },
): Promise<Reservation | Refusal> {
  const reservationId = newId('sp');
  const reserved = nanoDollars(estimate);
  try {
    return await store.transaction().execute(async (trx) => {
      const amounts = { reserved_nano: reserved, settled_nano: 0 };
      const totals = await addSpend(trx, scope, at, amounts);
      const judged = judge(budgets, totals, reserved);
      if ('blocking' in judged) throw new BudgetRefusal(judged);
      await insertReservation(trx, scope, { id: reservationId, usd: estimate, at });
      return { allowed: true, reservationId, alertsWith: judged.alertsWith };
    });
  } catch (error) {
    if (error instanceof BudgetRefusal) return error.refusal;
    throw error;
  }
}

/** Whether a question may set `own` (billionths, counted in the totals) aside in all: the rest of each cap is left to others. */
function isWithin(
  budgets: readonly AppliedBudget[],
  totals: readonly SpendTotalRow[],
  own: number,
): boolean {
  return budgets.every((applied) => {
    const total = totalOf(totals, applied);
    if (applied.budget.enforcement !== 'block' || !total) return true;
    const { reserved_nano: reserved, settled_nano: settled } = total;
    const isAlone = reserved <= own;
    return isAlone
      ? !usedUp(applied.budget, settled)
      : reserved + settled <= nanoDollars(applied.budget.cap);
  });
}

/** The alerts of a question by its cost, or its refusal where a blocking budget was used up before it. */
function judge(
  budgets: readonly AppliedBudget[],
  totals: readonly SpendTotalRow[],
  own: number,
): Refusal | Pick<Reservation, 'alertsWith'> {
  const before: SpentBudget[] = budgets.map((applied) => {
    const total = totalOf(totals, applied);
    const spentNano = total ? total.reserved_nano + total.settled_nano - own : 0;
    return { ...applied, spentNano };
  });
  const alertsWith = (cost: number) =>
    before.flatMap(
      ({ budget, scopeId, spentNano }) =>
        alertOf(budget, scopeId, spentNano + nanoDollars(cost)) ?? [],
    );
  const blocking = before.filter(
    ({ budget, spentNano }) => budget.enforcement === 'block' && usedUp(budget, spentNano),
  );
  const [first] = blocking;
  if (!first) return { alertsWith };
  const blockingScope = usageOf(first.budget, first.scopeId, first.spentNano);
  const decision = { allowed: false, blockingScope, alerts: alertsWith(0) } as const;
  return { decision, blocking };
}
