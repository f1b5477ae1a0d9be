import { sql } from 'kysely';
import { loadConfig } from '#config/load.ts';
import { withStore } from '#src/cli/with-store.ts';

/** Brings the schema of the metadata store up to date, as a start does; gives what was done. */
export async function migrate(): Promise<string> {
  return withStore(loadConfig(process.env), async ({ store }) => {
    const { rows } = await sql<{ name: string; timestamp: string }>`
      select name, timestamp from kysely_migration order by name`.execute(store);
    const lines = rows.map(({ name, timestamp }) => `  ${name}  applied ${timestamp}`);
    return ['The metadata store is up to date:', ...lines].join('\n');
  });
}
