import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import { inlineLimits } from '#src/ask/execute.ts';
import { originOf } from '#src/ask/prepare.ts';
import type { Catalog, CellValue, ColumnType } from '#src/plugin-api/catalog.ts';
import type { ResultChunk } from '#src/plugin-api/data-source.ts';
import type { CollectedResult } from '#src/results/types.ts';

/** A table that was made here rather than by one statement. */
export interface ComputedTable {
  readonly columns: readonly (readonly [name: string, type: ColumnType])[];
  readonly rows: readonly (readonly CellValue[])[];
}

/** Keeps a computed table as the result of a statement is kept: the same caps, pages and tokens. */
export function collectTable(
  { deps, state, signal }: AskContext,
  catalog: Catalog,
  table: ComputedTable,
  sql: string,
): Promise<CollectedResult> {
  const { principal } = state.request;
  const { clientId, workspaceId } = state.workspace;
  const { endUserId, policy } = principal;
  const collecting = deps.results.collect(chunksOf(table), {
    owner: { clientId, workspaceId, endUserId, policyHash: policy.hash },
    origin: originOf(state),
    generationId: catalog.generationId,
    attachments: null,
    sql,
    inline: inlineLimits(state.request, deps.limits),
    room: state.room,
    signal,
  });
  return abortable(collecting, signal);
}

async function* chunksOf({ columns, rows }: ComputedTable): AsyncGenerator<ResultChunk> {
  const described = columns.map(([name, type]) => ({ name, type, nativeType: type }));
  yield { kind: 'columns', columns: described };
  yield { kind: 'rows', rows };
  yield { kind: 'end', truncated: false, engineMs: 0, notes: [] };
}
