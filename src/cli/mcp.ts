import { type AskOptions, serviceOf } from '#src/cli/ask.ts';
import { connect, PlumblineError, whoami } from '#src/client/index.ts';
import { serveStdioTools } from '#src/mcp/stdio-tools.ts';
import { StartError } from '#src/start-error.ts';

export interface McpOptions extends AskOptions {
  readonly tenant?: string;
  readonly endUser?: string;
}

/** Whom the sample is asked for where nobody is named. */
const SAMPLE_USER = 'assistant';

/**
 * Serves the tools on standard input and output until the input ends. They are calls to a running service: the data
 * folder belongs to one gateway, and its limits, budgets and audit hold for assistants too.
 */
export async function serveMcp(options: McpOptions): Promise<void> {
  const { url, key, isSample } = await serviceOf(options);
  const endUserId = options.endUser ?? (isSample ? SAMPLE_USER : undefined);
  const service = connect({ url, apiKey: key, ...(endUserId ? { endUserId } : {}) });
  try {
    const me = await whoami(service);
    const scope = me.sample ? 'query' : me.key.scope;
    serveStdioTools({
      service,
      tenantId: options.tenant ?? null,
      workspace: options.workspace ?? null,
      scope,
    });
  } catch (error) {
    if (error instanceof PlumblineError)
      throw new StartError(`${url} returned an error: ${error.message}`, { cause: error });
    throw error;
  }
}
