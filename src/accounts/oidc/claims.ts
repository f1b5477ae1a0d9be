import { ROLES, type Role } from '#src/principal.ts';
import { refused } from '../members/changes.ts';
import type { Identity } from '../members/types.ts';
import type { OidcProvider } from './types.ts';

/** What a provider says of a person, in its ID token or of its user info. */
export type Claims = Readonly<Record<string, unknown>>;

const MAX_NAME = 100;
const EMAIL = /^[^\s@<>"']{1,64}@[a-z0-9.-]{1,189}$/;

/** Fails with `forbidden`, each time saying what keeps the person out. */
export function identityOf(provider: OidcProvider, claims: Claims): Identity {
  const { iss, sub } = claims;
  if (typeof iss !== 'string' || typeof sub !== 'string') throw new TypeError('no iss or sub');
  const email = emailOf(provider, claims);
  const { name } = claims;
  return {
    issuer: iss,
    subject: sub,
    name: (typeof name === 'string' && [...name.trim()].slice(0, MAX_NAME).join('')) || email,
    email,
    role: roleOf(provider, claims),
  };
}

function emailOf(provider: OidcProvider, claims: Claims): string {
  const { label, trust_email, email_domains } = provider;
  const email = typeof claims['email'] === 'string' ? claims['email'].toLowerCase() : '';
  if (!EMAIL.test(email))
    throw refused(`${label} didn't provide an email address. Add one to your account there.`);
  // Some write the boolean as text; `xms_edov` is Entra's name for it.
  const isVerified = ['email_verified', 'xms_edov'].some((name) =>
    [true, 'true', 1, '1'].includes(claims[name] as never),
  );
  if (!isVerified && !trust_email)
    throw refused(`${label} hasn't verified ${email}. Verify it there, then try again.`);
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (email_domains.length > 0 && !email_domains.some((one) => one === '*' || one === domain))
    throw refused(
      `You can't sign in with an email address at ${domain}. Use your company account.`,
    );
  return email;
}

function roleOf({ role_claim, roles }: OidcProvider, claims: Claims): Role | null {
  if (role_claim === null) return null;
  const found = claimAt(claims, role_claim);
  const values = Array.isArray(found) ? (found as unknown[]) : [found];
  const held = values.flatMap((value) =>
    typeof value === 'string' && Object.hasOwn(roles, value) ? [roles[value]] : [],
  );
  // They stand from the one that may do most downwards.
  return ROLES.find((role) => held.includes(role)) ?? null;
}

/** A claim by its whole name (`https://example.com/roles`), else by its path (`realm_access.roles`). */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (node, key) =>
        typeof node === 'object' && node !== null && Object.hasOwn(node, key)
          ? (node as Claims)[key]
          : undefined,
      claims,
    );
}
