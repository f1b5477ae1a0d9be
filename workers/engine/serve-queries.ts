import { wireError } from './failures.ts';
import { Instances, type Lease } from './instances.ts';
import { ItemBatch, weightOf } from './item-batch.ts';
import { NativeMemory } from './native-memory.ts';
import { openParser } from './parser.ts';
import type {
  FromQueryProcess,
  ParserTask,
  QueryProcessLimits,
  QueryTask,
  ToQueryProcess,
} from './protocol.ts';
import { type DataTask, itemsOf } from './tasks.ts';
import { ThreadPriorities } from './thread-priorities.ts';

/**
 * What a query process does: it answers the tasks of the gateway that forked it, over IPC, and nothing else. It reads
 * engine files and writes nothing.
 */

/** Messages that may be under way before the reader asks for more, and their weight (about bytes); one always may. */
const MESSAGES_AHEAD = 4;
const WEIGHT_AHEAD = 1024 * 1024;
/** An interrupt that comes just before a statement starts is lost, so it is repeated (milliseconds). */
const INTERRUPT_AGAIN_MS = 20;
/** How often resident memory is looked at while tasks run (milliseconds). */
const MEMORY_WATCH_MS = 50;
/** How often the threads are looked at while tasks run (milliseconds). */
const THREAD_WATCH_MS = 100;
/** Share of the memory limit from which idle instances are closed. */
const MEMORY_TRIM_SHARE = 0.7;
const MIB = 1024 * 1024;

interface Running {
  /** Weights of the messages that are under way. */
  readonly ahead: number[];
  stopped: boolean;
  wake: () => void;
  lease: Lease | null;
}

const limits = JSON.parse(process.argv[2] ?? '') as QueryProcessLimits;
const running = new Map<number, Running>();
const instances = new Instances(limits);
const memory = new NativeMemory();
const parser = await openParser();
const priorities = new ThreadPriorities(limits.giveWayMs);
let parsing = 0;
function send(message: FromQueryProcess): void {
  if (process.connected) process.send?.(message);
}

async function run(id: number, task: DataTask, wide: boolean): Promise<void> {
  const state: Running = { ahead: [], stopped: false, wake: () => {}, lease: null };
  running.set(id, state);
  let ended = false;
  try {
    const batch = new ItemBatch();
    for await (const item of start(task, wide, state)) {
      const full = batch.add(item);
      if (full) await give(id, state, full, false);
    }
    ended = true;
    await give(id, state, batch.take(), true);
  } catch (error) {
    const paths = task.attachments.map((file) => file.path);
    send({ kind: 'failed', id, error: wireError(error, paths) });
  } finally {
    running.delete(id);
    state.lease?.release(ended && !state.stopped);
    // Its result holds the instance until it is collected.
    if (wide) memory.letGoAll();
    watchMemory();
  }
}

async function* start(task: DataTask, wide: boolean, state: Running): AsyncGenerator<unknown> {
  state.lease = await instances.lease(task.attachments, wide);
  requireRunning(state);
  yield* itemsOf(state.lease.connection, task, memory);
}

/** One item, which the first credit covers. It cannot be stopped: it is done at once, or the process is killed for it. */
async function parse(id: number, task: ParserTask): Promise<void> {
  parsing += 1;
  try {
    const item =
      task.type === 'serialize' ? await parser.serialize(task.sql) : await parser.write(task.json);
    send({ kind: 'items', id, items: [item], last: true });
  } catch (error) {
    send({ kind: 'failed', id, error: wireError(error, []) });
  } finally {
    parsing -= 1;
  }
}

async function give(
  id: number,
  state: Running,
  items: readonly unknown[],
  last: boolean,
): Promise<void> {
  await credit(
    state,
    items.reduce<number>((sum, item) => sum + weightOf(item), 0),
  );
  send({ kind: 'items', id, items, last });
}

/** Waits until a message of such a weight may go. */
async function credit(state: Running, weight: number): Promise<void> {
  const { ahead } = state;
  const mayGo = () =>
    ahead.length === 0 ||
    (ahead.length < MESSAGES_AHEAD &&
      ahead.reduce((sum, each) => sum + each, weight) <= WEIGHT_AHEAD);
  while (!mayGo() && !state.stopped) {
    const { promise, resolve } = Promise.withResolvers<void>();
    state.wake = resolve;
    await promise;
  }
  requireRunning(state);
  ahead.push(weight);
}

function requireRunning(state: Running): void {
  if (state.stopped) throw new Error('INTERRUPT Error: stopped');
}

function stop(id: number): void {
  const state = running.get(id);
  if (state === undefined) return;
  if (!state.stopped) priorities.raise();
  state.stopped = true;
  state.wake();
  state.lease?.connection.interrupt();
  setTimeout(() => stop(id), INTERRUPT_AGAIN_MS);
}

function watchMemory(): void {
  memory.free();
  const share = process.memoryUsage.rss() / (limits.processMemoryMb * MIB);
  if (share > MEMORY_TRIM_SHARE) instances.trim();
  if (share > 1) send({ kind: 'memory', rss: process.memoryUsage.rss() });
}

function take(id: number, task: QueryTask, wide: boolean): void {
  if (task.type === 'serialize' || task.type === 'write') void parse(id, task);
  else void run(id, task, wide);
}

process.on('message', (message: ToQueryProcess) => {
  if (message.kind === 'start') take(message.id, message.task, message.wide);
  else if (message.kind === 'stop') stop(message.id);
  else {
    const state = running.get(message.id);
    if (state === undefined) return;
    state.ahead.shift();
    state.wake();
  }
});
setInterval(() => {
  if (running.size + parsing > 0) watchMemory();
}, MEMORY_WATCH_MS);
setInterval(() => {
  if (running.size > 0 || priorities.isOwed) priorities.look();
}, THREAD_WATCH_MS);
send({ kind: 'ready' });
