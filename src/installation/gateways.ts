import { statSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { endLeftProcesses } from '#src/child-processes.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { newId } from '#src/ids.ts';
import { StartError } from '#src/start-error.ts';
import { shareStore } from '#src/store/gateway.ts';
import type { GatewayRow, Store } from '#src/store/schema.ts';
import type { StoreTime } from '#src/store/store-time.ts';
import { refuseOtherSettings, type SharedSettings } from './agreement.ts';
import { hasEnded, makeScratch, type Scratch, scratchOf } from './scratch.ts';

/** Puts in order what a gateway left that has ended; may run more than once. */
type Recovery = (gatewayId: string) => Promise<void>;

/** This process among the gateways of its store and data folder. */
export interface Membership {
  readonly id: string;
  /** Folder of its work in progress: uploads, spilled tables, exports. */
  readonly scratch: string;
  /** Follows the clock of the store, where it is shared. */
  readonly clock: Clock;
  /** Resolves with the reason when this process has to stop: its lease was taken over. */
  readonly lost: Promise<StartError>;
  /** Gateways that run now, this one included, as of the last renewal. */
  living(): number;
  /** Has `recovery` called for each gateway that has ended without a word. */
  onEnded(recovery: Recovery): void;
  /** Takes over what ended gateways left, now and with each renewal. */
  begin(): Promise<void>;
  /** Hands the lease over: nothing is in progress any more. */
  release(): Promise<void>;
}

/** The one gateway of a file store: it has the data folder to itself. */
export const aloneIn = (dataDir: string, clock: Clock): Membership => ({
  ...{ id: 'alone', scratch: path.resolve(dataDir), clock },
  lost: new Promise(() => {}),
  living: () => 1,
  onEnded() {},
  begin: () => Promise.resolve(),
  release: () => Promise.resolve(),
});

export interface JoinDeps {
  readonly store: Store;
  readonly time: StoreTime;
  readonly clock: Clock;
  readonly log: Logger;
  /** Milliseconds that a gateway is waited for without a sign of life. */
  readonly leaseMs: number;
  readonly dataDir: string;
  /** Whether the data folder is that of all gateways; else each has copies of an object store in one of its own. */
  readonly sharesFolder: boolean;
  readonly version: string;
  /** Where it listens, for people. */
  readonly address: string;
  readonly settings: SharedSettings;
  /** Refuses to run beside others: for commands that need all for themselves. */
  readonly alone?: boolean;
}

/** In the scratch folder of each gateway: its lease, as the store has it, so that others see that they share a folder. */
const LEASE_FILE = 'lease';
/** How often it is looked for a sign of a gateway that may be elsewhere. */
const LOOK_MS = 250;

/**
 * Makes this process one of the gateways of a PostgreSQL store, by a lease on its clock. Fails with a `StartError` where
 * it cannot run beside those that are there, and changes nothing then.
 */
export async function joinGateways(deps: JoinDeps): Promise<Membership> {
  const { store, time, log, leaseMs, dataDir } = deps;
  const id = newId('gw');
  const scratch = makeScratch(dataDir, id);
  let epoch: number;
  try {
    if (deps.sharesFolder) await refuseOtherFolder(deps);
    epoch = await register(deps, id, scratch);
  } catch (error) {
    await scratch.release();
    throw error;
  }
  shareStore(store, { id, epoch, isShared: true });
  const lost = Promise.withResolvers<StartError>();
  const recoveries: Recovery[] = [];
  let [offset, living, isBegun] = [0, 1, false];
  const renewOnce = async () => {
    const asked = deps.clock.now().getTime();
    const renewed = await renew(deps, id, epoch);
    if (!renewed) return lost.resolve(takenOver());
    const answered = deps.clock.now().getTime();
    offset = Date.parse(`${renewed.now}Z`) - (asked + answered) / 2;
    await writeLease(scratch.folder, renewed.lease_until);
    living = await countLiving(store, time);
    if (isBegun)
      taking ??= takeOver(deps, id, recoveries)
        .catch(notTaken)
        .finally(() => {
          taking = null;
        });
  };
  let taking: Promise<void> | null = null;
  const notTaken = (error: unknown) =>
    log.warn({ err: error }, "couldn't take over the work of a stopped gateway");
  await renewOnce();
  let renewing = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renewing
      .then(renewOnce)
      .catch((error: unknown) => log.warn({ err: error }, "the gateway's lease wasn't renewed"));
  }, leaseMs / 3);
  timer.unref();
  log.info({ gateway: id, gateways: living }, 'joined the gateways of the metadata store');
  return {
    id,
    scratch: scratch.folder,
    clock: { now: () => new Date(deps.clock.now().getTime() + offset) },
    lost: lost.promise,
    living: () => living,
    onEnded: (recovery) => void recoveries.push(recovery),
    async begin() {
      await takeOver(deps, id, recoveries);
      if (!deps.sharesFolder) await clearScratch(deps, id);
      isBegun = true;
    },
    async release() {
      clearInterval(timer);
      await renewing;
      await taking;
      await store.deleteFrom('gateways').where('id', '=', id).where('epoch', '=', epoch).execute();
      await scratch.release();
    },
  };
}

