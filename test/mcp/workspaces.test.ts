import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { type OwnWorkspace, openWorkspace } from '../e2e/workspace.ts';

const SALES = 'region,amount\nNorth,10\nSouth,5\nNorth,2\n';
const STAFF = `employee,team,hours\n${Array.from({ length: 90 }, (_, n) => `Person ${n},Team ${n % 3},${n}`).join('\n')}\n`;
type Made = Record<string, unknown>;

/** Ten tasks of an assistant that knows nothing but what the tools say, in a tenant with three workspaces. */
describe('the tools of assistants over several workspaces', () => {
  let own: OwnWorkspace;
  let tenantKey: string;
  let askKey: string;
  const open: Client[] = [];
  const post = <T>(path: string, body?: unknown) => call<T>(own.service, 'POST', path, body);
  const makeKey = async (body: object) =>
    (await post<{ api_key: string }>('/accounts/api-keys', body)).api_key;

  before(async () => {
    own = await openWorkspace();
    tenantKey = own.service.apiKey!;
    await own.upload(SALES, 'sales.csv');
    const made = await post<{ workspace_id: string }>(`/clients/${own.clientId}/workspaces`, {
      name: 'People and Hours',
    });
    const form = new FormData();
    form.set('file', new Blob([STAFF]), 'staff.csv');
    await post(`/clients/${own.clientId}/workspaces/${made.workspace_id}/files`, form);
    await post(`/clients/${own.clientId}/workspaces`, { name: 'Plans' });
    askKey = await makeKey({ name: 'ask', scope: 'query', client_id: own.clientId });
  });
  afterEach(() => Promise.all(open.splice(0).map((client) => client.close())));
  after(() => own?.close());

  async function assistant(key: string, headers: Record<string, string> = {}) {
    const client = new Client({ name: 'test', version: '1' });
    open.push(client);
    const url = new URL(`${own.service.url}/mcp`);
    const requestInit = { headers: { 'X-API-Key': key, ...headers } };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    return async (name: string, input: object) => {
      const result = await client.callTool({ name, arguments: { ...input } });
      const [first] = result.content;
      return {
        isError: result.isError === true,
        made: (result.structuredContent ?? {}) as Made,
        text: first?.type === 'text' ? first.text : '',
        links: result.content.filter((one) => one.type === 'resource_link'),
        read: (uri: string) => client.readResource({ uri }),
      };
    };
  }

  it('lists them, with what the other tools take', async () => {
    const use = await assistant(tenantKey);
    expect((await use('list_workspaces', {})).made).to.deep.equal({
      workspaces: [
        { workspace: 'general', name: 'General', tenant: null, source: 'files' },
        { workspace: 'people-and-hours', name: 'People and Hours', tenant: null, source: 'files' },
        { workspace: 'plans', name: 'Plans', tenant: null, source: 'none' },
      ],
      default: null,
    });
  });

  const INPUTS: Readonly<Record<string, object>> = {
    ask: { question: 'total amount' },
    list_tables: {},
    describe_table: { table: 'sales' },
    run_select: { sql: 'SELECT SUM(amount) FROM sales' },
    search_values: { text: 'North' },
  };
  for (const [name, input] of Object.entries(INPUTS))
    it(`${name} says how to call it again where it names none or an unknown one, and works then`, async () => {
      const use = await assistant(tenantKey);
      const none = await use(name, input);
      expect(none).to.include({ isError: true });
      expect(none.text).to.contain(`Call ${name} again with workspace set to one of: "general"`);
      const unknown = await use(name, { ...input, workspace: 'nowhere' });
      expect(unknown.text).to.match(/Workspace "nowhere" doesn't exist.* "people-and-hours"/);
      for (const workspace of ['general', 'General', own.workspaceId])
        expect((await use(name, { ...input, workspace })).isError, workspace).to.equal(false);
    });

  it('goes on with a chat in its workspace, without naming it', async () => {
    const use = await assistant(tenantKey);
    const first = await use('ask', { question: 'total amount', workspace: 'general' });
    expect(first.made).to.deep.include({ rows: [[17]], workspace: 'general' });
    const { session_id } = first.made;
    const next = await use('ask', { question: 'and by region', session_id });
    expect(next.made).to.deep.include({ session_id });
    expect(next.made['rows']).to.have.length(2);
    const elsewhere = await use('ask', { question: 'x', session_id: 'ses_none' });
    expect(elsewhere.text).to.contain('Call ask without session_id to start a new chat.');
  });

  it('names the other workspaces where a question has no answer or a chat is elsewhere', async () => {
    const use = await assistant(tenantKey);
    const declined = await use('ask', { question: 'total hours', workspace: 'general' });
    expect(declined.made['result']).to.equal('error');
    expect(declined.made['next']).to.match(/run_select.*Other workspaces: "people-and-hours"/);
    const first = await use('ask', { question: 'total amount', workspace: 'general' });
    const { session_id } = first.made;
    const moved = { question: 'by region', session_id, workspace: 'people-and-hours' };
    expect((await use('ask', moved)).text).to.match(/Leave out workspace to continue its chat/);
  });

  it('works in the workspace that a header names, which a call may change', async () => {
    const use = await assistant(tenantKey, { 'X-Workspace-ID': 'people-and-hours' });
    expect((await use('list_workspaces', {})).made['default']).to.equal('people-and-hours');
    const { made } = await use('ask', { question: 'total hours' });
    expect(made).to.deep.include({ rows: [[4005]], workspace: 'people-and-hours' });
    const other = await use('ask', { question: 'total amount', workspace: 'general' });
    expect(other.made['rows']).to.deep.equal([[17]]);
  });

  it('links the rows of a long result', async () => {
    const use = await assistant(tenantKey);
    const { links, read } = await use('run_select', {
      ...{ sql: 'SELECT employee FROM staff', workspace: 'people-and-hours' },
    });
    const [page] = (await read((links[0] as { uri: string }).uri)).contents as { text: string }[];
    expect(JSON.parse(page!.text).rows).to.have.length(90);
  });

  it('says what to look at where a name is wrong, and where there is no data', async () => {
    const use = await assistant(tenantKey);
    const workspace = 'general';
    const table = await use('describe_table', { table: 'staff', workspace });
    expect(table.text).to.contain('Call describe_table again with one of: sales.');
    const column = await use('search_values', {
      ...{ text: 'x', table: 'sales', column: 'city', workspace },
    });
    expect(column.text).to.contain('describe_table gives the columns');
    const empty = await use('ask', { question: 'total amount', workspace: 'plans' });
    expect(empty.text).to.contain('list_workspaces shows which workspaces have data.');
  });

  it('refuses arguments that it does not have, so that none is passed over', async () => {
    const use = await assistant(tenantKey);
    const { isError, text } = await use('list_tables', { workspace_id: own.workspaceId });
    expect({ isError, text }).to.deep.include({ isError: true });
    expect(text).to.contain('workspace_id');
  });

  it('lets a key that only asks list and ask', async () => {
    const use = await assistant(askKey, { 'X-End-User-Id': 'ada' });
    expect((await use('list_workspaces', {})).made['workspaces']).to.have.length(3);
    const { made } = await use('ask', { question: 'total amount', workspace: 'general' });
    expect(made['rows']).to.deep.equal([[17]]);
    const declined = await use('ask', { question: 'total hours', workspace: 'general' });
    const [, question] = /^Ask "(.+?)"/.exec(String(declined.made['next']))!;
    const tables = await use('ask', { question, workspace: 'general' });
    expect(tables.made['rows']).to.deep.equal([['sales', 3, 'region, amount']]);
  });

  it('reaches the workspaces of all tenants by a key of the account, without a header', async () => {
    const key = await accountKey();
    const other = await call<{ client_id: string }>(
      { ...own.service, apiKey: key },
      'POST',
      '/accounts/clients',
      { name: 'Other' },
    );
    await call({ ...own.service, apiKey: key }, 'POST', `/clients/${other.client_id}/workspaces`, {
      name: 'General',
    });
    const use = await assistant(key);
    const { workspaces } = (await use('list_workspaces', {})).made as {
      workspaces: { workspace: string; tenant: string }[];
    };
    expect(workspaces.length).to.be.greaterThan(3);
    expect(new Set(workspaces.map(({ workspace }) => workspace)).size).to.equal(workspaces.length);
    const { made } = await use('ask', { question: 'total amount', workspace: own.workspaceId });
    expect(made['rows']).to.deep.equal([[17]]);
    expect((await use('list_tables', { workspace: 'general' })).text).to.contain('of Other');
    const headed = await assistant(key, { 'X-Tenant-ID': own.clientId });
    expect((await headed('list_tables', { workspace: 'general' })).isError).to.equal(false);
  });

  /** A key of the whole account is made on the machine. */
  async function accountKey(): Promise<string> {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['bin/plumbline.js', 'key', 'create', '--account-level'],
      { env: { ...process.env, PLUMBLINE_DATA_DIR: own.service.dataDir } },
    );
    return /plumb_live_\w+/.exec(stdout)![0];
  }
});
