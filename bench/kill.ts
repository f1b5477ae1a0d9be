/**
 * `npm run bench kill -- --kills 200 --seed 1`: ends the service by `kill -9` at random moments (also while it
 * starts) under uploads, background uploads, questions and webhooks. Fails where an acknowledged upload is lost, a
 * table is half visible, a job fails, or an event was not delivered at least once. The seed gives the same load and
 * waits; what the machine does in between differs. SIGINT ends the kills; everything is checked all the same.
 */
import { parseArgs } from 'node:util';
import { killRuns } from './kill/run.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const began = performance.now();
const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort());
const outcome = await killRuns(
  {
    ...{ kills: Number(values.kills), seed: Number(values.seed) },
    ...{ longestRunMs: 2_500, signal: stopping.signal },
  },
  (line) => void process.stdout.write(`${line}\n`),
);
const seconds = Math.round((performance.now() - began) / 1_000);
process.stdout.write(
  `${JSON.stringify({ seed: Number(values.seed), seconds, ...outcome }, null, 2)}\n`,
);
const failed = outcome.wrong.length + outcome.untold.length + outcome.forged;
process.exitCode = failed === 0 ? 0 : 1;