/** Adds the row of this gateway, one gateway after the other; gives its epoch. */
async function register(
  { store, time, clock, leaseMs, dataDir, version, address, settings, alone }: JoinDeps,
  id: string,
  scratch: Scratch,
): Promise<number> {
  return store.transaction().execute(async (trx) => {
    const installation = await trx
      .updateTable('installation')
      .set((e) => ({
        epoch: e('epoch', '+', 1),
        ...{ owner: null, owner_place: null, lease_until: null },
      }))
      .where((e) => e.or([e('owner', 'is', null), e('lease_until', '<', time.at(0))]))
      .returning('epoch')
      .executeTakeFirst();
    if (!installation)
      throw new StartError(
        'A gateway of an earlier release is using this metadata store, or was killed a moment ago. Stop it, or try again in a minute.',
      );
    const others = await livingGateways(trx, time);
    const living = others.filter((other) => !hasEnded(dataDir, other));
    if (alone && living[0]) throw inUse(living[0]);
    refuseOtherSettings(settings, living);
    await trx
      .insertInto('gateways')
      .values({
        ...{ id, version, address, epoch: installation.epoch, keys: '[]' },
        ...{ place: scratch.place, folder: folderOf(dataDir) },
        lease_until: time.at(leaseMs),
        settings: JSON.stringify(settings),
        started_at: timestamp(clock.now()),
      })
      .execute();
    return installation.epoch;
  });
}

export const livingGateways = (store: Store, time: StoreTime): Promise<GatewayRow[]> =>
  store.selectFrom('gateways').selectAll().where('lease_until', '>=', time.at(0)).execute();

export const inUse = ({ address, lease_until }: GatewayRow): StartError =>
  new StartError(
    `The gateway at ${address} is using this metadata store, or was killed a moment ago. Stop it, or try again after ${lease_until}Z.`,
  );

async function countLiving(store: Store, time: StoreTime): Promise<number> {
  return (await livingGateways(store, time)).length;
}

const folderOf = (dataDir: string) => String(statSync(dataDir, { bigint: true }).ino);

/**
 * Fails with a `StartError` where a gateway that runs works on another data folder, such as the one that this is a copy
 * of. Folders with the same inode are one folder; where a file system gives each machine inodes of its own, the next
 * sign of life of the other gateway is waited for.
 */
async function refuseOtherFolder({ store, time, dataDir, leaseMs, log }: JoinDeps): Promise<void> {
  const own = folderOf(dataDir);
  const others = await livingGateways(store, time);
  for (const { id, folder, address, lease_until: first } of others) {
    if (folder === own) continue;
    log.info({ gateway: id }, 'checking whether another gateway shares this data folder');
    const end = performance.now() + 2 * leaseMs;
    for (;;) {
      // One that was killed a moment ago gives no sign; then its lease runs out.
      const row = await store
        .selectFrom('gateways')
        .select('lease_until')
        .where('id', '=', id)
        .where('lease_until', '>=', time.at(0))
        .executeTakeFirst();
      const lease = await readLease(scratchOf(dataDir, id));
      if (!row || (lease !== first && lease === row.lease_until)) break;
      if (performance.now() > end)
        throw new StartError(
          `The gateway at ${address} uses a different data folder from ${path.resolve(dataDir)}. Set PLUMBLINE_DATA_DIR to the folder they share, or objects.store to s3. Nothing was changed.`,
        );
      await sleep(LOOK_MS);
    }
  }
}

async function writeLease(folder: string, lease: string): Promise<void> {
  const file = path.join(folder, LEASE_FILE);
  await writeFile(`${file}.new`, lease, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

const readLease = (folder: string): Promise<string | null> =>
  readFile(path.join(folder, LEASE_FILE), 'utf8').catch(() => null);

/** Holds the lease for longer; null where another gateway has taken it over. */
async function renew(
  { store, time, leaseMs }: JoinDeps,
  id: string,
  epoch: number,
): Promise<{ readonly lease_until: string; readonly now: string } | null> {
  const renewed = await store
    .updateTable('gateways')
    .set({ lease_until: time.at(leaseMs) })
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .returning(['lease_until', sql<string>`${time.at(0)}`.as('now')])
    .executeTakeFirst();
  return renewed ?? null;
}

/**
 * Puts in order what gateways left whose lease has run out, or whose process has ended on this machine. The lease is
 * taken first: a gateway that still works then writes nothing any more, and of several that look one does the work.
 */
async function takeOver(
  { store, time, leaseMs, dataDir, log }: JoinDeps,
  own: string,
  recoveries: readonly Recovery[],
): Promise<void> {
  const others = await store.selectFrom('gateways').selectAll().where('id', '!=', own).execute();
  for (const other of others) {
    const isOver = hasEnded(dataDir, other);
    const taken = await store
      .updateTable('gateways')
      .set((e) => ({ epoch: e('epoch', '+', 1), lease_until: time.at(leaseMs) }))
      .where('id', '=', other.id)
      .where('epoch', '=', other.epoch)
      .$if(!isOver, (query) => query.where('lease_until', '<', time.at(0)))
      .returning('epoch')
      .executeTakeFirst();
    if (!taken) continue;
    const folder = scratchOf(dataDir, other.id);
    log.warn(
      { gateway: other.id, address: other.address },
      'a gateway stopped responding: taking over its work',
    );
    for (const recover of recoveries) await recover(other.id);
    if (statSync(folder, { throwIfNoEntry: false })) await endLeftProcesses(folder, log);
    await rm(folder, { recursive: true, force: true });
    await store
      .deleteFrom('gateways')
      .where('id', '=', other.id)
      .where('epoch', '=', taken.epoch)
      .execute();
  }
}

/** Removes what earlier processes left in a folder of this gateway's own, of whose rows others took care. */
async function clearScratch({ dataDir, log }: JoinDeps, own: string): Promise<void> {
  for (const id of await readdir(path.dirname(scratchOf(dataDir, own)))) {
    if (id === own) continue;
    await endLeftProcesses(scratchOf(dataDir, id), log);
    await rm(scratchOf(dataDir, id), { recursive: true, force: true });
  }
}

const takenOver = () =>
  new StartError(
    "Another gateway took over the work of this one, because it didn't respond for store.lease_ms. Restart this gateway.",
  );
