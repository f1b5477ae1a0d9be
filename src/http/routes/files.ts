import { rm } from 'node:fs/promises';
import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import type { AccountsService } from '#src/accounts/types.ts';
import { AppError } from '#src/errors.ts';
import type {
  FilesService,
  QueuedFile,
  ReceivedUpload,
  WorkspaceAddress,
} from '#src/files/types.ts';
import type { Principal } from '#src/principal.ts';
import {
  defineRoute,
  json,
  type Keep,
  keptReply,
  type Route,
  type RouteReply,
  type RouteRequest,
} from '../route.ts';
import { wholeNumber, wholeNumberOr, workspaceParams } from '../schemas.ts';

export interface FileRoutesDeps {
  readonly accounts: Pick<AccountsService, 'workspace'>;
  readonly files: FilesService;
  /** Reads the form of an upload to disk. */
  readonly receive: (
    request: import('node:http').IncomingMessage,
    maxBytes: number,
    signal: AbortSignal,
  ) => Promise<ReceivedUpload>;
  readonly preview: ReturnType<typeof import('#src/files/preview.ts').createPreview>;
  readonly config: Pick<Config, 'files' | 'plans'>;
}

const manifestTable = z.object({
  table_name: z.string(),
  sheet_name: z.string(),
  row_count: z.int(),
  column_count: z.int(),
});
const commitManifest = z
  .object({
    filename: z.string(),
    version: z.int(),
    tables: z.array(manifestTable),
    sha256: z.string(),
    unchanged: z.boolean(),
    message: z.string().optional(),
    schema_status: z.literal('discovering').optional(),
    notes: z.array(
      z.object({
        sheet_name: z.string(),
        row: z.int().optional(),
        column: z.string().optional(),
        note: z.string(),
      }),
    ),
  })
  .meta({ id: 'CommitManifest' });
const fileRecord = z
  .object({
    id: z.int(),
    filename: z.string(),
    sha256: z.string(),
    byte_size: z.int(),
    version: z.int(),
    tables: z.array(manifestTable.omit({ sheet_name: true })),
    status: z.enum(['queued', 'ingesting', 'ready', 'failed']),
    error: z.string().nullable(),
    created_at: z.string(),
  })
  .meta({ id: 'File' });
const uploadForm = z.object({
  file: z.string().meta({ format: 'binary', description: '`.csv` or `.xlsx`' }),
  force: z
    .boolean()
    .default(false)
    .meta({ description: 'Build the tables again though the bytes are the same' }),
  mapping: z.string().optional().meta({
    description:
      'JSON: sheet name (of a CSV: file name) → `{"table_name": "…", "skip": true, "header_row": n}`',
  }),
});

const jobStatus = z.enum(['queued', 'running', 'succeeded', 'failed']);
const fileJob = z
  .object({
    job_id: z.string(),
    filename: z.string(),
    status: jobStatus,
    progress: z.object({
      stage: z.enum(['queued', 'reading', 'building', 'publishing', 'done', 'failed']),
      bytes_read: z.int(),
      bytes_total: z.int(),
      rows: z.int(),
    }),
    manifest: commitManifest.optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'FileJob' });

const fileParams = workspaceParams.extend({
  file_id: wholeNumber(0, 2_147_483_647),
});

const path = '/clients/{client_id}/workspaces/{workspace_id}/files';
const UPLOAD_ERRORS = [
  'workspace_not_found',
  'upload_empty',
  'upload_unsupported_type',
  'upload_unreadable',
  'upload_no_data',
  'upload_bad_mapping',
  'upload_too_complex',
  'table_name_collision',
  'workspace_has_database',
  'payload_too_large',
  'storage_full',
] as const;

export function fileRoutes(deps: FileRoutesDeps): Route[] {
  const addressOf = async (
    principal: Principal,
    params: z.output<typeof workspaceParams>,
  ): Promise<WorkspaceAddress> => {
    if (!deps.config.files.enabled) throw new AppError('not_found', 'Not found');
    const { clientId, workspaceId } = await deps.accounts.workspace(principal, {
      clientId: params.client_id,
      workspaceId: params.workspace_id,
    });
    return { principal, clientId, workspaceId };
  };
  return [
    listRoute(deps, addressOf),
    uploadRoute(deps, addressOf),
    asyncUploadRoute(deps, addressOf),
    jobRoute(deps, addressOf),
    previewRoute(deps, addressOf),
    deleteRoute(deps, addressOf),
  ];
}

type AddressOf = (
  principal: Principal,
  params: z.output<typeof workspaceParams>,
) => Promise<WorkspaceAddress>;

