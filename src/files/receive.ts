import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { AppError } from '#src/errors.ts';
import { diskFull } from '#src/files/disk-full.ts';
import type { ReceivedUpload } from '#src/files/types.ts';
import { ENDINGS } from '#workers/ingest/file-names.ts';

export interface ReceiveOptions {
  /** Folder of uploads; exists. */
  readonly folder: string;
  /** Largest file, bytes. */
  readonly maxBytes: number;
  /** How long the rest of a refused upload is read and thrown away, milliseconds. */
  readonly lingerMs: number;
  readonly signal: AbortSignal;
}

/** Room for the boundary lines and the small fields of a form beside its file, bytes. */
const FORM_BYTES = 256 * 1024;
const MAX_FIELD_BYTES = 128 * 1024;
const MAX_FIELDS = 20;
const MIB = 1024 * 1024;
const MAX_NAME_LENGTH = 255;

/**
 * Receives the form of an upload: its file goes to disk while it is hashed, never whole into memory; fields may come
 * in any order. Leaves nothing on disk when it fails: `payload_too_large` as soon as that is known, `upload_empty`,
 * `upload_unsupported_type`, `bad_request` for several files, `unprocessable` for a missing or wrong field,
 * `storage_full`. What the client still sends after a failure is thrown away for a moment, then cut off.
 */
export async function receiveUpload(
  request: IncomingMessage,
  options: ReceiveOptions,
): Promise<ReceivedUpload> {
  const target = path.join(options.folder, randomUUID());
  try {
    if (Number(request.headers['content-length'] ?? 0) > options.maxBytes + FORM_BYTES)
      throw tooLarge(options.maxBytes);
    const form = await readForm(request, target, options);
    const append = appendOf(form);
    return {
      filename: form.file.filename,
      path: target,
      byteSize: form.file.byteSize,
      sha256: form.file.sha256,
      force: forceOf(form.fields.get('force')),
      mapping: form.fields.get('mapping') ?? null,
      ...(append ? { append } : {}),
    };
  } catch (error) {
    linger(request, options.lingerMs);
    await rm(target, { force: true });
    throw asAppError(error);
  }
}

/**
 * A connection that is closed while its client still sends is reset, and the client never sees the answer: the rest
 * is read for a moment.
 */
function linger(request: IncomingMessage, milliseconds: number): void {
  if (request.complete || request.destroyed) return;
  request.resume();
  const timer = setTimeout(() => request.destroy(), milliseconds).unref();
  request.once('close', () => clearTimeout(timer));
}

interface Form {
  readonly file: { readonly filename: string; readonly byteSize: number; readonly sha256: string };
  readonly fields: ReadonlyMap<string, string>;
}

async function readForm(
  request: IncomingMessage,
  target: string,
  { maxBytes, signal }: ReceiveOptions,
): Promise<Form> {
  const fields = new Map<string, string>();
  const parser = openParser(request, maxBytes);
  const giveUp = new AbortController();
  const done = Promise.withResolvers<void>();
  let writing: Promise<Form['file']> | null = null;
  const fail = (error: unknown) => done.reject(error);

  parser.on('field', (name, value, info) => {
    if (info.valueTruncated) fail(invalid(name, `is longer than ${MAX_FIELD_BYTES} bytes`));
    else fields.set(name, value);
  });
  parser.on('file', (name, stream, info) => {
    stream.on('error', fail);
    const filename = cleanName(info.filename);
    const problem = writing
      ? new AppError('bad_request', 'Too many files. Send one form field "file" per request.')
      : fileProblem(name, filename);
    if (problem) return fail(problem);
    stream.on('limit', () => fail(tooLarge(maxBytes)));
    writing = writeHashed(stream, target, filename, giveUp.signal);
    writing.catch(fail);
  });
  parser.once('close', done.resolve);
  // For its whole life: what it says when it is destroyed is an error of its own.
  parser.on('error', fail);
  const stopListening = whenGone(request, signal, fail);
  request.pipe(parser);
  try {
    await done.promise;
    const file = (await writing) as Form['file'] | null;
    if (!file) throw invalid('file', 'Field required');
    if (file.byteSize === 0)
      throw new AppError('upload_empty', `"${file.filename}" is empty. Upload a file with rows.`);
    return { file, fields };
  } catch (error) {
    request.unpipe(parser);
    giveUp.abort();
    parser.destroy();
    await Promise.allSettled([writing]);
    throw error;
  } finally {
    stopListening();
  }
}

