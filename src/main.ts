import { once } from 'node:events';
import { createServer, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import type { PlannerThreads } from '#src/ask/planner-threads.ts';
import { endLeftProcesses } from '#src/child-processes.ts';
import { systemClock } from '#src/clock.ts';
import { compose, type Service } from '#src/compose.ts';
import { lockDataFolder } from '#src/data-folder.ts';
import { limitConnections, whileOpen } from '#src/http/connections.ts';
import { answerMalformed } from '#src/http/malformed.ts';
import { createMessages } from '#src/http/messages.ts';
import { readBuiltPage } from '#src/http/page.ts';
import { createStartingApp } from '#src/http/starting-app.ts';
import { launcherEnded } from '#src/launcher.ts';
import { openLog } from '#src/log.ts';
import { freeStandardStream } from '#src/log-stream.ts';
import { StartError } from '#src/start-error.ts';
import type { Say } from '#src/start-progress.ts';

/** Runs the service until it is told to stop, or what started it has ended. Fails with a `StartError` whose text says what to do. */
export async function start(
  config: Config,
  { say, planners }: { readonly say: Say; readonly planners: PlannerThreads },
): Promise<void> {
  const log = openLog(config);
  const launcher = launcherEnded(process.env);
  launcher.then(() => {
    if (isReady) return;
    log.warn('parent process ended: exiting');
    process.exit(1);
  });
  let isReady = false;
  const isAlone = config.store.url === null;
  // With an object store the folder has one gateway's copies.
  const isShared = !isAlone && config.objects.store === 'folder';
  const lock = await lockDataFolder(config.data_dir, { shared: isShared });
  const page = readBuiltPage();
  const messages = createMessages();
  const server = createServer({ ...messages, ...timeLimits(config) });
  const connections = limitConnections(server, config.http, log);
  const starting = whileOpen(createStartingApp(log, page));
  server.on('request', starting).on('clientError', answerMalformed);
  // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1); Node by itself answers an empty 417.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));
  let service: Service | null = null;
  let isDraining = false;
  try {
    if (isAlone) await endLeftProcesses(config.data_dir, log);
    await listen(server, config);
    const url = addressOf(server, config);
    service = await compose({
      config,
      clock: systemClock,
      log,
      page,
      serverUrl: () => config.public_url ?? url,
      connections,
      isDraining: () => isDraining,
      say,
      planners,
    });
    messages.belongTo(service.app);
    server.off('request', starting).on('request', whileOpen(service.app));
    const stopped = untilStopped(launcher, log);
    isReady = true;
    greet(url, service);
    const lost = await Promise.race([stopped, service.lost]);
    lock.stopping(config.drain_ms + config.shutdown_ms);
    isDraining = true;
    if (!lost) await sleep(config.drain_ms);
    await stop(server, service, config, log);
    if (lost) throw lost;
  } catch (error) {
    server.close();
    await service?.close(config.shutdown_ms);
    throw error;
  } finally {
    lock.release();
  }
}

/** Limits that Node keeps by itself. */
function timeLimits({ http }: Config): ServerOptions {
  const headersTimeout = Math.min(http.headers_timeout_ms, http.upload_timeout_ms);
  return {
    headersTimeout,
    requestTimeout: http.upload_timeout_ms,
    keepAliveTimeout: http.keep_alive_ms,
    connectionsCheckingInterval: Math.min(headersTimeout / 4, 5_000),
  };
}

async function listen(server: Server, { host, port }: Config): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${port} is already in use. Stop the other process, or set another port with PLUMBLINE_PORT.`,
        { cause: error },
      );
    if (code === 'EACCES')
      throw new StartError(
        `This user isn't allowed to use port ${port}. Set a port above 1023 with PLUMBLINE_PORT.`,
        { cause: error },
      );
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(
        `${host} isn't an address of this machine. Set PLUMBLINE_HOST to one that is, or to 0.0.0.0 for all.`,
        { cause: error },
      );
    throw error;
  }
}

function addressOf(server: Server, { host }: Config): string {
  const { port } = server.address() as AddressInfo;
  const name =
    host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function greet(url: string, { firstKey, sampleKey }: Service): void {
  freeStandardStream(1);
  const lines = [`Plumbline is ready at ${url}`];
  if (firstKey) lines.push(`Your API key (shown once): ${firstKey}`);
  if (sampleKey)
    lines.push(
      `Try it: curl -s ${url}/query -H 'X-API-Key: ${sampleKey}' -H 'Content-Type: application/json' -d '{"q": "total revenue by region in 2025"}'`,
    );
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** A closed terminal and a service manager ask alike. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Signals that come again change nothing: npm passes on what the terminal has sent to all, and a stop has its time
 * (`shutdown_ms`) anyhow.
 */
function untilStopped(launcher: Promise<void>, log: Logger): Promise<null> {
  return new Promise((resolve) => {
    for (const signal of STOP_SIGNALS) process.on(signal, () => resolve(null));
    launcher.then(() => {
      log.warn('parent process ended: stopping');
      resolve(null);
    });
  });
}

/** The part of the time that a stop may take which requests in flight have; closing what is open has the rest. */
const SHARE_OF_REQUESTS = 0.75;

/**
 * Streams end first, then jobs are given back and parts closed; what is not done in its time is cut off. The process
 * ends within `shutdown_ms` whatever hangs.
 */
async function stop(
  server: Server,
  service: Service,
  { shutdown_ms }: Config,
  log: Logger,
): Promise<void> {
  log.info('stopping');
  const end = performance.now() + shutdown_ms;
  // Also where everything is closed and something still holds the process: a socket, a thread, a child.
  setTimeout(() => {
    log.warn('work was still running after shutdown_ms, so it was aborted');
    process.exit();
  }, shutdown_ms).unref();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  service.stop();
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), shutdown_ms * SHARE_OF_REQUESTS);
  await closed;
  clearTimeout(cut);
  await service.close(Math.max(0, end - performance.now()));
}
