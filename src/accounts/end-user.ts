import { createHash } from 'node:crypto';

/** A caller's own stable id of a person, as the specification allows it. */
export const END_USER_ID = /^[A-Za-z0-9._:@+-]{1,128}$/;

/** Ids that issuers give may have other characters (`auth0|…`): those are known by their hash. */
export function personOf(subject: string): string {
  if (END_USER_ID.test(subject)) return subject;
  return `sub:${createHash('sha256').update(subject).digest('base64url')}`;
}
