import type { Transaction } from 'kysely';
import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { findFile, readWorkspace, shownSource } from '#src/files/records.ts';
import type { WorkspaceAddress } from '#src/files/types.ts';
import { newId } from '#src/ids.ts';
import { type HostCheck, HostRefused } from '#src/network/host-check.ts';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import type { Principal } from '#src/principal.ts';
import type { SecretBox } from '#src/secrets/secret-box.ts';
import { refuseTooMany } from '#src/store/refuse-too-many.ts';
import type { FileSourceRow, Store, StoreSchema } from '#src/store/schema.ts';
import { type FetchLimits, fetchFile } from './fetch-file.ts';
import type { EnqueueRefresh } from './refresh.ts';
import { parseSourceUrl, shownUrl, urlRefused } from './source-url.ts';
import { REFRESH_MS } from './timing.ts';
import type { FileUrls, SourceRequest } from './types.ts';

export interface FileUrlsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly box: SecretBox;
  readonly config: Pick<Config, 'file_urls'>;
  readonly checkHost: HostCheck;
  readonly limits: FetchLimits;
  /** An existing folder for what is fetched. */
  readonly folder: string;
  readonly enqueueRefresh: EnqueueRefresh;
  /** Who would own it, found again as at each look; null where that can't be. */
  readonly ownerOf: (source: FileSourceRow) => Promise<Principal | null>;
}

/** Files from URLs, with their sources in the metadata store. */
export function createFileUrls(deps: FileUrlsDeps): FileUrls {
  const { store, clock, limits } = deps;
  const now = () => timestamp(clock.now());

  const prepare = async (
    address: WorkspaceAddress,
    filename: string,
    { url: text, refresh }: SourceRequest,
    signal: AbortSignal,
  ): Promise<FileSourceRow> => {
    const url = parseSourceUrl(text, limits.allowHttp);
    await checkHost(deps.checkHost, url, signal);
    const id = newId('src');
    const row: FileSourceRow = {
      id,
      client_id: address.clientId,
      workspace_id: address.workspaceId,
      filename,
      key_id: address.principal.key.id,
      end_user_id: address.principal.endUserId,
      row_filter: JSON.stringify(address.principal.policy.filter),
      url: shownUrl(url),
      secret: deps.box.seal(url.href, id),
      refresh,
      etag: null,
      modified: null,
      status: 'active',
      error: null,
      failing: 0,
      checked_at: null,
      next_at: timestamp(new Date(clock.now().getTime() + REFRESH_MS[refresh])),
      created_at: now(),
    };
    // Tokens of outside issuers end, and nobody can be asked whether their person still has access.
    if (!(await deps.ownerOf(row)))
      throw new AppError(
        'unprocessable',
        'A refresh needs a permanent owner. Set it up with an API key or a token created with one.',
      );
    return row;
  };

  const put = async (trx: Transaction<StoreSchema>, row: FileSourceRow) => {
    await trx
      .deleteFrom('file_sources')
      .where('workspace_id', '=', row.workspace_id)
      .where('filename', '=', row.filename)
      .execute();
    await refuseTooMany(
      trx,
      {
        table: 'file_sources',
        column: 'workspace_id',
        value: row.workspace_id,
        most: deps.config.file_urls.max_refreshed,
      },
      (count) => `The workspace refreshes ${count} files, the maximum. Stop refreshing one first.`,
    );
    await trx.insertInto('file_sources').values(row).execute();
  };

  const fileOf = async (address: WorkspaceAddress, fileId: number) => {
    await readWorkspace(store, address);
    const file = await store
      .selectFrom('files')
      .selectAll()
      .where('workspace_id', '=', address.workspaceId)
      .where('id', '=', fileId)
      .executeTakeFirst();
    if (!file) throw new AppError('file_not_found', "This file doesn't exist. Check its ID.");
    return file;
  };

  const sourceOf = async (address: WorkspaceAddress, fileId: number) => {
    const { filename } = await fileOf(address, fileId);
    const row = await store
      .selectFrom('file_sources')
      .selectAll()
      .where('workspace_id', '=', address.workspaceId)
      .where('filename', '=', filename)
      .executeTakeFirst();
    if (!row) throw new AppError('file_not_found', "This file isn't refreshed from a URL.");
    return row;
  };

  return {
    async fetch(address, { url, filename, maxBytes }, signal) {
      const { source } = await readWorkspace(store, address);
      if (source === 'database')
        throw new AppError(
          'workspace_has_database',
          'This workspace is connected to a database. Add files to another workspace.',
        );
      const parsed = parseSourceUrl(url, limits.allowHttp);
      const request = { url: parsed, filename, maxBytes, folder: deps.folder, known: null };
      const fetched = await fetchFile(limits, request, signal);
      if (fetched.kind === 'unchanged') throw new Error('nothing was known of the file');
      return fetched.upload;
    },

    async source(address, filename, request, signal) {
      const row = await prepare(address, filename, request, signal);
      return (trx) => put(trx, row);
    },

    async set(address, fileId, request, signal, settle) {
      const { filename } = await fileOf(address, fileId);
      const row = await prepare(address, filename, request, signal);
      const made = shownSource(row);
      await store.transaction().execute(async (trx) => {
        // The file may have gone meanwhile, and its source with it.
        if (!(await findFile(trx, address.workspaceId, filename)))
          throw new AppError('file_not_found', 'The file was deleted in the meantime.');
        await put(trx, row);
        await settle(trx, made);
      });
      return made;
    },

    async unset(address, fileId, settle) {
      const { id } = await sourceOf(address, fileId);
      await store.transaction().execute(async (trx) => {
        await trx.deleteFrom('file_sources').where('id', '=', id).execute();
        await settle(trx, { deleted: id });
      });
      return { deleted: id };
    },

    async refresh(address, fileId, settle) {
      const row = await sourceOf(address, fileId);
      const made = shownSource(row);
      await store.transaction().execute(async (trx) => {
        await deps.enqueueRefresh(trx, row);
        await settle(trx, made);
      });
      return made;
    },
  };
}

async function checkHost(check: HostCheck, url: URL, signal: AbortSignal): Promise<void> {
  try {
    await check(url.hostname, signal);
  } catch (error) {
    if (error instanceof HostRefused || error instanceof ConnectionError)
      throw urlRefused(error.message, error);
    throw error;
  }
}
