import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { NOBODY, Places, type WaitingLimits } from '#src/places.ts';

/** Passwords as scrypt (RFC 7914) keeps them. */
export interface Passwords {
  /** Cost, salt and key as one text. Fails with `unavailable` where too many wait. */
  hash(password: string): Promise<string>;
  /** Whether it is the password. With null, as where nobody has that name, it takes as long and is false. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

export interface PasswordsOptions {
  readonly limits: WaitingLimits;
  /** Passwords that are hashed at once. */
  readonly places: number;
  /** Binary logarithm of N. 15 with three rounds takes 32 MiB, as the OWASP Password Storage Cheat Sheet has it. */
  readonly logCost?: number;
}

const BLOCK = 8;
const ROUNDS = 3;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

export function createPasswords({ limits, places, logCost = 15 }: PasswordsOptions): Passwords {
  const queue = new Places({
    queue: 'passwords',
    places,
    // Nobody is known yet, so all are one caller.
    limits: { ...limits, workspaceShare: 1, endUserShare: 1 },
  });
  const never = new AbortController().signal;
  const keyOf = (password: string, salt: Buffer, log: number) => {
    const N = 2 ** log;
    const cost = { N, r: BLOCK, p: ROUNDS, maxmem: 2 * 128 * N * BLOCK };
    // Two spellings of one letter are the same password (RFC 8265, section 4).
    return queue.run(NOBODY, undefined, never, () =>
      derive(password.normalize('NFC'), salt, KEY_BYTES, cost),
    );
  };
  const textOf = (salt: Buffer, key: Buffer) =>
    [logCost, salt.toString('base64'), key.toString('base64')].join('$');
  const nobody = textOf(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      return textOf(salt, await keyOf(password, salt, logCost));
    },
    async matches(password, hash) {
      const [log, salt = '', kept = ''] = (hash ?? nobody).split('$');
      const key = await keyOf(password, Buffer.from(salt, 'base64'), Number(log));
      return timingSafeEqual(Buffer.from(kept, 'base64'), key) && hash !== null;
    },
  };
}
