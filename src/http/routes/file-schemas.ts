import { z } from 'zod';
import { REFRESHES, type WorkspaceAddress } from '#src/files/types.ts';
import type { Principal } from '#src/principal.ts';
import { wholeNumber, workspaceParams } from '../schemas.ts';

/** Where the files of a workspace are. */
export const FILES_PATH = '/clients/{client_id}/workspaces/{workspace_id}/files';

/** The workspace of a path, where the caller reaches it. */
export type AddressOf = (
  principal: Principal,
  params: z.output<typeof workspaceParams>,
) => Promise<WorkspaceAddress>;

const columnTypes = z
  .enum(['integer', 'decimal', 'float', 'text', 'date', 'timestamp', 'time', 'boolean'])
  .meta({ id: 'FileColumnType' });
const sheetMapping = z
  .object({
    table_name: z.string().optional(),
    skip: z.boolean().optional(),
    header_row: z.int().optional(),
    header_rows: z.int().optional(),
    table_range: z.string().optional(),
    types: z.record(z.string(), columnTypes).optional(),
    date_order: z.record(z.string(), z.enum(['dmy', 'mdy'])).optional(),
    decimal: z.enum(['point', 'comma']).optional(),
    totals: z.enum(['skip', 'keep']).optional(),
    unpivot: z.boolean().optional(),
    fill_down: z.boolean().optional(),
    union: z.boolean().optional(),
  })
  .meta({ id: 'SheetMapping' });
const mapping = z.record(z.string(), sheetMapping);
const ingestNotes = z.array(
  z
    .object({
      sheet_name: z.string(),
      row: z.int().optional(),
      column: z.string().optional(),
      note: z.string(),
      setting: z
        .enum([
          ...(['skip', 'header_row', 'table_range', 'types', 'date_order'] as const),
          ...(['decimal', 'totals', 'unpivot', 'fill_down', 'union'] as const),
        ])
        .optional()
        .meta({ description: 'Mapping setting that changes it' }),
      decided: z
        .enum(['dmy', 'mdy', 'point', 'comma', 'skip', 'keep'])
        .optional()
        .meta({ description: 'Current value of that mapping setting' }),
      mapping_key: z.string().optional().meta({
        description: "Mapping key if it isn't the sheet name, such as `Sheet1#2`",
      }),
      open: z.literal(true).optional().meta({
        description: "Whether it was guessed, because the file doesn't show it: ask the owner",
      }),
    })
    .meta({ id: 'IngestNote' }),
);
const fileTable = z
  .object({
    table_name: z.string(),
    row_count: z.int(),
    column_count: z.int(),
    derived: z
      .literal(true)
      .optional()
      .meta({ description: 'Only for a table built from other tables of the file' }),
    derived_from: z
      .object({ kind: z.enum(['unpivot', 'union']), of: z.array(z.string()) })
      .optional()
      .meta({ description: 'How it was built, and from which tables' }),
  })
  .meta({ id: 'FileTable' });
const manifestTable = fileTable
  .extend({ sheet_name: z.string() })
  .meta({ id: 'ManifestTable', 'x-extends': 'FileTable' });
const keptUpload = z.object({
  upload_id: z
    .string()
    .meta({ description: 'To import this upload, call `POST …/files/uploads/{upload_id}`' }),
  expires_at: z
    .string()
    .meta({ description: 'How long the upload is kept (`files.kept_upload_ms`)' }),
});
export const uploadPreview = z
  .object({
    filename: z.string(),
    preview: z.literal(true),
    tables: z.array(
      manifestTable
        .extend({
          mapping_key: z.string().meta({ description: 'Mapping key: the sheet, or `Sheet1#2`' }),
          decisions: sheetMapping.optional().meta({
            description:
              'Import settings of the table; send them as its `mapping` to keep them for later versions',
          }),
          columns: z.array(
            z.object({
              name: z.string(),
              type: columnTypes,
              header: z.string().nullable(),
              unit: z.string().nullable(),
              hidden: z.boolean().meta({
                description: "Whether it seems to contain secrets; if so, its cells aren't shown",
              }),
            }),
          ),
          rows: z.array(z.array(z.string().nullable())),
          total_rows: z.array(
            z.object({ column: z.string(), values: z.array(z.string().nullable()) }),
          ),
        })
        .meta({ id: 'PreviewTable', 'x-extends': 'FileTable' }),
    ),
    notes: ingestNotes,
    mapping,
    ...keptUpload.partial().shape,
  })
  .meta({ id: 'UploadPreview' });
