import { z } from 'zod';
import { endUserId, rowFilter, scope } from '#src/accounts/tokens/claims.ts';
import type { TokensService } from '#src/accounts/tokens/types.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { clientParams, instant, timestamp } from '../schemas.ts';

export interface TokenRoutesDeps {
  readonly tokens: Pick<TokensService, 'mint' | 'revoke'>;
}

const tokenBody = z
  .strictObject({
    workspace_id: z.string().min(1).optional(),
    end_user_id: endUserId.optional().meta({ description: 'End user of the token' }),
    scope: scope.optional().meta({
      description: 'Default: `query` with `end_user_id` or `row_filter`, otherwise `full`',
    }),
    ttl_seconds: z.int().min(1).optional(),
    row_filter: rowFilter
      .optional()
      .meta({ description: 'Only rows with these column values are visible' }),
  })
  .meta({ id: 'TokenRequest' });

const tokenRecord = z
  .object({ token: z.string(), token_type: z.literal('Bearer'), expires_at: z.string() })
  .meta({ id: 'Token' });

const revocationBody = z
  .strictObject({
    end_user_id: z.string().min(1).max(500).optional().meta({
      description: "Tokens of this end user, as in `X-End-User-Id` or the issuer's claim",
    }),
    issuer: z.string().min(1).optional().meta({
      description: 'Tokens of this issuer; `plumbline` for tokens of this service',
    }),
    workspace_id: z.string().min(1).optional().meta({
      description: 'Tokens limited to this workspace',
    }),
    issued_before: instant
      .optional()
      .meta({ description: 'Tokens issued up to this time; default: now' }),
    token: z.string().min(1).max(16_384).optional().meta({ description: 'Only this token' }),
  })
  .refine(
    ({ token, end_user_id, issuer, issued_before }) =>
      token === undefined || (end_user_id ?? issuer ?? issued_before) === undefined,
    "token can't be combined with end_user_id, issuer or issued_before. Remove them.",
  )
  .meta({ id: 'TokenRevocationRequest' });

const revocationRecord = z
  .object({
    client_id: z.string(),
    workspace_id: z.string().nullable(),
    issuer: z.string().nullable(),
    end_user_id: z.string().nullable(),
    issued_before: timestamp.nullable(),
  })
  .meta({ id: 'TokenRevocation' });

export function tokenRoutes({ tokens }: TokenRoutesDeps): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/clients/{client_id}/tokens',
      summary: 'Create a bearer token for this tenant, for example for a browser',
      audit: { action: 'token.minted', tells: ['expires_at'] },
      tag: 'Identity',
      capability: 'manage',
      rate: 'request',
      params: clientParams,
      body: tokenBody.optional(),
      responses: {
        201: {
          description: 'The token; it expires at the time you set or when its key is revoked',
          schema: tokenRecord,
        },
      },
      errors: ['workspace_not_found'],
      async handle({ principal, params, body }) {
        return json(
          await tokens.mint(principal, {
            clientId: params.client_id,
            workspaceId: body?.workspace_id ?? null,
            endUserId: body?.end_user_id ?? null,
            scope: body?.scope ?? null,
            ttlSeconds: body?.ttl_seconds ?? null,
            rowFilter: body?.row_filter ?? {},
          }),
          201,
        );
      },
    }),
    defineRoute({
      method: 'post',
      path: '/clients/{client_id}/tokens/revoke',
      summary: 'Revoke one bearer token, or all tokens of an end user or issuer',
      audit: 'in transaction',
      tag: 'Identity',
      capability: 'manage',
      rate: 'request',
      params: clientParams,
      body: revocationBody,
      responses: {
        200: { description: 'What was revoked; null means all', schema: revocationRecord },
      },
      errors: ['workspace_not_found'],
      async handle({ principal, requestId, params, body }) {
        return json(
          await tokens.revoke(
            { principal, requestId },
            {
              clientId: params.client_id,
              workspaceId: body.workspace_id ?? null,
              issuer: body.issuer ?? null,
              endUserId: body.end_user_id ?? null,
              issuedBefore: body.issued_before ?? null,
              token: body.token ?? null,
            },
          ),
        );
      },
    }),
  ];
}
