/**
 * `npm run bench planner-training/ceiling -- --samples FILE`
 *
 * Over what `npm run bench planner-training` kept: how often a right query is among the first candidates of a question that the
 * rules decline, and what is lacking where it is not.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Sample } from './collect.ts';

const { values: options } = parseArgs({
  options: { samples: { type: 'string', default: '/tmp/samples.jsonl' } },
});
const RANKS = [1, 3, 10, 50];

const samples = readFileSync(options.samples, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Sample)
  .filter(({ set }) => !set.includes('decline'));

for (const [set, all] of Map.groupBy(samples, (one) => one.set)) {
  const own = all.filter(({ unread }) => unread);
  const share = (part: number) => `${part} (${((100 * part) / own.length).toFixed(1)} %)`;
  console.log(`${set}: ${all.length} declined, of ${own.length} only the wording was not read`);
  console.log(`  with a candidate: ${share(own.filter(({ groups }) => groups.length > 0).length)}`);
  for (const rank of RANKS)
    console.log(
      `  a right one among the first ${rank}: ${share(own.filter(reaches(rank)).length)}`,
    );
  const missed = own.filter((one) => !reaches(Infinity)(one));
  for (const [gap, some] of [...Map.groupBy(missed, (one) => one.gap)].sort(
    (a, b) => b[1].length - a[1].length,
  ))
    console.log(`  none, for want of a ${gap}: ${share(some.length)}`);
}

function reaches(rank: number): (sample: Sample) => boolean {
  return ({ groups }) => groups.slice(0, rank).some(({ right }) => right);
}
