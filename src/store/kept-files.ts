import path from 'node:path';
import type { Kysely } from 'kysely';
import type { StoreSchema } from './schema.ts';

type Db = Kysely<StoreSchema>;

/** Paths that are looked up in one statement. */
const BATCH = 500;

/** A path as it is recorded: below the data folder, with `/` on every system. */
export const keptPath = (dataDir: string, file: string): string =>
  path.relative(dataDir, path.resolve(dataDir, file)).split(path.sep).join('/');

/** Records, before they are written, what a process of this store writes below its data folder. */
export async function recordKept(db: Db, paths: readonly string[], at: string): Promise<void> {
  for (let from = 0; from < paths.length; from += BATCH)
    await db
      .insertInto('kept_files')
      .values(paths.slice(from, from + BATCH).map((one) => ({ path: one, written_at: at })))
      .onConflict((conflict) => conflict.column('path').doNothing())
      .execute();
}

/** Which of the paths a process of this store wrote. */
export async function recordedOf(db: Db, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let from = 0; from < paths.length; from += BATCH) {
    const rows = await db
      .selectFrom('kept_files')
      .select('path')
      .where('path', 'in', paths.slice(from, from + BATCH))
      .execute();
    for (const row of rows) found.add(row.path);
  }
  return found;
}

/** What processes of this store wrote whose paths begin so, in any order. */
export async function recordedBelow(db: Db, prefix: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('kept_files')
    .select('path')
    .where((e) => e(e.fn<string>('substr', ['path', e.val(1), e.val(prefix.length)]), '=', prefix))
    .execute();
  return rows.map(({ path: one }) => one);
}

/** Takes records of what is gone away. */
export async function forgetKept(db: Db, paths: readonly string[]): Promise<void> {
  for (let from = 0; from < paths.length; from += BATCH)
    await db
      .deleteFrom('kept_files')
      .where('path', 'in', paths.slice(from, from + BATCH))
      .execute();
}
