import { requirePostgres } from '../../../test/fakes/postgres.ts';
import { seeded } from '../../kill/run.ts';
import type { FaultContext, FaultPart, FaultRow } from '../fault.ts';
import { makeInstallation, removeFolder } from '../stores/installation.ts';
import { firstStarts, POSTGRES_FAULTS } from '../stores/postgres.ts';
import { type Round, SQLITE_FAULTS } from '../stores/sqlite.ts';

/** Rounds of each fault at scale 1. */
const ROUNDS = 10;
/** Uploads of the installation that file stores are taken away from. */
const UPLOADS = 5;

const FIRST_STARTS = [
  { count: 2, shareFolder: true, onPostgres: false },
  { count: 3, shareFolder: true, onPostgres: false },
  { count: 2, shareFolder: true, onPostgres: true },
  { count: 2, shareFolder: false, onPostgres: true },
  { count: 3, shareFolder: false, onPostgres: true },
] as const;

/** Starts on stores that are missing, empty, foreign, damaged or newer, beside other gateways, and at once. */
export const part: FaultPart = {
  name: 'stores',
  async run(context) {
    const random = seeded(context.seed);
    const rows: FaultRow[] = [];
    const installation = await makeInstallation(UPLOADS, {});
    const other = await makeInstallation(1, {});
    try {
      for (const { fault, run } of SQLITE_FAULTS)
        if (context.wants(fault))
          rows.push(await rounds(context, fault, () => run(installation, other, random)));
    } finally {
      await removeFolder(installation.folder);
      await removeFolder(other.folder);
    }
    const hasPostgres = await requirePostgres();
    if (!hasPostgres) context.say('no PostgreSQL: its faults are left out');
    if (hasPostgres)
      for (const { fault, run } of POSTGRES_FAULTS)
        if (context.wants(fault)) rows.push(await rounds(context, fault, run));
    for (const starts of FIRST_STARTS) {
      if (starts.onPostgres && !hasPostgres) continue;
      const where = `${starts.onPostgres ? 'PostgreSQL' : 'SQLite'}, ${starts.shareFolder ? 'one folder' : 'a folder each'}`;
      const fault = `${starts.count} first starts at once: ${where}`;
      if (context.wants(fault))
        rows.push(await rounds(context, fault, () => firstStarts(starts.count, starts)));
    }
    return rows;
  },
};

async function rounds(
  { scale, signal, say }: FaultContext,
  fault: string,
  run: () => Promise<Round>,
): Promise<FaultRow> {
  const wanted = Math.max(1, Math.round(ROUNDS * scale));
  let [runs, lost, wrong] = [0, 0, 0];
  while (runs < wanted && !signal.aborted) {
    // What is known of the others is worth the table, also where a round breaks off.
    const round = await run().catch((error: unknown) => ({
      ...{ lost: [], wrong: [`the round broke off: ${error}`] },
    }));
    runs++;
    lost += round.lost.length;
    wrong += round.wrong.length;
    for (const line of round.lost) say(`${fault}: lost ${line}`);
    for (const line of round.wrong) say(`${fault}: ${line}`);
  }
  say(`${fault}: ${runs} times, ${lost} lost, ${wrong} wrong`);
  return { fault, runs, deaths: 0, lost, orphans: 0, effects: 0, wrong, figures: '' };
}
