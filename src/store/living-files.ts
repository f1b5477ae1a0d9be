import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely';
import type { FileRow, FileVersionRow, StoreSchema } from './schema.ts';

/**
 * The files of a workspace that have a version: one that answers, or one that is being read or waits for it. The record
 * of a file whose versions all failed says why they did; it is no file of the workspace.
 */
export function livingFiles(
  db: Kysely<StoreSchema>,
  workspaceId: string,
): SelectQueryBuilder<StoreSchema, 'files', object> {
  return db
    .selectFrom('files')
    .where('files.workspace_id', '=', workspaceId)
    .where((e) =>
      e.or([
        e('files.current_version_id', 'is not', null),
        e.exists(
          e
            .selectFrom('file_versions')
            .select('file_versions.id')
            .whereRef('file_versions.file_id', '=', 'files.id')
            .where('file_versions.status', 'in', ['queued', 'ingesting']),
        ),
      ]),
    );
}

export type FailedFile = Pick<Selectable<FileRow>, 'filename'> &
  Pick<Selectable<FileVersionRow>, 'created_at'>;

/**
 * The last file that failed in a workspace in which none answers or is being read; null where none failed, or another
 * one is there.
 */
export async function onlyFailedFile(
  db: Kysely<StoreSchema>,
  workspaceId: string,
): Promise<FailedFile | null> {
  const failed = await db
    .selectFrom('file_versions')
    .innerJoin('files', 'files.id', 'file_versions.file_id')
    .select(['files.filename', 'file_versions.created_at'])
    .where('files.workspace_id', '=', workspaceId)
    .where('file_versions.status', '=', 'failed')
    .orderBy('file_versions.created_at', 'desc')
    .orderBy('file_versions.version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!failed) return null;
  const living = await livingFiles(db, workspaceId).select('files.id').limit(1).executeTakeFirst();
  return living ? null : failed;
}
