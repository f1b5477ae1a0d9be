/**
 * `npm run bench messy -- [--messy DIR] [--why] [--kind NAME] [--held-out]`
 *
 * Scores header, column types, row count and cells of what ingest makes of messy files, beside `csv-parse` with its
 * defaults and DuckDB's sniffer (CSV only): over the files made here, by kind, and over an unpacked
 * `../shared/bench/messy-dev.tgz` where `--messy` names it. `--why` says what was wrong first, of kinds that
 * recognition is built with: those held out are only counted.
 */
import { parseArgs } from 'node:util';
import { DEVELOPED } from './developed.ts';
import { HELD_OUT } from './held-out.ts';
import type { Kind } from './made.ts';
import { madeFiles } from './made-files.ts';
import { FAULTY_TRUTH, messyFiles } from './messy-dev.ts';
import { csvParse, duckdb, plumbline, type Reader } from './read-file.ts';
import { type Expected, MEASURES, type Score, score } from './score.ts';

const { values: options } = parseArgs({
  options: {
    messy: { type: 'string' },
    why: { type: 'boolean', default: false },
    kind: { type: 'string' },
  },
});

interface Item {
  readonly kind: string;
  readonly filename: string;
  readonly bytes: Buffer;
  readonly expected: Expected;
  readonly heldOut: boolean;
}

const madeItems = (kinds: readonly Kind[], heldOut: boolean): Item[] =>
  kinds.flatMap((kind, at) =>
    madeFiles(kind, at).map(({ filename, bytes, tables, derived = [] }) => ({
      ...{ kind: kind.name, filename, bytes, heldOut },
      expected: { tables, derived },
    })),
  );

const READERS: Readonly<Record<string, Reader>> = {
  plumbline,
  'csv-parse': csvParse,
  duckdb,
};

async function scored(reader: Reader, item: Item): Promise<Score> {
  try {
    return score(await reader(item.filename, item.bytes), item.expected);
  } catch (error) {
    const right = item.expected.tables.length === 0;
    const why = right
      ? null
      : String(error instanceof Error ? error.message : error).split('\n')[0]!;
    return { header: right, types: right, rows: right, cells: right, why };
  }
}

async function table(title: string, items: readonly Item[]): Promise<void> {
  process.stdout.write(`\n${title}: ${items.length} files\n`);
  const byKind = Map.groupBy(items, ({ kind }) => kind);
  const sums = new Map<
    string,
    { files: number; right: number; trusted: number; trustedFiles: number }
  >();
  const head = Object.keys(READERS)
    .map((name) => `${name.padEnd(11)} h  t  r  c  all`)
    .join(' | ');
  process.stdout.write(`${''.padEnd(28)} n  | ${head}\n`);
  for (const [kind, of] of byKind) {
    const cells: string[] = [];
    for (const [name, reader] of Object.entries(READERS)) {
      const able =
        name === 'plumbline' ? of : of.filter(({ filename }) => !/\.xlsx$/i.test(filename));
      const scores = await Promise.all(able.map((item) => scored(reader, item)));
      const right = [
        ...MEASURES.map((measure) => scores.filter((one) => one[measure]).length),
        scores.filter((one) => MEASURES.every((measure) => one[measure])).length,
      ];
      const before = sums.get(name) ?? { files: 0, right: 0, trusted: 0, trustedFiles: 0 };
      const trusted = kind !== 'truth that is not the file';
      sums.set(name, {
        files: before.files + able.length,
        right: before.right + right.at(-1)!,
        trusted: before.trusted + (trusted ? right.at(-1)! : 0),
        trustedFiles: before.trustedFiles + (trusted ? able.length : 0),
      });
      cells.push(
        `${''.padEnd(9)} ${right.map((count) => (able.length === 0 ? ' -' : String(count).padStart(2))).join(' ')} `,
      );
      if (options.why && name === 'plumbline')
        for (const [at, one] of scores.entries())
          if (one.why && !able[at]!.heldOut)
            process.stdout.write(`    ${able[at]!.filename}: ${one.why.slice(0, 220)}\n`);
    }
    process.stdout.write(
      `${kind.padEnd(28)} ${String(of.length).padStart(2)} | ${cells.join(' | ')}\n`,
    );
  }
  for (const [name, { files, right, trusted, trustedFiles }] of sums) {
    const share = `${((100 * right) / files).toFixed(1)} %`;
    const rest =
      trustedFiles < files
        ? `; where the truth is the file's: ${trusted} of ${trustedFiles} (${((100 * trusted) / trustedFiles).toFixed(1)} %)`
        : '';
    process.stdout.write(
      `${name}: ${right} of ${files} files right in all four (${share})${rest}\n`,
    );
  }
}

const wanted = (kinds: readonly Kind[]) =>
  options.kind ? kinds.filter(({ name }) => name.includes(options.kind!)) : kinds;
const developed = madeItems(DEVELOPED, false).filter(
  ({ kind }) => !options.kind || kind.includes(options.kind),
);
const heldOut = options.kind ? [] : madeItems(wanted(HELD_OUT), true);
if (developed.length > 0) await table('made, seen while building', developed);
if (heldOut.length > 0) await table('made, held out', heldOut);
if (options.messy)
  await table(
    'messy-dev',
    messyFiles(options.messy)
      .filter(({ kind }) => !options.kind || kind.includes(options.kind))
      .map((file) => ({
        ...file,
        kind: FAULTY_TRUTH.has(file.filename) ? 'truth that is not the file' : file.kind,
        heldOut: false,
      })),
  );
