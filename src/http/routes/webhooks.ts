import { z } from 'zod';
import { EVENT_TYPES } from '#src/events/types.ts';
import type { WebhooksService } from '#src/webhooks/types.ts';
import { defineRoute, json, keptReply, type Route } from '../route.ts';
import { deletes, nextCursor, pageQuery, pageRequest } from '../schemas.ts';
import { eventType } from '../wire-enums.ts';

export interface WebhookRoutesDeps {
  readonly webhooks: WebhooksService;
}

const url = z.string().trim().min(1).max(2_000);
const description = z.string().trim().max(500);
const events = z
  .array(eventType)
  .max(EVENT_TYPES.length)
  .meta({ description: 'If empty, all events' });
const instant = z.string();

const webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string(),
    events,
    client_id: z.string().nullable(),
    workspace_id: z.string().nullable(),
    status: z.enum(['active', 'disabled']),
    disabled_reason: z.enum(['gone', 'failing', 'paused']).nullable(),
    failing_since: instant.nullable(),
    previous_secret_until: instant.nullable(),
    created_at: instant,
  })
  .meta({ id: 'Webhook' });
const withSecret = webhook
  .extend({ secret: z.string().meta({ description: 'Shown only once; `whsec_…`' }) })
  .meta({ id: 'WebhookWithSecret', 'x-extends': 'Webhook' });
const delivery = z
  .object({
    id: z.string(),
    event_id: z.string(),
    event_type: z.string(),
    status: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.int(),
    last_status: z.int().nullable(),
    last_error: z.string().nullable(),
    next_attempt_at: instant.nullable(),
    log: z.array(
      z.object({
        at: instant,
        status: z.int().nullable(),
        error: z.string().nullable(),
        duration_ms: z.number(),
      }),
    ),
    created_at: instant,
  })
  .meta({ id: 'Delivery' });

const path = '/accounts/webhooks';
const one = `${path}/{webhook_id}`;
const params = z.object({ webhook_id: z.string() });
const shared = { tag: 'Webhooks', capability: 'manage', rate: 'request' } as const;
const missing = ['webhook_not_found'] as const;

/** Who is told of what, and how it went. */
export function webhookRoutes({ webhooks }: WebhookRoutesDeps): Route[] {
  return [...registrationRoutes(webhooks), ...deliveryRoutes(webhooks)];
}

const registrationRoutes = (webhooks: WebhooksService) => [
  defineRoute({
    ...shared,
    method: 'get',
    path,
    summary: 'List webhooks that the key can access',
    query: pageQuery,
    responses: {
      200: {
        description: 'The webhooks, oldest first',
        schema: z.object({ webhooks: z.array(webhook), next_cursor: nextCursor }),
      },
    },
    errors: ['bad_request'],
    handle: async ({ principal, query }) =>
      json(await webhooks.list(principal, pageRequest(query))),
  }),
  defineRoute({
    ...shared,
    method: 'post',
    path,
    summary: 'Create a webhook; its signing secret is shown only once',
    audit: { action: 'webhook.created', tells: ['id', 'events'] },
    body: z.strictObject({
      url,
      description: description.default(''),
      events: events.default([]),
      client_id: z.string().min(1).optional(),
      workspace_id: z.string().min(1).optional(),
    }),
    responses: { 201: { description: 'The webhook', schema: withSecret } },
    errors: [
      'webhook_url_refused',
      'wrong_tenant',
      'wrong_workspace',
      'workspace_not_found',
      'conflict',
    ],
    handle: ({ principal, body, signal, keep }) =>
      keptReply(
        keep,
        (settle) => webhooks.create(principal, body, signal, settle),
        (made) => json(made, 201),
      ),
  }),
  defineRoute({
    ...shared,
    method: 'patch',
    path: one,
    summary: 'Change, enable or disable a webhook',
    audit: { action: 'webhook.changed', tells: ['events', 'status'] },
    params,
    body: z
      .strictObject({ url, description, events, enabled: z.boolean() })
      .partial()
      .refine(
        (body) => Object.keys(body).length > 0,
        'Nothing to change. Send at least one field.',
      ),
    responses: { 200: { description: 'The webhook', schema: webhook } },
    errors: ['webhook_url_refused', ...missing],
    handle: ({ principal, params, body, signal, keep }) =>
      keptReply(
        keep,
        (settle) => webhooks.change(principal, params.webhook_id, body, signal, settle),
        (changed) => json(changed),
      ),
  }),
  defineRoute({
    ...shared,
    method: 'delete',
    path: one,
    summary: 'Delete a webhook with its deliveries',
    audit: { action: 'webhook.deleted' },
    params,
    responses: deletes,
    errors: missing,
    handle: ({ principal, params, keep }) =>
      keptReply(
        keep,
        (settle) => webhooks.remove(principal, params.webhook_id, settle),
        (removed) => json(removed),
      ),
  }),
  defineRoute({
    ...shared,
    method: 'post',
    path: `${one}/rotate-secret`,
    summary: 'Rotate the secret; the old one stays valid for a while',
    audit: { action: 'webhook.secret_rotated' },
    params,
    responses: { 200: { description: 'The webhook', schema: withSecret } },
    errors: ['conflict', ...missing],
    handle: ({ principal, params, keep }) =>
      keptReply(
        keep,
        (settle) => webhooks.rotateSecret(principal, params.webhook_id, settle),
        (made) => json(made),
      ),
  }),
];

const deliveryRoutes = (webhooks: WebhooksService) => [
  defineRoute({
    ...shared,
    method: 'get',
    path: `${one}/deliveries`,
    summary: 'List deliveries with their attempts, newest first',
    params,
    query: pageQuery,
    responses: {
      200: {
        description: 'The deliveries',
        schema: z.object({ deliveries: z.array(delivery), next_cursor: nextCursor }),
      },
    },
    errors: ['bad_request', ...missing],
    handle: async ({ principal, params, query }) =>
      json(await webhooks.deliveries(principal, params.webhook_id, pageRequest(query))),
  }),
  defineRoute({
    ...shared,
    method: 'post',
    path: `${one}/test`,
    summary: 'Send a `webhook.test` event',
    audit: null,
    params,
    responses: { 202: { description: 'The delivery', schema: delivery } },
    errors: ['conflict', ...missing],
    handle: ({ principal, params, keep }) =>
      keptReply(
        keep,
        (settle) => webhooks.test(principal, params.webhook_id, settle),
        (made) => json(made, 202),
      ),
  }),
  defineRoute({
    ...shared,
    method: 'post',
    path: `${one}/deliveries/{delivery_id}/replay`,
    summary: 'Resend the event of a delivery',
    audit: { action: 'webhook.replayed' },
    params: params.extend({ delivery_id: z.string() }),
    responses: { 202: { description: 'The delivery', schema: delivery } },
    errors: ['conflict', ...missing],
    handle: ({ principal, params, keep }) =>
      keptReply(
        keep,
        (settle) => webhooks.replay(principal, params.webhook_id, params.delivery_id, settle),
        (made) => json(made, 202),
      ),
  }),
];
