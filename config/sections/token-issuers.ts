import { z } from 'zod';

/** Signatures by key pairs only: a shared secret (HS256) could be taken for a public key. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;

const claim = z.string().min(1).max(200);
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Keys read over an open network could be anybody's. */
export const isSafeUrl = (text: string): boolean => {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && LOCAL.has(hostname));
};

const tenants = z
  .union([
    z
      .array(z.string().min(1))
      .transform((ids) => Object.fromEntries(ids.map((clientId) => [clientId, clientId]))),
    z.record(z.string().min(1), z.string().min(1)),
  ])
  .refine(
    (map) => Object.keys(map).length > 0,
    'Set tenants to the tenants that this issuer can access.',
  );

const issuerSchema = z.strictObject({
  /** Names it in logs, usage and answers' traces. */
  name: z.string().regex(/^[a-z0-9-]{1,40}$/, 'Use 1 to 40 lowercase letters, digits and hyphens.'),
  /** `iss` of its tokens, to the letter. */
  issuer: z.string().min(1).max(500),
  jwks_url: z.url().refine(isSafeUrl, 'Use https:// (http:// works for this machine only).'),
  /** `aud` that its tokens have to name. */
  audience: z.string().min(1).max(500),
  algorithms: z.array(z.enum(ALGORITHMS)).min(1).default(['RS256', 'ES256', 'EdDSA']),
  tenant_claim: claim.default('client_id'),
  /** Ids of tenants as the claim has them, or what the claim has with the id that it stands for. */
  tenants,
  /** Where set, its tokens reach only the workspace that it names. */
  workspace_claim: claim.nullable().default(null),
  end_user_claim: claim.default('sub'),
  /** Tokens whose claim has the value, alone, in a list or among words, have full access; others can ask. */
  full_access: z
    .strictObject({ claim, value: z.string().min(1) })
    .nullable()
    .default(null),
  /** Columns with the claim that has their value: only such rows are seen, and its tokens can only ask. */
  row_filter: z.record(z.string().min(1).max(200), claim).default({}),
  /** Websites whose pages may use its tokens; none: all. */
  allowed_origins: z.array(z.string()).max(10).default([]),
});

/** Outside issuers of bearer tokens. */
export const issuers = z
  .array(issuerSchema)
  .max(20)
  .default([])
  .refine(
    (list) =>
      new Set(list.map(({ name }) => name)).size === list.length &&
      new Set(list.map(({ issuer }) => issuer)).size === list.length,
    'Issuers and their names must be unique.',
  )
  .refine(
    (list) => list.every(({ issuer, name }) => issuer !== 'plumbline' && name !== 'plumbline'),
    '"plumbline" is reserved for tokens of this service. Use another name.',
  )
  .describe(
    'External token issuers, each with name, issuer, jwks_url, audience and tenants (docs/tokens.md)',
  );
