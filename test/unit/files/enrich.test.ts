import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { createEnrichment, type EnrichJob } from '#src/catalog/generations/enrich.ts';
import { starterQuestions } from '#src/catalog/starter-questions.ts';
import { systemClock } from '#src/clock.ts';
import { ADDRESS, addWorkspace, type FilesHarness, openFiles, received } from './harness.ts';

const never = new AbortController().signal;

describe('describing what was published', () => {
  let dataDir: string;
  let files: FilesHarness;
  beforeEach(async () => {
    dataDir = await mkdtemp(`${tmpdir()}/plumbline-enrich-`);
    files = await openFiles(dataDir);
    await addWorkspace(files.store);
  });
  afterEach(async () => {
    await files.close();
    await rm(dataDir, { recursive: true });
  });

  const publish = async (content: string): Promise<EnrichJob> => {
    await files.service.upload(ADDRESS, await received(dataDir, 'sales.csv', content), never);
    const row = await workspace();
    return { generationId: row.generation_id! };
  };
  const workspace = () =>
    files.store.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow();
  const enrichment = (seen: string[] = []) =>
    createEnrichment({
      store: files.store,
      clock: systemClock,
      loadCatalog: files.loadCatalog,
      publishEvent: async (_trx, event) => void files.events.push(event),
      byModel: null,
      questions: async (catalog) => {
        seen.push((await workspace()).schema_status);
        return starterQuestions(catalog);
      },
    });

  it('moves the workspace from discovering over enriching to ready, with questions', async () => {
    const job = await publish('region,amount\nNorth,2.5\nSouth,3.5\nNorth,4.5\n');
    const seen = [(await workspace()).schema_status];
    await enrichment(seen).run(job, never);
    const row = await workspace();
    expect([...seen, row.schema_status]).to.deep.equal(['discovering', 'enriching', 'ready']);
    expect(row.enrichment_completed_at).to.be.a('string');
    expect(JSON.parse(row.suggestions)).to.be.an('array');
    expect(files.events.map(({ type }) => type)).to.deep.equal(['file.ready', 'schema.ready']);
    expect(files.events[1]).to.deep.include({ data: { table_count: 1 } });
  });

  it('leaves a workspace to the job of its newer generation', async () => {
    const old = await publish('a,b\n1,2\n');
    await publish('a,b\n1,3\n');
    await enrichment().run(old, never);
    await enrichment().giveUp(old);
    expect((await workspace()).schema_status).to.equal('discovering');
  });

  it('shows a description that was given up as failed', async () => {
    await enrichment().giveUp(await publish('a,b\n1,2\n'));
    expect((await workspace()).schema_status).to.equal('failed');
  });
});
