import { z } from 'zod';
import type { AccountsService } from '#src/accounts/types.ts';
import { AppError } from '#src/errors.ts';
import { defineRoute, json, keptReply, type Route } from '../route.ts';
import { deletion, wholeNumberOr, workspaceParams } from '../schemas.ts';
import { type AddressOf, FILES_PATH, fileJob, fileParams, fileRecord } from './file-schemas.ts';
import { type UploadRoutesDeps, uploadRoutes } from './file-uploads.ts';
import { type FileUrlRoutesDeps, fileUrlRoutes } from './file-urls.ts';

export interface FileRoutesDeps extends UploadRoutesDeps, Pick<FileUrlRoutesDeps, 'fileUrls'> {
  readonly config: UploadRoutesDeps['config'] & FileUrlRoutesDeps['config'];
  readonly accounts: Pick<AccountsService, 'workspace'>;
  readonly preview: ReturnType<typeof import('#src/files/preview.ts').createPreview>;
}

export function fileRoutes(deps: FileRoutesDeps): Route[] {
  const addressOf: AddressOf = async (principal, params) => {
    if (!deps.config.files.enabled) throw new AppError('not_found', 'Not found');
    const { clientId, workspaceId } = await deps.accounts.workspace(principal, {
      clientId: params.client_id,
      workspaceId: params.workspace_id,
    });
    return { principal, clientId, workspaceId };
  };
  return [
    listRoute(deps, addressOf),
    ...uploadRoutes(deps, addressOf),
    ...fileUrlRoutes(deps, addressOf),
    jobRoute(deps, addressOf),
    cancelRoute(deps, addressOf),
    readRoute(deps, addressOf),
    previewRoute(deps, addressOf),
    deleteRoute(deps, addressOf),
  ];
}

const listRoute = ({ files }: FileRoutesDeps, addressOf: AddressOf) =>
  defineRoute({
    method: 'get',
    path: FILES_PATH,
    summary: 'List the files of a workspace',
    tag: 'Files',
    capability: 'manage',
    rate: 'request',
    params: workspaceParams,
    responses: {
      200: {
        description: 'The files',
        schema: z.object({ files: z.array(fileRecord), count: z.int() }),
      },
    },
    errors: ['workspace_not_found'],
    async handle({ principal, params }) {
      const records = await files.list(await addressOf(principal, params));
      return json({ files: records, count: records.length });
    },
  });

const jobRoute = ({ files }: FileRoutesDeps, addressOf: AddressOf) =>
  defineRoute({
    method: 'get',
    path: `${FILES_PATH}/jobs/{job_id}`,
    summary: 'Get the progress of a background import',
    tag: 'Files',
    capability: 'manage',
    rate: 'request',
    params: workspaceParams.extend({ job_id: z.string() }),
    responses: { 200: { description: 'The job', schema: fileJob } },
    errors: ['workspace_not_found', 'job_not_found'],
    handle: async ({ principal, params }) =>
      json(await files.job(await addressOf(principal, params), params.job_id)),
  });

const cancelRoute = ({ files }: FileRoutesDeps, addressOf: AddressOf) =>
  defineRoute({
    method: 'delete',
    path: `${FILES_PATH}/jobs/{job_id}`,
    summary: 'Cancel a background import and discard its file',
    audit: { action: 'file.cancelled', tells: ['job_id', 'filename'] },
    tag: 'Files',
    capability: 'manage',
    rate: 'request',
    params: workspaceParams.extend({ job_id: z.string() }),
    responses: {
      200: {
        description: 'The job is cancelled',
        schema: z.object({
          job_id: z.string(),
          filename: z.string(),
          status: z.literal('cancelled'),
        }),
      },
    },
    errors: ['workspace_not_found', 'job_not_found', 'conflict'],
    async handle({ principal, params, keep }) {
      const address = await addressOf(principal, params);
      return keptReply(
        keep,
        (settle) => files.cancel(address, params.job_id, settle),
        (cancelled) => json(cancelled),
      );
    },
  });

const readRoute = ({ files }: FileRoutesDeps, addressOf: AddressOf) =>
  defineRoute({
    method: 'get',
    path: `${FILES_PATH}/{file_id}`,
    summary: 'Get a file with its tables, import notes and mapping',
    tag: 'Files',
    capability: 'manage',
    rate: 'request',
    params: fileParams,
    responses: { 200: { description: 'The file', schema: fileRecord } },
    errors: ['workspace_not_found', 'file_not_found'],
    handle: async ({ principal, params }) =>
      json(await files.read(await addressOf(principal, params), params.file_id)),
  });

const previewRoute = ({ preview }: FileRoutesDeps, addressOf: AddressOf) =>
  defineRoute({
    method: 'get',
    path: `${FILES_PATH}/{file_id}/preview`,
    summary: 'Preview a table of a file',
    tag: 'Files',
    capability: 'manage',
    rate: 'request',
    params: fileParams,
    query: z.object({
      table: z.string().min(1).optional().meta({ description: 'If absent, the first table' }),
      limit: wholeNumberOr(50, 1, 200),
    }),
    responses: {
      200: {
        description: 'The rows',
        schema: z.object({
          table_name: z.string(),
          columns: z.array(z.string()),
          rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
        }),
      },
    },
    errors: ['workspace_not_found', 'file_not_found'],
    async handle({ principal, params, query, signal }) {
      const address = await addressOf(principal, params);
      const { table = null, limit } = query;
      return json(await preview(address, { fileId: params.file_id, table, limit }, signal));
    },
  });

const deleteRoute = ({ files }: FileRoutesDeps, addressOf: AddressOf) =>
  defineRoute({
    method: 'delete',
    path: `${FILES_PATH}/{file_id}`,
    summary: 'Delete a file and its tables',
    audit: { action: 'file.deleted', tells: ['deleted'] },
    tag: 'Files',
    capability: 'manage',
    rate: 'request',
    params: fileParams,
    responses: {
      200: {
        description: 'The file was deleted',
        schema: deletion.extend({ files_remaining: z.int() }),
      },
    },
    errors: ['workspace_not_found', 'file_not_found'],
    async handle({ principal, params, keep }) {
      const address = await addressOf(principal, params);
      return keptReply(
        keep,
        (settle) => files.remove(address, params.file_id, settle),
        (removed) => json(removed),
      );
    },
  });
