import type { Request as HttpRequest } from 'express';
import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import { connect } from '#src/client/index.ts';
import { AppError } from '#src/errors.ts';
import { defineRoute, type Route } from '../route.ts';
import { sendPieces } from '../send-pieces.ts';

export interface McpRouteDeps {
  readonly config: Pick<Config, 'ask' | 'http'>;
}

const version = z.literal('2.0').meta({ description: 'Version of JSON-RPC' });
const message = z.looseObject({ jsonrpc: version }).meta({
  id: 'McpMessage',
  description: 'One JSON-RPC 2.0 message of the Model Context Protocol',
});

/**
 * The tools of assistants (Model Context Protocol, streamable HTTP, stateless). Each tool calls routes of this service
 * as the caller of the message, so that keys, scopes, limits and budgets are those of the routes.
 */
export function mcpRoutes({ config }: McpRouteDeps): Route[] {
  const { answer_send_ms, stalled_client_ms } = config.http;
  // Its stream may begin before the answer is made.
  const sendMs = answer_send_ms + config.ask.total_timeout_ms;
  return [
    defineRoute({
      method: 'post',
      path: '/mcp',
      summary: 'Model Context Protocol endpoint with tools for assistants',
      tag: 'Assistants',
      capability: 'ask',
      rate: 'request',
      idempotency: 'none',
      body: message,
      responses: {
        200: {
          description: 'The answer to a request, as JSON or as an event stream',
          contentType: ['application/json', 'text/event-stream'],
        },
        202: { description: 'The notification was accepted', contentType: 'text/plain' },
      },
      errors: ['bad_request', 'payload_too_large'],
      async handle({ principal, body, innerFetch, signal, raw, res }) {
        const service = connect({ url: 'http://inside', fetch: innerFetch });
        const tenantId = raw.get('x-tenant-id') || null;
        // The protocol's library is loaded with the first message: most services get none.
        const { createHttpTools } = await import('#src/mcp/http-tools.ts');
        const response = await createHttpTools({
          service,
          tenantId,
          workspace: raw.get('x-workspace-id') || null,
          scope: principal.key.sample ? 'query' : principal.key.scope,
        })(webRequest(raw, signal), body);
        if (response.status >= 500)
          throw new AppError('internal', "The message couldn't be answered. Send it again.");
        const contentType = response.headers.get('Content-Type') ?? 'text/plain';
        const pieces = piecesOf(response);
        const atOnce = contentType.startsWith('text/event-stream');
        const { status } = response;
        const options = { stalledMs: stalled_client_ms, sendMs };
        await sendPieces(res, { status, contentType, pieces, atOnce }, options);
        return undefined;
      },
    }),
  ];
}

async function* piecesOf({ body }: Response): AsyncGenerator<Buffer> {
  if (body) for await (const piece of body) yield Buffer.from(piece);
}

/** The request as the protocol's library takes it; its body was read already, and its key is nobody else's to see. */
function webRequest(raw: HttpRequest, signal: AbortSignal): Request {
  const headers = Object.entries(raw.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && (name === 'content-type' || name.startsWith('mcp-'))
      ? [[name, value]]
      : [],
  );
  // Many clients name one type or none; both are what the protocol asks them to take.
  headers.push(['accept', 'application/json, text/event-stream']);
  return new Request('http://inside/mcp', { method: 'POST', headers, signal });
}
