import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#src/errors.ts';
import type { UploadDeps } from '#src/files/deps.ts';
import { readVersion, readWorkspace, type Version } from '#src/files/records.ts';
import type {
  Appended,
  CommitManifest,
  ReceivedUpload,
  WorkspaceAddress,
} from '#src/files/types.ts';
import { readProfile } from '#src/files/version-folder.ts';
import { syncToDisk } from '#src/objects/sync-to-disk.ts';
import { keptPath } from '#src/store/kept-files.ts';
import type { FilePart } from '#workers/protocol.ts';

/** Uploads that one file is made of at the most: each is read again whenever another is appended. */
const MOST_PARTS = 1_000;

type AppendDeps = Pick<UploadDeps, 'store' | 'folders' | 'originals' | 'maxAppendedBytes'>;

/** What was appended to become a version; null: it is one upload. */
export const appendedOf = ({ appended }: Pick<Version, 'appended'>): Appended | null =>
  appended === null ? null : (JSON.parse(appended) as Appended);

/** The uploads that a version is made of. */
const partsOf = (version: Version, filename: string): readonly FilePart[] =>
  appendedOf(version)?.parts ?? [
    { filename, byteSize: Number(version.byte_size), sha256: version.sha256 },
  ];

/** An upload under the name of the file that its rows go to. Fails with `file_not_found`. */
export async function withTarget(
  { store }: Pick<UploadDeps, 'store'>,
  address: WorkspaceAddress,
  upload: ReceivedUpload,
): Promise<ReceivedUpload> {
  if (!upload.append || upload.append.to === null) return upload;
  await readWorkspace(store, address);
  const file = await store
    .selectFrom('files')
    .select('filename')
    .where('workspace_id', '=', address.workspaceId)
    .where('id', '=', upload.append.to)
    .executeTakeFirst();
  if (!file)
    throw new AppError(
      'file_not_found',
      "The file to add rows to doesn't exist. Check its ID or name.",
    );
  return { ...upload, filename: file.filename };
}

export type Composed =
  | { readonly kind: 'unchanged'; readonly manifest: CommitManifest }
  | { readonly kind: 'composed'; readonly upload: ReceivedUpload };

/**
 * The bytes of a file with those of an upload behind them, as an upload of their own; what was received stays where it
 * is. Where the file is not there yet, the upload begins it. Bytes that it has already are not added twice without
 * `force`. Fails with `conflict` where another version of the file is still being read, `payload_too_large`.
 */
export async function compose(
  deps: AppendDeps,
  address: WorkspaceAddress,
  upload: ReceivedUpload,
): Promise<Composed> {
  const { filename, append } = upload;
  if (!append) return { kind: 'composed', upload };
  const file = await deps.store
    .selectFrom('files')
    .select(['id', 'current_version_id'])
    .where('workspace_id', '=', address.workspaceId)
    .where('filename', '=', filename)
    .executeTakeFirst();
  if (file) await refuseWhilePending(deps, file.id, filename);
  const base = await readVersion(deps.store, file?.current_version_id ?? null);
  if (!base) return { kind: 'composed', upload };
  const before = partsOf(base, filename);
  if (!upload.force && before.some(({ sha256 }) => sha256 === upload.sha256))
    return { kind: 'unchanged', manifest: unchangedManifest(base, upload) };
  if (before.length >= MOST_PARTS)
    throw new AppError(
      'upload_too_complex',
      `Rows have been added to "${filename}" ${before.length - 1} times, which is the limit. Upload all of its rows as one file.`,
    );
  const byteSize = Number(base.byte_size) + upload.byteSize;
  if (byteSize > deps.maxAppendedBytes)
    throw new AppError(
      'payload_too_large',
      `"${filename}" would grow to ${byteSize} bytes, but only ${deps.maxAppendedBytes} are allowed (files.max_appended_bytes). Add fewer rows.`,
    );
  const part = { filename: append.filename, byteSize: upload.byteSize, sha256: upload.sha256 };
  const target = path.join(deps.folders.uploads, randomUUID());
  const release = await deps.originals.use(base.sha256);
  try {
    const sha256 = await concatenate(
      [
        { file: deps.originals.path(base.sha256), sha256: base.sha256 },
        { file: upload.path, sha256: upload.sha256 },
      ],
      target,
    );
    return {
      kind: 'composed',
      upload: {
        ...upload,
        ...{ path: target, byteSize, sha256 },
        appended: { base: base.id, parts: [...before, part] },
      },
    };
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  } finally {
    await release();
  }
}

async function refuseWhilePending(
  { store }: AppendDeps,
  fileId: number,
  filename: string,
): Promise<void> {
  const pending = await store
    .selectFrom('file_versions')
    .select('version')
    .where('file_id', '=', fileId)
    .where('status', 'in', ['queued', 'ingesting'])
    .where('retired_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (pending)
    throw new AppError(
      'conflict',
      `Version ${pending.version} of "${filename}" is still being imported. Add the rows once it's done.`,
    );
}

function unchangedManifest(base: Version, { append }: ReceivedUpload): CommitManifest {
  const { schema_status: _, ...manifest } = JSON.parse(base.manifest ?? '{}') as CommitManifest;
  return {
    ...manifest,
    file_id: base.file_id,
    unchanged: true,
    message: `"${append?.filename}" is already part of version ${base.version}, so nothing was added. Send force=true to add it again.`,
  };
}

/** Writes files one after the other; gives the hash of all. Fails where one of them has other bytes than it should. */
async function concatenate(
  files: readonly { readonly file: string; readonly sha256: string }[],
  target: string,
): Promise<string> {
  const whole = createHash('sha256');
  for (const { file, sha256 } of files) {
    const own = createHash('sha256');
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        own.update(chunk);
        whole.update(chunk);
        done(null, chunk);
      },
    });
    const missing = () =>
      new AppError(
        'upload_unreadable',
        'The stored file is damaged or missing. Upload the whole file again.',
      );
    await pipeline(
      createReadStream(file),
      hashing,
      createWriteStream(target, { flags: 'a' }),
    ).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? missing() : error;
    });
    if (own.digest('hex') !== sha256) throw missing();
  }
  await syncToDisk(target);
  return whole.digest('hex');
}

/** Fails where the file shows another version by now than the one that was appended to. */
export async function requireBase(
  { store }: Pick<UploadDeps, 'store'>,
  {
    fileId,
    upload,
  }: { readonly fileId: number; readonly upload: Pick<ReceivedUpload, 'appended'> },
): Promise<void> {
  if (!upload.appended) return;
  const file = await store
    .selectFrom('files')
    .select('current_version_id')
    .where('id', '=', fileId)
    .executeTakeFirst();
  if (file?.current_version_id !== upload.appended.base) throw baseIsGone();
}

export const baseIsGone = () =>
  new AppError(
    'conflict',
    'The file was replaced in the meantime, so nothing was added. Add the rows again.',
  );

/** What told the rows of each table apart in a version, by the table's name in lower case. */
export async function keysOf(
  { store, folders, objects }: Pick<UploadDeps, 'store' | 'folders' | 'objects'>,
  versionId: string,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const version = await readVersion(store, versionId);
  if (!version?.folder) return {};
  const unpin = await objects.pin([keptPath(folders.data, version.folder)]);
  const profile = await readProfile(path.join(folders.data, version.folder)).catch(() => null);
  unpin();
  return Object.fromEntries(
    (profile?.tables ?? []).flatMap(({ table }) =>
      table.primaryKey ? [[table.name.toLowerCase(), table.primaryKey] as const] : [],
    ),
  );
}
