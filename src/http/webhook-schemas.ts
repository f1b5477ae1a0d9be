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
  'key.created': z.object({ ...key, scope: keyScope }),
  'key.revoked': z.object(key),
} satisfies Record<EventType, z.ZodObject>;

const SUMMARIES: Readonly<Record<EventType, string>> = {
  'file.ready': 'A file can be asked about',
  'file.failed': 'A file could not be read',
  'file.deleted': 'A file was removed',
  'schema.ready': 'Tables and columns are described',
  'schema.failed': 'Tables and columns could not be described',
  'budget.alert': 'A budget has reached a threshold',
  'budget.blocked': 'A budget refuses questions',
  'answer.flagged': 'A person rated an answer down',
  'key.created': 'A key was made',
  'key.revoked': 'A key was revoked',
};

const signature = z.object({
  'webhook-id': z.string().meta({
    description: 'Id of the event: the same when it comes again',
    examples: ['evt_4f9a1c'],
  }),
  'webhook-timestamp': z
    .string()
    .meta({ description: 'Seconds since 1970 of the attempt', examples: ['1763730000'] }),
  'webhook-signature': z
    .string()
    .meta({ description: 'Signature as Standard Webhooks says', examples: ['v1,K5oZfz…'] }),
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
          'Posted to the webhooks that want it, at least once and in no promised order. Any 2xx status takes it.',
        tags: ['Webhooks'],
        security: [],
        requestParams: { header: signature },
        requestBody: { required: true, content: { 'application/json': { schema: payload } } },
        responses: { '2XX': { description: 'Taken' } },
      };
      return [type, { post }];
    }),
  );
}
