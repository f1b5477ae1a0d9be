import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import { type Config, configSchema } from '#config/schema.ts';
import { ensureSampleAccount } from '#src/accounts/sample-account.ts';
import type { Clock } from '#src/clock.ts';
import { openAsking } from '#src/compose/asking.ts';
import { openBase } from '#src/compose/base.ts';
import { closeAll } from '#src/compose/close-all.ts';
import { openData } from '#src/compose/data.ts';
import type { Closers } from '#src/compose/ground.ts';
import { openWork } from '#src/compose/work.ts';
import { NOBODY } from '#src/places.ts';
import type { Catalog, CellValue, ValueHit } from '#src/plugin-api/catalog.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { ingestSample } from '#src/sample/ingest.ts';

type Rows = readonly (readonly CellValue[])[];

/** The sample company in a temporary folder; statements pass the guard. */
export interface SampleData {
  readonly folder: string;
  readonly catalog: Catalog;
  /** Values that words of a question may mean, as a prompt shows them. */
  hits(question: string): Promise<readonly ValueHit[]>;
  /** The rows of a statement, or why the guard or the engine refuses it. */
  rows(sql: string): Promise<{ readonly rows: Rows } | { readonly refusal: string }>;
  close(): Promise<void>;
}

const MAX_ROWS = 2_000;

/** Touches no store, data folder or account of the installation. */
export async function openSampleData(
  { files, duckdb, alasql }: Pick<Config, 'files' | 'duckdb' | 'alasql'>,
  { log, clock }: { readonly log: Logger; readonly clock: Clock },
): Promise<SampleData> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-check-'));
  const closers: Closers = [() => rm(folder, { recursive: true, force: true })];
  const close = () => closeAll(closers, log);
  try {
    const config: Config = { ...configSchema.parse({ data_dir: folder }), files, duckdb, alasql };
    const base = await openBase({ config, log, clock, serverUrl: () => '' }, closers);
    const work = await openWork(base, closers);
    const data = await openData(base, work, closers);
    const { ask, guard } = await openAsking(base, work, data, closers);
    const sample = await ensureSampleAccount(base.store, clock, config.sample);
    await ingestSample(data.files.service, sample, {
      folder: path.join(folder, 'sample'),
      say: () => {},
    });
    const pinned = await data.generations.pin(sample.workspaceId, sample.workspaceId);
    if (!pinned) throw new Error('the sample company is empty');
    closers.push(async () => pinned.release());
    const { catalog } = pinned;
    const source = await data.sourceOf(catalog);
    const { signal } = new AbortController();
    return {
      folder,
      catalog,
      hits: (question) =>
        ask.valueHits({ catalog, policy: NO_ROW_POLICY, asker: NOBODY }, question, signal),
      async rows(sql) {
        const { dialect } = source;
        const asked = { sql, catalog, policy: NO_ROW_POLICY, dialect, maxRows: MAX_ROWS, signal };
        const checked = await guard(asked);
        if (!checked.ok) return { refusal: checked.refusal.text };
        const limits = {
          maxRows: MAX_ROWS,
          maxBytes: config.ask.max_answer_bytes,
          maxRowBytes: config.results.max_row_bytes,
          timeoutMs: config.ask.timeout_ms,
          signal,
        };
        const rows: (readonly CellValue[])[] = [];
        try {
          for await (const chunk of source.query(checked.guarded, limits))
            if (chunk.kind === 'rows') rows.push(...chunk.rows);
        } catch (error) {
          return { refusal: error instanceof Error ? error.message : String(error) };
        }
        return { rows };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
