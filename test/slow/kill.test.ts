import { expect } from 'chai';
import { processTagOf } from '#src/child-processes.ts';
import { orphansAfter } from '../../bench/faults/service-processes.ts';
import { killRuns } from '../../bench/kill/run.ts';

/** Processes that outlived a killed service; not counted where there is no /proc. */
const orphansOf = async (dataDir: string) =>
  process.platform === 'linux' ? (await orphansAfter(await processTagOf(dataDir))).orphans : 0;

describe('the service under a mixed load', () => {
  it('loses nothing that it acknowledged in 10 kills, and tells every event', async () => {
    const outcome = await killRuns(
      { kills: 10, seed: 7, longestRunMs: 1_000, orphansOf },
      () => {},
    );
    expect(outcome.kills).to.equal(10);
    expect(outcome.wrong).to.deep.equal([]);
    expect(outcome.untold).to.deep.equal([]);
    expect(outcome.forged).to.equal(0);
    expect(outcome.orphans).to.equal(0);
    // Something was at stake: the run waits for each, how much it is depends on the machine.
    expect(outcome.uploads).to.be.at.least(1);
    expect(outcome.jobs).to.be.at.least(1);
    expect(outcome.answers).to.be.at.least(1);
    expect(outcome.events).to.be.at.least(1);
  }).timeout(600_000);
});
