import type { Transaction } from 'kysely';
import type { BudgetAlert } from '#src/plugin-api/budget-policy.ts';
import type { StoreSchema } from '#src/store/schema.ts';

interface FileEvent {
  readonly file_id: number;
  readonly filename: string;
  readonly version: number;
}

interface KeyEvent {
  readonly key_id: string;
  readonly name: string;
  readonly prefix: string;
}

/** What happens in the service that others are told of, with what they are told. Never secrets, rows or questions. */
export interface EventData {
  'file.ready': FileEvent & {
    readonly tables: readonly { readonly table_name: string; readonly row_count: number }[];
  };
  'file.failed': FileEvent & { readonly error: string };
  'file.deleted': Pick<FileEvent, 'file_id' | 'filename'>;
  'schema.ready': { readonly table_count: number };
  'schema.failed': { readonly error: string };
  'budget.alert': BudgetAlert;
  'budget.blocked': BudgetAlert;
  'answer.flagged': { readonly trace_id: string; readonly reason: string };
  'schedule.failed': { readonly schedule_id: string; readonly reason: string };
  'key.created': KeyEvent & { readonly scope: 'full' | 'query' };
  'key.revoked': KeyEvent;
}

export type EventType = keyof EventData;

export const EVENT_TYPES = [
  'file.ready',
  'file.failed',
  'file.deleted',
  'schema.ready',
  'schema.failed',
  'budget.alert',
  'budget.blocked',
  'answer.flagged',
  'schedule.failed',
  'key.created',
  'key.revoked',
] as const satisfies readonly EventType[];

/** Whom an event concerns; a tenant names its account. */
export type EventScope =
  | { readonly clientId: string; readonly workspaceId: string | null }
  | { readonly accountId: string; readonly clientId: null; readonly workspaceId: null };

export type ServiceEvent = {
  readonly [T in EventType]: {
    readonly type: T;
    readonly scope: EventScope;
    readonly data: EventData[T];
  };
}[EventType];

/**
 * Tells that something happened, in the transaction that makes it so: it is told exactly if that commits. Costs one
 * read where nobody listens.
 */
export type PublishEvent = (trx: Transaction<StoreSchema>, event: ServiceEvent) => Promise<void>;
