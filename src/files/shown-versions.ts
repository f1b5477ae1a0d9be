import type { Store } from '#src/store/schema.ts';

/** A version that its file shows, with what it takes to build it again. */
export interface ShownVersion {
  readonly id: string;
  readonly fileId: number;
  readonly sha256: string;
  readonly byteSize: number;
  /** JSON, as are `manifest`. */
  readonly mapping: string;
  readonly manifest: string | null;
  /** Below the data folder. */
  readonly folder: string | null;
  /** JSON (`Appended`). */
  readonly appended: string | null;
  readonly filename: string;
  readonly workspaceId: string;
}

/** All versions that files show, in the order of the files. */
export async function shownVersions(store: Store): Promise<readonly ShownVersion[]> {
  const rows = await store
    .selectFrom('files')
    .innerJoin('file_versions', 'file_versions.id', 'files.current_version_id')
    .select(['file_versions.id', 'sha256', 'byte_size', 'mapping', 'manifest', 'folder'])
    .select('file_versions.appended')
    .select(['files.id as file_id', 'filename', 'workspace_id'])
    .orderBy('files.id')
    .execute();
  return rows.map(({ file_id, byte_size, workspace_id, ...rest }) => ({
    ...rest,
    fileId: file_id,
    byteSize: Number(byte_size),
    workspaceId: workspace_id,
  }));
}
