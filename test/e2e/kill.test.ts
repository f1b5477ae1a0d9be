import { expect } from 'chai';
import { killRuns } from '../bench/kill/run.ts';

describe('the service under a mixed load', () => {
  it('loses nothing that it acknowledged in 10 kills, and tells every event', async () => {
    const outcome = await killRuns({ kills: 10, seed: 7, longestRunMs: 1_000 }, () => {});
    expect(outcome.kills).to.equal(10);
    expect(outcome.wrong).to.deep.equal([]);
    expect(outcome.untold).to.deep.equal([]);
    expect(outcome.forged).to.equal(0);
    // Something was at stake: the run waits for each, how much it is depends on the machine.
    expect(outcome.uploads).to.be.at.least(1);
    expect(outcome.jobs).to.be.at.least(1);
    expect(outcome.answers).to.be.at.least(1);
    expect(outcome.events).to.be.at.least(1);
  }).timeout(600_000);
});
