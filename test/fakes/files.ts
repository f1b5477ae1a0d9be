import { rm } from 'node:fs/promises';
import { AppError } from '#src/errors.ts';
import type { FileJob, FileRecord, FilesService } from '#src/files/types.ts';

const queued: FileJob = {
  job_id: 'job_1',
  filename: 'sales.csv',
  status: 'queued',
  progress: { stage: 'queued', bytes_read: 0, bytes_total: 8, rows: 0, rows_built: 0 },
};

/** Files in memory: each upload is one table of two rows. */
export function createFakeFiles(): FilesService {
  const files: FileRecord[] = [];
  return {
    async upload(_address, upload) {
      await rm(upload.path, { force: true });
      const table = { table_name: 'sales', row_count: 2, column_count: 2 };
      files.push({
        id: files.length + 1,
        filename: upload.filename,
        sha256: upload.sha256,
        byte_size: upload.byteSize,
        version: 1,
        tables: [table],
        status: 'ready',
        error: null,
        created_at: '2026-11-01T00:00:00.000',
        notes: [],
        mapping: {},
      });
      return {
        filename: upload.filename,
        version: 1,
        tables: [{ ...table, sheet_name: upload.filename }],
        sha256: upload.sha256,
        unchanged: false,
        notes: [{ sheet_name: upload.filename, row: 4, note: 'header row found at line 4' }],
      };
    },
    async previewUpload(_address, upload) {
      await rm(upload.path, { force: true });
      const { filename } = upload;
      return { filename, preview: true, tables: [], notes: [], mapping: {} };
    },
    async previewAgain(_address, { fileId }) {
      const { filename } = await this.read(_address, fileId);
      return { filename, preview: true, tables: [], notes: [], mapping: {} };
    },
    async readAgain(_address, { fileId }) {
      const { filename, sha256, tables } = await this.read(_address, fileId);
      return {
        ...{ filename, version: 1, sha256, unchanged: false, notes: [] },
        tables: tables.map((table) => ({ ...table, sheet_name: filename })),
      };
    },
    async read(_address, fileId) {
      const found = files.find(({ id }) => id === fileId);
      if (!found) throw new AppError('file_not_found', 'There is no file with this id.');
      return found;
    },
    async enqueue(_address, upload) {
      await rm(upload.path, { force: true });
      return { ...queued, filename: upload.filename };
    },
    async previewKept() {
      return { filename: queued.filename, preview: true, tables: [], notes: [], mapping: {} };
    },
    enqueueKept: () => Promise.resolve(queued),
    async job(_address, jobId) {
      if (jobId !== queued.job_id) throw new AppError('job_not_found', 'There is no such job.');
      return queued;
    },
    async cancel(_address, jobId) {
      if (jobId !== queued.job_id) throw new AppError('job_not_found', 'There is no such job.');
      return { job_id: jobId, filename: queued.filename, status: 'cancelled' };
    },
    async list() {
      return [...files];
    },
    async remove(_address, fileId) {
      const at = files.findIndex((file) => file.id === fileId);
      if (at < 0) throw new AppError('file_not_found', 'There is no file with this id.');
      const [file] = files.splice(at, 1);
      return { deleted: file!.filename, files_remaining: files.length };
    },
  };
}
