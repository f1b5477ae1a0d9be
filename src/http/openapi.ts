import { z } from 'zod';
import { createDocument, type ZodOpenApiObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { ERROR_CATALOGUE, type ErrorCode } from '#src/errors.ts';
import { describeFields, examplesOf, withoutFieldExamples } from './describe-document.ts';
import { composeExtensions, joinTwins, shareParts } from './document-parts.ts';
import { takesTokens } from './middleware/authenticate.ts';
import { repeatOf } from './middleware/idempotency.ts';
import { OPERATION_NOTES } from './operation-notes.ts';
import type { ResponseSpec, Route } from './route.ts';
import {
  answerBase,
  budgetError,
  collisionError,
  errorDetail,
  quotaError,
  validationError,
} from './schemas.ts';
import { streamEvents, streamSchemas } from './stream-schemas.ts';
import { webhookOperations } from './webhook-schemas.ts';

/** What every call with a key can meet, whatever its route. */
const KEYED_ERRORS: readonly ErrorCode[] = [
  'invalid_end_user_id',
  'unauthenticated',
  'forbidden',
  'end_user_mismatch',
  'rate_limited',
  'unavailable',
  'storage_full',
];

const REPEATED_ERRORS: readonly ErrorCode[] = ['idempotency_in_progress', 'idempotency_mismatch'];

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'The request is malformed',
  401: 'The key is missing, invalid or revoked',
  402: 'A budget is used up',
  403: "The key doesn't have permission",
  404: "The resource doesn't exist",
  409: 'The request conflicts with existing data',
  413: 'The body is too large',
  422: 'The request is invalid, or the workspace has no data',
  429: 'Too many requests, or the quota is used up',
  500: 'The server failed',
  503: 'Temporarily unavailable; Retry-After says when to try again',
  507: "The server's disk is full",
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
  const described: ZodOpenApiObject = {
    openapi: '3.1.0',
    info: {
      title: 'Plumbline',
      version: '1.0.0',
      description:
        'Ask questions about your own data in plain language. Each answer has one guarded SELECT, its rows and an explanation based only on them.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    paths: paths as ZodOpenApiPathsObject,
    webhooks: webhookOperations() as ZodOpenApiPathsObject,
    components: {
      schemas: { ...streamSchemas, StreamEvent: streamEvents, AnswerBase: answerBase },
      headers: HEADERS as never,
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        BearerToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  };
  // Responses may get more fields in a later version: clients should not be made to refuse them.
  const document = createDocument(described, {
    override({ jsonSchema, io }) {
      if (io === 'output' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
    },
  });
  const json = document as unknown as Record<string, unknown>;
  joinTwins(json);
  describeFields(json);
  composeExtensions(json);
  for (const route of routes) {
    const made = document.paths?.[route.path]?.[route.method] as MadeOperation;
    addHeaders(made, route);
    addExamples(made, route, json);
  }
  withoutFieldExamples(json);
  shareParts(json);
  return document;
}

interface MadeMedia {
  readonly schema?: Record<string, unknown>;
  examples?: unknown;
}
interface MadeOperation {
  readonly requestBody?: { readonly content: Readonly<Record<string, MadeMedia>> };
  readonly responses: Readonly<
    Record<
      string,
      { headers?: Record<string, unknown>; readonly content?: Readonly<Record<string, MadeMedia>> }
    >
  >;
}

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string', examples: [example] },
});
/** Headers of responses. */
const HEADERS = {
  'X-Request-Id': text('ID of the request, or the one the caller sent', 'req_4f9a1c'),
  'X-Error-Code': {
    description: 'Stable error code; docs/errors.md lists all codes',
    schema: { type: 'string', enum: Object.keys(ERROR_CATALOGUE), examples: ['not_found'] },
  },
  RateLimit: text('Remaining calls for the key and when the limit resets', '"key";r=29;t=60'),
  'RateLimit-Policy': text('Rate limits of the key', '"key";q=30;w=60'),
  'Retry-After': {
    description: 'Seconds to wait before the next try',
    schema: { type: 'integer', minimum: 0, examples: [5] },
  },
};

/** Which headers a response has; a limit is told where a call counts against one. */
function addHeaders({ responses }: MadeOperation, { capability, rate }: Route): void {
  for (const [status, response] of Object.entries(responses)) {
    const isLimited = capability !== 'public' && rate !== 'none' && status !== '401';
    const names = [
      'X-Request-Id',
      ...(Number(status) >= 400 ? ['X-Error-Code'] : []),
      ...(isLimited ? ['RateLimit', 'RateLimit-Policy'] : []),
      ...(status === '429' || status === '503' ? ['Retry-After'] : []),
    ];
    response.headers = Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    );
  }
}

