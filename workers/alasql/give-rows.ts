import type { MessagePort } from 'node:worker_threads';
import type { FromQuery, ToQuery } from './protocol.ts';
import type { ProgramResult } from './run-program.ts';

/** Characters of rows that are under way before their reader asks for more; one message always may be. */
const CHARACTERS_AHEAD = 1024 * 1024;

/** Sends a result through a port, no faster than its reader takes it; ends early where it wants no more. */
export async function giveRows(
  { columns, chunks, engineMs }: ProgramResult,
  port: MessagePort,
): Promise<void> {
  const send = (message: FromQuery) => port.postMessage(message);
  const ahead: number[] = [];
  let stopped = false;
  let wake = () => {};
  const stop = () => {
    stopped = true;
    wake();
  };
  port.on('message', (message: ToQuery) => {
    if (message === 'stop') return stop();
    ahead.shift();
    wake();
  });
  port.once('close', stop);
  send({ kind: 'columns', columns });
  for (let next = chunks.next(); ; next = chunks.next()) {
    if (next.done) {
      send({ kind: 'end', truncated: next.value, engineMs, notes: [] });
      return;
    }
    const { length } = next.value;
    while (
      !stopped &&
      ahead.length > 0 &&
      ahead.reduce((sum, each) => sum + each, length) > CHARACTERS_AHEAD
    ) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      await promise;
    }
    if (stopped) return;
    ahead.push(length);
    send({ kind: 'rows', json: next.value });
  }
}
