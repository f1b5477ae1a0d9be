import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import type { Transaction } from 'kysely';
import { timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { appendedOf } from '#src/files/append.ts';
import type { FilesDeps, UploadDeps } from '#src/files/deps.ts';
import { shownMapping } from '#src/files/mapping.ts';
import { findFile, readWorkspace } from '#src/files/records.ts';
import { copyOfOriginal } from '#src/files/stored-upload.ts';
import type {
  KeptRequest,
  KeptUpload,
  ReceivedUpload,
  WorkspaceAddress,
} from '#src/files/types.ts';
import { newId } from '#src/ids.ts';
import type { KeptUploadRow, StoreSchema } from '#src/store/schema.ts';

type RowDeps = Pick<FilesDeps, 'store' | 'clock' | 'keptUploads'>;

/** A copy of received bytes beside them, for one who takes the others. */
export async function twinOf(upload: ReceivedUpload): Promise<string> {
  const twin = `${upload.path}-kept`;
  await copyFile(upload.path, twin, constants.COPYFILE_FICLONE);
  return twin;
}

/** Takes received bytes over for a while: they can be imported without being sent again. */
export async function keepUpload(
  deps: RowDeps & Pick<UploadDeps, 'originals'>,
  { workspaceId }: Pick<WorkspaceAddress, 'workspaceId'>,
  upload: Pick<ReceivedUpload, 'filename' | 'path' | 'sha256' | 'byteSize'>,
): Promise<KeptUpload> {
  const { filename, sha256, byteSize } = upload;
  const release = await deps.originals.hold(sha256);
  try {
    await deps.originals.take(upload.path, sha256, byteSize);
    return await deps.store.transaction().execute(async (trx) => {
      const row = newRow(deps, workspaceId, { filename, sha256, byte_size: byteSize });
      await insert(deps, trx, row);
      return { upload_id: row.id, expires_at: row.expires_at };
    });
  } finally {
    await release();
    await dropExpired(deps);
  }
}

/** Keeps the version that a file shows while another takes its place, so that it can be brought back. */
export async function keepReplaced(
  deps: RowDeps,
  trx: Transaction<StoreSchema>,
  fileId: number,
): Promise<(KeptUpload & { readonly version: number }) | null> {
  const before = await trx
    .selectFrom('files')
    .innerJoin('file_versions', 'file_versions.id', 'files.current_version_id')
    .selectAll('file_versions')
    .select(['files.filename', 'files.workspace_id'])
    .where('files.id', '=', fileId)
    .executeTakeFirst();
  if (!before || deps.keptUploads.ms === 0) return null;
  const row = newRow(deps, before.workspace_id, {
    ...{ filename: before.filename, sha256: before.sha256, byte_size: Number(before.byte_size) },
    ...{ mapping: before.mapping, appended: before.appended },
  });
  // Of a file only the last one can be brought back: each holds all of its bytes.
  await trx
    .deleteFrom('kept_uploads')
    .where('workspace_id', '=', row.workspace_id)
    .where('filename', '=', row.filename)
    .where('mapping', 'is not', null)
    .execute();
  await insert(deps, trx, row);
  return { version: before.version, upload_id: row.id, expires_at: row.expires_at };
}

function newRow(
  { clock, keptUploads }: RowDeps,
  workspaceId: string,
  kept: Pick<KeptUploadRow, 'filename' | 'sha256' | 'byte_size'> &
    Partial<Pick<KeptUploadRow, 'mapping' | 'appended'>>,
): KeptUploadRow {
  const now = clock.now();
  return {
    ...{ mapping: null, appended: null, ...kept },
    id: newId('upl'),
    workspace_id: workspaceId,
    created_at: timestamp(now),
    expires_at: timestamp(new Date(now.getTime() + keptUploads.ms)),
  };
}

/** Adds one; of too many in a workspace the oldest go. */
async function insert(
  { keptUploads }: RowDeps,
  trx: Transaction<StoreSchema>,
  row: KeptUploadRow,
): Promise<void> {
  await trx.insertInto('kept_uploads').values(row).execute();
  const surplus = await trx
    .selectFrom('kept_uploads')
    .select('id')
    .where('workspace_id', '=', row.workspace_id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(keptUploads.most)
    .limit(keptUploads.most)
    .execute();
  if (surplus.length > 0)
    await trx
      .deleteFrom('kept_uploads')
      .where(
        'id',
        'in',
        surplus.map(({ id }) => id),
      )
      .execute();
}

/** Forgets what has been kept for long enough, and removes bytes that nothing else names. */
export async function dropExpired({
  store,
  clock,
  originals,
}: Pick<UploadDeps, 'store' | 'clock' | 'originals'>): Promise<void> {
  const gone = await store
    .deleteFrom('kept_uploads')
    .where('expires_at', '<=', timestamp(clock.now()))
    .returning('sha256')
    .execute();
  for (const sha256 of new Set(gone.map((one) => one.sha256))) await originals.removeUnused(sha256);
}

/** Kept bytes as an upload that was just received. Fails with `file_not_found` where they are gone. */
export async function keptUpload(
  deps: Pick<UploadDeps, 'store' | 'clock' | 'originals' | 'folders'>,
  address: WorkspaceAddress,
  { uploadId, mapping, appendTo, force }: KeptRequest,
): Promise<ReceivedUpload> {
  await readWorkspace(deps.store, address);
  const row = await deps.store
    .selectFrom('kept_uploads')
    .selectAll()
    .where('id', '=', uploadId)
    .where('workspace_id', '=', address.workspaceId)
    .where('expires_at', '>', timestamp(deps.clock.now()))
    .executeTakeFirst();
  if (!row)
    throw new AppError('file_not_found', 'This upload is no longer stored. Upload the file again.');
  const file = await findFile(deps.store, address.workspaceId, row.filename);
  const appended = appendedOf(row);
  return {
    ...{ filename: row.filename, sha256: row.sha256, byteSize: Number(row.byte_size) },
    path: await copyOfOriginal(deps, row.sha256),
    mapping: mapping ?? (row.mapping && JSON.stringify(shownMapping(row.mapping))),
    // A version that is brought back takes the place of one with the same bytes, too.
    force: force || row.mapping !== null,
    ...(appended && file?.current_version_id
      ? { appended: { base: file.current_version_id, parts: appended.parts } }
      : {}),
    ...(appendTo === null ? {} : { append: { to: appendTo, filename: row.filename } }),
  };
}
