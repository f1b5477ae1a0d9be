import { listMeanings } from '#src/ask/agents/catalog-meaning.ts';
import { type Listing, listDates, listLinks, listValues } from '#src/ask/agents/catalog-notes.ts';
import type { CatalogQuestion } from '#src/ask/agents/catalog-question.ts';
import { allSaid, type Said, saidOf } from '#src/ask/agents/meaning-listing.ts';
import { grouped } from '#src/ask/cells.ts';
import { collectTable } from '#src/ask/computed-result.ts';
import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import { decline, type Failure } from '#src/ask/failures.ts';
import { schemaView, type TableView } from '#src/catalog/schema-view.ts';
import type { Catalog, ValueHit } from '#src/plugin-api/catalog.ts';
import { isFiltered } from '#src/principal.ts';
import type { CollectedResult } from '#src/results/types.ts';

export interface CatalogOutcome {
  /** Null on a dry run. */
  readonly result: CollectedResult | null;
  readonly explanation: string;
}

/**
 * Answers from what the caller may see of the catalog: no SQL, no rows of the data; no counts, values and dates under a
 * row filter. A dry run says only that the catalog would answer. Null where the catalog does not know.
 */
export async function answerFromCatalog(
  context: AskContext,
  catalog: Catalog,
  question: CatalogQuestion,
): Promise<CatalogOutcome | null> {
  const listing = await listingOf(context, catalog, question);
  if (!listing) return null;
  if (context.state.request.dryRun) return { result: null, explanation: DRY_RUN };
  return { result: await collectTable(context, catalog, listing, ''), explanation: listing.text };
}

const DRY_RUN = 'The answer comes from table and column descriptions. No SQL was needed.';

/** A word whose meaning is asked for, and that neither the data nor their notes know. */
export const undefinedTerm = (term: string): Failure =>
  decline(
    'not_in_data',
    `"${term}" isn't defined in this workspace. An admin can add it under Definitions as a rule, a metric or a synonym.`,
  );

async function listingOf(
  context: AskContext,
  catalog: Catalog,
  question: CatalogQuestion,
): Promise<Listing | null> {
  const { policy } = context.state.request.principal;
  const { tables } = schemaView(catalog, policy);
  const filtered = isFiltered(policy, catalog);
  switch (question.about) {
    case 'tables':
      return listTables(tables);
    case 'columns':
      return listColumns(tables, question.table);
    case 'term':
      return listSaid(saidOf(question.term, catalog));
    case 'metric':
    case 'note':
      return listSaid(allSaid(catalog).filter(({ what }) => what === question.about));
    case 'values':
      return listValues(catalog, question, filtered);
    case 'dates':
      return listDates(catalog, question.table, filtered);
    case 'links':
      return listLinks(catalog, policy, question.tables);
    case 'meaning':
      return listMeanings(
        catalog,
        question.term,
        await hitsOf(context, catalog, question.term),
        filtered,
      );
  }
}

/** The values of the data that a term is, as far as the caller may see them. */
async function hitsOf(
  { deps, signal, state, asker }: AskContext,
  catalog: Catalog,
  term: string,
): Promise<readonly ValueHit[]> {
  const about = { catalog, policy: state.request.principal.policy, asker };
  const hits = await abortable(deps.planning.hits(about, term, signal), signal);
  return hits.filter(({ value }) => value.toLowerCase() === term.toLowerCase());
}

/** Metrics and notes in the words of those who wrote them. */
function listSaid(said: readonly Said[]): Listing {
  return {
    columns: [
      ['kind', 'text'],
      ['name', 'text'],
      ['meaning', 'text'],
    ],
    rows: said.map(({ what, name, text }) => [what, name, text]),
    text: said.map(({ name, text }) => (name === null ? text : `${name}: ${text}`)).join(' '),
  };
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
