import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { newId } from '#src/ids.ts';
import type { SecretBox } from '#src/secrets/secret-box.ts';
import type { Store, TokenSecretRow } from '#src/store/schema.ts';

export interface SigningSecretsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly box: SecretBox;
  readonly config: Pick<Config['tokens'], 'rotate_hours' | 'secrets_cache_ms'>;
}

interface SigningSecret {
  readonly kid: string;
  readonly secret: Buffer;
}

/** The secrets that sign bearer tokens, shared by all gateways of a store. */
export interface SigningSecrets {
  /** The newest secret; a new one where there is none, or where it is older than `rotate_hours`. */
  forSigning(): Promise<SigningSecret>;
  /** The secret of a `kid`; null where there is none, `unavailable` where this gateway cannot decrypt it. */
  forChecking(kid: string): Promise<Buffer | null>;
  /** A new secret at once; with `removeOthers` every token that was made before is refused from now on. */
  rotate(options: { readonly removeOthers: boolean }): Promise<SigningSecret>;
  /** Encrypts secrets anew that the newest key did not encrypt; gives how many. */
  sealAnew(): Promise<number>;
}

const HOUR_MS = 3_600_000;
/** A token lives a day at the most; the hour is for gateways that have not yet seen a newer secret. */
const KEPT_MS = 25 * HOUR_MS;
const BYTES = 32;

export function createSigningSecrets(options: SigningSecretsOptions): SigningSecrets {
  const { store, clock, log, box, config } = options;
  let known: { readonly rows: readonly TokenSecretRow[]; readonly at: number } | null = null;

  const read = async (): Promise<readonly TokenSecretRow[]> => {
    const rows = await store
      .selectFrom('token_secrets')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('kid')
      .execute();
    known = { rows, at: clock.now().getTime() };
    return rows;
  };
  const opened = ({ kid, secret }: TokenSecretRow): Buffer | null => {
    try {
      return Buffer.from(box.open(secret, kid), 'base64');
    } catch (error) {
      log.warn({ err: error, kid }, "a token signing secret can't be decrypted");
      return null;
    }
  };

  const rotate: SigningSecrets['rotate'] = async ({ removeOthers }) => {
    const now = clock.now();
    const secret = randomBytes(BYTES);
    const kid = newId('tks');
    await store.transaction().execute(async (trx) => {
      const old = new Date(now.getTime() - KEPT_MS);
      const remove = trx.deleteFrom('token_secrets');
      await (removeOthers ? remove : remove.where('retired_at', '<', timestamp(old))).execute();
      await trx
        .updateTable('token_secrets')
        .set({ retired_at: timestamp(now) })
        .where('retired_at', 'is', null)
        .execute();
      await trx
        .insertInto('token_secrets')
        .values({
          kid,
          secret: box.seal(secret.toString('base64'), kid),
          created_at: timestamp(now),
          retired_at: null,
        })
        .execute();
    });
    known = null;
    return { kid, secret };
  };

  return {
    rotate,

    async forSigning() {
      const oldest = timestamp(new Date(clock.now().getTime() - config.rotate_hours * HOUR_MS));
      const usable = (await read()).filter(
        (row) => row.retired_at === null && row.created_at > oldest,
      );
      for (const row of usable) {
        const secret = opened(row);
        if (secret) return { kid: row.kid, secret };
      }
      return rotate({ removeOthers: false });
    },

    async forChecking(kid) {
      const isFresh = known && clock.now().getTime() - known.at < config.secrets_cache_ms;
      const found = isFresh && known!.rows.find((row) => row.kid === kid);
      // Another gateway may have made it a moment ago.
      const row = found || (await read()).find((one) => one.kid === kid);
      if (!row) return null;
      const secret = opened(row);
      if (secret) return secret;
      throw new AppError(
        'unavailable',
        "This token's secret can't be decrypted here. Use the same databases.encryption_keys on every gateway.",
      );
    },

    async sealAnew() {
      let sealed = 0;
      for (const { kid, secret } of await read()) {
        if (box.isCurrent(secret)) continue;
        try {
          const { numUpdatedRows } = await store
            .updateTable('token_secrets')
            .set({ secret: box.seal(box.open(secret, kid), kid) })
            .where('kid', '=', kid)
            .where('secret', '=', secret)
            .executeTakeFirst();
          sealed += Number(numUpdatedRows);
        } catch (error) {
          log.warn({ err: error, kid }, "a token signing secret couldn't be re-encrypted");
        }
      }
      return sealed;
    },
  };
}
