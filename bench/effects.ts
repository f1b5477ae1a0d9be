import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { DataSource } from '../src/plugin-api/data-source.ts';
import type { GuardedSql } from '../src/plugin-api/guarded-sql.ts';
import { SourceError } from '../src/plugin-api/source-error.ts';
import { openEffectsDuckdb } from './effects/duckdb.ts';
import { openEffectsMysql } from './effects/mysql.ts';
import { type OwnCodeRow, tryOwnCode } from './effects/own-code.ts';
import { openEffectsPostgres } from './effects/postgres.ts';
import { differences, type EffectsServer } from './effects/server.ts';
import { catalogFor, type OwnTables } from './guard-catalog.ts';
import { ENGINES } from './guard-engines.ts';
import { judge, judgeWithOwn, readLines } from './guard-judge.ts';

/**
 * `npm run bench effects -- FILE [--engine postgres|mysql|duckdb] [--from N] [--limit N]`: runs every statement of a corpus that the guard
 * accepts, through the data source, as a reader, an owner and a superuser (DuckDB has one role), on a server of its own. The server's state
 * is compared before and after each batch; what changed is searched for by halves. Prints how many statements really
 * ran and which had an effect; ends with 1 where one had.
 */

const SERVERS: Readonly<Record<string, () => Promise<EffectsServer>>> = {
  postgres: openEffectsPostgres,
  mysql: openEffectsMysql,
  duckdb: openEffectsDuckdb,
};
const BATCH = 100;
const SETTLE_MS = 1_000;
const { signal } = new AbortController();
const OPTIONS = { maxRows: 50, maxBytes: 1_000_000, timeoutMs: 2_000, signal };

interface Accepted {
  readonly sql: string;
  readonly guarded: GuardedSql;
  readonly own: OwnTables;
  readonly schema: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', multiple: true, default: Object.keys(SERVERS) },
    limit: { type: 'string', default: 'Infinity' },
    from: { type: 'string', default: '0' },
  },
});
const [file] = positionals;
if (!file || !values.engine.every((each) => each in SERVERS)) {
  process.stderr.write(
    'usage: npm run bench effects -- FILE [--engine postgres|mysql|duckdb] [--from N] [--limit N]\n',
  );
  process.exit(2);
}

/** Runs one statement as one role; whether it ran, to its end or to the end of its time. */
async function runs(source: Pick<DataSource, 'query'>, { guarded }: Accepted): Promise<boolean> {
  try {
    for await (const _ of source.query(guarded, OPTIONS));
    return true;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return error.kind === 'timeout';
  }
}

/** The statement that ran last: the one to look at when the server ends. */
let last: Accepted | null = null;

/** Runs statements as every role; gives those that ran as the reader or the superuser. */
async function runAll(server: EffectsServer, batch: readonly Accepted[]): Promise<Set<Accepted>> {
  const ran = new Set<Accepted>();
  for (const one of batch)
    for (const role of server.roles) {
      last = one;
      if (await runs(server.source(role), one)) ran.add(one);
    }
  return ran;
}

/** The statements that change the server's state, found by halves; a change that does not come again is none of theirs. */
async function guilty(
  server: EffectsServer,
  batch: readonly Accepted[],
): Promise<readonly (readonly [Accepted, string])[]> {
  const before = await server.fingerprint();
  await runAll(server, batch);
  if (differences(before, await server.fingerprint()).length === 0) return [];
  // Temporary files of a statement that was cut off go a moment later.
  await wait(SETTLE_MS);
  const changed = differences(before, await server.fingerprint());
  if (changed.length === 0) return [];
  if (batch.length === 1) return [[batch[0]!, changed.join(', ')]];
  const middle = Math.ceil(batch.length / 2);
  return [
    ...(await guilty(server, batch.slice(0, middle))),
    ...(await guilty(server, batch.slice(middle))),
  ];
}

