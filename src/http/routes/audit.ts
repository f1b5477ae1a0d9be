import { z } from 'zod';
import type { AuditTrail } from '#src/accounts/types.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { instant, nextCursor, pageQuery, pageRequest, timestamp } from '../schemas.ts';

const entry = z
  .object({
    id: z.string(),
    action: z.string().meta({ description: 'Resource and event, such as key.created' }),
    actor: z.object({
      type: z.enum(['api_key', 'member', 'command_line', 'signup']),
      key_id: z.string().nullable(),
      key_prefix: z.string().nullable(),
      member_id: z.string().nullable(),
    }),
    client_id: z.string().nullable(),
    workspace_id: z.string().nullable(),
    target: z.record(z.string(), z.unknown()),
    request_id: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'AuditEntry' });

/** A day or an instant; UTC where it says nothing else. */
const dayOrInstant = z.union([z.iso.date(), instant]);

/** Who changed what, and when. */
export const auditRoute = (audit: Pick<AuditTrail, 'list'>): Route =>
  defineRoute({
    method: 'get',
    path: '/accounts/audit',
    summary:
      'List who changed keys, tenants, workspaces, files, databases, definitions and budgets',
    tag: 'Account',
    capability: 'manage',
    rate: 'request',
    query: pageQuery.extend({
      action: z.string().min(1).max(100).optional(),
      client_id: z.string().min(1).optional(),
      workspace_id: z.string().min(1).optional(),
      from: dayOrInstant.optional().meta({ description: 'First day or time included, UTC' }),
      to: dayOrInstant.optional().meta({ description: 'First day or time excluded, UTC' }),
    }),
    responses: {
      200: {
        description: 'Entries, newest first',
        schema: z.object({ entries: z.array(entry), next_cursor: nextCursor }),
      },
    },
    errors: ['bad_request'],
    async handle({ principal, query }) {
      const { action, client_id: clientId, workspace_id: workspaceId, from, to } = query;
      const filter = { action, clientId, workspaceId, from, to };
      const { items, nextCursor } = await audit.list(principal, filter, pageRequest(query));
      return json({ entries: items, next_cursor: nextCursor });
    },
  });
