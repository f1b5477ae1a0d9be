import { expect } from 'chai';
import { floodKinds, openFlood } from '../../bench/faults/client-floods.ts';
import { type OwnWorkspace, openWorkspace } from '../e2e/workspace.ts';
import { eventually } from '../fakes/eventually.ts';

describe('a live question', () => {
  let own: OwnWorkspace;
  afterEach(() => own.close());

  it('is answered beside 2,000 idle sockets, as many as are allowed and beyond', async () => {
    own = await openWorkspace({ PLUMBLINE_HTTP__MAX_CONNECTIONS: '2001' });
    await own.upload('city,amount\nRome,7\nOslo,1\n', 'sales.csv');
    const [idle] = floodKinds('');
    const flood = await openFlood(own.service.url, idle!, 2_000);
    try {
      expect((await own.ask('total amount')).data.rows).to.deep.equal([[8]]);
      const more = await openFlood(own.service.url, idle!, 500);
      try {
        await eventually(() => flood.open() + more.open() <= 2_001, 'connections that gave way');
        expect((await own.ask('total amount by city')).data.rows).to.have.length(2);
        const health = await fetch(`${own.service.url}/healthz`);
        expect(health.status).to.equal(200);
      } finally {
        more.close();
      }
    } finally {
      flood.close();
    }
  });
});