/** Calls `fail` when the client goes away or the signal aborts; the result ends the listening. */
function whenGone(
  request: IncomingMessage,
  signal: AbortSignal,
  fail: (error: unknown) => void,
): () => void {
  const onClose = () => {
    if (!request.complete) fail(new Error('the client disconnected during the upload'));
  };
  const onAbort = () => fail(signal.reason);
  request.once('close', onClose);
  // Stays: a reset after the failure has nobody else to hear it.
  request.on('error', fail);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return () => {
    request.off('close', onClose);
    signal.removeEventListener('abort', onAbort);
  };
}

function openParser(request: IncomingMessage, maxBytes: number): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: {
        // One more than allowed: a second file is seen and refused.
        files: 2,
        // The event "limit" comes when this many bytes have passed.
        fileSize: maxBytes + 1,
        fields: MAX_FIELDS,
        fieldSize: MAX_FIELD_BYTES,
      },
    });
  } catch (error) {
    throw new AppError(
      'unprocessable',
      'The request has no file. Send it as multipart/form-data in a field named "file".',
      { cause: error },
    );
  }
}

async function writeHashed(
  stream: NodeJS.ReadableStream,
  target: string,
  filename: string,
  signal: AbortSignal,
): Promise<Form['file']> {
  const hash = createHash('sha256');
  let byteSize = 0;
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      byteSize += chunk.length;
      done(null, chunk);
    },
  });
  // `flush` puts the bytes on the disk before the file counts as received.
  await pipeline(stream, hashing, createWriteStream(target, { flags: 'wx', flush: true }), {
    signal,
  });
  return { filename, byteSize, sha256: hash.digest('hex') };
}

/** The name without folders and control characters, in NFC. */
function cleanName(name: string | undefined): string {
  const base = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  return base
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .trim();
}

function fileProblem(field: string, filename: string): AppError | null {
  if (field !== 'file') return invalid(field, 'Send the file in the form field "file"');
  if (filename === '') return invalid('file', 'The file has no name');
  if (filename.length > MAX_NAME_LENGTH)
    return invalid('file', `The file name is longer than ${MAX_NAME_LENGTH} characters`);
  const extension = path.extname(filename).toLowerCase();
  if (ENDINGS.includes(extension)) return null;
  return new AppError(
    'upload_unsupported_type',
    `"${filename}" isn't a supported file type (${ENDINGS.join(', ')}). Save the data as .csv or .xlsx and upload that.`,
  );
}

const tooLarge = (maxBytes: number) =>
  new AppError(
    'payload_too_large',
    `The file is larger than ${maxBytes < MIB ? '' : `${Math.floor(maxBytes / MIB)} MB, `}${maxBytes} bytes. Split it, or leave out columns that no question needs.`,
  );

/** A wrong form field, in the shape of validation errors. */
function invalid(field: string, message: string): AppError {
  return new AppError('unprocessable', message, {
    detail: [{ loc: ['body', field], msg: message, type: 'value_error' }],
  });
}

function forceOf(text: string | undefined): boolean {
  const value = (text ?? '').trim().toLowerCase();
  if (['', 'false', '0', 'no', 'off'].includes(value)) return false;
  if (['true', '1', 'yes', 'on'].includes(value)) return true;
  throw invalid('force', 'Input should be true or false');
}

/** Whether rows are added: asked for by `mode`, or by naming the file that they go to. */
function appendOf({ fields, file }: Form): ReceivedUpload['append'] {
  const mode = (fields.get('mode') ?? '').trim();
  const to = (fields.get('append_to') ?? '').trim();
  if (!['', 'replace', 'append'].includes(mode))
    throw invalid('mode', "Input should be 'replace' or 'append'");
  if (to !== '' && !/^\d{1,9}$/.test(to))
    throw invalid('append_to', 'Input should be the ID of a file');
  if (to !== '' && mode === 'replace')
    throw invalid('append_to', 'Input is only allowed with mode=append');
  if (mode !== 'append' && to === '') return undefined;
  return { to: to === '' ? null : Number(to), filename: file.filename };
}

function asAppError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const full = diskFull(error);
  if (full) return full;
  const message = error instanceof Error ? error.message : '';
  if (/Malformed|Unexpected end of (form|file)|Multipart/i.test(message))
    return new AppError(
      'bad_request',
      `The form is damaged or incomplete (${message}). Send it again.`,
      {
        cause: error,
      },
    );
  return error;
}