/** Gives JSON bodies examples, made of those of their fields. */
function addExamples(made: MadeOperation, route: Route, document: Record<string, unknown>): void {
  const bodies = [made.requestBody, ...Object.values(made.responses)];
  for (const [at, body] of bodies.entries()) {
    const media = body?.content?.['application/json'];
    if (!media?.schema) continue;
    const own = at === 0 ? noteOf(route).example : undefined;
    media.examples =
      own === undefined ? examplesOf(media.schema, document) : { example: { value: own } };
  }
}

function noteOf({ method, path }: Route) {
  const found = OPERATION_NOTES[`${method} ${path}`];
  if (!found) throw new TypeError(`operation-notes.ts has no entry for ${method} ${path}`);
  return found;
}

function operation(route: Route): Record<string, unknown> {
  const body = route.rawBody
    ? { [route.rawBody.contentType]: { schema: route.rawBody.schema } }
    : route.body && { 'application/json': { schema: called(route.body, route, 'Body') } };
  return {
    operationId: noteOf(route).id,
    summary: route.summary,
    description: noteOf(route).description,
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

/** What an operation takes or gives, with the name of the operation where it has none of its own: clients are made of names. */
function called(schema: z.ZodType, route: Route, suffix: 'Body' | 'Answer'): z.ZodType {
  if (schema.meta()?.id !== undefined) return schema;
  const { id } = noteOf(route);
  return schema.meta({ id: `${id.slice(0, 1).toUpperCase()}${id.slice(1)}${suffix}` });
}

function security({ capability, path }: Route): Record<string, never[]>[] {
  if (capability === 'public') return [];
  return takesTokens(path) ? [{ ApiKey: [] }, { BearerToken: [] }] : [{ ApiKey: [] }];
}

function headers(route: Route): Record<string, unknown> {
  const { capability, path } = route;
  if (capability === 'public') return {};
  const endUser = z.string().meta({
    description:
      'Your stable ID for the person who asks; required for ask-only keys and the sample key on tenant routes',
  });
  const tenant = z.string().meta({ description: 'Tenant to ask, for keys with access to several' });
  const workspace = z.string().meta({
    description: 'Default workspace for the call: slug, name or ID',
  });
  const repeatable = z.string().meta({
    description:
      'A unique value you create for each request. Sending it again with the same body within 24 hours returns the first response',
  });
  return {
    header: z.object({
      'X-End-User-Id': endUser.optional(),
      ...(path === '/query' || path === '/mcp' ? { 'X-Tenant-ID': tenant.optional() } : {}),
      ...(path === '/mcp' ? { 'X-Workspace-ID': workspace.optional() } : {}),
      ...(repeatOf(route) === 'none' ? {} : { 'Idempotency-Key': repeatable.optional() }),
    }),
  };
}

function rawContent({ contentType = 'application/octet-stream' }: ResponseSpec) {
  const types = typeof contentType === 'string' ? [contentType] : contentType;
  const schema = (type: string) => {
    if (type === 'text/event-stream') return z.array(streamEvents);
    return type === 'application/json' ? z.unknown() : z.string();
  };
  return Object.fromEntries(types.map((type) => [type, { schema: schema(type) }]));
}

function responses(route: Route): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [status, spec] of Object.entries(route.responses)) {
    const content = {
      ...(spec.schema
        ? { 'application/json': { schema: called(spec.schema, route, 'Answer') } }
        : {}),
      ...(spec.schema && !spec.contentType ? {} : rawContent(spec)),
    };
    found[status] = { description: spec.description, content };
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
      content: { 'application/json': { schema: errorSchema(status, codes) } },
    };
  }
  return found;
}

/** Errors whose `detail` is more than a text. */
const DETAILED: Readonly<Partial<Record<ErrorCode, z.ZodType>>> = {
  budget_exceeded: budgetError,
  table_name_collision: collisionError,
  quota_exceeded: quotaError,
};

function errorSchema(status: number, codes: readonly ErrorCode[]): z.ZodType {
  if (status === 422) return validationError;
  const own = codes.filter((code) => ERROR_CATALOGUE[code] === status);
  const detailed = own.flatMap((code) => DETAILED[code] ?? []);
  const [first] = detailed;
  if (!first) return errorDetail;
  return own.length > 1 ? z.union([errorDetail, ...detailed]) : first;
}
