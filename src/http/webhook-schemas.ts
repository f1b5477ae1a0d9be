import { z } from 'zod';
import type { EventType } from '#src/events/types.ts';
import { budgetAlert, tableSize, timestamp } from './schemas.ts';
import { keyScope } from './wire-enums.ts';

/** What is posted to webhooks, by the type of the event. */

const file = { file_id: z.int(), filename: z.string(), version: z.int() };
const owner = {
  client_id: z.string().nullable().optional(),
  workspace_id: z.string().nullable().optional(),
};
const key = { key_id: z.string(), name: z.string(), prefix: z.string() };

const budgetEvent = budgetAlert.extend(owner).meta({ id: 'BudgetEvent' });

const DATA = {
  'file.ready': z.object({
    ...file,
    tables: z.array(tableSize),
  }),
  'file.failed': z.object({ ...file, error: z.string() }),
  'file.deleted': z.object({ file_id: file.file_id, filename: file.filename }),
  'schema.ready': z.object({ table_count: z.int() }),
  'schema.failed': z.object({ error: z.string() }),
  'budget.alert': budgetEvent,
  'budget.blocked': budgetEvent,
  'answer.flagged': z.object({ trace_id: z.string(), reason: z.string() }),
  'schedule.failed': z.object({ schedule_id: z.string(), reason: z.string() }),
  'key.created': z.object({ ...key, scope: keyScope }),
  'key.revoked': z.object(key),
} satisfies Record<EventType, z.ZodObject>;

const SUMMARIES: Readonly<Record<EventType, string>> = {
  'file.ready': 'A file is ready for questions',
  'file.failed': "A file couldn't be imported",
  'file.deleted': 'A file was deleted',
  'schema.ready': 'Tables and columns are described',
  'schema.failed': "Tables and columns couldn't be described",
  'budget.alert': 'A budget reached a threshold',
  'budget.blocked': 'A budget blocked questions',
  'answer.flagged': 'Someone rated an answer down',
  'schedule.failed': "A scheduled message couldn't be sent, or a schedule was stopped",
  'key.created': 'A key was created',
  'key.revoked': 'A key was revoked',
};

const signature = z.object({
  'webhook-id': z.string().meta({
    description: 'ID of the event; a resent event has the same ID',
    examples: ['evt_4f9a1c'],
  }),
  'webhook-timestamp': z
    .string()
    .meta({ description: 'Time of the attempt, in seconds since 1970', examples: ['1763730000'] }),
  'webhook-signature': z
    .string()
    .meta({ description: 'Standard Webhooks signature', examples: ['v1,K5oZfz…'] }),
});

/** `file.ready` → `FileReadyWebhook`. */
const nameOf = (type: string) =>
  `${type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}Webhook`;

/** The `webhooks` of the document. */
export function webhookOperations(): Record<string, { readonly post: object }> {
  return Object.fromEntries(
    Object.entries(DATA).map(([type, data]) => {
      const payload = z
        .object({
          type: z.literal(type),
          timestamp,
          data: 'client_id' in data.shape ? data : data.extend(owner),
        })
        .meta({ id: nameOf(type) });
      const post = {
        operationId: `on${nameOf(type).replace(/Webhook$/, '')}`,
        summary: SUMMARIES[type as EventType],
        description:
          'Posted at least once, in any order, to webhooks that subscribe to it. Any 2xx status confirms it.',
        tags: ['Webhooks'],
        security: [],
        requestParams: { header: signature },
        requestBody: { required: true, content: { 'application/json': { schema: payload } } },
        responses: { '2XX': { description: 'Received' } },
      };
      return [type, { post }];
    }),
  );
}
