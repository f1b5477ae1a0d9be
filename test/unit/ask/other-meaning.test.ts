import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import type { AskDeps } from '#src/ask/deps.ts';
import { createAskService } from '#src/ask/service.ts';
import type { Answer } from '#src/ask/types.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { otherReading, plan } from '#src/shapes/plan.ts';
import { createGuard } from '#src/sql/guard.ts';
import { openTestDuckdb, type TestDuckdb } from '../../fakes/duckdb-parser.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { sqliteStore, type TestStore } from '../../fakes/stores.ts';
import { request, world } from './harness.ts';
import { chunksOf } from './memory-source.ts';
import { seedWorkspaces } from './store.ts';

const QUESTION = 'how many female wards are there?';
const OTHER = `${QUESTION} (meaning: Number of wards where sex is "F")`;
const WARDS = (kinds: string) => [
  `CREATE TABLE wards (keeper VARCHAR, ward_name VARCHAR, sex VARCHAR)`,
  `INSERT INTO wards SELECT 'Keeper ' || (1 + i % 19), ${kinds}, ['F', 'M'][1 + i % 2] FROM range(1, 30) t(i)`,
];

describe('an answer to a question that may mean something else', () => {
  let folder: string;
  let store: TestStore;
  let shared: OfflineCatalog;
  let single: OfflineCatalog;
  let duckdb: TestDuckdb;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-other-'));
    duckdb = await openTestDuckdb();
    shared = await catalogFromSql(WARDS(`['Ann', 'Bo', 'Cy', 'Di'][1 + i % 4]`));
    single = await catalogFromSql(WARDS(`CASE WHEN i % 2 = 0 THEN 'Ward ' || i ELSE 'Bo' END`));
    store = await sqliteStore();
    await seedWorkspaces(store.db);
  });
  after(async () => {
    await store.dispose();
    await Promise.all([shared.close(), single.close()]);
    duckdb.close();
    await rm(folder, { recursive: true });
  });

  const depsOver = (data: OfflineCatalog, over: Partial<AskDeps['planning']> = {}): AskDeps => {
    const { deps } = world(store.db, path.join(folder, 'spool'));
    const dialect = createDuckdbDialect(duckdb);
    const { catalog, values } = data;
    return {
      ...deps,
      pinGeneration: async () => ({ catalog, release: () => {} }),
      guard: createGuard({
        maxSqlBytes: 65_536,
        maxDepth: 50,
        maxWeight: 100_000,
        keptVerdicts: 100,
      }),
      sourceOf: async () => ({ dialect, query: ({ sql }) => chunksOf(data, sql) }),
      planning: {
        ...deps.planning,
        plan: async ({ question, history, now }) =>
          plan({ question, catalog, values, history, now }),
        otherReading: async ({ question, query, now }) =>
          otherReading({ question, catalog, values, history: [], now }, query),
        findLiterals: async (_, literals) =>
          literals.map((one) => ({ ...one, found: true, near: null })),
        ...over,
      },
    };
  };

  async function ask(deps: AskDeps, over: Parameters<typeof request>[0] = {}) {
    const service = createAskService(deps);
    const prepared = await service.prepare(request({ question: QUESTION, ...over }));
    const running = service.run(prepared, new AbortController().signal);
    const events: string[] = [];
    for (;;) {
      const step = await running.next();
      if (step.done) return { answer: step.value as Answer, events };
      events.push(step.value.event);
    }
  }

  it('says so where that gives other rows, and offers to ask it', async () => {
    const { answer, events } = await ask(depsOver(shared));
    expect(answer.data?.rows).to.deep.equal([[2]]);
    expect(answer.verification.status).to.equal('warning');
    const said =
      'The question could also mean: Number of wards where sex is "F". That gives different rows.';
    expect(answer.verification.reason).to.equal(said);
    expect(answer.explanation).to.contain(said);
    expect(answer.nextQuestions[0]).to.equal(OTHER);
    expect(answer.nextQuestions.length).to.be.at.most(3);
    expect(events.filter((event) => event === 'sql')).to.have.length(1);
    const other = await ask(depsOver(shared), { question: OTHER });
    expect(other.answer.data?.rows).to.deep.equal([[14]]);
    expect(other.answer.verification.status).to.equal('checked');
  });

  it('says nothing where that gives the same rows', async () => {
    const { answer } = await ask(depsOver(single));
    expect(answer.data?.rows).to.deep.equal([[14]]);
    expect(answer.verification.status).to.equal('checked');
    expect(answer.nextQuestions).to.not.include(OTHER);
  });

  it('stands as it is where the other meaning cannot be looked for or run', async () => {
    const broken = depsOver(shared, { otherReading: () => Promise.reject(new Error('gone')) });
    const failing = depsOver(shared);
    const { sourceOf } = failing;
    const refusing: AskDeps = {
      ...failing,
      sourceOf: async (catalog) => {
        const source = await sourceOf(catalog);
        const query: typeof source.query = (guarded, options) => {
          if (guarded.sql.includes('COUNT(*)')) throw new SourceError('query', 'too much');
          return source.query(guarded, options);
        };
        return { ...source, query };
      },
    };
    for (const deps of [broken, refusing]) {
      const { answer } = await ask(deps);
      expect(answer.data?.rows).to.deep.equal([[2]]);
      expect(answer.verification.status).to.equal('checked');
    }
  });

  it('looks for none where nothing is run', async () => {
    let looked = 0;
    const deps = depsOver(shared, {
      otherReading: async () => {
        looked += 1;
        return null;
      },
    });
    const { answer } = await ask(deps, { dryRun: true });
    expect(answer.sql).to.contain('COUNT(DISTINCT');
    expect(looked).to.equal(0);
  });
});
