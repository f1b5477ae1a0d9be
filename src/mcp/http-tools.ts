import { createMcpHandler } from '@modelcontextprotocol/server';
import { createTools, type ToolsFor } from './tools.ts';

/** Answers one message over HTTP. Nothing is kept between messages, so that any gateway may get the next one. */
export function createHttpTools(
  about: ToolsFor,
): (request: Request, message: unknown) => Promise<Response> {
  const handler = createMcpHandler(() => createTools(about), { maxSubscriptions: 1 });
  return (request, message) => handler.fetch(request, { parsedBody: message });
}
