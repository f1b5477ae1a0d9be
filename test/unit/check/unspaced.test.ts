import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { createDuckdbDialect } from '#plugins/sources/duckdb/dialect/index.ts';
import { askedOn } from '#src/check/asked.ts';
import { checkStatement } from '#src/check/checks.ts';
import { partlySaid } from '#src/check/in-english.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { generateSampleCsvs } from '#src/sample/generate.ts';
import { hitsOf } from '#workers/plan-host.ts';
import { openTestDuckdb, type TestDuckdb } from '../../fakes/duckdb-parser.ts';
import { catalogFromCsvFolder, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { CHINESE, JAPANESE, SOUND, TODAY } from './unspaced-cases.ts';

describe("a model's statement for a question without spaces", () => {
  let folder: string;
  let duckdb: TestDuckdb;
  let world: OfflineCatalog;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-unspaced-'));
    await generateSampleCsvs(folder);
    world = await catalogFromCsvFolder(folder);
    duckdb = await openTestDuckdb();
  });

  after(async () => {
    await world.close();
    duckdb.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function told(question: string, sql: string): Promise<string> {
    const catalog = { ...world.catalog, asOf: TODAY };
    const parsed = await createDuckdbDialect(duckdb).parse(
      sql,
      catalog,
      AbortSignal.timeout(60_000),
    );
    if ('refusal' in parsed) throw new Error(`${parsed.refusal.text}: ${sql}`);
    const { facts } = parsed;
    const said = partlySaid(question, catalog);
    const hits = [question, said?.text ?? ''].flatMap((text) => hitsOf(text, world.values));
    const now = new Date(`${TODAY}T12:00:00Z`);
    const asked = {
      ...askedOn(question, catalog, now, NO_ROW_POLICY, said),
      writtenFor: { hits, context: question },
    };
    return checkStatement({ facts, catalog, asked })
      .filter(({ outcome }) => outcome === 'warning' || outcome === 'failed')
      .map(({ name, detail }) => `${name}: ${detail}`)
      .join(' ');
  }

  for (const { question, right, wrong } of [...CHINESE, ...JAPANESE]) {
    it(`is left alone where it is right: ${question}`, async () => {
      expect(await told(question, right)).to.equal('');
    });
    for (const sql of wrong)
      it(`is doubted: ${question} ${sql}`, async () => {
        expect(await told(question, sql)).not.to.equal('');
      });
  }

  for (const [question, sql] of SOUND)
    it(`is not held to what only looks said: ${question}`, async () => {
      expect(await told(question, sql)).to.equal('');
    });
});
