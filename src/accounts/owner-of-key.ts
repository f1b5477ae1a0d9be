import type { Principal, RowPolicy } from '#src/principal.ts';
import type { Authenticator } from './authenticate.ts';
import { bothFilters, rowPolicy } from './row-policy.ts';

/** Who made something that goes on without them: a key, the person it spoke for, and the rows that person saw. */
interface Owner {
  readonly keyId: string;
  readonly endUserId: string | null;
  readonly rowFilter: RowPolicy['filter'];
}

/**
 * The owner with the access of today, never more than when the thing was made. Null where the key was revoked or only
 * asks by now, or sees none of those rows any more.
 */
export async function ownerOfKey(
  { keyById }: Pick<Authenticator, 'keyById'>,
  { keyId, endUserId, rowFilter }: Owner,
): Promise<Principal | null> {
  const key = await keyById(keyId);
  const filter = key && bothFilters(key.policy.filter, rowFilter);
  if (!filter || key.key.scope !== 'full') return null;
  return { ...key, endUserId, policy: rowPolicy(filter) };
}
