import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A key of AES-256: 32 bytes, with the id that stands in what it encrypted. */
export interface EncryptionKey {
  /** Letters, digits, `_` and `-`. */
  readonly id: string;
  readonly key: Uint8Array;
}

/** Keeps secrets in the store. `about` binds a secret to its row: copied to another one it does not open. */
export interface SecretBox {
  seal(secret: string, about: string): string;
  /** Fails with `SecretUnreadable`. */
  open(sealed: string, about: string): string;
  /** Whether the newest key sealed it. */
  isCurrent(sealed: string): boolean;
}

/** A secret whose key is gone, or that was changed; the text tells an operator what to do. */
export class SecretUnreadable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SecretUnreadable';
  }
}

const VERSION = 'v1';
const CIPHER = 'aes-256-gcm';
/** Bytes, as NIST SP 800-38D recommends for random ones. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with a random nonce each time: `v1.<key id>.<nonce>.<tag and text>`, base64url. The first key seals,
 * all of them open.
 */
export function createSecretBox(keys: readonly [EncryptionKey, ...EncryptionKey[]]): SecretBox {
  const [current] = keys;
  const byId = new Map(keys.toReversed().map((key) => [key.id, key]));
  return {
    seal(secret, about) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, current.key, iv);
      cipher.setAAD(boundTo(current.id, about));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      const body = Buffer.concat([cipher.getAuthTag(), text]);
      return [VERSION, current.id, iv.toString('base64url'), body.toString('base64url')].join('.');
    },

    open(sealed, about) {
      const [version, id, iv, body] = sealed.split('.');
      if (version !== VERSION || !id || !iv || body === undefined)
        throw new SecretUnreadable(
          "This version can't read a stored password. Connect the database again.",
        );
      const key = byId.get(id);
      if (!key)
        throw new SecretUnreadable(
          `A stored password was encrypted with the key "${id}", which is missing. Add it to databases.encryption_keys, or connect the database again.`,
        );
      const bytes = Buffer.from(body, 'base64url');
      try {
        const decipher = createDecipheriv(CIPHER, key.key, Buffer.from(iv, 'base64url'), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(boundTo(id, about));
        decipher.setAuthTag(bytes.subarray(0, TAG_BYTES));
        const text = [decipher.update(bytes.subarray(TAG_BYTES)), decipher.final()];
        return Buffer.concat(text).toString('utf8');
      } catch (error) {
        throw new SecretUnreadable(
          `A stored password can't be decrypted, because the key "${id}" or the stored text has changed. Connect the database again.`,
          { cause: error },
        );
      }
    },

    isCurrent: (sealed) => sealed.split('.')[1] === current.id,
  };
}

const boundTo = (keyId: string, about: string) => Buffer.from(`${VERSION}.${keyId}.${about}`);