const listRoute = ({ files }: FileRoutesDeps, addressOf: AddressOf) =>
  defineRoute({
    method: 'get',
    path,
    summary: 'Lists the files of a workspace',
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

const uploadRoute = ({ files, receive, config }: FileRoutesDeps, addressOf: AddressOf) =>
  defineRoute({
    method: 'post',
    path,
    summary: 'Uploads a CSV or Excel file; each sheet becomes a table',
    audit: { action: 'file.uploaded', tells: ['filename', 'version', 'sha256', 'unchanged'] },
    tag: 'Files',
    capability: 'manage',
    rate: 'upload',
    params: workspaceParams,
    idempotency: 'form',
    rawBody: { contentType: 'multipart/form-data', schema: uploadForm },
    responses: { 200: { description: 'What was made of it', schema: commitManifest } },
    errors: UPLOAD_ERRORS,
    // Once its bytes are here an upload goes on when its client leaves: a proxy in between may be impatient.
    handle: takeUpload({ receive, config }, addressOf, (address, upload, keep) =>
      keptReply(
        keep,
        (settle) => files.upload(address, upload, new AbortController().signal, settle),
        (manifest) => json(manifest),
      ),
    ),
  });

const asyncUploadRoute = ({ files, receive, config }: FileRoutesDeps, addressOf: AddressOf) =>
  defineRoute({
    method: 'post',
    path: `${path}/async`,
    summary: 'Takes a CSV or Excel file over and reads it in the background',
    audit: { action: 'file.queued', tells: ['job_id', 'filename'] },
    tag: 'Files',
    capability: 'manage',
    rate: 'upload',
    params: workspaceParams,
    idempotency: 'form',
    rawBody: { contentType: 'multipart/form-data', schema: uploadForm },
    responses: {
      202: {
        description: 'The file is kept; its job goes on after a restart, too',
        schema: z.object({
          job_id: z.string(),
          filename: z.string(),
          status: jobStatus,
          status_url: z.string().meta({ description: 'Path of the status below this service' }),
        }),
      },
    },
    errors: UPLOAD_ERRORS,
    handle: takeUpload({ receive, config }, addressOf, (address, upload, keep) => {
      const { clientId, workspaceId } = address;
      const jobs = `/clients/${clientId}/workspaces/${workspaceId}/files/jobs`;
      return keptReply(
        keep,
        (settle) => files.enqueue(address, upload, settle),
        ({ job_id, filename, status }: QueuedFile) =>
          json({ job_id, filename, status, status_url: `${jobs}/${job_id}` }, 202),
      );
    }),
  });

const jobRoute = ({ files }: FileRoutesDeps, addressOf: AddressOf) =>
  defineRoute({
    method: 'get',
    path: `${path}/jobs/{job_id}`,
    summary: 'How far a file that is read in the background is',
    tag: 'Files',
    capability: 'manage',
    rate: 'request',
    params: workspaceParams.extend({ job_id: z.string() }),
    responses: { 200: { description: 'The job', schema: fileJob } },
    errors: ['workspace_not_found', 'job_not_found'],
    handle: async ({ principal, params }) =>
      json(await files.job(await addressOf(principal, params), params.job_id)),
  });

/** Receives the form of an upload and hands it over, once for repeated requests. */
function takeUpload(
  { receive, config }: Pick<FileRoutesDeps, 'receive' | 'config'>,
  addressOf: AddressOf,
  take: (address: WorkspaceAddress, upload: ReceivedUpload, keep: Keep) => Promise<RouteReply>,
) {
  return async ({
    principal,
    params,
    raw,
    signal,
    once,
    keep,
  }: UploadCall): Promise<RouteReply> => {
    const address = await addressOf(principal, params);
    const plan = config.plans[principal.plan]?.max_file_bytes ?? Number.POSITIVE_INFINITY;
    const upload = await receive(raw, Math.min(config.files.max_file_bytes, plan), signal);
    const { path: received, ...content } = upload;
    try {
      return await once(content, () => take(address, upload, keep));
    } finally {
      // Of a request that came again nobody took them over.
      await rm(received, { force: true });
    }
  };
}

type UploadCall = RouteRequest<z.output<typeof workspaceParams>, undefined, undefined, 'manage'>;

const previewRoute = ({ preview }: FileRoutesDeps, addressOf: AddressOf) =>
  defineRoute({
    method: 'get',
    path: `${path}/{file_id}/preview`,
    summary: 'The first rows of a table of a file',
    tag: 'Files',
    capability: 'manage',
    rate: 'request',
    params: fileParams,
    query: z.object({
      table: z.string().min(1).optional().meta({ description: 'Absent: the first table' }),
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
    path: `${path}/{file_id}`,
    summary: 'Removes a file and its tables',
    audit: { action: 'file.deleted', tells: ['deleted'] },
    tag: 'Files',
    capability: 'manage',
    rate: 'request',
    params: fileParams,
    responses: {
      200: {
        description: 'The file is gone',
        schema: z.object({ deleted: z.string(), files_remaining: z.int() }),
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
