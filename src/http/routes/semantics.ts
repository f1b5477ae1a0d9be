import type { Request, Response } from 'express';
import { stringify } from 'yaml';
import { z } from 'zod';
import type { AccountsService } from '#src/accounts/types.ts';
import type { SemanticsService } from '#src/catalog/generations/edit-semantics.ts';
import { semanticsDocument } from '#src/catalog/semantics/document.ts';
import type { CheckSemantics } from '#src/trials/semantics-check.ts';
import { prefersYaml } from '../middleware/body.ts';
import {
  defineRoute,
  type JsonReply,
  json,
  keptReply,
  type Route,
  type RouteReply,
} from '../route.ts';
import { cell, workspaceParams } from '../schemas.ts';
import { answerOutcome, verificationStatus } from '../wire-enums.ts';

export interface SemanticsRouteDeps {
  readonly accounts: Pick<AccountsService, 'workspace'>;
  readonly semantics: Pick<SemanticsService, 'read' | 'write'>;
  readonly checkSemantics: CheckSemantics;
}

const shared = {
  path: '/clients/{client_id}/workspaces/{workspace_id}/semantics',
  tag: 'Schema',
  capability: 'manage',
  rate: 'request',
  params: workspaceParams,
  responses: {
    200: {
      description: 'JSON, or YAML with `Accept`',
      schema: semanticsDocument,
      contentType: 'application/yaml',
    },
  },
} as const;

/** Questions that one check tries at the most; each is asked twice. */
const MOST_TRIED = 3;

const checkBody = z.strictObject({
  document: semanticsDocument.meta({ description: 'In the format of `PUT`' }),
  questions: z
    .array(z.string().trim().min(1))
    .max(MOST_TRIED)
    .default([])
    .meta({ description: 'Questions to ask with the current and the new definitions' }),
});
const tried = z
  .object({
    result: answerOutcome,
    text: z.string().meta({
      description: "The answer, the clarification, or why there's no answer",
    }),
    sql: z.string().nullable(),
    columns: z.array(z.string()),
    rows: z.array(z.array(cell)).meta({ description: 'First ten rows' }),
    total_rows: z.int().nullable(),
    verification: verificationStatus,
  })
  .meta({ id: 'TriedAnswer' });
const checked = z
  .object({
    valid: z.boolean().meta({ description: 'Whether the document can be saved' }),
    problems: z
      .array(
        z.object({
          loc: z.array(z.union([z.string(), z.int()])),
          msg: z.string(),
          type: z.enum(['unknown_table', 'unknown_column', 'does_not_fit', 'repeated', 'refused']),
        }),
      )
      .meta({ description: 'Problems in the document, by position' }),
    questions: z.array(
      z.object({
        question: z.string(),
        before: tried.meta({ description: 'Result with current definitions' }),
        after: tried.nullable().meta({ description: "Null if the document can't be saved" }),
        changed: z.boolean().meta({ description: 'Whether rows, outcome or verdict differ' }),
      }),
    ),
  })
  .meta({ id: 'CheckedSemantics' });

/** What the data means: exported as it is imported. */
export function semanticsRoutes({
  accounts,
  semantics,
  checkSemantics,
}: SemanticsRouteDeps): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'get',
      summary: 'Get the definitions of a workspace',
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
      summary: 'Replace the definitions of a workspace',
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
    defineRoute({
      ...shared,
      method: 'post',
      path: `${shared.path}/check`,
      summary: 'Check definitions without saving them',
      idempotency: 'none',
      audit: null,
      body: checkBody,
      isDocument: true,
      responses: {
        200: { description: 'Problems and test results', schema: checked },
      },
      errors: ['workspace_not_found', 'no_data', 'conflict', 'quota_exceeded', 'budget_exceeded'],
      handle: async ({ principal, params, body, requestId, signal }) => {
        const { clientId, workspaceId } = await accounts.workspace(principal, {
          clientId: params.client_id,
          workspaceId: params.workspace_id,
        });
        return json(
          await checkSemantics({ principal, clientId, workspaceId, requestId }, body, signal),
        );
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
