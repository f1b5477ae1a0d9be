import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import { maxFileBytes } from '#src/files/max-bytes.ts';
import type {
  FilesService,
  KeptRequest,
  QueuedFile,
  ReceivedUpload,
  WorkspaceAddress,
} from '#src/files/types.ts';
import { ENDINGS } from '#workers/ingest/file-names.ts';
import {
  defineRoute,
  json,
  type Keep,
  keptReply,
  type Route,
  type RouteReply,
  type RouteRequest,
} from '../route.ts';
import { workspaceParams } from '../schemas.ts';
import {
  type AddressOf,
  FILES_PATH,
  fileParams,
  queuedFile,
  uploadOutcome,
  uploadPreview,
} from './file-schemas.ts';

export interface UploadRoutesDeps {
  readonly files: FilesService;
  /** Reads the form of an upload to disk. */
  readonly receive: (
    request: IncomingMessage,
    maxBytes: number,
    signal: AbortSignal,
  ) => Promise<ReceivedUpload>;
  readonly config: Pick<Config, 'files' | 'plans'>;
}

const uploadForm = z
  .object({
    file: z.string().meta({
      format: 'binary',
      description: `File ending in ${ENDINGS.join(', ')}; its content determines the format`,
    }),
    force: z
      .boolean()
      .default(false)
      .meta({ description: "Rebuild the tables even if the file hasn't changed" }),
    mode: z.enum(['replace', 'append']).default('replace').meta({
      description:
        "`append` adds the rows to the file with the same name. Columns match by name; rows that don't fit fail with `upload_does_not_fit`",
    }),
    append_to: z.int().optional().meta({
      description: 'ID of the file to add the rows to, even if its name is different',
    }),
    mapping: z.string().optional().meta({
      description:
        'JSON with settings by sheet. A key names a sheet, a file (also in an archive) or a database table; `Sheet1#2` is the second table of a sheet. Settings: `{"table_name": "…", "skip": true, "header_row": n, "header_rows": n, "table_range": "B4:F20", "types": {…}, "date_order": {…}, "decimal": "comma", "totals": "keep", "unpivot": false, "fill_down": true, "union": false}`. Later versions of the file keep it until you send another one',
    }),
  })
  .meta({ id: 'FileUpload' });

/** A `SheetMapping` as it was sent: reading the file judges it (400), as that of a form. */
const sentMapping = z.unknown().meta({ override: { $ref: '#/components/schemas/SheetMapping' } });
export const readMapping = z.record(z.string(), sentMapping).optional().meta({
  description:
    'Like the form field `mapping` of an upload. It replaces the stored mapping; if you leave it out, the stored mapping still applies. Send `{}` to detect everything again',
});

export const UPLOAD_ERRORS = [
  'workspace_not_found',
  'upload_empty',
  'upload_unsupported_type',
  'upload_unreadable',
  'upload_no_data',
  'upload_bad_mapping',
  'upload_too_complex',
  'upload_does_not_fit',
  'file_not_found',
  'conflict',
  'table_name_collision',
  'workspace_has_database',
  'payload_too_large',
  'storage_full',
] as const;

export const uploadRoutes = (deps: UploadRoutesDeps, addressOf: AddressOf): Route[] => [
  uploadRoute(deps, addressOf),
  asyncUploadRoute(deps, addressOf),
  previewKeptRoute(deps, addressOf),
  importKeptRoute(deps, addressOf),
  readAgainRoute(deps, addressOf),
];

/**
 * A stored file read once more as a mapping says, by the bytes that are kept of it: its notes can be answered whenever
 * one likes.
 */
const readAgainRoute = ({ files }: UploadRoutesDeps, addressOf: AddressOf) =>
  defineRoute({
    method: 'post',
    path: `${FILES_PATH}/{file_id}/read`,
    summary: 'Read a stored file again with a mapping',
    tag: 'Files',
    capability: 'manage',
    rate: 'upload',
    audit: { action: 'file.read_again', tells: ['filename', 'version', 'sha256'] },
    params: fileParams,
    query: previewQuery,
    body: z.strictObject({
      mapping: readMapping,
    }),
    responses: {
      200: {
        description: 'The import result, or with `preview=true` a preview',
        schema: uploadOutcome,
      },
    },
    errors: UPLOAD_ERRORS,
    handle: async ({ principal, params, query, body, signal, keep }) => {
      const address = await addressOf(principal, params);
      const fileId = params.file_id;
      const mapping = body.mapping === undefined ? null : JSON.stringify(body.mapping);
      if (query.preview)
        return json(await files.previewAgain(address, { fileId, mapping }, signal));
      return keptReply(
        keep,
        (settle) =>
          files.readAgain(address, { fileId, mapping }, new AbortController().signal, settle),
        (manifest) => json(manifest),
      );
    },
  });

const shared = (suffix: '' | '/async') =>
  ({
    method: 'post',
    path: `${FILES_PATH}${suffix}`,
    tag: 'Files',
    capability: 'manage',
    rate: 'upload',
    params: workspaceParams,
    idempotency: 'form',
    rawBody: { contentType: 'multipart/form-data', schema: uploadForm },
    errors: UPLOAD_ERRORS,
  }) as const;

const flag = (description: string) =>
  z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .meta({
      override: { type: 'string', enum: ['true', 'false'], default: 'false' },
      description,
    });

/** Whether it is only shown what would become of a file. */
const previewQuery = z.object({
  preview: flag('`true` returns a preview (`UploadPreview`) and imports nothing'),
});
const uploadQuery = previewQuery.extend({
  keep: flag('With `preview=true`: keeps the upload, so you can import it by `upload_id`'),
});

