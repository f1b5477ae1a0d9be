import { processTagOf } from '../../../src/child-processes.ts';
import { requirePostgres, temporaryDatabase } from '../../../test/fakes/postgres.ts';
import { type KillOutcome, killRuns } from '../../kill/run.ts';
import type { FaultContext, FaultPart, FaultRow } from '../fault.ts';
import { orphansAfter } from '../service-processes.ts';

/** Kills at scale 1, with each kind of store. */
const SQLITE_KILLS = 200;
const POSTGRES_KILLS = 50;
const LONGEST_RUN_MS = 2_500;

/** `bench/kill` with each kind of store, and a count of the processes that outlived their gateway. */
export const part: FaultPart = {
  name: 'kills',
  async run(context) {
    const rows = [await killed(context, 'SQLite', SQLITE_KILLS, {})];
    if (!(await requirePostgres())) return rows;
    const database = await temporaryDatabase();
    try {
      const env = { PLUMBLINE_STORE__URL: database.url };
      rows.push(await killed(context, 'PostgreSQL', POSTGRES_KILLS, env));
      return rows;
    } finally {
      await database.drop();
    }
  },
};

async function killed(
  { seed, scale, signal, say }: FaultContext,
  store: string,
  atFullScale: number,
  env: Readonly<Record<string, string>>,
): Promise<FaultRow> {
  const kills = Math.max(2, Math.round(atFullScale * scale));
  const counting = process.platform === 'linux';
  const outcome = await killRuns(
    {
      ...{ kills, seed, signal, env, longestRunMs: LONGEST_RUN_MS },
      ...(counting
        ? {
            orphansOf: async (dataDir) => (await orphansAfter(await processTagOf(dataDir))).orphans,
          }
        : {}),
    },
    say,
  );
  for (const line of outcome.wrong) say(`wrong: ${line}`);
  for (const event of outcome.untold) say(`untold: ${event}`);
  return {
    ...{ fault: `kill -9 under load: ${store}`, runs: outcome.kills, deaths: 0, effects: 0 },
    // A lost upload shows as a table that went back behind what was acknowledged.
    ...{ lost: outcome.wrong.length + outcome.untold.length, orphans: outcome.orphans },
    ...{ wrong: outcome.forged, figures: figuresOf(outcome, counting) },
  };
}

const figuresOf = (outcome: KillOutcome, counting: boolean) =>
  [
    `${outcome.killsAtStart} before it was ready`,
    `${outcome.uploads} uploads, ${outcome.jobs} in the background, ${outcome.answers} answers`,
    `${outcome.events} events, ${outcome.repeated} calls twice`,
    ...(counting ? [] : ['orphans not counted: needs /proc']),
  ].join('; ');
