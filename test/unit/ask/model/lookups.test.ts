import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import type { AskDeps } from '#src/ask/deps.ts';
import { createAskService } from '#src/ask/service.ts';
import type { Answer } from '#src/ask/types.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { ModelRequest } from '#src/plugin-api/language-model.ts';
import type { RowPolicy } from '#src/principal.ts';
import { plan } from '#src/read/planner.ts';
import { createGuard } from '#src/sql/guard.ts';
import { hitsOf } from '#workers/plan-host.ts';
import { openTestDuckdb, type TestDuckdb } from '../../../fakes/duckdb-parser.ts';
import { modelInProcess } from '../../../fakes/models/in-process.ts';
import { catalogFromSql, type OfflineCatalog } from '../../../fakes/offline-catalog.ts';
import { sqliteStore, type TestStore } from '../../../fakes/stores.ts';
import { principal, request, world } from '../harness.ts';
import { chunksOf } from '../memory-source.ts';
import { seedWorkspaces } from '../store.ts';

const DATA = [
  'CREATE TABLE clients (client_id INTEGER PRIMARY KEY, city VARCHAR, email VARCHAR, pin VARCHAR, tier VARCHAR)',
  `INSERT INTO clients VALUES (1, 'Leipzig', 'ann@mail.example', 'hush-1', 'gold'), (2, 'Dresden', 'bob@mail.example', 'hush-2', 'silver'), (3, 'Leipzig', 'cy@mail.example', 'hush-3', 'gold')`,
  'CREATE TABLE calls (call_id INTEGER PRIMARY KEY, client_id INTEGER, minutes INTEGER)',
  'INSERT INTO calls VALUES (1, 1, 5), (2, 1, 7), (3, 2, 11), (4, NULL, 13)',
];
const QUESTION = 'how lopsided are the minutes over tiers';
const SQL =
  'SELECT c.tier, SUM(k.minutes) AS minutes FROM calls k JOIN clients c ON c.client_id = k.client_id GROUP BY c.tier';
const said = (more: object) =>
  JSON.stringify({
    ...{ restatement: '', answerable: false, sql: '', assumptions: [], clarification: '' },
    ...more,
  });
const ANSWER = said({ answerable: true, sql: SQL });

