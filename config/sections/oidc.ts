import { z } from 'zod';
import { isSafeUrl } from './token-issuers.ts';

const claim = z.string().min(1).max(200);
const role = z.enum(['admin', 'analyst', 'reader']);

const provider = z
  .strictObject({
    /** Names it in the API and in logs. */
    name: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/, 'Use 1 to 40 lowercase letters, digits and hyphens.'),
    /** What the button says: "Sign in with …". */
    label: z.string().trim().min(1).max(60),
    /** `iss` of its ID tokens; its metadata is at `/.well-known/openid-configuration` below it. */
    issuer: z.url().refine(isSafeUrl, 'Use https:// (http:// works for this machine only).'),
    client_id: z.string().min(1).max(500),
    /** Null: a public client, which PKCE alone protects. */
    client_secret: z.string().min(1).max(2_000).nullable().default(null),
    /** How the secret is sent: in a header, or in the body. */
    client_auth: z.enum(['basic', 'post']).default('basic'),
    scope: z
      .string()
      .max(500)
      .default('openid email profile')
      .refine((text) => text.split(' ').includes('openid'), 'Keep "openid" in the scope.'),
    /** The tenant that it signs in to. */
    tenant: z.string().min(1).max(100),
    /** Domains of email addresses that may sign in; none or `*`: any. */
    email_domains: z
      .array(
        z
          .string()
          .max(253)
          .transform((domain) => domain.toLowerCase()),
      )
      .max(100)
      .default([]),
    /** Take email addresses that the issuer does not call verified: only where nobody sets their own. */
    trust_email: z.boolean().default(false),
    /** Claim with roles or groups, by its name, or by its path with dots. */
    role_claim: claim.nullable().default(null),
    /** Values of the claim with the role that each stands for; of several, the one that may do most counts. */
    roles: z.record(z.string().min(1).max(200), role).default({}),
    /** Role of people without a listed value; null: they can't sign in where there is a role claim. */
    default_role: role.nullable().default(null),
    /** Whether people become members by signing in; else they need an invitation. */
    create_members: z.boolean().default(false),
  })
  .refine(({ create_members, email_domains }) => !create_members || email_domains.length > 0, {
    path: ['email_domains'],
    error: 'With create_members, list the email domains that may join, or ["*"] for all.',
  })
  .refine(
    ({ create_members, role_claim, default_role }) =>
      !create_members || role_claim !== null || default_role !== null,
    { path: ['default_role'], error: 'With create_members, set default_role or role_claim.' },
  )
  .refine(({ role_claim, roles }) => (role_claim === null) === (Object.keys(roles).length === 0), {
    path: ['roles'],
    error: 'Set role_claim and roles together.',
  });

/** Where members sign in instead of with a password. */
export const oidc = z
  .array(provider)
  .max(20)
  .default([])
  .refine(
    (list) => new Set(list.map(({ name }) => name)).size === list.length,
    'The names of providers must be unique.',
  )
  .describe('OpenID Connect providers that members sign in with (docs/how-to/people.md)');
