import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Seconds of processor time that test files took in the last `npm run test:all` that passed, those of less than a second left out. */
const COSTS = path.join(import.meta.dirname, 'costs.json');
/** What a file costs that is not listed. */
const CHEAP_SECONDS = 0.7;
/** A part is about as long: short enough that no processor waits for the last one, long enough to share services. */
const PART_SECONDS = 60;
/** Folders whose files run in parts of their own, so that they share what they open; the rest run together. */
const KINDS = new Set(['browser', 'e2e', 'slow', 'unit']);
/** A browser is driven by one process at a time. */
const ALONE = new Set(['browser']);

export interface Part {
  readonly name: string;
  readonly args: readonly string[];
}

/** All test files in parts of about the same cost, the dearest first; the slow ones only where `all` are wanted. */
export function partsOfAll(all: boolean): Part[] {
  const costs = JSON.parse(readFileSync(COSTS, 'utf8')) as Record<string, number>;
  const costOf = (file: string) => costs[file] ?? CHEAP_SECONDS;
  const kinds = Map.groupBy(
    readdirSync('test', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => path.posix.join('test', file.split(path.sep).join('/')))
      .toSorted((a, b) => costOf(b) - costOf(a) || (a < b ? -1 : 1)),
    (file) => {
      const folder = file.split('/')[1]!;
      return KINDS.has(folder) ? folder : 'others';
    },
  );
  if (!all) kinds.delete('slow');
  const parts = [...kinds].flatMap(([kind, files]) => {
    const seconds = files.reduce((sum, file) => sum + costOf(file), 0);
    const dealt = Array.from(
      { length: ALONE.has(kind) ? 1 : Math.ceil(seconds / PART_SECONDS) },
      (_, at) => ({ name: `${kind}-${at + 1}`, args: [] as string[], seconds: 0 }),
    );
    for (const file of files) {
      const part = dealt.reduce((least, one) => (one.seconds < least.seconds ? one : least));
      part.args.push(file);
      part.seconds += costOf(file);
    }
    return dealt;
  });
  return parts.toSorted((a, b) => b.seconds - a.seconds);
}

/** Keeps what the files took for the next run. */
export function keepCosts(seconds: ReadonlyMap<string, number>): void {
  const kept = [...seconds]
    .filter(([, one]) => one >= 1)
    .map(([file, one]) => [file, Math.round(one)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(COSTS, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}
