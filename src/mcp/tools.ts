import {
  type CallToolResult,
  McpServer,
  type ReadResourceResult,
  ResourceNotFoundError,
  ResourceTemplate,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import type { z } from 'zod';
import {
  ask,
  getAnswerChart,
  getResultPage,
  getSchema,
  PlumblineError,
  runSelect,
  type Service,
  ServiceError,
  searchValues,
} from '#src/client/index.ts';
import { answerLinks, asked, PICTURE, tableOf, tablesOf, workspacesOf } from './answers.ts';
import * as shapes from './shapes.ts';
import { afterDecline, INSTRUCTIONS, refusalText, UNKNOWN_CHAT } from './texts.ts';
import { chooseWorkspace, otherPlaces, type Place, reachedWorkspaces } from './workspaces.ts';

/** Whom the tools work for. */
export interface ToolsFor {
  /** Calls made with it are those of the caller. */
  readonly service: Service;
  /** The tenant, for keys that reach several; null where the key says it. */
  readonly tenantId: string | null;
  /** The workspace where a call names none, by slug, name or id; null: as the key says. */
  readonly workspace: string | null;
  /** A key that only asks is shown nothing else. */
  readonly scope: 'full' | 'query';
}

/** Cells of an argument list at the most; the tools take a few texts and numbers. */
const MOST_INPUT_ELEMENTS = 100;
/** Rows of a page that is read as a resource. */
const PAGE_ROWS = 500;

/** Nothing here changes anything. */
const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** A server of the Model Context Protocol with the tools that its caller may use. */
export function createTools(about: ToolsFor): McpServer {
  const { service, tenantId, scope } = about;
  const server = new McpServer(
    { name: 'plumbline', title: 'Plumbline', version: '1.0.0' },
    { instructions: INSTRUCTIONS, maxToolInputElements: MOST_INPUT_ELEMENTS },
  );
  const placeOf = async ({ workspace, session_id }: Placed, name: string, signal: AbortSignal) => {
    const all = await reachedWorkspaces(service, tenantId, signal);
    const [first] = all ?? [];
    // A chat has its workspace, and the service knows the chat; only it knows, too, where nothing may be listed.
    const isOfChat = workspace === undefined && session_id !== undefined;
    if (!first || (isOfChat && all!.every((one) => one.client_id === first.client_id)))
      return { client_id: first?.client_id ?? tenantId ?? '', workspace_id: workspace };
    const chosen = chooseWorkspace(all!, workspace ?? about.workspace, name);
    return { ...chosen, others: otherPlaces(all!, chosen) };
  };
  const tool = <I extends z.ZodObject, O extends z.ZodObject>(
    name: string,
    described: Described<I, O>,
    run: (input: z.output<I>, place: Place, signal: AbortSignal) => Promise<Done<O>>,
  ) =>
    register(server, name, described, async (input, signal) =>
      run(input, await placeOf(input as Placed, name, signal), signal),
    );

  register(
    server,
    'list_workspaces',
    {
      title: 'List workspaces',
      description:
        'Lists the workspaces that the key can access; each has its own tables. Call it first if another tool reports several workspaces.',
      input: shapes.noInput,
      output: shapes.workspaces,
    },
    async (_, signal) => {
      const all = await reachedWorkspaces(service, tenantId, signal);
      return { made: workspacesOf(all ?? [], about.workspace) };
    },
  );
  tool(
    'ask',
    {
      title: 'Ask a question',
      description:
        "Answers a question in plain language with rows, an explanation and a verdict. For a follow-up, pass session_id and workspace of the earlier answer. Name things as the data does, in English where you can: values and columns aren't translated. If a question can't be answered, don't repeat it unchanged; use a suggestion or look at the tables. To explain an answer, use its sql, assumptions and verdict_reason: ask answers from the data only.",
      input: shapes.askInput,
      output: shapes.answer,
    },
    async ({ question, session_id, max_rows }, place, signal) => {
      const { client_id, workspace_id } = place;
      const chat = session_id === undefined ? { new_session: true } : { session_id };
      const body = { query: question, ...chat, workspace_id, max_rows };
      const answer = await ask(service, { client_id, body }, { signal }).catch((error) => {
        // Of an unknown chat the service cannot say the workspace either.
        const isUnknown = session_id !== undefined && workspace_id === undefined;
        throw isUnknown && isAmbiguous(error) ? new PlumblineError(UNKNOWN_CHAT) : error;
      });
      const made = asked(answer, place);
      const next =
        answer.result === 'error' ? afterDecline(scope === 'full', place.others ?? []) : null;
      return {
        made: next === null ? made : { ...made, next },
        links: answerLinks(client_id, answer),
      };
    },
  );
  registerResults(server, service);
  registerCharts(server, service);
  if (scope === 'query') return server;

  tool(
    'list_tables',
    {
      title: 'List tables',
      description:
        'Lists the tables of the workspace with descriptions and numbers of rows and columns.',
      input: shapes.listInput,
      output: shapes.tables,
    },
    async (_, { client_id, workspace_id }, signal) => ({
      made: tablesOf(await getSchema(service, { client_id, workspace_id }, { signal })),
    }),
  );
  tool(
    'describe_table',
    {
      title: 'Describe a table',
      description:
        'Describes a table: columns with type, description, unit, range and sample values, primary key and relationships.',
      input: shapes.describeInput,
      output: shapes.table,
    },
    async ({ table }, { client_id, workspace_id }, signal) => ({
      made: tableOf(await getSchema(service, { client_id, workspace_id }, { signal }), table),
    }),
  );
  tool(
    'run_select',
    {
      title: 'Run a SELECT',
      description:
        "Runs one SELECT over the workspace's tables and returns its rows. For questions, prefer ask, which checks its SQL against the question.",
      input: shapes.selectInput,
      output: shapes.answer,
    },
    async ({ sql, max_rows }, place, signal) => {
      const { client_id, workspace_id } = place;
      const body = { sql, workspace_id, max_rows };
      const answer = await runSelect(service, { client_id, body }, { signal });
      if (answer.result === 'error')
        throw new PlumblineError(
          refusalText('run_select', 'refused', answer.explanation || answer.error),
        );
      return { made: asked(answer, place), links: answerLinks(client_id, answer) };
    },
  );
  tool(
    'search_values',
    {
      title: 'Search values',
      description:
        'Finds values in the data: whole values in all columns, or with table and column, values that contain the text.',
      input: shapes.searchInput,
      output: shapes.foundValues,
    },
    async ({ workspace: _, ...search }, { client_id, workspace_id }, signal) => {
      const body = { ...search, workspace_id };
      const found = await searchValues(service, { client_id, body }, { signal });
      return { made: { ...found, values: [...found.values] } };
    },
  );
  return server;
}

/** What says where a tool works. */
interface Placed {
  readonly workspace?: string;
  readonly session_id?: string;
}

interface Described<I, O> {
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly output: O;
}

interface Done<O extends z.ZodObject> {
  readonly made: z.input<O>;
  readonly links?: ReturnType<typeof answerLinks>;
}

/** Registers a tool that reads. */
function register<I extends z.ZodObject, O extends z.ZodObject>(
  server: McpServer,
  name: string,
  described: Described<I, O>,
  run: (input: z.output<I>, signal: AbortSignal) => Promise<Done<O>>,
): void {
  const { title, description, input: inputSchema, output: outputSchema } = described;
  const config = { title, description, inputSchema, outputSchema };
  const call = (input: z.output<I>, { mcpReq: { signal } }: { mcpReq: { signal: AbortSignal } }) =>
    guarded(name, () => run(input, signal));
  server.registerTool(name, { ...config, annotations: { title, ...READS } }, call as never);
}

/** What a tool gives; a refusal of the service is told in its own words, with what to call next. */
async function guarded(
  name: string,
  run: () => Promise<Done<z.ZodObject>>,
): Promise<CallToolResult> {
  try {
    const { made, links = [] } = await run();
    // Clients that know no structured content read the same as text.
    const text = { type: 'text' as const, text: JSON.stringify(made) };
    return { content: [text, ...links], structuredContent: made };
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    return { isError: true, content: [{ type: 'text', text: refusal(name, error) }] };
  }
}

const isAmbiguous = (error: unknown) =>
  error instanceof ServiceError && error.code === 'unprocessable';

function refusal(name: string, error: PlumblineError): string {
  return refusalText(name, error instanceof ServiceError ? error.code : null, error.message);
}

/** What a resource is made of; a refusal of the service is no fault of this server. */
async function found<T>(uri: URL, made: Promise<T>): Promise<T> {
  try {
    return await made;
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500)
      throw new ResourceNotFoundError(uri.href, error.message);
    throw error;
  }
}

