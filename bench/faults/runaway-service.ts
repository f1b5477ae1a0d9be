import { csvOf } from '../../test/e2e/answers.ts';
import { connectDatabase } from '../../test/e2e/connect.ts';
import { type OwnWorkspace, openWorkspace } from '../../test/e2e/workspace.ts';
import type { DatabaseForTests, DatabaseKind } from '../../test/fakes/database-kind.ts';
import { replyWith } from '../../test/fakes/models/hostile.ts';
import { type FakeModels, startFakeModels } from '../../test/fakes/models/server.ts';
import { MYSQL } from '../../test/fakes/mysql-kind.ts';
import { POSTGRES } from '../../test/fakes/postgres-server.ts';
import { MUSIC } from '../../test/fixtures/music/music.ts';
import { call } from '../service.ts';

/** All that the part compares. */
export const ENGINES = ['duckdb', 'alasql', 'postgres', 'mysql'] as const;
export type Engine = (typeof ENGINES)[number];

const SERVERS: Readonly<Partial<Record<Engine, DatabaseKind>>> = {
  postgres: POSTGRES,
  mysql: MYSQL,
};

/** Only a model has an answer to it; its statement goes on for longer than any answer may take. */
export const RUNAWAY = 'kindly frobnicate the whole shop until the cows come home';
/** 80 customers, seven times: some 20,000,000,000,000 rows. */
const RUNAWAY_SQL =
  'SELECT MAX(a.customer_id) AS n FROM customers a, customers b, customers c, customers d, customers e, customers f, customers g ' +
  'WHERE a.customer_id + b.customer_id + c.customer_id + d.customer_id + e.customer_id + f.customer_id = g.customer_id';

/** One music shop in several workspaces of one service. */
export interface RunawayService {
  readonly own: OwnWorkspace;
  readonly workspaces: readonly string[];
  close(): Promise<void>;
}

/** A question, what came of it, and how long that took. */
export interface Asked {
  readonly status: number;
  readonly result: string;
  /** What the service says of it where it has no answer. */
  readonly error: string;
  readonly retryAfter: string | null;
  readonly ms: number;
}

/** Asks on behalf of an end user. Fails where the connection breaks. */
export async function ask(
  { own }: RunawayService,
  { workspaceId, user, question }: { workspaceId: string; user: string; question: string },
  signal?: AbortSignal,
): Promise<Asked> {
  const began = performance.now();
  const response = await fetch(`${own.service.url}/clients/${own.clientId}/ask`, {
    method: 'POST',
    headers: {
      'X-API-Key': own.service.apiKey ?? '',
      'X-End-User-Id': user,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ query: question, workspace_id: workspaceId, new_session: true }),
    ...(signal && { signal }),
  });
  const body = (await response.json()) as { result?: string; error?: string; detail?: unknown };
  const ms = performance.now() - began;
  const retryAfter = response.headers.get('retry-after');
  const error = body.error ?? (typeof body.detail === 'string' ? body.detail : '');
  return { status: response.status, result: body.result ?? '', error, retryAfter, ms };
}

/** Starts a service that keeps no answers; null where there is no such server. */
export async function openRunawayService(
  engine: Engine,
  workspaces: number,
  env: Readonly<Record<string, string>> = {},
): Promise<RunawayService | null> {
  const kind = SERVERS[engine];
  const server = kind ? await kind.open() : null;
  if (kind && !server) return null;
  const models = await startFakeModels();
  models.answer = () => replyWith(RUNAWAY_SQL);
  const own = await openWorkspace({ ...settings(engine, models), ...env });
  try {
    const ids: string[] = [];
    for (let n = 0; n < workspaces; n++) ids.push(await fill(own, engine, server, n));
    const close = async () => {
      await own.close();
      await models.close();
      await server?.close();
    };
    return { own, workspaces: ids, close };
  } catch (error) {
    await own.close();
    await models.close();
    await server?.close();
    throw error;
  }
}

/** Nothing is kept, so that each question needs its planner, parser and engine. */
const settings = (engine: Engine, models: FakeModels) => ({
  PLUMBLINE_LOG__LEVEL: 'fatal',
  PLUMBLINE_FILES__ENGINE: engine === 'alasql' ? 'alasql' : 'duckdb',
  PLUMBLINE_ASK__KEPT_PLANS: '0',
  PLUMBLINE_ASK__KEPT_RESULTS: '0',
  PLUMBLINE_GUARD__KEPT_VERDICTS: '0',
  PLUMBLINE_MODEL__PROVIDER: 'openai',
  PLUMBLINE_MODEL__MODEL: 'gpt-5-mini',
  PLUMBLINE_MODEL__API_KEY: 'sk-fake',
  PLUMBLINE_MODEL__BASE_URL: `${models.url}/v1`,
  PLUMBLINE_MODEL__KEPT_REPLIES: '0',
  PLUMBLINE_MODEL__ENRICHMENT: 'off',
});

async function fill(
  own: OwnWorkspace,
  engine: Engine,
  server: DatabaseForTests | null,
  n: number,
): Promise<string> {
  if (server) return connectDatabase(own, engine, server);
  const { workspace_id: id } = await call<{ workspace_id: string }>(
    own.service,
    'POST',
    `/clients/${own.clientId}/workspaces`,
    { name: `shop ${n}` },
  );
  for (const { name, columns, rows } of MUSIC) {
    const form = new FormData();
    const csv = csvOf([columns.map((column) => column.name), ...rows]);
    form.set('file', new Blob([csv]), `${name}.csv`);
    await call(own.service, 'POST', `/clients/${own.clientId}/workspaces/${id}/files`, form);
  }
  return id;
}
