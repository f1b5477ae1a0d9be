import { sql } from 'kysely';
import type { Logger } from 'pino';
import { draftRequest, fingerprintOf, shownColumns } from '#src/catalog/enrichment/prompt.ts';
import { readDrafts } from '#src/catalog/enrichment/reply.ts';
import { readStoredDrafts, saveDrafts } from '#src/catalog/enrichment/stored.ts';
import type { AskForDrafts, DraftPayer, TableDraft } from '#src/catalog/enrichment/types.ts';
import type { EnrichByModel } from '#src/catalog/generations/enrich.ts';
import {
  type RepublishDeps,
  republish,
  type SemanticScope,
  semanticScope,
} from '#src/catalog/generations/republish.ts';
import { timestamp } from '#src/clock.ts';
import type { Catalog, CatalogTable } from '#src/plugin-api/catalog.ts';
import { shownOf, shownWorkspaces } from '#src/store/shown-workspaces.ts';

export interface ModelEnrichmentDeps extends RepublishDeps {
  readonly log: Logger;
  readonly ask: AskForDrafts;
  /** Tables and columns of one call at the most; of a wider table the first columns are asked for. */
  readonly tablesPerCall: number;
  readonly columnsPerCall: number;
}

const NOTHING: TableDraft = { description: null, synonyms: [], columns: [] };

interface Payer extends DraftPayer {
  readonly scope: SemanticScope;
}

/** Tables that were asked for are kept call by call, so that none is asked for, and paid, again. */
export function createModelEnrichment(deps: ModelEnrichmentDeps): EnrichByModel {
  return async (catalog, signal) => {
    try {
      return await enrich(deps, catalog, signal);
    } catch (error) {
      signal.throwIfAborted();
      deps.log.error({ err: error }, "the model didn't describe the tables");
      return false;
    }
  };
}

async function enrich(
  deps: ModelEnrichmentDeps,
  catalog: Catalog,
  signal: AbortSignal,
): Promise<boolean> {
  const generationId = catalog.generationId;
  let payer = await payerOf(deps, generationId);
  const tried = new Set<string>();
  while (payer) {
    const batch = await nextBatch(deps, payer.scope, catalog, tried);
    if (batch.length === 0) break;
    for (const { name } of batch) tried.add(name);
    if (!(await askFor(deps, payer, batch, signal))) break;
    payer = await payerOf(deps, generationId);
  }
  if (!payer || !(await isNews(deps, payer.scope, generationId))) return false;
  const target = { workspaceId: payer.workspaceId, reachesTenant: true };
  const nothing = { find: () => null, closes: false, save: async () => {}, result: () => null };
  await republish(deps, target, nothing);
  return true;
}

/** A workspace that sees the generation, in whose name a model is asked; undefined: none does any more. */
async function payerOf({ store }: RepublishDeps, generationId: string): Promise<Payer | undefined> {
  const row = await shownWorkspaces(store)
    .where(
      sql<boolean>`case when databases.id is null then workspaces.generation_id else databases.generation_id end
        = ${generationId}`,
    )
    .orderBy('workspaces.created_at')
    .orderBy('workspaces.id')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, plan } = await store
    .selectFrom('tenants')
    .innerJoin('accounts', 'accounts.id', 'tenants.account_id')
    .select(['accounts.id', 'accounts.plan'])
    .where('tenants.id', '=', row.client_id)
    .executeTakeFirstOrThrow();
  const shown = shownOf(row);
  const scope = await semanticScope(store, shown);
  return { accountId: id, clientId: row.client_id, workspaceId: shown.id, plan, scope };
}

/** The next tables that nothing is kept of in the shape that they have. */
async function nextBatch(
  { store, tablesPerCall, columnsPerCall }: ModelEnrichmentDeps,
  { scopeId }: SemanticScope,
  catalog: Catalog,
  tried: ReadonlySet<string>,
): Promise<CatalogTable[]> {
  const kept = await readStoredDrafts(store, scopeId);
  const known = new Set(kept.map(({ table, fingerprint }) => `${fingerprint} ${table}`));
  const batch: CatalogTable[] = [];
  let columns = 0;
  for (const table of catalog.tables) {
    if (tried.has(table.name)) continue;
    if (known.has(`${fingerprintOf(table)} ${table.name.toLowerCase()}`)) continue;
    columns += shownColumns(table).length;
    if (batch.length > 0 && (batch.length >= tablesPerCall || columns > columnsPerCall)) break;
    batch.push(table);
  }
  return batch;
}

/** Asks once, and keeps what came of it; false where there is no use in asking on. */
async function askFor(
  deps: ModelEnrichmentDeps,
  { scope, ...payer }: Payer,
  batch: readonly CatalogTable[],
  signal: AbortSignal,
): Promise<boolean> {
  const { columnsPerCall: most } = deps;
  const told = batch.map((table) => ({ ...table, columns: shownColumns(table).slice(0, most) }));
  const reply = await deps.ask(payer, draftRequest(told), signal);
  if (reply.kind === 'away') return false;
  const drafts = reply.kind === 'text' ? readDrafts(reply.text, told) : null;
  const tables = batch.map(({ name }) => name);
  if (!drafts) deps.log.warn({ tables }, "the model's table descriptions can't be read");
  const kept = batch.map((table) => ({
    table: table.name.toLowerCase(),
    fingerprint: fingerprintOf(table),
    draft: drafts?.get(table.name) ?? NOTHING,
  }));
  const { scopeId, clientId } = scope;
  await saveDrafts(deps.store, { scopeId, clientId, at: timestamp(deps.clock.now()) }, kept);
  return true;
}

/** Whether something was drafted since a generation was published. */
async function isNews(
  { store }: RepublishDeps,
  { scopeId }: SemanticScope,
  generationId: string,
): Promise<boolean> {
  const generation = await store
    .selectFrom('generations')
    .select('published_at')
    .where('id', '=', generationId)
    .executeTakeFirst();
  const drafts = await readStoredDrafts(store, scopeId);
  return drafts.some(
    ({ at, draft }) => generation !== undefined && at > generation.published_at && says(draft),
  );
}

const says = ({ columns, ...table }: TableDraft): boolean =>
  [table, ...columns].some(
    ({ description, synonyms }) => description !== null || synonyms.length > 0,
  );
