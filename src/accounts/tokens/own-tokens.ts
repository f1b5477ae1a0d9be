import type { Clock } from '#src/clock.ts';
import { newId } from '#src/ids.ts';
import { type OwnClaims, ownClaims } from './claims.ts';
import { invalidToken } from './errors.ts';
import { jwtLibrary } from './jwt.ts';
import type { SigningSecrets } from './signing-secrets.ts';

/** Issuer and audience of tokens that the service makes itself. */
export const OWN_ISSUER = 'plumbline';
const ALGORITHM = 'HS256';
const DAY_SECONDS = 86_400;

/** JSON Web Tokens (RFC 7519) of the service: HS256, `kid` of the secret. */
export interface OwnTokens {
  /** `earliest`: the least `iat` (seconds) that it may have. */
  sign(
    claims: Omit<OwnClaims, 'iat' | 'exp'>,
    times: { readonly ttlSeconds: number; readonly earliest: number },
  ): Promise<SignedToken>;
  /** The claims of a token; fails with `unauthenticated` and `unavailable`. */
  verify(token: string, kid: unknown): Promise<OwnClaims>;
}

interface SignedToken {
  readonly token: string;
  readonly expiresAt: Date;
}

export function createOwnTokens(secrets: SigningSecrets, clock: Clock): OwnTokens {
  const seconds = () => Math.floor(clock.now().getTime() / 1_000);
  return {
    async sign(claims, { ttlSeconds, earliest }) {
      const { kid, secret } = await secrets.forSigning();
      const iat = Math.max(seconds(), earliest);
      const exp = iat + ttlSeconds;
      const payload = { ...claims, iss: OWN_ISSUER, aud: OWN_ISSUER, jti: newId('tok'), iat, exp };
      const jwt = await jwtLibrary();
      const token = jwt.sign(payload, secret, { algorithm: ALGORITHM, keyid: kid });
      return { token, expiresAt: new Date(exp * 1_000) };
    },

    async verify(token, kid) {
      const secret = typeof kid === 'string' ? await secrets.forChecking(kid) : null;
      if (!secret) throw invalidToken();
      const jwt = await jwtLibrary();
      let payload: unknown;
      try {
        payload = jwt.verify(token, secret, {
          algorithms: [ALGORITHM],
          issuer: OWN_ISSUER,
          audience: OWN_ISSUER,
          clockTimestamp: seconds(),
          maxAge: DAY_SECONDS,
        });
      } catch (error) {
        throw invalidToken(error);
      }
      const claims = ownClaims.safeParse(payload);
      if (!claims.success) throw invalidToken(claims.error);
      return claims.data;
    },
  };
}
