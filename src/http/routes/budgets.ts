import { z } from 'zod';
import { END_USER_ID } from '#src/accounts/end-user.ts';
import { DEFAULT_THRESHOLDS } from '#src/budgets/budget.ts';
import type { BudgetList } from '#src/budgets/budget-list.ts';
import { USAGE_GROUPS, type Usage } from '#src/budgets/usage.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { defineRoute, json, keptReply, type Route } from '../route.ts';
import { unprocessable } from '../validate.ts';
import { budgetEnforcement, budgetPeriod, budgetScope } from '../wire-enums.ts';

export interface BudgetRoutesDeps {
  readonly budgets: BudgetList;
  readonly usage: Usage;
  readonly clock: Clock;
}

const budgetFields = z.strictObject({
  scope_type: budgetScope,
  scope_id: z.string().min(1).max(128),
  cap: z.number().min(0).max(1_000_000),
  period: budgetPeriod.default('month'),
  enforcement: budgetEnforcement.default('alert'),
  thresholds: z
    .array(z.number().gt(0).max(1))
    .min(1)
    .max(10)
    .default([...DEFAULT_THRESHOLDS]),
});
const budget = budgetFields.refine(
  ({ scope_type, scope_id }) =>
    scope_type !== 'end_user' || scope_id === '*' || END_USER_ID.test(scope_id),
  {
    path: ['scope_id'],
    message: 'End user IDs have 1 to 128 letters, digits and . _ : @ + -. Use * for each end user.',
  },
);
const used = z
  .object(budgetFields.shape)
  .extend({
    spent: z.number().nullable().meta({ description: 'Spent and reserved, in US dollars' }),
    reserved: z
      .number()
      .nullable()
      .meta({ description: 'Part of it reserved for running questions' }),
    left: z.number().nullable(),
    pct_used: z.number().nullable(),
    resets_on: z.string().meta({ description: 'First day of the next period, UTC' }),
  })
  .meta({ id: 'UsedBudget' });
const listed = z.object({ budgets: z.array(used) });
const held = listed.extend({
  caps: z
    .array(
      used
        .extend({
          source: z.string().meta({ description: '`plan` or the name of a budget policy' }),
        })
        .meta({ id: 'Cap', 'x-extends': 'UsedBudget' }),
    )
    .meta({ description: "Limits of the plan and the deployment's policies" }),
  caps_complete: z.boolean().meta({
    description: 'False if the key has too many workspaces to check them all; filter by workspace',
  }),
});
const usageGroup = z.enum(USAGE_GROUPS).meta({ id: 'UsageGroup' });
const usageRecord = z.object({
  group: z.string(),
  questions: z.int(),
  tokens: z.object({ input: z.int(), output: z.int() }),
  cost_usd: z.number(),
  latency_ms: z.object({ p50: z.number(), p95: z.number(), p99: z.number() }),
});

/** Budgets, and what answers come to. */
export function budgetRoutes({ budgets, usage, clock }: BudgetRoutesDeps): Route[] {
  const shared = { path: '/accounts/budgets', tag: 'Account', capability: 'manage' } as const;
  return [
    defineRoute({
      ...shared,
      method: 'get',
      summary: 'List budgets and limits for the key, with their usage',
      rate: 'request',
      query: z.object({
        client_id: z.string().min(1).optional(),
        workspace_id: z.string().min(1).optional(),
      }),
      responses: { 200: { description: 'The budgets', schema: held } },
      async handle({ principal, query }) {
        const { client_id: clientId = null, workspace_id: workspaceId = null } = query;
        const { caps, complete } = await budgets.caps(principal, { clientId, workspaceId });
        return json({ budgets: await budgets.list(principal), caps, caps_complete: complete });
      },
    }),
    defineRoute({
      ...shared,
      method: 'put',
      summary: 'Replace all budgets of the account',
      audit: { action: 'budgets.replaced', tells: ['budgets'] },
      rate: 'request',
      body: z.strictObject({ budgets: z.array(budget) }),
      responses: { 200: { description: 'The budgets', schema: listed } },
      handle: ({ principal, body, keep }) =>
        keptReply(
          keep,
          (settle) => budgets.put(principal, body.budgets, settle),
          (made) => json({ budgets: made }),
        ),
    }),
    defineRoute({
      method: 'get',
      path: '/accounts/usage',
      summary: 'Get questions, tokens, cost and latency for a period',
      tag: 'Account',
      capability: 'manage',
      rate: 'request',
      query: z.object({
        from: z.iso.date().optional(),
        to: z.iso.date().optional(),
        group_by: usageGroup.default('day'),
      }),
      responses: {
        200: {
          description: 'Usage by group',
          schema: z.object({
            from: z.string(),
            to: z.string(),
            group_by: usageGroup,
            usage: z.array(usageRecord),
          }),
        },
      },
      errors: ['unprocessable'],
      async handle({ principal, query }) {
        const today = timestamp(clock.now()).slice(0, 10);
        const { from = `${today.slice(0, 7)}-01`, to = today, group_by } = query;
        if (from > to)
          throw unprocessable(
            ['query', 'from'],
            `from (${from}) is after to (${to}). Send the earlier day as from.`,
          );
        const found = await usage(principal, { from, to, groupBy: group_by });
        return json({ from, to, group_by, usage: found });
      },
    }),
  ];
}