describe('a model that looks before it answers', () => {
  let folder: string;
  let store: TestStore;
  let data: OfflineCatalog;
  let duckdb: TestDuckdb;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-looks-'));
    duckdb = await openTestDuckdb();
    data = await catalogFromSql(DATA);
    store = await sqliteStore();
    await seedWorkspaces(store.db);
  });
  after(async () => {
    await store.dispose();
    await data.close();
    duckdb.close();
    await rm(folder, { recursive: true });
  });

  /** The catalog with `pin` sensitive, and further settings of `tier`. */
  const guardedCatalog = (tier: Partial<CatalogColumn> = {}): Catalog => ({
    ...data.catalog,
    tables: data.catalog.tables.map((table) => ({
      ...table,
      columns: table.columns.map((one) => {
        if (one.name === 'pin') return { ...one, sensitive: true, profile: null };
        return one.name === 'tier' ? { ...one, ...tier } : one;
      }),
    })),
  });

  interface Asked {
    readonly lookups?: number;
    readonly tier?: Partial<CatalogColumn>;
    readonly policy?: RowPolicy;
  }
  async function ask(answer: (request: ModelRequest) => string, asked: Asked = {}) {
    const { service, calls } = modelInProcess(answer);
    const { deps, world: around } = world(store.db, path.join(folder, 'spool'));
    const catalog = guardedCatalog(asked.tier);
    const { values } = data;
    const dialect = createDuckdbDialect(duckdb);
    const ran: string[] = [];
    const limits = { maxSqlBytes: 65_536, maxDepth: 50, maxWeight: 100_000, keptVerdicts: 100 };
    const wired: AskDeps = {
      ...deps,
      limits: { ...deps.limits, totalTimeoutMs: 60_000, queryTimeoutMs: 60_000 },
      pinGeneration: async () => ({ catalog, release: () => {} }),
      guard: createGuard(limits),
      sourceOf: async () => ({
        dialect,
        query: ({ sql }) => {
          ran.push(sql);
          return chunksOf(data, sql);
        },
      }),
      planning: {
        ...deps.planning,
        plan: async ({ question, history, now }) =>
          plan({ question, catalog, values, history, now }),
        hits: async (_, words, __, { near = false } = {}) => hitsOf(words, values, near),
        findLiterals: async (_, literals) =>
          literals.map((one) => ({ ...one, found: true, near: null })),
      },
      model: {
        ...{ service, planning: 'builtin-first', explanations: 'template', maxOutputTokens: 500 },
        ...{ thinkingTokens: 0, schemaTokens: 4_000, tableTokens: 0, lookups: asked.lookups ?? 3 },
        ...{ maxCalls: 4, estimateUsd: 0, prices: null, candidates: [] },
      },
    };
    const asking = createAskService(wired);
    const own = asked.policy ? { principal: principal({ policy: asked.policy }) } : {};
    const prepared = await asking.prepare(request({ question: QUESTION, ...own }));
    const running = asking.run(prepared, new AbortController().signal);
    for (;;) {
      const step = await running.next();
      if (!step.done) continue;
      const found = calls.map(({ messages }) => messages.at(-1)!.text);
      const sent = JSON.stringify(calls);
      return { answer: step.value as Answer, calls, found, sent, ran, traces: around.traces };
    }
  }
  /** Looks once, then answers. */
  const looking =
    (...look: string[]) =>
    ({ messages }: ModelRequest) =>
      messages.length > 1 ? ANSWER : said({ look });

  it('finds a value, rows, a table and how a join turns out, and then answers', async () => {
    const { answer, calls, found, traces } = await ask(
      looking('find Leipzg', 'rows calls', 'join calls.client_id = clients.client_id'),
    );
    expect(answer.data?.rows.toSorted()).to.deep.equal([
      ['gold', 12],
      ['silver', 11],
    ]);
    expect(calls).to.have.length(2);
    expect(found[1]).to.contain("clients.city has nearby 'Leipzig'");
    expect(found[1]).to.contain('call_id | client_id | minutes\n1 | 1 | 5');
    expect(found[1]).to.contain(
      '3 rows have calls.client_id; joined to clients.client_id there are 3',
    );
    expect(found[1]).to.contain('may not look again');
    expect(traces.at(-1)?.details.model_lookups).to.have.length(3);
    const described = await ask(looking('describe clients'));
    expect(described.found[1]).to.contain('tier text all: gold | silver');
  });

  it('sees no secret, no data of persons and no hidden column', async () => {
    const commands = ['rows clients', 'describe clients', 'find hush-1'];
    const { found, sent, ran } = await ask(looking(...commands));
    expect(found[1]).to.contain('client_id | city | tier');
    // What the model says itself is said to it again.
    expect(sent).to.not.match(/hush-[23]|pin = |\w+@mail\.example/);
    expect(ran.join()).to.not.match(/pin|email/);
    const { sent: hidden } = await ask(looking(...commands), { tier: { hidden: true } });
    expect(hidden).to.not.match(/gold|silver/);
    const others = ['join calls.client_id = clients.pin', 'find ann@mail.example', 'rows pg_user'];
    const refused = await ask(looking(...others));
    expect(refused.found[1]).to.contain('no such table, column or command');
    expect(refused.ran.join()).to.not.match(/pin|pg_user/);
  });

  it('sees the rows of the caller alone', async () => {
    const policy = { filter: { tier: 'silver' }, hash: 'silver' };
    const { found, ran } = await ask(looking('rows clients', 'describe clients'), { policy });
    expect(found[1]).to.contain('Dresden').and.not.contain('Leipzig');
    expect(ran.find((sql) => sql.includes('LIMIT 3'))).to.contain('silver');
  });

  it('looks no more often than it may', async () => {
    const endless = await ask(() => said({ look: ['rows calls', 'rows clients'] }));
    expect(endless.calls.length).to.be.at.most(4);
    expect(endless.answer.result).to.equal('error');
    expect(endless.ran.length).to.be.at.most(3);
  });

  it('is not told of it where it may not', async () => {
    const { calls, ran, sent } = await ask(looking('rows calls'), { lookups: 0 });
    expect(JSON.stringify(calls[0]!.schema)).to.not.contain('look');
    expect(calls[0]!.system).to.not.contain('rows TABLE');
    expect(sent).to.not.contain('1 | 1 | 5');
    expect(ran.join()).to.not.contain('LIMIT 3');
  });
});
