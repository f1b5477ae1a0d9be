import { hash as digest, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { NOBODY, Places, type WaitingLimits } from '#src/places.ts';

/** Passwords as scrypt (RFC 7914) keeps them, each salted by whose it is. */
export interface Passwords {
  /** Cost, salt and key as one text. Fails with `unavailable` where too many wait. */
  hash(password: string, owner: string): Promise<string>;
  /**
   * Which of the owner's hashes is of the password; -1: none. All of them have one salt, so that this takes as long for
   * none as for many: nobody can keep people out by adding to them.
   */
  find(password: string, owner: string, hashes: readonly string[]): Promise<number>;
}

export interface PasswordsOptions {
  readonly limits: WaitingLimits;
  /** Passwords that are hashed at once. */
  readonly places: number;
  /** Id of the store: salts of another one differ. */
  readonly storeId: string;
  /** Binary logarithm of N. 15 with three rounds takes 32 MiB, as the OWASP Password Storage Cheat Sheet has it. */
  readonly logCost?: number;
  readonly derive?: Derive;
}

type Derive = (
  password: string,
  salt: Buffer,
  bytes: number,
  cost: ScryptOptions,
) => Promise<Buffer>;

const BLOCK = 8;
const ROUNDS = 3;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

const byScrypt: Derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

export function createPasswords({
  limits,
  places,
  storeId,
  logCost = 15,
  derive = byScrypt,
}: PasswordsOptions): Passwords {
  const queue = new Places({
    queue: 'passwords',
    places,
    // Nobody is known yet, so all are one caller.
    limits: { ...limits, workspaceShare: 1, endUserShare: 1 },
  });
  const never = new AbortController().signal;
  /** `prefix` is cost and salt. */
  const keyOf = (password: string, prefix: string) => {
    const [log, salt = ''] = prefix.split('$');
    const N = 2 ** Number(log);
    const cost = { N, r: BLOCK, p: ROUNDS, maxmem: 2 * 128 * N * BLOCK };
    // Two spellings of one letter are the same password (RFC 8265, section 4).
    return queue.run(NOBODY, undefined, never, () =>
      derive(password.normalize('NFC'), Buffer.from(salt, 'base64'), KEY_BYTES, cost),
    );
  };
  const prefixFor = (owner: string) => {
    const salt = digest('sha256', `${storeId}\n${owner}`, 'buffer').subarray(0, SALT_BYTES);
    return `${logCost}$${salt.toString('base64')}`;
  };
  return {
    async hash(password, owner) {
      const prefix = prefixFor(owner);
      return `${prefix}$${(await keyOf(password, prefix)).toString('base64')}`;
    },
    async find(password, owner, hashes) {
      const keys = new Map<string, Buffer>();
      const kept = hashes.map((text) => splitAt(text, text.lastIndexOf('$')));
      // Hashes of an earlier release have salts of their own.
      const prefixes = kept.length === 0 ? [prefixFor(owner)] : kept.map(([prefix]) => prefix);
      for (const prefix of new Set(prefixes)) keys.set(prefix, await keyOf(password, prefix));
      return kept.findIndex(([prefix, key]) => {
        const derived = keys.get(prefix);
        return derived !== undefined && timingSafeEqual(Buffer.from(key, 'base64'), derived);
      });
    },
  };
}

const splitAt = (text: string, at: number) => [text.slice(0, at), text.slice(at + 1)] as const;
