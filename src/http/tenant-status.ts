import type { z } from 'zod';
import type { schemaStatus } from './schemas.ts';

export type SchemaStatus = Omit<z.output<typeof schemaStatus>, 'client_id'>;

/** What says most to one who waits for a tenant to be ready, first. */
const ORDER: readonly SchemaStatus['status'][] = [
  'discovering',
  'enriching',
  'failed',
  'ready',
  'not_started',
];

/** The status of a tenant: of its workspaces the one that is waited for, all their tables, the latest of each time. */
export function statusOfTenant(workspaces: readonly SchemaStatus[]): SchemaStatus {
  const [first] = workspaces.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
  const latest = (name: 'discovered_at' | 'enrichment_completed_at' | 'updated_at') =>
    workspaces.map((one) => one[name]).reduce((a, b) => ((b ?? '') > (a ?? '') ? b : a), null);
  return {
    status: first?.status ?? 'not_started',
    table_count: workspaces.reduce((sum, { table_count }) => sum + table_count, 0),
    discovered_at: latest('discovered_at'),
    enrichment_completed_at: latest('enrichment_completed_at'),
    updated_at: latest('updated_at'),
    ...(first?.error === undefined ? {} : { error: first.error }),
  };
}
