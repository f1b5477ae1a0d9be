import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import { createMessages } from '#src/http/messages.ts';

describe('messages of a server', () => {
  it('are those of its app, also beside another app in the same process', async () => {
    const open = async (name: string) => {
      const app = express();
      app.set('name', name);
      app.get('/', (req, res) => {
        const own =
          Object.getPrototypeOf(req) === app.request && Object.getPrototypeOf(res) === app.response;
        res.json({ name: req.app.get('name'), own, accepts: req.accepts('json') });
      });
      const messages = createMessages();
      messages.belongTo(app);
      const server = createServer(messages, app).listen(0, '127.0.0.1');
      await once(server, 'listening');
      return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
    };
    const servers = [await open('one'), await open('other')];
    try {
      for (const [at, name] of ['one', 'other', 'one'].entries()) {
        const answer = await fetch(servers[at % 2]!.url);
        expect(answer.headers.get('content-type')).to.equal('application/json; charset=utf-8');
        expect(await answer.json()).to.deep.equal({ name, own: true, accepts: 'json' });
      }
    } finally {
      for (const { server } of servers) {
        server.closeAllConnections();
        server.close();
      }
    }
  });

  it('have the prototype of the app from the beginning, so that Express changes nothing', async () => {
    const app = express();
    const messages = createMessages();
    messages.belongTo(app);
    const seen: unknown[] = [];
    const server = createServer(messages, (req, res) => {
      seen.push(Object.getPrototypeOf(req), Object.getPrototypeOf(res));
      res.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    server.closeAllConnections();
    server.close();
    expect(seen).to.have.lengthOf(2);
    expect(seen[0]).to.equal(app.request);
    expect(seen[1]).to.equal(app.response);
  });
});
