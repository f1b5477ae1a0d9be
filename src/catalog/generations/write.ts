import type { Transaction } from 'kysely';
import { applyDrafts } from '#src/catalog/enrichment/apply.ts';
import { readStoredDrafts } from '#src/catalog/enrichment/stored.ts';
import { storedCatalog } from '#src/catalog/generations/catalogs.ts';
import {
  applyOverrides,
  readOverrides,
  withoutClosedProfiles,
} from '#src/catalog/generations/overrides.ts';
import { applySemantics } from '#src/catalog/semantics/apply.ts';
import { meaningOf } from '#src/catalog/semantics/meaning.ts';
import { closedByFilter } from '#src/catalog/semantics/row-filter.ts';
import { readSemantics } from '#src/catalog/semantics/stored.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { StoreSchema } from '#src/store/schema.ts';

export interface NewGeneration {
  /** As it was found; it bears the id of the generation. */
  readonly discovered: Catalog;
  readonly owner: { readonly workspaceId: string } | { readonly databaseId: string };
  /** Whose changes apply: the workspace, or the tenant for a database of all its workspaces. */
  readonly scopeId: string;
  readonly dataDir: string;
  readonly at: string;
}

/**
 * Writes a generation with what a model drafted and people changed of it by now, in the transaction that shows it. That transaction has
 * moved its owner to the generation before, so that no change of the same scope comes in between.
 */
export async function writeGeneration(
  trx: Transaction<StoreSchema>,
  { discovered, owner, scopeId, dataDir, at }: NewGeneration,
): Promise<Catalog> {
  const overrides = await readOverrides(trx, scopeId);
  const semantics = await readSemantics(trx, scopeId);
  const drafts = await readStoredDrafts(trx, scopeId);
  const withPeople = (found: Catalog) =>
    applyOverrides(applySemantics(found, semantics), overrides);
  const metrics = semantics?.document.metrics ?? [];
  const described = withPeople(
    drafts.length === 0
      ? discovered
      : applyDrafts(discovered, withPeople(discovered), drafts, metrics),
  );
  const said = semantics
    ? { ...described, meaning: meaningOf(semantics.document, described) }
    : described;
  const made = closedByFilter(said);
  const kept =
    overrides.length === 0 &&
    semantics === null &&
    drafts.length === 0 &&
    // Views are closed by what they read.
    !discovered.tables.some(({ reads }) => reads)
      ? null
      : withoutClosedProfiles(discovered, said);
  await trx
    .insertInto('generations')
    .values({
      id: discovered.generationId,
      workspace_id: 'workspaceId' in owner ? owner.workspaceId : null,
      database_id: 'databaseId' in owner ? owner.databaseId : null,
      catalog: storedCatalog(made, dataDir),
      discovered: kept && storedCatalog(kept, dataDir),
      published_at: at,
    })
    .execute();
  return made;
}
