import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import { MAX_ORIGINS, normalOrigin } from '#src/accounts/allowed-origins.ts';
import type { ApiKeys, NewApiKey } from '#src/accounts/types.ts';
import { defineRoute, json, keptReply, type Route } from '../route.ts';
import { deletes, nextCursor, pageQuery, pageRequest, timestamp } from '../schemas.ts';
import { keyEnvironment, keyScope } from '../wire-enums.ts';

export interface ApiKeyRoutesDeps {
  readonly apiKeys: ApiKeys;
  readonly config: Pick<Config, 'accounts'>;
}

const allowedOrigins = z
  .array(
    z.string().transform((text, context) => {
      const origin = normalOrigin(text);
      if (origin !== null) return origin;
      const message =
        'Use an origin such as https://shop.example, without a path or wildcard. http works for localhost and 127.0.0.1 only.';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }),
  )
  .max(MAX_ORIGINS)
  .transform((origins) => [...new Set(origins)]);

const rowFilter = z
  .record(z.string().min(1).max(128), z.union([z.string().max(1_000), z.number()]))
  .refine((filter) => Object.keys(filter).length <= 10, 'Too many columns. Use at most 10.')
  .meta({ description: 'Value by column; the key sees only rows with these values' });

const keyBody = z
  .strictObject({
    name: z.string().trim().min(1).max(100),
    scope: keyScope.default('full'),
    environment: keyEnvironment.default('live'),
    client_id: z.string().min(1).optional(),
    workspace_id: z.string().min(1).optional(),
    allowed_origins: allowedOrigins.optional(),
    row_filter: rowFilter.optional(),
  })
  .superRefine((body, context) => {
    if (body.scope === 'query') return;
    const refuse = (name: 'allowed_origins' | 'row_filter', message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (body.allowed_origins?.length)
      refuse('allowed_origins', 'allowed_origins needs an ask-only key. Set scope to "query".');
    if (Object.keys(body.row_filter ?? {}).length > 0)
      refuse(
        'row_filter',
        'row_filter needs an ask-only key, because a full-access key could bypass it. Set scope to "query".',
      );
  });

const keyRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string(),
    scope: keyScope,
    environment: keyEnvironment,
    client_id: z.string().nullable(),
    workspace_id: z.string().nullable(),
    allowed_origins: z.array(z.string()),
    row_filter: z.record(z.string(), z.union([z.string(), z.number()])),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
    expires_at: timestamp.nullable().meta({
      description: 'When a rotated key stops working; null if it works until revoked',
    }),
  })
  .meta({ id: 'ApiKey' });
const newKeyRecord = keyRecord
  .extend({
    api_key: z.string().meta({ description: 'The key; shown only once' }),
    raw_key: z.string().meta({ description: 'Same as `key`, for older integrations' }),
  })
  .meta({ id: 'NewApiKey', 'x-extends': 'ApiKey' });

const shown = ({ apiKey, ...record }: NewApiKey) => ({
  ...record,
  api_key: apiKey,
  raw_key: apiKey,
});

const path = '/accounts/api-keys';
const one = `${path}/{key_id}`;
const shared = { tag: 'Keys', capability: 'manage', rate: 'request' } as const;
const params = z.object({ key_id: z.string() });
const BINDING = ['wrong_tenant', 'wrong_workspace', 'workspace_not_found', 'conflict'] as const;

/** Keys: made, listed, changed, revoked and rotated by keys that reach as far. */
export function apiKeyRoutes(deps: ApiKeyRoutesDeps): Route[] {
  return [createRoute(deps), listRoute(deps), changeRoute(deps), revokeRoute(deps), rotate(deps)];
}

const createRoute = ({ apiKeys }: ApiKeyRoutesDeps) =>
  defineRoute({
    ...shared,
    method: 'post',
    path,
    summary: 'Create a key with at most the access of your own key',
    audit: 'in transaction',
    body: keyBody,
    responses: { 201: { description: 'The key; shown only once', schema: newKeyRecord } },
    errors: BINDING,
    handle({ principal, requestId, body, keep }) {
      const request = {
        name: body.name,
        scope: body.scope,
        environment: body.environment,
        clientId: body.client_id,
        workspaceId: body.workspace_id,
        allowedOrigins: body.allowed_origins ?? [],
        rowFilter: body.row_filter ?? {},
      };
      return keptReply(
        keep,
        (settle) => apiKeys.create({ principal, requestId }, request, settle),
        (made: NewApiKey) => json(shown(made), 201),
      );
    },
  });

const listRoute = ({ apiKeys }: ApiKeyRoutesDeps) =>
  defineRoute({
    ...shared,
    method: 'get',
    path,
    summary: 'List active keys, without their secrets',
    query: pageQuery,
    responses: {
      200: {
        description: 'The keys, newest first',
        schema: z.object({ api_keys: z.array(keyRecord), next_cursor: nextCursor }),
      },
    },
    errors: ['bad_request'],
    async handle({ principal, query }) {
      const { items, nextCursor } = await apiKeys.list(principal, pageRequest(query));
      return json({ api_keys: items, next_cursor: nextCursor });
    },
  });

const changeRoute = ({ apiKeys }: ApiKeyRoutesDeps) =>
  defineRoute({
    ...shared,
    method: 'patch',
    path: one,
    summary: "Change a key's name or allowed websites",
    audit: 'in transaction',
    params,
    body: z
      .strictObject({
        name: z.string().trim().min(1).max(100),
        allowed_origins: allowedOrigins.meta({ description: 'If empty, all websites are allowed' }),
      })
      .partial()
      .refine(
        (body) => Object.keys(body).length > 0,
        'Nothing to change. Send at least one field.',
      ),
    responses: { 200: { description: 'The key', schema: keyRecord } },
    errors: ['key_not_found'],
    handle: async ({ principal, requestId, params: { key_id }, body }) =>
      json(
        await apiKeys.change({ principal, requestId }, key_id, {
          name: body.name,
          allowedOrigins: body.allowed_origins,
        }),
      ),
  });

const revokeRoute = ({ apiKeys }: ApiKeyRoutesDeps) =>
  defineRoute({
    ...shared,
    method: 'delete',
    path: one,
    summary: 'Revoke a key immediately',
    audit: 'in transaction',
    params,
    responses: deletes,
    errors: ['key_not_found', 'conflict'],
    async handle({ principal, requestId, params: { key_id } }) {
      await apiKeys.revoke({ principal, requestId }, key_id);
      return json({ deleted: key_id });
    },
  });

const rotate = ({ apiKeys, config }: ApiKeyRoutesDeps) =>
  defineRoute({
    ...shared,
    method: 'post',
    path: `${one}/rotate`,
    summary: 'Rotate a key; the old key stops now or after a grace period',
    audit: 'in transaction',
    params,
    body: z
      .strictObject({
        grace_seconds: z
          .number()
          .int()
          .min(0)
          .max(config.accounts.max_grace_seconds)
          .default(0)
          .meta({ description: 'How long the old key keeps working' }),
      })
      .prefault({}),
    responses: { 201: { description: 'The key; shown only once', schema: newKeyRecord } },
    errors: ['key_not_found', 'conflict'],
    handle: ({ principal, requestId, params: { key_id }, body: { grace_seconds }, keep }) =>
      keptReply(
        keep,
        (settle) => apiKeys.rotate({ principal, requestId }, key_id, grace_seconds, settle),
        (made: NewApiKey) => json(shown(made), 201),
      ),
  });