/** Shows that effects are seen: ends the bench when one of those that are known is not. */
async function seesEffects(server: EffectsServer): Promise<void> {
  for (const sql of server.known) {
    const before = await server.fingerprint();
    await server.runKnown(sql);
    const changed = differences(before, await server.fingerprint());
    if (changed.length === 0) throw new Error(`the effect of ${sql} was not seen`);
    process.stderr.write(`known effect seen (${changed.join(', ')}): ${sql}\n`);
  }
}

class Effects {
  accepted = 0;
  executed = 0;
  readonly found: (readonly [Accepted, string])[] = [];
  private readonly server: EffectsServer;

  constructor(server: EffectsServer) {
    this.server = server;
  }

  /** Runs a batch with columns of one type after the other, until each statement ran or none is left to try. */
  async run(batch: readonly Accepted[]): Promise<void> {
    this.accepted += batch.length;
    let waiting = batch;
    for (const type of this.server.types) {
      if (waiting.length === 0) return;
      await this.server.make(new Map(waiting.map(({ schema, own }) => [schema, own])), type);
      const before = await this.server.fingerprint();
      const ran = await runAll(this.server, waiting);
      const changed = differences(before, await this.server.fingerprint());
      if (changed.length > 0) this.found.push(...(await guilty(this.server, waiting)));
      await this.server.drop(waiting.map(({ schema }) => schema));
      this.executed += ran.size;
      waiting = waiting.filter((each) => !ran.has(each));
    }
  }
}

async function* accepted(path: string, name: string): AsyncIterable<Accepted> {
  const engine = await ENGINES[name]!();
  let count = 0;
  try {
    for await (const { sql } of readLines(path, name)) {
      const { result, own } = await judgeWithOwn(sql, engine);
      if (!result.ok) continue;
      const number = count++;
      if (number < Number(values.from)) continue;
      const schema = `own_${number % BATCH}`;
      const again = await judge(sql, engine.learning, catalogFor(own, schema));
      if (again.ok) yield { sql, own, schema, guarded: again.guarded };
    }
  } finally {
    await engine.close();
  }
}

/** Types, casts, views and the like that call functions of users: discovery and statements run none. */
async function triesOwnCode(server: EffectsServer): Promise<readonly OwnCodeRow[]> {
  const own = await server.ownCode?.();
  return own ? tryOwnCode(own, { scale: 1, signal }) : [];
}

async function bench(path: string, name: string): Promise<boolean> {
  const server = await SERVERS[name]!();
  const effects = new Effects(server);
  let batch: Accepted[] = [];
  let ownEffects = 0;
  try {
    await seesEffects(server);
    for (const row of await triesOwnCode(server)) {
      const { role, tables, statements, ran, effects: count } = row;
      process.stdout.write(
        `${name}, code of users (${role}): ${tables} tables discovered, ${ran} of ${statements} statements ran, ${count} effects\n`,
      );
      ownEffects += count;
    }
    for await (const one of accepted(path, name)) {
      batch.push(one);
      if (batch.length < BATCH) continue;
      await effects.run(batch);
      batch = [];
      if (effects.accepted >= Number(values.limit)) break;
      process.stderr.write(`\r${name}: ${effects.executed} of ${effects.accepted} ran`);
    }
    await effects.run(batch);
  } catch (error) {
    process.stdout.write(`\n${name} ended (${error}) while it ran: ${last?.guarded.sql}\n`);
    throw error;
  } finally {
    await server.close();
  }
  process.stdout.write(
    `\n${name} (${server.version}): ${effects.accepted} accepted, ${effects.executed} ran as ${server.roles.join(', ')}, ${effects.found.length} had an effect\n`,
  );
  for (const [{ sql }, changed] of effects.found)
    process.stdout.write(`  ${changed}: ${sql.replace(/\s+/g, ' ').slice(0, 300)}\n`);
  return effects.found.length + ownEffects === 0;
}

let clean = true;
for (const name of values.engine) clean = (await bench(file, name)) && clean;
process.exitCode = clean ? 0 : 1;
