import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { ResultChunk } from '#src/plugin-api/data-source.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { createExports } from '#src/results/export/exports.ts';
import type { KeptResult, ResultExport, ResultExports } from '#src/results/types.ts';
import { principal } from '../ask/harness.ts';

const COLUMNS = [{ name: 'n', type: 'integer', nativeType: 'BIGINT' }] as const;

describe('exporting a kept result', () => {
  let folder: string;
  let kept: KeptResult;
  let again: (signal: AbortSignal) => AsyncIterable<ResultChunk>;
  let exports: ResultExports;
  const reader = { principal: principal(), clientId: 'cli' };
  const signal = new AbortController().signal;

  async function* rows(...batches: readonly (readonly number[])[]): AsyncGenerator<ResultChunk> {
    yield { kind: 'columns', columns: COLUMNS };
    for (const batch of batches) yield { kind: 'rows', rows: batch.map((n) => [n]) };
    yield { kind: 'end', truncated: false, engineMs: 1, notes: [] };
  }

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-exports-'));
    kept = {
      owner: { clientId: 'cli', workspaceId: 'wsp', endUserId: null, policyHash: 'all' },
      columns: COLUMNS,
      complete: true,
      sql: 'SELECT n FROM t',
      dataVersion: 'v',
      createdAt: '2026-11-01T09:08:07.123',
      file: path.join(folder, 'kept.jsonl'),
      pin: async () => () => {},
      async *batches() {
        yield [[1], [2]];
      },
    };
    again = () => rows([3], [4, 5]);
    exports = createExports({
      spool: { find: async () => kept },
      rerun: (_result, _reader, aborted) => again(aborted),
      folder,
      concurrent: 2,
      parquetMemoryMb: 64,
      maxBytes: 1e6,
      processTag: '',
    });
  });
  afterEach(() => rm(folder, { recursive: true }));

  const open = (format: 'csv' | 'parquet' = 'csv', by = signal) =>
    exports.open('token', reader, format, by);
  const text = async ({ first, rest }: ResultExport) => {
    let whole = String(first);
    for await (const piece of rest) whole += piece;
    return whole;
  };
  const failure = (work: Promise<unknown>) => work.catch((error: unknown) => error);

  it('takes the rows that were kept where those are all, else runs the SQL again', async () => {
    const file = await open();
    expect(file).to.include({
      contentType: 'text/csv; charset=utf-8',
      fileName: 'result-20261101-090807.csv',
    });
    expect(await text(file)).to.equal('n\r\n1\r\n2\r\n');
    kept = { ...kept, complete: false };
    expect(await text(await open())).to.equal('n\r\n3\r\n4\r\n5\r\n');
  });

  it('breaks off rather than end where the rows are more than an export may have', async () => {
    kept = { ...kept, complete: false };
    again = async function* () {
      yield { kind: 'columns', columns: COLUMNS };
      yield { kind: 'rows', rows: [[1]] };
      yield { kind: 'end', truncated: true, engineMs: 1, notes: [] };
    };
    expect(await failure(open().then(text))).to.include({ code: 'unprocessable' });
    expect(await failure(open('parquet'))).to.include({ code: 'unprocessable' });
  });

  it('says in its own words what went wrong on the engine', async () => {
    kept = { ...kept, complete: false };
    for (const [kind, code] of [
      ['query', 'conflict'],
      ['timeout', 'unprocessable'],
      ['too_large', 'unprocessable'],
      ['unavailable', 'unavailable'],
    ] as const) {
      // biome-ignore lint/correctness/useYield: it fails before its first chunk
      again = async function* () {
        throw new SourceError(kind, 'cannot cast "secret value"');
      };
      const error = (await failure(open())) as Error;
      expect(error).to.include({ code });
      expect(error.message).to.not.contain('secret');
    }
  });

  it('ends the query when its reader leaves, and gives the place back', async () => {
    let ended = 0;
    kept = { ...kept, complete: false };
    again = async function* () {
      try {
        yield* rows(...Array.from({ length: 100 }, (_, n) => [n]));
      } finally {
        ended++;
      }
    };
    const [one, two] = [await open(), await open()];
    expect(await failure(open())).to.include({ code: 'unavailable' });
    for (const { rest } of [one, two]) {
      await rest.next();
      await rest.return();
    }
    expect(ended).to.equal(2);
    expect(await text(await open())).to.contain('99');
  });
});
