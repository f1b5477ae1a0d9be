export type ObjectStoreErrorKind =
  | 'missing' // there is no object under the key
  | 'refused' // rights, bucket or address are wrong: trying again doesn't help
  | 'damaged' // the bytes aren't those that were put
  | 'unavailable'; // it doesn't respond, or not in time

/** A failure of an object store; the message names the store and what it said, and holds no secret. */
export class ObjectStoreError extends Error {
  readonly kind: ObjectStoreErrorKind;

  constructor(kind: ObjectStoreErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ObjectStoreError';
    this.kind = kind;
  }
}

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/**
 * Keeps files under keys: lower-case letters, digits, `.`, `_`, `-`, parted by `/`. An object appears whole or not at
 * all, and is read as it was put from then on. All calls can be repeated, fail with `ObjectStoreError`, or with what the
 * local disk says, and end soon after the signal aborts.
 */
export interface ObjectStore {
  /** Where it is, for people: `s3://bucket/prefix`. */
  readonly name: string;
  /** Whether its objects are the files of the data folder: what is written there is kept, and nothing is fetched. */
  readonly isLocal: boolean;
  /** Keeps a copy of a file, durably when it returns. `sha256`: of its bytes, hex. */
  put(key: string, file: string, sha256: string, signal: AbortSignal): Promise<void>;
  /** Writes an object to a file, over one that is there; gives the SHA-256 of what was written. */
  get(key: string, file: string, signal: AbortSignal): Promise<string>;
  has(key: string, signal: AbortSignal): Promise<boolean>;
  /** The objects whose keys begin so, in any order. */
  list(prefix: string, signal: AbortSignal): AsyncIterable<StoredObject>;
  /** Removes objects; those that aren't there count as removed. */
  delete(keys: readonly string[], signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
