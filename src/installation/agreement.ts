import { createHash } from 'node:crypto';
import type { Config } from '#config/schema.ts';
import { StartError } from '#src/start-error.ts';
import type { GatewayRow } from '#src/store/schema.ts';

/** Settings that hold over all gateways together, so that one that differs would break what the others promise. */
const SHARED = [
  'plans',
  'budgets',
  'sample',
  'signups_per_hour',
  'redis.url',
  'redis.key_prefix',
  'store.lease_ms',
  'files.reader_grace_ms',
  'objects.store',
] as const;

export type SharedSettings = Readonly<Record<(typeof SHARED)[number], string>>;

/** Fingerprints of the settings that all gateways have to agree on. */
export function sharedSettings(config: Config): SharedSettings {
  const settingAt = (name: string) =>
    name
      .split('.')
      .reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>>)[key], config);
  return Object.fromEntries(
    SHARED.map((name) => [name, fingerprint(JSON.stringify(settingAt(name)) ?? '')]),
  ) as SharedSettings;
}

const LENGTH = 24;
const fingerprint = (text: string) =>
  createHash('sha256').update(text).digest('hex').slice(0, LENGTH);

/** Fails with a `StartError` where a setting differs from that of a gateway that runs. */
export function refuseOtherSettings(
  own: SharedSettings,
  living: readonly Pick<GatewayRow, 'address' | 'settings'>[],
): void {
  for (const { address, settings } of living) {
    const theirs = JSON.parse(settings) as Partial<SharedSettings>;
    // A release may have more of them than another.
    const differs = SHARED.find((name) => theirs[name] !== undefined && theirs[name] !== own[name]);
    if (differs)
      throw new StartError(
        `${differs} has a different value on the gateway at ${address}. Set the same value on all gateways that use this store. Nothing was changed.`,
      );
  }
}

/** Says of a key what key it is, and nothing more. */
export const keyFingerprint = ({
  id,
  key,
}: {
  readonly id: string;
  readonly key: Uint8Array;
}): string =>
  createHash('sha256').update(`plumbline ${id}\0`).update(key).digest('hex').slice(0, LENGTH);

/** Fails with a `StartError` where one gateway could not decrypt what another encrypts. */
export function refuseOtherKeys(
  own: readonly string[],
  living: readonly Pick<GatewayRow, 'address' | 'keys'>[],
): void {
  for (const { address, keys } of living) {
    const theirs = JSON.parse(keys) as string[];
    // It has not opened its keys yet, and will look at ours.
    if (theirs.length === 0) continue;
    if (!own.includes(theirs[0]!))
      throw new StartError(
        `The gateway at ${address} encrypts with a key that this one doesn't have: add it to databases.encryption_keys. Nothing was changed.`,
      );
    if (!theirs.includes(own[0]!))
      throw new StartError(
        `The gateway at ${address} doesn't have the first key in databases.encryption_keys. Add it there as the second key before you put it first here. Nothing was changed.`,
      );
  }
}
