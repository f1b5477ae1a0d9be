import type { SelectQuery } from '#src/plugin-api/query.ts';

/** A query with each of its SELECT blocks changed, those nested in a block before it. */
export function inEachBlock<Part>(part: Part, change: (block: SelectQuery) => SelectQuery): Part {
  if (part === null || typeof part !== 'object') return part;
  if (Array.isArray(part)) return part.map((one) => inEachBlock(one, change)) as Part;
  const changed = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, inEachBlock(value, change)]),
  ) as Part;
  const isBlock = 'kind' in part && part.kind === 'select';
  return isBlock ? (change(changed as unknown as SelectQuery) as Part) : changed;
}