/** The rest of long results, page by page. */
function registerResults(server: McpServer, service: Service): void {
  server.registerResource(
    'result',
    new ResourceTemplate('plumbline://tenants/{client_id}/results/{result_token}/{offset}', {
      list: undefined,
    }),
    {
      title: 'Rows of a result',
      description: 'A page of a long result as JSON; next_offset is the start of the next page.',
      mimeType: 'application/json',
    },
    async (uri, { client_id, result_token, offset }): Promise<ReadResourceResult> => {
      const page = await found(
        uri,
        getResultPage(service, {
          client_id: String(client_id),
          result_token: String(result_token),
          offset: Number(offset),
          limit: PAGE_ROWS,
        }),
      );
      const text = JSON.stringify(page);
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] };
    },
  );
}

/** The charts of answers as pictures, as long as their rows are kept. */
function registerCharts(server: McpServer, service: Service): void {
  server.registerResource(
    'chart',
    new ResourceTemplate('plumbline://tenants/{client_id}/answers/{trace_id}/chart', {
      list: undefined,
    }),
    { title: 'Chart of an answer', description: 'The chart as SVG.', mimeType: PICTURE },
    async (uri, { client_id, trace_id }): Promise<ReadResourceResult> => {
      const picture = await found(
        uri,
        getAnswerChart(service, { client_id: String(client_id), trace_id: String(trace_id) }),
      );
      return { contents: [{ uri: uri.href, mimeType: PICTURE, text: await picture.text() }] };
    },
  );
}
