import type { Selectable } from 'kysely';
import { AppError } from '#src/errors.ts';
import { shownMapping } from '#src/files/mapping.ts';
import type {
  Appended,
  CommitManifest,
  FileRecord,
  FileSource,
  WorkspaceAddress,
} from '#src/files/types.ts';
import { livingFiles } from '#src/store/living-files.ts';
import type {
  FileRow,
  FileSourceRow,
  FileVersionRow,
  Store,
  WorkspaceRow,
} from '#src/store/schema.ts';

export type Workspace = Selectable<WorkspaceRow>;
export type FileEntry = Selectable<FileRow>;
export type Version = Selectable<FileVersionRow>;

/** The workspace of a call, as the store has it now; `workspace_not_found` where it is gone. */
export async function readWorkspace(store: Store, address: WorkspaceAddress): Promise<Workspace> {
  const row = await store
    .selectFrom('workspaces')
    .selectAll()
    .where('id', '=', address.workspaceId)
    .where('client_id', '=', address.clientId)
    .executeTakeFirst();
  if (!row)
    throw new AppError('workspace_not_found', "This workspace doesn't exist. Check its ID.");
  return row;
}

export async function readVersion(store: Store, id: string | null): Promise<Version | null> {
  if (id === null) return null;
  const row = await store
    .selectFrom('file_versions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** The file of a name in a workspace; null where there is none. */
export async function findFile(
  store: Store,
  workspaceId: string,
  filename: string,
): Promise<FileEntry | null> {
  const row = await store
    .selectFrom('files')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('filename', '=', filename)
    .executeTakeFirst();
  return row ?? null;
}

/** The newest version of a file, whatever its outcome. */
export async function newestVersion(store: Store, fileId: number): Promise<Version | null> {
  const row = await store
    .selectFrom('file_versions')
    .selectAll()
    .where('file_id', '=', fileId)
    .orderBy('version', 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Files that answer or are being read, but for one (by its id); records of files that failed do not count. */
export async function countFiles(
  store: Store,
  workspaceId: string,
  except: number | null = null,
): Promise<number> {
  const rows = await livingFiles(store, workspaceId).select('files.id').execute();
  return rows.filter(({ id }) => id !== except).length;
}

/** How many files of a workspace `fileRecords` lists. */
export async function countListed(store: Store, workspaceId: string): Promise<number> {
  const { count } = await store
    .selectFrom('files')
    .select(({ fn }) => fn.count<number | string>('files.id').as('count'))
    .where('files.workspace_id', '=', workspaceId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('file_versions')
          .select('file_versions.id')
          .whereRef('file_versions.file_id', '=', 'files.id'),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The files of a workspace, oldest first, each with the version that it shows. */
export async function fileRecords(store: Store, workspaceId: string): Promise<FileRecord[]> {
  const files = await store
    .selectFrom('files')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .execute();
  const sources = await store
    .selectFrom('file_sources')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .execute();
  const records: FileRecord[] = [];
  for (const file of files) {
    const newest = await newestVersion(store, file.id);
    if (!newest) continue;
    const source = sources.find(({ filename }) => filename === file.filename);
    records.push({
      ...fileRecord(file, await readVersion(store, file.current_version_id), newest),
      ...(source ? { source: shownSource(source) } : {}),
    });
  }
  return records;
}

/** Where a file comes from, as it is shown. */
export const shownSource = ({
  url,
  refresh,
  status,
  error,
  checked_at,
  next_at,
}: Selectable<FileSourceRow>): FileSource => ({
  ...{ url, refresh, status, error, checked_at },
  next_at: status === 'active' ? next_at : null,
});

/**
 * A file whose newest version failed shows the one that answers, and in `error` what became of the other, until it is
 * retired.
 */
function fileRecord(file: FileEntry, current: Version | null, newest: Version): FileRecord {
  const shown = current ?? newest;
  const manifest = shown.manifest === null ? null : (JSON.parse(shown.manifest) as CommitManifest);
  return {
    id: file.id,
    filename: file.filename,
    sha256: shown.sha256,
    byte_size: Number(shown.byte_size),
    version: shown.version,
    tables: (manifest?.tables ?? []).map(({ sheet_name: _, ...table }) => table),
    status: shown.status,
    error:
      current && newest.status === 'failed' && newest.retired_at === null
        ? `Version ${newest.version} couldn't be imported, so version ${current.version} stays in use: ${newest.error}`
        : shown.error,
    created_at: file.created_at,
    notes: manifest?.notes ?? [],
    mapping: shownMapping(shown.mapping),
    ...(shown.appended === null
      ? {}
      : {
          uploads: (JSON.parse(shown.appended) as Appended).parts.map(
            ({ filename, sha256, byteSize }) => ({ filename, sha256, byte_size: byteSize }),
          ),
        }),
  };
}
