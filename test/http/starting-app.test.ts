import { expect } from 'chai';
import { pino } from 'pino';
import request from 'supertest';
import { createStartingApp } from '#src/http/starting-app.ts';

describe('a gateway that starts', () => {
  const app = createStartingApp(pino({ level: 'silent' }));

  it('runs, and is not ready', async () => {
    const health = await request(app).get('/healthz').expect(200);
    expect(health.body).to.deep.equal({ status: 'ok' });
    const readiness = await request(app).get('/readyz').expect(503);
    expect(readiness.body).to.deep.equal({ ready: false, parts: {}, warnings: [] });
  });

  it('has everything else come again, whatever is asked and from wherever', async () => {
    for (const path of ['/whoami', '/query', '/nope']) {
      const response = await request(app)
        .post(path)
        .set('X-Request-Id', 'mine')
        .send({ q: 'x' })
        .expect(503);
      expect(response.body.detail).to.contain('The service is starting');
      expect(response.headers).to.include({
        ...{ 'retry-after': '5', 'x-error-code': 'unavailable', 'x-request-id': 'mine' },
        ...{ 'access-control-allow-origin': '*', 'cache-control': 'no-store' },
      });
    }
    await request(app).options('/query').set('Origin', 'https://shop.example').expect(204);
  });
});
