import type { CatalogQuestion } from '#src/ask/agents/catalog-question.ts';
import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import { inlineRows } from '#src/ask/execute.ts';
import { grouped } from '#src/ask/explain/cells.ts';
import { schemaView, type TableView } from '#src/catalog/schema-view.ts';
import type { Catalog, CellValue, ColumnType } from '#src/plugin-api/catalog.ts';
import type { ResultChunk } from '#src/plugin-api/data-source.ts';
import type { CollectedResult } from '#src/results/types.ts';

export interface CatalogOutcome {
  readonly result: CollectedResult;
  readonly explanation: string;
}

interface Listing {
  readonly columns: readonly (readonly [string, ColumnType])[];
  readonly rows: readonly (readonly CellValue[])[];
  readonly text: string;
}

/** Answers from what the caller may see of the catalog: no SQL, no rows of the data, no counts under a row filter. */
export async function answerFromCatalog(
  { deps, state, signal }: AskContext,
  catalog: Catalog,
  question: CatalogQuestion,
): Promise<CatalogOutcome> {
  const { principal } = state.request;
  const { clientId, workspaceId } = state.workspace;
  const { tables } = schemaView(catalog, principal.policy);
  const listing =
    question.about === 'tables' ? listTables(tables) : listColumns(tables, question.table);
  const collecting = deps.results.collect(chunksOf(listing), {
    owner: {
      clientId,
      workspaceId,
      endUserId: principal.endUserId,
      policyHash: principal.policy.hash,
    },
    generationId: catalog.generationId,
    sql: '',
    inlineRows: inlineRows(state.request, deps.limits),
    signal,
  });
  return { result: await abortable(collecting, signal), explanation: listing.text };
}

function listTables(tables: readonly TableView[]): Listing {
  const counted = tables.every(({ row_count }) => row_count !== null);
  const rows = tables.map(({ table_name, row_count, columns }) => [
    table_name,
    ...(counted ? [row_count] : []),
    columns.map(({ label }) => label).join(', '),
  ]);
  const named = tables.map(({ label, row_count }) =>
    counted ? `${label} (${grouped(String(row_count))} rows)` : label,
  );
  return {
    columns: [
      ['table', 'text'],
      ...(counted ? [['rows', 'integer'] as const] : []),
      ['columns', 'text'],
    ],
    rows,
    text: `There ${plural(tables.length, 'is', 'are')} ${tables.length} ${plural(tables.length, 'table', 'tables')}: ${named.join(', ')}.`,
  };
}

function listColumns(tables: readonly TableView[], name: string): Listing {
  const table = tables.find(({ table_name }) => table_name === name);
  const columns = table?.columns ?? [];
  return {
    columns: [
      ['column', 'text'],
      ['type', 'text'],
      ['unit', 'text'],
      ['description', 'text'],
    ],
    rows: columns.map(({ name: column, type, unit, description }) => [
      column,
      type,
      unit,
      description,
    ]),
    text: `The table ${table?.label ?? name} has ${columns.length} ${plural(columns.length, 'column', 'columns')}: ${columns.map(({ label }) => label).join(', ')}.`,
  };
}

const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

async function* chunksOf({ columns, rows }: Listing): AsyncGenerator<ResultChunk> {
  const described = columns.map(([name, type]) => ({ name, type, nativeType: type }));
  yield { kind: 'columns', columns: described };
  yield { kind: 'rows', rows };
  yield { kind: 'end', truncated: false, engineMs: 0, notes: [] };
}
