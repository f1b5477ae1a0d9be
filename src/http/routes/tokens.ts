import { z } from 'zod';
import { endUserId, rowFilter, scope } from '#src/accounts/tokens/claims.ts';
import type { TokensService } from '#src/accounts/tokens/types.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { clientParams } from '../schemas.ts';

export interface TokenRoutesDeps {
  readonly tokens: Pick<TokensService, 'mint'>;
}

const tokenBody = z
  .strictObject({
    workspace_id: z.string().min(1).optional(),
    end_user_id: endUserId.optional().meta({ description: 'The person that the token speaks for' }),
    scope: scope.optional().meta({
      description: 'Default: `query` with `end_user_id` or `row_filter`, else `full`',
    }),
    ttl_seconds: z.int().min(1).optional(),
    row_filter: rowFilter
      .optional()
      .meta({ description: 'Only rows whose columns have these values are seen' }),
  })
  .meta({ id: 'TokenRequest' });

const tokenRecord = z
  .object({ token: z.string(), token_type: z.literal('Bearer'), expires_at: z.string() })
  .meta({ id: 'Token' });

export function tokenRoutes({ tokens }: TokenRoutesDeps): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/clients/{client_id}/tokens',
      summary: 'Makes a bearer token for calls on this tenant, e.g. of a browser',
      audit: { action: 'token.minted', tells: ['expires_at'] },
      tag: 'Identity',
      capability: 'manage',
      rate: 'request',
      params: clientParams,
      body: tokenBody.optional(),
      responses: {
        201: { description: 'The token; it dies with its time or its key', schema: tokenRecord },
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
  ];
}
