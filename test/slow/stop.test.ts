import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { call, type StartedService, startService } from '../../bench/service.ts';
import { eventually } from '../fakes/eventually.ts';
import { type HostileReceiver, openHostileReceivers } from '../fakes/hostile-receivers.ts';

describe('stopping the service', () => {
  let service: StartedService;
  let hostile: readonly HostileReceiver[] = [];
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    service.process.kill('SIGKILL');
    await Promise.all(hostile.map((one) => one.close()));
  });

  it('ends by itself, whatever receivers of webhooks and clients do', async () => {
    hostile = await openHostileReceivers();
    service = await startService({
      env: {
        PLUMBLINE_SHUTDOWN_MS: '3000',
        PLUMBLINE_SAMPLE__ENABLED: 'false',
        PLUMBLINE_WEBHOOKS__ALLOW_PRIVATE_HOSTS: 'true',
        PLUMBLINE_WEBHOOKS__TIMEOUT_MS: '120000',
        PLUMBLINE_WEBHOOKS__CONCURRENCY: '64',
        PLUMBLINE_JOBS__CONCURRENCY: '64',
      },
    });
    for (const { url } of hostile) {
      const hook = await call<{ id: string }>(service, 'POST', '/accounts/webhooks', { url });
      await call(service, 'POST', `/accounts/webhooks/${hook.id}/test`);
    }
    for (const one of hostile)
      await eventually(() => one.calls() > 0, `the call of what ${one.name}`);
    for (const text of [
      '',
      'POST /query HTTP/1.1\r\n',
      'POST /query HTTP/1.1\r\nHost: a\r\n\r\n{',
    ]) {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      socket.on('error', () => {});
      sockets.push(socket);
      await once(socket, 'connect');
      if (text) socket.write(text);
    }
    const ended = once(service.process, 'exit');
    service.process.kill('SIGTERM');
    expect(await ended).to.deep.equal([0, null]);
  });
});
