import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#config/schema.ts';
import { encryptionKeys, KEY_FILE } from '#src/secrets/encryption-keys.ts';
import { createSecretBox, type SecretBox, SecretUnreadable } from '#src/secrets/secret-box.ts';
import { StartError } from '#src/start-error.ts';
import { gatewayOf } from '#src/store/gateway.ts';
import type { Store } from '#src/store/schema.ts';
import type { StoreTime } from '#src/store/store-time.ts';
import { keyFingerprint, refuseOtherKeys } from './agreement.ts';
import { livingGateways } from './gateways.ts';

const TEXT = 'plumbline';
const ABOUT = 'installation';

/**
 * The keys of the configuration and the data folder, held to those that the store's secrets were encrypted with: with
 * others, connected databases, webhooks and tokens would fail one after the other. Fails with a `StartError`. Keys that
 * were changed as documented (the new one in front, the old one behind it) pass, and the newest counts from then on.
 */
export async function openKeys(
  store: Store,
  { databases, data_dir }: Pick<Config, 'databases' | 'data_dir'>,
  time: StoreTime,
): Promise<SecretBox> {
  const configured = databases.encryption_keys;
  const dataDir = path.resolve(data_dir);
  const row = await store.selectFrom('installation').select('key_check').executeTakeFirst();
  const sealed = row?.key_check ?? null;
  const isBound = sealed !== null && (await hasSecrets(store));
  // A new key would be made in its place.
  if (isBound && configured.length === 0 && !existsSync(path.join(dataDir, KEY_FILE)))
    throw otherKeys();
  const keys = await encryptionKeys(configured, dataDir);
  const box = createSecretBox(keys);
  if (isBound && !opens(box, sealed)) throw otherKeys();
  await agreeOnKeys(store, keys.map(keyFingerprint), time);
  if (sealed === null || !opens(box, sealed) || !box.isCurrent(sealed)) await sealKeys(store, box);
  return box;
}

/** Lets other gateways know the keys of this one, where each can decrypt what the other encrypts. */
async function agreeOnKeys(store: Store, own: readonly string[], time: StoreTime): Promise<void> {
  const { id, isShared } = gatewayOf(store);
  if (!isShared) return;
  const living = await livingGateways(store, time);
  refuseOtherKeys(
    own,
    living.filter((other) => other.id !== id),
  );
  await store
    .updateTable('gateways')
    .set({ keys: JSON.stringify(own) })
    .where('id', '=', id)
    .execute();
}

const otherKeys = () =>
  new StartError(
    `The encryption keys can't decrypt the passwords and secrets in the metadata store. Nothing was changed. Restore ${KEY_FILE} in the data folder from a backup, or add the old key to databases.encryption_keys. If the key is lost, run "plumbline attach --new-keys", then connect the databases and create the webhooks again.`,
  );

/** Makes the keys of `box` those of the store. */
export async function sealKeys(store: Store, box: SecretBox): Promise<void> {
  await store
    .updateTable('installation')
    .set({ key_check: box.seal(TEXT, ABOUT) })
    .execute();
}

function opens(box: SecretBox, sealed: string): boolean {
  try {
    return box.open(sealed, ABOUT) === TEXT;
  } catch (error) {
    if (error instanceof SecretUnreadable) return false;
    throw error;
  }
}

async function hasSecrets(store: Store): Promise<boolean> {
  for (const table of ['databases', 'webhooks', 'token_secrets', 'model_settings'] as const) {
    const row = await store
      .selectFrom(table)
      .select('secret')
      .where('secret', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}
