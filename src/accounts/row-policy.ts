import { createHash } from 'node:crypto';
import { NO_ROW_POLICY, type RowPolicy } from '#src/principal.ts';

type Filter = RowPolicy['filter'];

/** The policy of a filter, `{column: value}`; the order of its columns makes no difference. */
export function rowPolicy(filter: Filter): RowPolicy {
  const entries = Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length === 0) return NO_ROW_POLICY;
  const hash = createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 16);
  return { filter, hash };
}

/** Both filters at once; null where they contradict each other, so that no row could pass. */
export function bothFilters(one: Filter, other: Filter): Filter | null {
  const values = new Map<string, string | number>();
  for (const [column, value] of [...Object.entries(one), ...Object.entries(other)]) {
    const known = values.get(column.toLowerCase());
    if (known !== undefined && known !== value) return null;
    values.set(column.toLowerCase(), value);
  }
  return { ...other, ...one };
}
