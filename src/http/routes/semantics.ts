import type { Request, Response } from 'express';
import { stringify } from 'yaml';
import type { AccountsService } from '#src/accounts/types.ts';
import { semanticsDocument } from '#src/catalog/semantics/document.ts';
import type { SemanticsService } from '#src/catalog/semantics/service.ts';
import { prefersYaml } from '../middleware/body.ts';
import {
  defineRoute,
  type JsonReply,
  json,
  keptReply,
  type Route,
  type RouteReply,
} from '../route.ts';
import { workspaceParams } from '../schemas.ts';

export interface SemanticsRouteDeps {
  readonly accounts: Pick<AccountsService, 'workspace'>;
  readonly semantics: Pick<SemanticsService, 'read' | 'write'>;
}

const shared = {
  path: '/clients/{client_id}/workspaces/{workspace_id}/semantics',
  tag: 'Schema',
  capability: 'manage',
  rate: 'request',
  params: workspaceParams,
  responses: { 200: { description: 'JSON, or YAML by `Accept`', schema: semanticsDocument } },
} as const;

/** What the data means: exported as it is imported. */
export function semanticsRoutes({ accounts, semantics }: SemanticsRouteDeps): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'get',
      summary: 'What the data means: as people said, or as discovery drafted it',
      errors: ['workspace_not_found', 'no_data'],
      handle: async ({ principal, params, raw, res }) => {
        const { workspaceId } = await accounts.workspace(principal, {
          clientId: params.client_id,
          workspaceId: params.workspace_id,
        });
        return inFormOf(raw, res, json(await semantics.read(workspaceId)));
      },
    }),
    defineRoute({
      ...shared,
      method: 'put',
      summary: 'Says what the data means, in the place of what was said before',
      audit: { action: 'semantics.replaced' },
      body: semanticsDocument,
      isDocument: true,
      errors: ['workspace_not_found', 'no_data', 'conflict'],
      handle: async ({ principal, params, body, signal, keep, raw, res }) => {
        const { workspaceId } = await accounts.workspace(principal, {
          clientId: params.client_id,
          workspaceId: params.workspace_id,
        });
        const reachesTenant = principal.workspaceId === null;
        const target = { workspaceId, reachesTenant, keyId: principal.key.id };
        const written = await keptReply(
          keep,
          (settle) => semantics.write(target, body, signal, settle),
          (document) => json(document),
        );
        return inFormOf(raw, res, written);
      },
    }),
  ];
}

/** The answer, written as YAML for a caller that rather takes that. */
function inFormOf(req: Request, res: Response, reply: JsonReply): RouteReply {
  if (!prefersYaml((types) => req.accepts(types))) return reply;
  res.type('application/yaml').send(stringify(reply.body));
  return undefined;
}
