import { expect } from 'chai';
import { part } from '../bench/faults/parts/store-restarts.ts';

/** Two of the restarts of `npm run bench:faults -- --only store-restarts`. */
const RESTARTS_OF_20 = 0.1;

describe('a restart of the PostgreSQL that holds the store, under load', function () {
  this.timeout(240_000);

  it('ends nothing and loses nothing that was acknowledged', async function () {
    const said: string[] = [];
    const rows = await part.run({
      ...{ seed: 1, scale: RESTARTS_OF_20, signal: AbortSignal.timeout(180_000) },
      wants: () => true,
      say: (line) => void said.push(line),
    });
    if (rows === null) return this.skip();
    expect(rows).to.have.length(1);
    expect(rows[0], said.join('\n')).to.include({ runs: 2, deaths: 0, lost: 0, wrong: 0 });
  });
});
