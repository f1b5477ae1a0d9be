/**
 * `npm run bench public-files -- [--why] [--kind NAME]`
 *
 * Reads files made as banks, shops, offices and the like make them, and judges what they became by what is right of
 * them: `bench/public-files/corpus.ts`. Prints how many are right, and how many are wrong without a note.
 */
import { parseArgs } from 'node:util';
import { PUBLIC_FILES } from './corpus.ts';
import { readAndJudge } from './read-and-judge.ts';

const { values: options } = parseArgs({
  options: { why: { type: 'boolean', default: false }, kind: { type: 'string' } },
});

const files = PUBLIC_FILES.filter(({ kind }) => !options.kind || kind === options.kind);
const counts = new Map<string, Map<string, number>>();
for (const file of files) {
  const { verdict, why } = await readAndJudge(file);
  const of = counts.get(file.kind) ?? new Map<string, number>();
  of.set(verdict, (of.get(verdict) ?? 0) + 1);
  counts.set(file.kind, of);
  if (why && options.why) process.stdout.write(`${file.name}: ${verdict}: ${why}\n`);
}
const all = (verdict: string) =>
  [...counts.values()].reduce((sum, of) => sum + (of.get(verdict) ?? 0), 0);
for (const [kind, of] of counts)
  process.stdout.write(
    `${kind.padEnd(12)}${[...of].map(([verdict, n]) => `${verdict} ${n}`).join(', ')}\n`,
  );
const right = all('right') + all('right with a note');
const share = (n: number) => `${((100 * n) / files.length).toFixed(1)} %`;
process.stdout.write(
  `${files.length} files: right ${right} (${share(right)}), wrong with a note ${all('wrong with a note')}, wrong without a note ${all('wrong without a note')} (${share(all('wrong without a note'))})\n`,
);
