import { rm } from 'node:fs/promises';
import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import { AppError } from '#src/errors.ts';
import { maxFileBytes } from '#src/files/max-bytes.ts';
import type { FilesService, QueuedFile } from '#src/files/types.ts';
import type { FileUrls } from '#src/files/urls/types.ts';
import { ENDINGS } from '#workers/ingest/file-names.ts';
import { defineRoute, json, keptReply, type Route } from '../route.ts';
import { deletes, workspaceParams } from '../schemas.ts';
import {
  type AddressOf,
  FILES_PATH,
  fileParams,
  fileSource,
  queuedFile,
  refresh,
  uploadPreview,
} from './file-schemas.ts';
import { readMapping, UPLOAD_ERRORS, withUrl } from './file-uploads.ts';

export interface FileUrlRoutesDeps {
  readonly files: Pick<FilesService, 'enqueue' | 'previewUpload'>;
  readonly fileUrls: FileUrls;
  readonly config: Pick<Config, 'files' | 'file_urls' | 'plans'>;
}

const url = z
  .string()
  .trim()
  .min(1)
  .max(4_000)
  .meta({
    description:
      'A https:// link that downloads a file without a sign-in, or a shared or published Google Sheet',
    examples: ['https://data.example.com/sales.csv'],
  });
const filename = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^/\\\p{Cc}]+$/u, 'Use a name without slashes.')
  .refine(
    (name) => ENDINGS.some((ending) => name.toLowerCase().endsWith(ending)),
    `Use a name that ends in ${ENDINGS.join(', ')}.`,
  )
  .optional()
  .meta({ description: 'Name of the file; if absent, the name given by the server or the link' });

const URL_ERRORS = ['file_url_refused', 'file_url_failed', ...UPLOAD_ERRORS] as const;
const shared = { tag: 'Files', capability: 'manage' } as const;
const source = `${FILES_PATH}/{file_id}/source`;

/** Files that are fetched from URLs, once or by the clock. */
export function fileUrlRoutes(deps: FileUrlRoutesDeps, addressOfFiles: AddressOf): Route[] {
  const { files, fileUrls, config } = deps;
  const addressOf: AddressOf = async (principal, params) => {
    if (!config.file_urls.enabled) throw new AppError('not_found', 'Not found');
    return addressOfFiles(principal, params);
  };
  return [
    defineRoute({
      ...shared,
      method: 'post',
      path: `${FILES_PATH}/from-url`,
      summary: 'Fetch a file from a URL and import it in the background',
      rate: 'upload',
      audit: { action: 'file.queued', tells: ['job_id', 'filename'] },
      params: workspaceParams,
      body: z.strictObject({ url, filename, mapping: readMapping, refresh: refresh.optional() }),
      responses: {
        202: { description: 'The file was fetched; its import job', schema: queuedFile },
      },
      errors: URL_ERRORS,
      async handle({ principal, params, body, signal, keep }) {
        const address = await addressOf(principal, params);
        const request = {
          url: body.url,
          filename: body.filename ?? null,
          maxBytes: maxFileBytes(config, principal.plan),
        };
        const upload = await fileUrls.fetch(address, request, signal);
        try {
          const { url, refresh } = body;
          const begin = refresh
            ? await fileUrls.source(address, upload.filename, { url, refresh }, signal)
            : null;
          const mapping = body.mapping === undefined ? null : JSON.stringify(body.mapping);
          return await keptReply(
            keep,
            (settle) =>
              files.enqueue(address, { ...upload, mapping }, async (trx, queued) => {
                await begin?.(trx, queued);
                await settle(trx, queued);
              }),
            (queued: QueuedFile) => json(withUrl(address, queued), 202),
          );
        } finally {
          await rm(upload.path, { force: true });
        }
      },
    }),
    defineRoute({
      ...shared,
      method: 'post',
      path: `${FILES_PATH}/from-url/preview`,
      summary: 'Fetch a file from a URL and preview it',
      rate: 'upload',
      audit: null,
      params: workspaceParams,
      body: z.strictObject({ url, filename }),
      responses: {
        200: { description: 'The preview; the upload is kept', schema: uploadPreview },
      },
      errors: URL_ERRORS,
      async handle({ principal, params, body, signal }) {
        const address = await addressOf(principal, params);
        const request = {
          url: body.url,
          filename: body.filename ?? null,
          maxBytes: maxFileBytes(config, principal.plan),
        };
        const upload = await fileUrls.fetch(address, request, signal);
        return json(await files.previewUpload(address, upload, signal, true));
      },
    }),
    defineRoute({
      ...shared,
      method: 'put',
      path: source,
      summary: 'Refresh a file from a URL',
      rate: 'request',
      audit: { action: 'file.source_set', tells: ['url', 'refresh'] },
      params: fileParams,
      body: z.strictObject({ url, refresh }),
      responses: { 200: { description: 'The source', schema: fileSource } },
      errors: ['file_url_refused', 'file_not_found', 'workspace_not_found', 'conflict'],
      async handle({ principal, params, body, signal, keep }) {
        const address = await addressOf(principal, params);
        return keptReply(
          keep,
          (settle) => fileUrls.set(address, params.file_id, body, signal, settle),
          (made) => json(made),
        );
      },
    }),
    defineRoute({
      ...shared,
      method: 'delete',
      path: source,
      summary: 'Stop refreshing a file',
      rate: 'request',
      audit: { action: 'file.source_deleted' },
      params: fileParams,
      responses: deletes,
      errors: ['file_not_found', 'workspace_not_found'],
      async handle({ principal, params, keep }) {
        const address = await addressOf(principal, params);
        return keptReply(
          keep,
          (settle) => fileUrls.unset(address, params.file_id, settle),
          (removed) => json(removed),
        );
      },
    }),
    defineRoute({
      ...shared,
      method: 'post',
      path: `${source}/refresh`,
      summary: 'Refresh a file now, in the background',
      rate: 'upload',
      audit: { action: 'file.refreshed', tells: ['url'] },
      params: fileParams,
      responses: { 202: { description: 'The source before this refresh', schema: fileSource } },
      errors: ['file_not_found', 'workspace_not_found'],
      async handle({ principal, params, keep }) {
        const address = await addressOf(principal, params);
        return keptReply(
          keep,
          (settle) => fileUrls.refresh(address, params.file_id, settle),
          (made) => json(made, 202),
        );
      },
    }),
  ];
}
