import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createTools, type ToolsFor } from './tools.ts';

/** Serves the tools on this process's standard input and output, until the input ends. */
export function serveStdioTools(about: ToolsFor): { close(): Promise<void> } {
  return serveStdio(() => createTools(about));
}
