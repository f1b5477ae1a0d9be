import { z } from 'zod';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { ERROR_CATALOGUE, type ErrorCode } from '#src/errors.ts';
import { repeatOf } from './middleware/idempotency.ts';
import type { ResponseSpec, Route } from './route.ts';
import { errorDetail, validationError } from './schemas.ts';
import { streamSchemas } from './stream-schemas.ts';

/** What every call with a key can meet, whatever its route. */
const KEYED_ERRORS: readonly ErrorCode[] = [
  'invalid_end_user_id',
  'unauthenticated',
  'forbidden',
  'end_user_mismatch',
  'rate_limited',
  'unavailable',
];

const REPEATED_ERRORS: readonly ErrorCode[] = ['idempotency_in_progress', 'idempotency_mismatch'];

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'The request is malformed',
  401: 'The key is missing, invalid or revoked',
  402: 'A budget is used up',
  403: 'The key does not allow it',
  404: 'There is no such thing here',
  409: 'It clashes with what is there',
  413: 'The body is too large',
  422: 'The request does not validate, or there is no data to ask',
  429: 'Too many requests, or the quota of the period is used up',
  500: 'A failure on the side of the service',
  503: 'Briefly unavailable; Retry-After tells when to try again',
  507: 'The disk of the service is full',
};

/** `/openapi.json`, made from the schemas that validate. */
export function openApiDocument(
  routes: readonly Route[],
  serverUrl: string,
): ReturnType<typeof createDocument> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] ??= {};
    paths[route.path]![route.method] = operation(route);
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Plumbline',
      version: '1.0.0',
      description:
        'Plain-language questions over your own data: one guarded SELECT, the rows, and an explanation that says only what the rows say.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    paths: paths as ZodOpenApiPathsObject,
    components: {
      schemas: streamSchemas,
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        BearerToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  });
}

function operation(route: Route): Record<string, unknown> {
  const body = route.rawBody
    ? { [route.rawBody.contentType]: { schema: route.rawBody.schema } }
    : route.body && { 'application/json': { schema: route.body } };
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [route.tag],
    security: security(route),
    requestParams: {
      ...(route.params ? { path: route.params } : {}),
      ...(route.query ? { query: route.query } : {}),
      ...headers(route),
    },
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: responses(route),
  };
}

/** Routes of a tenant take a bearer token in the place of the key. */
function security({ capability, path }: Route): Record<string, never[]>[] {
  if (capability === 'public') return [];
  return path.startsWith('/clients/{client_id}/')
    ? [{ ApiKey: [] }, { BearerToken: [] }]
    : [{ ApiKey: [] }];
}

/** `post /clients/{client_id}/ask/stream` → `postClientsAskStream`. */
function operationId({ method, path }: Route): string {
  const words = path.split('/').filter((part) => part && !part.startsWith('{'));
  return (
    method +
    words.map((word) => word[0]!.toUpperCase() + word.slice(1).replaceAll(/\W/g, '')).join('') +
    (path.endsWith('}') ? 'One' : '')
  );
}

function headers(route: Route): Record<string, unknown> {
  const { capability, path } = route;
  if (capability === 'public') return {};
  const endUser = z.string().meta({
    description:
      'Your stable id of the person who asks; required for ask-only keys and the sample key on tenant routes',
  });
  const tenant = z.string().meta({ description: 'The tenant to ask, for keys that reach several' });
  const repeatable = z.string().meta({
    description:
      'Made by you, one for each new request: sent again with the same body, the request is not carried out again but answered as the first time (24 hours)',
  });
  return {
    header: z.object({
      'X-End-User-Id': endUser.optional(),
      ...(path === '/query' ? { 'X-Tenant-ID': tenant.optional() } : {}),
      ...(repeatOf(route) === 'none' ? {} : { 'Idempotency-Key': repeatable.optional() }),
    }),
  };
}

function rawContent({ contentType = 'application/octet-stream' }: ResponseSpec) {
  const types = typeof contentType === 'string' ? [contentType] : contentType;
  const schema = (type: string) => (type === 'application/json' ? z.unknown() : z.string());
  return Object.fromEntries(types.map((type) => [type, { schema: schema(type) }]));
}

function responses(route: Route): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [status, spec] of Object.entries(route.responses)) {
    const content = spec.schema
      ? { content: { 'application/json': { schema: spec.schema } } }
      : { content: rawContent(spec) };
    found[status] = { description: spec.description, ...content };
  }
  const codes: ErrorCode[] = [
    ...(route.capability === 'public' ? [] : KEYED_ERRORS),
    ...(repeatOf(route) === 'none' ? [] : REPEATED_ERRORS),
    ...(route.errors ?? []),
  ];
  if (route.params || route.query || route.body) codes.push('unprocessable');
  if (route.body) codes.push('payload_too_large');
  for (const status of new Set([...codes.map((code) => ERROR_CATALOGUE[code]), 500])) {
    found[String(status)] ??= {
      description: STATUS_TEXT[status] ?? 'An error',
      content: { 'application/json': { schema: status === 422 ? validationError : errorDetail } },
    };
  }
  return found;
}
