import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Agent, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '#src/clock.ts';
import {
  type ObjectStore,
  ObjectStoreError,
  type StoredObject,
} from '#src/plugin-api/object-store.ts';
import { elementOf, Passing, S3Requests, textOf } from './requests.ts';
import type { S3Settings } from './settings.ts';

/** The most that one request may put: https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const MAX_PUT_BYTES = 5 * 1024 ** 3;
/** Keys of a page, and the bytes that a page may have. */
const PAGE_KEYS = 1_000;
const MAX_PAGE_BYTES = 8 * 1024 * 1024;
/** Says with each object what its bytes are. */
const HASH_HEADER = 'x-amz-meta-sha256';

/**
 * Objects in a bucket. Each is put by one request, so that none is there in part; its hash is signed, so that the server
 * refuses other bytes, and kept beside it, so that whoever reads it knows.
 */
export function createS3Store(settings: S3Settings, clock: Clock): ObjectStore {
  const { endpoint, bucket, prefix, connections: maxSockets } = settings;
  const isSecure = endpoint.startsWith('https:');
  const agent = new (isSecure ? SecureAgent : Agent)({ keepAlive: true, maxSockets });
  const requests = new S3Requests(settings, clock, agent);
  return {
    name: `s3://${bucket}/${prefix}`,
    isLocal: false,

    async put(key, file, sha256, signal) {
      const { size: bytes } = await stat(file);
      if (bytes > MAX_PUT_BYTES)
        throw new ObjectStoreError(
          'refused',
          `${key} has ${bytes} bytes; S3 accepts at most ${MAX_PUT_BYTES} in one request`,
        );
      await requests.send(
        { method: 'PUT', key, headers: { [HASH_HEADER]: sha256 }, body: { file, bytes, sha256 } },
        textOf,
        signal,
      );
    },

    get: (key, file, signal) =>
      requests.send({ method: 'GET', key }, (reply) => write(reply, file, signal), signal),

    async has(key, signal) {
      try {
        await requests.send({ method: 'HEAD', key }, textOf, signal);
        return true;
      } catch (error) {
        if (error instanceof ObjectStoreError && error.kind === 'missing') return false;
        throw error;
      }
    },

    list: (below, signal) => pages(requests, prefix, below, signal),

    async delete(keys, signal) {
      await Promise.all(
        keys.map((key) =>
          requests.send({ method: 'DELETE', key }, textOf, signal).catch((error: unknown) => {
            if (!(error instanceof ObjectStoreError && error.kind === 'missing')) throw error;
          }),
        ),
      );
    },

    async close() {
      agent.destroy();
    },
  };
}

/** Writes a reply to a file; gives its hash. Fails with `Passing` where it is cut short or isn't what was put. */
async function write(reply: IncomingMessage, file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  let bytes = 0;
  const hashing = new PassThrough().on('data', (chunk: Buffer) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  await pipeline(reply, hashing, createWriteStream(file, { mode: 0o600 }), { signal });
  const expected = Number(reply.headers['content-length'] ?? bytes);
  if (bytes !== expected) throw new Passing(`${bytes} of ${expected} bytes arrived`);
  const sha256 = hash.digest('hex');
  const put = reply.headers[HASH_HEADER];
  if (put !== undefined && put !== sha256)
    throw new Passing(`its bytes don't match its checksum ${put}`, 'damaged');
  return sha256;
}

async function* pages(
  requests: S3Requests,
  root: string,
  below: string,
  signal: AbortSignal,
): AsyncGenerator<StoredObject> {
  let token: string | null = null;
  do {
    const query: Record<string, string> = {
      ...{ 'list-type': '2', prefix: `${root}${below}`, 'max-keys': String(PAGE_KEYS) },
      ...(token === null ? {} : { 'continuation-token': token }),
    };
    const read = (reply: IncomingMessage) => textOf(reply, MAX_PAGE_BYTES);
    const page: string = await requests.send({ method: 'GET', query }, read, signal);
    for (const one of page.split('<Contents>').slice(1))
      yield {
        key: (elementOf(one, 'Key') ?? '').slice(root.length),
        bytes: Number(elementOf(one, 'Size')),
        modifiedAt: new Date(elementOf(one, 'LastModified') ?? 0),
      };
    token = elementOf(page, 'NextContinuationToken');
  } while (token !== null);
}
