import { openEffectsMysql } from '../../effects/mysql.ts';
import { tryOwnCode } from '../../effects/own-code.ts';
import { openEffectsPostgres } from '../../effects/postgres.ts';
import type { FaultPart, FaultRow } from '../fault.ts';

const SERVERS = [
  ['PostgreSQL', openEffectsPostgres],
  ['MariaDB', openEffectsMysql],
] as const;

/**
 * Databases whose types, casts, views, policies and indexes call functions of users that write a row: they are
 * discovered and asked as a reader, their owner and a superuser, and no such function may run. The statements are the
 * same each time, so that the seed changes nothing.
 */
export const part: FaultPart = {
  name: 'effects',
  async run({ scale, signal, say }) {
    const rows: FaultRow[] = [];
    for (const [name, open] of SERVERS) {
      if (signal.aborted) break;
      const server = await open();
      try {
        const own = await server.ownCode?.();
        for (const found of own
          ? await tryOwnCode(own, { scale: Math.min(1, scale), signal })
          : []) {
          rows.push({
            fault: `code of users: ${name}, ${found.role}`,
            runs: found.statements,
            ...{ deaths: 0, lost: 0, orphans: 0, effects: found.effects },
            // Where nothing runs nothing was shown.
            wrong: found.ran === 0 ? 1 : 0,
            figures: `${found.tables} tables discovered, ${found.ran} statements ran`,
          });
          say(`${name}, ${found.role}: ${found.effects} effects`);
        }
      } finally {
        await server.close();
      }
    }
    return rows;
  },
};
