import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { utils, write } from 'xlsx';
import { AppError } from '#src/errors.ts';
import { createParsing, type ParsingOptions } from '#src/files/parsing.ts';
import { newProgress, readProgress } from '#workers/ingest/progress.ts';
import { KINDS } from '../../fakes/file-kinds.ts';
import { LIMITS } from '../ingest/parse.ts';

const SMALL = 'a,b\n1,2\n';
const LARGE = `a,b\n${'1,some text\n'.repeat(200_000)}`;

describe('the parsing pool', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(`${tmpdir()}/plumbline-parsing-`);
  });
  after(() => rm(folder, { recursive: true }));

  let uploads = 0;
  const taskOf = async (filename: string, content: string | Buffer) => {
    const spillFolder = path.join(folder, `spill-${++uploads}`);
    await mkdir(spillFolder);
    const file = path.join(folder, `upload-${uploads}`);
    await writeFile(file, content);
    const limits = { ...LIMITS, maxRows: 1_000_000 };
    return { path: file, filename, spillFolder, mapping: {}, limits };
  };
  const withPool = async (
    options: Partial<ParsingOptions>,
    use: (pool: ReturnType<typeof createParsing>) => Promise<void>,
  ) => {
    const pool = createParsing({
      threads: 1,
      heapMb: 512,
      timeoutMs: 60_000,
      processTag: 'x',
      ...options,
    });
    try {
      await use(pool);
    } finally {
      await pool.close();
    }
  };
  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => expect.fail('nothing failed'),
      (error: unknown) => error,
    );
  const never = new AbortController().signal;

  it('gives the refusal of a file as the error that its sender sees', async () => {
    await withPool({}, async ({ parse }) => {
      const error = await failureOf(parse(await taskOf('a.csv', 'a,b\n'), never));
      expect(error).to.be.instanceOf(AppError).and.include({ code: 'upload_no_data' });
    });
  });

  it('ends a file that takes too long', async () => {
    await withPool({ timeoutMs: 30 }, async ({ parse }) => {
      const rows = `${'x,"'}${'1,some text\n'.repeat(4_000)}",1\n`;
      const slow = await taskOf('slow.csv', `a,b,c\n${rows.repeat(400)}`);
      const error = (await failureOf(parse(slow, never))) as AppError;
      expect(error).to.include({ code: 'upload_too_complex' });
      expect(error.message).to.contain('took longer');
    });
  });

  it('reads a workbook of the old kind, Parquet and SQLite in a process of its own, and tells how far it is', async () => {
    const kinds = KINDS.filter(({ filename }) => /xls$|parquet$|sqlite$/.test(filename));
    await withPool({}, async ({ parse }) => {
      for (const { filename, write: encode } of kinds) {
        const bytes = Buffer.from(await encode([['a'], [1], [2]]));
        const progress = newProgress();
        const task = { ...(await taskOf(filename, bytes)), progress };
        expect((await parse(task, never)).tables[0]!.rowCount, filename).to.equal(2);
        expect(readProgress(progress).bytes, filename).to.be.above(0);
        const cut = await failureOf(
          parse(await taskOf(filename, bytes.subarray(0, bytes.length / 2)), never),
        );
        expect(cut, filename).to.include({ code: 'upload_unreadable' });
      }
    });
  });

  it('ends such a process when it takes too much memory, or its upload is given up', async () => {
    await withPool({}, async ({ parse }) => {
      const xls = KINDS.find(({ filename }) => filename === 'data.xls')!;
      const rows = Array.from({ length: 20_000 }, (_, n) => [n, `text ${n}`, `more of ${n}`]);
      const task = await taskOf('big.xls', Buffer.from(await xls.write(rows)));
      const limits = { ...task.limits, readerMemoryMb: 60 };
      const error = (await failureOf(parse({ ...task, limits }, never))) as AppError;
      expect(error).to.include({ code: 'upload_too_complex' });
      expect(error.message).to.contain('60 MB');
      const giveUp = new AbortController();
      const parsing = failureOf(parse(task, giveUp.signal));
      setTimeout(() => giveUp.abort(new Error('given up')), 300);
      expect(await parsing).to.have.property('message', 'given up');
    });
  });

  it('survives a file that needs more memory than a worker has', async () => {
    await withPool({ heapMb: 24 }, async ({ parse }) => {
      // A sheet of that size is looked at as a whole for its tables.
      const rows = Array.from({ length: 9_000 }, (_, row) =>
        Array.from({ length: 60 }, (_, column) => `text ${row} of ${column}`),
      );
      const book = utils.book_new();
      utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'S');
      const bytes = write(book, { type: 'buffer', bookType: 'xlsx', compression: true });
      const error = (await failureOf(parse(await taskOf('big.xlsx', bytes), never))) as AppError;
      expect(error).to.include({ code: 'upload_too_complex' });
      expect(error.message).to.contain('24 MB');
      const next = await parse(await taskOf('a.csv', SMALL), never);
      expect(next.tables[0]!.rowCount).to.equal(1);
    });
  });

  it('stops when its caller gives up, and reads the next one', async () => {
    await withPool({}, async ({ parse }) => {
      const caller = new AbortController();
      const work = failureOf(parse(await taskOf('large.csv', LARGE), caller.signal));
      caller.abort(new Error('given up'));
      expect(await work).to.have.property('message', 'given up');
      const next = await parse(await taskOf('a.csv', SMALL), never);
      expect(next.tables[0]!.rowCount).to.equal(1);
    });
  });
});