const uploadRoute = ({ files, ...deps }: UploadRoutesDeps, addressOf: AddressOf) =>
  defineRoute({
    ...shared(''),
    summary: 'Upload a file; each sheet becomes a table',
    audit: { action: 'file.uploaded', tells: ['filename', 'version', 'sha256', 'unchanged'] },
    query: uploadQuery,
    responses: {
      200: {
        description: 'The import result, or with `preview=true` a preview',
        schema: uploadOutcome,
      },
    },
    handle: (call) =>
      call.query.preview
        ? takePreview({ files, ...deps }, addressOf, call)
        : // Once its bytes are here an upload goes on when its client leaves: a proxy in between may be impatient.
          takeUpload(deps, addressOf, (address, upload, keep) =>
            keptReply(
              keep,
              (settle) => files.upload(address, upload, new AbortController().signal, settle),
              (manifest) => json(manifest),
            ),
          )(call),
  });

/** Receives the form of an upload and says what would become of it. */
async function takePreview(
  { files, receive, config }: UploadRoutesDeps,
  addressOf: AddressOf,
  {
    principal,
    params,
    query,
    raw,
    signal,
  }: Pick<UploadCall, 'principal' | 'params' | 'raw' | 'signal'> & {
    readonly query: { readonly keep: boolean };
  },
): Promise<RouteReply> {
  const address = await addressOf(principal, params);
  const upload = await receive(raw, maxFileBytes(config, principal.plan), signal);
  return json(await files.previewUpload(address, upload, signal, query.keep));
}

const keptShared = {
  method: 'post',
  tag: 'Files',
  capability: 'manage',
  rate: 'upload',
  params: workspaceParams.extend({
    upload_id: z.string().meta({ description: 'ID of the kept upload', examples: ['upl_4f1c'] }),
  }),
  body: z
    .strictObject({
      mapping: readMapping,
      append_to: z.int().optional().meta({ description: 'ID of the file to add the rows to' }),
      force: z
        .boolean()
        .default(false)
        .meta({ description: "Rebuild the tables even if the file hasn't changed" }),
    })
    .meta({ id: 'KeptUploadBody' }),
  errors: UPLOAD_ERRORS,
} as const;

interface KeptBody {
  readonly mapping?: Readonly<Record<string, unknown>> | undefined;
  readonly append_to?: number | undefined;
  readonly force: boolean;
}
const keptRequest = (uploadId: string, { mapping, append_to, force }: KeptBody): KeptRequest => ({
  ...{ uploadId, force, appendTo: append_to ?? null },
  mapping: mapping === undefined ? null : JSON.stringify(mapping),
});

const previewKeptRoute = ({ files }: UploadRoutesDeps, addressOf: AddressOf) =>
  defineRoute({
    ...keptShared,
    path: `${FILES_PATH}/uploads/{upload_id}/preview`,
    summary: 'Preview a kept upload with a mapping',
    audit: null,
    responses: { 200: { description: 'The preview', schema: uploadPreview } },
    async handle({ principal, params, body, signal }) {
      const address = await addressOf(principal, params);
      return json(await files.previewKept(address, keptRequest(params.upload_id, body), signal));
    },
  });

const importKeptRoute = ({ files }: UploadRoutesDeps, addressOf: AddressOf) =>
  defineRoute({
    ...keptShared,
    path: `${FILES_PATH}/uploads/{upload_id}`,
    summary: 'Import a kept upload in the background',
    audit: { action: 'file.queued', tells: ['job_id', 'filename'] },
    responses: { 202: { description: 'The import job', schema: queuedFile } },
    async handle({ principal, params, body, keep }) {
      const address = await addressOf(principal, params);
      return keptReply(
        keep,
        (settle) => files.enqueueKept(address, keptRequest(params.upload_id, body), settle),
        (queued: QueuedFile) => json(withUrl(address, queued), 202),
      );
    },
  });

/** A queued import with the path of its status. */
export const withUrl = (
  { clientId, workspaceId }: WorkspaceAddress,
  { job_id, filename, status }: QueuedFile,
) => ({
  ...{ job_id, filename, status },
  status_url: `/clients/${clientId}/workspaces/${workspaceId}/files/jobs/${job_id}`,
});

const asyncUploadRoute = ({ files, ...deps }: UploadRoutesDeps, addressOf: AddressOf) =>
  defineRoute({
    ...shared('/async'),
    summary: 'Upload a file and import it in the background',
    audit: { action: 'file.queued', tells: ['job_id', 'filename'] },
    responses: {
      202: {
        description: 'The file is stored; its job continues after a restart',
        schema: queuedFile,
      },
    },
    handle: takeUpload(deps, addressOf, (address, upload, keep) =>
      keptReply(
        keep,
        (settle) => files.enqueue(address, upload, settle),
        (queued: QueuedFile) => json(withUrl(address, queued), 202),
      ),
    ),
  });

/** Receives the form of an upload and hands it over, once for repeated requests. */
function takeUpload(
  { receive, config }: Pick<UploadRoutesDeps, 'receive' | 'config'>,
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
  }: Pick<
    UploadCall,
    'principal' | 'params' | 'raw' | 'signal' | 'once' | 'keep'
  >): Promise<RouteReply> => {
    const address = await addressOf(principal, params);
    const upload = await receive(raw, maxFileBytes(config, principal.plan), signal);
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
