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
        'Write scheme and host, and the port where it is not the default one: https://shop.example; no path, no wildcard, http only for localhost and 127.0.0.1.';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }),
  )
  .max(MAX_ORIGINS)
  .transform((origins) => [...new Set(origins)]);

const rowFilter = z
  .record(z.string().min(1).max(128), z.union([z.string().max(1_000), z.number()]))
  .refine((filter) => Object.keys(filter).length <= 10, 'Name at most 10 columns.')
  .meta({ description: 'Column → the only value with which a row is seen' });

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
      refuse('allowed_origins', 'Only ask-only keys (scope "query") have allowed_origins.');
    if (Object.keys(body.row_filter ?? {}).length > 0)
      refuse(
        'row_filter',
        'Only ask-only keys (scope "query") have a row filter: a full-access key could make one without.',
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
      description: 'When a rotated key stops working; null: it works until it is revoked',
    }),
  })
  .meta({ id: 'ApiKey' });
const newKeyRecord = keyRecord
  .extend({
    api_key: z.string().meta({ description: 'The key, shown once' }),
    raw_key: z.string().meta({ description: 'The same, for older integrations' }),
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
    summary: 'Makes a key that reaches at most what the key in use reaches',
    audit: 'in transaction',
    body: keyBody,
    responses: { 201: { description: 'The key; it is shown once', schema: newKeyRecord } },
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
    summary: 'Lists the keys that work, never the keys themselves',
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
    summary: 'Changes the name of a key, or the websites from which it may be used',
    audit: 'in transaction',
    params,
    body: z
      .strictObject({
        name: z.string().trim().min(1).max(100),
        allowed_origins: allowedOrigins.meta({ description: 'Empty: from all websites' }),
      })
      .partial()
      .refine((body) => Object.keys(body).length > 0, 'Name at least one thing to change.'),
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
    summary: 'Revokes a key, at once',
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
    summary: 'Makes a successor of a key, which stops working at once or after a grace',
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
          .meta({ description: 'How long the old key goes on working' }),
      })
      .prefault({}),
    responses: { 201: { description: 'The key; it is shown once', schema: newKeyRecord } },
    errors: ['key_not_found', 'conflict'],
    handle: ({ principal, requestId, params: { key_id }, body: { grace_seconds }, keep }) =>
      keptReply(
        keep,
        (settle) => apiKeys.rotate({ principal, requestId }, key_id, grace_seconds, settle),
        (made: NewApiKey) => json(shown(made), 201),
      ),
  });
