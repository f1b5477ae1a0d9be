import path from 'node:path';
import { loadConfig } from '#config/load.ts';
import { createSigningSecrets } from '#src/accounts/tokens/signing-secrets.ts';
import { systemClock } from '#src/clock.ts';
import { encryptionKeys } from '#src/secrets/encryption-keys.ts';
import { createSecretBox } from '#src/secrets/secret-box.ts';
import { withStore } from './with-store.ts';

/** Makes a new secret for bearer tokens; with `revoke`, ends every token that was made so far. Gives what to print. */
export async function rotateTokenSecret({ revoke }: { readonly revoke: boolean }): Promise<string> {
  const config = loadConfig(process.env);
  return withStore(config, async ({ store, log }) => {
    const box = createSecretBox(
      await encryptionKeys(config.databases.encryption_keys, path.resolve(config.data_dir)),
    );
    const secrets = createSigningSecrets({
      ...{ store, clock: systemClock, log, box },
      config: config.tokens,
    });
    const { kid } = await secrets.rotate({ removeOthers: revoke });
    const before = revoke
      ? `All earlier tokens stop working within ${config.tokens.secrets_cache_ms / 1_000} s.`
      : 'Earlier tokens keep working until they expire.';
    return `Bearer tokens now use the new secret ${kid}. ${before}`;
  });
}
