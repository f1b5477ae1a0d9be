import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Connector } from './connector.ts';
import { Session } from './session.ts';
import { aborted } from './waiting.ts';

/** How often it is looked whether a session is gone (milliseconds). */
const LOOK_AGAIN_MS = 5;

export type Kill = (victim: Session) => Promise<void>;

/**
 * Ends a session on the server, over a connection of its own: a client that goes away is noticed there only when rows
 * are sent to it. KILL without QUERY, because a KILL QUERY that arrives before its statement is forgotten and the
 * session is given up anyway. Behind an address with several servers the number may be another's session elsewhere, so
 * it is killed only on the server that gave it. Does not fail; gives up after `graceMs`.
 */
export function createKill(connector: Connector, graceMs: number, log: Logger): Kill {
  return async (victim) => {
    const signal = AbortSignal.timeout(graceMs);
    try {
      const killer = await Session.open(connector, signal);
      try {
        if (isSameServer(killer, victim)) await aborted(signal, end(killer, victim.id));
      } finally {
        killer.destroy();
      }
    } catch (error) {
      if (isGoneAlready(error)) return;
      log.warn({ err: error, host: connector.target.host }, "a query couldn't be stopped");
    }
  };
}

/** Asks for the end of a session and waits for it: until then it does its work. */
async function end(killer: Session, id: string): Promise<void> {
  await killer.rows(`KILL ${id}`);
  const look = `SELECT 1 FROM information_schema.PROCESSLIST WHERE ID = ${id}`;
  while ((await killer.rows(look)).length > 0) await wait(LOOK_AGAIN_MS);
}

function isSameServer({ identity: a }: Session, { identity: b }: Session): boolean {
  return a.hostname === b.hostname && a.serverId === b.serverId;
}

/** ER_NO_SUCH_THREAD. */
function isGoneAlready(error: unknown): boolean {
  return (error as { errno?: number } | null)?.errno === 1094;
}
