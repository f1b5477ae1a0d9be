import { expect } from 'chai';
import { part } from '../../bench/faults/parts/store-restarts.ts';

/** One of the 20 restarts of `npm run bench faults -- --only store-restarts`. */
const SCALE = 0.05;

describe('a restart of the PostgreSQL that holds the store, under load', () => {
  it('ends nothing and loses nothing that was acknowledged', async function () {
    const said: string[] = [];
    const rows = await part.run({
      ...{ seed: 1, scale: SCALE, signal: AbortSignal.timeout(180_000) },
      wants: () => true,
      say: (line) => void said.push(line),
    });
    if (rows === null) return this.skip();
    expect(rows).to.have.length(1);
    expect(rows[0], said.join('\n')).to.include({ runs: 1, deaths: 0, lost: 0, wrong: 0 });
  });
});
