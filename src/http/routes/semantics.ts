import type { Request, Response } from 'express';
import { stringify } from 'yaml';
import type { AccountsService } from '#src/accounts/types.ts';
import { type SemanticsDocument, semanticsDocument } from '#src/catalog/semantics/document.ts';
import type { SemanticsService } from '#src/catalog/semantics/service.ts';
import { prefersYaml } from '../middleware/body.ts';
import { defineRoute, json, type Route, type RouteReply } from '../route.ts';
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
        return reply(raw, res, await semantics.read(workspaceId));
      },
    }),
    defineRoute({
      ...shared,
      method: 'put',
      summary: 'Says what the data means, in the place of what was said before',
      audit: { action: 'semantics.replaced' },
      body: semanticsDocument,
      errors: ['workspace_not_found', 'no_data', 'conflict'],
      handle: async ({ principal, params, body, signal, raw, res }) => {
        const { workspaceId } = await accounts.workspace(principal, {
          clientId: params.client_id,
          workspaceId: params.workspace_id,
        });
        const reachesTenant = principal.workspaceId === null;
        const target = { workspaceId, reachesTenant, keyId: principal.key.id };
        return reply(raw, res, await semantics.write(target, body, signal));
      },
    }),
  ];
}

function reply(req: Request, res: Response, document: SemanticsDocument): RouteReply {
  if (!prefersYaml((types) => req.accepts(types))) return json(document);
  res.type('application/yaml').send(stringify(document));
  return undefined;
}