const commitManifest = z
  .object({
    file_id: z.int().optional(),
    filename: z.string(),
    version: z.int(),
    tables: z.array(manifestTable),
    sha256: z.string(),
    unchanged: z.boolean(),
    message: z.string().optional(),
    schema_status: z.literal('discovering').optional(),
    notes: ingestNotes,
    appended: z
      .object({ filename: z.string(), rows: z.int(), repeated_rows: z.int() })
      .optional()
      .meta({ description: 'Only for uploads that added rows to the file' }),
    replaced: keptUpload
      .extend({ version: z.int() })
      .optional()
      .meta({ description: 'The version it replaced; import its `upload_id` to bring it back' }),
  })
  .meta({ id: 'CommitManifest' });

export const uploadOutcome = z.union([commitManifest, uploadPreview]).meta({ id: 'UploadOutcome' });

export const refresh = z.enum(REFRESHES).meta({
  id: 'FileRefresh',
  description: 'How often the URL is checked; only a changed file becomes a new version',
});
export const fileSource = z
  .object({
    url: z.string().meta({ description: 'Without the parts that give access' }),
    refresh,
    status: z
      .enum(['active', 'stopped'])
      .meta({ description: '`stopped`: the person or key that set it no longer has access' }),
    error: z.string().nullable().meta({ description: 'Why the last refresh failed' }),
    checked_at: z.string().nullable(),
    next_at: z.string().nullable(),
  })
  .meta({ id: 'FileSource' });

export const fileRecord = z
  .object({
    id: z.int(),
    filename: z.string(),
    sha256: z.string(),
    byte_size: z.int(),
    version: z.int(),
    tables: z.array(fileTable),
    status: z.enum(['queued', 'ingesting', 'ready', 'failed']),
    error: z.string().nullable(),
    created_at: z.string(),
    notes: ingestNotes,
    mapping,
    uploads: z
      .array(z.object({ filename: z.string(), sha256: z.string(), byte_size: z.int() }))
      .optional()
      .meta({ description: 'Uploads that make up the file, if there are several' }),
    source: fileSource
      .optional()
      .meta({ description: 'Where the file is refreshed from; absent for uploads' }),
  })
  .meta({ id: 'File' });

const jobStatus = z
  .enum(['queued', 'running', 'succeeded', 'failed', 'cancelled'])
  .meta({ id: 'JobStatus' });

export const queuedFile = z
  .object({
    job_id: z.string(),
    filename: z.string(),
    status: jobStatus,
    status_url: z.string().meta({ description: 'Path of the job status' }),
  })
  .meta({ id: 'QueuedFile' });

export const fileJob = z
  .object({
    job_id: z.string(),
    filename: z.string(),
    status: jobStatus,
    progress: z.object({
      stage: z.enum([
        'queued',
        'reading',
        'building',
        'profiling',
        'publishing',
        'done',
        'failed',
        'cancelled',
      ]),
      bytes_read: z.int(),
      bytes_total: z.int(),
      rows: z.int().meta({ description: 'Rows read from the file' }),
      rows_built: z.int().meta({ description: 'Rows loaded into the engine' }),
    }),
    manifest: commitManifest.optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'FileJob' });

export const fileParams = workspaceParams.extend({
  file_id: wholeNumber(0, 2_147_483_647),
});
