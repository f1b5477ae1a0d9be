import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config } from '#config/schema.ts';
import { createAuthenticator } from '#src/accounts/authenticate.ts';
import { createMembers } from '#src/accounts/members/members.ts';
import { createPasswords } from '#src/accounts/members/passwords.ts';
import { openModelSettings } from '#src/accounts/model-settings.ts';
import { createOidc } from '#src/accounts/oidc/oidc.ts';
import { readSample } from '#src/accounts/sample-account.ts';
import { createAccountsService } from '#src/accounts/service.ts';
import { createSignIns } from '#src/accounts/sign-ins/sign-ins.ts';
import { openTokens } from '#src/accounts/tokens/service.ts';
import type { PlannerThreads } from '#src/ask/planner-threads.ts';
import type { Clock } from '#src/clock.ts';
import type { BuiltPage } from '#src/http/page.ts';
import { openKeys } from '#src/installation/keys.ts';
import { createStoreMeter } from '#src/metrics/store-meter.ts';
import { createHostCheck } from '#src/network/host-check.ts';
import { waitingLimits } from '#src/places.ts';
import { createPlacesMeter } from '#src/places-meter.ts';
import type { PluginHost } from '#src/plugin-host.ts';
import type { Say } from '#src/start-progress.ts';
import type { Store } from '#src/store/schema.ts';
import { storeTime } from '#src/store/store-time.ts';
import { type Closers, openGround } from './ground.ts';
import { refuseUnknownPlans } from './known-plans.ts';
import { enginesOf, loadEngine, openTelemetry } from './plugins.ts';

export interface ComposeDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  /** What browsers get; absent where it was not built. */
  readonly page?: BuiltPage | null;
  /** Where users reach the service; known when it listens. */
  readonly serverUrl: () => string;
  /** Connections of clients that are open, for `/metrics`. */
  readonly connections?: () => number;
  /** Threads of the planner that were begun before, and end after the service. */
  readonly planners?: PlannerThreads;
  /** Whether a stop has begun that still takes calls. */
  readonly isDraining?: () => boolean;
  /** Says what the start does; absent: nobody waits for it. */
  readonly say?: Say;
}

/** The ground that all features stand on: store, plugins, the engine for files, who may call. */
export type Base = Awaited<ReturnType<typeof openBase>>;

export async function openBase({ config, clock: ownClock, log }: ComposeDeps, closers: Closers) {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const waiting = waitingLimits(config, createPlacesMeter(metrics));
  const meter = createStoreMeter(metrics);
  const { store, kind, gateway, clock, inTurn, objects, host, processTag } = await openGround(
    { config, clock: ownClock, log, waiting, meter },
    closers,
  );
  const common = { config, clock, log };
  const engine = await openEngine(host, config);
  const box = await inTurn(() => openKeys(store, config, storeTime(kind, clock)));
  await refuseUnknownPlans(store, config.plans);
  const telemetry = await openTelemetry(host, config, metrics);

  const authenticator = createAuthenticator(store, clock);
  closers.push(() => authenticator.close());
  const accounts = createAccountsService({
    store,
    clock,
    config,
    authenticator,
    sample: () => readSample(store, config.sample),
  });
  const checkModelHost = createHostCheck({
    allowPrivateHosts: config.model.allow_private_hosts,
    allowedHosts: config.model.allowed_hosts,
    dnsTimeoutMs: config.model.dns_timeout_ms,
    setting: 'model.allowed_hosts',
  });
  const modelSettings = await openModelSettings({
    ...common,
    store,
    box,
    accounts,
    checkHost: checkModelHost,
  });
  const tokens = await openTokens({ ...common, store, box, accounts, authenticator });
  const signIns = createSignIns({ store, clock, config, authenticator });
  const passwords = createPasswords({
    limits: waiting,
    places: config.people.concurrent_hashes,
    storeId: await storeIdOf(store),
  });
  const members = createMembers({ store, clock, config, accounts, passwords });
  const oidc = createOidc({ ...common, store, members });
  return {
    ...common,
    metrics,
    telemetry,
    waiting,
    store,
    kind,
    gateway,
    inTurn,
    objects,
    processTag,
    host,
    ...engine,
    accounts,
    authenticator,
    checkModelHost,
    modelSettings,
    tokens,
    signIns,
    members,
    oidc,
  };
}

async function storeIdOf(store: Store): Promise<string> {
  const { store_id } = await store
    .selectFrom('installation')
    .select('store_id')
    .executeTakeFirstOrThrow();
  return store_id;
}

/** The engine for files, which begins to open. */
async function openEngine(host: PluginHost, config: Config) {
  const engine = await loadEngine(host, config);
  const engineOpening = engine.open();
  engineOpening.catch(() => undefined);
  return { engine, engineOpening, engines: enginesOf(host, config, engine) };
}
